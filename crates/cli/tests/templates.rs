//! The agents that `manator new-agent` writes, built and run as a beginner would, playing whole games.
//!
//! The test is the referee: it sends the position and the legal moves, and the rules judge the answer.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use manator_core::{Entry, Settings};
use manator_games::catalog;

/// A folder without a configuration file: whoever runs the tests may have one.
const NO_CONFIG: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config");
/// Random games of Jetan may take a thousand moves; these say enough.
const PLIES_MAX: usize = 300;
/// What even a loaded machine needs at most for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

const LANGUAGES: [&str; 5] = ["python", "rust", "java", "c", "javascript"];
const INTRODUCTION: [&str; 5] = [
    "id name my agent",
    "id author me",
    "option name UGI_SendLegal type check default true",
    "option name UGI_Game type string default <empty>",
    "ugiok",
];

fn new_agent(language: &str, folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_manator"))
        .args(["new-agent", language])
        .arg(folder)
        .env("XDG_CONFIG_HOME", NO_CONFIG)
        .stdin(Stdio::null())
        .output()
        .expect("manator runs")
}

/// Returns a path of that name at which there is nothing.
fn vacant(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("templates").join(name);
    if path.exists() {
        fs::remove_dir_all(&path).expect("remove what an earlier run left");
    }
    path
}

/// Runs a command in a folder, where warnings are errors.
fn build(folder: &Path, words: &[&str]) {
    let output = Command::new(words[0])
        .args(&words[1..])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env("RUSTFLAGS", "-D warnings")
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}: ./test installs what is missing", words[0]));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {said}");
}

/// Writes an agent with the program, builds it, and returns its folder and how it is run there.
fn write_and_build(language: &str, name: &str) -> (PathBuf, &'static [&'static str]) {
    let folder = vacant(name);
    let output = new_agent(language, &folder);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{language}: {said}");
    let run: &[&str] = match language {
        "python" => &["python3", "-W", "error", "agent.py"],
        "rust" => {
            build(&folder, &["cargo", "build", "--release", "--offline", "--quiet"]);
            &["target/release/agent"]
        }
        "java" => {
            build(&folder, &["javac", "-Xlint:all", "-Werror", "Agent.java"]);
            &["java", "Agent"]
        }
        "c" => {
            let strict = ["-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror"];
            build(&folder, &[&["cc", "-O2", "-o", "agent", "agent.c"], &strict[..]].concat());
            &["./agent"]
        }
        "javascript" => &["node", "agent.mjs"],
        _ => panic!("{language}: no such template"),
    };
    (folder, run)
}

/// An agent that runs.
struct Agent {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Agent {
    fn start(folder: &Path, run: &[&str]) -> Self {
        // A relative program would be looked for in the folder of the test.
        let inside = folder.join(run[0]);
        let program = if inside.exists() { inside } else { run[0].into() };
        // The agent in the guide asks `manator` for the rules.
        let manator = Path::new(env!("CARGO_BIN_EXE_manator")).parent().map(PathBuf::from);
        let usual = std::env::var_os("PATH").unwrap_or_default();
        let places = manator.into_iter().chain(std::env::split_paths(&usual));
        let mut child = Command::new(program)
            .args(&run[1..])
            .current_dir(folder)
            .env("PATH", std::env::join_paths(places).expect("a search path"))
            .env("XDG_CONFIG_HOME", NO_CONFIG)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}: ./test installs it", run[0]));
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("standard output"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines() {
                // The test may have ended before the agent.
                let _ = sender.send(line.expect("text"));
            }
        });
        Agent { name: run.join(" "), child, input, lines }
    }

    fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("its input is open");
        input.write_all(bytes.as_ref()).expect("the agent listens");
    }

    #[track_caller]
    fn answer(&self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    #[track_caller]
    fn expect(&self, line: &str) {
        assert_eq!(self.answer(), line, "{}", self.name);
    }

    /// Waits for the end of the agent, which has nothing more to say.
    #[track_caller]
    fn end(mut self) -> ExitStatus {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("the agent can be waited for") {
                let rest: Vec<String> = self.lines.iter().collect();
                assert!(rest.is_empty(), "{}: {rest:?}", self.name);
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("{}: it does not end", self.name);
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        // A failed test leaves no process behind; one that has ended cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays a game in which the agent has every seat; returns the moves.
fn play(agent: &mut Agent, entry: &dyn Entry) -> Vec<String> {
    let card = entry.card();
    let settings = Settings::defaults(card.options);
    let mut table = entry.open(settings).expect("the defaults are valid");
    agent.send(format!("setoption name UGI_Game value {}\nuginewgame\nisready\n", card.name));
    agent.expect("readyok");
    let clocks: String = (1..=card.players.len()).map(|n| format!(" p{n}time 60000")).collect();
    while table.outcome().is_none() && table.moves().len() < PLIES_MAX {
        let moves = table.moves().join(" ");
        let legal = table.legal();
        agent.send(format!(
            "position startpos moves {moves}\nlegal {}\ngo{clocks}\n",
            legal.join(" ")
        ));
        let answer = agent.answer();
        let mv = answer.strip_prefix("bestmove ");
        let mv = mv.unwrap_or_else(|| panic!("{}: {answer}", agent.name));
        assert!(legal.iter().any(|text| text == mv), "{}: {mv} is not in {legal:?}", agent.name);
        table.play(mv).unwrap_or_else(|error| panic!("{}: {error}", agent.name));
    }
    table.moves().to_vec()
}

/// Says what a referee never would, and what only some do.
fn confuse(agent: &mut Agent) {
    agent.send("\n   \nhello there\nstop\nGO\ngone\nlegally\nbestmove D1E3\n");
    agent.send(b"\xff\xfe\x80 nonsense \xc3\nsetoption\nsetoption name\nsetoption name UGI_Game\n");
    agent.send("setoption name UGI_SendLegal value true\nsetoption value\n");
    agent.send("position\nposition fen\nposition moves\nlegal\nisready\n");
    agent.expect("readyok");
    agent.send("position startpos\r\nlegal D1E3\r\ngo movetime 100\r\nstop\r\n");
    agent.expect("bestmove D1E3");
    agent.send("  position   fen ...b/...w white  moves  D1E3 \n\tlegal\tD8C6  \n go infinite\n");
    agent.expect("bestmove D8C6");
    // Legal moves belong to one position.
    agent.send("position startpos\ngo\nlegal\ngo\n");
    agent.expect("bestmove 0000");
    agent.expect("bestmove 0000");
    agent.send(format!("position startpos moves{}\n", " E2E3".repeat(12_000)));
    agent.send(format!("legal{}\ngo\n", " E10E7".repeat(10_000)));
    agent.expect("bestmove E10E7");
}

#[track_caller]
fn check(language: &str) {
    let (folder, run) = write_and_build(language, language);
    let mut agent = Agent::start(&folder, run);
    agent.send("ugi\n");
    for line in INTRODUCTION {
        agent.expect(line);
    }
    confuse(&mut agent);
    for entry in catalog::GAMES {
        let name = entry.card().name;
        let moves = play(&mut agent, *entry);
        assert!(moves.len() > 4, "{language}: {name}: {moves:?}");
        if name == "refusal" {
            for answer in ["accept", "refuse"] {
                assert!(moves.iter().any(|mv| mv == answer), "{language}: never {answer}");
            }
        }
    }
    let choices: Vec<String> = (0..64)
        .map(|_| {
            agent.send("position startpos\nlegal A B C\ngo\n");
            agent.answer()
        })
        .collect();
    for mv in ["A", "B", "C"] {
        assert!(choices.contains(&format!("bestmove {mv}")), "{language}: never {mv} in 64 times");
    }
    // Its input is still open: `quit` alone ends it, and what comes after is not read.
    agent.send("quit\nisready\n");
    assert_eq!(agent.end().code(), Some(0), "{language}: after quit");

    let mut agent = Agent::start(&folder, run);
    agent.send("isready");
    agent.input = None;
    agent.expect("readyok");
    assert_eq!(agent.end().code(), Some(0), "{language}: at the end of its input");
}

#[test]
fn python_plays() {
    check("python");
}

#[test]
fn rust_plays() {
    check("rust");
}

#[test]
fn java_plays() {
    check("java");
}

#[test]
fn c_plays() {
    check("c");
}

#[test]
fn javascript_plays() {
    check("javascript");
}

#[track_caller]
fn refused(language: &str, folder: &Path, words: &[&str]) {
    let output = new_agent(language, folder);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty(), "it claims to have written something");
    for word in words {
        assert!(said.contains(word), "no '{word}' in: {said}");
    }
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn an_unknown_language_is_refused() {
    let folder = vacant("cobol");
    refused("cobol", &folder, &[&["'cobol'"], &LANGUAGES[..]].concat());
    assert!(!folder.exists());
}

#[test]
fn files_are_never_overwritten() {
    let folder = vacant("taken");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("notes.txt"), "mine").expect("a file");
    refused("python", &folder, &["taken'", "empty folder"]);
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);

    fs::remove_file(folder.join("notes.txt")).expect("the file");
    assert!(new_agent("rust", &folder).status.success(), "an empty folder will do");
    refused("rust", &folder, &["taken'", "empty folder"]);
}

#[test]
fn a_path_that_cannot_be_made_leaves_nothing_behind() {
    let folder = vacant("blocked");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("file");
    fs::write(&file, "mine").expect("a file");
    refused("c", &file, &["file'"]);
    refused("c", &file.join("agent"), &["agent"]);
    // The first folders can be made, the last cannot: no file system takes such a name.
    let long = folder.join("new").join("x".repeat(300));
    refused("rust", &long, &["xxx"]);
    let left: Vec<_> = fs::read_dir(&folder).expect("the folder").collect();
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!(fs::read_to_string(&file).expect("the file"), "mine");
}

#[test]
fn the_path_is_quoted_for_a_shell() {
    let folder = vacant("Ann's agents").join("first one");
    let output = new_agent("python", &folder);
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(said.contains(r"/Ann'\''s agents/first one'"), "{said}");
    let (commands, _) = said.split_once("\n\nit then waits").expect("what comes after");
    let (_, commands) = commands.split_once("to run it:\n").expect("the commands");
    let output = Command::new("sh").args(["-c", commands]).stdin(Stdio::null()).output();
    let output = output.expect("a shell runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Returns the blocks of the guide that begin with `mark`, without it.
fn guide(mark: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/write-an-agent.md");
    let text = fs::read_to_string(path).expect("the guide");
    let blocks = text.split("```").skip(1).step_by(2);
    let blocks: Vec<String> =
        blocks.filter_map(|block| block.strip_prefix(mark)).map(String::from).collect();
    assert!(!blocks.is_empty(), "no block {mark:?}");
    blocks
}

#[test]
fn the_guide_shows_what_is_written() {
    let folder = vacant("guide/my-agent");
    let said = String::from_utf8(new_agent("python", &folder).stdout).expect("text");
    let said = said.replace(&folder.display().to_string(), "my-agent");
    assert_eq!(guide("text\n$ manator new-agent python my-agent\n"), [said]);
    for language in LANGUAGES {
        let said = new_agent(language, &vacant(&format!("guide/{language}"))).stdout;
        let said = String::from_utf8(said).expect("text");
        let (_, commands) = said.split_once("\n  cd ").expect("the commands");
        let commands = commands.lines().skip(1).map_while(|line| line.strip_prefix("  "));
        let commands: Vec<String> = commands.map(|command| format!("`{command}`")).collect();
        let file = said.lines().last().and_then(|line| line.rsplit(' ').next());
        let build = if commands.len() == 2 { commands[0].as_str() } else { "–" };
        let run = commands.last().expect("a command");
        let row = format!("| `{language}` | `{}` | {build} | {run} |", file.expect("a file"));
        let text = include_str!("../../../docs/write-an-agent.md");
        assert!(text.lines().any(|line| line == row), "no row {row}");
    }
}

/// Lines to the agent begin with `>`. It plays at random, so a move shown need only be a legal one.
#[test]
fn the_guide_shows_what_is_said() {
    let (folder, run) = write_and_build("python", "guide/talk");
    for talk in guide("talk\n") {
        let mut agent = Agent::start(&folder, run);
        let mut table = None;
        let mut legal = Vec::new();
        for line in talk.lines() {
            let Some(line) = line.strip_prefix("> ") else {
                let Some(shown) = line.strip_prefix("bestmove ") else {
                    agent.expect(line);
                    continue;
                };
                let answer = agent.answer();
                let mv = answer.strip_prefix("bestmove ").expect("a move");
                assert!([mv, shown].iter().all(|mv| legal.iter().any(|text| text == mv)), "{mv}");
                continue;
            };
            agent.send(format!("{line}\n"));
            if let Some(game) = line.strip_prefix("setoption name UGI_Game value ") {
                table = catalog::find(game);
            } else if let Some(moves) = line.strip_prefix("position startpos") {
                let entry = table.expect("the game is named first");
                let settings = Settings::defaults(entry.card().options);
                let mut table = entry.open(settings).expect("the defaults are valid");
                for mv in moves.split_whitespace().skip(1) {
                    table.play(mv).unwrap_or_else(|error| panic!("{line}: {error}"));
                }
                legal = table.legal();
            } else if let Some(moves) = line.strip_prefix("legal ") {
                assert_eq!(moves, legal.join(" "));
            }
        }
        assert_eq!(agent.end().code(), Some(0), "the conversation ends with quit");
    }
}

#[test]
fn the_guide_makes_the_agent_think() {
    let (folder, run) = write_and_build("python", "guide/thinks");
    let [thought] = &guide("python\n")[..] else { panic!("one block of Python") };
    let path = folder.join("agent.py");
    let agent = fs::read_to_string(&path).expect("the agent");
    let agent = agent.replace("    return random.choice(legal)\n", thought);
    let agent = agent.replace("import random\n", "import json\nimport subprocess\n");
    fs::write(&path, agent).expect("write the agent that thinks");
    let mut agent = Agent::start(&folder, run);
    agent.send("setoption name UGI_Game value joust size=5x6\n");
    // C6D4 alone takes a square from the other knight.
    agent.send("position startpos moves C1E2\nlegal C6A5 C6B4 C6D4 C6E5\ngo\n");
    agent.expect("bestmove C6D4");
}
