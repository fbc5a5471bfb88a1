//! How positions and moves are written to an agent: as we do, or as an engine for chess variants does.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_core::Table;
use manator_protocol::{Declaration, Dialect, OptionType};

use super::super::Fault;

/// The option by which engines for chess variants are told the game.
const VARIANT: &str = "UCI_Variant";

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
        match (self, table.initial()) {
            (Tongue::VariantJoust { fen }, _) => {
                text.push_str("position fen ");
                text.push_str(fen);
            }
            (Tongue::Own, None) => text.push_str("position startpos"),
            (Tongue::Own, Some(initial)) => {
                text.push_str("position fen ");
                text.push_str(initial);
            }
        }
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
    let mut fen = String::new();
    let mut count = 0;
    for (index, row) in rows.split('/').enumerate() {
        count += 1;
        if row.chars().count() != 8 {
            return None;
        }
        if index > 0 {
            fen.push('/');
        }
        let mut empty = 0;
        for letter in row.chars() {
            let piece = match letter {
                '.' => {
                    empty += 1;
                    continue;
                }
                'w' => 'N',
                'b' => 'n',
                'x' => '*',
                _ => return None,
            };
            if empty > 0 {
                fen += &empty.to_string();
            }
            empty = 0;
            fen.push(piece);
        }
        if empty > 0 {
            fen += &empty.to_string();
        }
    }
    let side = if mover.starts_with('w') { 'w' } else { 'b' };
    (count == 8).then(|| format!("{fen} {side} - - 0 1"))
}
