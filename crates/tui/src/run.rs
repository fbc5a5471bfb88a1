//! The loop that keeps the screen alive: messages in, a frame out.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::ops::ControlFlow::{Break, Continue};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use manator_games::catalog::GAMES;
use manator_play::{Opening, Post, Saves, SeatEvent, SetupError};
use signal_hook::consts::{SIGHUP, SIGTERM};
use signal_hook::iterator::Signals;

use crate::app::App;
use crate::dialog::{Dialog, Form};
use crate::screen::Screen;
use crate::screen::{Outside, listen};
use crate::theme::Theme;
use crate::words;

pub(crate) const CLOCK_INTERVAL: Duration = Duration::from_millis(100);
/// How long nothing may happen without a look at the state.
pub(crate) const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("terminal: {0}")]
    Terminal(io::Error),
    #[error("{0}")]
    Setup(SetupError),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Where it is kept, if it is kept and not over.
    pub kept: Option<PathBuf>,
    pub signal: Option<i32>,
    pub ending: Option<String>,
}

enum Message {
    Outside(Outside),
    Seat(SeatEvent),
}

pub fn run(opening: Opening, saves: Saves) -> Result<Left, RunError> {
    show(opening, saves, None)
}

pub fn lobby(saves: Saves) -> Result<Left, RunError> {
    let form = Form::new(&GAMES[0].card());
    let (table, setup) = form.clone().open().expect("the usual game can be set up");
    show(Opening::new(table, setup, Some(&saves)), saves, Some(Dialog::New(form)))
}

fn show(opening: Opening, saves: Saves, dialog: Option<Dialog>) -> Result<Left, RunError> {
    let (sender, inbox) = channel();
    let seats = sender.clone();
    let post: Post = Arc::new(move |event| drop(seats.send(Message::Seat(event))));
    let theme = Theme::detect(|name| std::env::var(name).ok());
    let mut app = App::new(opening, saves, &theme, post).map_err(RunError::Setup)?;
    app.dialog = dialog;
    let signals = Signals::new([SIGTERM, SIGHUP]).map_err(RunError::Terminal)?;
    let mut screen = Screen::open("Manator").map_err(RunError::Terminal)?;
    listen(signals, move |message| match sender.send(Message::Outside(message)) {
        Ok(()) => Continue(()),
        Err(_) => Break(()),
    });
    let signal = serve(&mut app, &mut screen, &inbox).map_err(RunError::Terminal)?;
    drop(screen);
    Ok(app.left(signal))
}

/// Serves messages until somebody wants to leave; returns the signal that asked for it.
fn serve(app: &mut App, screen: &mut Screen, inbox: &Receiver<Message>) -> io::Result<Option<i32>> {
    while !app.leaves {
        screen.draw(|frame| app.draw(frame))?;
        let mut next = inbox.recv_timeout(app.event_timeout());
        // Whatever has come in the meantime is drawn at once.
        loop {
            match next {
                Ok(Message::Outside(Outside::Terminal(event))) => app.event(event),
                Ok(Message::Outside(Outside::Signal(signal))) => return Ok(Some(signal)),
                Ok(Message::Outside(Outside::Lost)) => return Ok(None),
                Ok(Message::Seat(event)) => app.deliver(event),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => break,
            }
            next = inbox.try_recv().map_err(|_| RecvTimeoutError::Timeout);
        }
        app.tick();
    }
    Ok(None)
}

impl App {
    fn event_timeout(&self) -> Duration {
        let counts = self.session.sheet.clocks.controls().is_timed();
        if counts && !self.session.is_over() { CLOCK_INTERVAL } else { IDLE_TIMEOUT }
    }

    fn left(self, signal: Option<i32>) -> Left {
        let slot = self.session.slot.as_ref();
        let begun = !self.session.is_over() && !self.session.table().moves().is_empty();
        let slot = slot.filter(|_| begun);
        let kept = slot.map(|slot| slot.path.clone());
        let left =
            Left { kept, signal, ending: self.session.sheet.verdict.as_ref().map(words::ending) };
        self.session.leave();
        left
    }
}
