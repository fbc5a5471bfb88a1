//! An agent for Manator: it plays a legal move at random, in every game.
//!
//! It reads lines on standard input and answers on standard output. Your part is the function
//! `think`; the rest speaks the protocol and can stay as it is.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, Write};

const NAME: &str = "my agent";
const AUTHOR: &str = "me";

/// What the agent was told about the game.
#[derive(Default)]
struct State {
    /// The game and its options, such as `joust size=10x10`.
    game: String,
    /// Where the game began: `startpos`, or a position as text.
    start: String,
    /// The moves played since then, oldest first.
    moves: Vec<String>,
    /// The legal moves.
    legal: Vec<String>,
}

/// Returns the move to play, one of `state.legal`, of which there is at least one.
///
/// THINK HERE. `limits` are the words after `go`, such as `p1time 60000 p2time 58000`. In Refusal
/// an answer is a move like any other: the legal moves are then `accept` and `refuse`.
fn think(state: &State, limits: &[&str]) -> String {
    // A random mover needs only the legal moves.
    let _ = (&state.game, &state.start, &state.moves, limits);
    state.legal[random_below(state.legal.len())].clone()
}

/// Returns a random number from 0 to `end` - 1. The standard library has no generator, but it seeds
/// its hash tables at random.
fn random_below(end: usize) -> usize {
    (RandomState::new().hash_one(0) % end as u64) as usize
}

fn main() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut state = State::default();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        // Nonsense in the input is ignored like any unknown line, rather than an error.
        let text = String::from_utf8_lossy(&line).into_owned();
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.first() == Some(&"quit") {
            break;
        }
        obey(&words, &mut state, &mut output)?;
        // An answer left in a buffer is an answer too late.
        output.flush()?;
        line.clear();
    }
    Ok(())
}

fn obey(words: &[&str], state: &mut State, output: &mut impl Write) -> io::Result<()> {
    match words {
        ["ugi", ..] => {
            writeln!(output, "id name {NAME}")?;
            writeln!(output, "id author {AUTHOR}")?;
            // Declaring this option asks for the `legal` lines.
            writeln!(output, "option name UGI_SendLegal type check default true")?;
            writeln!(output, "option name UGI_Game type string default <empty>")?;
            writeln!(output, "ugiok")?;
        }
        ["setoption", "name", "UGI_Game", "value", game @ ..] => state.game = game.join(" "),
        ["uginewgame", ..] => set_position(state, &["startpos"]),
        ["isready", ..] => writeln!(output, "readyok")?,
        ["position", "fen", rest @ ..] | ["position", rest @ ..] => set_position(state, rest),
        ["legal", moves @ ..] => state.legal = owned(moves),
        // Without legal moves there is nothing to choose from; 0000 is no move.
        ["go", ..] if state.legal.is_empty() => writeln!(output, "bestmove 0000")?,
        ["go", limits @ ..] => writeln!(output, "bestmove {}", think(state, limits))?,
        // `stop` needs no answer: `go` was answered before this line was read.
        _ => {}
    }
    Ok(())
}

/// Keeps where the game began and the moves since, which follow the word `moves`.
fn set_position(state: &mut State, words: &[&str]) {
    let mut parts = words.splitn(2, |word| *word == "moves");
    state.start = parts.next().unwrap_or_default().join(" ");
    state.moves = owned(parts.next().unwrap_or_default());
    // The legal moves of the position before are no longer legal.
    state.legal.clear();
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}
