//! Each command by itself, in any order, and what is none.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_core::random::SplitMix;
use manator_games::catalog::GAMES;
use manator_protocol::{Declaration, FromAgent, Id, NO_MOVE, OptionType, Score};

use crate::engine::driver::Engine;

/// What `stop` may take on a busy machine; by itself it is a few milliseconds.
const AT_ONCE: Duration = Duration::from_secs(20);

/// Asks an engine who it is, and returns its options.
#[track_caller]
fn introduction(engine: &mut Engine, command: &str, last: &FromAgent) -> Vec<Declaration> {
    engine.sends(command);
    assert!(matches!(engine.reads(), FromAgent::Id(Id::Name(_))));
    assert!(matches!(engine.reads(), FromAgent::Id(Id::Author(_))));
    let mut options = Vec::new();
    loop {
        match engine.reads() {
            FromAgent::Option(option) => options.push(option),
            other => {
                assert_eq!(other, *last);
                return options;
            }
        }
    }
}

#[test]
fn both_greetings_are_answered() {
    let mut engine = Engine::start("joust -o size=5x6 --agent mcts --set threads=2");
    let options = introduction(&mut engine, "ugi", &FromAgent::UgiOk);
    assert_eq!(introduction(&mut engine, "uci", &FromAgent::UciOk), options);
    let shown: Vec<String> = options.iter().map(Declaration::to_string).collect();
    for line in [
        "option name UGI_Game type string default joust size=5x6",
        "option name Threads type spin default 2 min 1 max 256",
        "option name rule.size type string default 5x6",
    ] {
        assert!(shown.iter().any(|option| option == line), "{shown:#?}");
    }
}

/// Returns values that an option must take, its default the last.
fn values(kind: &OptionType) -> Vec<String> {
    match kind {
        OptionType::Spin { default, min, .. } => {
            vec![min.to_string(), (min + 1).to_string(), default.to_string()]
        }
        OptionType::Combo { default, values } => [values.clone(), vec![default.clone()]].concat(),
        OptionType::String { default } => vec![default.clone()],
        OptionType::Check { default } => vec![(!default).to_string(), default.to_string()],
        OptionType::Button => vec![String::new()],
    }
}

#[test]
fn every_option_of_every_game_can_be_set() {
    for entry in GAMES {
        let mut engine = Engine::start(entry.card().name);
        let options = introduction(&mut engine, "ugi", &FromAgent::UgiOk);
        for option in &options {
            for value in values(&option.kind) {
                engine.sends(&format!("setoption name {} value {value}", option.name));
                assert_eq!(engine.is_ready(), [], "{} {value}", option.name);
            }
        }
        // Another game and back: everything is declared as it was, but for rules now written out.
        engine.sends("setoption name UGI_Game value joust size=10x10");
        assert!(engine.answers("fen").starts_with("....b...../"), "{}", engine.answers("fen"));
        engine.sends(&format!("setoption name UGI_Game value {}", entry.card().name));
        assert_eq!(introduction(&mut engine, "ugi", &FromAgent::UgiOk), options);
        assert_ne!(engine.goes("nodes 50").mv, NO_MOVE);
    }
}

#[test]
fn options_are_refused_with_a_reason() {
    let mut engine = Engine::start("joust");
    engine.refuses("setoption name Hash value much", "hash: 'much' is not 1..65536");
    engine.refuses("setoption name threads value 0", "threads: 0 is not between 1 and 256");
    engine.refuses(
        "setoption name eval value luck",
        "joust has no evaluation 'luck': expected territory, region, mobility",
    );
    let names: Vec<&str> = GAMES.iter().map(|entry| entry.card().name).collect();
    engine.refuses(
        "setoption name UGI_Game value chess",
        &format!("unknown game 'chess': expected {}", names.join(", ")),
    );
    engine.refuses(
        "setoption name UGI_Game value joust size",
        "option of joust: 'size': expected name=value",
    );
    engine.sends("setoption name Ponder value true");
    assert_eq!(engine.is_ready().len(), 1);
    assert!(engine.goes("depth 2").infos.len() >= 2, "it still plays");
}

#[test]
fn an_agent_that_does_not_play_the_game_is_replaced() {
    let mut engine = Engine::start("threechess --agent paranoid");
    engine.sends("setoption name UGI_Game value kings-court quiet-limit=3");
    let options = introduction(&mut engine, "ugi", &FromAgent::UgiOk);
    let agent = options.iter().find(|option| option.name == "Agent").expect("an agent");
    assert!(matches!(&agent.kind, OptionType::Combo { default, .. } if default == "champion"));
    assert_ne!(engine.goes("depth 1").mv, NO_MOVE);
}

#[test]
fn go_infinite_thinks_until_stop() {
    for entry in GAMES {
        // A board so small that the search ends before it is stopped.
        let game =
            if entry.card().name == "joust" { "joust -o size=3x4" } else { entry.card().name };
        for agent in ["champion", "mcts", "greedy", "hard"] {
            let mut engine = Engine::start(&format!("{game} --agent {agent}"));
            engine.sends("go infinite");
            let said = engine.is_ready();
            let is_info = |message: &FromAgent| matches!(message, FromAgent::Info(_));
            assert!(said.iter().all(is_info), "{game} {agent}: {said:?}");
            std::thread::sleep(Duration::from_millis(50));
            let begin = Instant::now();
            engine.sends("stop");
            let legal = engine.best().mv;
            assert!(begin.elapsed() < AT_ONCE, "{game} {agent}: {:?}", begin.elapsed());
            assert!(engine.answers("legal").split(' ').any(|mv| mv == legal));
        }
    }
}

#[test]
fn stop_ends_any_search_and_nothing_else() {
    let mut engine = Engine::start("kings-court --agent minimax");
    engine.sends("stop");
    assert_eq!(engine.is_ready(), []);
    engine.sends("go depth 60");
    engine.sends("stop");
    assert_ne!(engine.best().mv, NO_MOVE);
    engine.sends("stop");
    assert_eq!(engine.is_ready(), []);
    assert_ne!(engine.goes("depth 2").mv, NO_MOVE);
}

#[test]
fn commands_while_it_thinks_are_heard() {
    let mut engine = Engine::start("joust");
    engine.sends("go infinite");
    engine.sends("go depth 1");
    engine.sends("position startpos moves D1E3");
    engine.sends("setoption name Hash value 2");
    let said = engine.is_ready();
    let busy = "info string error: still thinking about the last 'go'; 'stop' ends it";
    assert!(said.iter().any(|message| message.to_string() == busy), "{said:?}");
    engine.sends("stop");
    assert!(engine.best().mv.starts_with("D1"), "the answer is to the position before");
    assert!(engine.goes("depth 1").mv.starts_with("D8"));
    engine.sends("go infinite");
    engine.sends("setoption name UGI_Game value refusal");
    assert!(engine.best().mv.starts_with("D8"), "other rules end the search");
    engine.sends("go infinite");
    engine.sends("ucinewgame");
    assert_ne!(engine.best().mv, NO_MOVE);
}

#[test]
fn clocks_of_all_dialects_count() {
    let mut engine = Engine::start("kings-court");
    for limits in [
        "p1time 3000 p2time 1",
        "wtime 3000 btime 1 winc 10 binc 10",
        "wtime 400 movestogo 4",
        "movetime 100",
        "p1time 600000 movetime 50",
        "wtime -20 btime 9",
    ] {
        let begin = Instant::now();
        assert_ne!(engine.goes(limits).mv, NO_MOVE);
        assert!(begin.elapsed() < AT_ONCE, "{limits}: {:?}", begin.elapsed());
    }
}

#[test]
fn scores_are_seen_by_the_mover_and_ends_are_proven() {
    let mut engine = Engine::start("joust -o size=3x4 --set lines=2");
    let best = engine.goes("depth 20");
    let last = best.infos.last().expect("it tells something");
    assert!(matches!(last.score, Some(Score::Mate(_))), "{last:?}");
    assert_eq!(
        best.infos.iter().rev().find(|info| info.multipv != Some(2)).map(|info| &info.pv[0]),
        Some(&best.mv)
    );
}

#[test]
fn the_best_moves_of_three_players_are_told_too() {
    for agent in ["champion", "maxn", "paranoid"] {
        let mut engine = Engine::start(&format!("threechess --agent {agent}"));
        engine.sends("setoption name MultiPV value 3");
        let best = engine.goes("depth 2");
        let last = &best.infos[best.infos.len() - 3..];
        let places: Vec<_> = last.iter().map(|info| info.multipv).collect();
        assert_eq!(places, [Some(1), Some(2), Some(3)], "{agent}: {last:?}");
        assert_eq!(last[0].pv[0], best.mv);
        assert!(last.iter().all(|info| info.pv.len() > 1), "{agent}: {last:?}");
        assert!(last[1..].iter().all(|info| info.pv[0] != best.mv), "{agent}: {last:?}");
    }
}

#[test]
fn queries_are_answered() {
    let mut engine = Engine::start("joust -o size=3x3");
    assert_eq!(engine.answers("player"), "p1");
    assert_eq!(engine.answers("p1turn"), "true");
    assert_eq!(engine.answers("p2turn"), "false");
    assert_eq!(engine.answers("gameover"), "false");
    assert_eq!(engine.answers("result"), "none");
    assert_eq!(engine.answers("legal"), "B1A3 B1C3");
    assert_eq!(engine.answers("fen"), ".b./.../.w. white");
    engine.sends("position startpos moves B1A3 B3C1 A3C2 C1A2 C2A1 A2C3");
    assert_eq!(engine.answers("gameover"), "true");
    assert_eq!(engine.answers("result"), "p2win");
    let best = engine.goes("infinite");
    assert_eq!(best.mv, NO_MOVE);
    let words = "info string the game is over: White's knight on A1 has nowhere to go: Black wins";
    assert_eq!(best.infos[0].to_string(), words);
}

#[test]
fn a_bad_position_changes_nothing() {
    let mut engine = Engine::start("joust -o size=3x3");
    engine.sends("position startpos moves B1A3");
    let before = engine.answers("fen");
    engine.sends("position startpos moves B1A3 A1A2");
    engine.sends("position fen nothing at all");
    engine.sends("position fen");
    let said = engine.is_ready();
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said[0].to_string().starts_with("info string error: move 2: A1A2: "), "{}", said[0]);
    assert_eq!(engine.answers("fen"), before);
}

#[test]
fn nonsense_is_survived() {
    let mut engine = Engine::start("refusal");
    let mut random = SplitMix::new(3);
    for _ in 0..100 {
        let length = 1 + random.below(60) as usize;
        let mut bytes = vec![b'x'];
        bytes.extend((0..length).map(|_| random.below(256) as u8).filter(|byte| *byte != b'\n'));
        bytes.push(b'\n');
        engine.sends_bytes(&bytes);
    }
    assert_eq!(engine.is_ready().len(), 100);
    engine.refuses(&"y".repeat(100_000), "a line of more than 65536 bytes");
    engine.refuses("go ponder", "go: 'ponder': expected p1time, p1inc and so on, wtime, winc, btime, binc, movestogo, movetime, depth, nodes or infinite");
    engine.sends_bytes(b"\n   \n\r\nposition startpos\r\ngo depth 0 nodes 0\r\n");
    assert_ne!(engine.best().mv, NO_MOVE);
    for limits in ["nodes 1", "depth 4294967295 nodes 100", "movetime 0"] {
        assert_ne!(engine.goes(limits).mv, NO_MOVE);
    }
}

#[test]
fn the_end_of_input_ends_it() {
    let mut engine = Engine::start("jetan");
    engine.sends("go infinite");
    engine.hangs_up();
    assert_ne!(engine.best().mv, NO_MOVE);
    assert!(engine.ends().success());
    let mut engine = Engine::start("jetan");
    engine.sends("go infinite");
    engine.sends("quit");
    assert_ne!(engine.best().mv, NO_MOVE);
    assert!(engine.ends().success());
}
