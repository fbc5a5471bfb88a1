//! Who plays what: the agents and evaluations of each game.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use manator_core::{Game, Refusable, Rulebook, Settings, Table, TwoPlayer, Typed};
use manator_games::jetan::Jetan;
use manator_games::joust::Joust;
use manator_games::kings_court::KingsCourt;
use manator_games::refusal::Refusal;
use manator_games::threechess::ThreeChess;
use manator_search::{Coalition, Limits, MaxN, Mcts, Score, Strong, mcts, strong};

use crate::agent::{Agent, AgentError};
use crate::decider::Decider;
use crate::eval::Evaluations;
use crate::eval::jetan::JetanEval;
use crate::eval::joust::JoustEval;
use crate::eval::kings_court::KingsCourtEval;
use crate::eval::refusal::RefusalEval;
use crate::eval::threechess::ThreeChessEval;
use crate::options::{self, LEVELS, OPTIONS};
use crate::searcher::{Champion, Fixed, Greedy, Plain, Random, Searcher};
use crate::typed::{TypedAgent, label};

/// How long an agent without a depth of its own thinks when nobody says.
const TIME: Duration = Duration::from_secs(1);

/// A name with its meaning, in one line.
pub type Named = (&'static str, &'static str);

/// Everybody who plays one game.
pub trait Stable: Send + Sync {
    /// Returns the game's name.
    fn game(&self) -> &'static str;

    /// Returns the evaluations, the best first.
    fn evaluations(&self) -> Vec<Named>;

    /// Returns the agents.
    fn agents(&self) -> Vec<Named>;

    /// Returns who plays the levels.
    fn levels(&self) -> Levels;

    /// Returns a score in the units of an evaluation, the best where none is named; a proven end may have
    /// a value in them too.
    fn in_units(&self, eval: Option<&str>, score: Score) -> i32;

    /// Returns the lead in the units of the best evaluation that all but wins, where there is one.
    fn decisive_lead(&self) -> Option<i32>;

    /// Makes an agent for the game on a table.
    ///
    /// # Errors
    /// Returns the name that no agent or evaluation of this game has.
    fn open(
        &self,
        table: &dyn Table,
        name: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Agent>, AgentError>;
}

/// Who plays the levels of a game: an agent that looks as deep as the level says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The agent.
    pub agent: &'static str,
    /// Its evaluation, where that is not the best.
    pub eval: Option<&'static str>,
}

/// The best search of the game, held back.
pub(crate) const HELD_BACK: Levels = Levels { agent: "champion", eval: None };
/// Plain alpha-beta. Refusal's champion held back to a single turn is no novice: it won 16 of 100 games
/// against itself with 20,000 nodes a move.
const PLAIN: Levels = Levels { agent: "alphabeta", eval: None };
/// The course program of Joust.
const COURSE: Levels = Levels { agent: "alphabeta", eval: Some("mobility") };

/// A game that agents play.
#[diagnostic::on_unimplemented(
    message = "nobody plays `{Self}`",
    label = "add `impl Played` to its file in crates/engine/src/eval"
)]
pub(crate) trait Played: Rulebook {
    /// Who plays it.
    const STABLE: &'static dyn Stable;
}

impl Played for Jetan {
    const STABLE: &'static dyn Stable = &TwoPlayers::<Jetan, JetanEval>::new([2, 3], HELD_BACK);
}

impl Played for ThreeChess {
    const STABLE: &'static dyn Stable =
        &ThreePlayers::<ThreeChess, ThreeChessEval> { of: PhantomData };
}

impl Played for Joust {
    const STABLE: &'static dyn Stable = &TwoPlayers::<Joust, JoustEval>::new([6, 6], COURSE);
}

impl Played for KingsCourt {
    const STABLE: &'static dyn Stable =
        &TwoPlayers::<KingsCourt, KingsCourtEval>::new([3, 4], HELD_BACK);
}

impl Played for Refusal {
    const STABLE: &'static dyn Stable = &Refusals(TwoPlayers::new([6, 8], PLAIN));
}

macro_rules! stables {
    ($($module:ident::$rulebook:ident,)*) => {
        &[$(<manator_games::$module::$rulebook as Played>::STABLE),*]
    };
}

/// Every game with its agents.
pub const STABLES: &[&dyn Stable] = manator_games::every_game!(stables);

/// Returns who plays the game of that name.
pub fn find(game: &str) -> Option<&'static dyn Stable> {
    STABLES.iter().copied().find(|stable| stable.game() == game)
}

/// Returns the names of all who play a game, the levels included.
pub fn names(game: &str) -> impl Iterator<Item = &'static str> {
    let agents = find(game).map(|stable| stable.agents()).unwrap_or_default();
    agents.into_iter().chain(LEVELS.iter().copied()).map(|(name, _)| name)
}

/// Makes an agent for the game on a table; a level of [`LEVELS`] is an agent too.
///
/// # Errors
/// Returns the name that no agent, evaluation or game has.
pub fn open(
    table: &dyn Table,
    name: &str,
    settings: &Settings,
) -> Result<Box<dyn Agent>, AgentError> {
    let game = table.card().name;
    let unknown = || AgentError::Unknown { name: name.into(), game, known: Vec::new() };
    let stable = find(game).ok_or_else(unknown)?;
    if !is_level(name) {
        return stable.open(table, name, settings);
    }
    let Levels { agent, eval } = stable.levels();
    let mut pairs: Vec<(&str, &str)> =
        settings.pairs().filter(|(name, _)| *name != "level").collect();
    pairs.push(("level", name));
    if settings.given("eval").is_none() {
        pairs.extend(eval.map(|eval| ("eval", eval)));
    }
    let settings = Settings::read(OPTIONS, pairs).map_err(AgentError::Option)?;
    stable.open(table, agent, &settings)
}

fn is_level(name: &str) -> bool {
    LEVELS.iter().any(|(level, _)| *level == name)
}

const RANDOM: Named = ("random", "any legal move");
const GREEDY: Named = ("greedy", "the move after which the evaluation is best");
const MINIMAX: Named = ("minimax", "every line to a fixed depth");
const ALPHABETA: Named = ("alphabeta", "the same moves as minimax, sooner");
const MCTS: Named = ("mcts", "Monte Carlo tree search");
const MAXN: Named = ("maxn", "everybody for themselves");
const PARANOID: Named = ("paranoid", "everybody against the player to move");
const BRS: Named = ("brs", "one opponent at a time replies, the others play on");
const CHAMPION: Named = ("champion", "the best there is for this game");

/// A game of two with its evaluations.
pub(crate) struct TwoPlayers<G, E> {
    depths: [u32; 2],
    levels: Levels,
    of: PhantomData<fn() -> (G, E)>,
}

impl<G, E> TwoPlayers<G, E> {
    /// Takes the depths of minimax and of alpha-beta when nobody says, and who plays the levels.
    pub(crate) const fn new(depths: [u32; 2], levels: Levels) -> Self {
        TwoPlayers { depths, levels, of: PhantomData }
    }
}

impl<G: Rulebook + TwoPlayer, E: Evaluations<G>> Stable for TwoPlayers<G, E> {
    fn game(&self) -> &'static str {
        G::CARD.name
    }

    fn evaluations(&self) -> Vec<Named> {
        evaluation_names::<G, E>()
    }

    fn agents(&self) -> Vec<Named> {
        vec![RANDOM, GREEDY, MINIMAX, ALPHABETA, MCTS, CHAMPION]
    }

    fn levels(&self) -> Levels {
        self.levels
    }

    fn in_units(&self, eval: Option<&str>, score: Score) -> i32 {
        in_units::<G, E>(eval, score)
    }

    fn decisive_lead(&self) -> Option<i32> {
        E::decisive_lead()
    }

    fn open(
        &self,
        table: &dyn Table,
        name: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Agent>, AgentError> {
        let game = rules::<G>(table)?;
        let guide = evaluation::<G, E>(settings)?;
        let fixed = |plain, depth| Fixed { game: game.clone(), guide, plain, depth };
        let searcher: Box<dyn Searcher<G>> = match name {
            "minimax" => Box::new(fixed(Plain::Minimax, self.depths[0])),
            "alphabeta" => Box::new(fixed(Plain::AlphaBeta, self.depths[1])),
            "champion" => {
                let strong = Strong::new(strong::Options {
                    hash_mib: settings.integer("hash") as usize,
                    threads: settings.integer("threads") as usize,
                    lines: settings.integer("lines") as usize,
                    ..strong::Options::default()
                });
                Box::new(Champion { game: game.clone(), guide, strong })
            }
            _ => common(&game, guide, name, settings)
                .ok_or_else(|| unknown(name, self.game(), self.agents()))?,
        };
        Ok(agent(table, game, searcher, name, settings))
    }
}

/// Refusal, whose champion searches turns instead of actions.
struct Refusals(TwoPlayers<Refusal, RefusalEval>);

impl Stable for Refusals {
    fn game(&self) -> &'static str {
        self.0.game()
    }

    fn evaluations(&self) -> Vec<Named> {
        self.0.evaluations()
    }

    fn agents(&self) -> Vec<Named> {
        self.0.agents()
    }

    fn levels(&self) -> Levels {
        self.0.levels()
    }

    fn in_units(&self, eval: Option<&str>, score: Score) -> i32 {
        self.0.in_units(eval, score)
    }

    fn decisive_lead(&self) -> Option<i32> {
        self.0.decisive_lead()
    }

    fn open(
        &self,
        table: &dyn Table,
        name: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Agent>, AgentError> {
        let game = rules::<Refusal>(table)?;
        if name != "champion" || !game.allows_refusals() {
            return self.0.open(table, name, settings);
        }
        let guide = evaluation::<Refusal, RefusalEval>(settings)?;
        let hash_mib = settings.integer("hash") as usize;
        Ok(Box::new(Decider::new(table, game, guide, own_limits(name, settings), hash_mib)))
    }
}

/// A game of three with its evaluations.
struct ThreePlayers<G, E> {
    of: PhantomData<fn() -> (G, E)>,
}

impl<G: Rulebook, E: Evaluations<G>> Stable for ThreePlayers<G, E> {
    fn game(&self) -> &'static str {
        G::CARD.name
    }

    fn evaluations(&self) -> Vec<Named> {
        evaluation_names::<G, E>()
    }

    fn agents(&self) -> Vec<Named> {
        vec![RANDOM, GREEDY, MAXN, PARANOID, BRS, MCTS, CHAMPION]
    }

    fn levels(&self) -> Levels {
        HELD_BACK
    }

    fn in_units(&self, eval: Option<&str>, score: Score) -> i32 {
        in_units::<G, E>(eval, score)
    }

    fn decisive_lead(&self) -> Option<i32> {
        E::decisive_lead()
    }

    fn open(
        &self,
        table: &dyn Table,
        name: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Agent>, AgentError> {
        let game = rules::<G>(table)?;
        let guide = evaluation::<G, E>(settings)?;
        let bytes = (settings.integer("hash") as usize) << 20;
        let lines = settings.integer("lines") as usize;
        let (rules, eval) = (game.clone(), Arc::new(guide));
        let searcher: Box<dyn Searcher<G>> = match name {
            "maxn" => Box::new(MaxN::new(rules, eval).with_table(bytes).with_lines(lines)),
            "paranoid" => {
                Box::new(Coalition::paranoid(rules, eval).with_table(bytes).with_lines(lines))
            }
            // Of the three it wins most at equal nodes: docs/evaluations.md.
            "brs" | "champion" => {
                Box::new(Coalition::best_reply(rules, eval).with_table(bytes).with_lines(lines))
            }
            _ => common(&game, guide, name, settings)
                .ok_or_else(|| unknown(name, self.game(), self.agents()))?,
        };
        Ok(agent(table, game, searcher, name, settings))
    }
}

/// Returns the searchers that play every game.
fn common<G: Game, E: Evaluations<G>>(
    game: &Arc<G>,
    guide: E,
    name: &str,
    settings: &Settings,
) -> Option<Box<dyn Searcher<G>>> {
    let game = game.clone();
    let seed = settings.integer("seed");
    match name {
        "random" => Some(Box::new(Random { game, seed })),
        "greedy" => Some(Box::new(Greedy { game, guide })),
        "mcts" => {
            let threads = settings.integer("threads") as usize;
            let options = mcts::Options { seed, threads, ..E::playouts() };
            Some(Box::new(Mcts::new(game, Arc::new(guide), options)))
        }
        _ => None,
    }
}

fn agent<G: Rulebook>(
    table: &dyn Table,
    game: Arc<G>,
    searcher: Box<dyn Searcher<G>>,
    name: &str,
    settings: &Settings,
) -> Box<dyn Agent> {
    let limits = own_limits(name, settings);
    Box::new(TypedAgent { game, plays: label(table), limits, searcher })
}

/// Returns the limits an agent sets itself when nobody else does.
pub(crate) fn own_limits(name: &str, settings: &Settings) -> Limits {
    let mut limits = options::limits(settings);
    // These stop by themselves.
    let fixed = matches!(name, "random" | "greedy" | "minimax" | "alphabeta") || is_level(name);
    if !fixed && limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none() {
        limits.time = Some(TIME);
    }
    limits
}

fn rules<G: Rulebook>(table: &dyn Table) -> Result<Arc<G>, AgentError> {
    let typed = table.as_any().downcast_ref::<Typed<G>>();
    typed
        .map(Typed::rules)
        .ok_or_else(|| AgentError::Table { expected: G::CARD.name.into(), found: label(table) })
}

fn evaluation<G: Rulebook, E: Evaluations<G>>(settings: &Settings) -> Result<E, AgentError> {
    let Some(name) = settings.given("eval") else { return Ok(E::ALL[0].eval) };
    named::<G, E>(name).ok_or_else(|| AgentError::Evaluation {
        name: name.into(),
        game: G::CARD.name,
        known: E::ALL.iter().map(|evaluation| evaluation.name).collect(),
    })
}

fn named<G: Game, E: Evaluations<G>>(name: &str) -> Option<E> {
    E::ALL.iter().find(|evaluation| evaluation.name == name).map(|evaluation| evaluation.eval)
}

fn in_units<G: Game, E: Evaluations<G>>(eval: Option<&str>, score: Score) -> i32 {
    let eval = eval.and_then(named::<G, E>).unwrap_or(E::ALL[0].eval);
    eval.in_units(score)
}

fn evaluation_names<G: Game, E: Evaluations<G>>() -> Vec<Named> {
    E::ALL.iter().map(|evaluation| (evaluation.name, evaluation.summary)).collect()
}

fn unknown(name: &str, game: &'static str, agents: Vec<Named>) -> AgentError {
    let known = agents.into_iter().map(|(name, _)| name).collect();
    AgentError::Unknown { name: name.into(), game, known }
}
