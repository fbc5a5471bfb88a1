//! A class from its first student to its last game, through any number of power cuts.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use manator_core::Table;
use manator_organise::store::{Claim, Number};
use manator_organise::{Conduct, Ending, Event, Gallery, Prepared, Store, Supply, Threads};
use manator_sandbox::Sandbox;

use super::codes::Codes;
use super::examiner::Examiner;
use super::grades::{Faults, Grades};
use super::live::{Live, Over};
use super::observer::Telling;
use super::office::{Office, router, uploading};
use super::register::{Phase, Register};
use super::supply::Class;
use super::uploads::Uploads;
use super::{Afterwards, ClassError, ClassSetup, ClassTell, Earlier, Roster, Word};
use crate::gate::{Gate, OneGame};
use crate::http::Site;
use crate::places::Places;
use crate::serve::{Notice, Tell, open_gate};
use crate::setup::Guests;

/// How often a server that only shows results looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(100);

/// A class that is ready to be served.
pub struct ClassServer {
    setup: ClassSetup,
    register: Arc<Register>,
    prepared: Arc<Prepared>,
    codes: Arc<Codes>,
    store: Store,
    /// The tournament that goes on, or is only shown.
    begun: Option<(Number, Kept)>,
    listener: TcpListener,
    stop: Arc<AtomicBool>,
    tell: ClassTell,
}

/// How far a tournament of the store is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Open,
    Over,
}

/// What begins the games, whoever rings it.
#[derive(Clone)]
pub struct Bell(Arc<Register>);

impl Bell {
    /// Begins the games, unless they have begun.
    pub fn ring(&self) {
        if self.0.phase() == Phase::Waiting {
            self.0.go(Phase::Playing);
        }
    }
}

/// Prepares the tournament of a class.
///
/// # Errors
/// Returns what makes no sense in it.
pub fn prepared(roster: &Roster) -> Result<Prepared, ClassError> {
    Ok(Prepared::with_guests(roster.event.clone())?)
}

/// Finds the last tournament of a class, with its definition.
///
/// # Errors
/// Returns why the store cannot be read.
pub fn find(store: &Store, codes: &Codes) -> Result<Option<(Number, Event)>, ClassError> {
    let Some(number) = store.of_class(&codes.key)? else { return Ok(None) };
    Ok(Some((number, store.tournament(number)?.1)))
}

impl ClassServer {
    /// Opens a class at a listener; `stop` ends it.
    ///
    /// # Errors
    /// Returns what makes no sense, or why the store cannot be used.
    pub fn open(
        setup: ClassSetup,
        listener: TcpListener,
        stop: &Arc<AtomicBool>,
        tell: ClassTell,
    ) -> Result<ClassServer, ClassError> {
        let prepared = Arc::new(prepared(&setup.roster)?);
        let store = Store::open(&setup.store)?;
        let begun = match setup.earlier {
            Earlier::GoesOn => begun(&store, &setup)?,
            Earlier::IsLeft => None,
        };
        let codes = Arc::new(setup.codes.clone());
        let register =
            Arc::new(Register::new(codes.clone(), setup.patience, stop.clone(), tell.clone()));
        let stop = stop.clone();
        Ok(ClassServer { setup, register, prepared, codes, store, begun, listener, stop, tell })
    }

    /// Returns what begins the games.
    pub fn bell(&self) -> Bell {
        Bell(self.register.clone())
    }

    /// Returns whether all games were over before.
    pub fn is_over(&self) -> bool {
        matches!(self.begun, Some((_, Kept::Over)))
    }

    /// Returns the rules as agents are told.
    pub fn rules(&self) -> String {
        rules(&*self.prepared.table)
    }

    /// Waits for the class, plays all games, and returns what everybody has reached; nothing when it was
    /// stopped before the first game.
    ///
    /// # Errors
    /// Returns why it cannot go on; what is over by then is kept.
    pub fn run(mut self) -> Result<Option<Grades>, ClassError> {
        let live = Arc::new(Live::new(self.prepared.names(), &*self.prepared.table));
        let office = Arc::new(self.office(&live));
        // The claim comes first: nobody is let in where another program plays this tournament.
        let claim = match self.begun {
            Some((number, Kept::Open)) => Some(self.store.claim(number)?),
            _ => None,
        };
        if let Some((number, kept)) = self.begun {
            self.show_before(&office, &live, number)?;
            if kept == Kept::Over {
                self.register.go(Phase::Over);
            }
        }
        let runtime = open_gate(self.gate(&office), self.listener.try_clone()?)?;
        runtime.spawn(office.clone().pulse());
        self.register.wait(self.setup.wait_for);
        let played = match self.register.phase() {
            Phase::Waiting => Ok(()),
            Phase::Over => Ok(()),
            Phase::Playing | Phase::Paused => self.play(&office, &live, claim),
        };
        if self.setup.afterwards == Afterwards::Stay && played.is_ok() {
            while !self.stop.load(Ordering::SeqCst) {
                thread::sleep(LOOK);
            }
        }
        self.register.close();
        runtime.shutdown_background();
        played?;
        let students = self.codes.students.len();
        let Some(number) = office.number.get() else { return Ok(None) };
        Ok(Some(Grades::read(&self.store, *number, &self.prepared, students)?))
    }

    fn office(&self, live: &Arc<Live>) -> Office {
        let sandbox = Sandbox {
            memory: self.prepared.event.sandbox.unwrap_or_default() << 20,
            ..Sandbox::default()
        };
        let examiner = Examiner::start(
            Uploads::new(self.setup.folder.clone(), sandbox),
            self.codes.clone(),
            self.prepared.clone(),
            self.register.clone(),
            self.tell.clone(),
        );
        Office {
            codes: self.codes.clone(),
            register: self.register.clone(),
            live: live.clone(),
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
        let guests = Guests::default();
        let tell = self.tell.clone();
        let told: Tell = Arc::new(move |notice| {
            if let Notice::Refused { address, why } = notice {
                tell(&Word::Refused { address: *address, why });
            }
        });
        let site = Site::new(router(office.clone()), self.setup.names.clone(), &guests);
        Arc::new(Gate {
            offer: Arc::new(OneGame {
                game: self.prepared.table.card().name,
                rules: rules(&*self.prepared.table),
                feeds: Vec::new(),
            }),
            hall: self.register.clone(),
            places: Places::new(guests.each_max, guests.all_max),
            guests,
            tell: told,
            site: Some(Arc::new(site)),
        })
    }

    /// Shows what was over before this run.
    fn show_before(&self, office: &Office, live: &Live, number: Number) -> Result<(), ClassError> {
        // Nobody else sets it before the games begin.
        let _ = office.number.set(number);
        let mut games = Vec::new();
        self.store.games(number, |row| games.push(Over::from(row)))?;
        live.add_before(&games);
        let students = self.codes.students.len();
        live.set_table(&Grades::read(&self.store, number, &self.prepared, students)?.lines);
        Ok(())
    }

    /// Plays all games that are missing.
    fn play(
        &mut self,
        office: &Office,
        live: &Arc<Live>,
        claim: Option<Claim>,
    ) -> Result<(), ClassError> {
        let (number, claim) = match (office.number.get(), claim) {
            (Some(number), Some(claim)) => (*number, claim),
            _ => {
                let number = self.store.create_for_class(&self.prepared, &self.codes.key)?;
                let _ = office.number.set(number);
                (number, self.store.claim(number)?)
            }
        };
        let students = self.codes.students.len();
        let supply = |_| {
            Box::new(Class::new(self.register.clone(), &self.prepared, students)) as Box<dyn Supply>
        };
        let supplies = (0..self.setup.concurrency).map(supply).collect();
        let players = self.prepared.names().len();
        let single: Vec<bool> = (0..players).map(|who| who < students).collect();
        let watching = live.clone();
        let gallery: Gallery =
            Arc::new(move |pairing, sheet, event| watching.watch(pairing, sheet, event));
        let mut pool =
            Threads::start(self.prepared.clone(), supplies, &single, Some(gallery), &self.stop);
        let results = self.store.results(number, self.prepared.results())?;
        (self.tell)(&Word::Begins { number, before: results.games().len() });
        let mut telling = Telling {
            live: live.clone(),
            tell: self.tell.clone(),
            store: Store::open(&self.setup.store)?,
            number,
            prepared: self.prepared.clone(),
            students,
            faults: faults(&self.store, number, &self.prepared, students)?,
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
            self.register.go(Phase::Over);
        }
        Ok(())
    }
}

fn rules(table: &dyn Table) -> String {
    format!("{} {}", table.card().name, table.settings()).trim().to_string()
}

/// Finds the tournament of a class that goes on, which must be the one that the roster defines.
fn begun(store: &Store, setup: &ClassSetup) -> Result<Option<(Number, Kept)>, ClassError> {
    let Some((number, mut event)) = find(store, &setup.codes)? else { return Ok(None) };
    // The files of a class may be moved.
    event.directory.clone_from(&setup.roster.event.directory);
    if event != setup.roster.event {
        return Err(ClassError::Changed { number });
    }
    let is_over = store.tournament(number)?.0.ended.is_some();
    Ok(Some((number, if is_over { Kept::Over } else { Kept::Open })))
}

fn faults(
    store: &Store,
    number: Number,
    prepared: &Prepared,
    students: usize,
) -> Result<Vec<Faults>, ClassError> {
    let mut faults = vec![Faults::new(); prepared.names().len()];
    for line in Grades::read(store, number, prepared, students)?.lines {
        faults[line.who] = line.faults;
    }
    Ok(faults)
}
