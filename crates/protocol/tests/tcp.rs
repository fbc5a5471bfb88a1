//! What travels over TCP is read as it was printed, and nothing that comes in does harm.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::time::Duration;

use manator_core::random::SplitMix;
use manator_protocol::{
    ErrorCode, FromClient, FromServer, HELLO, NAME_MAX, News, ParseError, Start, TOKEN_MAX, Welcome,
};

use crate::round_trip::check;

const MESSAGES: usize = 20_000;
const ITERATIONS: usize = 50_000;

const CODES: [ErrorCode; 9] = [
    ErrorCode::Syntax,
    ErrorCode::Game,
    ErrorCode::Token,
    ErrorCode::Seat,
    ErrorCode::Full,
    ErrorCode::Name,
    ErrorCode::Busy,
    ErrorCode::Slow,
    ErrorCode::Closed,
];

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
        const LETTERS: &[char] =
            &['A', 'b', 'é', '火', '1', '5', '_', '-', '.', '/', '=', '<', ')'];
        let length = 1 + self.below(6);
        (0..length).map(|_| LETTERS[self.below(LETTERS.len() as u64) as usize]).collect()
    }

    fn text(&mut self, least: u64) -> String {
        let count = least + self.below(4);
        (0..count).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }

    /// Draws a name, sometimes of the words that stand around names.
    fn name(&mut self) -> String {
        const NAMES: [&str; 4] = ["played 3 points 4", "as", "played", "points"];
        match self.below(6) {
            0 => NAMES[self.below(4) as usize].to_string(),
            _ => self.text(1),
        }
    }

    fn seat(&mut self) -> u8 {
        1 + self.below(255) as u8
    }

    fn number(&mut self) -> u32 {
        1 + self.below((1 << 32) - 1) as u32
    }

    fn time(&mut self) -> Duration {
        Duration::from_millis(self.below(u64::MAX))
    }

    fn client_line(&mut self) -> FromClient {
        match self.below(2) {
            0 => FromClient::Join {
                game: self.word(),
                name: self.name(),
                seat: self.maybe(Draw::seat),
                token: self.maybe(Draw::word),
                rejoin: self.maybe(|draw| format!("{:016}", draw.below(u64::MAX))),
            },
            _ => FromClient::Watch { game: self.word(), table: self.maybe(Draw::number) },
        }
    }

    fn server_line(&mut self) -> FromServer {
        match self.below(4) {
            0 => FromServer::Hello,
            1 => {
                let (rules, name) = (self.text(1), self.name());
                FromServer::Welcome(Welcome::Join { rules, name })
            }
            2 => FromServer::Welcome(Welcome::Watch { rules: self.text(1) }),
            _ => {
                let code = CODES[self.below(CODES.len() as u64) as usize];
                FromServer::Error { code, text: self.text(0) }
            }
        }
    }

    fn news(&mut self) -> News {
        match self.below(11) {
            0 => News::Game { id: self.below(u64::MAX), rules: self.text(1) },
            1 => News::Round { number: self.number(), of: self.number() },
            2 => News::Player { seat: self.seat(), name: self.name() },
            3 => {
                let start = self.maybe(|draw| Start::Fen(draw.text(1)));
                let moves = self.text(0).split_whitespace().map(str::to_string).collect();
                News::Position { start: start.unwrap_or(Start::Startpos), moves }
            }
            4 => News::Clock { seat: self.seat(), left: self.time() },
            5 => News::Move { mv: self.word(), spent: self.time(), left: self.maybe(Draw::time) },
            6 => News::Note { seat: self.seat(), text: self.text(0) },
            7 => News::Over { result: self.word(), reason: self.word(), text: self.text(0) },
            8 => {
                let points = match self.below(2) {
                    0 => self.below(1000) as f64 / 2.0,
                    _ => f64::from_bits(self.0.next_u64()),
                };
                let points = if points.is_finite() { points } else { 0.5 };
                News::Standing { name: self.name(), played: self.number(), points }
            }
            9 => News::Bye(self.text(0)),
            _ => News::Other(self.text(0)),
        }
    }
}

#[test]
fn what_is_printed_is_read_as_it_was() {
    let mut draw = Draw(SplitMix::new(7));
    for _ in 0..MESSAGES {
        check(&draw.client_line());
        check(&draw.server_line());
        check(&draw.news());
    }
}

#[test]
fn the_lines_are_those_of_the_language() {
    let join = FromClient::Join {
        game: "jetan".into(),
        name: "Tars Tarkas".into(),
        seat: Some(2),
        token: Some("x".into()),
        rejoin: None,
    };
    assert_eq!(join.to_string(), "join jetan as Tars Tarkas seat 2 token x");
    assert_eq!("join jetan as Tars Tarkas token x seat 2".parse(), Ok(join));
    let secret = "join any as Ann rejoin 0123456789abcdef".parse::<FromClient>();
    assert!(matches!(secret, Ok(FromClient::Join { rejoin: Some(_), .. })), "{secret:?}");
    assert!("join any as Ann rejoin guessable".parse::<FromClient>().is_err());
    let watch = FromClient::Watch { game: "any".into(), table: None };
    assert_eq!("watch any".parse(), Ok(watch));
    assert_eq!(HELLO.parse(), Ok(FromServer::Hello));
    let welcome = Welcome::Join { rules: "joust size=10x10".into(), name: "Ann as Bob".into() };
    let line = "welcome join joust size=10x10 as Ann as Bob";
    assert_eq!(line.parse(), Ok(FromServer::Welcome(welcome)));
    let points = News::Standing { name: "Ann".into(), played: 3, points: 2.5 };
    assert_eq!(points.to_string(), "standing Ann played 3 points 2.5");
    let mv = News::Move {
        mv: "D1E3".into(),
        spent: Duration::from_millis(12),
        left: Some(Duration::from_secs(60)),
    };
    assert_eq!(mv.to_string(), "move D1E3 spent 12 left 60000");
    assert_eq!("weather fine ".parse(), Ok(News::Other("weather fine".into())));
}

#[test]
fn what_an_agent_says_stays_on_its_line() {
    let note = News::Note { seat: 1, text: "one\ntwo\r\n  over 1-0 trick".into() };
    assert_eq!(note.to_string(), "note 1 one two over 1-0 trick");
    let bye = News::Bye("a\nb".into());
    assert_eq!(bye.to_string(), "bye a b");
}

/// Reads a line; whatever is a message prints as one that means the same.
fn read<M: FromStr<Err = ParseError> + Display + Debug + PartialEq>(line: &str) {
    match line.parse::<M>() {
        Ok(message) => assert_eq!(message.to_string().parse().as_ref(), Ok(&message), "{line:?}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn any_line(line: &str) {
    read::<FromClient>(line);
    read::<FromServer>(line);
    read::<News>(line);
}

#[test]
fn any_bytes_do_no_harm() {
    bolero::check!().with_iterations(ITERATIONS).with_max_len(200).for_each(|bytes: &[u8]| {
        any_line(&String::from_utf8_lossy(bytes));
    });
}

#[test]
fn any_words_do_no_harm() {
    const WORDS: &str = "join watch as seat token table any jetan manator 1 welcome error syntax full \
        closed game round of player position startpos fen moves clock move spent left note over 1-0 \
        standing played points bye 0 -1 0.5 inf NaN 1e999 256 99999999999999999999 é x";
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    bolero::check!().with_iterations(ITERATIONS).with_max_len(16).for_each(|bytes: &[u8]| {
        let line = bytes.iter().map(|byte| words[usize::from(*byte) % words.len()]);
        any_line(&line.collect::<Vec<_>>().join(" "));
    });
}

#[test]
fn mutated_lines_do_no_harm() {
    let mut draw = Draw(SplitMix::new(8));
    for _ in 0..MESSAGES {
        let line = match draw.below(3) {
            0 => draw.client_line().to_string(),
            1 => draw.server_line().to_string(),
            _ => draw.news().to_string(),
        };
        let mut bytes = line.into_bytes();
        for _ in 0..=draw.below(3) {
            let at = draw.below(bytes.len() as u64 + 1) as usize;
            match draw.below(3) {
                0 => bytes.insert(at, draw.below(256) as u8),
                1 => bytes.truncate(at),
                _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << draw.below(8)),
            }
        }
        any_line(&String::from_utf8_lossy(&bytes));
    }
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
    refuses::<FromClient>("hello", "unknown command 'hello'");
    refuses::<FromClient>("join", "join: expected the name of a game");
    refuses::<FromClient>("join jetan Ann", "join: 'Ann': expected as NAME");
    let name = "a name of at most 40 characters";
    refuses::<FromClient>("join jetan as seat 1", &format!("join: expected {name}"));
    refuses::<FromClient>("join jetan as a\u{7}b", &format!("join: 'a�b': expected {name}"));
    let seat = "the number of a seat, from 1";
    refuses::<FromClient>("join jetan as Ann seat 0", &format!("join: '0': expected {seat}"));
    refuses::<FromClient>("join jetan as Ann seat x", &format!("join: 'x': expected {seat}"));
    refuses::<FromClient>("watch jetan now", "watch: 'now': expected table");
    refuses::<FromServer>("manator 2", "manator: '2': expected version 1");
    let code = "error: 'luck': expected a code such as syntax or full";
    refuses::<FromServer>("error luck is out", code);
    refuses::<News>("round 1 in 2", "round: 'in': expected N of M");
    refuses::<News>("move A1A2 5", "move: '5': expected spent and a whole number of milliseconds");
    let points = "standing: 'NaN': expected a number of points";
    refuses::<News>("standing Ann played 1 points NaN", points);
    refuses::<News>("standing Ann", "standing: expected NAME played N points P");
    refuses::<News>("standing played 1 points 1", "standing: expected a name");
}

#[test]
fn names_and_tokens_have_their_length() {
    let fits = format!("join jetan as {} token {}", "é".repeat(NAME_MAX), "t".repeat(TOKEN_MAX));
    assert!(fits.parse::<FromClient>().is_ok());
    assert!(fits.replacen("as ", "as x", 1).parse::<FromClient>().is_err());
    assert!(format!("{fits}t").parse::<FromClient>().is_err());
}

/// Returns the lines of the document in blocks with this mark.
fn examples(mark: &str) -> Vec<&'static str> {
    const DOCUMENT: &str = include_str!("../../../docs/protocol.md");
    let fence = format!("```{mark}");
    let mut inside = false;
    let mut lines = DOCUMENT.lines().collect::<Vec<_>>();
    lines.retain(|line| {
        let kept = inside && *line != "```";
        inside = kept || *line == fence;
        kept
    });
    lines
}

#[test]
fn the_examples_in_the_document_are_messages() {
    let news = examples("news");
    for word in ["game", "round", "player", "position", "clock", "move", "note", "over", "standing"]
    {
        assert!(news.iter().any(|line| line.starts_with(word)), "no example of {word}");
    }
    for line in news {
        let read: News = line.parse().expect(line);
        assert!(!matches!(read, News::Other(_)), "{line}");
        assert_eq!(read.to_string(), line);
    }
    let lines = examples("tcp");
    assert!(!lines.is_empty());
    for line in lines {
        let printed = match line.split_at(2) {
            ("< ", line) => line.parse::<FromServer>().expect(line).to_string(),
            (_, line) => line.parse::<FromClient>().expect(line).to_string(),
        };
        assert_eq!(printed, line[2..]);
    }
}
