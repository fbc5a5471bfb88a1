//! What a mover thought of its move, as tools for chess write it in comments: `+0.34/12`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;
use std::str::FromStr;

/// A score from the mover's side, and how many plies deep the mover looked.
///
/// ```
/// use manator_core::record::{Judged, Judgement};
///
/// let judgement = Judgement { score: Judged::Hundredths(34), depth: 12 };
/// assert_eq!(judgement.to_string(), "+0.34/12");
/// assert_eq!("-M4/7".parse(), Ok(Judgement { score: Judged::LosesIn(4), depth: 7 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub score: Judged,
    pub depth: u32,
}

/// A score: hundredths of the unit that the mover counts in, or a proven end so many plies away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    Hundredths(i32),
    WinsIn(u32),
    LosesIn(u32),
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Judged::WinsIn(plies) => write!(f, "+M{plies}")?,
            Judged::LosesIn(plies) => write!(f, "-M{plies}")?,
            Judged::Hundredths(value) => {
                let (sign, size) = (if value < 0 { '-' } else { '+' }, value.unsigned_abs());
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)?;
            }
        }
        write!(f, "/{}", self.depth)
    }
}

/// A text that is no judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoJudgement;

impl FromStr for Judgement {
    type Err = NoJudgement;

    fn from_str(text: &str) -> Result<Judgement, NoJudgement> {
        let (score, depth) = text.split_once('/').ok_or(NoJudgement)?;
        let depth = whole(depth).ok_or(NoJudgement)?;
        Ok(Judgement { score: read_score(score).ok_or(NoJudgement)?, depth })
    }
}

fn read_score(text: &str) -> Option<Judged> {
    let (is_minus, size) = match text.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(plies) = size.strip_prefix('M') {
        let plies = whole(plies)?;
        return Some(if is_minus { Judged::LosesIn(plies) } else { Judged::WinsIn(plies) });
    }
    let (units, hundredths) = size.split_once('.')?;
    if hundredths.len() != 2 {
        return None;
    }
    let (units, hundredths) = (whole(units)?, whole(hundredths)?);
    let size = i32::try_from(units.checked_mul(100)?.checked_add(hundredths)?).ok()?;
    Some(Judged::Hundredths(if is_minus { -size } else { size }))
}

/// Reads digits alone: numbers with a sign are none here.
fn whole(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Returns a time as tools for chess write it: `0.51s`, with thousandths where there are any.
pub(super) fn seconds(ms: u64) -> String {
    match ms % 10 {
        0 => format!("{}.{:02}s", ms / 1000, ms % 1000 / 10),
        _ => format!("{}.{:03}s", ms / 1000, ms % 1000),
    }
}

/// Reads what [`seconds`] writes, and what others do: `0.508s,`.
pub(super) fn read_seconds(text: &str) -> Option<u64> {
    let text = text.strip_suffix(',').unwrap_or(text).strip_suffix('s')?;
    let (whole_part, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if fraction.is_empty() || fraction.len() > 3 {
        return None;
    }
    let seconds = u64::from(whole(whole_part)?);
    Some(seconds * 1000 + u64::from(whole(&format!("{fraction:0<3}"))?))
}
