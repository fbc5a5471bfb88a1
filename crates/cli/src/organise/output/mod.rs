//! What is said while a tournament is played, and when it is over.
//!
//! The lines are those of fastchess and cutechess-cli, because scripts read them: games begin and end alike in
//! all forms, ratings as the form has them.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod figures;
mod forms;

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use manator_core::record::score_text;
use manator_core::text::{one_line, printable};
use manator_organise::{Ending, Entry, Event, Finished, Live, Observer, Prepared, THREAD};
use manator_tournament::rating::elo::Counts;
use manator_tournament::rating::live::Live as LiveResults;
use manator_tournament::rating::residual;
use manator_tournament::rating::sprt::Sprt;
use manator_tournament::rating::summary::{Summary, seat_sentence};
use manator_tournament::rating::sure::Decisive;
use manator_tournament::schedule::Pairing;
use manator_tournament::{Entrant, Results};

use crate::organise::Records;
use crate::streams;
use figures::Score;

/// How a tournament is told.
#[derive(Args, Clone, Copy)]
pub(crate) struct Manner {
    /// Whose lines say how it stands
    #[arg(long, value_name = "FORM", default_value = "manator")]
    pub(super) output: Form,
    /// How many games lie between two reports; 0 for one at the end only
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) interval: usize,
    /// How many games lie between two scores, in the form of cutechess
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) score_interval: usize,
}

/// Whose lines say how it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Ours
    Manator,
    /// Those of fastchess
    Fastchess,
    /// Those of cutechess-cli
    Cutechess,
}

struct Match<'a> {
    names: (&'a str, &'a str),
    score: &'a Score,
    /// The test that ends it, and its two differences.
    sprt: Option<(Sprt, (f64, f64))>,
    /// What the test has looked at: whole pairs, in the order of the schedule.
    tested: Counts,
    time: &'a str,
}

pub(super) struct Output {
    prepared: Arc<Prepared>,
    names: Vec<String>,
    seats: usize,
    sprt: Option<(Sprt, (f64, f64))>,
    tested: Counts,
    time: String,
    records: Option<Records>,
    manner: Manner,
    /// What was counted so far; nothing before the first game of this run.
    score: Option<Score>,
    /// After how many games it was last told how it stands.
    told: usize,
    /// What a match has come to that ends when it is sure who is better, by the order of the schedule.
    decisive: Option<Decisive>,
    /// Whether no further game is played.
    is_over: bool,
}

impl Output {
    pub(super) fn new(
        prepared: &Arc<Prepared>,
        records: Option<Records>,
        manner: Manner,
    ) -> Output {
        let bounds = prepared.event.sprt.map(|spec| (spec.elo0, spec.elo1));
        Output {
            prepared: prepared.clone(),
            names: prepared.names(),
            seats: prepared.seats(),
            sprt: prepared.sprt.zip(bounds),
            tested: Counts::Pairs([0; 5]),
            time: times(&prepared.event),
            records,
            manner,
            score: None,
            told: 0,
            decisive: None,
            is_over: false,
        }
    }

    fn players(&self, pairing: &Pairing) -> String {
        let names: Vec<&str> = pairing.seats.iter().map(|who| self.names[who.0].as_str()).collect();
        names.join(" vs ")
    }

    fn between_two(&self) -> Option<Match<'_>> {
        let ([one, other], 2, Some(score)) = (&self.names[..], self.seats, &self.score) else {
            return None;
        };
        let (sprt, tested, time) = (self.sprt, self.tested, &self.time);
        Some(Match { names: (one, other), score, sprt, tested, time })
    }

    fn count(&mut self, live: &Live, pairing: &Pairing) {
        let results = live.results();
        if let Some(trial) = &live.trial {
            self.tested = trial.counts();
            self.decisive = Some(trial.counted().decisive);
        }
        match (&mut self.score, results.game(pairing.id)) {
            (Some(score), Some(game)) => score.add(game),
            _ => self.score = Some(Score::of(results)),
        }
    }

    fn tell(&mut self, standing: &LiveResults, out: &mut dyn Write) -> io::Result<()> {
        let games = standing.results().games().len();
        let is_due = |interval: usize| interval > 0 && games.is_multiple_of(interval);
        if is_due(self.manner.score_interval) {
            self.tell_score(out)?;
        }
        if is_due(self.manner.interval) {
            self.report(standing, out)?;
            self.told = games;
        }
        Ok(())
    }

    fn tell_score(&self, out: &mut dyn Write) -> io::Result<()> {
        match (self.manner.output, self.between_two()) {
            (Form::Cutechess, Some(of)) => figures::score(&of, out),
            _ => Ok(()),
        }
    }

    /// Says how likely it is that the first player is better, in a match that ends when that is sure.
    fn likely(&self, live: &LiveResults) -> Option<String> {
        let sure = self.prepared.sure?;
        let (one, other) = (self.names.first()?, self.names.get(1)?);
        let counted = Decisive::of(live.results(), Entrant(0));
        let all = self.prepared.planned().map_or(0, |games| games.len() as u64);
        let verdict = sure.verdict(&self.decisive.unwrap_or(counted));
        let left = if self.is_over { 0 } else { all.saturating_sub(counted.games()) };
        Some(counted.in_words(one, other, verdict, left))
    }

    fn report(&self, standing: &LiveResults, out: &mut dyn Write) -> io::Result<()> {
        if let (Form::Manator, Some(likely)) = (self.manner.output, self.likely(standing)) {
            return if self.is_over { Ok(()) } else { writeln!(out, "{likely}") };
        }
        match (self.manner.output, self.between_two()) {
            (Form::Manator, Some(of)) => forms::native(&of, out),
            (Form::Fastchess, Some(of)) => forms::fastchess(&of, out),
            (Form::Cutechess, Some(of)) => forms::cutechess(&of, out),
            // A table of many is long: it comes at the end.
            (Form::Manator, None) => Ok(()),
            (Form::Fastchess, None) => {
                writeln!(out, "{}", forms::RULE)?;
                figures::ranks(&self.names, standing.standings(), out)?;
                writeln!(out, "{}", forms::RULE)
            }
            (Form::Cutechess, None) => figures::ranks(&self.names, standing.standings(), out),
        }
    }

    /// Says how it ended: the score, the table, and one plain sentence, or what scripts wait for.
    pub(super) fn conclude(&mut self, live: &Live, ending: &Ending) -> io::Result<()> {
        let results = live.results();
        let mut out = streams::stdout();
        if let Some(trial) = &live.trial {
            self.tested = trial.counts();
            self.decisive = Some(trial.counted().decisive);
        }
        self.is_over = matches!(ending, Ending::Over(_) | Ending::Decided);
        self.score.get_or_insert_with(|| Score::of(results));
        let games = results.games().len();
        if games > 0 && self.told != games {
            if !games.is_multiple_of(self.manner.score_interval) {
                self.tell_score(&mut out)?;
            }
            self.report(&live.standing, &mut out)?;
        }
        let is_over = matches!(ending, Ending::Over(_) | Ending::Decided);
        match self.manner.output {
            Form::Manator => self.conclude_in_words(live, ending, &mut out)?,
            Form::Fastchess if is_over => forms::end(self.between_two().as_ref(), &mut out)?,
            Form::Cutechess if is_over => writeln!(out, "Finished match")?,
            Form::Fastchess | Form::Cutechess => {}
        }
        let mut talk = streams::stderr();
        match ending {
            Ending::BrokeDown { who, id, words } => {
                writeln!(talk, "stopped after game {id}: {} {words}", self.names[who.0])?;
                writeln!(talk, "hint: --recover goes on after that")
            }
            Ending::SetAside(games) => {
                writeln!(talk, "{} games could not be played: resume tries them again", games.len())
            }
            Ending::Over(_) | Ending::Decided | Ending::Stopped => Ok(()),
        }
    }

    fn conclude_in_words(
        &self,
        live: &Live,
        ending: &Ending,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if let Some((of, (sprt, _))) = self.between_two().zip(self.sprt) {
            writeln!(out, "{}", sprt.in_words(&of.tested))?;
        }
        let results = live.results();
        let order = match ending {
            // Where everybody meets, the points alone decide, and who has as many has the same place.
            Ending::Over(order) if !self.prepared.is_planned() => Some(&order[..]),
            _ => None,
        };
        if self.names.len() > 2 {
            let page = summary(&self.prepared, results, order);
            writeln!(out, "\n{}\n", page.trim_end())?;
        } else if results.games().len() > 0 {
            writeln!(out, "{}", seat_sentence(&live.standing.rate()))?;
        }
        let is_shared = results
            .games()
            .any(|game| results.note(game.id).is_some_and(|note| !note.worker.starts_with(THREAD)));
        if is_shared {
            for line in residual::in_words(&self.names, results) {
                writeln!(out, "{line}")?;
            }
        }
        let likely = self.likely(&live.standing);
        let sentence = likely.unwrap_or_else(|| self.prepared.sentence(results, order));
        writeln!(out, "{sentence}")
    }
}

/// Returns the table of a tournament with everything that belongs to it, for this terminal.
pub(crate) fn summary(prepared: &Prepared, results: &Results, order: Option<&[Entrant]>) -> String {
    let counted = LiveResults::from(prepared.counted(results));
    let names = prepared.names();
    let summary = Summary {
        names: &names,
        standings: counted.standings(),
        ratings: &counted.rate(),
        order,
        columns: columns(),
    };
    let mut page = summary.in_words();
    if let Ok(Some(rounds)) = prepared.rounds(results) {
        page += &format!("\n{}", rounds.in_words(&names));
    }
    page
}

/// Returns how wide the terminal is; what is no terminal is as wide as a usual one.
fn columns() -> usize {
    const USUAL: usize = 100;
    streams::columns().unwrap_or(USUAL)
}

fn times(event: &Event) -> String {
    let of = |player: &Entry| player.time.clone().unwrap_or_else(|| event.time.clone());
    let mut times: Vec<String> = event.players.iter().map(of).collect();
    times.dedup();
    times.join(" - ")
}

impl Observer for Output {
    fn started(&mut self, live: &Live, pairing: &Pairing, _worker: &str) -> io::Result<()> {
        let (number, players, of) = (live.number(pairing.id), self.players(pairing), live.known());
        writeln!(streams::stdout(), "Started game {number} of {of} ({players})")
    }

    fn finished(&mut self, live: &Live, pairing: &Pairing, game: &Finished) -> io::Result<()> {
        if let Some(records) = &mut self.records {
            records.add(&game.record)?;
        }
        let mut out = streams::stdout();
        let (number, players) = (live.number(pairing.id), self.players(pairing));
        let (result, words) = (score_text(&game.payoffs), one_line(&game.words, WORDS_MAX));
        writeln!(out, "Finished game {number} ({players}): {result} {{{words}}}")?;
        self.count(live, pairing);
        self.tell(&live.standing, &mut out)
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        writeln!(streams::stderr(), "{}", one_line(text, WORDS_MAX))
    }
}

/// The most letters of what players and workers say.
const WORDS_MAX: usize = 500;
const DRAW_INTERVAL: Duration = Duration::from_millis(250);
const RATING_INTERVAL: Duration = Duration::from_secs(2);
const TABLE_MAX: usize = 10;

/// Live progress below what is printed: a bar, games a second, the time that is left, the current table. It is on
/// standard error and only in a terminal; elsewhere nothing of it is seen.
pub(super) struct Progress<'a, O> {
    told: &'a mut O,
    names: Vec<String>,
    pub(super) bar: ProgressBar,
    begun: Instant,
    drawn: Option<Instant>,
    rated: Option<Instant>,
}

impl<'a, O: Observer> Progress<'a, O> {
    pub(super) fn new(prepared: &Prepared, told: &'a mut O) -> Progress<'a, O> {
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games{prefix}\n{msg}");
        bar.set_style(style.expect("the template is right").progress_chars("=> "));
        let names = prepared.names().iter().map(|name| printable(name).into_owned()).collect();
        Progress { told, names, bar, begun: Instant::now(), drawn: None, rated: None }
    }

    fn draw(&mut self, live: &Live) {
        let now = Instant::now();
        let is_due =
            |last: Option<Instant>, interval| last.is_none_or(|last| now - last >= interval);
        if self.bar.is_hidden() || !is_due(self.drawn, DRAW_INTERVAL) {
            return;
        }
        self.drawn = Some(now);
        let games = live.results().games().len();
        self.bar.set_length(live.known() as u64);
        self.bar.set_prefix(speed(games - live.before, live.known() - games, self.begun.elapsed()));
        if is_due(self.rated, RATING_INTERVAL) {
            self.rated = Some(now);
            self.bar.set_message(self.table(live));
        }
        self.bar.set_position(games as u64);
        self.bar.tick();
    }

    fn table(&self, live: &Live) -> String {
        let ratings = live.standing.rate();
        let standings = live.standing.standings().ranked();
        let widest = self.names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
        let mut text = String::new();
        for (rank, standing) in standings.iter().take(TABLE_MAX) {
            let (name, total) = (&self.names[standing.entrant.0], &standing.total);
            let points = format!("{} of {}", total.points(live.results().seats()), total.games());
            let rating = ratings.by_entrant()[standing.entrant.0].strength;
            let elo = match rating.error.is_finite() {
                true => format!("{:+.0} ± {:.0}", rating.elo, rating.error),
                false => String::new(),
            };
            text += format!("{rank:>4}  {name:<widest$}  {points:>10}  {elo}").trim_end();
            text += "\n";
        }
        if standings.len() > TABLE_MAX {
            text += &format!("      and {} more\n", standings.len() - TABLE_MAX);
        }
        text
    }
}

fn speed(done: usize, left: usize, elapsed: Duration) -> String {
    if done == 0 || elapsed.is_zero() {
        return String::new();
    }
    let per_second = done as f64 / elapsed.as_secs_f64();
    let rest = Duration::try_from_secs_f64(left as f64 / per_second).unwrap_or(Duration::MAX);
    format!(", {per_second:.1}/s, {} left", HumanDuration(rest))
}

impl<O: Observer> Observer for Progress<'_, O> {
    fn started(&mut self, live: &Live, pairing: &Pairing, worker: &str) -> io::Result<()> {
        self.bar.suspend(|| self.told.started(live, pairing, worker))
    }

    fn finished(&mut self, live: &Live, pairing: &Pairing, game: &Finished) -> io::Result<()> {
        self.bar.suspend(|| self.told.finished(live, pairing, game))?;
        self.draw(live);
        Ok(())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.bar.suspend(|| self.told.note(text))
    }

    fn tick(&mut self, live: &Live) -> io::Result<()> {
        self.draw(live);
        self.told.tick(live)
    }
}
