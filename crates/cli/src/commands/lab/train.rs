//! `manator lab train`: the weights of an evaluation, from games.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use manator_engine::catalog;
use manator_lab::data;
use manator_lab::examples::{Mixing, Split};
use manator_lab::train::{Epoch, Recipe, train};
use manator_play::saves::replace;

use super::Figures;
use crate::Verdict;
use crate::arguments::{Rules, find_game};

/// Train the weights of a game's evaluation on games of self-play
///
/// The file written is the one that the engine holds: put it in its place in crates/engine/src/eval and build. The same
/// games, recipe and seed give the same file.
#[derive(Args)]
pub(super) struct Train {
    /// The game: see `manator games`
    game: String,
    #[command(flatten)]
    rules: Rules,
    /// A file of games of `lab play`, or of records of matches, of the same game and options; may be repeated
    #[arg(long, value_name = "FILE", required = true)]
    data: Vec<PathBuf>,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// How often every position is looked at
    #[arg(long, value_name = "N", default_value_t = Recipe::default().epochs)]
    epochs: usize,
    /// How far weights go in a step, at first; it shrinks to a twentieth
    #[arg(long, value_name = "RATE", default_value_t = Recipe::default().rate)]
    rate: f32,
    /// How much weights shrink in a step, as a part of the rate
    #[arg(long, value_name = "PART", default_value_t = Recipe::default().decay)]
    decay: f32,
    /// How much of a position's value is that of the next; the rest is what the search thought
    #[arg(long, value_name = "PART", default_value_t = 0.95)]
    next: f32,
    /// What all chance is drawn from
    #[arg(long, value_name = "N", default_value_t = Recipe::default().seed)]
    seed: u64,
}

impl Train {
    pub(super) fn run(&self) -> anyhow::Result<Verdict> {
        let table = self.rules.open(find_game(&self.game)?, None)?;
        let sight = catalog::find(&self.game).and_then(|stable| stable.sight());
        let Some(sight) = sight else {
            bail!("'{}': expected a game with an evaluation that learns", self.game);
        };
        let mut split = Split::default();
        let mixing = Mixing { next: self.next };
        for (file, path) in self.data.iter().enumerate() {
            let mut refused = None;
            data::read(path, &*table, |game| {
                if refused.is_none() {
                    refused = split.add(sight, &*table, (file as u64, &game), mixing).err();
                }
            })?;
            if let Some(error) = refused {
                return Err(error).with_context(|| path.display().to_string());
            }
        }
        if split.train.is_empty() {
            bail!("no position to learn from: expected more games");
        }
        let figures = Figures::beside(&self.output);
        figures.tell(&self.heading()?)?;
        let (learned, held_out) = (split.train.len(), split.held_out.len());
        figures.tell(&format!("{learned} positions, {held_out} held out"))?;
        let Train { epochs, rate, decay, seed, .. } = *self;
        let mut told = Ok(());
        let weights = train(sight, &split, Recipe { epochs, rate, decay, seed }, |epoch| {
            let Epoch { number, loss, held_out } = epoch;
            let line = format!("epoch {number}: loss {loss:.5}, held out {held_out:.5}");
            told = std::mem::replace(&mut told, Ok(())).and_then(|()| figures.tell(&line));
        });
        told?;
        replace(&self.output, weights.bytes())
            .with_context(|| format!("cannot write {}", self.output.display()))?;
        figures.tell(&format!("{} bytes", weights.bytes().len()))?;
        Ok(Verdict::Yes)
    }

    fn heading(&self) -> anyhow::Result<String> {
        let Train { game, epochs, rate, decay, next, seed, .. } = self;
        let options = self.rules.texts()?;
        let options: String = options.iter().map(|text| format!(" -o {text}")).collect();
        let name = |path: &PathBuf| path.file_name().map(|name| name.display().to_string());
        let data = self.data.iter().filter_map(name).map(|name| format!(" --data {name}"));
        let (data, output) = (data.collect::<String>(), name(&self.output).unwrap_or_default());
        Ok(format!(
            "# manator lab train {game}{options}{data} --output {output} --epochs {epochs} --rate {rate} \
             --decay {decay} --next {next} --seed {seed}"
        ))
    }
}
