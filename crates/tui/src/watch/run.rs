//! The loop that keeps the display alive: what the server and the terminal say in, a frame out.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use manator_play::{End, Heard, Spectator};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

use super::{Asks, Viewer};
use crate::run::{CLOCK_INTERVAL, IDLE_TIMEOUT, RunError};
use crate::screen::Screen;
use crate::screen::{Outside, listen};
use crate::theme::Theme;

/// How much may wait to be shown; the rest waits at the server's.
const WAITING_MAX: usize = 256;
/// How long messages are taken in before a frame is drawn, even if more are waiting.
const FRAME_INTERVAL: Duration = Duration::from_millis(50);
/// How often everything is drawn anew, when that is wanted all the time.
const REDRAW_INTERVAL: Duration = Duration::from_millis(250);

#[derive(Clone, Debug)]
pub struct Watching {
    pub spectator: Spectator,
    pub most: (u16, u16),
    pub redraw: Redraw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redraw {
    OnMessages,
    /// All the time, and all of it, whatever else has written on the screen.
    Always,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departed {
    pub signal: Option<i32>,
    pub ending: Option<String>,
    /// Why there was nothing to show any more, if that was so.
    pub end: Option<End>,
}

enum Message {
    Outside(Outside),
    Heard(Heard),
}

pub fn watch(watching: Watching) -> Result<Departed, RunError> {
    let (sender, inbox) = sync_channel(WAITING_MAX);
    let theme = Theme::detect(|name| std::env::var(name).ok());
    let Watching { spectator, most, redraw } = watching;
    let what = if spectator.game == "any" { "any game" } else { spectator.game.as_str() };
    let table = spectator.table.map(|table| format!(", table {table}")).unwrap_or_default();
    let mut viewer = Viewer::new(format!("{what}{table}, at {}", spectator.address), most, theme);
    let signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT]);
    let signals = signals.map_err(RunError::Terminal)?;
    let mut screen = Screen::open("Manator").map_err(RunError::Terminal)?;
    let outside = sender.clone();
    listen(signals, move |message| pass(&outside, Message::Outside(message)));
    thread::spawn(move || spectator.listen(|heard| pass(&sender, Message::Heard(heard))));
    let signal = serve(&mut viewer, &mut screen, &inbox, redraw).map_err(RunError::Terminal)?;
    drop(screen);
    let ending = viewer.watched.over();
    let ending = ending.map(|over| format!("Game over, {}: {}", over.result, over.words));
    Ok(Departed { signal, ending, end: viewer.end })
}

fn pass(sender: &SyncSender<Message>, message: Message) -> ControlFlow<()> {
    match sender.send(message) {
        Ok(()) => Continue(()),
        Err(_) => Break(()),
    }
}

/// Serves messages until somebody wants to leave; returns the signal that asked for it.
fn serve(
    viewer: &mut Viewer,
    screen: &mut Screen,
    inbox: &Receiver<Message>,
    redraw: Redraw,
) -> io::Result<Option<i32>> {
    while !viewer.leaves {
        let draw = |frame: &mut ratatui::Frame| viewer.draw(frame, Instant::now());
        match redraw {
            Redraw::OnMessages => screen.draw(draw)?,
            Redraw::Always => screen.draw_all(draw)?,
        }
        let timeout = match redraw {
            Redraw::Always => REDRAW_INTERVAL,
            Redraw::OnMessages if viewer.watched.is_ticking() => CLOCK_INTERVAL,
            Redraw::OnMessages => IDLE_TIMEOUT,
        };
        let mut next = inbox.recv_timeout(timeout);
        let begin = Instant::now();
        loop {
            match next {
                Ok(Message::Heard(heard)) => viewer.hear(heard, Instant::now()),
                Ok(Message::Outside(Outside::Terminal(event))) => viewer.event(event),
                Ok(Message::Outside(Outside::Signal(SIGTSTP))) => viewer.asks = Some(Asks::Suspend),
                Ok(Message::Outside(Outside::Signal(SIGCONT))) => screen.take_again()?,
                Ok(Message::Outside(Outside::Signal(signal))) => return Ok(Some(signal)),
                Ok(Message::Outside(Outside::Lost)) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => break,
            }
            if begin.elapsed() > FRAME_INTERVAL {
                break;
            }
            next = inbox.try_recv().map_err(|_| RecvTimeoutError::Timeout);
        }
        match viewer.asks.take() {
            Some(Asks::Suspend) => screen.suspend()?,
            Some(Asks::Redraw) => screen.take_again()?,
            None => {}
        }
    }
    Ok(None)
}
