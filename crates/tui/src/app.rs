//! What the full screen shows and how it reacts: a game, a cursor, a line being typed, a dialog.
//!
//! The application does nothing by itself. Keys, mouse and seats send messages; each changes the state
//! here, and the state is drawn anew.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::{Board, CellId};
use manator_core::{Player, Record};
use manator_play::{
    Happened, Opening, Post, Saves, SeatEvent, Session, SetupError, Thought, title,
};
use ratatui::layout::Rect;

use crate::board::{Marks, Side};
use crate::dialog::{Dialog, Form};
use crate::input::Command;
use crate::stage::Stage;
use crate::theme::Theme;
use crate::touch::{Touch, Touched};
use crate::words;
use crate::words::{Notice, Tone};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    Command(Command),
    Move(String),
    /// A line of the open dialog, and whether its right half was hit.
    Line(usize, bool),
    Yes,
    No,
}

pub(crate) struct App {
    pub(crate) session: Session,
    pub(crate) saves: Saves,
    pub(crate) theme: Theme,
    pub(crate) board: Board,
    pub(crate) side: Side,
    pub(crate) stage: Stage,
    pub(crate) touch: Touch,
    pub(crate) cursor: CellId,
    pub(crate) shows_cursor: bool,
    pub(crate) input: String,
    pub(crate) notice: Option<Notice>,
    pub(crate) hint: Option<Thought>,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) shows_thinking: bool,
    /// The last thought of an agent, kept after its move.
    pub(crate) thought: Option<(Player, Thought)>,
    /// The moves in lines, made anew when their number changes.
    pub(crate) rounds: Vec<String>,
    pub(crate) back: usize,
    pub(crate) spots: Vec<(Rect, Spot)>,
    pub(crate) pressed: Option<CellId>,
    pub(crate) leaves: bool,
    post: Post,
}

impl App {
    pub(crate) fn new(
        opening: Opening,
        saves: Saves,
        theme: &Theme,
        post: Post,
    ) -> Result<App, SetupError> {
        let note = opening.note.clone();
        let session = opening.begin(post.clone())?;
        let board = session.table().board();
        let mut app = App {
            theme: theme.seated(session.table().card().players),
            session,
            saves,
            board,
            side: Side::Upright,
            stage: Stage::default(),
            touch: Touch::default(),
            cursor: CellId(0),
            shows_cursor: false,
            input: String::new(),
            notice: None,
            hint: None,
            dialog: None,
            shows_thinking: false,
            thought: None,
            rounds: Vec::new(),
            back: 0,
            spots: Vec::new(),
            pressed: None,
            leaves: false,
            post,
        };
        app.greet();
        if let Some(note) = note {
            app.say(Tone::Plain, note);
        }
        Ok(app)
    }

    pub(crate) fn start(&mut self, opening: Opening) {
        match opening.begin(self.post.clone()) {
            Ok(session) => {
                self.theme = self.theme.seated(session.table().card().players);
                self.board = session.table().board();
                std::mem::replace(&mut self.session, session).leave();
                self.side = Side::Upright;
                self.stage.forget();
                self.dialog = None;
                self.thought = None;
                self.greet();
            }
            Err(error) => self.say(Tone::Wrong, error.to_string()),
        }
    }

    fn greet(&mut self) {
        self.session.proceed();
        self.cursor = CellId(0);
        // Whoever plays from the other side sees the board from there.
        let people: Vec<usize> = (0..self.session.seats.count())
            .filter(|seat| self.session.seats.specs[*seat].is_person())
            .collect();
        if people == [1] && self.session.seats.count() == 2 {
            self.side = Side::Flipped;
        }
        self.refresh();
        self.cursor = self.touch.sources().first().copied().unwrap_or(CellId(0));
        let text = match self.session.seats.awaited()[..] {
            [] => "arrow keys and Enter, the mouse, or a move typed; ? for help".to_string(),
            ref places => format!("waiting for a program at {}", places.join(" and ")),
        };
        self.say(Tone::Plain, text);
    }

    fn refresh(&mut self) {
        let gestures = match self.session.awaits_person() {
            true => self.session.table().gestures(),
            false => Vec::new(),
        };
        self.touch = Touch::new(gestures);
        self.rounds = words::rounds(&Record::of(self.session.table()));
        self.hint = None;
        self.back = 0;
        if let Some(verdict) = &self.session.sheet.verdict {
            let text = words::ending(verdict);
            self.say(Tone::Great, text);
        }
        if let Some(why) = &self.session.unsaved {
            let text = format!("the game could not be kept: {why}");
            self.say(Tone::Wrong, text);
        }
    }

    pub(crate) fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), tone });
    }

    pub(crate) fn deliver(&mut self, event: SeatEvent) {
        let mut happened = self.session.deliver(event);
        loop {
            match &happened {
                Happened::Nothing | Happened::Waiting => return,
                Happened::Thinking => {
                    let thought = self.session.thinking.clone();
                    let mover = self.session.table().to_move();
                    self.thought = thought.map(|thought| (mover, thought)).or(self.thought.take());
                }
                Happened::Moved => self.moved(),
                Happened::Noted { player, text } => {
                    let who = title(self.session.table(), *player);
                    self.say(Tone::Plain, format!("{who}: {text}"));
                }
                Happened::Advice(thought) => self.advised(thought.clone()),
                Happened::Connected(peer) => {
                    self.say(Tone::Plain, format!("connected with {peer}"));
                    self.refresh();
                }
                Happened::Over => self.refresh(),
            }
            happened = self.session.next_line();
        }
    }

    fn moved(&mut self) {
        self.say(Tone::Plain, words::moved(self.session.table(), self.session.is_over()));
        self.refresh();
    }

    fn advised(&mut self, thought: Thought) {
        match thought.best() {
            None => self.say(Tone::Plain, "there is nothing to play"),
            Some(best) => {
                let advice = manator_play::advice(self.session.table(), best);
                let text = format!("the champion {advice}, {}", words::score(&thought));
                self.say(Tone::Plain, text);
            }
        }
        self.hint = Some(thought);
    }

    pub(crate) fn tick(&mut self) {
        match self.session.tick() {
            Happened::Moved => self.moved(),
            Happened::Over => self.refresh(),
            _ => {}
        }
    }

    pub(crate) fn play(&mut self, text: &str) {
        if !self.session.awaits_person() {
            let why = match &self.session.sheet.verdict {
                Some(_) => "the game is over; F9 begins another",
                None => "it is not your turn",
            };
            self.say(Tone::Wrong, why);
            return;
        }
        match self.session.play(text) {
            Ok(_) => self.moved(),
            Err(illegal) => self.say(Tone::Wrong, illegal.to_string()),
        }
    }

    pub(crate) fn touch(&mut self, cell: CellId) {
        self.cursor = cell;
        match self.touch.touch(cell) {
            Touched::Move(text) => self.play(&text),
            Touched::Chosen => {
                self.notice = None;
                if self.touch.complete().is_some() {
                    self.say(Tone::Plain, "go on, or touch the same square again to end here");
                }
            }
            Touched::Dropped => self.notice = None,
            Touched::Nothing => self.explain(cell),
        }
    }

    /// Says why nothing happens on a cell, in the arbiter's words where there are any.
    fn explain(&mut self, cell: CellId) {
        if !self.session.awaits_person() {
            return;
        }
        let name = |cell: CellId| self.board.cells[cell.index()].name.as_str();
        let path: String = self.touch.begun().into_iter().chain([cell]).map(name).collect();
        if let Err(illegal) = self.session.table().judge(&path) {
            let text = illegal.to_string();
            self.touch.drop_all();
            self.say(Tone::Wrong, text);
        }
    }

    pub(crate) fn command(&mut self, command: Command) {
        match command {
            Command::Help => self.dialog = Some(Dialog::Help(0)),
            Command::Hint => self.ask_hint(),
            Command::Undo => self.take_back(),
            Command::Redo => match self.session.redo() {
                true => {
                    self.say(Tone::Plain, "played again");
                    self.refresh();
                }
                false => self.say(Tone::Wrong, "there is nothing to play again"),
            },
            Command::Flip => {
                self.side = self.side.other();
            }
            Command::Think => self.shows_thinking = !self.shows_thinking,
            Command::Save => self.dialog = Some(Dialog::Save(String::new())),
            Command::Load => self.dialog = Some(Dialog::load(&self.saves)),
            Command::Resign if !self.session.is_over() && self.resigner().is_some() => {
                self.dialog = Some(Dialog::Resign);
            }
            Command::Resign => self.say(Tone::Wrong, "nobody here can resign now"),
            Command::New => {
                self.dialog = Some(Dialog::New(Form::new(&self.session.table().card())));
            }
            Command::Now => self.session.hurry(),
            Command::Quit => self.leaves = true,
        }
    }

    fn ask_hint(&mut self) {
        if self.session.awaits_person() {
            self.session.advise();
            self.say(Tone::Plain, "the champion thinks about a hint …");
        } else {
            self.say(Tone::Wrong, "a hint is for whoever is to move here");
        }
    }

    fn take_back(&mut self) {
        if self.session.undo() {
            self.say(Tone::Plain, "taken back");
            self.refresh();
        } else if self.session.seats.any_remote() {
            self.say(Tone::Wrong, "a move that another program has seen cannot be taken back");
        } else {
            self.say(Tone::Wrong, "there is no move to take back");
        }
    }

    /// Returns who would resign: the person to move, or the only one who plays.
    pub(crate) fn resigner(&self) -> Option<Player> {
        let seats = &self.session.seats;
        let mover = self.session.table().to_move();
        let mut people = Player::all(seats.count()).filter(|player| seats.is_person(*player));
        if seats.is_person(mover) { Some(mover) } else { people.next() }
    }

    pub(crate) fn resign(&mut self) {
        if let Some(player) = self.resigner() {
            self.session.resign(player);
            self.refresh();
        }
    }

    pub(crate) fn marks(&self) -> Marks {
        let hint = self.hint.as_ref().and_then(Thought::best);
        let gestures = hint.map(|_| self.session.table().gestures()).unwrap_or_default();
        let hinted = gestures.into_iter().find(|(text, _)| Some(text.as_str()) == hint);
        let hint = match hinted {
            Some((_, manator_core::view::Gesture::Cells(cells))) => cells,
            _ => Vec::new(),
        };
        Marks {
            cursor: self.shows_cursor.then_some(self.cursor),
            chosen: self.touch.chosen.clone(),
            targets: self.touch.targets(),
            last: self.session.table().last_move(),
            hint,
        }
    }
}
