//! How agents search a position: trees, windows, what was cut off and why, as `manator explain --json` writes it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Player, Table};
use manator_engine::explain::{Explained, Growth, Shape, Shown};
use manator_engine::{Line, Thought};
use manator_search::mcts::Branch;
use manator_search::observe::{Scope, Values, Why};
use manator_search::{Known, RecordedNode, Score};
use serde::{Deserialize, Serialize};

/// Asks `POST /api/explain` how an agent searches a position.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ExplainRequest {
    pub game: String,
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub options: String,
    pub start: Option<String>,
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub moves: Vec<String>,
    pub agent: String,
    /// Another agent, to be shown beside it.
    pub beside: Option<String>,
    /// How many plies deep; Monte Carlo has no depth.
    pub depth: Option<u32>,
    /// How many playouts Monte Carlo makes.
    pub playouts: Option<u64>,
    /// How many nodes of a tree are kept at most.
    pub nodes_max: Option<usize>,
}

/// A position, and how one agent or two have searched it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explanation {
    pub game: &'static str,
    pub options: String,
    /// The position in one line.
    pub position: String,
    /// The seat to decide.
    pub turn: usize,
    /// What the seats are called.
    pub players: Vec<&'static str>,
    pub searches: Vec<ExplainedSearch>,
    /// What the two have in common, where there are two.
    pub comparison: Option<Comparison>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Comparison {
    pub same_move: bool,
    /// Null where one of them has no value that could be compared.
    pub same_value: Option<bool>,
}

/// What an agent has found, and how.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExplainedSearch {
    pub agent: String,
    /// How many plies deep it has looked; for Monte Carlo, how long its longest line is.
    pub depth: u32,
    /// How many positions it has looked at, or playouts it has made, in all.
    pub nodes: u64,
    pub best: Option<String>,
    /// The principal line.
    pub line: Vec<String>,
    /// The seats whose values are told, in this order, here and in the tree: the seat to decide, or in max^n all.
    pub seats: Vec<usize>,
    pub values: Vec<PlainValue>,
    /// What it had found on the way: depth by depth, or after more and more playouts.
    pub steps: Vec<SearchStep>,
    /// The tree of its last depth in the order in which it grew, depth first; null where an agent shows none.
    pub tree: Option<Vec<TreeNode>>,
    /// Where the playouts of Monte Carlo went; null for others.
    pub visits: Option<Visits>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SearchStep {
    pub depth: u32,
    pub nodes: u64,
    /// What it was worth to the seat to decide.
    pub value: PlainValue,
    pub line: Vec<String>,
}

/// A number in the units of the evaluation, or a certain end such as `wins in 3`, counted in plies from the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PlainValue {
    Points(i32),
    End(String),
}

/// A position that was looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeNode {
    /// The index of the node from which a move led here; null for the root only, as its move.
    pub parent: Option<usize>,
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The seat that decides there; null when the game is over.
    pub seat: Option<usize>,
    /// How many plies, or rounds of opponents, were left to look ahead.
    pub depth: u32,
    /// Which values mattered, to the seat at the root: more than the first, less than the second, null where there is
    /// no bound. Null where every value does.
    pub window: Option<[Option<PlainValue>; 2]>,
    /// In max^n, what a seat that decided before must get for this to matter.
    pub needs: Option<Needs>,
    /// One for each of the `seats` of the search.
    pub values: Vec<PlainValue>,
    pub known: KnownValue,
    pub why: LeftWhy,
    /// Which position it was, counted from 1 in the order in which they were looked at.
    pub at: u64,
    /// How many positions were looked at here and below.
    pub nodes: u64,
    /// How many of them, all below, are not in the list.
    pub more: u64,
    /// How many moves are legal, and how many of them were tried.
    pub legal: usize,
    pub tried: u32,
    /// Whether its move was the best of its parent's.
    pub best: bool,
    /// Whether it is on the principal line.
    pub principal: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Needs {
    pub seat: usize,
    pub value: PlainValue,
}

/// How much is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum KnownValue {
    Exact,
    AtLeast,
    AtMost,
}

/// Why a search went no further at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LeftWhy {
    /// No depth was left: it was evaluated.
    Evaluated,
    /// The game is over.
    Over,
    /// Every move that counts was looked at.
    Searched,
    /// The value is outside of the window: the other moves do not matter.
    Cut,
    /// Whoever decides wins at once.
    Won,
    /// It was known from before.
    Remembered,
    Stopped,
}

/// Where playouts went.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Visits {
    /// The positions visited most, depth first, of moves the one visited most first.
    pub tree: Vec<VisitNode>,
    pub growth: Vec<VisitGrowth>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisitNode {
    pub parent: Option<usize>,
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The seat that decides there; null when the game is over.
    pub seat: Option<usize>,
    pub visits: u64,
    /// What they gave whoever chose the move on average, from 0, lost, to 1, won; at the root, the seat to decide.
    pub mean: f64,
    /// Whether that is certain.
    pub proven: bool,
    /// How many positions below were visited and are not in the list.
    pub more: u64,
    pub legal: usize,
    pub tried: u32,
}

/// How often each move at the root was visited after so many playouts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisitGrowth {
    pub playouts: u64,
    pub visits: Vec<(String, u64)>,
}

impl Explanation {
    /// Describes how agents, one or two, have searched the position on a table.
    pub fn of(table: &dyn Table, searches: Vec<(String, Explained)>) -> Explanation {
        let root = table.to_move();
        let searches: Vec<ExplainedSearch> = searches
            .into_iter()
            .map(|(agent, explained)| ExplainedSearch::of(agent, root, explained))
            .collect();
        let comparison = match &searches[..] {
            [one, other] => Some(Comparison {
                same_move: one.best == other.best,
                same_value: one.value_of(root).zip(other.value_of(root)).map(|(a, b)| a == b),
            }),
            _ => None,
        };
        Explanation {
            game: table.card().name,
            options: table.settings().to_string(),
            position: table.position(),
            turn: root.index(),
            players: table.card().players.to_vec(),
            searches,
            comparison,
        }
    }
}

impl ExplainedSearch {
    fn of(agent: String, root: Player, explained: Explained) -> ExplainedSearch {
        let Explained { thought, steps, shown } = explained;
        let first = thought.lines.first();
        let (tree, visits) = match shown {
            Shown::Depths => (None, None),
            Shown::Tree(nodes) => (Some(nodes), None),
            Shown::Playouts { tree, growth } => (None, Some(Visits::of(tree, growth))),
        };
        let value = first.map_or(Score::TIE, |line| line.score);
        let values =
            tree.as_ref().and_then(|nodes| nodes.first()).map(|root| root.node.left.values);
        let values = values.unwrap_or(Values::Root(value));
        let seats = match values {
            Values::Root(_) => vec![root.index()],
            Values::Each(values) => (0..values.players()).collect(),
        };
        ExplainedSearch {
            agent,
            depth: thought.depth,
            nodes: thought.nodes,
            best: thought.best().map(str::to_string),
            line: first.map(|line| line.moves.clone()).unwrap_or_default(),
            seats,
            values: plain(values),
            steps: steps.iter().map(SearchStep::from).collect(),
            tree: tree.map(|nodes| nodes.into_iter().map(TreeNode::from).collect()),
            visits,
        }
    }

    /// Returns what the position is worth to a seat, in units that other searches may share.
    fn value_of(&self, seat: Player) -> Option<&PlainValue> {
        let at = self.seats.iter().position(|one| *one == seat.index())?;
        self.values.get(at).filter(|_| self.visits.is_none())
    }
}

impl From<&Thought> for SearchStep {
    fn from(thought: &Thought) -> SearchStep {
        let first: Option<&Line> = thought.lines.first();
        SearchStep {
            depth: thought.depth,
            nodes: thought.nodes,
            value: first.map_or(Score::TIE, |line| line.score).into(),
            line: first.map(|line| line.moves.clone()).unwrap_or_default(),
        }
    }
}

impl From<Score> for PlainValue {
    fn from(score: Score) -> PlainValue {
        match score {
            _ if score.is_proven() => PlainValue::End(score.to_string()),
            _ if score.0.abs() > Score::EVALUATION_MAX => PlainValue::End("everybody loses".into()),
            _ => PlainValue::Points(score.0),
        }
    }
}

fn plain(values: Values) -> Vec<PlainValue> {
    match values {
        Values::Root(score) => vec![score.into()],
        Values::Each(values) => values.iter().map(|(_, score)| (*score).into()).collect(),
    }
}

impl From<Shape<RecordedNode<String>>> for TreeNode {
    fn from(Shape { node, player, legal }: Shape<RecordedNode<String>>) -> TreeNode {
        let known = match node.known() {
            Known::Exactly => KnownValue::Exact,
            Known::AtLeast => KnownValue::AtLeast,
            Known::AtMost => KnownValue::AtMost,
        };
        let needs = match node.entered.scope {
            Scope::Needs { player, value } => {
                Some(Needs { seat: player.index(), value: value.into() })
            }
            Scope::All | Scope::Window { .. } => None,
        };
        let window = node.entered.scope.window();
        TreeNode {
            parent: node.parent,
            mv: node.mv,
            seat: player.map(Player::index),
            depth: node.entered.depth,
            window: window.map(|bounds| bounds.map(|bound| bound.map(PlainValue::from))),
            needs,
            values: plain(node.left.values),
            known,
            why: node.left.why.into(),
            at: node.at,
            nodes: node.nodes,
            more: node.more,
            legal,
            tried: node.tried,
            best: node.is_best,
            principal: node.is_principal,
        }
    }
}

impl From<Why> for LeftWhy {
    fn from(why: Why) -> LeftWhy {
        match why {
            Why::Evaluated => LeftWhy::Evaluated,
            Why::Over => LeftWhy::Over,
            Why::Searched => LeftWhy::Searched,
            Why::Cut => LeftWhy::Cut,
            Why::Won => LeftWhy::Won,
            Why::Remembered => LeftWhy::Remembered,
            Why::Stopped => LeftWhy::Stopped,
        }
    }
}

impl Visits {
    fn of(tree: Vec<Shape<Branch<String>>>, growth: Vec<Growth<String>>) -> Visits {
        let node = |Shape { node, player, legal }: Shape<Branch<String>>| VisitNode {
            parent: node.parent,
            mv: node.mv,
            seat: player.map(Player::index),
            visits: node.visits,
            // More digits would only be noise.
            mean: (node.value * 1e4).round() / 1e4,
            proven: node.is_proven,
            more: node.more,
            legal,
            tried: node.tried,
        };
        let grown = |Growth { playouts, visits }| VisitGrowth { playouts, visits };
        Visits {
            tree: tree.into_iter().map(node).collect(),
            growth: growth.into_iter().map(grown).collect(),
        }
    }
}
