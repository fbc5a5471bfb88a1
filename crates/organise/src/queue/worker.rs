//! A worker: plays the games of whatever tournaments are open at a queue.
//!
//! Agents of ours play for everybody who knows the secret. Programs of others run only if the owner of this machine
//! has listed them, and then in the sandbox.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;
use std::path::Component;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use manator_play::SeatSpec;
use manator_queue::{Access, Bench, Finished as HandedIn, QueueError, Task, TaskState};

use manator_sandbox::Sandbox;

use crate::allowed::Allowed;
use crate::event::Event;
use crate::pool::Programs;
use crate::prepared::Prepared;
use crate::signature::Signature;

use super::Said;
use super::claim::Claim;
use super::pool::{Assignment, pairing, words};

/// How long to wait for a game before looking whether it is all over.
const TASK_TIMEOUT: Duration = Duration::from_millis(500);
/// How often it is looked whether a game is still wanted.
const BEAT_INTERVAL: Duration = Duration::from_millis(200);
/// How long a game may go without a sign of life; one is given with every look.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(60);

/// The most memory that an organiser can give programs here, in MiB.
const MEMORY_MIB_MAX: u64 = 1 << 20;

/// A worker with one game at a time.
pub struct Worker {
    bench: Bench,
    tell: Sender<Said>,
    stop: Arc<AtomicBool>,
    allowed: Allowed,
    events: HashMap<String, (Arc<Prepared>, Programs)>,
}

impl Worker {
    pub fn open(
        access: &Access,
        name: &str,
        allowed: &Allowed,
        stop: &Arc<AtomicBool>,
        tell: &Sender<Said>,
    ) -> Result<Worker, QueueError> {
        let judge = {
            let (tell, allowed) = (tell.clone(), allowed.clone());
            move |_: &str, definition: &[u8]| {
                let judged = judge(definition, &allowed);
                let said = match &judged {
                    Ok(title) => Said::Plays(title.clone()),
                    Err(why) => Said::Refuses(why.clone()),
                };
                // Whoever listened may be gone.
                let _ = tell.send(said);
                judged.map(drop)
            }
        };
        let notices = tell.clone();
        let hear = Arc::new(move |notice| {
            let _ = notices.send(Said::Note(words(notice)));
        });
        let bench = Bench::open(access, name, SILENCE_TIMEOUT, Box::new(judge), hear)?;
        let (tell, stop, allowed) = (tell.clone(), stop.clone(), allowed.clone());
        Ok(Worker { bench, tell, stop, allowed, events: HashMap::new() })
    }

    /// Plays games until it is stopped, or, if `idle_max` is given, no game was there for so long.
    pub fn run(mut self, idle_max: Option<Duration>) {
        let mut idle = Duration::ZERO;
        while !self.stop.load(Ordering::SeqCst) && idle_max.is_none_or(|most| idle < most) {
            let Some(task) = self.bench.next(TASK_TIMEOUT) else {
                idle += TASK_TIMEOUT;
                continue;
            };
            idle = Duration::ZERO;
            let id = task.id().replace('-', ".");
            let said = match self.play(&task) {
                Ok(None) => continue,
                Ok(Some(words)) => Said::Played { id, words },
                Err(why) => {
                    // A failure that cannot be told ends with the lease.
                    let _ = task.fail(&why);
                    Said::Failed { id, why }
                }
            };
            let _ = self.tell.send(said);
        }
    }

    /// Returns how a game ended whose result is with the queue; nothing when nobody wants it any more.
    fn play(&mut self, task: &Task) -> Result<Option<String>, String> {
        let pairing = pairing(task.id(), task.payload()).ok_or("the game cannot be read")?;
        let stop = self.stop.clone();
        let (prepared, supply) = self.event(task)?;
        if !prepared.fits(&pairing) {
            return Err("the game is not of its tournament".into());
        }
        let cancel = Arc::new(AtomicBool::new(false));
        let played = thread::scope(|scope| {
            let watcher = scope.spawn(|| watch(task, &stop, &cancel));
            let played = Claim::play(&prepared, &pairing, supply, &cancel);
            cancel.store(true, Ordering::SeqCst);
            watcher.thread().unpark();
            played
        });
        let Some(claim) = played else { return Ok(None) };
        let bytes = serde_json::to_vec(&claim).unwrap_or_default();
        match task.finish(&bytes) {
            Ok(HandedIn::Delivered) => Ok(Some(claim.words)),
            Ok(HandedIn::Over) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Returns a tournament and the players of it that wait here.
    fn event(&mut self, task: &Task) -> Result<(Arc<Prepared>, &mut Programs), String> {
        if !self.events.contains_key(task.event()) {
            let Assignment { event, .. } = assignment(task.definition())?;
            let prepared = Arc::new(prepare(event, &self.allowed)?);
            let programs = Programs::new(prepared.clone());
            self.events.insert(task.event().to_string(), (prepared, programs));
        }
        let found = self.events.get_mut(task.event()).map(|(event, who)| (event.clone(), who));
        found.ok_or_else(|| "the tournament is unknown".to_string())
    }
}

/// Says that the work goes on, until the game is over or nobody wants it any more.
fn watch(task: &Task, stop: &AtomicBool, cancel: &AtomicBool) {
    while !cancel.load(Ordering::SeqCst) {
        if task.beat() == TaskState::Over || stop.load(Ordering::SeqCst) {
            cancel.store(true, Ordering::SeqCst);
        }
        thread::park_timeout(BEAT_INTERVAL);
    }
}

pub(super) fn assignment(definition: &[u8]) -> Result<Assignment, String> {
    serde_json::from_slice(definition)
        .map_err(|error| format!("the tournament cannot be read here: {error}"))
}

/// Prepares a tournament; programs are looked for from where this worker was started, and run in the sandbox.
pub(super) fn prepare(event: Event, allowed: &Allowed) -> Result<Prepared, String> {
    for folder in event.players.iter().filter_map(|player| player.directory.as_deref()) {
        if !folder.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
        {
            let folder = folder.display();
            return Err(format!("folder '{folder}': expected one below that of the worker"));
        }
    }
    let directory = std::env::current_dir().ok();
    let memory = event.sandbox.unwrap_or(Sandbox::default().memory >> 20).min(MEMORY_MIB_MAX);
    // What is on this machine is for its owner to show, not for whoever organises.
    let may_read = Vec::new();
    let prepared = Prepared::new(Event { directory, sandbox: Some(memory), may_read, ..event });
    let prepared = prepared.map_err(|error| error.to_string())?;
    for participant in &prepared.participants {
        if let SeatSpec::Program(program) | SeatSpec::Once(program) = &participant.spec {
            allowed.check(program).map_err(|error| format!("{}: {error}", participant.name))?;
        }
    }
    Ok(prepared)
}

/// Returns the title of a tournament whose games can be played here, or why they cannot.
fn judge(definition: &[u8], allowed: &Allowed) -> Result<String, String> {
    let Assignment { event, signature } = assignment(definition)?;
    let title = if event.title.is_empty() { event.game.clone() } else { event.title.clone() };
    let prepared = prepare(event, allowed)?;
    match Signature::of(&prepared).difference(&Signature::read(&signature)) {
        None => Ok(title),
        Some(difference) => Err(format!("it is not the same build: {difference}")),
    }
}

#[cfg(test)]
mod tests {
    use manator_play::SeatSpec;
    use manator_sandbox::Program;

    use super::prepare;
    use crate::allowed::Allowed;
    use crate::event::{Entry, Event};

    fn event(agent: &str) -> Event {
        Event::new("joust", vec![Entry::of("random"), Entry::of(agent)])
    }

    #[test]
    fn an_organiser_opens_nothing_of_this_machine() {
        let program: Program = "sh -c true".parse().expect("a program");
        let allowed = Allowed::read(&Allowed::line(&program).expect("a line")).expect("a list");
        let mut hostile = event("program:sh -c true");
        hostile.may_read = vec!["/".into(), "../..".into()];
        hostile.sandbox = Some(u64::MAX);
        let prepared = prepare(hostile.clone(), &allowed).expect("a tournament");
        let SeatSpec::Program(program) = &prepared.participants[1].spec else {
            panic!("no program")
        };
        let sandbox = program.sandbox.as_ref().expect("programs run in the sandbox");
        assert!(sandbox.readable.is_empty() && !sandbox.network, "{sandbox:?}");
        assert_eq!(program.directory, std::env::current_dir().ok());
        // Without a word about it, too.
        let prepared = prepare(event("program:sh -c true"), &allowed).expect("a tournament");
        let SeatSpec::Program(program) = &prepared.participants[1].spec else {
            panic!("no program")
        };
        assert!(program.sandbox.is_some());
        for folder in ["/", "..", "below/../../above"] {
            hostile.players[1].directory = Some(folder.into());
            let why = prepare(hostile.clone(), &allowed).err().expect(folder);
            assert!(why.contains("expected one below that of the worker"), "{why}");
        }
        for agent in ["program:sh -c false", "once:sh", "program:sh -c true again"] {
            let why = prepare(event(agent), &allowed).err().expect(agent);
            assert!(why.contains("is not among the programs"), "{why}");
        }
    }
}
