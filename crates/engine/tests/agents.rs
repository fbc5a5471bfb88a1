//! The agents as their users meet them: through tables, in every game.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_core::random::SplitMix;
use manator_core::{Entry, Settings, Table};
use manator_engine::catalog::{self, STABLES};
use manator_engine::options::{LEVELS, OPTIONS};
use manator_engine::{Agent, AgentError};
use manator_games::catalog::{GAMES, find};
use manator_search::{Limits, Score};

fn settings(text: &str) -> Settings {
    Settings::parse(OPTIONS, text).expect("valid options")
}

fn agent(table: &dyn Table, name: &str, options: &str) -> Box<dyn Agent> {
    catalog::open(table, name, &settings(options)).unwrap_or_else(|error| panic!("{error}"))
}

fn random_table(entry: &dyn Entry, seed: u64, plies: u64) -> Box<dyn Table> {
    let mut table = entry.open(Settings::defaults(entry.card().options)).expect("the defaults");
    let mut random = SplitMix::new(seed);
    for _ in 0..plies {
        let legal = table.legal();
        if legal.is_empty() {
            break;
        }
        table.play(&legal[random.below(legal.len() as u64) as usize]).expect("legal");
    }
    table
}

/// Returns the games in which minimax plays: those of two players.
fn games_of_two() -> impl Iterator<Item = &'static dyn Entry> {
    GAMES.iter().copied().filter(|entry| entry.card().players.len() == 2)
}

#[test]
fn every_game_has_its_agents_and_evaluations() {
    assert_eq!(STABLES.len(), GAMES.len());
    for entry in GAMES {
        let stable = catalog::find(entry.card().name).expect("a stable");
        let file = format!("crates/engine/src/eval/{}", stable.game().replace('-', "_"));
        assert!(stable.evaluations().len() >= 3, "{file}: fewer than three evaluations");
        let agents: Vec<&str> = stable.agents().iter().map(|(name, _)| *name).collect();
        for name in ["random", "greedy", "mcts", "champion"] {
            assert!(agents.contains(&name), "{}: {name}", stable.game());
        }
    }
}

#[test]
fn every_agent_plays_legal_moves_and_the_same_ones_again() {
    for entry in GAMES {
        let stable = catalog::find(entry.card().name).expect("a stable");
        for (name, _) in stable.agents() {
            let limits = match name {
                "minimax" | "alphabeta" => Limits::depth(2),
                _ => Limits::nodes(300),
            };
            for seed in 0..3 {
                let mut table = random_table(*entry, seed, 5 * seed);
                let play = |table: &dyn Table| -> Vec<String> {
                    let mut table = table.copy();
                    let mut agent = agent(&*table, name, "seed=5 hash=1");
                    let mut moves = Vec::new();
                    for _ in 0..4 {
                        let thought = agent.think(&*table, &limits, &mut |_| {}).expect("its game");
                        let Some(best) = thought.best().map(str::to_string) else { break };
                        table.play(&best).unwrap_or_else(|illegal| panic!("{name}: {illegal}"));
                        moves.push(best);
                    }
                    moves
                };
                let first = play(&*table);
                assert_eq!(first, play(&*table), "{} {name}", stable.game());
                assert!(!first.is_empty() || table.outcome().is_some());
                while table.undo() {}
            }
        }
    }
}

#[test]
fn alphabeta_plays_exactly_what_minimax_plays() {
    for entry in games_of_two() {
        let name = entry.card().name;
        let start = random_table(entry, 0, 0);
        let depth = (1..=3).rev().find(|depth| start.perft(*depth) < 30_000).unwrap_or(1);
        let (mut full, mut cut) = (0, 0);
        for seed in 0..12 {
            let table = random_table(entry, seed, 2 * seed);
            let limits = Limits::depth(depth);
            for (eval, _) in catalog::find(name).expect("a stable").evaluations() {
                let options = format!("eval={eval}");
                let think = |agent_name: &str| {
                    let mut agent = agent(&*table, agent_name, &options);
                    agent.think(&*table, &limits, &mut |_| {}).expect("its game")
                };
                let (plain, pruned) = (think("minimax"), think("alphabeta"));
                assert_eq!(plain.lines, pruned.lines, "{name} {eval}: {}", table.position());
                full += plain.nodes;
                cut += pruned.nodes;
            }
        }
        println!("{name}: minimax {full} nodes, alphabeta {cut}");
        assert!(cut < full, "{name}: {cut} of {full} nodes");
    }
}

#[test]
fn alphabeta_gives_the_course_programs_values() {
    let entry = find("joust").expect("joust");
    let stable = catalog::find("joust").expect("a stable");
    for line in include_str!("../../games/tests/joust/values.jsonl").lines() {
        let vector: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let size = vector["options"]["size"].as_str().expect("size");
        let settings = Settings::read(entry.card().options, [("size", size)]).expect("a size");
        let mut table = entry.open(settings).expect("a size");
        for mv in vector["moves"].as_str().expect("moves").split_whitespace() {
            table.play(mv).expect("legal");
        }
        let depth = vector["depth"].as_u64().expect("depth") as u32;
        let score = match table.outcome() {
            Some(outcome) => Score::of(&outcome, table.to_move(), 0),
            None => {
                let mut agent = agent(&*table, "alphabeta", "eval=mobility");
                let thought = agent.think(&*table, &Limits::depth(depth), &mut |_| {});
                thought.expect("its game").lines[0].score
            }
        };
        let value = stable.in_units(Some("mobility"), score);
        // The file's values are Black's.
        let sign = if table.to_move().index() == 1 { 1 } else { -1 };
        assert_eq!(vector["value"], sign * value, "{line}");
    }
}

#[test]
fn levels_are_depths() {
    let table = random_table(find("joust").expect("joust"), 1, 6);
    for (depth, (level, _)) in (1..).zip(LEVELS) {
        for (name, options) in [("alphabeta", format!("level={level}")), (level, String::new())] {
            let mut agent = agent(&*table, name, &options);
            let thought = agent.think(&*table, &Limits::default(), &mut |_| {}).expect("its game");
            assert_eq!(thought.depth, depth, "{name} {options}");
        }
    }
}

#[test]
fn an_agent_looks_no_further_on_a_clock_than_its_options_say() {
    let clock = Limits::time(Duration::from_secs(600));
    for entry in GAMES {
        let table = entry.open(Settings::defaults(entry.card().options)).expect("a table");
        let thought = agent(&*table, "champion", "time=50").think(&*table, &clock, &mut |_| {});
        let elapsed = thought.expect("its game").elapsed;
        assert!(elapsed < Duration::from_secs(60), "{}: {elapsed:?}", entry.card().name);
    }
    for entry in games_of_two() {
        for name in ["minimax", "alphabeta"] {
            let table = random_table(entry, 7, 6);
            let think = |limits: &Limits| {
                let thought = agent(&*table, name, "").think(&*table, limits, &mut |_| {});
                let thought = thought.expect("its game");
                (thought.depth, thought.lines)
            };
            assert_eq!(think(&clock), think(&Limits::default()), "{name}, {}", entry.card().name);
        }
    }
}

#[test]
fn refusals_champion_has_its_alternate_and_its_answers_ready() {
    let entry = find("refusal").expect("refusal");
    for seed in 0..8 {
        let mut table = random_table(entry, seed, 0);
        let mut random = SplitMix::new(seed);
        let mut champion = agent(&*table, "champion", "nodes=20000 hash=1");
        while table.outcome().is_none() {
            let thought =
                champion.think(&*table, &Limits::default(), &mut |_| {}).expect("its game");
            let best = thought.best().expect("a move").to_string();
            table.play(&best).expect("legal");
            if table.outcome().is_some() {
                break;
            }
            // The opponent refuses whenever it can: the alternate must be ready, and different.
            table.play("refuse").expect("legal");
            if table.outcome().is_none() {
                let ready =
                    champion.think(&*table, &Limits::default(), &mut |_| {}).expect("its game");
                assert_eq!(ready.nodes, 0, "the alternate was prepared");
                assert_eq!(ready.best(), thought.alternate.as_deref());
                table.play(ready.best().expect("a move")).expect("legal");
            }
            if table.outcome().is_some() {
                break;
            }
            let legal = table.legal();
            let proposal = &legal[random.below(legal.len() as u64) as usize];
            table.play(proposal).expect("legal");
            let answer =
                champion.think(&*table, &Limits::default(), &mut |_| {}).expect("its game");
            let answer = answer.best().expect("an answer").to_string();
            table.play(&answer).expect("legal");
            if answer == "refuse" && table.outcome().is_none() {
                let legal = table.legal();
                let other = &legal[random.below(legal.len() as u64) as usize];
                table.play(other).expect("legal");
            }
        }
        let outcome = table.outcome().expect("over");
        assert_eq!(outcome.winner().map(|player| player.index()), Some(0), "seed {seed}");
    }
}

#[test]
fn refusals_champion_plays_out_what_it_has_proven() {
    let entry = find("refusal").expect("refusal");
    let (mut claims, mut beyond) = (0, 0);
    for seed in 0..12 {
        let mut table = random_table(entry, seed, 0);
        // Two equals, so that somebody comes to be ahead, and the other defends as well as it can.
        let mut players = [(); 2].map(|()| agent(&*table, "champion", "nodes=8000 hash=8"));
        let mut random = SplitMix::new(seed);
        let mut claimed = None;
        while table.outcome().is_none() {
            let seat = table.to_move().index();
            let limits = Limits::default();
            let thought = players[seat].think(&*table, &limits, &mut |_| {}).expect("its game");
            let score = thought.lines[0].score;
            if claimed.is_none() && score.wins_in().is_some() && table.begins_turn() {
                claimed = Some(seat);
                beyond += usize::from(score.wins_in() > Some(thought.depth + 8));
            }
            let legal = table.legal();
            let opening = table.moves().len() < 12;
            let mv = match thought.best() {
                Some(best) if !opening => best.to_string(),
                _ => legal[random.below(legal.len() as u64) as usize].clone(),
            };
            // What was claimed before a random move counts no more.
            claimed = claimed.filter(|_| !opening);
            table.play(&mv).expect("legal");
        }
        let winner = table.outcome().and_then(|outcome| outcome.winner());
        if let Some(seat) = claimed {
            claims += 1;
            assert_eq!(winner.map(|player| player.index()), Some(seat), "seed {seed}");
        }
    }
    assert!(claims > 10 && beyond > 0, "{claims} claims, {beyond} beyond the depth searched");
}

#[test]
fn the_champion_beats_a_random_mover() {
    for entry in games_of_two() {
        for seat in 0..2 {
            let mut table = random_table(entry, 3, 0);
            let mut players = [
                agent(&*table, "champion", "nodes=2000 hash=1"),
                agent(&*table, "random", "seed=9"),
            ];
            while table.outcome().is_none() {
                let player = &mut players[usize::from(table.to_move().index() != seat)];
                let thought =
                    player.think(&*table, &Limits::default(), &mut |_| {}).expect("plays");
                table.play(thought.best().expect("a move")).expect("legal");
            }
            let winner = table.outcome().and_then(|outcome| outcome.winner());
            assert_eq!(winner.map(|player| player.index()), Some(seat), "{table:?}");
        }
    }
}

#[test]
fn wrong_names_are_told() {
    let table = random_table(find("joust").expect("joust"), 0, 0);
    let unknown = catalog::open(&*table, "deep-thought", &settings("")).err().expect("unknown");
    assert!(unknown.to_string().contains("'deep-thought'"), "{unknown}");
    assert!(unknown.to_string().contains("champion"), "{unknown}");
    let eval = catalog::open(&*table, "greedy", &settings("eval=beauty")).err().expect("unknown");
    assert!(eval.to_string().contains("'beauty'") && eval.to_string().contains("mobility"));
    let mut player = agent(&*table, "greedy", "");
    let other = random_table(find("jetan").expect("jetan"), 0, 0);
    let error = player.think(&*other, &Limits::default(), &mut |_| {}).expect_err("another game");
    assert!(matches!(error, AgentError::Table { .. }));
}

#[test]
fn a_wrong_tuning_is_quoted() {
    let table = random_table(find("jetan").expect("a game"), 1, 0);
    let settings = settings("tuning=pass_less:4;reduce_after:99");
    let error = catalog::open(&*table, "champion", &settings).err().expect("out of range");
    assert_eq!(error.to_string(), "tuning: 'reduce_after:99' is not between 1 and 12");
}

#[test]
fn an_only_move_is_not_worth_time_on_a_clock() {
    let day = Duration::from_secs(86_400);
    for entry in [find("jetan"), find("joust"), find("threechess")].into_iter().flatten() {
        let tables = (0..400).map(|seed| random_table(entry, seed, seed % 80));
        let Some(table) = tables.into_iter().find(|table| table.legal().len() == 1) else {
            continue;
        };
        for name in ["champion", "mcts"] {
            let mut agent = agent(&*table, name, "hash=1");
            let limits = Limits { aim: Some(day), nodes: Some(1_000_000), ..Limits::time(day) };
            let thought = agent.think(&*table, &limits, &mut |_| {}).expect("thinks");
            assert_eq!(thought.best(), Some(&*table.legal()[0]));
            assert!(thought.nodes <= 1000, "{name}: {} nodes", thought.nodes);
        }
    }
}
