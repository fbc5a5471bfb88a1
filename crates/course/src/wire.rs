//! The frames and messages of the original Jetan programs, which speak no lines.
//!
//! A frame is eight hexadecimal digits and a NUL, then the payload and a NUL; the digits count the payload
//! with its NUL. A payload is a name and perhaps fields: `NAME::KEY==VALUE::KEY==VALUE`.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use manator_protocol::{ParseError, quoted};

pub const PAYLOAD_MAX: usize = 64 * 1024;

/// The question of a server to a new client: who are you?
pub const IDENT: &str = "IDENT";
pub const AGENT: &str = "AGENT";
pub const DISPLAY: &str = "DISPLAY";
/// The question of a server to an agent before each game, the answer, and the answer's only field.
pub const NAME: &str = "NAME";
/// What a server tells everybody when a game is over; the connection stays.
pub const DIE: &str = "DIE";

const DIGITS: usize = 8;
/// The bytes before a payload: the digits and a NUL.
const HEADER: usize = DIGITS + 1;

/// Why bytes are no frame. Nothing after them can be understood, for nobody knows where it begins.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    #[error("frame: '{}': expected {DIGITS} hexadecimal digits and a NUL", quoted(.found))]
    Header { found: String },
    /// The payload is longer than [`PAYLOAD_MAX`], or has no room for its NUL, which counts.
    #[error("frame: a length of {length} is not between 1 and {}", PAYLOAD_MAX + 1)]
    Length { length: usize },
    #[error("frame: '{}': expected a NUL at its end", quoted(.payload))]
    Unclosed { payload: String },
}

/// Returns the frame around a payload. A NUL would end it for the reader, and so it does here.
pub fn frame(payload: &str) -> Vec<u8> {
    let payload = payload.split('\0').next().unwrap_or_default();
    format!("{:0DIGITS$X}\0{payload}\0", payload.len() + 1).into_bytes()
}

/// Puts frames together from whatever pieces they arrive in.
///
/// It holds the payloads that were not taken yet and one unfinished frame, never more than was pushed.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    partial: Vec<u8>,
    /// The length of its payload with the NUL, once it is known.
    length: Option<usize>,
    whole: VecDeque<String>,
    broken: Option<FrameError>,
}

impl Frames {
    /// Takes bytes as they arrive.
    ///
    /// # Errors
    /// Returns what is wrong with the first frame that is none, now and ever after; the payloads before it
    /// can still be taken.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), FrameError> {
        let mut rest = bytes;
        while self.broken.is_none() && !rest.is_empty() {
            let missing = self.length.unwrap_or(HEADER) - self.partial.len();
            let (piece, after) = rest.split_at(missing.min(rest.len()));
            self.partial.extend_from_slice(piece);
            rest = after;
            if piece.len() == missing {
                self.broken = self.finish().err();
            }
        }
        self.broken.clone().map_or(Ok(()), Err)
    }

    fn finish(&mut self) -> Result<(), FrameError> {
        let part = std::mem::take(&mut self.partial);
        let Some(_) = self.length.take() else {
            self.length = Some(read_header(&part)?);
            return Ok(());
        };
        if part.last() != Some(&0) {
            let payload = String::from_utf8_lossy(&part).into_owned();
            return Err(FrameError::Unclosed { payload });
        }
        // The original programs read up to the first NUL.
        let payload = part.split(|byte| *byte == 0).next().unwrap_or_default();
        self.whole.push_back(String::from_utf8_lossy(payload).into_owned());
        Ok(())
    }
}

/// Takes the payloads that have arrived whole; after the last, more may come.
impl Iterator for Frames {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        self.whole.pop_front()
    }
}

fn read_header(header: &[u8]) -> Result<usize, FrameError> {
    let digits = header.strip_suffix(&[0]).and_then(|digits| str::from_utf8(digits).ok());
    let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let length = digits.and_then(|digits| usize::from_str_radix(digits, 16).ok());
    match length {
        None => Err(FrameError::Header { found: String::from_utf8_lossy(header).into_owned() }),
        Some(length) if length == 0 || length > PAYLOAD_MAX + 1 => {
            Err(FrameError::Length { length })
        }
        Some(length) => Ok(length),
    }
}

/// A payload, taken apart. Neither names nor values can have `::` in them, nor keys `==`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    pub name: String,
    pub fields: Vec<(String, String)>,
}

impl Message {
    pub fn new(name: &str) -> Message {
        Message { name: name.into(), fields: Vec::new() }
    }

    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Message {
        self.fields.push((key.into(), value.to_string()));
        self
    }

    pub fn value(&self, key: &str) -> Option<&str> {
        let field = self.fields.iter().find(|(name, _)| name == key);
        field.map(|(_, value)| value.as_str())
    }
}

impl FromStr for Message {
    type Err = ParseError;

    fn from_str(payload: &str) -> Result<Message, ParseError> {
        const COMMAND: &str = "message";
        let mut parts = payload.split("::");
        let name = parts.next().unwrap_or_default().to_string();
        if name.is_empty() {
            return Err(ParseError::Missing { command: COMMAND, expected: "a name" });
        }
        let field = |part: &str| match part.split_once("==") {
            Some((key, value)) => Ok((key.to_string(), value.to_string())),
            None => Err(ParseError::Unexpected {
                command: COMMAND,
                found: part.into(),
                expected: "KEY==VALUE",
            }),
        };
        let fields = parts.filter(|part| !part.is_empty()).map(field).collect::<Result<_, _>>()?;
        Ok(Message { name, fields })
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.fields.iter().try_for_each(|(key, value)| write!(f, "::{key}=={value}"))
    }
}
