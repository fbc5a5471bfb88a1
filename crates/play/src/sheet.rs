//! The score sheet of a game: the table, the clocks, what each move took, how it ended.
//!
//! Whoever runs a game keeps one, be it a session with people or a referee among programs.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_core::record::{Judged, Judgement};
use manator_core::{Illegal, Player, Record, RecordedMove, Table};
use manator_engine::Thought;
use manator_search::Score;

use crate::time::{Clocks, Controls};
use crate::verdict::Verdict;

/// What the time controls are called in a record.
pub(crate) const TIME_CONTROL: &str = "TimeControl";

#[derive(Clone, Debug)]
pub struct Ply {
    pub spent: Duration,
    /// What the mover had left afterwards, if time counts.
    pub left: Option<Duration>,
    /// What the mover thought of the move, where it told.
    pub judgement: Option<Judgement>,
    pub comment: Option<String>,
    clocks_before: Clocks,
}

#[derive(Debug)]
pub struct Sheet {
    pub table: Box<dyn Table>,
    pub clocks: Clocks,
    pub plies: Vec<Ply>,
    pub verdict: Option<Verdict>,
    /// How many moves were on the table before the game began.
    opening: usize,
}

impl Sheet {
    /// Begins a sheet for a game; of moves already on the table only the text is known.
    pub fn new(table: Box<dyn Table>, controls: impl Into<Controls>) -> Sheet {
        let clocks = Clocks::new(table.card().players.len(), controls);
        let opening = table.moves().len();
        let plies = vec![Ply::new(Duration::ZERO, None, clocks.clone()); opening];
        let verdict = Verdict::of_rules(&*table);
        Sheet { table, clocks, plies, verdict, opening }
    }

    /// Plays on with the moves that a record has beyond those on the table, and with its times: a game that was
    /// interrupted goes on.
    ///
    /// # Errors
    /// Returns which of them is not legal; those before it are played.
    pub fn go_on(&mut self, record: &Record) -> Result<(), Illegal> {
        for mv in record.moves.iter().skip(self.table.moves().len()) {
            let (mover, begins_turn) = (self.table.to_move(), self.table.begins_turn());
            self.table.play(&mv.text)?;
            self.plies.push(recorded(mv, &mut self.clocks, mover, begins_turn));
        }
        self.verdict = Verdict::of_rules(&*self.table);
        Ok(())
    }

    /// Returns how many moves were made in this game, those of its opening aside.
    pub fn played(&self) -> usize {
        self.plies.len().saturating_sub(self.opening)
    }

    /// Returns how many turns a player has had in this game.
    pub(crate) fn turns(&self, player: Player) -> u32 {
        let movers = self.table.movers().into_iter().skip(self.opening);
        movers.filter(|turn| *turn == (player, true)).count() as u32
    }

    /// Returns the last move with everything that is known of it.
    pub fn last_move(&self) -> Option<RecordedMove> {
        let text = self.table.moves().last()?.clone();
        let mut mv = RecordedMove { text, ..RecordedMove::default() };
        self.plies.last()?.note(&mut mv);
        Some(mv)
    }

    /// Takes over the clocks and the verdict of a record whose moves are already on the table.
    pub fn take_over(&mut self, record: &Record) {
        let players = self.table.card().players.len();
        let moves = record.moves.iter().zip(self.table.movers());
        for (ply, (mv, (mover, begins_turn))) in self.plies.iter_mut().zip(moves) {
            *ply = recorded(mv, &mut self.clocks, mover, begins_turn);
        }
        let stated = record.result.as_deref().filter(|payoffs| payoffs.len() == players);
        if let (None, Some(payoffs)) = (&self.verdict, stated) {
            self.verdict = Some(Verdict::of_record(&*self.table, record, payoffs));
        }
    }

    /// Returns moves that were recorded and taken back, as [`Sheet::undo`] would, up to one that cannot be played.
    pub fn taken_back(&self, moves: &[RecordedMove]) -> Vec<(String, Ply)> {
        let (mut replay, mut clocks) = (self.table.copy(), self.clocks.clone());
        let again = moves.iter().map_while(|mv| {
            let (mover, begins_turn) = (replay.to_move(), replay.begins_turn());
            let text = replay.play(&mv.text).ok()?;
            Some((text, recorded(mv, &mut clocks, mover, begins_turn)))
        });
        again.collect()
    }

    pub fn start_clock(&mut self, now: Instant) {
        self.clocks.start(self.table.to_move(), now);
    }

    /// Plays a move of the player to move, and stops the clock.
    ///
    /// # Errors
    /// Returns why it is not legal; nothing changes.
    pub fn play(&mut self, text: &str) -> Result<String, Illegal> {
        let player = self.table.to_move();
        let begins_turn = self.table.begins_turn();
        let spelled = self.table.play(text)?;
        let clocks_before = self.clocks.clone();
        let now = Instant::now();
        let spent = self.clocks.stop(now);
        if begins_turn {
            self.clocks.reward(player);
        }
        let left = self.clocks.left(player, now);
        self.plies.push(Ply::new(spent, left, clocks_before));
        self.verdict = Verdict::of_rules(&*self.table);
        Ok(spelled)
    }

    /// Notes what the mover thought before the last move.
    pub fn judge(&mut self, thought: Option<&Thought>) {
        if let Some(ply) = self.plies.last_mut() {
            ply.judgement = thought.and_then(judgement);
        }
    }

    pub fn comment(&mut self, text: String) {
        if let Some(ply) = self.plies.last_mut() {
            ply.comment = Some(text);
        }
    }

    pub fn end(&mut self, verdict: Verdict) {
        self.clocks.stop(Instant::now());
        self.verdict = Some(verdict);
    }

    /// Takes the last move back, if there is one, and sets the clocks as they were.
    pub fn undo(&mut self) -> Option<(String, Ply)> {
        let text = self.table.moves().last().cloned()?;
        let ply = self.plies.pop()?;
        self.table.undo();
        self.clocks = ply.clocks_before.clone();
        self.clocks.stop(Instant::now());
        self.verdict = Verdict::of_rules(&*self.table);
        Some((text, ply))
    }

    /// Plays a move again that was taken back.
    ///
    /// # Panics
    /// Panics when the move is not legal.
    pub fn redo(&mut self, text: &str, ply: Ply) {
        let mover = self.table.to_move();
        self.clocks.take_over(mover, ply.spent, ply.left);
        if ply.left.is_some() && self.table.begins_turn() {
            self.clocks.count_turn(mover);
        }
        self.table.play(text).expect("a move once played can be played again");
        self.plies.push(ply);
        self.verdict = Verdict::of_rules(&*self.table);
    }

    pub fn record(&self, names: impl IntoIterator<Item = String>) -> Record {
        let mut record = Record::of(&*self.table);
        for (seat, name) in self.table.card().players.iter().zip(names) {
            record.set_player(seat, &name);
        }
        let controls = self.clocks.controls();
        if controls.is_timed() {
            record.tags.push((TIME_CONTROL.into(), controls.to_string()));
        }
        for (mv, ply) in record.moves.iter_mut().zip(&self.plies) {
            ply.note(mv);
        }
        if let Some(verdict) = &self.verdict {
            record.result = Some(verdict.outcome.payoffs.as_slice().to_vec());
            record.reason = Some(verdict.outcome.reason.0.into());
        }
        record
    }
}

/// Returns what a record knows of a move, and sets the clocks as they were afterwards.
fn recorded(mv: &RecordedMove, clocks: &mut Clocks, mover: Player, begins_turn: bool) -> Ply {
    let clocks_before = clocks.clone();
    let spent = Duration::from_millis(mv.spent_ms.unwrap_or(0));
    let left = mv.clock_ms.map(Duration::from_millis);
    clocks.take_over(mover, spent, left);
    // What was on the table before the game has no clock.
    if left.is_some() && begins_turn {
        clocks.count_turn(mover);
    }
    let mut ply = Ply::new(spent, left, clocks_before);
    (ply.judgement, ply.comment) = (mv.judgement, mv.comment.clone());
    ply
}

/// Returns the score of the best line and how deep it is; nothing from somebody who did not look ahead.
fn judgement(thought: &Thought) -> Option<Judgement> {
    // The least number of all has no opposite.
    let score = Score(thought.lines.first()?.score.0.max(-i32::MAX));
    if thought.depth == 0 && score == Score::TIE {
        return None;
    }
    let score = match (score.wins_in(), score.loses_in()) {
        (Some(plies), _) => Judged::WinsIn(plies),
        (_, Some(plies)) => Judged::LosesIn(plies),
        _ => Judged::Hundredths(score.0),
    };
    Some(Judgement { score, depth: thought.depth })
}

impl Ply {
    fn new(spent: Duration, left: Option<Duration>, clocks_before: Clocks) -> Ply {
        Ply { spent, left, judgement: None, comment: None, clocks_before }
    }

    pub(crate) fn note(&self, mv: &mut RecordedMove) {
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        mv.spent_ms = Some(ms(self.spent));
        mv.clock_ms = self.left.map(ms);
        mv.judgement = self.judgement;
        mv.comment = self.comment.clone();
    }
}
