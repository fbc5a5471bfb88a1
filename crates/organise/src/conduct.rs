//! A tournament from its first game to its last, through any number of interruptions.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use manator_tournament::rating::live::Live as LiveResults;
use manator_tournament::rating::prefix::Trial;
use manator_tournament::rating::sprt::Verdict;
use manator_tournament::schedule::{Pairing, PlanError, Step};
use manator_tournament::{Entrant, GameId, Results};

use crate::game::Finished;
use crate::pool::{News, Pool, PoolError};
use crate::prepared::{Prepared, ranked};
use crate::store::{Number, Store, StoreError};

/// How long to wait for news before looking at everything else.
const NEWS_TIMEOUT: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub struct Live {
    /// The games that are over, and what they come to.
    pub standing: LiveResults,
    pub trial: Option<Trial>,
    /// How many games there are, where that is known beforehand.
    pub planned: Option<usize>,
    pub before: usize,
    numbers: HashMap<GameId, usize>,
    /// The games that are not over, of which the pool does not have these yet, in the order of play.
    outstanding: HashMap<GameId, Pairing>,
    waiting: VecDeque<Pairing>,
}

impl Live {
    pub fn results(&self) -> &Results {
        self.standing.results()
    }

    /// Returns the number of a game, from 1, in the order of play.
    pub fn number(&self, id: GameId) -> usize {
        self.numbers.get(&id).copied().unwrap_or_default()
    }

    /// Returns how many games there are as far as is known now.
    pub fn known(&self) -> usize {
        self.planned.unwrap_or(self.results().games().len() + self.outstanding.len())
    }

    fn is_decided(&self) -> bool {
        self.trial.as_ref().is_some_and(|trial| trial.verdict() != Verdict::Open)
    }

    fn submit(&mut self, games: &[Pairing]) {
        for game in games {
            let next = self.numbers.len() + 1;
            self.numbers.entry(game.id).or_insert(next);
            self.outstanding.insert(game.id, game.clone());
            self.waiting.push_back(game.clone());
        }
    }

    /// Returns the games that a pool of this capacity is given now: all of them, unless what is played may make
    /// the rest unnecessary.
    fn hand_out(&mut self, capacity: usize) -> Vec<Pairing> {
        let given = self.outstanding.len() - self.waiting.len();
        let count = match &self.trial {
            Some(_) => capacity.saturating_sub(given).min(self.waiting.len()),
            None => self.waiting.len(),
        };
        self.waiting.drain(..count).collect()
    }
}

/// Whoever is told how a tournament goes. A game that is told is kept already.
pub trait Observer {
    fn started(&mut self, _live: &Live, _pairing: &Pairing, _worker: &str) -> io::Result<()> {
        Ok(())
    }

    fn finished(&mut self, _live: &Live, _pairing: &Pairing, _game: &Finished) -> io::Result<()> {
        Ok(())
    }

    fn note(&mut self, _text: &str) -> io::Result<()> {
        Ok(())
    }

    /// Hears ten times a second that time goes by.
    fn tick(&mut self, _live: &Live) -> io::Result<()> {
        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All games are over, and this is the final order.
    Over(Vec<Entrant>),
    Decided,
    Stopped,
    /// A player broke down in a game, and the tournament is not to go on after that.
    BrokeDown {
        who: Entrant,
        id: GameId,
        /// What it did, as the end of a sentence that begins with its name.
        words: String,
    },
    /// All games are over but those that could not be played.
    SetAside(Vec<GameId>),
}

#[derive(Debug, thiserror::Error)]
pub enum ConductError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// Nobody can be told. Whoever looks for a broken pipe finds it.
    #[error("{0}")]
    Told(#[from] io::Error),
}

pub struct Conduct<'a> {
    pub store: &'a mut Store,
    /// Which tournament of the store it is; the caller holds the claim.
    pub number: Number,
    pub prepared: &'a Prepared,
    pub pool: &'a mut dyn Pool,
    pub stop: Arc<AtomicBool>,
}

impl Conduct<'_> {
    /// Plays all games that are missing.
    ///
    /// # Errors
    /// Returns why it cannot go on; what is over by then is kept.
    pub fn run(mut self, observer: &mut dyn Observer) -> Result<(Live, Ending), ConductError> {
        let (mut live, mut planned) = self.begin()?;
        let mut aside = BTreeSet::new();
        loop {
            if live.is_decided() {
                self.store.end(self.number, &ranked(live.standing.standings()))?;
                return Ok((live, Ending::Decided));
            }
            let step = match planned.take() {
                Some(planned) => self.prepared.missing(&planned, live.results()),
                None => self.prepared.next(live.results()),
            };
            let missing = match step? {
                Step::Over(order) => {
                    self.store.end(self.number, &order)?;
                    return Ok((live, Ending::Over(order)));
                }
                Step::Play(missing) => missing,
            };
            let playable: Vec<Pairing> =
                missing.into_iter().filter(|game| !aside.contains(&game.id)).collect();
            if playable.is_empty() {
                return Ok((live, Ending::SetAside(aside.into_iter().collect())));
            }
            live.submit(&playable);
            if let Some(ending) = self.play(&mut live, &mut aside, observer)? {
                self.pool.stop();
                if ending != Ending::Decided {
                    return Ok((live, ending));
                }
            }
        }
    }

    /// Returns how it stands, and the schedule where that does not depend on results.
    fn begin(&mut self) -> Result<(Live, Option<Vec<Pairing>>), ConductError> {
        let results = self.store.results(self.number, self.prepared.results())?;
        let planned = match self.prepared.is_planned() {
            true => Some(self.prepared.planned()?),
            false => None,
        };
        let numbers = planned.iter().flatten().zip(1..).map(|(game, number)| (game.id, number));
        let numbers = numbers.collect();
        let trial = self.prepared.trial(planned.as_deref().unwrap_or_default(), &results);
        let before = results.games().len();
        let live = Live {
            before,
            numbers,
            planned: planned.as_ref().map(Vec::len),
            standing: LiveResults::from(results),
            trial,
            outstanding: HashMap::new(),
            waiting: VecDeque::new(),
        };
        Ok((live, planned))
    }

    /// Plays the games that were submitted; returns how it ended if it is not to go on.
    fn play(
        &mut self,
        live: &mut Live,
        aside: &mut BTreeSet<GameId>,
        observer: &mut dyn Observer,
    ) -> Result<Option<Ending>, ConductError> {
        let mut ticked = Instant::now();
        while !live.outstanding.is_empty() {
            if self.stop.load(Ordering::SeqCst) {
                self.pool.stop();
                // What was over by then has been told already, and is kept like everything else.
                let news = self.pool.wait(Duration::ZERO)?;
                self.keep(live, &news)?;
                for game in finished(&news) {
                    self.count(live, game, observer)?;
                }
                return Ok(Some(Ending::Stopped));
            }
            let games = live.hand_out(self.pool.capacity());
            if !games.is_empty() {
                self.pool.submit(&games)?;
            }
            let news = self.pool.wait(NEWS_TIMEOUT)?;
            if ticked.elapsed() >= NEWS_TIMEOUT {
                ticked = Instant::now();
                observer.tick(live)?;
            }
            self.keep(live, &news)?;
            for news in news {
                match news {
                    News::Started { id, worker } => {
                        if let Some(pairing) = live.outstanding.get(&id) {
                            observer.started(live, pairing, &worker)?;
                        }
                    }
                    News::Finished(game) => {
                        let ending = self.count(live, &game, observer)?;
                        if ending.is_some() {
                            return Ok(ending);
                        }
                    }
                    News::SetAside { id, why } => {
                        if live.outstanding.remove(&id).is_some() {
                            self.store.set_aside(self.number, id, &why)?;
                            self.pool.stored(&[id])?;
                            aside.insert(id);
                            let last = why.last().map(String::as_str).unwrap_or_default();
                            observer.note(&format!("game {id} is set aside: {last}"))?;
                        }
                    }
                    News::Note(text) => observer.note(&text)?,
                }
            }
        }
        Ok(None)
    }

    fn keep(&mut self, live: &Live, news: &[News]) -> Result<(), ConductError> {
        let finished: Vec<&Finished> = finished(news).collect();
        if finished.is_empty() {
            return Ok(());
        }
        let belongs = |game: &&Finished| {
            let id = game.id.parse();
            id.is_ok_and(|id| live.outstanding.get(&id).is_some_and(|pairing| game.is_of(pairing)))
        };
        let ours: Vec<&Finished> = finished.iter().copied().filter(belongs).collect();
        self.store.add(self.number, &ours)?;
        let ids: Vec<GameId> = finished.iter().filter_map(|game| game.id.parse().ok()).collect();
        self.pool.stored(&ids)?;
        Ok(())
    }

    /// Counts a game that is kept; one that comes again is not counted again.
    fn count(
        &mut self,
        live: &mut Live,
        game: &Finished,
        observer: &mut dyn Observer,
    ) -> Result<Option<Ending>, ConductError> {
        let Some(played) = game.played() else { return Ok(None) };
        let id = played.id;
        let Some(pairing) = live.outstanding.get(&id).filter(|pairing| game.is_of(pairing)) else {
            return Ok(None);
        };
        let pairing = pairing.clone();
        live.outstanding.remove(&id);
        if let Some(trial) = &mut live.trial {
            trial.add(&played);
        }
        let added = live.standing.add(played, game.note());
        added.map_err(|error| StoreError::Row { why: error.to_string() })?;
        observer.finished(live, &pairing, game)?;
        if live.is_decided() {
            return Ok(Some(Ending::Decided));
        }
        Ok(game.breakdown().filter(|_| !self.prepared.event.recover).and_then(|offence| {
            let who = *pairing.seats.get(offence.seat)?;
            Some(Ending::BrokeDown { who, id, words: offence.words.clone() })
        }))
    }
}

fn finished(news: &[News]) -> impl Iterator<Item = &Finished> {
    news.iter().filter_map(|news| match news {
        News::Finished(game) => Some(&**game),
        _ => None,
    })
}
