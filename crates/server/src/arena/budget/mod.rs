//! The memory and the threads that agents of rooms and analyses share.
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
pub(super) use rationed::{Waiting, checked, make};

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

/// Who thinks. Rooms can use all threads, analyses, which take long, half of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Game,
    Analysis,
}

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
    slot: Slot,
    /// When it has last thought; none while it does.
    idle: Option<u64>,
}

#[derive(Default)]
struct State {
    memory_mib: u64,
    games: usize,
    analyses: usize,
    held: HashMap<u64, Held>,
    queue: VecDeque<(u64, Purpose)>,
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

    /// Makes a share for an agent; it has nothing yet.
    fn share(self: &Arc<Self>, name: &str, settings: &Settings, purpose: Purpose) -> Share {
        let need = self.need(name, settings);
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
    pub(super) fn allows(&self, settings: &Settings) -> Result<(), String> {
        let (hash, most) = (settings.integer("hash"), self.hash_max());
        if hash <= most {
            return Ok(());
        }
        Err(format!("hash={hash}: expected at most {most}, all that this machine has for agents"))
    }

    fn has_threads(&self, state: &State, need: Need, purpose: Purpose) -> bool {
        let most = match purpose {
            Purpose::Game => self.whole.threads,
            Purpose::Analysis => (self.whole.threads / 2).max(1),
        };
        let (used, own) = (state.games + state.analyses, *state.used(purpose));
        let fits = own + need.threads <= most || own == 0;
        fits && (used + need.threads <= self.whole.threads || used == 0)
    }
}

impl State {
    fn next(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    fn used(&self, purpose: Purpose) -> &usize {
        match purpose {
            Purpose::Game => &self.games,
            Purpose::Analysis => &self.analyses,
        }
    }

    fn used_mut(&mut self, purpose: Purpose) -> &mut usize {
        match purpose {
            Purpose::Game => &mut self.games,
            Purpose::Analysis => &mut self.analyses,
        }
    }

    /// Makes room for so much memory by letting agents go that have not thought for longest, which are returned;
    /// those that think now are left alone.
    fn make_room(&mut self, memory_mib: u64, most: u64) -> Option<Vec<Slot>> {
        let idle = self.held.values().filter(|held| held.idle.is_some());
        let free = most - self.memory_mib + idle.map(|held| held.memory_mib).sum::<u64>();
        if memory_mib > free {
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
        state.queue.push_back((self.number, self.purpose));
        let mut told = String::new();
        loop {
            let own = state.queue.iter().filter(|(_, purpose)| *purpose == self.purpose);
            let before = own.take_while(|(number, _)| *number != self.number).count();
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
                state.queue.retain(|(number, _)| *number != self.number);
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
        if !budget.has_threads(state, need, self.purpose) {
            return None;
        }
        let gone = match state.held.get_mut(&self.number) {
            Some(held) => {
                held.idle = None;
                Vec::new()
            }
            None => {
                let gone = state.make_room(need.memory_mib, budget.whole.memory_mib)?;
                let Need { memory_mib, .. } = need;
                let held = Held { memory_mib, slot: self.slot.clone(), idle: None };
                state.held.insert(self.number, held);
                state.memory_mib += memory_mib;
                gone
            }
        };
        *state.used_mut(self.purpose) += need.threads;
        state.queue.retain(|(number, _)| *number != self.number);
        let Share { number, purpose, .. } = *self;
        Some((Turn { budget: budget.clone(), number, threads: need.threads, purpose }, gone))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = lock(&self.budget.state);
        *state.used_mut(self.purpose) -= self.threads;
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
