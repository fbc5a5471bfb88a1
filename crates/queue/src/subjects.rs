//! The names that things have on the server.
//!
//! An event is one stream, and the subjects of everything in it is a subject: a subject that holds a message is
//! what makes publishing the same job twice harmless.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::Write as _;

use crate::error::QueueError;

const STREAM: &str = "manator-";

/// Longer names would not fit into a line of the server's protocol.
const NAME_LENGTH_MAX: usize = 200;

/// An event's name that has been looked at, and the subjects that belong to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EventName(String);

impl EventName {
    pub(crate) fn new(text: &str) -> Result<Self, QueueError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if (1..=64).contains(&text.len()) && text.chars().all(is_plain) {
            return Ok(Self(text.to_string()));
        }
        let expected = "1 to 64 letters, digits, - and _";
        Err(QueueError::BadName { what: "an event", text: text.to_string(), expected })
    }

    pub(crate) fn of_stream(stream: &str) -> Option<Self> {
        Self::new(stream.strip_prefix(STREAM)?).ok()
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn stream(&self) -> String {
        format!("{STREAM}{}", self.0)
    }

    pub(crate) fn news(&self) -> String {
        format!("manator.news.{}", self.0)
    }
}

/// Where an event's things are on the server.
///
/// An event that is closed and opened again under its name is another one: its subjects and consumers have
/// other names, so that what a worker still says of the old one cannot be taken for the new one's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subjects {
    pub(crate) event: EventName,
    opening: String,
}

impl Subjects {
    pub(crate) fn new(event: &EventName, opening: u128) -> Self {
        Self { event: event.clone(), opening: format!("{opening:x}") }
    }

    pub(crate) fn of(event: &EventName, subjects: &[String]) -> Option<Self> {
        let prefix = format!("manator.work.{}.", event.0);
        let opening = subjects.first()?.strip_prefix(&prefix)?.strip_suffix(".>")?.to_string();
        Some(Self { event: event.clone(), opening })
    }

    pub(crate) fn kept(&self, what: &str) -> String {
        format!("manator.work.{}.{}.{what}", self.event.0, self.opening)
    }

    pub(crate) fn job(&self, id: &str) -> String {
        self.kept(&format!("job.{}", encode(id)))
    }

    pub(crate) fn result(&self, id: &str) -> String {
        self.kept(&format!("out.result.{}", encode(id)))
    }

    pub(crate) fn aside(&self, id: &str) -> String {
        self.kept(&format!("out.aside.{}", encode(id)))
    }

    /// Returns the subject of what became of one try of a job, `try_` being a number or `*`.
    pub(crate) fn why(&self, sequence: u64, try_: &str) -> String {
        self.kept(&format!("why.{sequence}.{try_}"))
    }

    pub(crate) fn workers(&self) -> String {
        format!("workers-{}", self.opening)
    }

    pub(crate) fn desk(&self) -> String {
        format!("desk-{}", self.opening)
    }
}

pub(crate) fn check_name(what: &'static str, text: &str) -> Result<(), QueueError> {
    let is_fine = !text.is_empty()
        && text.len() <= NAME_LENGTH_MAX
        && text.trim() == text
        && !text.chars().any(char::is_control);
    if is_fine {
        return Ok(());
    }
    let expected = "1 to 200 bytes of text in one line, without blanks around it";
    Err(QueueError::BadName { what, text: text.chars().take(NAME_LENGTH_MAX).collect(), expected })
}

pub(crate) fn last_part(subject: &str) -> Option<String> {
    String::from_utf8(decode(subject.rsplit('.').next()?)?).ok()
}

/// Turns `%40` and the like into what they stand for; `None` where a % has no two hexadecimal digits after it.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    Some(bytes)
}

fn encode(text: &str) -> String {
    let mut part = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') {
            part.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(part, "%{byte:02x}");
        }
    }
    part
}

#[cfg(test)]
mod tests {
    use super::{EventName, Subjects, check_name, last_part};

    #[test]
    fn any_id_is_one_part_of_a_subject() {
        let subjects = Subjects::new(&EventName::new("cup").expect("a name"), 0x123);
        for id in ["7", "round 1/game 2", "a.b.*.>", "50%", "Ärger", "%41"] {
            let subject = subjects.job(id);
            assert_eq!(subject.split('.').count(), 6, "{subject}");
            assert!(subject.is_ascii() && !subject.contains([' ', '*', '>']), "{subject}");
            assert_eq!(last_part(&subject).as_deref(), Some(id));
        }
        assert_eq!(last_part("a.%4"), None);
        assert_eq!(last_part("a.%zz"), None);
    }

    #[test]
    fn only_our_streams_are_events() {
        let event = EventName::new("cup_2").expect("a name");
        assert_eq!(EventName::of_stream(&event.stream()), Some(event));
        assert_eq!(EventName::of_stream("orders"), None);
        assert_eq!(EventName::of_stream("manator-a.b"), None);
    }

    #[test]
    fn a_stream_says_which_opening_it_is() {
        let event = EventName::new("cup").expect("a name");
        let subjects = Subjects::new(&event, 77);
        assert_eq!(Subjects::of(&event, &[subjects.kept(">")]), Some(subjects));
        assert_eq!(Subjects::of(&event, &["manator.work.cup-2.1.>".to_string()]), None);
        assert_eq!(Subjects::of(&event, &[]), None);
    }

    #[test]
    fn names_are_looked_at() {
        for event in ["", "a b", "a.b", "ä", &"x".repeat(65)] {
            EventName::new(event).expect_err(event);
        }
        for name in ["", " a", "a\nb", &"x".repeat(201)] {
            check_name("a job", name).expect_err(name);
        }
        check_name("a worker", "anna@host 3").expect("a name");
    }
}
