//! The terminal taken over and given back, whatever happens in between.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Stdout, Write, stdout};
use std::ops::ControlFlow::{self, Break};
use std::{panic, thread};

use crossterm::cursor::Show;
use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, SetTitle, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use manator_core::text::{REPLACEMENT, is_deceptive, printable};
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::{Frame, Terminal};
use signal_hook::consts::SIGTSTP;
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// The full screen; dropping it gives the terminal back.
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    pub(crate) fn open(title: &str) -> io::Result<Screen> {
        give_back_on_panic();
        // From here on the terminal must be given back also when the rest fails.
        let opened = take().and_then(|()| execute!(stdout(), SetTitle(printable(title))));
        let terminal = opened.and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match terminal {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Draws a frame, shown all at once by terminals that can.
    pub(crate) fn draw(&mut self, frame: impl FnOnce(&mut Frame)) -> io::Result<()> {
        queue!(stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|drawn| {
            frame(drawn);
            clean(drawn.buffer_mut());
        })?;
        execute!(stdout(), EndSynchronizedUpdate)
    }

    /// Draws a frame anew from its first to its last character, whatever the terminal shows.
    pub(crate) fn draw_all(&mut self, frame: impl FnOnce(&mut Frame)) -> io::Result<()> {
        queue!(stdout(), BeginSynchronizedUpdate)?;
        self.wipe()?;
        self.draw(frame)
    }

    /// Gives the terminal back and stops the program, until somebody lets it go on.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        emulate_default_handler(SIGTSTP)?;
        self.take_again()
    }

    /// Takes the terminal over once more: somebody else may have had it.
    pub(crate) fn take_again(&mut self) -> io::Result<()> {
        disable_raw_mode()?;
        take()?;
        self.wipe()
    }

    /// Makes the terminal blank, and the next frame one that is written whole.
    fn wipe(&mut self) -> io::Result<()> {
        // `Terminal::clear` asks the terminal where its cursor is, and the thread that reads keys would
        // get the answer.
        execute!(stdout(), Clear(ClearType::All))?;
        // The buffer drawn last becomes the next, and both are blank.
        self.terminal.swap_buffers();
        Ok(())
    }
}

/// Makes visible what could deceive, whatever widget let it through.
fn clean(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if cell.symbol().chars().any(is_deceptive) {
            cell.set_char(REPLACEMENT);
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// Gives the terminal back; what fails here fails because there is no terminal any more.
fn give_back() {
    let _ = execute!(
        stdout(),
        EndSynchronizedUpdate,
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    );
    let _ = disable_raw_mode();
    let _ = stdout().flush();
}

/// Makes a panic of this thread readable; those of others are the business of whoever waits for them.
fn give_back_on_panic() {
    let here = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == here {
            give_back();
            before(info);
        }
    }));
}

pub(crate) enum Outside {
    Terminal(Event),
    Signal(i32),
    Lost,
}

/// Passes on everything from outside, until nobody hears it any more.
pub(crate) fn listen(
    mut signals: Signals,
    pass: impl Fn(Outside) -> ControlFlow<()> + Clone + Send + 'static,
) {
    let heard = pass.clone();
    thread::spawn(move || {
        for signal in signals.forever() {
            if heard(Outside::Signal(signal)).is_break() {
                return;
            }
        }
    });
    thread::spawn(move || {
        loop {
            let message = event::read().map_or(Outside::Lost, Outside::Terminal);
            let lost = matches!(message, Outside::Lost);
            if pass(message) == Break(()) || lost {
                return;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use manator_core::text::is_deceptive;
    use manator_testkit::terminal::{Command, Size, Terminal};
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::{Screen, clean};

    #[test]
    fn no_cell_shows_what_deceives() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 60, 1));
        let name = "a\u{1b}[5m\u{9b}b\u{202e}c\u{200f}\u{2066}d\u{e0041}e\u{3164}f\u{ad}g";
        buffer.set_string(0, 0, name, Style::new());
        buffer[(50, 0)].set_symbol("x\u{202e}");
        clean(&mut buffer);
        let shown: String = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert!(!shown.chars().any(is_deceptive), "{shown:?}");
    }

    /// Set in the program that this test starts: itself, in a terminal.
    const INSIDE: &str = "MANATOR_TEST_PANIC";

    #[test]
    fn a_panic_gives_the_terminal_back() {
        if std::env::var_os(INSIDE).is_some() {
            let mut screen = Screen::open("about to panic").unwrap();
            screen.draw(|frame| frame.render_widget("all is well", frame.area())).unwrap();
            panic!("what happened is readable");
        }
        let itself = std::env::current_exe().unwrap();
        let name = "screen::tests::a_panic_gives_the_terminal_back";
        let command = Command::new(itself).args([name, "--exact", "--nocapture"]).env(INSIDE, "1");
        let mut terminal = Terminal::open(Size { columns: 80, lines: 24 }, command);
        terminal.wait_for("what happened is readable");
        assert!(!terminal.wait_exit().success());
        terminal.is_restored().unwrap();
    }
}
