//! The crate `minimax` beside us, on Joust with the same evaluation.
//!
//! Its rules have no value of their own, so a state carries a reference to them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cell::Cell;
use std::time::Duration;

use manator_core::Game;
use manator_engine::eval::joust::JoustEval;
use manator_games::joust::{Joust, Move, Position};
use manator_search::strong::Options;
use manator_search::{Guide, Limits, Reach, Strong, alphabeta};
use minimax::{
    Evaluation, Evaluator, IterativeOptions, IterativeSearch, Negamax, Strategy, Winner,
};

use super::depth::to_depth;
use super::{Cost, joust, positions};

/// How much memory a table has, here and there.
const HASH_MIB: usize = 64;
const SECOND: Duration = Duration::from_secs(1);

/// The rules, and how many moves have been played.
struct Arena {
    joust: Joust,
    nodes: Cell<u64>,
}

#[derive(Clone, Copy)]
struct State<'a> {
    arena: &'a Arena,
    position: Position,
}

struct Adapter<'a>(std::marker::PhantomData<&'a Arena>);

impl<'a> minimax::Game for Adapter<'a> {
    type S = State<'a>;
    type M = Move;

    #[inline]
    fn generate_moves(state: &State<'a>, moves: &mut Vec<Move>) -> Option<Winner> {
        let _ = state.arena.joust.legal_moves(&state.position, |mv| {
            moves.push(mv);
            std::ops::ControlFlow::<()>::Continue(())
        });
        moves.is_empty().then_some(Winner::PlayerJustMoved)
    }

    #[inline]
    fn apply(state: &mut State<'a>, mv: Move) -> Option<State<'a>> {
        let mut next = *state;
        next.arena.nodes.set(next.arena.nodes.get() + 1);
        next.arena.joust.play(&mut next.position, mv);
        Some(next)
    }

    #[inline]
    fn get_winner(state: &State<'a>) -> Option<Winner> {
        let stuck = state.arena.joust.count_moves(&state.position) == 0;
        stuck.then_some(Winner::PlayerJustMoved)
    }

    #[inline]
    fn zobrist_hash(state: &State<'a>) -> u64 {
        state.arena.joust.key(&state.position)
    }

    fn table_index(mv: Move) -> u16 {
        u16::from(mv.from) << 8 | u16::from(mv.to)
    }

    fn max_table_index() -> u16 {
        u16::MAX
    }
}

struct Mobility<'a>(std::marker::PhantomData<&'a Arena>);

impl<'a> Evaluator for Mobility<'a> {
    type G = Adapter<'a>;

    #[inline]
    fn evaluate(&self, state: &State<'a>) -> Evaluation {
        let mover = state.arena.joust.to_move(&state.position);
        let value = JoustEval::Mobility.evaluate(&state.arena.joust, &state.position, mover);
        Evaluation::try_from(value).expect("at most a thousand")
    }
}

fn mobility<'a>() -> Mobility<'a> {
    Mobility(std::marker::PhantomData)
}

fn iterative<'a>() -> IterativeSearch<Mobility<'a>> {
    let options = IterativeOptions::new().with_table_byte_size(HASH_MIB << 20);
    IterativeSearch::new(mobility(), options.with_countermoves().with_countermove_history())
}

fn strong(reach: Reach) -> Strong {
    Strong::new(Options { hash_mib: HASH_MIB, reach, ..Options::default() })
}

pub(crate) fn print() {
    println!("| Joust, mobility | searcher | depth | nodes | ms | million nodes/s |");
    println!("|---|---|---:|---:|---:|---:|");
    for size in ["8x8", "10x10"] {
        let arena = Arena { joust: joust(size), nodes: Cell::new(0) };
        let positions = positions(&arena.joust, &JoustEval::Mobility, 12);
        fixed_depth(size, &arena, &positions, 8);
        deepening(size, &arena, &positions, 12);
    }
    println!("\n| Joust, mobility | searcher | depth after one second, on average |");
    println!("|---|---|---:|");
    for size in ["8x8", "10x10"] {
        let arena = Arena { joust: joust(size), nodes: Cell::new(0) };
        one_second(size, &arena, &positions(&arena.joust, &JoustEval::Mobility, 3));
    }
}

/// Alpha-beta without anything else. Theirs shuffles the moves at the root, ours does not.
fn fixed_depth(size: &str, arena: &Arena, positions: &[Position], depth: u8) {
    let theirs = Cost::best(3, || {
        arena.nodes.set(0);
        for &position in positions {
            Negamax::new(mobility(), depth).choose_move(&State { arena, position });
        }
        arena.nodes.get()
    });
    row(size, "`minimax::Negamax`", depth, theirs);
    let search = |p| alphabeta(&arena.joust, &JoustEval::Mobility, p, u32::from(depth)).1;
    row(size, "alpha-beta", depth, Cost::best(3, || positions.iter().map(search).sum()));
}

/// Deepening with a table; every searcher forgets between positions.
fn deepening(size: &str, arena: &Arena, positions: &[Position], depth: u8) {
    let mut theirs = Cost { nodes: 0, time: Duration::ZERO };
    for &position in positions {
        // The making of its table is not counted, as ours is not.
        let mut searcher = iterative();
        searcher.set_max_depth(depth);
        arena.nodes.set(0);
        let cost = Cost::best(1, || {
            searcher.choose_move(&State { arena, position });
            arena.nodes.get()
        });
        theirs = Cost { nodes: theirs.nodes + cost.nodes, time: theirs.time + cost.time };
    }
    row(size, "`minimax::IterativeSearch`", depth, theirs);
    for (name, reach) in [("strong, uniform", Reach::Uniform), ("strong", Reach::Selective)] {
        let (game, guide) = (&arena.joust, &JoustEval::Mobility);
        let cost = to_depth(&mut strong(reach), game, guide, positions, u32::from(depth));
        row(size, name, depth, cost);
    }
}

fn one_second(size: &str, arena: &Arena, positions: &[Position]) {
    let mut sums = [0; 3];
    for &position in positions {
        let mut searcher = iterative();
        searcher.set_timeout(SECOND);
        let mut state = State { arena, position };
        searcher.choose_move(&state);
        sums[0] += depth_told(&searcher.stats(&mut state));
        for (sum, reach) in sums[1..].iter_mut().zip([Reach::Uniform, Reach::Selective]) {
            let limits = Limits::time(SECOND);
            let guide = &JoustEval::Mobility;
            *sum += strong(reach).search(&arena.joust, guide, &position, &limits, |_| ()).depth;
        }
    }
    let names = ["`minimax::IterativeSearch`", "strong, uniform", "strong"];
    for (name, sum) in names.iter().zip(sums) {
        println!("| {size} | {name} | {:.1} |", f64::from(sum) / positions.len() as f64);
    }
}

/// Reads the depth out of what the crate says of a search; it tells nobody else.
fn depth_told(stats: &str) -> u32 {
    let (_, rest) = stats.split_once("to depth ").expect("the depth is told");
    rest.split('.').next().and_then(|number| number.parse().ok()).expect("a number")
}

fn row(size: &str, searcher: &str, depth: u8, cost: Cost) {
    let (nodes, ms, speed) = (cost.nodes, cost.ms(), cost.speed());
    println!("| {size} | {searcher} | {depth} | {nodes} | {ms:.2} | {speed:.1} |");
}
