//! How positions and moves are written to an agent: as we do, or as an engine for chess variants does.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_core::Table;
use manator_protocol::{Declaration, Dialect, OptionType};

use super::super::Fault;

/// The option by which engines for chess variants are told the game.
const VARIANT: &str = "UCI_Variant";

/// The option by which an agent says that it cannot begin in another position than the ordinary one.
const SET_UP: &str = "UGI_SetUp";

fn plays_from_the_start(option: &Declaration) -> bool {
    option.name.eq_ignore_ascii_case(SET_UP) && option.kind == OptionType::Check { default: false }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Tongue {
    /// As docs/notation.md says.
    #[default]
    Own,
    /// As engines for chess variants write Joust, from this position on: `d1e3,e3d1` burns d1.
    VariantJoust { fen: String },
}

impl Tongue {
    pub(super) fn of(
        dialect: Dialect,
        options: &[Declaration],
        table: &dyn Table,
    ) -> Result<Tongue, Fault> {
        if table.initial().is_some() && options.iter().any(plays_from_the_start) {
            let why = format!("it plays from the start only ({SET_UP} is false)");
            return Err(Fault::Unsuitable(why));
        }
        let plays_any = options.iter().any(|option| option.name.eq_ignore_ascii_case("UGI_Game"));
        let variants = options.iter().find(|option| option.name == VARIANT);
        let Some(variants) = variants.filter(|_| dialect == Dialect::Uci && !plays_any) else {
            return Ok(Tongue::Own);
        };
        let name = table.card().name;
        let unsuitable = |why: String| Err(Fault::Unsuitable(why));
        if let OptionType::Combo { values, .. } = &variants.kind
            && !values.iter().any(|value| value == name)
        {
            return unsuitable(format!("its {VARIANT} does not know {name}"));
        }
        match fen(table) {
            Some(fen) => Ok(Tongue::VariantJoust { fen }),
            None => unsuitable("it plays Joust on 8 x 8 squares only".into()),
        }
    }

    pub(super) fn options(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let joust = matches!(self, Tongue::VariantJoust { .. });
        joust.then_some((VARIANT, "joust")).into_iter()
    }

    pub(super) fn write_position(&self, text: &mut String, table: &dyn Table) {
        let fen = match self {
            Tongue::VariantJoust { fen } => Some(fen.as_str()),
            Tongue::Own => table.initial(),
        };
        text.push_str(if fen.is_some() { "position fen " } else { "position startpos" });
        text.push_str(fen.unwrap_or_default());
        if !table.moves().is_empty() {
            text.push_str(" moves");
        }
        for mv in table.moves() {
            text.push(' ');
            match (self, mv.get(..2), mv.get(2..)) {
                (Tongue::VariantJoust { .. }, Some(from), Some(to)) => {
                    let (from, to) = (from.to_ascii_lowercase(), to.to_ascii_lowercase());
                    text.push_str(&format!("{from}{to},{to}{from}"));
                }
                _ => text.push_str(mv),
            }
        }
        text.push('\n');
    }

    pub(super) fn read(&self, mv: &str) -> String {
        match self {
            Tongue::Own => mv.to_string(),
            Tongue::VariantJoust { .. } => {
                mv.split(',').next().unwrap_or_default().to_ascii_uppercase()
            }
        }
    }
}

/// Returns where a game of Joust on 8 x 8 squares began, as chess engines write it.
fn fen(table: &dyn Table) -> Option<String> {
    let mut start = table.copy();
    while start.undo() {}
    let text = start.position();
    let (rows, mover) = text.split_once(' ')?;
    if rows.split('/').count() != 8 || rows.split('/').any(|row| row.chars().count() != 8) {
        return None;
    }
    let letter = |letter: char| match letter {
        'w' => Some('N'),
        'b' => Some('n'),
        'x' => Some('*'),
        '.' | '/' => Some(letter),
        _ => None,
    };
    let mut fen = rows.chars().map(letter).collect::<Option<String>>()?;
    for empty in (1..=8).rev() {
        fen = fen.replace(&".".repeat(empty), &empty.to_string());
    }
    let side = if mover.starts_with('w') { 'w' } else { 'b' };
    Some(format!("{fen} {side} - - 0 1"))
}
