//! What a server tells a display: a game as it goes on.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::to_agent::{Start, read_over, read_position, write_over, write_position};
use crate::words::{ParseError, Words, split, write_text};

/// What a server tells a display. Seats and rounds are counted from 1.
///
/// `Game` begins a game, or the display joins it late: all about the game before is forgotten. No other game of the
/// server has its id, and `rules` are the game and its options, as in `UGI_Game`. `Move` is of the player to move, whose
/// clock shows what is `left` when time counts. Texts come from outside and may have any characters but the ends of lines.
/// A `result` has each player's points in seat order, as in records; a `reason` is one word for programs. After `Bye`
/// nothing more comes; `Other` is a line of a kind not known here, to be skipped.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    Game { id: u64, rules: String },
    Round { number: u32, of: u32 },
    Player { seat: u8, name: String },
    Position { start: Start, moves: Vec<String> },
    Clock { seat: u8, left: Duration },
    Move { mv: String, spent: Duration, left: Option<Duration> },
    Note { seat: u8, text: String },
    Over { result: String, reason: String, text: String },
    Standing { name: String, played: u32, points: f64 },
    Bye(String),
    Other(String),
}

const SEAT: &str = "the number of a seat, from 1";
const NAME: &str = "a name";

impl FromStr for News {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<News, ParseError> {
        let (word, rest) = split(line);
        match word {
            "game" => game(Words::new("game", rest)),
            "round" => round(Words::new("round", rest)),
            "player" => {
                let mut words = Words::new("player", rest);
                Ok(News::Player {
                    seat: words.counted(SEAT)?,
                    name: words.phrase(NAME, |_| false)?,
                })
            }
            "position" => read_position(rest).map(|(start, moves)| News::Position { start, moves }),
            "clock" => {
                let mut words = Words::new("clock", rest);
                let news = News::Clock { seat: words.counted(SEAT)?, left: words.time()? };
                words.end().map(|()| news)
            }
            "move" => moved(Words::new("move", rest)),
            "note" => {
                let mut words = Words::new("note", rest);
                Ok(News::Note { seat: words.counted(SEAT)?, text: words.text() })
            }
            "over" => {
                read_over(rest).map(|(result, reason, text)| News::Over { result, reason, text })
            }
            "standing" => standing(rest),
            "bye" => Ok(News::Bye(Words::new("bye", rest).text())),
            _ => Ok(News::Other(line.trim().to_string())),
        }
    }
}

fn game(mut words: Words<'_>) -> Result<News, ParseError> {
    let id = words.read("the number of a game")?;
    Ok(News::Game { id, rules: words.phrase("a game and its options", |_| false)? })
}

fn round(mut words: Words<'_>) -> Result<News, ParseError> {
    const FORM: &str = "N of M";
    let number = words.counted(FORM)?;
    words.expect("of", FORM)?;
    let of = words.counted(FORM)?;
    words.end()?;
    Ok(News::Round { number, of })
}

fn moved(mut words: Words<'_>) -> Result<News, ParseError> {
    let mv = words.word("a move")?.to_string();
    words.expect("spent", "spent and a whole number of milliseconds")?;
    let spent = words.time()?;
    let left = match words.next() {
        None => None,
        Some("left") => Some(words.time()?),
        Some(word) => return Err(words.unexpected(word, "left")),
    };
    words.end()?;
    Ok(News::Move { mv, spent, left })
}

fn standing(rest: &str) -> Result<News, ParseError> {
    const FORM: &str = "NAME played N points P";
    // A name may have any words in it, these too.
    let parts: Vec<&str> = rest.split_whitespace().collect();
    let length = parts.iter().rposition(|word| *word == "played").unwrap_or(parts.len());
    let (name, numbers) = (parts[..length].join(" "), parts[length..].join(" "));
    let mut words = Words::new("standing", &numbers);
    words.expect("played", FORM)?;
    if name.is_empty() {
        return Err(words.missing(NAME));
    }
    let played = words.read("how many games were played")?;
    words.expect("points", FORM)?;
    let points = words.word("a number of points")?;
    let number = points.parse().ok().filter(|number: &f64| number.is_finite());
    let number = number.ok_or_else(|| words.unexpected(points, "a number of points"))?;
    words.end()?;
    Ok(News::Standing { name, played, points: number })
}

impl fmt::Display for News {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            News::Game { id, rules } => write!(f, "game {id} {rules}"),
            News::Round { number, of } => write!(f, "round {number} of {of}"),
            News::Player { seat, name } => {
                write!(f, "player {seat}")?;
                write_text(f, name)
            }
            News::Position { start, moves } => write_position(f, start, moves),
            News::Clock { seat, left } => write!(f, "clock {seat} {}", left.as_millis()),
            News::Move { mv, spent, left } => {
                write!(f, "move {mv} spent {}", spent.as_millis())?;
                left.iter().try_for_each(|left| write!(f, " left {}", left.as_millis()))
            }
            News::Note { seat, text } => {
                write!(f, "note {seat}")?;
                write_text(f, text)
            }
            News::Over { result, reason, text } => write_over(f, result, reason, text),
            News::Standing { name, played, points } => {
                f.write_str("standing")?;
                write_text(f, name)?;
                write!(f, " played {played} points {points}")
            }
            News::Bye(text) => {
                f.write_str("bye")?;
                write_text(f, text)
            }
            News::Other(text) => f.write_str(text),
        }
    }
}
