//! A flood of slow browsers leaves games untouched.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::driver::Class;

/// More than there are places for browsers from one address.
const SLOW: usize = 400;

const ROSTER: &str = r#"
game = "joust"
time = "20s"
games = 10
[[student]]
name = "Ada"
[[student]]
name = "Bob"
"#;

#[test]
fn slow_browsers_leave_games_untouched() {
    let class = Class::new(ROSTER);
    let codes = class.codes();
    let mut server = class.serve("--leave");
    let slow: Vec<TcpStream> = (0..SLOW)
        .map(|number| {
            let mut stream = server.connect();
            // Half of them never finish their request, the others never read the answer to theirs.
            let text = match number % 2 {
                0 => "GET / HTTP/1.1\r\nHost: loc".to_string(),
                _ => format!("GET /arena.js HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", server.port),
            };
            let _ = stream.write_all(text.as_bytes());
            stream
        })
        .collect();
    let begin = Instant::now();
    let _agents =
        [class.agent(&server, &codes[0], "-a r"), class.agent(&server, &codes[1], "-a r")];
    let (status, said) = server.process.ends();
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("game 10 of 10"), "{said}");
    assert!(!said.contains("has lost on time") && !said.contains("did not"), "{said}");
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
    drop(slow);
}
