//! A game of self-play as a line of text: its number, how it ended, and its moves with what was thought of them.
//!
//! `17 1,-1 court-empty B4C4 G4F4 C4D4/12 F4E4/-40!`: game 17 was won by the first player; two moves were drawn for the
//! opening, then the mover thought 12 of its position, then -40, and played a random move all the same.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::str::FromStr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    pub number: u64,
    /// `None` where the game was broken off.
    pub end: Option<End>,
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// What each player got.
    pub payoffs: Vec<i8>,
    pub reason: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub mv: String,
    /// What the mover thought of the position before the move; `None` in the opening.
    pub score: Option<i32>,
    /// Whether another move than the best was drawn.
    pub is_random: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{word}': expected {expected}")]
pub struct LineError {
    pub(crate) word: String,
    pub(crate) expected: &'static str,
}

impl fmt::Display for GameLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.number)?;
        match &self.end {
            Some(End { payoffs, reason }) => {
                let payoffs: Vec<String> = payoffs.iter().map(i8::to_string).collect();
                write!(f, "{} {reason}", payoffs.join(","))?;
            }
            None => write!(f, "- -")?,
        }
        for Step { mv, score, is_random } in &self.steps {
            write!(f, " {mv}")?;
            if let Some(score) = score {
                write!(f, "/{score}")?;
            }
            f.write_str(if *is_random { "!" } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for GameLine {
    type Err = LineError;

    fn from_str(line: &str) -> Result<GameLine, LineError> {
        let fault = |word: &str, expected| LineError { word: word.into(), expected };
        let mut words = line.split(' ');
        let mut next = |expected| words.next().ok_or_else(|| fault(line, expected));
        let number = next("the number of a game")?;
        let number = number.parse().map_err(|_| fault(number, "the number of a game"))?;
        let (payoffs, reason) = (next("what each player got")?, next("why the game ended")?);
        let end = match payoffs {
            "-" => None,
            _ => {
                let read = payoffs.split(',').map(str::parse).collect::<Result<_, _>>();
                let payoffs = read.map_err(|_| fault(payoffs, "what each player got"))?;
                Some(End { payoffs, reason: reason.into() })
            }
        };
        let step = |word: &str| {
            let (rest, is_random) = match word.strip_suffix('!') {
                Some(rest) => (rest, true),
                None => (word, false),
            };
            let (mv, score) = match rest.split_once('/') {
                Some((mv, score)) => {
                    (mv, Some(score.parse().map_err(|_| fault(word, "a move and a score"))?))
                }
                None => (rest, None),
            };
            if mv.is_empty() {
                return Err(fault(word, "a move"));
            }
            Ok(Step { mv: mv.into(), score, is_random })
        };
        let steps = words.map(step).collect::<Result<_, _>>()?;
        Ok(GameLine { number, end, steps })
    }
}
