//! Every home start of a board: who wins, kept in a file so that a long survey can be interrupted.
//!
//! A line of the file is a solved start: the board, the squares of White and Black, who wins, in how many
//! plies if that is known, and how: `5x5 A1B5 black 14 search`. Starts that differ by the left and the right
//! exchanged are solved once.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use manator_core::grid::{Grid, GridSquare};
use manator_core::{Game, Player, Rulebook};
use manator_engine::solve::joust::{Proof, Solver};
use manator_games::joust::Joust;
use manator_play::saves::replace;

use crate::{Verdict, streams};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Start {
    columns: u8,
    rows: u8,
    /// The columns of White and Black.
    white: u8,
    black: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Solved {
    winner: Player,
    plies: Option<u32>,
    proof: Proof,
}

pub(super) struct Survey {
    file: Option<PathBuf>,
    solved: BTreeMap<Start, Solved>,
}

const SIDE_MIN: u8 = 3;

/// Returns the boards of at most so many columns and rows, the smallest first.
pub(super) fn boards_up_to(largest: Grid) -> Vec<Grid> {
    let columns = SIDE_MIN..=largest.columns;
    let every = columns
        .flat_map(|columns| (SIDE_MIN..=largest.rows).map(move |rows| Grid { columns, rows }));
    let mut boards: Vec<Grid> = every.collect();
    boards.sort_by_key(|board| u16::from(board.columns) * u16::from(board.rows));
    boards
}

impl Survey {
    pub(super) fn open(file: Option<PathBuf>) -> anyhow::Result<Survey> {
        let text = match file.as_ref().map(std::fs::read_to_string) {
            None => String::new(),
            Some(Err(error)) if error.kind() == ErrorKind::NotFound => String::new(),
            Some(text) => text.with_context(|| "cannot read the starts that are solved")?,
        };
        let mut solved = BTreeMap::new();
        for (number, row) in (1..).zip(text.lines()) {
            let read = read(row).with_context(|| format!("line {number}: '{row}'"))?;
            solved.insert(read.0, read.1);
        }
        Ok(Survey { file, solved })
    }

    pub(super) fn run(&mut self, boards: &[Grid], hash_mib: usize) -> anyhow::Result<Verdict> {
        let mut solver = Solver::new(hash_mib);
        writeln!(streams::stdout(), "{HEAD}")?;
        for board in boards {
            solver.forget();
            for start in starts(*board) {
                if !self.solved.contains_key(&start) {
                    self.solve(&mut solver, start)?;
                }
            }
            writeln!(streams::stdout(), "{}", self.row(*board))?;
        }
        Ok(Verdict::Yes)
    }

    fn solve(&mut self, solver: &mut Solver, start: Start) -> anyhow::Result<()> {
        let game = start.game();
        let name = format!("{}: ", write_start(start));
        let solution = super::solve(solver, &game, &game.start(), &name)?;
        let (winner, plies, proof) = (solution.winner, solution.plies, solution.proof);
        self.solved.insert(start, Solved { winner, plies, proof });
        let Some(path) = &self.file else { return Ok(()) };
        let rows = self.solved.iter().map(|(start, result)| write(*start, *result) + "\n");
        replace(path, rows.collect::<String>())
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn row(&self, board: Grid) -> String {
        // A start that is its own image counts once, all others for two.
        let (mut all, mut white, mut mirrored) = (0, 0, 0);
        let mut against_parity = 0;
        let plies: Option<Vec<u32>> =
            starts(board).map(|start| self.solved[&start].plies).collect();
        for start in starts(board) {
            let result = self.solved[&start];
            let weight = if start.image() == start { 1 } else { 2 };
            all += weight;
            white += weight * i32::from(result.winner == Player(0));
            mirrored += weight * i32::from(result.proof == Proof::Mirror);
            let white_hunts = start.is_same_colour();
            against_parity += weight * i32::from(white_hunts != (result.winner == Player(0)));
        }
        let Grid { columns, rows } = board;
        let middle = columns.div_ceil(2) - 1;
        let middle = self.solved[&Start { columns, rows, white: middle, black: middle }.least()];
        let plies = plies.unwrap_or_default();
        let plies = match (plies.iter().min(), plies.iter().max()) {
            (Some(shortest), Some(longest)) => format!("{shortest} to {longest}"),
            _ => String::new(),
        };
        format!(
            "| {columns}x{rows} | {all} | {white} | {} | {mirrored} | {against_parity} | {} | {plies} |",
            all - white,
            outcome(middle),
        )
    }
}

const HEAD: &str = "\
| board | home starts | White wins | Black wins | by a mirror | the prey wins | from the middle | plies |
|---|---:|---:|---:|---:|---:|---|---|";

fn outcome(result: Solved) -> String {
    let plies = result.plies.map(|plies| format!(" in {plies}")).unwrap_or_default();
    format!("{}{plies}", Joust::CARD.players[result.winner.index()])
}

impl Start {
    fn game(self) -> Joust {
        let Start { columns, rows, white, black } = self;
        let home = |column, row| GridSquare { column, row };
        Joust::on(Grid { columns, rows }, [home(white, 0), home(black, rows - 1)])
    }

    /// Returns the same start with the left and the right exchanged.
    fn image(self) -> Start {
        let last = self.columns - 1;
        Start { white: last - self.white, black: last - self.black, ..self }
    }

    fn least(self) -> Start {
        self.min(self.image())
    }

    /// Returns whether White, who moves, finds both knights on the same colour: it is the hunter.
    fn is_same_colour(self) -> bool {
        (self.white + self.black + self.rows - 1).is_multiple_of(2)
    }
}

fn starts(board: Grid) -> impl Iterator<Item = Start> {
    let Grid { columns, rows } = board;
    let every = (0..columns).flat_map(move |white| {
        (0..columns).map(move |black| Start { columns, rows, white, black })
    });
    every.filter(|start| *start == start.least())
}

fn write_start(start: Start) -> String {
    let Start { columns, rows, white, black } = start;
    let column = |column: u8| char::from(b'A' + column);
    format!("{columns}x{rows} {}1{}{rows}", column(white), column(black))
}

fn write(start: Start, result: Solved) -> String {
    let winner = Joust::CARD.players[result.winner.index()];
    let plies = result.plies.map_or("-".into(), |plies| plies.to_string());
    let proof = match result.proof {
        Proof::Mirror => "mirror",
        Proof::Search => "search",
    };
    format!("{} {winner} {plies} {proof}", write_start(start))
}

fn read(row: &str) -> anyhow::Result<(Start, Solved)> {
    let words: Vec<&str> = row.split(' ').collect();
    let [size, squares, winner, plies, proof] = words[..] else { bail!("expected five words") };
    let grid = super::grid(size)?;
    let (white, black) = grid.read_step(squares, "two squares").map_err(anyhow::Error::msg)?;
    if white.row != 0 || black.row != grid.rows - 1 {
        bail!("expected two squares of the home rows");
    }
    let winner = Joust::CARD.players.iter().position(|player| *player == winner);
    let winner = Player(winner.context("expected white or black")? as u8);
    let plies = match plies {
        "-" => None,
        plies => Some(plies.parse().context("expected a number of plies")?),
    };
    let proof = match proof {
        "mirror" => Proof::Mirror,
        "search" => Proof::Search,
        _ => bail!("expected mirror or search"),
    };
    let (columns, rows) = (grid.columns, grid.rows);
    let start = Start { columns, rows, white: white.column, black: black.column };
    Ok((start.least(), Solved { winner, plies, proof }))
}
