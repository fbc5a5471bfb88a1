//! What the Jetan document promises students: keys and user variables for their own programs, traces, faults that are told.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::PathBuf;

use manator_core::Record;

use crate::driver::{Process, Server, manator, moves, records, vacant};
use crate::guest::{Guest, random};

/// Plays the first legal move, tells how it was started and what it was told; with `option` it declares that option.
const STUDENT: &str = r#"
import os, sys
def say(text): print(text, flush=True)
def log(*words): print(*words, file=sys.stderr, flush=True)
log('arguments', sys.argv[1:], os.environ.get('MANATOR_AGENT'), os.environ.get('MANATOR_USER2'))
illegal = 'illegal' in sys.argv
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == 'ugi':
        say('id name Dejah Thoris')
        say('option name UGI_SendLegal type check default true')
        if 'silent' not in sys.argv: say('option name Depth type spin default 1 min 1 max 9')
        say('ugiok')
    elif words[0] == 'isready': say('readyok')
    elif words[0] == 'legal': legal = words[1:]
    elif words[0] == 'go':
        say('info depth 4 score cp 17')
        say('bestmove ' + ('A1A1' if illegal else legal[0]))
    elif words[0] in ('setoption', 'fault', 'over'): log('told', line.strip())
    elif words[0] == 'quit': break
"#;

fn script(name: &str) -> PathBuf {
    let path = vacant(name);
    fs::write(&path, STUDENT).expect("a program");
    path
}

#[track_caller]
fn student(port: u16, options: &str, name: &str, arguments: &str) -> Process {
    let mut command = manator();
    command.args(["agent", "-p", &port.to_string()]).args(options.split_whitespace());
    command.args(["--", "python3"]).arg(script(name)).args(arguments.split_whitespace());
    Process::start(&mut command)
}

#[test]
fn a_program_gets_its_key_and_its_variables_and_its_own_name() {
    let mut server = Server::start("joust -a 1 -D 0 -d 0 -s 2 -t 0");
    let mut agent = student(server.port, "-a k -U 5 -V best", "key.py", "{agent} eval={user2}");
    let out = server.ends();
    assert!(out.contains("game 1: Dejah Thoris - random "), "{out}");
    let ended = agent.ends();
    assert_eq!(ended.status, Some(0), "{}", ended.talk);
    for words in [
        "arguments ['k', 'eval=best'] k best\n",
        "told setoption name Depth value 5\n",
        "told over 1/2-1/2 steps each player has had 2 moves: a tie\n",
        "1. D1B2  depth 4, score +17, ",
        "game 1 is over: 1/2-1/2, each player has had 2 moves: a tie\n",
    ] {
        assert!(ended.talk.contains(words), "{words}: {}", ended.talk);
    }
}

#[test]
fn a_value_that_nobody_takes_is_an_error() {
    for (options, arguments, words) in [
        (
            "-U 5",
            "silent",
            "-U 5: the program does not take it: it declares no option 'user1' or 'depth'",
        ),
        ("-a k", "", "-a k: the program does not take it: it declares no option 'agent'"),
        ("-Z 2", "", "none of its arguments has {user6} in it"),
        ("--once -W 9", "", "-W 9: the program does not take it"),
    ] {
        // Nobody is asked to let it in.
        let ended = student(1, options, "unwanted.py", arguments).ends();
        assert_eq!(ended.status, Some(2), "{}", ended.talk);
        assert!(ended.talk.contains(words), "{words}: {}", ended.talk);
    }
    for (options, words) in [
        ("-a r -U 3", "-U 3: random makes no use of it: it takes no depth"),
        ("-a g -X 9", "-X 9: greedy makes no use of it: it takes no nodes"),
        ("-a a -Z 2", "-Z 2: alphabeta makes no use of it: it takes no threads"),
        ("-a random:depth=3", "-a random:depth=3: random makes no use of it: it takes no depth"),
        ("-a c:time=200 -W 9", "user variables -U to -Z: time: given twice"),
        ("-a c:speed=9", "-a c:speed=9: unknown option 'speed'"),
        ("-a c -U -1", "depth: '-1' is not 1..100"),
        ("-a -1", "no agent has the key or the name '-1'"),
    ] {
        let words_of = options.split_whitespace();
        let ended = Process::start(manator().args(["agent", "-p", "1"]).args(words_of)).ends();
        assert_eq!(ended.status, Some(2), "{}", ended.talk);
        assert!(ended.talk.contains(words), "{words}: {}", ended.talk);
    }
    let ended = Process::start(manator().args(["agent", "-a", "u", "-U", "3", "-p", "1"])).ends();
    assert!(ended.talk.contains("-U to -Z: a person takes none of them"), "{}", ended.talk);
}

#[test]
fn whoever_loses_by_a_fault_is_told_what_it_did_and_what_was_expected() {
    let mut server = Server::start("jetan -a 1 -D 0 -d 0 -t 0");
    let mut agent = student(server.port, "-t 0", "illegal.py", "illegal");
    server.ends();
    let ended = agent.ends();
    assert_eq!(ended.status, Some(1), "{}", ended.talk);
    let did = "made an illegal move, A1A1: ";
    assert!(ended.talk.contains(&format!("lost by a fault (illegal): it {did}")), "{}", ended.talk);
    assert!(ended.talk.contains(&format!("told fault illegal {did}")), "{}", ended.talk);
    assert!(ended.talk.contains("told over 0-1 default Black "), "{}", ended.talk);
    // Whoever is too slow learns that, too.
    let mut server = Server::start("joust -a 2 -D 0 -d 0 -t 0 --time 100ms/move --margin 0");
    let mut slow = Guest::joins(server.port, "Slow seat 1");
    Guest::joins(server.port, "Ann seat 2").plays(random(1));
    slow.says("ugiok");
    slow.reads_until("isready");
    slow.says("readyok");
    let told = slow.rest();
    let late = "fault late did not answer in time: expected 'bestmove' before its time was up";
    assert!(told.iter().any(|line| line == late), "{told:#?}");
    assert!(told.iter().any(|line| line.starts_with("over 0-1 time ")), "{told:#?}");
    server.ends();
}

fn game(agent: &str) -> Record {
    let path = vacant(&format!("depth{}.game", agent.replace(' ', "")));
    let mut server = Server::recording("jetan -a 2 -D 0 -d 0 -s 6 -t 0", &path);
    let mut agents = [server.agent(agent), server.agent(agent)];
    server.ends();
    agents.iter_mut().for_each(|agent| assert_eq!(agent.ends().status, Some(0)));
    records(&path).remove(0)
}

#[test]
fn depths_hold_on_the_clock_of_a_server() {
    // The default is a depth, the same for both, and not what the clock allows.
    let [minimax, alphabeta] = ["-a m -t 0", "-a a -t 0"].map(game);
    assert_eq!(moves(&minimax), moves(&alphabeta));
    assert_eq!(moves(&game("-a a -U 3 -t 0")), moves(&minimax));
}

#[test]
fn milliseconds_for_a_move_hold_on_the_clock_of_a_server() {
    let mut server = Server::start("jetan -a 1 -D 0 -d 0 -s 3 -t 1 -M 100000");
    // A thirtieth of the clock is an hour.
    let mut agent = server.agent("-a c -W 100");
    server.ends();
    let talk = agent.ends().talk;
    assert!(talk.contains("5. "), "{talk}");
    assert!(talk.contains("depth "), "{talk}");
    // So does the agent's own option.
    let mut server = Server::start("jetan -a 1 -D 0 -d 0 -s 3 -t 1 -M 100000");
    let mut agent = server.agent("-a champion:time=100");
    let out = server.ends();
    assert!(out.contains("game 1: champion - random "), "{out}");
    assert_eq!(agent.ends().status, Some(0));
}
