//! A class from its first student to its last game, through any number of power cuts.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use manator_organise::store::{Claim, Number};
use manator_organise::{Conduct, Ending, Event, Gallery, Openings, Prepared, Store, Threads};
use manator_sandbox::Sandbox;
use manator_state::class::DoneGame;
use manator_state::game::SeatKind;
use manator_state::position::Over;

use super::bulletin::Bulletin;
use super::codes::Codes;
use super::door::Door;
use super::entry::JoinCodes;
use super::examiner::Examiner;
use super::grades::{self, Grades};
use super::observer::{Following, Telling};
use super::office::{Office, router, uploading};
use super::uploads::Uploads;
use super::{Afterwards, ClassError, ClassSetup, ClassTell, Earlier, Roster, Word, public};
use crate::gate::{Gate, OneGame};
use crate::guests::{GuestId, GuestSupply, Phase, Registry};
use crate::http::Site;
use crate::hub::Hub;
use crate::list::GameList;
use crate::live::{LiveGames, Pool};
use crate::notice::{Notice, Tell, with_few_refusals};
use crate::permits::Permits;
use crate::serve::open_gate;
use crate::setup::{Limits, rules};

/// How often a server that only shows results looks whether it is to stop.
const STOP_INTERVAL: Duration = Duration::from_millis(100);

pub struct ClassServer {
    setup: ClassSetup,
    guests: Arc<Registry>,
    prepared: Arc<Prepared>,
    door: Arc<Door>,
    store: Store,
    /// The tournament that goes on, or is only shown.
    begun: Option<(Number, StoredClass)>,
    listener: TcpListener,
    stop: Arc<AtomicBool>,
    tell: ClassTell,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum StoredClass {
    Open,
    Over,
}

#[derive(Clone)]
pub struct Bell(Arc<Registry>);

impl Bell {
    /// Begins the games, unless they have begun.
    pub fn ring(&self) {
        if self.0.phase() == Phase::Waiting {
            self.0.go(Phase::Playing);
        }
    }
}

pub fn prepared(roster: &Roster) -> Result<Prepared, ClassError> {
    let mut prepared = Prepared::with_guests(roster.event.clone())?;
    // Opponents read records and verdicts.
    prepared.terms.private_errors = true;
    Ok(prepared)
}

/// Finds the last tournament of a class, with its definition.
pub fn find(store: &Store, codes: &Codes) -> Result<Option<(Number, Event)>, ClassError> {
    let Some(number) = store.last_of(&codes.key)? else { return Ok(None) };
    Ok(Some((number, store.tournament(number)?.1)))
}

impl ClassServer {
    /// Opens a class at a listener; `stop` ends it.
    pub fn open(
        setup: ClassSetup,
        listener: TcpListener,
        stop: &Arc<AtomicBool>,
        tell: ClassTell,
    ) -> Result<ClassServer, ClassError> {
        let store = Store::open(&setup.store)?;
        let mut setup = setup;
        let begun = match setup.earlier {
            Earlier::GoesOn => begun(&store, &mut setup.roster, &setup.codes)?,
            Earlier::IsLeft => None,
        };
        if begun.is_none() {
            setup.roster.event = setup.roster.event.completed();
        }
        let prepared = Arc::new(prepared(&setup.roster)?);
        let door = Arc::new(Door::new(Arc::new(setup.codes.clone())));
        let entry = JoinCodes(door.clone());
        let guests = Registry::new(entry, Phase::Waiting, notices(&tell), stop);
        for student in &door.codes.students {
            guests.expect(&student.name, None);
        }
        let stop = stop.clone();
        Ok(ClassServer { setup, guests, prepared, door, store, begun, listener, stop, tell })
    }

    pub fn bell(&self) -> Bell {
        Bell(self.guests.clone())
    }

    /// Returns whether all games were over before.
    pub fn is_over(&self) -> bool {
        matches!(self.begun, Some((_, StoredClass::Over)))
    }

    pub fn rules(&self) -> String {
        rules(&*self.prepared.table)
    }

    /// Waits for the class, plays all games, and returns what everybody has reached; nothing when it was
    /// stopped before the first game.
    ///
    /// # Errors
    /// Returns why it cannot go on; what is over by then is kept.
    pub fn run(mut self) -> Result<Option<Grades>, ClassError> {
        let office = Arc::new(self.office());
        // The claim comes first: nobody is let in where another program plays this tournament.
        let claim = match self.begun {
            Some((number, StoredClass::Open)) => Some(self.store.claim(number)?),
            _ => None,
        };
        if let Some((number, kept)) = self.begun {
            self.show_before(&office, number)?;
            if kept == StoredClass::Over {
                self.guests.go(Phase::Over);
            }
        }
        // The first page that comes is told already.
        office.publish();
        let runtime = open_gate(self.gate(&office), self.listener.try_clone()?)?;
        runtime.spawn(office.clone().tell());
        let played = match self.guests.wait_for(self.setup.wait_for, 0) {
            true => self.play(&office, claim),
            false => Ok(()),
        };
        if self.setup.afterwards == Afterwards::Stay && played.is_ok() {
            while !self.stop.load(Ordering::SeqCst) {
                thread::sleep(STOP_INTERVAL);
            }
        }
        self.guests.close();
        runtime.shutdown_background();
        played?;
        let students = self.door.codes.students.len();
        let Some(number) = office.number.get() else { return Ok(None) };
        Ok(Some(Grades::read(&self.store, *number, &self.prepared, students)?))
    }

    fn office(&self) -> Office {
        let hub = Arc::new(Hub::default());
        let pool = Pool {
            prefix: "class".into(),
            names: Arc::new(OnceLock::from(self.prepared.names())),
            kind: SeatKind::Guest,
            control: self.prepared.event.time.clone(),
        };
        let list = Arc::new(GameList::default());
        let games = LiveGames::new(hub.clone(), list.clone(), pool);
        let tables = grades::tables(&self.prepared, &self.prepared.results(), &[]);
        let sandbox = self.prepared.event.confinement().unwrap_or_default();
        let sandbox = Sandbox { own_copy: true, ..sandbox };
        let examiner = Examiner::start(
            Uploads::new(self.setup.folder.clone(), sandbox),
            self.door.codes.clone(),
            &self.prepared,
            self.guests.clone(),
            &self.tell,
        );
        Office {
            codes: self.door.codes.clone(),
            door: self.door.clone(),
            guests: self.guests.clone(),
            hub,
            list,
            following: Arc::new(Following::new(games)),
            bulletin: Arc::new(Bulletin::new(tables)),
            examiner,
            prepared: self.prepared.clone(),
            store: self.setup.store.clone(),
            number: OnceLock::new(),
            upload_max: self.setup.upload_max,
            uploading: uploading(),
            tell: self.tell.clone(),
        }
    }

    fn gate(&self, office: &Arc<Office>) -> Arc<Gate> {
        let limits = Limits::default();
        let site = Site::new(router(office.clone()), self.setup.names.clone(), &limits);
        Arc::new(Gate {
            offer: Arc::new(OneGame {
                game: self.prepared.table.card().name,
                rules: rules(&*self.prepared.table),
                feeds: Vec::new(),
            }),
            guests: self.guests.clone(),
            permits: Permits::new(limits.each_max, limits.all_max),
            limits,
            tell: with_few_refusals(notices(&self.tell)),
            site: Some(Arc::new(site)),
        })
    }

    fn show_before(&self, office: &Office, number: Number) -> Result<(), ClassError> {
        // Nobody else sets it before the games begin.
        let _ = office.number.set(number);
        let names = self.prepared.names();
        self.store.outlines(number, |row| {
            let names = row.seats.iter().map(|who| names.get(who.0).cloned().unwrap_or_default());
            let (id, names) = (row.id.to_string(), names.collect());
            let over = Over::kept(&row.payoffs, &row.reason, &public::words(&row));
            office.bulletin.add(DoneGame { id, names, plies: row.plies, over });
        })?;
        let (tables, faults, _) = grades::read(&self.store, number, &self.prepared)?;
        office.bulletin.set_tables(tables, &faults);
        Ok(())
    }

    fn play(&mut self, office: &Office, claim: Option<Claim>) -> Result<(), ClassError> {
        let (number, claim) = match (office.number.get(), claim) {
            (Some(number), Some(claim)) => (*number, claim),
            _ => {
                let number = self.store.create_for(&self.prepared, &self.door.codes.key)?;
                let _ = office.number.set(number);
                (number, self.store.claim(number)?)
            }
        };
        let students = self.door.codes.students.len();
        let guests = (0..students as u64).map(|who| Some(GuestId(who))).collect();
        let times = (self.setup.patience, Duration::ZERO);
        let tables = self.setup.concurrency;
        let supplies = GuestSupply::for_tables(tables, &self.guests, guests, &self.prepared, times);
        let players = self.prepared.names().len();
        let single: Vec<bool> = (0..players).map(|who| who < students).collect();
        let gallery: Gallery = office.following.clone();
        let mut pool =
            Threads::start(self.prepared.clone(), supplies, &single, Some(gallery), &self.stop);
        let results = self.store.results(number, self.prepared.results())?;
        (self.tell)(&Word::Begins { number, before: results.games().len() });
        let mut telling = Telling {
            following: office.following.clone(),
            bulletin: office.bulletin.clone(),
            tell: self.tell.clone(),
            store: Store::open(&self.setup.store)?,
            number,
            prepared: self.prepared.clone(),
            faults: grades::read(&self.store, number, &self.prepared)?.1,
            stale: None,
        };
        telling.show_table(&results);
        let conduct = Conduct {
            store: &mut self.store,
            number,
            prepared: &self.prepared,
            pool: &mut pool,
            stop: self.stop.clone(),
        };
        let (going, ending) = conduct.run(&mut telling)?;
        drop(pool);
        telling.show_table(going.results());
        if matches!(ending, Ending::Over(_) | Ending::Decided) {
            claim.release();
            self.guests.go(Phase::Over);
        }
        Ok(())
    }
}

fn notices(tell: &ClassTell) -> Tell {
    let tell = tell.clone();
    Arc::new(move |notice| match notice {
        Notice::Joined { name, .. } => tell(&Word::Came { name }),
        Notice::Left { name } => tell(&Word::Left { name }),
        Notice::Refused { address, why } => tell(&Word::Refused { address: *address, why }),
        _ => {}
    })
}

/// Finds the tournament of a class that goes on, which must be the one that the roster defines.
fn begun(
    store: &Store,
    roster: &mut Roster,
    codes: &Codes,
) -> Result<Option<(Number, StoredClass)>, ClassError> {
    let Some((number, mut event)) = find(store, codes)? else { return Ok(None) };
    // The files of a class may be moved.
    event.directory.clone_from(&roster.event.directory);
    // What the roster leaves open stays as it was when the class began.
    if let Openings::Balanced(_) = roster.event.openings {
        roster.event.openings.clone_from(&event.openings);
    }
    roster.event.best = roster.event.best.or(event.best);
    if event != roster.event {
        return Err(ClassError::Changed { number });
    }
    let is_over = store.tournament(number)?.0.ended.is_some();
    Ok(Some((number, if is_over { StoredClass::Over } else { StoredClass::Open })))
}
