//! Workers and organisers that nobody should trust, at a real NATS server.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![cfg(feature = "queue")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use manator_organise::{Access, Claim, Entry, Event, Offence, Prepared, Programs, Signature};
use manator_queue::{Address, Bench, Desk, Heard, Job, Stance, Terms};
use manator_testkit::nats::NatsServer;
use manator_testkit::nats_access::{Certificates, Credentials};
use manator_testkit::process::Process;
use manator_tournament::Entrant;
use manator_tournament::schedule::{Opening, Pairing};
use serde_json::{Value, json};

use crate::tournaments::program::{Folder, Game};

const SECRET: &str = "what the organiser and its workers know";
const LONG: Duration = Duration::from_secs(90);
const TOURNAMENT: &str = "match joust alphabeta:depth=2 random --games 12 --seed 3";

/// A queue, and a folder for those who use it.
struct Scene {
    nats: NatsServer,
    place: Folder,
}

impl Scene {
    fn new() -> Scene {
        Scene { nats: NatsServer::start(), place: Folder::new() }
    }

    fn access(&self, secret: Option<&str>) -> Access {
        let address: Address = self.nats.url().parse().expect("an address");
        Access { secret: secret.map(|text| text.parse().expect("a secret")), ..address.into() }
    }

    /// Returns the program with the secret and the address of the queue.
    fn command(&self, line: &str) -> Command {
        let url = self.nats.url();
        let words: Vec<&str> = line.split_whitespace().chain(["--queue", &url]).collect();
        let mut command = match words[0] {
            "worker" => self.place.program(&words),
            _ => self.place.command(&words),
        };
        command.env("MANATOR_QUEUE_SECRET", SECRET);
        command
    }

    fn worker(&self, line: &str) -> Process {
        Process::start(&mut self.command(&format!("worker --name honest {line}")))
    }

    /// Returns the games that the tournament has when nobody interferes.
    fn expected(&self) -> Vec<Game> {
        let alone = Folder::new();
        alone.lines(TOURNAMENT);
        alone.games(1)
    }
}

/// A worker that knows the secret, and hands in what it likes.
fn hostile(access: &Access, name: &str) -> Bench {
    let judge = Box::new(|_: &str, _: &[u8]| Ok(()));
    Bench::open(access, name, LONG, judge, Arc::new(|_| {})).expect("a bench")
}

/// Plays the game of a job as it should be, and returns its result.
fn honest(definition: &[u8], id: &str, payload: &[u8]) -> Claim {
    let definition: Value = serde_json::from_slice(definition).expect("a definition");
    let event = Event::from_json(&definition["event"].to_string()).expect("a tournament");
    let prepared = Arc::new(Prepared::new(event).expect("a tournament"));
    let order: Value = serde_json::from_slice(payload).expect("a job");
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    let seats = order["seats"].as_array().expect("seats").iter().map(|who| Entrant(number(who)));
    let opening = order["opening"].as_u64().map(|opening| Opening(opening as usize));
    let id = id.replace('-', ".").parse().expect("a game");
    let pairing = Pairing { id, seats: seats.collect(), opening };
    let stop = Arc::new(AtomicBool::new(false));
    let mut supply = Programs::new(prepared.clone());
    Claim::play(&prepared, &pairing, &mut supply, &stop).expect("a game")
}

/// Has a worker hand in three results of one kind, and returns what the organiser says of the last.
#[track_caller]
fn refuses(forge: fn(&mut Claim)) -> String {
    refuses_text(|result| {
        let mut result = result.clone();
        forge(&mut result);
        serde_json::to_vec(&result).expect("text")
    })
}

#[track_caller]
fn refuses_text(forge: impl Fn(&Claim) -> Vec<u8>) -> String {
    let scene = Scene::new();
    let expected = scene.expected();
    let mut organiser = Process::start(&mut scene.command(&format!("{TOURNAMENT} --lease 2s")));
    let mut hostile = hostile(&scene.access(Some(SECRET)), "mallory");
    for _ in 0..3 {
        let task = hostile.next(LONG).expect("a job");
        let result = honest(task.definition(), task.id(), task.payload());
        task.finish(&forge(&result)).expect("the queue takes it");
    }
    let said = organiser.says("is shut out");
    assert!(said.contains("by worker mallory is refused: "), "{said}");
    // Also what it sends in order is not taken any more.
    let task = hostile.next(LONG).expect("a job");
    let result = honest(task.definition(), task.id(), task.payload());
    task.finish(&serde_json::to_vec(&result).expect("text")).expect("the queue takes it");
    drop(hostile);
    let _honest = scene.worker("");
    let exit = organiser.exit();
    assert!(exit.status.success(), "{}: {}", exit.status, exit.errors);
    assert_eq!(scene.place.games(1), expected, "every game, and the same as on one machine");
    let store = scene.place.store();
    let store = rusqlite::Connection::open(store).expect("a store");
    let workers: Vec<String> = store
        .prepare("SELECT DISTINCT worker FROM game")
        .and_then(|mut query| query.query_map([], |row| row.get(0))?.collect())
        .expect("workers");
    assert_eq!(workers, ["honest-1"]);
    said
}

#[test]
fn a_result_that_wins_more_than_there_is() {
    let said = refuses(|result| result.payoffs = vec![100, -100]);
    assert!(said.contains("it says [100, -100] "), "{said}");
}

#[test]
fn a_result_that_is_none() {
    let said = refuses_text(|_| b"won, believe me".to_vec());
    assert!(said.contains("it cannot be read: expected value at line 1"), "{said}");
}

#[test]
fn moves_that_are_none() {
    let said = refuses(|result| result.moves.insert_str(0, "B1C3 "));
    assert!(said.contains("ply 5: B1C3: "), "{said}");
}

#[test]
fn a_forged_result() {
    let said = refuses(|result| result.payoffs.reverse());
    assert!(said.contains("expected "), "{said}");
}

/// Leaves out all moves but those of the opening, and says how the game ended then.
fn cut_off(result: &mut Claim, payoffs: [i8; 2], reason: &str) {
    result.moves.clear();
    result.spent_ms.clear();
    result.judgements.clear();
    (result.payoffs, result.reason) = (payoffs.to_vec(), reason.into());
}

#[test]
fn a_game_that_is_not_over() {
    let said = refuses(|result| cut_off(result, [0, 0], "steps"));
    assert!(said.contains("the game goes on, and cannot end so: steps"), "{said}");
}

#[test]
fn other_seats() {
    let said = refuses(|result| result.seats.reverse());
    assert!(said.contains("it has other players than game "), "{said}");
}

#[test]
fn a_fault_of_somebody_who_does_not_play() {
    let said = refuses(|result| {
        cut_off(result, [1, -1], "default");
        result.offences =
            vec![Offence { seat: 99, kind: "gone".into(), words: "is not there".into() }];
    });
    assert!(said.contains("a fault of seat 99, gone, cannot be here"), "{said}");
}

#[test]
fn a_game_of_another_time() {
    let said = refuses(|result| result.began_ms = 1 << 60);
    assert!(said.contains("expected a time after 2000 and not after tomorrow"), "{said}");
}

#[test]
fn who_does_not_know_the_secret_is_not_heard() {
    let scene = Scene::new();
    let expected = scene.expected();
    let mut organiser = Process::start(&mut scene.command(TOURNAMENT));
    // One that has another secret refuses the tournament; the organiser goes on without it.
    let mut other = scene.command("worker --name other");
    let mut other = Process::start(other.env("MANATOR_QUEUE_SECRET", "something else altogether"));
    other.says("is refused: it is not signed with the secret of this worker");
    let _honest = scene.worker("");
    let exit = organiser.exit();
    assert!(exit.status.success(), "{}: {}", exit.status, exit.errors);
    assert_eq!(scene.place.games(1), expected);
}

/// Opens a tournament as an organiser would, with a program as a player, and hears what workers say to it.
fn organise(scene: &Scene, secret: Option<&str>, agent: &str) -> Desk {
    let players = vec![Entry::of("random"), Entry::of(agent)];
    let event = Event { games: Some(2), ..Event::new("joust", players) };
    let directory = Some(scene.place.folder.path().to_path_buf());
    let prepared = Prepared::new(Event { directory, ..event.clone() }).expect("a tournament");
    let signature = Signature::of(&prepared).to_string();
    let definition = json!({"event": event, "signature": signature}).to_string();
    let (access, terms) = (scene.access(secret), Terms::default());
    let desk = Desk::open(&access, "evil", definition.as_bytes(), terms, Arc::new(|_| {}));
    let mut desk = desk.expect("a desk");
    let pairing = prepared.planned().expect("a plan").remove(0);
    let seats: Vec<usize> = pairing.seats.iter().map(|who| who.0).collect();
    let payload = json!({"seats": seats, "opening": pairing.opening.map(|opening| opening.0)});
    let id = pairing.id.to_string().replace('.', "-");
    desk.publish(&[Job { id, payload: payload.to_string().into() }]).expect("a job");
    desk
}

#[track_caller]
fn refusal(desk: &mut Desk) -> String {
    loop {
        match desk.next(LONG).expect("a worker says something") {
            Heard::Worker { stance: Stance::Refuses(why), .. } => return why,
            Heard::Worker { .. } => {}
            other => panic!("it began: {other:?}"),
        }
    }
}

#[test]
fn an_organiser_cannot_run_commands_on_a_worker() {
    let scene = Scene::new();
    let victim = scene.place.folder.path().join("was-here");
    let agent = format!("program:sh -c 'touch {}'", victim.display());
    // Somebody without the secret is not even listened to.
    let forged = organise(&scene, None, &agent);
    let mut worker = scene.worker("");
    worker.says("event evil is refused: it is not signed with the secret of this worker");
    forged.close().expect("the end of the event");
    worker.kill();
    // Somebody who knows it can have no program run that is not listed.
    let mut desk = organise(&scene, Some(SECRET), &agent);
    let mut worker = scene.worker("");
    let why = refusal(&mut desk);
    assert!(why.contains("is not among the programs that this worker may run"), "{why}");
    worker.says("does not play in a tournament");
    worker.kill();
    assert!(!victim.exists(), "nothing has been run");
    // Not even when its shell and another command of it are.
    let line = scene.place.program(&["worker", "--hash", "sh -c true"]).output().expect("it runs");
    fs::write(scene.place.folder.path().join("listed"), line.stdout).expect("a file");
    desk.close().expect("the end of the event");
    let mut desk = organise(&scene, Some(SECRET), &agent);
    let _worker = scene.worker("--programs listed");
    let why = refusal(&mut desk);
    assert!(why.contains("is not among the programs that this worker may run"), "{why}");
    assert!(!victim.exists(), "nothing has been run");
}

#[test]
fn a_program_that_has_changed_is_not_run() {
    let scene = Scene::new();
    let program = scene.place.folder.path().join("agent");
    fs::write(&program, "#!/bin/sh\nexit 1\n").expect("a file");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
    let line = scene.place.program(&["worker", "--hash", "./agent"]).output().expect("it runs");
    let line = String::from_utf8(line.stdout).expect("text");
    assert!(line.len() > 64 && line.ends_with("  ./agent\n"), "{line}");
    fs::write(scene.place.folder.path().join("listed"), &line).expect("a file");
    fs::write(&program, "#!/bin/sh\nexit 2\n").expect("a file");
    let mut desk = organise(&scene, Some(SECRET), "program:./agent");
    let mut worker = scene.worker("--programs listed");
    let why = refusal(&mut desk);
    assert!(why.contains("is not as it was when it was listed"), "{why}");
    worker.kill();
    desk.close().expect("the end of the event");
    // As it was, it is run.
    fs::write(&program, "#!/bin/sh\nexit 1\n").expect("a file");
    let mut desk = organise(&scene, Some(SECRET), "program:./agent");
    let _worker = scene.worker("--programs listed");
    let bytes = loop {
        match desk.next(LONG).expect("a result") {
            Heard::Result { bytes, .. } => break bytes,
            Heard::Worker { stance: Stance::Refuses(why), .. } => panic!("{why}"),
            _ => {}
        }
    };
    let result: Value = serde_json::from_slice(&bytes).expect("a result");
    assert_eq!(result["reason"], "default", "{result}");
}

#[test]
fn a_program_that_is_listed_plays() {
    let scene = Scene::new();
    let folder = scene.place.folder.path();
    // As root, programs in the sandbox have users of their own.
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("a folder");
    scene.place.program(&["new-agent", "python", "mine"]).output().expect("an agent");
    let command = "python3 mine/agent.py";
    let line = scene.place.program(&["worker", "--hash", command]).output().expect("it runs");
    fs::write(folder.join("listed"), line.stdout).expect("a file");
    let _worker = scene.worker("--programs listed");
    let url = scene.nats.url();
    let agent = format!("program:{command}");
    let words = ["match", "joust", "random", &agent, "--games", "2", "--queue", &url];
    let mut organiser = scene.place.command(&words);
    let exit = Process::start(organiser.env("MANATOR_QUEUE_SECRET", SECRET)).exit();
    assert!(exit.status.success(), "{}: {}", exit.status, exit.errors);
    let games = scene.place.games(1);
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|(_, _, _, reason, _)| reason == "no-legal-move"), "{games:?}");
}

#[test]
fn a_queue_elsewhere_needs_a_secret() {
    let place = Folder::new();
    for line in ["worker", "match joust random random --games 2"] {
        let words: Vec<&str> = line.split_whitespace().chain(["--queue", "10.255.255.1"]).collect();
        let output = place.program(&words).env_remove("MANATOR_QUEUE_SECRET").output();
        let output = output.expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        assert!(
            error.contains("--queue-secret FILE") && error.contains("MANATOR_QUEUE_SECRET"),
            "{error}"
        );
    }
    let file = place.folder.path().join("secret");
    let cases =
        [("short", 0o600, "expected at least 16"), (SECRET, 0o644, "everybody on this machine")];
    for (text, mode, said) in cases {
        fs::write(&file, text).expect("a file");
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("a file");
        let words = ["worker", "--queue", "10.255.255.1", "--queue-secret", "secret"];
        let output = place.program(&words).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(said), "{error}");
        assert!(!error.contains(SECRET), "{error}");
    }
    // Nor where programs that it runs could read it.
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("a file");
    fs::write(place.folder.path().join("listed"), "").expect("a file");
    let words = ["worker", "--queue", "127.0.0.1:1", "--programs", "listed", "--queue-secret"];
    for (name, said) in [("secret", "can read it"), (".secret", "no NATS server answers")] {
        fs::rename(&file, place.folder.path().join(name)).expect("a file");
        let output = place.program(&words).arg(name).output().expect("it runs");
        fs::rename(place.folder.path().join(name), &file).expect("a file");
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(error.contains(said), "{error}");
    }
}

/// Plays a match whose organiser and worker reach the queue with the same flags.
#[track_caller]
fn plays(nats: &NatsServer, flags: &[(&str, PathBuf)]) {
    let place = Folder::new();
    fs::write(place.folder.path().join("secret"), SECRET).expect("a file");
    let mode = fs::Permissions::from_mode(0o600);
    fs::set_permissions(place.folder.path().join("secret"), mode).expect("a file");
    let url = nats.url();
    let flags: Vec<String> = flags
        .iter()
        .flat_map(|(flag, path)| [flag.to_string(), path.display().to_string()])
        .collect();
    let line = |words: &'static str| -> Vec<&str> {
        let common = ["--queue", &url, "--queue-secret", "secret"];
        let flags = flags.iter().map(String::as_str);
        words.split_whitespace().chain(common).chain(flags).collect()
    };
    let _worker = Process::start(&mut place.program(&line("worker")));
    let organiser = line("match joust random greedy --games 2");
    let mut organiser = Process::start(&mut place.command(&organiser));
    let exit = organiser.exit();
    assert!(exit.status.success(), "{}: {}", exit.status, exit.errors);
    assert_eq!(place.games(1).len(), 2);
}

#[test]
fn credentials_and_certificates() {
    let credentials = Credentials::new();
    let config = credentials.config().display().to_string();
    let nats = NatsServer::start_with(&["-js", "-c", &config]);
    plays(&nats, &[("--queue-creds", credentials.user())]);
    let certificates = Certificates::new();
    let args = certificates.server_args();
    let nats = NatsServer::start_with(&args.iter().map(String::as_str).collect::<Vec<_>>());
    let file = |name| certificates.path(name);
    let flags = [("--queue-ca", file("ca")), ("--queue-cert", file("client"))];
    plays(&nats, &[flags[0].clone(), flags[1].clone(), ("--queue-key", file("client-key"))]);
}
