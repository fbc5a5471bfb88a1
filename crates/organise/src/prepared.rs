//! A tournament that is known to make sense, and what is to be played next.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use manator_core::{Player, Settings, Table};
use manator_engine::catalog as agents;
use manator_games::catalog as games;
use manator_play::referee::{OnIllegal, RETRIES_MAX};
use manator_play::{
    Adjudication, Allowance, ResignRule, SeatSpec, Sheet, Terms, TieRule, TimeControl,
};
use manator_tournament::rating::live::Live;
use manator_tournament::rating::prefix::{Prefix, Test as EndTest, Trial};
use manator_tournament::rating::sentence;
use manator_tournament::rating::sprt::{Model, Sprt};
use manator_tournament::rating::standings::Standings;
use manator_tournament::rating::sure::Sure;
use manator_tournament::schedule::course::Course;
use manator_tournament::schedule::knockout::{Knockout, Seeding};
use manator_tournament::schedule::rounds::Rounds;
use manator_tournament::schedule::swiss::Swiss;
use manator_tournament::schedule::{Pairing, Plan, PlanError, Step, missing};
use manator_tournament::{Entrant, Results};

use crate::event::{DrawSpec, Entry, Event, Format, Openings, ResignSpec, SprtSpec, Test};
use crate::openings::{self, Tell};
use crate::pool::Participant;
use crate::unfinished::Unfinished;

/// The most openings that are made; then they are used again.
const OPENINGS_MAX: usize = 10_000;
/// How many openings play-offs of the course have; then they are used again.
const COURSE_OPENINGS: usize = 24;
/// The time of a player over HTTP where nobody has any: models think long, but not for ever.
const CALLER_TIME: &str = "10m/move";
/// How many further units a tied table of a knockout plays, unless something else is said.
const PLAY_OFFS: u32 = 3;

pub struct Prepared {
    pub event: Event,
    pub table: Box<dyn Table>,
    pub(crate) participants: Vec<Participant>,
    openings: Vec<Box<dyn Table>>,
    /// Those of the definition, unless somebody sets others, which its text cannot say.
    pub terms: Terms,
    /// Where games are kept that were interrupted, if they are to go on.
    pub unfinished: Option<Arc<Unfinished>>,
    pub sprt: Option<Sprt>,
    pub sure: Option<Sure>,
}

/// Who may take part besides agents and programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Others {
    Nobody,
    /// Players over HTTP.
    Callers,
    /// These, guests and people.
    Guests,
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
        Prepared::prepare(event, Others::Nobody, &mut |_, _| {})
    }

    /// Reads a definition in which players may come over HTTP, whom somebody else supplies: see
    /// [`Prepared::callers`]. To judge thousands of openings takes a minute, so `tell` hears how far that is.
    pub fn with_callers(event: Event, tell: Tell<'_>) -> Result<Prepared, PrepareError> {
        Prepared::prepare(event, Others::Callers, tell)
    }

    /// Reads a definition in which people take part, whose contenders somebody else supplies.
    pub fn with_guests(event: Event) -> Result<Prepared, PrepareError> {
        Prepared::prepare(event, Others::Guests, &mut |_, _| {})
    }

    fn prepare(event: Event, others: Others, tell: Tell<'_>) -> Result<Prepared, PrepareError> {
        let table = open(&event)?;
        let participants = participants(&event, &*table, others)?;
        let seats = table.card().players.len();
        if participants.len() < seats {
            let (name, count) = (table.card().name, participants.len());
            return Err(wrong("", format!("{count} players: {name} needs at least {seats}")));
        }
        if event.sprt.is_some() && (participants.len() != 2 || seats != 2) {
            return Err(wrong("sprt", "expected two players in a game of two"));
        }
        let sprt = event.sprt.map(sprt).transpose()?;
        let sure = event.sure.map(Sure::new).transpose().map_err(|why| wrong("sure", why))?;
        let is_match = event.format.is_planned() && participants.len() == seats;
        if sure.is_some() && (sprt.is_some() || !is_match) {
            let expected = "expected as many players as seats, all of whom meet, and no other test";
            return Err(wrong("sure", expected));
        }
        let terms = terms(&event, &*table)?;
        let mut prepared = Prepared {
            event,
            table,
            participants,
            openings: Vec::new(),
            terms,
            unfinished: None,
            sprt,
            sure,
        };
        let (units, seed) = (prepared.units(), prepared.event.seed);
        let spec = std::mem::replace(&mut prepared.event.openings, Openings::Random(0));
        let listed = openings::listed(&*prepared.table, spec, units.min(OPENINGS_MAX), seed, tell);
        prepared.event.openings = listed.map_err(|why| wrong("openings", why))?;
        let spec = &prepared.event.openings;
        prepared.openings =
            openings::prepare(&*prepared.table, spec, units.min(OPENINGS_MAX), seed)
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

    /// Returns for each entrant whether it comes over HTTP.
    pub fn callers(&self) -> Vec<bool> {
        self.event.players.iter().map(|entry| entry.caller().is_some()).collect()
    }

    pub fn seats(&self) -> usize {
        self.table.card().players.len()
    }

    /// Returns the results from which tables are made: in the tournament of the course, those before any
    /// play-off.
    pub fn counted(&self, results: &Results) -> Results {
        match self.event.format {
            Format::Course => self.course().table_games(results),
            _ => results.clone(),
        }
    }

    /// Returns what everybody did in play-offs after the table, where there are such.
    pub fn play_offs(&self, results: &Results) -> Option<Standings> {
        let table = self.course().table_games(results);
        let is_extra = |id| table.game(id).is_none();
        let games = results.filtered(|game, _| is_extra(game.id));
        (self.event.format == Format::Course).then(|| Standings::of(&games))
    }

    /// Says who is the champion, in the course's tournament.
    pub fn champion(&self, results: &Results) -> Option<String> {
        let is_course = self.event.format == Format::Course;
        is_course.then(|| self.course().in_words(&self.names(), results))
    }

    /// Returns what comes out in one plain sentence; `order` is the final one, where not the points alone decide.
    pub fn sentence(&self, results: &Results, order: Option<&[Entrant]>) -> String {
        let names = self.names();
        match self.champion(results) {
            Some(champion) => champion,
            None if names.len() == 2 => sentence::of_match(&names, results, Entrant(0), Entrant(1)),
            None => {
                let live = Live::from(results.clone());
                sentence::of_standings(&names, live.standings(), &live.rate(), order)
            }
        }
    }

    fn course(&self) -> Course {
        Course {
            entrants: self.participants.len(),
            seats: self.seats(),
            best: self.event.best,
            openings: self.openings.len(),
            seed: self.event.seed,
        }
    }

    /// Begins the sequential test, if there is one, with the games that are over.
    pub fn trial(&self, planned: &[Pairing], results: &Results) -> Option<Trial> {
        let test = self.sprt.map(EndTest::from).or(self.sure.map(EndTest::from))?;
        let mut trial = Trial::new(test, Prefix::new(planned, Entrant(0), Entrant(1)));
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
        match self.event.format {
            Format::Swiss => self.swiss().next(results),
            Format::Knockout => self.knockout().next(results),
            Format::Course => self.course().next(results),
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
            Format::Course => self.course().rounds(results).map(Some),
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

    /// Returns the name and the options of an entrant that is an agent of ours.
    pub fn agent(&self, who: Entrant) -> Option<(&str, &Settings)> {
        match &self.participants[who.0].spec {
            SeatSpec::Agent { name, settings } => Some((name, settings)),
            _ => None,
        }
    }

    pub fn opening(&self, pairing: &Pairing) -> Box<dyn Table> {
        pairing.opening.map_or(&self.table, |opening| &self.openings[opening.0]).copy()
    }

    /// Returns the sheet that a game begins with: at its opening, or where it was interrupted.
    pub fn sheet(&self, pairing: &Pairing) -> Sheet {
        let controls = self.terms(pairing).controls(pairing.seats.len());
        let begin = || Sheet::new(self.opening(pairing), controls.clone());
        let mut sheet = begin();
        let begun = self.unfinished.as_ref().and_then(|all| all.find(pairing.id, &*sheet.table));
        match begun.map(|record| sheet.go_on(&record)) {
            Some(Err(_)) => begin(),
            Some(Ok(())) | None => sheet,
        }
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
            Format::Course if self.event.best.is_some() => COURSE_OPENINGS,
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
    others: Others,
) -> Result<Vec<Participant>, PrepareError> {
    let mut all: Vec<Participant> = Vec::new();
    for entry in &event.players {
        let who = entry.name.clone().unwrap_or_else(|| entry.agent.clone());
        let spec = spec(event, entry, table, others).map_err(|why| wrong(who.clone(), why))?;
        let title = entry.name.clone().unwrap_or_else(|| match &spec {
            SeatSpec::Program(program) | SeatSpec::Once(program) => program.to_string(),
            SeatSpec::Guest(name) => name.clone(),
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
    others: Others,
) -> Result<SeatSpec, String> {
    if entry.agent == Entry::GUEST {
        return match others {
            Others::Guests => Ok(SeatSpec::Guest(entry.name.clone().unwrap_or_default())),
            _ => Err("comes over the network: start the same `manator server`".into()),
        };
    }
    if let Some(name) = entry.caller() {
        return match (others, name) {
            (Others::Nobody, _) => {
                Err("players over HTTP take part in `manator match` only".into())
            }
            (_, "") => Err("expected api:NAME".into()),
            _ => Ok(SeatSpec::Guest(name.into())),
        };
    }
    let mut spec: SeatSpec = entry.agent.parse().map_err(|error| format!("{error}"))?;
    match &mut spec {
        SeatSpec::Agent { name, settings } => {
            agents::check(table, name, settings).map_err(|error| error.to_string())?;
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
        SeatSpec::Person if others == Others::Guests => {}
        other => return Err(format!("'{other}': expected an agent or a program")),
    }
    Ok(spec)
}

/// Returns what somebody may use, where it is not what everybody may.
fn allowance(event: &Event, entry: &Entry) -> Result<Option<Allowance>, String> {
    let is_untimed = entry.caller().is_some() && event.time == "none";
    let own = entry.time.as_deref().or(is_untimed.then_some(CALLER_TIME));
    if own.is_none() && entry.depth.is_none() && entry.nodes.is_none() {
        return Ok(None);
    }
    let time = own.unwrap_or(&event.time);
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
    let asks_again = event.ask_again || event.retries.is_some();
    let retries = event.retries.unwrap_or(RETRIES_MAX);
    if retries > RETRIES_MAX {
        return Err(wrong("retries", format!("{retries} is not between 0 and {RETRIES_MAX}")));
    }
    Ok(Terms {
        allowance: Allowance { control, depth: event.depth, nodes: event.nodes },
        margin: Duration::from_millis(event.margin),
        steps: event.steps,
        on_illegal: if asks_again { OnIllegal::AskAgain } else { OnIllegal::Default },
        retries,
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
