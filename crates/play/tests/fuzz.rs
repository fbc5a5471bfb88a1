//! Whatever agents and servers say, nothing panics, games end, and what is kept of them holds.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader, Cursor, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use manator_core::{Player, Record, Settings, Table};
use manator_engine::{catalog as agents, options::OPTIONS};
use manator_games::catalog;
use manator_play::client::{Received, read_line};
use manator_play::contender::{Builtin, Peer, Timeouts, Ugi};
use manator_play::referee::OnIllegal;
use manator_play::{NOTES_MAX, STANDING_MAX, Terms, TimeControl, Watched, referee};
use manator_protocol::News;

const RANDOM: usize = 50;
const TEXT_MAX: usize = 4096;
/// How long is waited for an answer that never comes; what is checked does not depend on it.
const PATIENCE: Duration = Duration::from_millis(300);
const NOTE_LENGTH_MAX: usize = 1000;

/// What an agent is asked, and how its answers begin.
const QUESTIONS: [(&str, &str); 4] =
    [("ugi", "ugiok"), ("uci", "uciok"), ("isready", "readyok"), ("go", "bestmove ")];

/// Says the next block whenever it is asked for something; leaves after the last, or one that answers nothing.
fn talk(stream: TcpStream, said: &[u8]) {
    let mut blocks = said.split(|byte| *byte == 0);
    let mut output = stream.try_clone().expect("another handle");
    for line in BufReader::new(stream).lines().map_while(Result::ok) {
        let asked = QUESTIONS.iter().find(|(word, _)| line.split(' ').next() == Some(word));
        let Some((_, expected)) = asked else { continue };
        let Some(block) = blocks.next() else { break };
        // The referee may hang up at any time.
        let is_heard = output.write_all(block).is_ok();
        let mut lines = block.split(|byte| *byte == b'\n');
        if !is_heard || !lines.any(|line| line.starts_with(expected.as_bytes())) {
            break;
        }
    }
    let _ = output.shutdown(Shutdown::Both);
}

fn table(options: &str) -> Box<dyn Table> {
    let entry = catalog::find("joust").expect("a game");
    let settings = Settings::parse(entry.card().options, options).expect("options");
    entry.open(settings).expect("a table")
}

/// Plays a game with an agent: how illegal moves count in a byte, then what it says, a NUL before each answer.
fn play(listener: &TcpListener, kind: u8, said: &[u8]) {
    let stream = TcpStream::connect(listener.local_addr().expect("its port")).expect("a line");
    let (other, _) = listener.accept().expect("a connection");
    let table = table("size=5x5");
    let first = agents::open(&*table, "random", &Settings::defaults(OPTIONS)).expect("an agent");
    let terms = Terms {
        allowance: TimeControl::PerMove(PATIENCE).into(),
        steps: Some(6),
        on_illegal: if kind.is_multiple_of(2) { OnIllegal::AskAgain } else { OnIllegal::Default },
        ..Terms::default()
    };
    let report = thread::scope(|scope| {
        scope.spawn(move || talk(other, said));
        let mut agent = Ugi::connected(Peer::connected(stream).expect("it can be used"));
        agent.timeouts = Timeouts { start: PATIENCE, ready: PATIENCE };
        let mut random = Builtin::new("random", first);
        let cancel = Arc::new(AtomicBool::new(false));
        referee(table, &mut [&mut agent, &mut random], &terms, &cancel, &mut |_, _| {})
    });
    assert!(report.verdict.is_some());
    let written = report.record.to_string();
    let record = Record::parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(record.to_string(), written);
    let entry = catalog::find("joust").expect("a game");
    let replayed = record.replay(entry, |_, _| {});
    replayed.unwrap_or_else(|error| panic!("{error}\n{written}"));
    for comment in record.moves.iter().filter_map(|mv| mv.comment.as_deref()) {
        assert!(comment.len() <= NOTE_LENGTH_MAX && !comment.contains(char::is_control));
    }
}

#[test]
fn any_agent() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    bolero::check!().with_iterations(RANDOM).with_max_len(TEXT_MAX).for_each(|bytes: &[u8]| {
        if let Some((kind, said)) = bytes.split_first() {
            play(&listener, *kind, said);
        }
    });
}

/// Follows a game as a server tells it.
#[test]
fn any_news() {
    bolero::check!().with_iterations(RANDOM).with_max_len(TEXT_MAX).for_each(|bytes: &[u8]| {
        let (mut watched, mut input) = (Watched::default(), Cursor::new(bytes));
        let now = Instant::now();
        while let Ok(Received::Line(line)) = read_line(&mut input) {
            let Ok(news) = line.trim_end().parse::<News>() else { continue };
            watched.hear(news, now);
            assert!(watched.notes().count() <= NOTES_MAX);
            assert!(watched.standing.len() <= STANDING_MAX);
            let later = now + Duration::from_secs(5);
            let Some(table) = watched.table() else { continue };
            assert_eq!(watched.spent().len(), table.moves().len());
            for player in Player::all(table.card().players.len()) {
                assert!(watched.left(player, later) <= watched.left(player, now));
                let _ = watched.name(player);
            }
        }
    });
}
