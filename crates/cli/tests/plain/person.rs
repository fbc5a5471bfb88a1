//! A person at a terminal with the program in it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::process::ExitStatus;

use manator_core::random::mix;
use manator_testkit::terminal::{Color, Command, Home, Key, Screen, Signal, Size, Terminal};

use crate::program::MANATOR;

/// Large enough for any board and what is said about a few moves.
const SIZE: Size = Size { columns: 140, lines: 70 };

/// What the program waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waits {
    Move,
    Answer,
    /// Nothing: the game is over.
    Over,
}

/// A person at a terminal with the program in it.
pub(crate) struct Person {
    terminal: Terminal,
}

impl Person {
    /// Starts the program with arguments, with blanks between them.
    #[track_caller]
    pub(crate) fn sits(arguments: &str) -> Person {
        Person::sits_in(&Home::new(), arguments)
    }

    /// Starts the program in a home that others may use too.
    #[track_caller]
    pub(crate) fn sits_in(home: &Home, arguments: &str) -> Person {
        Person::runs_in(home, Command::new(MANATOR).args(arguments.split_whitespace()))
    }

    /// Starts the program in a position.
    #[track_caller]
    pub(crate) fn sits_before(position: &str, arguments: &str) -> Person {
        let command = Command::new(MANATOR).args(arguments.split_whitespace());
        Person::runs_in(&Home::new(), command.args(["--position", position]))
    }

    /// Starts any command.
    #[track_caller]
    pub(crate) fn runs_in(home: &Home, command: Command) -> Person {
        Person { terminal: Terminal::open_in(home, SIZE, command) }
    }

    /// Types a line, and waits until the terminal has written it.
    #[track_caller]
    pub(crate) fn types(&mut self, line: &str) {
        self.terminal.send(&format!("{line}\r"));
        self.terminal.expect(&format!("{line}\n"));
    }

    /// Waits for a prompt, then types a line.
    #[track_caller]
    pub(crate) fn answers(&mut self, prompt: &str, line: &str) {
        self.terminal.expect(prompt);
        self.types(line);
    }

    /// Waits until the program writes a text, and returns what it wrote before.
    #[track_caller]
    pub(crate) fn reads(&mut self, text: &str) -> String {
        self.terminal.expect(text)
    }

    /// Reads the rest of the line.
    #[track_caller]
    pub(crate) fn reads_line(&mut self) -> String {
        self.terminal.expect("\n")
    }

    /// Waits until the program waits.
    #[track_caller]
    pub(crate) fn waits(&mut self) -> Waits {
        let screen =
            self.terminal.wait_until("a prompt or the end", |screen| place(screen).is_some());
        place(&screen).expect("it was waited for")
    }

    /// Asks for the legal moves.
    #[track_caller]
    pub(crate) fn legal(&mut self) -> Vec<String> {
        self.types("moves");
        self.reads_line().split_whitespace().map(str::to_string).collect()
    }

    /// Plays any moves until the game is over, at most `moves` of them; returns how it ended.
    #[track_caller]
    pub(crate) fn plays_on(&mut self, seed: u64, moves: u64) -> Option<String> {
        for number in 0..moves {
            if self.waits() == Waits::Over {
                break;
            }
            let legal = self.legal();
            // What is typed before the prompt would be written before it.
            self.waits();
            let choice = mix(seed.wrapping_mul(1_000_003) + number) % legal.len() as u64;
            self.types(&legal[choice as usize]);
        }
        if self.waits() != Waits::Over {
            return None;
        }
        Some(self.ending())
    }

    /// Waits for the announcement of the end.
    #[track_caller]
    pub(crate) fn ending(&mut self) -> String {
        self.terminal.expect("Game over after ");
        assert!(self.leaves().success());
        let output = self.terminal.output();
        let rest = output.split("Game over after ").last().unwrap_or_default();
        rest.trim().to_string()
    }

    /// Waits until the program ends, which must leave the terminal as it was.
    #[track_caller]
    pub(crate) fn leaves(&mut self) -> ExitStatus {
        let status = self.terminal.wait_exit();
        self.terminal.is_restored().expect("the terminal is as it was");
        let output = self.terminal.output();
        assert!(!output.contains("panicked"), "{output}");
        status
    }

    /// Returns all that was written.
    pub(crate) fn output(&self) -> String {
        self.terminal.output()
    }

    /// Returns whether anything on the screen has a colour.
    pub(crate) fn sees_colour(&self) -> bool {
        let screen = self.terminal.screen();
        let coloured = |line| screen.row(line).any(|cell| cell.fgcolor() != Color::Default);
        (0..SIZE.lines).any(coloured)
    }

    /// Presses Ctrl and a letter.
    #[track_caller]
    pub(crate) fn presses_ctrl(&mut self, letter: char) {
        self.terminal.key(Key::Ctrl(letter));
    }

    /// Sends the program a signal.
    #[track_caller]
    pub(crate) fn signals(&mut self, signal: Signal) {
        self.terminal.signal(signal);
    }

    /// Kills the program and waits for its end.
    #[track_caller]
    pub(crate) fn kills(&mut self) {
        self.terminal.kill();
        self.terminal.wait_exit();
    }
}

fn place(screen: &Screen) -> Option<Waits> {
    let text = screen.text();
    let last = text.lines().rev().find(|line| !line.trim().is_empty())?.trim_end();
    match last {
        _ if ["move:", "proposal:", "alternate:"]
            .iter()
            .any(|what| last.ends_with(&format!(", your {what}"))) =>
        {
            Some(Waits::Move)
        }
        _ if last.ends_with("Accept or Reject?") => Some(Waits::Answer),
        _ if text.contains("Game over after") => Some(Waits::Over),
        _ => None,
    }
}
