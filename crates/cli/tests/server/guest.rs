//! Clients that are nothing but a connection, and say exactly what a test wants them to.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::thread::{self, JoinHandle};

use manator_core::random::mix;
use manator_core::{Settings, Table};
use manator_games::catalog;
use manator_protocol::{News, Start, ToAgent};

use crate::driver::PATIENCE;

/// A connection that speaks lines.
pub(crate) struct Guest {
    pub(crate) stream: TcpStream,
    reader: BufReader<TcpStream>,
}

impl Guest {
    #[track_caller]
    pub(crate) fn connect(port: u16) -> Guest {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
        Guest::over(stream)
    }

    #[track_caller]
    pub(crate) fn over(stream: TcpStream) -> Guest {
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        stream.set_nodelay(true).expect("no delay");
        let reader = BufReader::new(stream.try_clone().expect("another handle"));
        Guest { stream, reader }
    }

    /// Says its first line, and returns what it is answered after the hello.
    #[track_caller]
    pub(crate) fn asks(port: u16, line: &str) -> (Guest, String) {
        let mut guest = Guest::connect(port);
        guest.says(line);
        assert_eq!(guest.reads().as_deref(), Some("manator 1"), "{line}");
        let answer = guest.reads().expect("an answer");
        (guest, answer)
    }

    /// Joins, and must be welcome.
    #[track_caller]
    pub(crate) fn joins(port: u16, rest: &str) -> Guest {
        let (guest, answer) = Guest::asks(port, &format!("join any as {rest}"));
        assert!(answer.starts_with("welcome join "), "{rest}: {answer}");
        guest
    }

    /// Watches, and must be welcome.
    #[track_caller]
    pub(crate) fn watches(port: u16, line: &str) -> Guest {
        let (guest, answer) = Guest::asks(port, line);
        assert!(answer.starts_with("welcome watch "), "{line}: {answer}");
        guest
    }

    /// Says a line; nobody need hear it.
    pub(crate) fn says(&mut self, line: &str) {
        let _ = self.stream.write_all(format!("{line}\n").as_bytes());
    }

    /// Reads a line; nothing when the connection is closed.
    #[track_caller]
    pub(crate) fn reads(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.reader.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => Some(line.trim_end().to_string()),
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => None,
            Err(error) => panic!("{error}: after '{line}'"),
        }
    }

    /// Reads until a line with these words.
    #[track_caller]
    pub(crate) fn reads_until(&mut self, words: &str) -> Vec<String> {
        let mut all = Vec::new();
        while let Some(line) = self.reads() {
            all.push(line);
            if all.last().is_some_and(|line| line.contains(words)) {
                return all;
            }
        }
        panic!("'{words}' never comes: {all:#?}");
    }

    /// Reads all that comes until the connection is closed.
    #[track_caller]
    pub(crate) fn rest(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.reads()).collect()
    }

    /// Watches until the end, on a thread of its own.
    pub(crate) fn sees(mut self) -> JoinHandle<Vec<String>> {
        thread::spawn(move || self.rest())
    }

    /// Answers as an agent does until the connection is closed, on a thread of its own; returns what it was
    /// told.
    pub(crate) fn plays(
        self,
        mut choose: impl FnMut(&dyn Table) -> Reply + Send + 'static,
    ) -> JoinHandle<Vec<String>> {
        thread::spawn(move || self.answers(&mut choose))
    }

    fn answers(mut self, choose: &mut dyn FnMut(&dyn Table) -> Reply) -> Vec<String> {
        let mut told = Vec::new();
        let (mut table, mut late) = (None, None::<String>);
        while let Some(line) = self.reads() {
            match line.parse() {
                Ok(ToAgent::Ugi) => {
                    self.says("id name guest\noption name UGI_Game type string\nugiok");
                }
                Ok(ToAgent::SetOption { name, value }) if name == "UGI_Game" => {
                    table = Some(open(&value.unwrap_or_default()));
                }
                Ok(ToAgent::IsReady) => {
                    self.says("readyok");
                    if let Some(text) = late.take() {
                        self.says(&text);
                    }
                }
                Ok(ToAgent::Position { start, moves }) => {
                    let table = table.as_mut().expect("the game was named");
                    set_up(&mut **table, &start, &moves);
                }
                Ok(ToAgent::Go(_)) => match choose(&**table.as_ref().expect("a game")) {
                    Reply::Says(text) => self.says(&text),
                    Reply::Late(text) => late = Some(text),
                    Reply::Waits => {}
                    Reply::Leaves => return told,
                },
                _ => {}
            }
            told.push(line);
        }
        told
    }
}

/// What a guest does when it is asked for a move.
pub(crate) enum Reply {
    Says(String),
    /// It waits, and says this only when it is ready for the next game.
    Late(String),
    Waits,
    Leaves,
}

/// Returns somebody who moves at random, always in the same way.
pub(crate) fn random(seed: u64) -> impl FnMut(&dyn Table) -> Reply + Send + 'static {
    let mut count = 0;
    move |table| {
        count += 1;
        let legal = table.legal();
        let drawn = mix(mix(seed) ^ count) % legal.len() as u64;
        Reply::Says(format!("bestmove {}", legal[drawn as usize]))
    }
}

/// Opens the game that a server names.
pub(crate) fn open(rules: &str) -> Box<dyn Table> {
    let (game, options) = rules.split_once(' ').unwrap_or((rules, ""));
    let entry = catalog::find(game).expect("a game");
    let settings = Settings::parse(entry.card().options, options).expect("options");
    entry.open(settings).expect("a table")
}

fn set_up(table: &mut dyn Table, start: &Start, moves: &[String]) {
    assert_eq!(*start, Start::Startpos);
    let known = table.moves().len();
    if moves.len() < known || moves[..known] != *table.moves() {
        while table.undo() {}
    }
    for mv in &moves[table.moves().len()..] {
        table.play(mv).expect("the moves are legal");
    }
}

/// A game as a display has seen it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Seen {
    pub(crate) round: u32,
    pub(crate) players: Vec<String>,
    pub(crate) moves: Vec<String>,
    /// The result, the reason and the words.
    pub(crate) over: Option<(String, String, String)>,
    pub(crate) notes: Vec<String>,
}

/// Returns the games that a display was told about. Every line must be news, every move legal.
#[track_caller]
pub(crate) fn seen(lines: &[String]) -> Vec<Seen> {
    let mut games: Vec<Seen> = Vec::new();
    let mut tables: Vec<Box<dyn Table>> = Vec::new();
    for line in lines {
        let news: News = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(news.to_string(), *line, "what is printed can be read");
        if let News::Game { rules, .. } = &news {
            games.push(Seen::default());
            tables.push(open(rules));
            continue;
        }
        let (game, table) = match (games.last_mut(), tables.last_mut()) {
            (Some(game), Some(table)) => (game, table),
            _ => {
                let is_general = matches!(news, News::Bye(_) | News::Standing { .. });
                assert!(is_general, "{line} before any game");
                continue;
            }
        };
        match news {
            News::Round { number, .. } => game.round = number,
            News::Player { name, .. } => game.players.push(name),
            News::Position { moves, .. } => {
                moves.iter().for_each(|mv| drop(table.play(mv).expect("a legal move")));
                game.moves = moves;
            }
            News::Move { mv, .. } => {
                table.play(&mv).unwrap_or_else(|error| panic!("{line}: {error}"));
                game.moves.push(mv);
            }
            News::Over { result, reason, text } => game.over = Some((result, reason, text)),
            News::Note { text, .. } => game.notes.push(text),
            News::Other(_) => panic!("{line} is no news"),
            _ => {}
        }
    }
    games
}
