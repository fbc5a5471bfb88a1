//! The agent under examination: started anew whenever it is lost, asked with a deadline.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_core::{MAX_PLAYERS, Player, Table};
use manator_protocol::{Dialect, FromAgent, Go, PlayerClock};

use super::Plan;
use super::log::Log;
use manator_play::contender::{Contender, Fault, Peer, Timeouts, Ugi};

/// How long an agent may take to say who it is, or to get ready.
pub(super) const START_TIMEOUT: Duration = Duration::from_secs(6);
/// How long an answer may take that is asked for without a limit of time.
pub(super) const ANSWER_GRACE: Duration = Duration::from_secs(5);
/// How long an answer may take that is due at once.
pub(super) const REPLY_TIMEOUT: Duration = Duration::from_secs(2);
/// How often it is looked whether anybody still wants an answer.
const CANCEL_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) mv: String,
    pub(super) alternate: Option<String>,
    pub(super) took: Duration,
}

pub(super) struct Examinee {
    plan: Plan,
    pub(super) margin: Duration,
    ugi: Option<Ugi>,
    asked: Instant,
    pub(super) log: Log,
}

impl Examinee {
    pub(super) fn new(plan: &Plan) -> Examinee {
        let (ugi, asked, log) = (None, Instant::now(), Log::default());
        Examinee { plan: plan.clone(), margin: plan.margin, ugi, asked, log }
    }

    /// Starts a process that nobody has spoken to yet, apart from the one that is asked for moves.
    pub(super) fn start(&self) -> Result<Peer, Fault> {
        self.check_over()?;
        Peer::start(&self.plan.program)
    }

    fn check_over(&self) -> Result<(), Fault> {
        self.plan.over().map_or(Ok(()), |why| Err(Fault::Broken(why.into())))
    }

    /// Returns it as a referee seats it, in a process of its own.
    pub(super) fn seated(&self) -> Ugi {
        let Plan { program, settings, .. } = &self.plan;
        let time = START_TIMEOUT + self.margin;
        let mut ugi = Ugi::program(program.clone()).with_settings(settings.clone());
        ugi.timeouts = Timeouts { start: time, ready: time };
        ugi
    }

    /// Begins a game, in the process that is there or in a new one.
    pub(super) fn ready(&mut self, table: &dyn Table) -> Result<(), Fault> {
        self.check_over()?;
        let mut ugi = self.ugi.take().unwrap_or_else(|| self.seated());
        ugi.begin(table)?;
        self.ugi = Some(ugi);
        Ok(())
    }

    pub(super) fn drop_process(&mut self) {
        self.ugi = None;
    }

    /// Returns the most memory the process has used, where that is known.
    pub(super) fn memory(&self) -> Option<u64> {
        self.ugi.as_ref()?.peer.as_ref()?.memory_max()
    }

    pub(super) fn go(&self) -> Go {
        let dialect = self.ugi.as_ref().map_or(Dialect::Ugi, |ugi| ugi.dialect);
        Go { dialect, ..Go::default() }
    }

    pub(super) fn quick_go(&self) -> Go {
        Go { movetime: Some(Duration::from_millis(50)), ..self.go() }
    }

    /// Returns a `go` with clocks: so much for the player to move, so much for the others.
    pub(super) fn go_clocks(&self, table: &dyn Table, own: Duration, others: Duration) -> Go {
        let mut go = self.go();
        for player in Player::all(table.card().players.len().min(MAX_PLAYERS)) {
            let time = if player == table.to_move() { own } else { others };
            go.clocks[player.index()] = PlayerClock { time: Some(time), increment: None };
        }
        go
    }

    pub(super) fn ask(
        &mut self,
        table: &dyn Table,
        go: &Go,
        most: Duration,
    ) -> Result<Answer, Fault> {
        self.put(table, go)?;
        self.answer(most)
    }

    /// Waits for a move; ends the process when none comes in time.
    pub(super) fn answer(&mut self, most: Duration) -> Result<Answer, Fault> {
        self.wait(most)?.ok_or_else(|| {
            self.drop_process();
            Fault::Late
        })
    }

    pub(super) fn put(&mut self, table: &dyn Table, go: &Go) -> Result<(), Fault> {
        let situation = self.situation(table)?;
        self.say(&format!("{situation}{go}\n"))?;
        self.asked = Instant::now();
        Ok(())
    }

    pub(super) fn situation(&mut self, table: &dyn Table) -> Result<String, Fault> {
        if self.ugi.is_none() {
            self.ready(table)?;
        }
        self.end()?.situation(table)
    }

    pub(super) fn say(&mut self, text: &str) -> Result<(), Fault> {
        self.asked = Instant::now();
        self.log.misspelt = None;
        let peer = self.end()?.peer.as_mut().ok_or_else(gone)?;
        peer.count_anew();
        peer.say(text).inspect_err(|_| self.ugi = None)
    }

    pub(super) fn wait(&mut self, most: Duration) -> Result<Option<Answer>, Fault> {
        let asked = self.asked;
        let answer = self.listen(most, |message| match message {
            FromAgent::BestMove { mv, alternate, .. } => Some((mv, alternate)),
            _ => None,
        })?;
        let Some((mv, alternate)) = answer else { return Ok(None) };
        let took = asked.elapsed();
        let end = self.end()?;
        let (mv, alternate) = (end.read_move(&mv), alternate.map(|mv| end.read_move(&mv)));
        Ok(Some(Answer { mv, alternate, took }))
    }

    /// Waits for a message, at most so long; what is lost is started anew next time.
    pub(super) fn listen<T>(
        &mut self,
        most: Duration,
        mut want: impl FnMut(FromAgent) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        let until = Instant::now() + most + self.margin;
        let until = self.plan.deadline.map_or(until, |deadline| until.min(deadline));
        loop {
            self.check_over().inspect_err(|_| self.ugi = None)?;
            let peer = self.ugi.as_mut().and_then(|ugi| ugi.peer.as_mut()).ok_or_else(gone)?;
            let pause = until.min(Instant::now() + CANCEL_INTERVAL);
            let heard = self.log.listen(peer, pause, &mut want);
            match heard.inspect_err(|_| self.ugi = None)? {
                None if Instant::now() < until => {}
                heard => return Ok(heard),
            }
        }
    }

    /// Asks whether all is done, and returns how many moves came that nobody had asked for.
    pub(super) fn settle(&mut self) -> Result<usize, Fault> {
        self.say("isready\n")?;
        let mut stray = 0;
        let ready = self.listen(REPLY_TIMEOUT, |message| {
            stray += usize::from(matches!(message, FromAgent::BestMove { .. }));
            (message == FromAgent::ReadyOk).then_some(())
        })?;
        match ready {
            Some(()) => Ok(stray),
            None => {
                self.drop_process();
                Err(Fault::Unready)
            }
        }
    }

    fn end(&mut self) -> Result<&mut Ugi, Fault> {
        self.ugi.as_mut().ok_or_else(gone)
    }
}

fn gone() -> Fault {
    Fault::Gone("is not there any more".into())
}
