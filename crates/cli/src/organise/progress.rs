//! Live progress below what is printed: a bar, games a second, the time that is left, the current table.
//!
//! It is on standard error and only in a terminal; elsewhere nothing of it is seen.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use manator_organise::{Finished, Live, Observer, Prepared};
use manator_tournament::schedule::Pairing;

const DRAW_INTERVAL: Duration = Duration::from_millis(250);
const RATING_INTERVAL: Duration = Duration::from_secs(2);
const TABLE_MAX: usize = 10;

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
        let names = prepared.names();
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
            let points = format!("{}/{}", total.points(), total.games());
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
