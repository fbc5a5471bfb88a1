//! Arenas in processes of their own, whose memory the kernel limits: whoever takes too much is killed.
//!
//! Where a control group can be made, it counts what is really used; elsewhere the process may only map so much.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use manator_core::Settings;
use manator_core::random::SplitMix;
use manator_games::catalog;
use serde_json::{Value, json};

use crate::browser::arena::Arena;
use crate::browser::ask;
use crate::floods::visitor;

/// Says where the store of an arena in a process of its own is.
const STORE: &str = "MANATOR_TEST_STORE";
const GIB: u64 = 1 << 30;

/// This is the process of such an arena: it runs until its input ends.
#[test]
fn an_arena_of_its_own() {
    let Some(store) = std::env::var_os(STORE) else { return };
    let arena = Arena::at(Path::new(&store));
    println!("\nport {}", arena.port);
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
}

/// A control group with a limit of memory; it is removed when its process has ended.
struct Group(PathBuf);

impl Group {
    fn new(bytes: u64) -> Option<Group> {
        let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
        let own = |line: &str| {
            let (kinds, group) = line.split_once(':')?.1.split_once(':')?;
            let (root, file) = match kinds {
                "memory" => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
                "" => ("/sys/fs/cgroup", "memory.max"),
                _ => return None,
            };
            let name = format!("manator-test-{}-{bytes}", std::process::id());
            let folder = Path::new(root).join(group.trim_start_matches('/')).join(name);
            fs::create_dir(&folder).ok()?;
            let made = Group(folder);
            fs::write(made.0.join(file), bytes.to_string()).ok()?;
            Some(made)
        };
        groups.lines().find_map(own)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

struct Limited {
    child: Child,
    arena: Arena,
    _group: Option<Group>,
}

impl Limited {
    fn start(store: &Path, bytes: u64) -> Limited {
        let group = Group::new(bytes);
        let mut command = match &group {
            Some(Group(folder)) => {
                let mut command = Command::new("sh");
                let enter = r#"echo $$ >"$1" && shift && exec "$@""#;
                command.args(["-c", enter, "sh"]).arg(folder.join("cgroup.procs"));
                command
            }
            None => {
                let mut command = Command::new("prlimit");
                command.arg(format!("--data={bytes}"));
                command
            }
        };
        command.arg(std::env::current_exe().expect("this program"));
        command.args(["memory::an_arena_of_its_own", "--exact", "--nocapture"]).env(STORE, store);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.expect("it runs");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let port = lines.find_map(|line| line.ok()?.strip_prefix("port ")?.parse().ok());
        // What else it says is read, so that it never waits for that.
        thread::spawn(move || lines.for_each(drop));
        Limited { child, arena: Arena::elsewhere(port.expect("a port")), _group: group }
    }

    #[track_caller]
    fn is_well(&mut self) {
        assert_eq!(self.child.try_wait().expect("a process"), None, "it was killed");
        assert_eq!(self.arena.get("/api/catalog").0, 200);
    }
}

impl Drop for Limited {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn large_agents_do_not_end_an_arena_of_one_gibibyte() {
    const GAMES: usize = 4;
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("store.db");
    let mut games: Vec<String> = Vec::new();
    // The second time the rooms come back.
    for start in 1..=2 {
        let mut limited = Limited::start(&store, GIB);
        let arena = &limited.arena;
        while games.len() < GAMES {
            games.push(arena.game("jetan", &["champion:hash=128,nodes=100000"; 2], "none").0);
        }
        let mut pages: Vec<_> = games.iter().map(|id| arena.page(id, &[])).collect();
        for (id, page) in games.iter().zip(&mut pages) {
            let plies = |state: &Value| state["moves"].as_array().map_or(0, Vec::len);
            let topic = format!("game/{id}");
            let state =
                page.until(&topic, |state| plies(state) >= 2 * start || !state["over"].is_null());
            assert_eq!(state["over"], Value::Null, "{}", state["notes"]);
        }
        limited.is_well();
    }
}

#[test]
fn large_records_do_not_end_an_arena_of_one_and_a_half() {
    const POSTERS: usize = 250;
    let folder = tempfile::tempdir().expect("a folder");
    let mut limited = Limited::start(&folder.path().join("store.db"), GIB + GIB / 2);
    let port = limited.arena.port;
    // Nearly as much as is read at all, of the shortest moves there are.
    let record = format!("[Game \"joust\"]\n\n{}*\n", "D1E3 ".repeat(400_000));
    let body = json!({ "record": record }).to_string();
    let body = &body;
    let answers: Vec<String> = thread::scope(|scope| {
        let post = |number: usize| {
            let head = visitor(&format!("9.9.{}.{}", number / 200, number % 200 + 1));
            scope.spawn(move || ask(port, "POST /api/position", &head, body))
        };
        let posters: Vec<_> = (0..POSTERS).map(post).collect();
        posters.into_iter().map(|poster| poster.join().expect("an answer")).collect()
    });
    let count = |status: &str| answers.iter().filter(|answer| answer.starts_with(status)).count();
    let (read, refused) = (count("HTTP/1.1 422"), count("HTTP/1.1 429"));
    assert!(read > 0, "{:?}", answers.iter().map(|answer| &answer[..answer.len().min(200)]));
    // How many come at once depends on the machine; whoever comes is answered.
    assert!(refused > 0 && read + refused == POSTERS, "{read} were read, and {refused} refused");
    limited.is_well();
}

/// Returns moves back and forth from a position of three Kings, of which none ends the game.
fn long_game(plies: usize) -> Value {
    let kings = "................K.............../................k.............../\
                 ................6............... blue 39,39,39 -";
    let entry = catalog::find("threechess").expect("a game");
    let mut table = entry.open(Settings::defaults(entry.card().options)).expect("a table");
    table.set_position(kings).expect("three Kings");
    let mut random = SplitMix::new(1);
    while table.moves().len() < plies {
        let mut legal = table.legal();
        let mv = legal.swap_remove(random.below(legal.len() as u64) as usize);
        table.play(&mv).expect("a legal move");
        if table.outcome().is_some() {
            table.undo();
        }
    }
    json!({ "game": "threechess", "start": kings, "moves": table.moves() })
}

#[test]
fn long_games_do_not_end_an_arena_of_one_gibibyte() {
    const POSTERS: usize = 16;
    let folder = tempfile::tempdir().expect("a folder");
    let mut limited = Limited::start(&folder.path().join("store.db"), GIB);
    let (port, body) = (limited.arena.port, long_game(3000).to_string());
    let post = || ask(port, "POST /api/position", &visitor("9.9.9.9"), &body);
    let answers: Vec<String> = thread::scope(|scope| {
        let posters: Vec<_> = (0..POSTERS).map(|_| scope.spawn(post)).collect();
        posters.into_iter().map(|poster| poster.join().expect("an answer")).collect()
    });
    for answer in answers {
        assert!(answer.starts_with("HTTP/1.1 200"), "{}", &answer[..answer.len().min(200)]);
    }
    limited.is_well();
}
