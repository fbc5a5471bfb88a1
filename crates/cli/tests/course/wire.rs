//! Frames as the original programs send and receive them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use manator_core::random::SplitMix;

/// How long a test waits for a message.
const PATIENCE: Duration = Duration::from_secs(60);
/// The bytes of a header: eight digits and a NUL.
const HEADER: usize = 9;

/// The end of a connection that speaks frames.
pub(crate) struct Wire {
    pub(crate) stream: TcpStream,
    chance: SplitMix,
}

impl Wire {
    pub(crate) fn connect(port: u16) -> Wire {
        Wire::new(TcpStream::connect(("127.0.0.1", port)).expect("somebody listens"))
    }

    pub(crate) fn new(stream: TcpStream) -> Wire {
        stream.set_nodelay(true).expect("an option");
        stream.set_read_timeout(Some(PATIENCE)).expect("an option");
        let port = stream.local_addr().expect("an address").port();
        Wire { stream, chance: SplitMix::new(port.into()) }
    }

    /// Sends a message, in pieces that end anywhere; returns whether somebody takes it.
    pub(crate) fn send(&mut self, payload: &str) -> bool {
        let bytes = frame(payload);
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            // Often whole, often torn apart in the header, sometimes byte by byte.
            let most = [bytes.len(), HEADER, 3, 1][self.chance.below(4) as usize];
            let (piece, after) = rest.split_at(rest.len().min(most));
            if self.stream.write_all(piece).is_err() {
                return false;
            }
            rest = after;
            if self.chance.below(8) == 0 {
                thread::sleep(Duration::from_millis(1));
            }
        }
        true
    }

    /// Receives a message; nothing when the connection is closed.
    ///
    /// The original programs take what one read gives for the header, so that it must be whole.
    pub(crate) fn receive(&mut self) -> Option<String> {
        let mut header = [0; HEADER];
        match self.stream.read(&mut header) {
            Ok(0) => return None,
            Ok(HEADER) => {}
            Ok(count) => panic!("a header of {count} bytes: {:?}", &header[..count]),
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return None,
            Err(error) => panic!("nothing comes: {error}"),
        }
        let (digits, end) = header.split_at(HEADER - 1);
        assert_eq!(end, [0]);
        let digits = std::str::from_utf8(digits).expect("digits");
        assert!(!digits.contains(|letter: char| letter.is_ascii_lowercase()), "{digits}");
        let length = usize::from_str_radix(digits, 16).expect("a number");
        let mut payload = vec![0; length];
        self.stream.read_exact(&mut payload).expect("a whole payload");
        assert_eq!(payload.pop(), Some(0), "a payload ends with a NUL");
        Some(String::from_utf8(payload).expect("text"))
    }
}

/// Returns the frame of a payload.
pub(crate) fn frame(payload: &str) -> Vec<u8> {
    let mut bytes = format!("{:08X}", payload.len() + 1).into_bytes();
    bytes.push(0);
    bytes.extend_from_slice(payload.as_bytes());
    bytes.push(0);
    bytes
}

/// Returns the name and the fields of a message. The original programs refuse empty values.
pub(crate) fn fields(payload: &str) -> (&str, Vec<(&str, &str)>) {
    let mut parts = payload.split("::");
    let name = parts.next().expect("a name");
    let fields = parts.map(|part| part.split_once("==").expect("KEY==VALUE"));
    let fields: Vec<_> = fields.collect();
    assert!(fields.iter().all(|(_, value)| !value.is_empty()), "an empty value: {payload}");
    (name, fields)
}

/// Returns the value of a field.
pub(crate) fn value<'a>(fields: &[(&str, &'a str)], key: &str) -> &'a str {
    let field = fields.iter().find(|(name, _)| *name == key);
    field.unwrap_or_else(|| panic!("no {key}")).1
}
