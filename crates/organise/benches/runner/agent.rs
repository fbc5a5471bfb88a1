//! The agent that does not think: it answers with the next move of a game it was told.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;

/// The argument that makes an agent of this program; the moves follow, then perhaps where to connect.
pub(crate) const FLAG: &str = "--instant-agent";
/// What stands between the moves: fastchess splits arguments at blanks.
pub(crate) const BETWEEN: &str = ",";

/// Plays until it is told to quit.
pub(crate) fn run(moves: &str, place: Option<&String>) -> io::Result<()> {
    match place {
        None => answer(moves, io::stdin().lock(), io::stdout()),
        Some(place) => {
            let stream = TcpStream::connect(place)?;
            stream.set_nodelay(true)?;
            answer(moves, BufReader::new(stream.try_clone()?), stream)
        }
    }
}

fn answer(moves: &str, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let answers: Vec<String> = moves.split(BETWEEN).map(|mv| format!("bestmove {mv}\n")).collect();
    let mut ply = 0;
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        match line.split_ascii_whitespace().next() {
            Some("ugi") => output.write_all(b"id name instant\nugiok\n")?,
            Some("uci") => output.write_all(b"id name instant\nuciok\n")?,
            Some("isready") => output.write_all(b"readyok\n")?,
            Some("position") => {
                let played = line.split_once(" moves ").map_or("", |(_, played)| played);
                ply = played.split_ascii_whitespace().count();
            }
            Some("go") => output.write_all(answers[ply].as_bytes())?,
            Some("quit") => break,
            _ => {}
        }
        output.flush()?;
        line.clear();
    }
    Ok(())
}
