//! Drives a program in a real terminal as a person would, and sees its screen.
//!
//! A test waits for what the program shows, never for time to pass. The [`DEADLINE`] only ends a test that
//! waits for what will never come; a program that ended is not waited for at all.
//!
//! ```
//! use manator_testkit::terminal::{Command, Size, Terminal};
//!
//! let script = Command::shell("printf 'name? '; read name; echo hello $name");
//! let mut terminal = Terminal::open(Size { columns: 80, lines: 24 }, script);
//! terminal.expect("name? ");
//! terminal.send("Tara\r");
//! terminal.expect("hello Tara");
//! assert!(terminal.wait_exit().success());
//! ```
// SPDX-License-Identifier: MIT OR Apache-2.0

mod command;
mod glyph;
mod input;
mod process;
mod screen;
mod state;
mod stream;
mod svg;

use std::fmt;
use std::io::{self, Read, Write};
use std::num::NonZeroU16;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{MasterPty, PtySize, native_pty_system};
use rustix::process::Pid;

pub use command::{Command, Home};
pub use input::Key;
pub use process::Signal;
pub use screen::{Cell, Color, MouseMode, Screen};

use state::{Shared, State};

/// How long anything is waited for before the test fails: far longer than a busy machine needs.
pub const DEADLINE: Duration = Duration::from_secs(180);

/// How long closing a terminal waits for a process that left the program's group and keeps it open.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub columns: u16,
    pub lines: u16,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {}", self.columns, self.lines)
    }
}

impl Size {
    fn pty(self) -> PtySize {
        PtySize { rows: self.lines, cols: self.columns, pixel_width: 0, pixel_height: 0 }
    }

    #[track_caller]
    fn parts(self) -> (NonZeroU16, NonZeroU16) {
        match (NonZeroU16::new(self.lines), NonZeroU16::new(self.columns)) {
            (Some(lines), Some(columns)) => (lines, columns),
            _ => panic!("a terminal of {self} shows nothing"),
        }
    }
}

/// Writes to the program; shared with the thread that answers its questions.
type Writer = Arc<Mutex<Box<dyn Write + Send>>>;

/// A terminal with a program in it.
///
/// Dropping it kills the program and the processes of its group.
///
/// # Panics
/// Whatever waits panics at the [`DEADLINE`], or as soon as the program ended without showing what is
/// awaited. The message holds the screen.
pub struct Terminal {
    pub home: Home,
    pid: Pid,
    master: Box<dyn MasterPty + Send>,
    modes: Vec<String>,
    writer: Writer,
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Terminal {
    #[track_caller]
    pub fn open(size: Size, command: Command) -> Self {
        Self::open_in(&Home::new(), size, command)
    }

    #[track_caller]
    pub fn open_in(home: &Home, size: Size, command: Command) -> Self {
        let shared = Arc::new(Shared::new(State::new(size.parts())));
        let pair = native_pty_system().openpty(size.pty()).expect("a pseudo-terminal");
        let reader = pair.master.try_clone_reader().expect("the terminal can be read");
        let writer = pair.master.take_writer().expect("the terminal can be written");
        let writer = Arc::new(Mutex::new(writer));
        let modes = modes(&*pair.master);
        let child = process::start(&*pair.slave, command.builder(home));
        let pid = Pid::from_child(&child);
        let exit = process::watch(child, {
            let shared = Arc::clone(&shared);
            move |child| shared.update(|state| state.status = Some(process::reap(child)))
        });
        let output = thread::spawn({
            let (shared, writer) = (Arc::clone(&shared), Arc::clone(&writer));
            move || read_output(reader, &writer, &shared)
        });
        let (home, threads) = (home.clone(), vec![exit, output]);
        // Our side of the pair's slave is dropped here: the output ends when the program's side closes.
        Self { home, pid, master: pair.master, modes, writer, shared, threads }
    }

    /// Types a text; a return key is `\r`.
    #[track_caller]
    pub fn send(&mut self, text: &str) {
        if let Err(error) = write(&self.writer, text.as_bytes()) {
            panic!("cannot send {text:?}: {error}\n{}", self.screen());
        }
    }

    #[track_caller]
    pub fn key(&mut self, key: Key) {
        // The program chooses what arrows send.
        let arrow = if self.screen().application_cursor() { "\x1bO" } else { "\x1b[" };
        self.send(&key.sequence(arrow));
    }

    #[track_caller]
    pub fn click(&mut self, column: u16, line: u16) {
        self.wait_until("a program that listens to the mouse", Screen::hears_clicks);
        self.send(&input::click(column, line));
    }

    #[track_caller]
    pub fn resize(&mut self, size: Size) {
        let (lines, columns) = size.parts();
        let master = &self.master;
        // Under the lock, so that what the program writes to the new size is read in the new size.
        let resized = self.shared.update(|state| {
            state.parser.set_size(lines, columns);
            master.resize(size.pty())
        });
        resized.expect("resize the terminal");
    }

    /// Returns the screen as it is shown: a frame that is being drawn is waited for.
    #[track_caller]
    pub fn screen(&self) -> Screen {
        self.wait("the end of a frame", |state| {
            (!state.is_drawing()).then(|| Screen::new(state.parser.screen()))
        })
    }

    /// Returns all the program wrote so far, without escape sequences.
    pub fn output(&self) -> String {
        self.shared.lock().stream.all()
    }

    #[track_caller]
    pub fn wait_for(&mut self, text: &str) -> Screen {
        self.wait_until(&format!("{text:?} on the screen"), |screen| screen.find(text).is_some())
    }

    /// Waits until the screen is as wanted, and returns it. `awaited` names it for the message.
    #[track_caller]
    pub fn wait_until(&mut self, awaited: &str, wanted: impl Fn(&Screen) -> bool) -> Screen {
        self.wait(awaited, |state| {
            let screen = (!state.is_drawing()).then(|| Screen::new(state.parser.screen()))?;
            wanted(&screen).then_some(screen)
        })
    }

    /// Waits until `text` is written after what was expected last, and returns what stood between.
    ///
    /// What is typed is written too, by the terminal, unless the program turned that off.
    #[track_caller]
    pub fn expect(&mut self, text: &str) -> String {
        self.wait(&format!("{text:?} in the output"), |state| state.stream.pass(text))
    }

    #[track_caller]
    pub fn wait_exit(&mut self) -> ExitStatus {
        self.wait("the end of the program", |state| state.status.filter(|_| state.complete))
    }

    pub fn is_running(&self) -> bool {
        self.shared.lock().status.is_none()
    }

    pub fn kill(&mut self) {
        let state = self.shared.lock();
        if state.status.is_none() {
            process::send(self.pid, Signal::KILL);
        }
    }

    #[track_caller]
    pub fn signal(&mut self, signal: Signal) {
        let state = self.shared.lock();
        if state.status.is_some() {
            drop(state);
            panic!("{signal:?} for a program that ended\n{}", self.screen());
        }
        process::send(self.pid, signal);
    }

    /// Waits until the program has stopped, as a shell does before it lets the program go on.
    ///
    /// What goes on before it has stopped would stop for ever.
    #[track_caller]
    pub fn wait_stopped(&mut self) {
        let start = Instant::now();
        while !process::has_stopped(self.pid) {
            let passed = start.elapsed() > DEADLINE;
            assert!(self.is_running() && !passed, "not stopped\n{}", self.screen());
            thread::yield_now();
        }
    }

    pub fn is_restored(&self) -> Result<(), String> {
        if self.is_running() {
            return Err("the program still runs".to_string());
        }
        let screen = self.screen();
        let mut wrong = differences(&self.modes, &modes(&*self.master));
        let mut note = |holds: bool, words: &str| {
            if holds {
                wrong.push(words.to_string());
            }
        };
        note(screen.alternate_screen(), "the alternate screen is on");
        note(screen.hide_cursor(), "the cursor is hidden");
        note(screen.mouse_protocol_mode() != MouseMode::None, "the mouse is captured");
        note(screen.bracketed_paste(), "bracketed paste is on");
        note(screen.application_cursor(), "the arrow keys send application codes");
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
    }

    #[track_caller]
    fn wait<T>(&self, awaited: &str, mut look: impl FnMut(&mut State) -> Option<T>) -> T {
        let start = Instant::now();
        let mut state = self.shared.lock();
        let why = loop {
            // Read before looking: what comes after the end is nothing.
            let over = state.complete && state.status.is_some();
            if let Some(found) = look(&mut state) {
                return found;
            }
            let left = DEADLINE.saturating_sub(start.elapsed());
            if over {
                break "the program ended".to_string();
            } else if left.is_zero() {
                break format!("{DEADLINE:?} passed");
            }
            state = self.shared.wait(state, left);
        };
        let screen = Screen::new(state.parser.screen());
        let (status, rest) = (state.status, state.stream.rest());
        // Unlocked before the panic, which would otherwise poison the lock for the threads.
        drop(state);
        let status = status.map_or("running".to_string(), |status| status.to_string());
        panic!("{why} without {awaited}; {status}\n{screen}\noutput not expected yet: {rest:?}");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let start = Instant::now();
        let mut state = self.shared.lock();
        if state.status.is_none() {
            process::kill_group(self.pid);
            // A shell gives what it runs in the foreground a group of its own.
            if let Some(group) = self.master.process_group_leader().and_then(Pid::from_raw) {
                process::kill_group(group);
            }
        }
        while !(state.complete && state.status.is_some()) {
            let left = CLOSE_TIMEOUT.saturating_sub(start.elapsed());
            if left.is_zero() {
                // Some process fled into another group and holds the terminal open: its reader cannot
                // be joined, and hanging here would be worse.
                return;
            }
            state = self.shared.wait(state, left);
        }
        drop(state);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Returns the names of the terminal driver's flags that are on, such as `ECHO` and `ICANON`.
#[track_caller]
fn modes(master: &(dyn MasterPty + Send)) -> Vec<String> {
    let modes = master.get_termios().expect("the modes of the terminal");
    let local = modes.local_flags.iter_names().map(|(name, _)| name);
    let input = modes.input_flags.iter_names().map(|(name, _)| name);
    let output = modes.output_flags.iter_names().map(|(name, _)| name);
    local.chain(input).chain(output).map(str::to_string).collect()
}

fn differences(before: &[String], after: &[String]) -> Vec<String> {
    let lost = before.iter().filter(|flag| !after.contains(flag));
    let gained = after.iter().filter(|flag| !before.contains(flag));
    let lost = lost.map(|flag| format!("{flag} is off"));
    lost.chain(gained.map(|flag| format!("{flag} is on"))).collect()
}

fn read_output(mut reader: Box<dyn Read + Send>, writer: &Writer, shared: &Shared) {
    let mut buffer = [0; 4096];
    loop {
        let count = match reader.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let answers = shared.update(|state| state.read(&buffer[..count]));
        if !answers.is_empty() {
            // A program that does not wait for the answer may be gone.
            let _ = write(writer, &answers);
        }
    }
    shared.update(|state| state.complete = true);
}

fn write(writer: &Writer, bytes: &[u8]) -> io::Result<()> {
    let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
    writer.write_all(bytes)?;
    writer.flush()
}
