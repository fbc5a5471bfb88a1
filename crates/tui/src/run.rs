//! The loop that keeps the screen alive: messages in, a frame out.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use manator_core::Table;
use manator_games::catalog::GAMES;
use manator_play::{Opening, Post, Saves, SeatEvent, SetupError};
use signal_hook::consts::{SIGHUP, SIGTERM};
use signal_hook::iterator::Signals;

use crate::app::App;
use crate::dialog::{Dialog, Form};
use crate::screen::Screen;
use crate::screen::{Outside, listen};
use crate::theme::Theme;
use crate::turn::{Answer, TurnQuestion};
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

/// Asks which turn the person takes, and plays the game that `open` then returns.
///
/// # Errors
/// Returns why there is no terminal or no game.
pub fn ask_and_run<E: From<RunError>>(
    table: &dyn Table,
    saves: Saves,
    open: impl FnOnce(usize) -> Result<Opening, E>,
) -> Result<Left, E> {
    let messages = Messages::new();
    let mut screen = messages.open()?;
    let mut question = TurnQuestion::new(table, &theme());
    match ask(&mut question, &mut screen, &messages.inbox).map_err(RunError::Terminal)? {
        Break(signal) => Ok(Left { kept: None, signal, ending: None }),
        Continue(turn) => {
            let app = App::new(open(turn)?, saves, &theme(), messages.post());
            let app = app.map_err(RunError::Setup)?;
            Ok(play(app, screen, &messages.inbox)?)
        }
    }
}

fn show(opening: Opening, saves: Saves, dialog: Option<Dialog>) -> Result<Left, RunError> {
    let messages = Messages::new();
    let app = App::new(opening, saves, &theme(), messages.post());
    let mut app = app.map_err(RunError::Setup)?;
    app.dialog = dialog;
    let screen = messages.open()?;
    play(app, screen, &messages.inbox)
}

fn play(mut app: App, mut screen: Screen, inbox: &Receiver<Message>) -> Result<Left, RunError> {
    let signal = serve(&mut app, &mut screen, inbox).map_err(RunError::Terminal)?;
    drop(screen);
    Ok(app.left(signal))
}

fn theme() -> Theme {
    Theme::detect(|name| std::env::var(name).ok())
}

/// Where everything is heard: the terminal, signals, the seats.
struct Messages {
    sender: Sender<Message>,
    inbox: Receiver<Message>,
}

impl Messages {
    fn new() -> Messages {
        let (sender, inbox) = channel();
        Messages { sender, inbox }
    }

    fn post(&self) -> Post {
        let seats = self.sender.clone();
        Arc::new(move |event| drop(seats.send(Message::Seat(event))))
    }

    /// Takes the terminal over, and listens to it.
    fn open(&self) -> Result<Screen, RunError> {
        let signals = Signals::new([SIGTERM, SIGHUP]).map_err(RunError::Terminal)?;
        let screen = Screen::open("Manator").map_err(RunError::Terminal)?;
        let sender = self.sender.clone();
        listen(signals, move |message| match sender.send(Message::Outside(message)) {
            Ok(()) => Continue(()),
            Err(_) => Break(()),
        });
        Ok(screen)
    }
}

/// Asks until there is a turn, or somebody leaves, perhaps by a signal.
fn ask(
    question: &mut TurnQuestion,
    screen: &mut Screen,
    inbox: &Receiver<Message>,
) -> io::Result<ControlFlow<Option<i32>, usize>> {
    loop {
        screen.draw(|frame| question.draw(frame))?;
        match inbox.recv() {
            Ok(Message::Outside(Outside::Terminal(event))) => match question.event(&event) {
                Some(Answer::Turn(turn)) => return Ok(Continue(turn)),
                Some(Answer::Leave) => return Ok(Break(None)),
                None => {}
            },
            Ok(Message::Outside(Outside::Signal(signal))) => return Ok(Break(Some(signal))),
            Ok(Message::Outside(Outside::Lost)) | Err(_) => return Ok(Break(None)),
            // Nobody sits anywhere yet.
            Ok(Message::Seat(_)) => {}
        }
    }
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
        if counts && !self.session.is_over() {
            return CLOCK_INTERVAL;
        }
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        self.session.deadline().map_or(IDLE_TIMEOUT, left).min(IDLE_TIMEOUT)
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
