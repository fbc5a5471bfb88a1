//! Whole games between seats, over real threads, sockets and files.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use manator_core::{Player, Record, Settings, Table};
use manator_games::catalog::{self, GAMES};
use manator_play::contender::{Ask, Choice, Contender, Fault, Heard};
use manator_play::{
    Happened, Post, Saves, SeatEvent, SeatSpec, Session, Setup, TimeControl, restore,
};

use manator_protocol::ToAgent;

/// Longer than anything here takes, so that a hang fails instead of lasting.
const PATIENCE: Duration = Duration::from_secs(60);

fn table(game: &str, options: &str) -> Box<dyn Table> {
    let entry = catalog::find(game).unwrap();
    entry.open(Settings::parse(entry.card().options, options).unwrap()).unwrap()
}

fn setup(seats: &[&str]) -> Setup {
    let seats = seats.iter().map(|seat| seat.parse().unwrap()).collect();
    Setup { pace: Duration::ZERO, ..Setup::new(seats, TimeControl::None) }
}

fn open(table: Box<dyn Table>, setup: &Setup) -> (Session, Receiver<SeatEvent>) {
    let (sender, inbox) = channel();
    let post: Post = Arc::new(move |event| drop(sender.send(event)));
    (Session::new(table, setup, post).unwrap(), inbox)
}

/// Delivers what seats say until the game is over.
fn finish(session: &mut Session, inbox: &Receiver<SeatEvent>) {
    while !session.is_over() {
        let event = inbox.recv_timeout(PATIENCE).expect("a seat speaks");
        session.deliver(event);
        while session.next_line() != Happened::Nothing {}
    }
}

#[test]
fn agents_finish_every_game() {
    for entry in GAMES {
        let card = entry.card();
        let seats: Vec<String> =
            (0..card.players.len()).map(|seat| format!("random:seed={seat}")).collect();
        let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
        let options = if card.name == "jetan" { "max-moves=60" } else { "" };
        let (mut session, inbox) = open(table(card.name, options), &setup(&seats));
        session.proceed();
        finish(&mut session, &inbox);
        let record = session.record();
        assert_eq!(record.player(card.players[0]), Some("random:seed=0"));
        record.replay(*entry, |_, _| {}).unwrap();
        assert_eq!(Record::parse(&record.to_string()).unwrap(), record);
    }
}

#[test]
fn a_hurried_agent_still_moves() {
    for entry in GAMES {
        let card = entry.card();
        let seats = vec!["champion:time=86400000"; card.players.len()];
        let (mut session, inbox) = open(table(card.name, ""), &setup(&seats));
        session.proceed();
        for _ in 0..3 {
            // Sometimes before it has begun at all.
            session.hurry();
            loop {
                let event = inbox.recv_timeout(PATIENCE).expect("the agent moves");
                if matches!(session.deliver(event), Happened::Moved) {
                    break;
                }
            }
        }
        assert_eq!(session.table().moves().len(), 3, "{}", card.name);
    }
}

#[test]
fn taking_back_and_playing_again_keeps_clocks_and_moves() {
    let mut setup = setup(&["human", "novice"]);
    setup.control = "10m+5s".parse().unwrap();
    let (mut session, inbox) = open(table("joust", ""), &setup);
    session.proceed();
    assert!(!session.undo(), "nothing was played");
    for _ in 0..2 {
        let mv = session.table().legal()[0].clone();
        session.play(&mv).unwrap();
        while !session.awaits_person() {
            session.deliver(inbox.recv_timeout(PATIENCE).unwrap());
        }
    }
    let played = session.record();
    assert!(session.undo());
    assert_eq!(session.table().moves().len(), 2);
    assert!(session.undo());
    assert_eq!(session.table().moves().len(), 0);
    let whole = Duration::from_secs(600);
    let left = session.left(Player(0)).unwrap();
    assert!(left <= whole && left > whole - PATIENCE, "{left:?}");
    assert!(!session.undo());
    assert!(session.redo() && session.redo());
    assert!(!session.redo());
    assert_eq!(session.record(), played);
    assert!(session.awaits_person());
}

#[test]
fn an_answer_to_an_old_question_is_ignored() {
    let (mut session, inbox) = open(table("joust", ""), &setup(&["human", "champion:depth=6"]));
    session.proceed();
    let mv = session.table().legal()[0].clone();
    session.play(&mv).unwrap();
    // The agent thinks, or has already posted its move.
    assert!(session.undo());
    assert!(session.awaits_person());
    while let Ok(event) = inbox.recv_timeout(Duration::from_millis(300)) {
        assert_eq!(session.deliver(event), Happened::Nothing);
    }
    assert!(session.table().moves().is_empty());
}

#[test]
fn the_clock_ends_a_game_by_the_rules_of_the_game() {
    let mut setup = setup(&["human", "human", "human"]);
    setup.control = "1ms/move".parse().unwrap();
    let (mut session, _inbox) = open(table("threechess", ""), &setup);
    session.proceed();
    while session.tick() == Happened::Nothing {
        std::thread::yield_now();
    }
    let verdict = session.sheet.verdict.as_ref().unwrap();
    assert_eq!(verdict.outcome.reason.0, "time");
    // All have the same score: of the other two, the earlier seat wins.
    assert_eq!(verdict.outcome.payoffs.as_slice(), [-1, 1, 0]);
    session.record().replay(catalog::find("threechess").unwrap(), |_, _| {}).unwrap();
}

#[test]
fn whoever_resigns_has_lost() {
    let (mut session, _inbox) = open(table("jetan", ""), &setup(&["human", "human"]));
    session.proceed();
    session.resign(Player(1));
    let record = session.record();
    assert_eq!(record.result, Some(vec![1, -1]));
    assert_eq!(record.reason.as_deref(), Some("resigned"));
    assert_eq!(session.sheet.verdict.as_ref().unwrap().words, "Orange resigns: Black wins");
    let restored = restore(&record).unwrap();
    let (mut again, _inbox) = open(restored.table, &restored.setup);
    again.sheet.take_over(&record);
    assert_eq!(again.sheet.verdict.as_ref().unwrap().words, "Orange resigns: Black wins");
    assert_eq!(again.record(), record);
}

#[test]
fn two_programs_agree_on_every_game() {
    for entry in GAMES {
        let card = entry.card();
        if card.players.len() != 2 {
            continue;
        }
        let options = match card.name {
            "jetan" => "max-moves=40",
            "kings-court" => "quiet-limit=6",
            _ => "",
        };
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let here = setup(&["random:seed=7", &format!("remote:listen:127.0.0.1:{port}")]);
        let there = setup(&[&format!("remote:connect:127.0.0.1:{port}"), "random:seed=8"]);
        let (mut here, inbox_here) = open(table(card.name, options), &here);
        let (mut there, inbox_there) = open(table(card.name, options), &there);
        here.proceed();
        there.proceed();
        let other = std::thread::spawn(move || {
            finish(&mut there, &inbox_there);
            there
        });
        finish(&mut here, &inbox_here);
        let there = other.join().unwrap();
        assert_eq!(here.table().moves(), there.table().moves());
        assert_eq!(here.sheet.verdict, there.sheet.verdict);
        assert_ne!(here.sheet.verdict.as_ref().unwrap().outcome.reason.0, "default");
    }
}

#[test]
fn three_programs_share_one_hub() {
    let hub_setup =
        setup(&["random:seed=1", "remote:listen:127.0.0.1:0", "remote:listen:localhost:0"]);
    let (mut hub, inbox) = open(table("threechess", ""), &hub_setup);
    let ports = hub.seats.awaited();
    let connect = |seats: [&str; 3]| {
        let (mut session, inbox) = open(table("threechess", ""), &setup(&seats));
        session.proceed();
        std::thread::spawn(move || {
            finish(&mut session, &inbox);
            session
        })
    };
    let at = |index: usize| format!("remote:connect:{}", ports[index]);
    let green = connect([&at(0), "random:seed=2", &at(0)]);
    let red = connect([&at(1), &at(1), "random:seed=3"]);
    hub.proceed();
    finish(&mut hub, &inbox);
    for end in [green, red] {
        let end = end.join().unwrap();
        assert_eq!(end.table().moves(), hub.table().moves());
        assert_eq!(
            end.sheet.verdict.as_ref().unwrap().outcome,
            hub.sheet.verdict.as_ref().unwrap().outcome
        );
    }
}

/// Connects to a session that listens, says something, and returns how the game ended there.
fn verdict_on(says: &str) -> String {
    use std::io::Write;
    let (mut session, inbox) =
        open(table("joust", ""), &setup(&["remote:listen:127.0.0.1:0", "random"]));
    session.proceed();
    let place = session.seats.awaited()[0].clone();
    let mut stream = std::net::TcpStream::connect(place).unwrap();
    // The session may hang up before all is sent.
    let _ = stream.write_all(says.as_bytes());
    let _ = stream.shutdown(std::net::Shutdown::Write);
    finish(&mut session, &inbox);
    session.sheet.verdict.as_ref().unwrap().words.clone()
}

#[test]
fn bad_programs_lose_and_are_told_why() {
    assert_eq!(verdict_on(""), "White left the game: Black wins");
    assert_eq!(verdict_on("resign\n"), "White resigns: Black wins");
    let illegal = verdict_on("D1D2\n");
    assert!(illegal.starts_with("White made an illegal move, D1D2: "), "{illegal}");
    let garbage = verdict_on("\u{1}\u{2}\r\n");
    assert!(garbage.starts_with("White answered '��': not a move"), "{garbage}");
    let long = verdict_on(&"x".repeat(1 << 20));
    assert!(long.starts_with("White left the game: sent a line of more than 65536"), "{long}");
    let flood = verdict_on(&"D1E3\n".repeat(100_000));
    assert!(flood.starts_with("White made an illegal move, D1E3: "), "{flood}");
}

/// An agent that plays the first legal move, and talks about it.
const POLITE: &str = "program:python3 -u -c '
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == \"ugi\": print(\"option name UGI_SendLegal type check default true\\nugiok\")
    if words[0] == \"isready\": print(\"readyok\")
    if words[0] == \"legal\": legal = words[1:]
    if words[0] == \"go\": print(\"I like this\\nbestmove \" + legal[0])
    if words[0] == \"quit\": break
'";

#[test]
fn programs_take_seats_and_what_they_say_is_kept() {
    let (mut session, inbox) = open(table("joust", "size=5x5"), &setup(&[POLITE, "random"]));
    session.proceed();
    assert!(!session.seats.all_connected(), "it is not asked before it is ready");
    finish(&mut session, &inbox);
    assert_eq!(session.sheet.verdict.as_ref().unwrap().outcome.reason.0, "no-legal-move");
    let record = session.record();
    assert_eq!(record.moves[0].comment.as_deref(), Some("I like this"));
    assert_eq!(record.moves[1].comment, None);
    // A record from elsewhere starts nothing.
    let restored = manator_play::restore(&record).unwrap();
    assert!(restored.setup.seats[0].is_person());
    for (seat, words) in [
        ("program:/no/such/program", "White could not be started, "),
        ("program:false", "White exited with status 1"),
        ("once:false", "White exited with status 1"),
    ] {
        let (mut session, inbox) = open(table("joust", "size=5x5"), &setup(&[seat, "random"]));
        session.proceed();
        finish(&mut session, &inbox);
        let verdict = session.sheet.verdict.as_ref().unwrap();
        assert!(verdict.words.starts_with(words), "{}", verdict.words);
        assert!(verdict.words.ends_with("Black wins"), "{}", verdict.words);
    }
}

#[test]
fn seats_that_cannot_be_taken_are_refused() {
    let refused = |game: &str, seats: &[&str]| {
        let post: Post = Arc::new(|_| {});
        let error = Session::new(table(game, ""), &setup(seats), post).err().unwrap();
        error.to_string()
    };
    assert_eq!(refused("joust", &["human"]), "1 seats were given: expected 2");
    assert!(refused("joust", &["human", "maxn"]).contains("no agent 'maxn' plays joust"));
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let seat = format!("remote:listen:{}", taken.local_addr().unwrap());
    assert!(refused("joust", &["human", &seat]).starts_with(&seat));
    for nonsense in ["", "remote:", "remote:listen:99999", "remote:connect:4000", "a b", "x:y"] {
        let error = nonsense.parse::<SeatSpec>().unwrap_err().to_string();
        assert!(error.contains("expected"), "{error}");
    }
    for text in ["human", "champion", "alphabeta:eval=mobility,depth=4", "remote:connect:host:1"] {
        assert_eq!(text.parse::<SeatSpec>().unwrap().to_string(), text);
    }
}

#[test]
fn a_kept_game_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let saves = Saves { folder: folder.path().join("games") };
    assert!(saves.last_unfinished(None).unwrap().is_none());
    let mut setup = setup(&["human", "random:seed=5"]);
    setup.control = "5m+0s".parse().unwrap();
    let (mut session, inbox) = open(table("refusal", "first=north"), &setup);
    session.keep(saves.slot("refusal").unwrap());
    session.proceed();
    for _ in 0..12 {
        while !session.awaits_person() && !session.is_over() {
            session.deliver(inbox.recv_timeout(PATIENCE).unwrap());
        }
        if session.is_over() {
            break;
        }
        let mv = session.table().legal()[0].clone();
        session.play(&mv).unwrap();
    }
    while !session.awaits_person() && !session.is_over() {
        session.deliver(inbox.recv_timeout(PATIENCE).unwrap());
    }
    assert!(!session.is_over(), "the game is long enough for this test");
    assert!(saves.last_unfinished(None).unwrap().is_none(), "it is still being played");
    let before = session.record();
    drop(session);
    assert!(saves.last_unfinished(Some("jetan")).unwrap().is_none());
    let kept = saves.last_unfinished(Some("refusal")).unwrap().unwrap();
    let (mut again, _inbox) = open(kept.table, &kept.setup);
    again.sheet.take_over(&kept.record.unwrap());
    again.keep(kept.slot.unwrap());
    assert_eq!(again.record(), before);
    assert!(again.awaits_person());
    assert_eq!(again.table().position(), {
        let replayed = before.replay(catalog::find("refusal").unwrap(), |_, _| {}).unwrap();
        replayed.position()
    });
    again.resign(Player(0));
    drop(again);
    assert!(saves.last_unfinished(None).unwrap().is_none(), "it is finished");
    let left: Vec<_> = std::fs::read_dir(&saves.folder).unwrap().collect();
    assert_eq!(left.len(), 1, "no lock and no draft stay behind");
}

#[test]
fn a_record_keeps_what_time_each_player_has() {
    let mut setup = setup(&["human", "human"]);
    setup.control = "2/10m+1s / none".parse().unwrap();
    let (mut session, _inbox) = open(table("joust", ""), &setup);
    session.proceed();
    for _ in 0..3 {
        let mv = session.table().legal()[0].clone();
        session.play(&mv).unwrap();
    }
    let record = Record::parse(&session.record().to_string()).unwrap();
    assert!(record.tags.contains(&("TimeControl".into(), "2/10m+1s / none".into())));
    let clocks: Vec<bool> = record.moves.iter().map(|mv| mv.clock_ms.is_some()).collect();
    assert_eq!(clocks, [true, false, true]);
    let restored = restore(&record).unwrap();
    assert_eq!(restored.setup.control, setup.control);
    let (mut again, _inbox) = open(restored.table, &restored.setup);
    again.sheet.take_over(&record);
    let [white, black] = [0, 1].map(|seat| again.left(Player(seat)));
    // Both turns of the first period are played, and the second has begun.
    assert!(white.unwrap() > Duration::from_secs(1140), "{white:?}");
    assert_eq!(black, None);
    assert_eq!(again.sheet.clocks.turns_to_go(Player(0)), Some(2));
    assert!(again.undo());
    assert_eq!(again.sheet.clocks.turns_to_go(Player(0)), Some(1));
    assert!(again.redo());
    assert_eq!(again.sheet.clocks.turns_to_go(Player(0)), Some(2));

    let mut strange = record;
    let tag = strange.tags.iter_mut().find(|(name, _)| name == "TimeControl").unwrap();
    tag.1 = "1s / 2s / 3s".into();
    let error = restore(&strange).unwrap_err().to_string();
    let expected = "expected one time control, or one for each of the 2 players";
    assert_eq!(error, format!("TimeControl: '1s / 2s / 3s': {expected}"));
}

/// Plays any move, and passes on what it is told at the end.
struct Listener(Sender<String>);

impl Contender for Listener {
    fn name(&self) -> String {
        "listener".into()
    }

    fn begin(&mut self, _: &dyn Table) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, ask: &Ask<'_>, _: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        Ok(Choice { mv: ask.table.legal().swap_remove(0), thought: None })
    }

    fn finish(&mut self, _: &dyn Table, told: &[ToAgent]) {
        told.iter().for_each(|told| drop(self.0.send(told.to_string())));
    }
}

#[test]
fn whoever_plays_is_told_how_the_game_ended() {
    let check = |end: fn(&mut Session), words: &str| {
        let seats = vec![SeatSpec::Guest("somebody".into()), "random".parse().unwrap()];
        let setup = Setup { seats, ..setup(&["random", "random"]) };
        let (mut session, inbox) = open(table("joust", "size=3x3"), &setup);
        let (sender, told) = channel();
        session.seat_guest(Player(0), Box::new(Listener(sender)));
        session.proceed();
        end(&mut session);
        finish(&mut session, &inbox);
        session.seats.dismiss_guests();
        assert!(told.recv_timeout(PATIENCE).expect("a word").contains(words));
        assert!(told.recv_timeout(PATIENCE).is_err(), "once");
    };
    check(|_| {}, "over 1-0 no-legal-move Black's knight");
    check(|session| session.resign(Player(1)), "over 1-0 resigned Black resigns: White wins");
}
