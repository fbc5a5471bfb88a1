//! A program that plays on a server: its lines go there, the server's lines come here.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::File;
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::process::ExitStatus;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use manator_core::Table;
use manator_engine::{Agent, AgentError, Line, Thought};
use manator_play::client::Client;
use manator_play::contender::{Ask, Heard, Once};
use manator_play::time::{Clocks, TIME_MAX, TimeControl};
use manator_play::{Contender, Fault};
use manator_sandbox::{Group, Program, Running, exit_words};
use manator_search::Limits;
use rustix::fs::OFlags;

use crate::commands::engine::{Choice, serve};
use crate::stop::{self, status};
use crate::{Verdict, streams};

const EXIT_TIMEOUT: Duration = Duration::from_secs(2);
const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(25);
const PIECE: usize = 16 * 1024;

enum End {
    /// The program says nothing more, or the server does not hear it.
    Program(io::Result<()>),
    /// The server says nothing more, or the program does not hear it.
    Server,
    Signal(i32),
}

/// Passes lines on between a program and the server until one of them has had enough. The program is never
/// left behind, whatever it does.
pub(super) fn pass_on(running: Running, client: Client, trace: bool) -> anyhow::Result<Verdict> {
    let Client { mut reader, writer: server, .. } = client;
    let Running { input, output, errors, mut group } = running;
    let mut input = waiting(input)?;
    let (mut output, mut errors) = (waiting(output)?, waiting(errors)?);
    let (sender, ends) = channel();
    let stops = sender.clone();
    stop::watch(move |signal| drop(stops.send(End::Signal(signal))))?;
    let says = thread::spawn(move || pass(&mut errors, &mut streams::stderr()));
    let (listens, mut speaks) = (sender.clone(), server.try_clone()?);
    thread::spawn(move || {
        let _ = pass(&mut reader, &mut input);
        drop(input);
        let _ = listens.send(End::Server);
    });
    thread::spawn(move || {
        let _ = sender.send(End::Program(pass(&mut output, &mut speaks)));
    });
    let end = await_end(&ends, &mut group)?;
    if let End::Signal(signal) = end {
        return Ok(Verdict::Stopped(status(signal)));
    }
    let _ = server.shutdown(Shutdown::Both);
    let ended = ending(&mut group)?;
    group.kill();
    let _ = says.join();
    match (end, ended) {
        (End::Program(Err(error)), _) if error.kind() != io::ErrorKind::BrokenPipe => {
            bail!("lost the server: {error}")
        }
        (_, Some(status)) if !status.success() => bail!("the program {}", exit_words(status)),
        (_, None) if trace => {
            writeln!(streams::stderr(), "the program did not end, and was killed")?;
        }
        _ => {}
    }
    if trace {
        writeln!(streams::stderr(), "the games are over")?;
    }
    Ok(Verdict::Yes)
}

/// Passes bytes on as they come. `io::copy` would leave that to the system, which keeps lines back until more
/// has come.
fn pass(from: &mut impl Read, to: &mut impl Write) -> io::Result<()> {
    let mut piece = [0; PIECE];
    loop {
        match from.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(count) => to.write_all(&piece[..count])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        to.flush()?;
    }
}

fn await_end(ends: &Receiver<End>, group: &mut Group) -> io::Result<End> {
    loop {
        match ends.recv_timeout(CANCEL_POLL_INTERVAL) {
            Ok(end) => return Ok(end),
            // When the program has ended, so has whoever holds its pipes: then the end is told, after
            // what was said last.
            Err(RecvTimeoutError::Timeout) => drop(group.try_wait()?),
            Err(RecvTimeoutError::Disconnected) => return Ok(End::Server),
        }
    }
}

fn ending(group: &mut Group) -> io::Result<Option<ExitStatus>> {
    let end = Instant::now() + EXIT_TIMEOUT;
    loop {
        match group.try_wait()? {
            None if Instant::now() < end => thread::sleep(CANCEL_POLL_INTERVAL),
            status => return Ok(status),
        }
    }
}

/// Turns the end of a pipe that never blocks into one that does: a thread waits for it.
fn waiting(end: OwnedFd) -> io::Result<File> {
    let flags = rustix::fs::fcntl_getfl(&end)?;
    rustix::fs::fcntl_setfl(&end, flags - OFlags::NONBLOCK)?;
    Ok(File::from(end))
}

pub(super) fn ask_once(
    program: Program,
    table: Box<dyn Table>,
    client: Client,
) -> anyhow::Result<Verdict> {
    let choice = Choice::champion(table);
    let agent = Box::new(Starter(Once::new(program)));
    serve(choice, agent, client.reader, Box::new(client.writer))?;
    Ok(Verdict::Yes)
}

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
        let control = TimeControl::PerMove(limits.time.unwrap_or(TIME_MAX));
        let mut clocks = Clocks::new(table.card().players.len(), control);
        clocks.start(table.to_move(), begin);
        let ask = Ask::new(table, &clocks, limits, Duration::ZERO);
        let mut hear = |heard: Heard| {
            if let Heard::Note(text) = heard {
                let _ = writeln!(streams::stderr(), "{text}");
            }
        };
        // What goes wrong is told by a move that is none: the server says what that means.
        let mv = match self.0.choose(&ask, &mut hear) {
            Ok(choice) => choice.mv,
            Err(Fault::Cancelled) => manator_protocol::NO_MOVE.into(),
            Err(fault) => {
                let _ = writeln!(streams::stderr(), "error: the program {fault}");
                manator_protocol::NO_MOVE.into()
            }
        };
        let line = Line { moves: vec![mv], score: Default::default() };
        Ok(Thought { lines: vec![line], elapsed: begin.elapsed(), ..Thought::default() })
    }
}
