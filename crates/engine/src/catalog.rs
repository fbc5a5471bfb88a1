//! Who plays what: the agents and evaluations of each game.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::time::Duration;

use manator_core::{Game, Player, Rulebook, Settings, Table, TwoPlayer, Typed};
use manator_search::strong::Tuning;
use manator_search::{
    Coalition, Forced, Guarded, Limits, MaxN, Mcts, Score, Strong, mcts, several, strong,
};

use crate::agent::{Agent, AgentError};
use crate::book::Book;
use crate::eval::Evaluations;
use crate::eval::learned::Sight;
use crate::level::{self, Fallible, FallibleGuide, Seen};
use crate::options::{self, LEVELS, OwnLimits, Ratings, with_hash};
use crate::prover::{Prover, TypedProver};
use crate::searcher::{Champion, Fixed, Greedy, Plain, Random, Searcher};
use crate::typed::{SeededBook, TypedAgent, label};

const DEFAULT_MOVETIME: Duration = Duration::from_secs(1);

pub type Named = (&'static str, &'static str);

pub trait Stable: Send + Sync {
    fn game(&self) -> &'static str;

    fn evaluations(&self) -> Vec<Named>;

    fn agents(&self) -> Vec<Named>;

    /// Returns a score in the units of an evaluation, the best where none is named; a proven end may have
    /// a value in them too.
    fn in_units(&self, eval: Option<&str>, score: Score) -> i32;

    /// Returns the lead in the units of the best evaluation that all but wins, where there is one.
    fn decisive_lead(&self) -> Option<i32>;

    /// Returns the numbers of the champion's search, where the option `tuning` can change them.
    fn tuning(&self) -> Option<Tuning>;

    /// Returns how strong the levels are, where that was measured.
    fn ratings(&self) -> Option<Ratings>;

    /// Returns the opening book, where there is one.
    fn book(&self) -> Option<Book<'static>>;

    /// Returns the evaluation that can be trained, where there is one.
    fn sight(&self) -> Option<&'static dyn Sight>;

    /// Returns how long a program may think about a turn, where the game's document says so.
    fn turn_time(&self) -> Option<Duration>;

    /// Returns the set of puzzles that is kept, where there is one.
    fn puzzles(&self) -> Option<&'static str>;

    /// Returns the moves of a game to be looked at, with spaces between them, where one is kept.
    fn example(&self) -> Option<&'static str>;

    /// Returns who wins the position on a table, where that is solved or found by looking at so many positions.
    fn solved(&self, table: &dyn Table, nodes: u64) -> Option<Player>;

    /// Opens a prover of wins of a player in games like the one on a table.
    fn prover(
        &self,
        table: &dyn Table,
        player: Player,
        nodes: u64,
    ) -> Result<Box<dyn Prover>, AgentError>;

    fn open(
        &self,
        table: &dyn Table,
        name: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Agent>, AgentError>;
}

#[diagnostic::on_unimplemented(
    message = "nobody plays `{Self}`",
    label = "add `impl Played` to its file in crates/engine/src/eval"
)]
pub(crate) trait Played: Rulebook {
    const STABLE: &'static dyn Stable;
}

macro_rules! stables {
    ($($module:ident::$rulebook:ident,)*) => {
        &[$(<manator_games::$module::$rulebook as Played>::STABLE),*]
    };
}

pub const STABLES: &[&dyn Stable] = manator_games::every_game!(stables);

pub fn find(game: &str) -> Option<&'static dyn Stable> {
    STABLES.iter().copied().find(|stable| stable.game() == game)
}

/// Returns the names of all who play a game, the levels included.
pub fn names(game: &str) -> impl Iterator<Item = &'static str> {
    let agents = find(game).map(|stable| stable.agents()).unwrap_or_default();
    agents.into_iter().chain(LEVELS.iter().copied()).map(|(name, _)| name)
}

/// Makes an agent for the game on a table; a level of [`LEVELS`] is an agent too.
pub fn open(
    table: &dyn Table,
    name: &str,
    settings: &Settings,
) -> Result<Box<dyn Agent>, AgentError> {
    let game = table.card().name;
    let unknown = || AgentError::Unknown { name: name.into(), game, known: Vec::new() };
    find(game).ok_or_else(unknown)?.open(table, name, settings)
}

/// Checks that there is such an agent for the game on a table, without the memory that it would need.
pub fn check(table: &dyn Table, name: &str, settings: &Settings) -> Result<(), AgentError> {
    open(table, name, &with_hash(settings, 1)).map(drop)
}

pub fn is_level(name: &str) -> bool {
    level::find(name).is_some()
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

/// `None` where nobody has the name asked for.
type Made<G> = Option<Box<dyn Searcher<G>>>;

type LevelSearcher<G, E> =
    fn(Fallible<G>, FallibleGuide<E>, strong::Options) -> Box<dyn Searcher<G>>;

pub(crate) struct Players<G, E> {
    agents: &'static [Named],
    /// Of minimax and of alpha-beta, which plays the same, when nobody says.
    depth: u32,
    searcher: fn(&Self, Arc<G>, E, &str, &Settings) -> Made<G>,
    /// The search of the levels, which is that of most champions.
    level: LevelSearcher<G, E>,
}

impl<G: TwoPlayer, E: Evaluations<G>> Players<G, E> {
    pub(crate) const fn two(depth: u32) -> Self {
        let agents = &[RANDOM, GREEDY, MINIMAX, ALPHABETA, MCTS, CHAMPION];
        Players {
            agents,
            depth,
            searcher: Self::of_two,
            level: |game, guide, options| {
                let strong = Strong::new(options);
                Box::new(Seen::new(game, |game| Champion { game, guide, strong, past_max: 0 }))
            },
        }
    }

    fn of_two(&self, game: Arc<G>, guide: E, name: &str, settings: &Settings) -> Made<G> {
        let fixed = |plain| Fixed { game: game.clone(), guide, plain };
        Some(match name {
            "minimax" => Box::new(fixed(Plain::Minimax)),
            "alphabeta" => Box::new(fixed(Plain::AlphaBeta)),
            "champion" => {
                let strong = Strong::new(champion_options::<G, E>(settings));
                Box::new(Champion { game, guide, strong, past_max: E::PAST_MAX })
            }
            _ => return None,
        })
    }
}

impl<G: Game, E: Evaluations<G>> Players<G, E> {
    fn limits(&self, name: &str, settings: &Settings) -> OwnLimits {
        let (depth, time) = match name {
            "minimax" | "alphabeta" => (Some(self.depth), None),
            // These stop by themselves.
            "random" | "greedy" => (None, None),
            _ => (None, Some(DEFAULT_MOVETIME)),
        };
        let mut set = options::limits(settings);
        if let Some(level) = level::find(name) {
            set.depth =
                options::number(settings, "depth").map(|depth| depth as u32).or(Some(level.depth));
        }
        OwnLimits { set, depth, time }
    }

    fn of_level(&self, game: &Arc<G>, guide: E, name: &str, settings: &Settings) -> Made<G> {
        let level = level::find(name)?;
        let seed = settings.integer("seed");
        let options = strong::Options { reach: level.reach, ..champion_options::<G, E>(settings) };
        let mistakes = E::LEVELS.mistakes(level);
        let guide = FallibleGuide::new(&**game, guide, level.reach, mistakes, seed);
        Some((self.level)(Fallible::new(game.clone(), mistakes, seed), guide, options))
    }

    pub(crate) const fn three() -> Self {
        let agents = &[RANDOM, GREEDY, MAXN, PARANOID, BRS, MCTS, CHAMPION];
        Players {
            agents,
            depth: 0,
            searcher: Self::of_three,
            level: |game, guide, options| {
                Box::new(Seen::new(game, |game| Guarded::new(game, Arc::new(guide), options)))
            },
        }
    }

    fn of_three(&self, game: Arc<G>, guide: E, name: &str, settings: &Settings) -> Made<G> {
        let bytes = (settings.integer("hash") as usize) << 20;
        let options = several::Options { bytes, lines: settings.integer("lines") as usize };
        let guide = Arc::new(guide);
        Some(match name {
            "maxn" => Box::new(MaxN::new(game, guide, options)),
            "paranoid" => Box::new(Coalition::paranoid(game, guide, options)),
            "brs" => Box::new(Coalition::best_reply(game, guide, options)),
            "champion" => Box::new(Guarded::new(game, guide, champion_options::<G, E>(settings))),
            _ => return None,
        })
    }
}

impl<G: Rulebook, E: Evaluations<G>> Stable for Players<G, E> {
    fn game(&self) -> &'static str {
        G::CARD.name
    }

    fn evaluations(&self) -> Vec<Named> {
        E::ALL.iter().map(|evaluation| (evaluation.name, evaluation.summary)).collect()
    }

    fn agents(&self) -> Vec<Named> {
        self.agents.to_vec()
    }

    fn in_units(&self, eval: Option<&str>, score: Score) -> i32 {
        eval.and_then(named::<G, E>).unwrap_or(E::ALL[0].eval).in_units(score)
    }

    fn decisive_lead(&self) -> Option<i32> {
        E::DECISIVE_LEAD
    }

    fn tuning(&self) -> Option<Tuning> {
        E::TUNING
    }

    fn ratings(&self) -> Option<Ratings> {
        E::LEVELS.ratings()
    }

    fn book(&self) -> Option<Book<'static>> {
        E::BOOK
    }

    fn sight(&self) -> Option<&'static dyn Sight> {
        E::SIGHT
    }

    fn turn_time(&self) -> Option<Duration> {
        E::TURN_TIME
    }

    fn puzzles(&self) -> Option<&'static str> {
        E::PUZZLES
    }

    fn example(&self) -> Option<&'static str> {
        E::EXAMPLE
    }

    fn solved(&self, table: &dyn Table, nodes: u64) -> Option<Player> {
        let typed = table.as_any().downcast_ref::<Typed<G>>()?;
        E::solved(typed.game(), typed.current(), &Limits::nodes(nodes))
    }

    fn prover(
        &self,
        table: &dyn Table,
        player: Player,
        nodes: u64,
    ) -> Result<Box<dyn Prover>, AgentError> {
        let forced = Forced::new(rules::<G>(table)?, player, &Limits::nodes(nodes));
        Ok(Box::new(TypedProver { plays: label(table), forced }))
    }

    fn open(
        &self,
        table: &dyn Table,
        name: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Agent>, AgentError> {
        let game = rules::<G>(table)?;
        let guide = evaluation::<G, E>(settings)?;
        options::tuning(settings, E::TUNING.unwrap_or_default())?;
        let limits = self.limits(name, settings);
        if name == CHAMPION.0
            && let Some(agent) = guide.champion(table, &game, &limits, settings)
        {
            return Ok(agent);
        }
        let searcher = (self.searcher)(self, game.clone(), guide, name, settings)
            .or_else(|| self.of_level(&game, guide, name, settings))
            .or_else(|| common(&game, guide, name, settings));
        let known = || self.agents.iter().map(|(name, _)| *name).collect();
        let unknown =
            || AgentError::Unknown { name: name.into(), game: self.game(), known: known() };
        let searcher = searcher.ok_or_else(unknown)?;
        let book = E::BOOK.filter(|_| name == CHAMPION.0 && plays_by_book(table, settings));
        let book = book.map(|book| SeededBook { book, seed: settings.integer("seed") });
        Ok(Box::new(TypedAgent { game, plays: label(table), limits, searcher, book }))
    }
}

/// Returns whether the book of a game is about the game on a table, whose options are then the defaults, and the agent is
/// to use it.
fn plays_by_book(table: &dyn Table, settings: &Settings) -> bool {
    let options = table.card().options;
    let is_default = |(name, value): (&str, &str)| {
        options.iter().any(|option| option.name == name && option.default == Some(value))
    };
    settings.value("book") == Some("on")
        && settings.integer("lines") == 1
        && table.settings().pairs().all(is_default)
}

/// Returns the rules of the game on a table.
fn rules<G: Rulebook>(table: &dyn Table) -> Result<Arc<G>, AgentError> {
    let found = || AgentError::Table { expected: G::CARD.name.into(), found: label(table) };
    table.as_any().downcast_ref::<Typed<G>>().map(Typed::rules).ok_or_else(found)
}

fn common<G: Game, E: Evaluations<G>>(
    game: &Arc<G>,
    guide: E,
    name: &str,
    settings: &Settings,
) -> Made<G> {
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

fn champion_options<G: Game, E: Evaluations<G>>(settings: &Settings) -> strong::Options {
    let usual = E::TUNING.unwrap_or_default();
    strong::Options {
        hash_mib: settings.integer("hash") as usize,
        threads: settings.integer("threads") as usize,
        lines: settings.integer("lines") as usize,
        tuning: options::tuning(settings, usual).unwrap_or(usual),
        ..strong::Options::default()
    }
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
