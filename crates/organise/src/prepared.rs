//! A tournament that is known to make sense, and what is to be played next.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::path::Path;
use std::time::Duration;

use manator_core::{Player, Settings, Table};
use manator_engine::catalog as agents;
use manator_games::catalog as games;
use manator_play::referee::OnIllegal;
use manator_play::{Adjudication, Allowance, ResignRule, SeatSpec, Terms, TieRule, TimeControl};
use manator_tournament::rating::prefix::{Prefix, Trial};
use manator_tournament::rating::sprt::{Model, Sprt};
use manator_tournament::rating::standings::Standings;
use manator_tournament::schedule::course::Course;
use manator_tournament::schedule::knockout::{Knockout, Seeding};
use manator_tournament::schedule::rounds::Rounds;
use manator_tournament::schedule::swiss::Swiss;
use manator_tournament::schedule::{Pairing, Plan, PlanError, Step, missing};
use manator_tournament::{Entrant, Results};

use crate::event::{DrawSpec, Entry, Event, Format, Openings, ResignSpec, SprtSpec, Test};
use crate::openings;
use crate::pool::Participant;

/// The most openings that are made; then they are used again.
const OPENINGS_MAX: usize = 10_000;
/// How many further units a tied table of a knockout plays, unless something else is said.
const PLAY_OFFS: u32 = 3;

pub struct Prepared {
    pub event: Event,
    pub table: Box<dyn Table>,
    pub(crate) participants: Vec<Participant>,
    openings: Vec<Box<dyn Table>>,
    /// Those of the definition, unless somebody sets others, which its text cannot say.
    pub terms: Terms,
    pub sprt: Option<Sprt>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}{}{why}", if what.is_empty() { "" } else { ": " })]
pub struct PrepareError {
    what: String,
    why: String,
}

fn wrong(what: impl Into<String>, why: impl fmt::Display) -> PrepareError {
    PrepareError { what: what.into(), why: why.to_string() }
}

impl Prepared {
    /// Reads a definition; programs without a folder of their own run in the event's.
    pub fn new(event: Event) -> Result<Prepared, PrepareError> {
        Prepared::prepare(event, false)
    }

    /// Reads a definition with random openings, of which only even ones are taken; the event then lists them.
    pub fn with_even_openings(event: Event) -> Result<Prepared, PrepareError> {
        let Openings::Random(plies) = event.openings else {
            return Err(wrong("openings", "expected random ones to choose even ones from"));
        };
        let prepared = Prepared::new(event)?;
        let wanted = prepared.units().min(OPENINGS_MAX);
        let Prepared { table, mut event, .. } = prepared;
        let lines = openings::even(&*table, plies, wanted, event.seed);
        event.openings = Openings::Listed(lines.map_err(|why| wrong("openings", why))?);
        Prepared::new(event)
    }

    /// Reads a definition in which people take part, whose contenders somebody else supplies.
    pub fn with_guests(event: Event) -> Result<Prepared, PrepareError> {
        Prepared::prepare(event, true)
    }

    fn prepare(event: Event, has_guests: bool) -> Result<Prepared, PrepareError> {
        let table = open(&event)?;
        let participants = participants(&event, &*table, has_guests)?;
        let seats = table.card().players.len();
        if participants.len() < seats {
            let (name, count) = (table.card().name, participants.len());
            return Err(wrong("", format!("{count} players: {name} needs at least {seats}")));
        }
        if event.sprt.is_some() && (participants.len() != 2 || seats != 2) {
            return Err(wrong("sprt", "expected two players in a game of two"));
        }
        let sprt = event.sprt.map(sprt).transpose()?;
        let terms = terms(&event, &*table)?;
        let mut prepared =
            Prepared { event, table, participants, openings: Vec::new(), terms, sprt };
        let wanted = prepared.units().min(OPENINGS_MAX);
        let Event { openings: spec, seed, .. } = &prepared.event;
        prepared.openings = openings::prepare(&*prepared.table, spec, wanted, *seed)
            .map_err(|why| wrong("openings", why))?;
        // What is wrong with the schedule itself is said before anything is played.
        let checked = match prepared.is_planned() {
            true => prepared.plan().count().map(drop),
            false => prepared.next(&prepared.results()).map(drop),
        };
        checked.map_err(|error| wrong("", error))?;
        Ok(prepared)
    }

    pub fn names(&self) -> Vec<String> {
        self.participants.iter().map(|one| one.name.clone()).collect()
    }

    /// Returns who everybody is, as people write it.
    pub fn specs(&self) -> Vec<String> {
        self.participants.iter().map(|one| one.spec.to_string()).collect()
    }

    pub fn seats(&self) -> usize {
        self.table.card().players.len()
    }

    /// Returns the results from which tables are made: in the tournament of the course, those before any
    /// play-off.
    pub fn counted(&self, results: &Results) -> Results {
        let (entrants, seats, seed) = (self.participants.len(), self.seats(), self.event.seed);
        match self.event.format {
            Format::Course => Course { entrants, seats, seed }.table_games(results),
            _ => results.clone(),
        }
    }

    /// Begins the sequential test, if there is one, with the games that are over.
    pub fn trial(&self, planned: &[Pairing], results: &Results) -> Option<Trial> {
        let mut trial = Trial::new(self.sprt?, Prefix::new(planned, Entrant(0), Entrant(1)));
        for game in results.games() {
            trial.add(game);
        }
        Some(trial)
    }

    pub fn results(&self) -> Results {
        Results::new(self.participants.len(), self.seats()).expect("the schedule was checked")
    }

    pub fn is_planned(&self) -> bool {
        self.event.format.is_planned()
    }

    pub fn planned(&self) -> Result<Vec<Pairing>, PlanError> {
        self.plan().pairings()
    }

    pub fn next(&self, results: &Results) -> Result<Step, PlanError> {
        let (entrants, seats, seed) = (self.participants.len(), self.seats(), self.event.seed);
        match self.event.format {
            Format::Swiss => self.swiss().next(results),
            Format::Knockout => self.knockout().next(results),
            Format::Course => Course { entrants, seats, seed }.next(results),
            _ => self.missing(&self.planned()?, results),
        }
    }

    /// Returns which games of a schedule are missing, or everybody by points.
    pub(crate) fn missing(
        &self,
        planned: &[Pairing],
        results: &Results,
    ) -> Result<Step, PlanError> {
        let missing = missing(planned, results)?;
        Ok(if missing.is_empty() {
            Step::Over(ranked(&Standings::of(results)))
        } else {
            Step::Play(missing)
        })
    }

    pub fn rounds(&self, results: &Results) -> Result<Option<Rounds>, PlanError> {
        match self.event.format {
            Format::Swiss => self.swiss().rounds(results).map(Some),
            Format::Knockout => self.knockout().rounds(results).map(Some),
            _ => Ok(None),
        }
    }

    fn swiss(&self) -> Swiss {
        Swiss {
            entrants: self.participants.len(),
            seats: self.seats(),
            rounds: rounds(&self.event, self.participants.len()),
            openings: self.openings.len(),
            seed: self.event.seed,
        }
    }

    fn knockout(&self) -> Knockout {
        Knockout {
            entrants: self.participants.len(),
            seats: self.seats(),
            seeding: if self.event.drawn_seeds { Seeding::Drawn } else { Seeding::Entry },
            play_offs_max: self.event.play_offs.unwrap_or(PLAY_OFFS),
            openings: self.openings.len(),
            seed: self.event.seed,
        }
    }

    /// Returns whether a game has the players and the opening of this tournament.
    pub fn fits(&self, pairing: &Pairing) -> bool {
        let is_known = |who: &Entrant| who.0 < self.participants.len();
        pairing.seats.len() == self.seats()
            && pairing.seats.iter().all(is_known)
            && pairing.opening.is_none_or(|opening| opening.0 < self.openings.len())
    }

    pub fn opening(&self, pairing: &Pairing) -> Box<dyn Table> {
        pairing.opening.map_or(&self.table, |opening| &self.openings[opening.0]).copy()
    }

    pub fn terms(&self, pairing: &Pairing) -> Terms {
        let seats = Player::all(pairing.seats.len()).zip(&pairing.seats);
        let exceptions = seats.filter_map(|(seat, who)| {
            self.participants[who.0].allowance.map(|allowance| (seat, allowance))
        });
        Terms { exceptions: exceptions.collect(), ..self.terms.clone() }
    }

    fn plan(&self) -> Plan {
        self.event.plan(self.seats(), self.openings.len())
    }

    fn units(&self) -> usize {
        match self.event.format {
            format if format.is_planned() => {
                self.plan().fold.div_ceil(self.event.per_unit(self.seats())) as usize
            }
            Format::Swiss => rounds(&self.event, self.participants.len()) as usize,
            Format::Knockout => {
                self.participants.len() + self.event.play_offs.unwrap_or(PLAY_OFFS) as usize
            }
            _ => 0,
        }
    }
}

/// Returns how many rounds a Swiss tournament has: without a wish, as many as a knockout would.
pub(crate) fn rounds(event: &Event, entrants: usize) -> u32 {
    event.rounds.unwrap_or_else(|| entrants.next_power_of_two().ilog2().max(1))
}

pub(crate) fn ranked(standings: &Standings) -> Vec<Entrant> {
    standings.ranked().into_iter().map(|(_, line)| line.entrant).collect()
}

fn open(event: &Event) -> Result<Box<dyn Table>, PrepareError> {
    let entry = games::find(&event.game).ok_or_else(|| {
        let names: Vec<&str> = games::GAMES.iter().map(|entry| entry.card().name).collect();
        wrong("", format!("unknown game '{}': expected {}", event.game, names.join(", ")))
    })?;
    let mut pairs = Vec::new();
    for text in &event.options {
        let pair = text.split_once('=');
        pairs.push(pair.ok_or_else(|| wrong("option", format!("'{text}': expected NAME=VALUE")))?);
    }
    let settings = Settings::read(entry.card().options, pairs);
    let opened = settings.and_then(|settings| entry.open(settings));
    opened.map_err(|error| wrong(format!("option of {}", entry.card().name), error))
}

fn participants(
    event: &Event,
    table: &dyn Table,
    has_guests: bool,
) -> Result<Vec<Participant>, PrepareError> {
    let mut all: Vec<Participant> = Vec::new();
    for entry in &event.players {
        let who = entry.name.clone().unwrap_or_else(|| entry.agent.clone());
        let spec = spec(event, entry, table, has_guests).map_err(|why| wrong(who.clone(), why))?;
        let title = entry.name.clone().unwrap_or_else(|| match &spec {
            SeatSpec::Program(program) | SeatSpec::Once(program) => program.to_string(),
            other => other.to_string(),
        });
        let is_taken = |name: &str| all.iter().any(|other| other.name == name);
        if entry.name.is_some() && is_taken(&title) {
            return Err(wrong("player", format!("there are two of the name '{title}'")));
        }
        let numbered = (2..).map(|number| format!("{title} ({number})"));
        let mut names = std::iter::once(title.clone()).chain(numbered);
        let name = names.find(|name| !is_taken(name)).unwrap_or_default();
        let set = entry.set.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let allowance = allowance(event, entry).map_err(|why| wrong(who, why))?;
        all.push(Participant { name, spec, set, allowance, restart: entry.restart });
    }
    Ok(all)
}

fn spec(
    event: &Event,
    entry: &Entry,
    table: &dyn Table,
    has_guests: bool,
) -> Result<SeatSpec, String> {
    if entry.agent == Entry::GUEST {
        return match has_guests {
            true => Ok(SeatSpec::Guest(entry.name.clone().unwrap_or_default())),
            false => Err("comes over the network: start the same `manator server`".into()),
        };
    }
    let mut spec: SeatSpec = entry.agent.parse().map_err(|error| format!("{error}"))?;
    match &mut spec {
        SeatSpec::Agent { name, settings } => {
            agents::open(table, name, settings).map_err(|error| error.to_string())?;
            if !entry.set.is_empty() {
                return Err("only programs are told options: write alphabeta:depth=4".into());
            }
        }
        SeatSpec::Program(program) | SeatSpec::Once(program) => {
            let folder = |own: &Path| match &event.directory {
                Some(of_all) => of_all.join(own),
                None => own.to_path_buf(),
            };
            program.directory =
                entry.directory.as_deref().map(folder).or_else(|| event.directory.clone());
            program.sandbox = event.confinement();
        }
        SeatSpec::Person if has_guests => {}
        other => return Err(format!("'{other}': expected an agent or a program")),
    }
    Ok(spec)
}

/// Returns what somebody may use, where it is not what everybody may.
fn allowance(event: &Event, entry: &Entry) -> Result<Option<Allowance>, String> {
    if entry.time.is_none() && entry.depth.is_none() && entry.nodes.is_none() {
        return Ok(None);
    }
    let time = entry.time.as_deref().unwrap_or(&event.time);
    Ok(Some(Allowance {
        control: time.parse().map_err(|error| format!("time: {error}"))?,
        depth: entry.depth.or(event.depth),
        nodes: entry.nodes.or(event.nodes),
    }))
}

fn terms(event: &Event, table: &dyn Table) -> Result<Terms, PrepareError> {
    let control: TimeControl = event.time.parse().map_err(|error| wrong("time", error))?;
    let tie =
        event.draw.map(|DrawSpec { from, moves, score }| TieRule { from, moves, within: score });
    let resign = event.resign.map(|ResignSpec { moves, score, two_sided }| ResignRule {
        moves,
        behind: score,
        two_sided,
    });
    let adjudication = Adjudication { tie, resign };
    adjudication.check(table).map_err(|error| wrong("resign", error))?;
    Ok(Terms {
        allowance: Allowance { control, depth: event.depth, nodes: event.nodes },
        margin: Duration::from_millis(event.margin),
        steps: event.steps,
        on_illegal: if event.ask_again { OnIllegal::AskAgain } else { OnIllegal::Default },
        adjudication,
        ..Terms::default()
    })
}

fn sprt(spec: SprtSpec) -> Result<Sprt, PrepareError> {
    let model = match spec.model {
        Test::Normalised => Model::Normalised,
        Test::Logistic => Model::Logistic,
    };
    Sprt::new(model, spec.elo0, spec.elo1)
        .and_then(|sprt| sprt.with_errors(spec.alpha, spec.beta))
        .map_err(|error| wrong("sprt", error))
}
