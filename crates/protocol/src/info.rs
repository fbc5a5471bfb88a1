//! What an agent tells while it thinks.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

use crate::words::{ParseError, Words, write_given, write_words};

/// What an agent tells while it thinks. All of it may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    pub depth: Option<u32>,
    /// How many plies deep it has looked in some lines.
    pub seldepth: Option<u32>,
    /// Which of several lines this is, counted from 1.
    pub multipv: Option<u32>,
    pub score: Option<Score>,
    /// Whether it may be worth more or less.
    pub bound: Option<Bound>,
    pub nodes: Option<u64>,
    pub nps: Option<u64>,
    pub time_ms: Option<u64>,
    pub pv: Vec<String>,
    pub string: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn, or whatever the agent counts in.
    Cp(i64),
    /// It wins in so many plies, or loses where it is negative.
    Mate(i64),
}

/// Which side of a score the truth is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Lower,
    Upper,
}

impl Info {
    pub fn words(text: impl Into<String>) -> Info {
        Info { string: Some(text.into()), ..Info::default() }
    }

    pub(crate) fn parse(rest: &str) -> Result<Info, ParseError> {
        const NUMBER: &str = "a whole number";
        let mut words = Words::new("info", rest);
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = Some(words.read(NUMBER)?),
                "seldepth" => info.seldepth = Some(words.read(NUMBER)?),
                "multipv" => info.multipv = Some(words.read(NUMBER)?),
                "score" => {
                    info.score = Some(match words.word("cp or mate")? {
                        "cp" => Score::Cp(words.read(NUMBER)?),
                        "mate" => Score::Mate(words.read(NUMBER)?),
                        word => return Err(words.unexpected(word, "cp or mate")),
                    });
                }
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "nodes" => info.nodes = Some(words.read(NUMBER)?),
                "nps" => info.nps = Some(words.read(NUMBER)?),
                "time" => info.time_ms = Some(words.read(NUMBER)?),
                "pv" => {
                    let moves = words.until(|word| word == "string");
                    info.pv = moves.into_iter().map(str::to_string).collect();
                }
                "string" => info.string = Some(words.text()),
                // Agents tell many other things, which nobody here needs.
                _ => {}
            }
        }
        Ok(info)
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_given(f, "depth", self.depth)?;
        write_given(f, "seldepth", self.seldepth)?;
        write_given(f, "multipv", self.multipv)?;
        match self.score {
            Some(Score::Cp(value)) => write!(f, " score cp {value}")?,
            Some(Score::Mate(plies)) => write!(f, " score mate {plies}")?,
            None => {}
        }
        match self.bound {
            Some(Bound::Lower) => f.write_str(" lowerbound")?,
            Some(Bound::Upper) => f.write_str(" upperbound")?,
            None => {}
        }
        write_given(f, "nodes", self.nodes)?;
        write_given(f, "nps", self.nps)?;
        write_given(f, "time", self.time_ms)?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            write_words(f, &self.pv)?;
        }
        write_given(f, "string", self.string.as_ref())
    }
}
