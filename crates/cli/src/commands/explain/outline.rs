//! Searches as outlines in text.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};

use manator_state::explain::{
    ExplainedSearch, Explanation, KnownValue, LeftWhy, PlainValue, TreeNode, VisitNode, Visits,
};

/// How long the bar of the move visited most is.
const BAR: u64 = 24;

pub(super) fn print(out: &mut impl Write, explanation: &Explanation) -> io::Result<()> {
    for (number, search) in explanation.searches.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        heading(out, explanation, search)?;
        match (&search.tree, &search.visits) {
            (Some(tree), _) => print_tree(out, explanation, search, tree)?,
            (_, Some(visits)) => print_visits(out, visits)?,
            _ => print_steps(out, search)?,
        }
    }
    if let (Some(same), [one, other]) = (explanation.comparison, &explanation.searches[..]) {
        let counted = |search: &ExplainedSearch| {
            format!("{} looked at {}", search.agent, counted(search, search.nodes))
        };
        let value = match same.same_value {
            Some(true) => ", the same value",
            Some(false) => ", another value",
            None => "",
        };
        let mv = if same.same_move { "the same move" } else { "another move" };
        writeln!(out, "\n{}, {}: {mv}{value}", counted(one), counted(other))?;
    }
    Ok(())
}

fn heading(
    out: &mut impl Write,
    explanation: &Explanation,
    search: &ExplainedSearch,
) -> io::Result<()> {
    let best = search.best.as_deref().unwrap_or("no move");
    let far = match search.visits {
        Some(_) => String::new(),
        None => format!(", depth {}", search.depth),
    };
    let values = named(explanation, &search.seats, &search.values);
    let count = counted(search, search.nodes);
    writeln!(out, "{}{far}: {best}, {values}; {count}", search.agent)?;
    writeln!(out, "line: {}", search.line.join(" "))
}

/// Says what each of some seats gets.
fn named(explanation: &Explanation, seats: &[usize], values: &[PlainValue]) -> String {
    let one = |(seat, value): (&usize, &PlainValue)| {
        format!("{} for {}", text(value), explanation.players[*seat])
    };
    seats.iter().zip(values).map(one).collect::<Vec<_>>().join(", ")
}

fn counted(search: &ExplainedSearch, count: u64) -> String {
    let one = if search.visits.is_some() { "playout" } else { "position" };
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

fn text(value: &PlainValue) -> String {
    match value {
        PlainValue::Points(points) => format!("{points:+}"),
        PlainValue::End(words) => words.clone(),
    }
}

fn print_tree(
    out: &mut impl Write,
    explanation: &Explanation,
    search: &ExplainedSearch,
    tree: &[TreeNode],
) -> io::Result<()> {
    let plies = plies(tree.iter().map(|node| node.parent));
    let moves: Vec<String> = tree
        .iter()
        .zip(&plies)
        .map(|(node, ply)| {
            let mark = if node.principal { "* " } else { "  " };
            format!("{mark}{}{}", "  ".repeat(*ply), node.mv.as_deref().unwrap_or("(root)"))
        })
        .collect();
    let values: Vec<String> = tree.iter().map(values).collect();
    let scopes: Vec<String> = tree.iter().map(|node| scope(explanation, node)).collect();
    let [first, second, third] = [&moves, &values, &scopes].map(|column| width(column));
    let head = if search.seats.len() > 1 { "needs" } else { "window" };
    writeln!(
        out,
        "  {:<first$}  {:>second$}  {head:<third$}  {:>9}  why it stopped there",
        "move",
        "value",
        "positions",
        first = first - 2
    )?;
    for (index, node) in tree.iter().enumerate() {
        let row = format!(
            "{:<first$}  {:>second$}  {:<third$}  {:>9}  {}",
            moves[index],
            values[index],
            scopes[index],
            node.nodes,
            why(node)
        );
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}

fn plies(parents: impl Iterator<Item = Option<usize>>) -> Vec<usize> {
    let mut plies: Vec<usize> = Vec::new();
    for parent in parents {
        plies.push(parent.map_or(0, |parent| plies[parent] + 1));
    }
    plies
}

fn width(column: &[String]) -> usize {
    column.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(6)
}

fn values(node: &TreeNode) -> String {
    let bound = match node.known {
        KnownValue::Exact => "",
        KnownValue::AtLeast => "≥ ",
        KnownValue::AtMost => "≤ ",
    };
    let values: Vec<String> = node.values.iter().map(text).collect();
    format!("{bound}{}", values.join(" / "))
}

fn scope(explanation: &Explanation, node: &TreeNode) -> String {
    if let Some(needs) = &node.needs {
        return format!("{} {}", explanation.players[needs.seat], text(&needs.value));
    }
    let Some([alpha, beta]) = &node.window else { return String::new() };
    let bound = |value: &Option<PlainValue>, infinite: &str| {
        value.as_ref().map_or(infinite.to_string(), text)
    };
    format!("{} to {}", bound(alpha, "-∞"), bound(beta, "+∞"))
}

fn why(node: &TreeNode) -> String {
    let moves = match (node.tried as usize, node.legal) {
        (1, 1) => "its only move".into(),
        (tried, legal) if tried == legal => format!("all {legal} moves"),
        (tried, legal) => format!("{tried} of {legal} moves"),
    };
    let why = match node.why {
        LeftWhy::Evaluated => "evaluated".into(),
        LeftWhy::Over => "the game is over".into(),
        LeftWhy::Searched => moves,
        LeftWhy::Cut => format!("cut off after {moves}"),
        LeftWhy::Won => format!("wins at once, after {moves}"),
        LeftWhy::Remembered => "known from before".into(),
        LeftWhy::Stopped => "stopped".into(),
    };
    match node.more {
        0 => why,
        more => format!("{why}; and {more} more below"),
    }
}

fn print_steps(out: &mut impl Write, search: &ExplainedSearch) -> io::Result<()> {
    writeln!(out, "{:>5} {:>12} {:>12}  line", "depth", "value", "positions")?;
    for step in &search.steps {
        let (value, line) = (text(&step.value), step.line.join(" "));
        writeln!(out, "{:>5} {value:>12} {:>12}  {line}", step.depth, step.nodes)?;
    }
    Ok(())
}

fn print_visits(out: &mut impl Write, visits: &Visits) -> io::Result<()> {
    let plies = plies(visits.tree.iter().map(|node| node.parent));
    let most = visits.tree.iter().skip(1).map(|node| node.visits).max().unwrap_or(1).max(1);
    let name = |node: &VisitNode, ply: usize| {
        format!("{}{}", "  ".repeat(ply), node.mv.as_deref().unwrap_or("(root)"))
    };
    let names: Vec<String> =
        visits.tree.iter().zip(&plies).map(|(node, ply)| name(node, *ply)).collect();
    let first = width(&names);
    writeln!(out, "{:<first$}  {:>8}  {:>6}", "move", "playouts", "mean")?;
    for (node, name) in visits.tree.iter().zip(&names) {
        let bar = match node.parent {
            Some(_) => "#".repeat((node.visits * BAR).div_ceil(most) as usize),
            None => String::new(),
        };
        let proven = if node.proven { " proven" } else { "" };
        let percent = node.mean * 100.0;
        let row = format!("{name:<first$}  {:>8}  {percent:>4.0} %{proven}  {bar}", node.visits);
        writeln!(out, "{}", row.trim_end())?;
    }
    let more: u64 = visits.tree.iter().map(|node| node.more).sum();
    if more > 0 {
        writeln!(out, "and {more} more below")?;
    }
    let counts: Vec<String> = visits
        .growth
        .iter()
        .filter_map(|step| {
            let (mv, count) = step.visits.iter().max_by_key(|(_, count)| *count)?;
            Some(format!("{} {mv} {count}", step.playouts))
        })
        .collect();
    writeln!(out, "most visited after so many playouts: {}", counts.join(", "))
}
