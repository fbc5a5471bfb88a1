//! A program that plays on a server: its lines go there, the server's lines come here.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::File;
use std::io::{self, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use manator_core::Table;
use manator_engine::{Agent, AgentError, Line, Thought};
use manator_host::Contender;
use manator_host::client::Client;
use manator_host::contender::{Ask, Heard, Once};
use manator_host::process::{Program, exit_words};
use manator_host::time::{Clocks, LONGEST, TimeControl};
use manator_search::Limits;
use rustix::fs::OFlags;

use crate::Verdict;
use crate::commands::engine::{Choice, serve};

/// How long a program may take to end by itself.
const ENDING: Duration = Duration::from_secs(2);

/// Passes lines on between a program and the server until one of them has had enough.
pub(super) fn pass_on(program: &Program, client: Client, trace: bool) -> anyhow::Result<Verdict> {
    let Client { mut reader, writer, .. } = client;
    let (input, output, errors, mut group) = program.start()?.into_parts();
    let mut input = waiting(input)?;
    let (mut output, mut errors) = (waiting(output)?, waiting(errors)?);
    let says = thread::spawn(move || io::copy(&mut errors, &mut io::stderr()));
    thread::spawn(move || {
        // Each line is on its way at once: nothing is kept back by either side.
        let _ = io::copy(&mut reader, &mut input);
    });
    let mut server = writer;
    let passed = io::copy(&mut output, &mut server);
    let _ = server.shutdown(Shutdown::Both);
    let end = Instant::now() + ENDING;
    let status = loop {
        match group.try_wait()? {
            None if Instant::now() < end => thread::sleep(Duration::from_millis(10)),
            status => break status,
        }
    };
    group.kill();
    let _ = says.join();
    match (passed, status) {
        (Err(error), _) if error.kind() != io::ErrorKind::BrokenPipe => {
            bail!("lost the server: {error}")
        }
        (_, Some(status)) if !status.success() => bail!("the program {}", exit_words(status)),
        _ => {}
    }
    if trace {
        writeln!(anstream::stderr(), "the games are over")?;
    }
    Ok(Verdict::Yes)
}

/// Turns the end of a pipe that never blocks into one that does: a thread waits for it.
fn waiting(end: OwnedFd) -> io::Result<File> {
    let flags = rustix::fs::fcntl_getfl(&end)?;
    rustix::fs::fcntl_setfl(&end, flags - OFlags::NONBLOCK)?;
    Ok(File::from(end))
}

/// Starts a program for each move that the server asks for.
pub(super) fn ask_once(
    program: Program,
    table: Box<dyn Table>,
    client: Client,
) -> anyhow::Result<Verdict> {
    let choice = Choice::champion(table)?;
    let agent = Box::new(Starter(Once::new(program)));
    serve(choice, agent, client.reader, Box::new(client.writer))?;
    Ok(Verdict::Yes)
}

/// A one-shot program as an agent.
struct Starter(Once);

impl Agent for Starter {
    fn new_game(&mut self) {}

    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        _progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, AgentError> {
        let begin = Instant::now();
        let control = TimeControl::PerMove(limits.time.unwrap_or(LONGEST));
        let mut clocks = Clocks::new(table.card().players.len(), control);
        clocks.start(table.to_move(), begin);
        let ask = Ask::new(table, &clocks, limits, Duration::ZERO);
        let mut hear = |heard: Heard| {
            if let Heard::Note(text) = heard {
                let _ = writeln!(anstream::stderr(), "{text}");
            }
        };
        // What goes wrong is told by a move that is none: the server says what that means.
        let mv = match self.0.choose(&ask, &mut hear) {
            Ok(choice) => choice.mv,
            Err(fault) => {
                let _ = writeln!(anstream::stderr(), "error: the program {fault}");
                manator_protocol::NO_MOVE.into()
            }
        };
        let line = Line { moves: vec![mv], score: Default::default() };
        Ok(Thought { lines: vec![line], elapsed: begin.elapsed(), ..Thought::default() })
    }
}
