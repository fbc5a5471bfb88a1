//! Messages are read as they were printed, and nothing that comes in does harm.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::Debug;
use std::str::FromStr;
use std::time::Duration;

use manator_core::random::SplitMix;
use manator_protocol::{
    Bound, Declaration, Dialect, FromAgent, Go, Id, Info, OptionType, ParseError, PlayerClock,
    Query, Score, Start, ToAgent,
};

use crate::round_trip::check;

const MESSAGES: usize = 20_000;
const ITERATIONS: usize = 50_000;

/// Draws parts of messages.
struct Draw(SplitMix);

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.0.below(bound)
    }

    fn maybe<T>(&mut self, draw: impl FnOnce(&mut Draw) -> T) -> Option<T> {
        if self.below(2) == 0 { None } else { Some(draw(self)) }
    }

    fn word(&mut self) -> String {
        const LETTERS: &[u8] = b"ABCDEabcde12345_-./,=<>()";
        let length = 1 + self.below(6);
        let letter = |draw: &mut Draw| LETTERS[draw.below(LETTERS.len() as u64) as usize] as char;
        (0..length).map(|_| letter(self)).collect()
    }

    fn words(&mut self, least: u64) -> Vec<String> {
        let count = least + self.below(4);
        (0..count).map(|_| self.word()).collect()
    }

    fn text(&mut self, least: u64) -> String {
        self.words(least).join(" ")
    }

    fn time(&mut self) -> Duration {
        Duration::from_millis(self.below(1 << 40))
    }

    fn number(&mut self) -> u32 {
        self.below(1 << 32) as u32
    }

    fn dialect(&mut self) -> Dialect {
        if self.below(2) == 0 { Dialect::Ugi } else { Dialect::Uci }
    }

    fn go(&mut self) -> Go {
        let clock = |draw: &mut Draw| PlayerClock {
            time: draw.maybe(Draw::time),
            increment: draw.maybe(Draw::time),
        };
        let clocks = [clock(self), clock(self), clock(self)];
        // Without a clock of one of the two, nothing tells the dialect.
        let told = clocks[..2].iter().any(|clock| *clock != PlayerClock::default());
        Go {
            dialect: if told { self.dialect() } else { Dialect::Ugi },
            clocks,
            movestogo: self.maybe(Draw::number),
            movetime: self.maybe(Draw::time),
            depth: self.maybe(Draw::number),
            nodes: self.maybe(|draw| draw.below(u64::MAX)),
            infinite: self.below(2) == 0,
        }
    }

    fn message_to(&mut self) -> ToAgent {
        let queries = [
            Query::Player,
            Query::Turn(1),
            Query::Turn(3),
            Query::GameOver,
            Query::Result,
            Query::Legal,
            Query::Fen,
        ];
        match self.below(11) {
            0 => ToAgent::Ugi,
            1 => ToAgent::Uci,
            2 => ToAgent::SetOption { name: self.text(1), value: self.maybe(|draw| draw.text(0)) },
            3 => ToAgent::NewGame(self.dialect()),
            4 => ToAgent::IsReady,
            5 => {
                let start = self.maybe(|draw| Start::Fen(draw.text(1)));
                ToAgent::Position { start: start.unwrap_or(Start::Startpos), moves: self.words(0) }
            }
            6 => ToAgent::Legal(self.words(0)),
            7 => ToAgent::Go(self.go()),
            8 => ToAgent::Stop,
            9 => ToAgent::Quit,
            _ => ToAgent::Query(queries[self.below(queries.len() as u64) as usize]),
        }
    }

    fn declaration(&mut self) -> Declaration {
        let kind = match self.below(5) {
            0 => OptionType::Check { default: self.below(2) == 0 },
            1 => OptionType::Spin {
                default: self.number().into(),
                min: -i64::from(self.number()),
                max: self.number().into(),
            },
            2 => {
                let count = self.below(4);
                let values = (0..count).map(|_| self.text(0)).collect();
                OptionType::Combo { default: self.text(0), values }
            }
            3 => OptionType::Button,
            _ => OptionType::String { default: self.text(0) },
        };
        Declaration { name: self.text(1), kind }
    }

    fn info(&mut self) -> Info {
        let score = |draw: &mut Draw| match draw.below(2) {
            0 => Score::Cp(i64::from(draw.number()) - (1 << 31)),
            _ => Score::Mate(i64::from(draw.number()) - (1 << 31)),
        };
        let bound = |draw: &mut Draw| if draw.below(2) == 0 { Bound::Lower } else { Bound::Upper };
        Info {
            depth: self.maybe(Draw::number),
            seldepth: self.maybe(Draw::number),
            multipv: self.maybe(Draw::number),
            score: self.maybe(score),
            bound: self.maybe(bound),
            nodes: self.maybe(|draw| draw.below(u64::MAX)),
            nps: self.maybe(|draw| draw.below(u64::MAX)),
            time_ms: self.maybe(|draw| draw.below(u64::MAX)),
            pv: self.words(0),
            string: self.maybe(|draw| draw.text(0)),
        }
    }

    fn message_from(&mut self) -> FromAgent {
        match self.below(10) {
            0 => FromAgent::Id(Id::Name(self.text(0))),
            1 => FromAgent::Id(Id::Author(self.text(0))),
            2 => FromAgent::Option(self.declaration()),
            3 => FromAgent::UgiOk,
            4 => FromAgent::UciOk,
            5 => FromAgent::ReadyOk,
            6 => FromAgent::Info(self.info()),
            7 => FromAgent::BestMove {
                mv: self.word(),
                ponder: self.maybe(Draw::word),
                alternate: self.maybe(Draw::word),
            },
            8 => FromAgent::Response(self.text(0)),
            _ => FromAgent::Noise(self.text(0)),
        }
    }
}

#[test]
fn what_is_printed_is_read_as_it_was() {
    let mut draw = Draw(SplitMix::new(5));
    for _ in 0..MESSAGES {
        check(&draw.message_to());
        check(&draw.message_from());
    }
}

/// Reads any line; whatever is a message prints as one that means the same.
fn any_line(line: &str) {
    match line.parse::<ToAgent>() {
        Ok(message) => assert_eq!(message.to_string().parse().as_ref(), Ok(&message), "{line:?}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match line.parse::<FromAgent>() {
        Ok(message) => assert_eq!(message.to_string().parse().as_ref(), Ok(&message), "{line:?}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

#[test]
fn any_bytes_do_no_harm() {
    bolero::check!().with_iterations(ITERATIONS).with_max_len(200).for_each(|bytes: &[u8]| {
        any_line(&String::from_utf8_lossy(bytes));
    });
}

#[test]
fn any_words_do_no_harm() {
    const WORDS: &str = "ugi uci setoption name value uginewgame isready position startpos fen moves \
        legal go p1time p3inc wtime binc movestogo movetime depth nodes infinite stop quit query \
        player gameover id author option type check spin combo button string default min max var \
        true ugiok readyok info score cp mate lowerbound pv nps time bestmove ponder alternate \
        response 0 -1 7 99999999999999999999 <empty> A1A2 é ' x";
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    bolero::check!().with_iterations(ITERATIONS).with_max_len(24).for_each(|bytes: &[u8]| {
        let line = bytes.iter().map(|byte| words[usize::from(*byte) % words.len()]);
        any_line(&line.collect::<Vec<_>>().join(" "));
    });
}

#[track_caller]
fn refuses<M: FromStr<Err = ParseError> + Debug>(line: &str, words: &str) {
    match line.parse::<M>() {
        Err(error) => assert_eq!(error.to_string(), words),
        Ok(message) => panic!("{line} was read as {message:?}"),
    }
}

#[test]
fn nonsense_is_quoted() {
    refuses::<ToAgent>("fly", "unknown command 'fly'");
    refuses::<ToAgent>("go depth deep", "go: 'deep': expected a whole number");
    refuses::<ToAgent>("go p1time", "go: expected a whole number of milliseconds");
    refuses::<ToAgent>("position here", "position: 'here': expected startpos or fen");
    refuses::<ToAgent>("position startpos A1A2", "position: 'A1A2': expected moves");
    refuses::<ToAgent>("position fen moves A1A2", "position: expected a position");
    refuses::<ToAgent>("setoption hash 4", "setoption: 'hash': expected name N value V");
    refuses::<ToAgent>("stop it", "stop: 'it': expected nothing more");
    refuses::<FromAgent>("bestmove", "bestmove: expected a move");
    refuses::<FromAgent>("info depth x", "info: 'x': expected a whole number");
    let long = "x".repeat(1000);
    refuses::<ToAgent>(&long, &format!("unknown command '{}…'", "x".repeat(80)));
}

#[test]
fn foreign_engines_are_understood() {
    let line = "info depth 9 seldepth 14 multipv 1 score cp -31 upperbound nodes 812 nps 400000 hashfull \
                3 tbhits 0 time 2 pv d1e3,e3d1 d8e6,e6d8";
    let info = Info {
        depth: Some(9),
        seldepth: Some(14),
        multipv: Some(1),
        score: Some(Score::Cp(-31)),
        bound: Some(Bound::Upper),
        nodes: Some(812),
        nps: Some(400_000),
        time_ms: Some(2),
        pv: vec!["d1e3,e3d1".into(), "d8e6,e6d8".into()],
        string: None,
    };
    assert_eq!(line.parse(), Ok(FromAgent::Info(info)));
    let line = "option name Clear Hash type button";
    let kind = OptionType::Button;
    assert_eq!(
        line.parse(),
        Ok(FromAgent::Option(Declaration { name: "Clear Hash".into(), kind }))
    );
    let mut go = Go { dialect: Dialect::Uci, movestogo: Some(40), ..Go::default() };
    go.clocks[0].time = Some(Duration::ZERO);
    go.clocks[1].time = Some(Duration::from_millis(100));
    assert_eq!("go wtime -5 btime 100 movestogo 40".parse(), Ok(ToAgent::Go(go)));
    let noise = "Stockfish 17 by the Stockfish developers (see AUTHORS file)";
    assert_eq!(noise.parse(), Ok(FromAgent::Noise(noise.into())));
}
