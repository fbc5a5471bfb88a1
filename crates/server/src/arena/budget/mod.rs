//! The memory and the threads that agents of rooms and analyses share, and the memory of those of tournaments.
//!
//! Whoever thinks has a part of both. What does not fit waits in a queue, and is told how many are before it. An
//! agent that has thought keeps its memory for the next move as long as nobody else needs it.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod machine;
mod rationed;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use manator_core::Settings;
use manator_engine::Agent;
use tokio::sync::Semaphore;

use crate::lock;
pub(super) use rationed::{Waiting, make};

/// How often whoever waits looks whether anybody still wants its answer.
const STALE_INTERVAL: Duration = Duration::from_millis(100);
/// How many analyses think or wait at most, each on a thread of its own.
const ANALYSES_MAX: usize = 32;
/// What an agent takes beside its hash table, and the agents that have none.
const BASE_MIB: u64 = 8;
const WITHOUT_HASH: [&str; 4] = ["random", "greedy", "minimax", "alphabeta"];
/// What the tree of Monte Carlo grows to, whatever its hash size is.
const TREE_MIB: u64 = 256;

/// What all agents that think have together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole {
    pub memory_mib: u64,
    pub threads: usize,
}

impl Whole {
    /// Returns what this machine, and the control group that we are in, has for agents.
    pub fn of_machine() -> Whole {
        machine::whole()
    }
}

/// Who thinks. Rooms can use all threads, analyses, which take long, half of them. Tournaments have few threads of
/// their own; their games share half of the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Game,
    Analysis,
    Tournament,
}

const PURPOSES: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Need {
    memory_mib: u64,
    threads: usize,
}

/// An agent, as long as nobody else needs its memory.
type Slot = Arc<Mutex<Option<Box<dyn Agent>>>>;

/// The memory of an agent that thinks, or has thought.
struct Held {
    memory_mib: u64,
    purpose: Purpose,
    slot: Slot,
    /// When it has last thought; none while it does.
    idle: Option<u64>,
}

/// Somebody who waits in the queue.
#[derive(Clone, Copy)]
struct Waiter {
    number: u64,
    purpose: Purpose,
    memory_mib: u64,
}

#[derive(Default)]
struct State {
    memory_mib: u64,
    /// How many threads think for each purpose.
    threads: [usize; PURPOSES],
    held: HashMap<u64, Held>,
    queue: VecDeque<Waiter>,
    /// Numbers shares, and what happens one after the other.
    count: u64,
}

pub(super) struct Budget {
    whole: Whole,
    /// Of analyses that think or wait.
    pub(super) analyses: Arc<Semaphore>,
    state: Mutex<State>,
    changed: Condvar,
}

impl Budget {
    pub(super) fn new(whole: Whole) -> Arc<Budget> {
        let analyses = Arc::new(Semaphore::new(ANALYSES_MAX));
        Arc::new(Budget { whole, analyses, state: Mutex::default(), changed: Condvar::new() })
    }

    /// Makes a share, which has nothing yet.
    fn share(self: &Arc<Self>, need: Need, purpose: Purpose) -> Share {
        let number = lock(&self.state).next();
        Share { budget: self.clone(), number, need, purpose, slot: Slot::default() }
    }

    fn need(&self, name: &str, settings: &Settings) -> Need {
        let own = match name {
            "mcts" => TREE_MIB,
            name if WITHOUT_HASH.contains(&name) => 0,
            _ => settings.integer("hash"),
        };
        let threads = (settings.integer("threads") as usize).clamp(1, self.whole.threads.max(1));
        Need { memory_mib: (own + BASE_MIB).min(self.whole.memory_mib), threads }
    }

    /// Returns the largest hash size in MiB for which there will ever be memory.
    fn hash_max(&self) -> u64 {
        self.whole.memory_mib.saturating_sub(BASE_MIB).max(1)
    }

    /// # Errors
    /// Returns why there will never be enough for such an agent, and what is allowed.
    pub(super) fn allows(&self, name: &str, settings: &Settings) -> Result<(), String> {
        let (hash, most) = (settings.integer("hash"), self.hash_max());
        if hash <= most || WITHOUT_HASH.contains(&name) {
            return Ok(());
        }
        Err(format!("hash={hash}: expected at most {most}, all that this machine has for agents"))
    }

    fn has_threads(&self, state: &State, need: Need, purpose: Purpose) -> bool {
        let most = match purpose {
            Purpose::Game => self.whole.threads,
            Purpose::Analysis => (self.whole.threads / 2).max(1),
            Purpose::Tournament => return true,
        };
        let (used, own) = (state.threads.iter().sum::<usize>(), state.threads[purpose as usize]);
        let fits = own + need.threads <= most || own == 0;
        fits && (used + need.threads <= self.whole.threads || used == 0)
    }

    /// Returns whether a game of a tournament may begin: it has its part of the memory, and nobody else waits for some.
    fn may_begin(&self, state: &State, need: Need) -> bool {
        let is_own = |held: &&Held| held.purpose == Purpose::Tournament;
        let own: u64 = state.held.values().filter(is_own).map(|held| held.memory_mib).sum();
        let waits = |waiter: &Waiter| {
            waiter.purpose != Purpose::Tournament
                && !state.held.contains_key(&waiter.number)
                && waiter.memory_mib > state.free(self.whole.memory_mib)
        };
        let fits = own + need.memory_mib <= self.whole.memory_mib / 2 || own == 0;
        fits && !state.queue.iter().any(waits)
    }

    /// Waits for the memory of all agents of a tournament's game, which has it until what is returned is dropped.
    /// Nothing is returned when nobody wants the game any more.
    pub(super) fn reserve<'a>(
        self: &Arc<Self>,
        agents: impl Iterator<Item = (&'a str, &'a Settings)>,
        is_stale: &dyn Fn() -> bool,
        hear: &mut dyn FnMut(String),
    ) -> Option<Reserved> {
        let all: u64 = agents.map(|(name, settings)| self.need(name, settings).memory_mib).sum();
        let need = Need { memory_mib: all.min(self.whole.memory_mib), threads: 0 };
        let share = self.share(need, Purpose::Tournament);
        Some(Reserved { _turn: share.wait(is_stale, hear)?, _share: share })
    }
}

impl State {
    fn next(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// Returns how much memory nobody thinks with.
    fn free(&self, most: u64) -> u64 {
        let idle = self.held.values().filter(|held| held.idle.is_some());
        most - self.memory_mib + idle.map(|held| held.memory_mib).sum::<u64>()
    }

    /// Makes room for so much memory by letting agents go that have not thought for longest, which are returned;
    /// those that think now are left alone.
    fn make_room(&mut self, memory_mib: u64, most: u64) -> Option<Vec<Slot>> {
        if memory_mib > self.free(most) {
            return None;
        }
        let mut gone = Vec::new();
        while self.memory_mib + memory_mib > most {
            let idle = self.held.iter().filter_map(|(number, held)| Some((held.idle?, *number)));
            let (_, oldest) = idle.min()?;
            gone.extend(self.release(oldest));
        }
        Some(gone)
    }

    fn release(&mut self, number: u64) -> Option<Slot> {
        let held = self.held.remove(&number)?;
        self.memory_mib -= held.memory_mib;
        Some(held.slot)
    }
}

/// The part of one agent: none, memory alone, or memory and threads.
pub(super) struct Share {
    budget: Arc<Budget>,
    number: u64,
    need: Need,
    purpose: Purpose,
    slot: Slot,
}

/// The memory of a tournament's game; the turn ends before the share.
pub(super) struct Reserved {
    _turn: Turn,
    _share: Share,
}

/// The right to think; the threads are given back when this is dropped.
pub(super) struct Turn {
    budget: Arc<Budget>,
    number: u64,
    threads: usize,
    purpose: Purpose,
}

impl Share {
    /// Waits for memory and threads; `hear` is told what is missing, whenever that changes. Nothing is returned when
    /// nobody wants the answer any more.
    fn wait(&self, is_stale: &dyn Fn() -> bool, hear: &mut dyn FnMut(String)) -> Option<Turn> {
        let mut state = lock(&self.budget.state);
        let Share { number, purpose, need: Need { memory_mib, .. }, .. } = *self;
        state.queue.push_back(Waiter { number, purpose, memory_mib });
        let mut told = String::new();
        loop {
            let own = state.queue.iter().filter(|waiter| waiter.purpose == purpose);
            let before = own.take_while(|waiter| waiter.number != number).count();
            // Whoever still has its memory takes nothing from those who wait for some.
            let is_next = before == 0 || state.held.contains_key(&self.number);
            if is_next && let Some((turn, gone)) = self.take(&mut state) {
                drop(state);
                self.budget.changed.notify_all();
                for slot in gone {
                    drop(lock(&slot).take());
                }
                return Some(turn);
            }
            let missing = match self.budget.has_threads(&state, self.need, self.purpose) {
                true => "memory",
                false => "processors",
            };
            let text = format!("waiting for {missing}: {before} before it");
            if text != told {
                drop(state);
                hear(text.clone());
                told = text;
                state = lock(&self.budget.state);
            }
            if is_stale() {
                state.queue.retain(|waiter| waiter.number != number);
                drop(state);
                self.budget.changed.notify_all();
                return None;
            }
            let waited = self.budget.changed.wait_timeout(state, STALE_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn take(&self, state: &mut State) -> Option<(Turn, Vec<Slot>)> {
        let (budget, need) = (&self.budget, self.need);
        let is_kept = self.purpose == Purpose::Tournament && !budget.may_begin(state, need);
        if is_kept || !budget.has_threads(state, need, self.purpose) {
            return None;
        }
        let gone = match state.held.get_mut(&self.number) {
            Some(held) => {
                held.idle = None;
                Vec::new()
            }
            None => {
                let gone = state.make_room(need.memory_mib, budget.whole.memory_mib)?;
                let (Need { memory_mib, .. }, purpose) = (need, self.purpose);
                let held = Held { memory_mib, purpose, slot: self.slot.clone(), idle: None };
                state.held.insert(self.number, held);
                state.memory_mib += memory_mib;
                gone
            }
        };
        state.threads[self.purpose as usize] += need.threads;
        state.queue.retain(|waiter| waiter.number != self.number);
        let Share { number, purpose, .. } = *self;
        Some((Turn { budget: budget.clone(), number, threads: need.threads, purpose }, gone))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = lock(&self.budget.state);
        state.threads[self.purpose as usize] -= self.threads;
        let now = state.next();
        if let Some(held) = state.held.get_mut(&self.number) {
            held.idle = Some(now);
        }
        drop(state);
        self.budget.changed.notify_all();
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        // The agent goes before its memory counts as free.
        drop(lock(&self.slot).take());
        lock(&self.budget.state).release(self.number);
        self.budget.changed.notify_all();
    }
}
