//! Who sits where when a game begins, from what the user said about it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use anyhow::{anyhow, bail};
use clap::ValueEnum;
use manator_core::random::mix;
use manator_core::{Card, OptionKind, Player};
use manator_play::SeatSpec;

use crate::commands::server::now;

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum First {
    /// The person at the keyboard
    Human,
    /// The agent
    Computer,
    /// Whoever the coin decides for
    Random,
}

impl First {
    /// Returns the turn of the person, counted from zero, tossing the coin among `turns` if need be.
    fn turn(self, turns: usize) -> usize {
        match self {
            First::Human => 0,
            First::Computer => 1,
            First::Random => (mix(now()) % turns.max(1) as u64) as usize,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Wishes {
    /// Seats given one by one, as `PLAYER=WHO`.
    pub(crate) seats: Vec<String>,
    pub(crate) against: Option<String>,
    pub(crate) first: Option<First>,
    /// Which turn the person takes, counted from zero: more than `first` can say of three players.
    pub(crate) turn: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Seating {
    pub(crate) seats: Vec<SeatSpec>,
    /// The rule option that makes the first player begin, where seats alone do not.
    pub(crate) option: Option<String>,
}

impl Wishes {
    pub(crate) fn leaves_first_open(&self) -> bool {
        let person = self
            .against
            .as_deref()
            .is_some_and(|who| who.parse::<SeatSpec>().is_ok_and(|spec| spec.is_person()));
        self.first.is_none() && self.turn.is_none() && self.seats.is_empty() && !person
    }

    /// Seats everybody: those named, one person unless there is one, and the opponent elsewhere.
    ///
    /// `mover` is to move where the game begins in a position; at the start an option may say who begins.
    pub(crate) fn seating(&self, card: &Card, mover: Option<Player>) -> anyhow::Result<Seating> {
        let mut seats: Vec<Option<SeatSpec>> = vec![None; card.players.len()];
        for text in &self.seats {
            let (seat, who) = named_seat(card, text)?;
            if seats[seat].replace(who).is_some() {
                bail!("'{text}': the seat {} is already taken", card.players[seat]);
            }
        }
        let opponent: SeatSpec = self.against.as_deref().unwrap_or("champion").parse()?;
        let named = seats.iter().flatten().any(SeatSpec::is_person);
        let mut option = None;
        if named && self.first.is_some() {
            bail!("--first: the seat of the person is already given by --seat");
        }
        let begins = mover.map_or(0, Player::index);
        let order = (0..seats.len()).map(|turn| (begins + turn) % card.players.len());
        let free: Vec<usize> = order.filter(|seat| seats[*seat].is_none()).collect();
        if !named && let (Some(next), Some(last)) = (free.first(), free.last()) {
            let first = self.first.unwrap_or(First::Human);
            let turn = self.turn.unwrap_or_else(|| first.turn(free.len()));
            if mover.is_none() {
                option = first_option(card, *next, turn);
            }
            let seat = if option.is_some() { next } else { free.get(turn).unwrap_or(last) };
            seats[*seat] = Some(SeatSpec::Person);
        }
        let seats = seats.into_iter().map(|seat| seat.unwrap_or_else(|| opponent.clone()));
        Ok(Seating { seats: seats.collect(), option })
    }
}

pub(crate) fn named_seat(card: &Card, text: &str) -> anyhow::Result<(usize, SeatSpec)> {
    let Some((player, who)) = text.split_once('=') else {
        bail!("'{text}': expected a seat such as {}=human", card.players[0]);
    };
    Ok((seat(card, player)?, who.parse()?))
}

/// Returns the option of a game in which any player may begin, set so that the person has that turn.
fn first_option(card: &Card, person: usize, turn: usize) -> Option<String> {
    let spec = card.options.iter().find(|spec| spec.name == "first")?;
    let OptionKind::Choice(choices) = spec.kind else { return None };
    let players = card.players.len();
    let name = card.players[(person + players - turn % players) % players];
    choices.iter().any(|(choice, _)| *choice == name).then(|| format!("first={name}"))
}

fn seat(card: &Card, text: &str) -> anyhow::Result<usize> {
    let text = text.trim();
    let named = card.players.iter().position(|player| player.eq_ignore_ascii_case(text));
    let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let found = named.or(number).filter(|seat| *seat < card.players.len());
    found.ok_or_else(|| anyhow!("unknown seat '{text}': expected {}", card.players.join(", ")))
}
