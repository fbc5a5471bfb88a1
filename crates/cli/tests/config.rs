//! The configuration file as a person meets it: what wins, what is refused and why, where it is found.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use manator_testkit::process::feed;
use serde_json::Value;

use crate::program;

/// Returns an empty folder for one test; no other test writes there.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("config").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// Returns the program, with `home` as the place where configuration files usually are.
fn manator(home: &Path) -> Command {
    let mut command = program::manator();
    command.env("XDG_CONFIG_HOME", home);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A file in a folder of its own.
struct Case {
    home: PathBuf,
    file: PathBuf,
}

impl Case {
    fn new(name: &str, contents: impl AsRef<[u8]>) -> Self {
        let home = folder(name);
        let file = home.join("some.file");
        fs::write(&file, contents).expect("write the file");
        Case { home, file }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = manator(&self.home);
        command.arg("--config").arg(&self.file).args(arguments).output().expect("manator runs")
    }

    #[track_caller]
    fn prints(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Checks that the command fails and mentions the words.
    #[track_caller]
    fn fails(&self, arguments: &[&str], words: &[&str]) {
        let output = self.run(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(&self.file.display().to_string()), "{said}");
        for word in words {
            assert!(said.contains(word), "no '{word}' in: {said}");
        }
        assert!(!said.contains("panicked"), "{said}");
    }
}

/// Checks that a file is refused in that line, whatever the command.
#[track_caller]
fn refused(contents: impl AsRef<[u8]>, line: usize, words: &[&str]) {
    let case = Case::new(&format!("refused-{}", std::panic::Location::caller().line()), contents);
    let place = format!("error: {}:{line}: ", case.file.display());
    let words = [&[place.as_str()], words].concat();
    case.fails(&["games"], &words);
    case.fails(&["config"], &words);
    case.fails(&[], &words);
    assert!(case.prints(&["config", "--example"]).contains("[analyse]"), "help for who needs it");
    assert!(case.prints(&["analyse", "--help"]).contains("--json "), "help for who needs it");
}

fn depths(printed: &str) -> Vec<u64> {
    let steps = printed.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    steps.map(|step| step["depth"].as_u64().expect("a depth")).collect()
}

const LAYERS: &str = "
[analyse]
agent = \"alphabeta\"
depth = 2
json = true
[analyse.joust]
depth = 3
[games.joust]
size = \"5x5\"
";

#[test]
fn the_command_line_wins_then_the_game_then_the_command() {
    let case = Case::new("layers", LAYERS);
    assert_eq!(depths(&case.prints(&["analyse", "refusal"])).last(), Some(&2));
    assert_eq!(depths(&case.prints(&["analyse", "joust"])).last(), Some(&3));
    assert_eq!(depths(&case.prints(&["analyse", "JOUST", "--depth", "1"])).last(), Some(&1));
    assert_eq!(depths(&case.prints(&["analyse", "joust", "--json"])).last(), Some(&3));
    assert!(case.prints(&["analyse", "--json=false", "joust"]).starts_with("depth "));
    assert!(case.prints(&["analyse", "joust", "--agent", "novice"]).contains("\"depth\":"));
    let elsewhere = manator(&case.home).args(["analyse", "joust", "--depth=1"]).output();
    assert!(text(&elsewhere.expect("runs").stdout).starts_with("depth "), "not without --config");
}

#[test]
fn a_limit_given_drops_the_limits_configured() {
    let case = Case::new("limits", LAYERS);
    let deep = depths(&case.prints(&["analyse", "joust", "--nodes", "2000"]));
    assert!(deep.last() > Some(&3), "{deep:?}");
    // Far too little time for that depth.
    let case = Case::new("time", "[analyse]\ntime = '1ms'\nagent = 'alphabeta'\njson = true\n");
    assert_eq!(depths(&case.prints(&["analyse", "joust", "--depth", "12"])).last(), Some(&12));
}

#[test]
fn the_flag_may_stand_anywhere() {
    let case = Case::new("anywhere", LAYERS);
    let file = case.file.display().to_string();
    let equal = format!("--config={file}");
    for arguments in [
        &["--config", &file, "perft", "joust", "2"][..],
        &["perft", "--config", &file, "joust", "2"],
        &["perft", "joust", "2", &equal],
    ] {
        let output = manator(&case.home).args(arguments).output().expect("manator runs");
        assert_eq!(text(&output.stdout), "1 4\n2 14\n", "{arguments:?}");
    }
}

#[test]
fn rule_options_are_merged_one_by_one() {
    let case = Case::new("rules", "[games.joust]\nsize = '5x5'\nstart = 'centre'\n");
    let position = |arguments: &[&str]| {
        let printed = case.prints(&[&["show", "joust"], arguments].concat());
        let line = printed.lines().find_map(|line| line.strip_prefix("position: "));
        line.expect("a position").to_string()
    };
    let plain = |options: &[&str]| {
        let mut command = manator(&case.home);
        command.args(["show", "joust"]);
        options.iter().for_each(|option| {
            command.args(["-o", option]);
        });
        let printed = text(&command.output().expect("manator runs").stdout);
        let line = printed.lines().find_map(|line| line.strip_prefix("position: "));
        line.expect("a position").to_string()
    };
    assert_eq!(position(&[]), plain(&["size=5x5", "start=centre"]));
    assert_eq!(position(&["-o", "size=7x6"]), plain(&["size=7x6", "start=centre"]));
    assert_eq!(position(&["-o", " SIZE =7x6"]), plain(&["size=7x6", "start=centre"]));
    assert_eq!(position(&["-o", "start=middle"]), plain(&["size=5x5"]));
    assert!(case.prints(&["show", "jetan"]).contains("black"), "other games are as they were");
    case.fails(&["show", "joust", "-m", "C1Z9"], &["move 1", ":2 sets joust --option size=5x5"]);
}

#[test]
fn the_menu_proposes_the_rules_configured() {
    let case =
        Case::new("menu", "[games.joust]\nsize = '3x3'\n[games.jetan]\nescape = 'any-time'\n");
    let mut command = manator(&case.home);
    command.args(["menu", "--config"]).arg(&case.file);
    let session = b"joust\n\nall\nB1A3\nnew\njoust\nsize=4x4\nall\nnew\njetan\nquit\n";
    let said = text(&feed(&mut command, session).stdout);
    for words in
        ["such as 8x8 [3x3]", "3 [W]B .", "4  . B . .", "escape=attacked|any-time [any-time]"]
    {
        assert!(said.contains(words), "no '{words}' in: {said}");
    }
}

#[test]
fn values_are_texts_numbers_switches_and_lists() {
    let file = "[analyse]\nlines = 0x02\nnodes = 1_000\nagent = 'alphabeta'\nset = ['seed=1', 'hash=1']\n\
                json = false\ntime = 1.5\n[perft]\ndivide = true\n[solve]\nsize = '3x4'\n";
    let case = Case::new("values", file);
    let printed = case.prints(&["config"]);
    let expected = "    2: analyse --lines 2\n    3: analyse --nodes 1000\n    4: analyse --agent alphabeta\n    \
                    5: analyse --set seed=1 --set hash=1\n    6: analyse --json=false\n    \
                    7: analyse --time 1.5\n    9: perft --divide\n   11: solve --size 3x4\n";
    assert_eq!(printed, format!("{}: sets\n{expected}", case.file.display()));
    assert!(case.prints(&["analyse", "joust"]).starts_with("depth "));
    assert!(case.prints(&["perft", "joust", "2"]).ends_with("total 16\n"));
    assert!(case.prints(&["perft", "joust", "2", "--divide=false"]).ends_with("2 16\n"));
    assert!(case.prints(&["solve", "joust"]).contains(" wins"));
}

#[test]
fn the_usual_file_is_read_when_it_is_there() {
    let home = folder("usual");
    let path = home.join("manator/config.toml");
    let run = |arguments: &[&str]| manator(&home).args(arguments).output().expect("manator runs");
    let absent = run(&["config"]);
    assert!(absent.status.success());
    assert_eq!(text(&absent.stdout), format!("{}: not there\n", path.display()));
    assert!(text(&absent.stderr).contains("--example"));
    fs::create_dir_all(home.join("manator")).expect("a folder");
    fs::write(&path, "\u{feff}# nothing yet\n").expect("write");
    assert_eq!(text(&run(&["config"]).stdout), format!("{}: sets nothing\n", path.display()));
    fs::write(&path, "[games.joust]\nsize = '5x5'\n").expect("write");
    assert_eq!(text(&run(&["perft", "joust", "2"]).stdout), "1 4\n2 14\n");
    let other = home.join("other.toml");
    fs::write(&other, "").expect("write");
    let output = run(&["perft", "joust", "2", "--config", &other.display().to_string()]);
    assert_eq!(text(&output.stdout), "1 4\n2 16\n", "one file, not two");
    fs::remove_file(&path).expect("remove");
    fs::create_dir(&path).expect("a folder in its place");
    assert_eq!(run(&["games"]).status.code(), Some(2), "there, but unreadable");
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let case = Case::new("missing", "");
    fs::remove_file(&case.file).expect("remove");
    case.fails(&["games"], &["No such file"]);
    case.fails(&["config"], &["No such file"]);
    fs::create_dir(&case.file).expect("a folder");
    case.fails(&["games"], &["directory"]);
    let case = Case::new("large", vec![b'\n'; (1 << 20) + 1]);
    case.fails(&["games"], &["larger than 1048576 bytes"]);
    assert_eq!(case.run(&["games", "--config", "twice"]).status.code(), Some(2));
}

#[test]
fn mistakes_are_named_with_their_line() {
    refused("level = 3\n", 1, &["'level' is in no section", "[analyse]", "[games.GAME]"]);
    refused("\n[anlyse]\n", 2, &["unknown section 'anlyse'", "[analyse], [explain], [solve]"]);
    refused("[config]\nexample = true", 1, &["unknown section 'config'"]);
    refused(
        "[analyse]\n\ndeep = 3\n",
        3,
        &["unknown flag 'deep' of analyse", "time, depth, nodes"],
    );
    refused("[analyse]\nconfigured = 'size=3x3'\n", 2, &["unknown flag 'configured'"]);
    refused("[analyse]\nconfig = 'x'\n", 2, &["unknown flag 'config'"]);
    refused("[analyse]\ngame = 'joust'\n", 2, &["unknown flag 'game'"]);
    refused("[analyse]\ndepth = 'deep'\n", 2, &["'deep'", "--depth"]);
    refused("[analyse]\ndepth = 0\n", 2, &["'0'", "1..=100"]);
    refused("[analyse]\ndepth = -1\n", 2, &["'-1'", "1..=100"]);
    refused("[analyse]\ntime = 'long'\n", 2, &["'long'", "expected a time such as 5s"]);
    refused("[analyse]\njson = 'yes'\n", 2, &["json: 'yes'", "expected true or false"]);
    refused("[analyse]\ndepth = [1, 2]\n", 2, &["depth: [1, 2]", "not a list"]);
    refused("[analyse]\ndepth = 1979-05-27\n", 2, &["a date", "expected a text, a number"]);
    refused("[analyse]\nset = [['a']]\n", 2, &["a list within a list"]);
    refused("[analyse]\ndepth = {a = 1}\n", 2, &["depth: a section", "expected a value"]);
    refused("[analyse.chess]\n", 1, &["unknown game 'chess'", "jetan", "refusal"]);
    refused("[analyse.joust]\ndeep = 1\n", 2, &["unknown flag 'deep' of analyse"]);
    refused("[analyse.joust.jetan]\n", 1, &["'jetan' is a section"]);
    refused("[bench.joust]\ndepth = 3\n", 1, &["'bench.joust'", "takes no game"]);
    refused("[rules]\nx = 1\n", 2, &["unknown flag 'x' of rules: expected none"]);
    let removed = Case::new("removed", "[experiment.evals]\ngames = 20\n");
    assert!(removed.prints(&["config"]).ends_with(": sets nothing\n"));
    let rivals = "'--against <WHO>' cannot be used with '--level <LEVEL>'";
    refused("[play]\nagainst = 'me'\nlevel = 'easy'\n", 3, &[rivals]);
    refused("[class]\ngames = 3\n", 2, &["unknown flag 'games' of class"]);
    refused("[class.serve]\nconcurrency = 0\n", 2, &["'0'", "1..="]);
    refused("[games]\nsize = '3x3'\n", 2, &["'size' is of no game", "[games.joust]"]);
    refused("[games.chess]\n", 1, &["unknown game 'chess'"]);
    refused("[games.joust]\nsize = '2x2'\n", 2, &["'2x2'", "3 to 26"]);
    refused("[games.joust]\nseed = 1\nstart = 'J9A1'\n", 3, &["'J9A1'", "not on the board"]);
    refused("[games.joust]\nsize = [3, 3]\n", 2, &["size: [3, 3]", "not a list"]);
    refused("[games.joust]\nsize.x = 3\n", 2, &["'size' is a section", "an option of joust"]);
    refused("[games.jetan]\ncolour = 1\n", 2, &["unknown option 'colour'", "variant, chief-taken"]);
    refused("[games.jetan]\nmax-moves = true\n", 2, &["'true'", "1..1000000"]);
    refused("[games.joust]\nseed = 99999999999999999999999\n", 2, &["99999999999999999999999"]);
    refused("\n[analyse\n", 2, &["not TOML", "'[analyse'"]);
    refused("[analyse]\ntime = 5s\n", 2, &["not TOML", "'time = 5s'"]);
    refused("[analyse]\njson = true\njson = true\n", 3, &["not TOML", "duplicate key"]);
    refused(b"[analyse]\n\xff\xfe\n", 2, &["UTF-8"]);
    refused("[".repeat(100_000), 1, &["not TOML"]);
}

#[test]
fn what_only_the_command_can_judge_has_a_hint() {
    let case = Case::new("hint", "[analyse]\nagent = 'nobody'\nset = ['threads=0']\n");
    let hint = ":2 sets analyse --agent nobody";
    case.fails(&["analyse", "joust", "--set", "seed=1"], &["'nobody'", hint]);
    let hint = ":3 sets analyse --set threads=0";
    case.fails(&["analyse", "joust", "--agent", "random"], &["threads: 0 is not", hint]);
    let output = case.run(&["analyse", "joust", "--agent", "somebody", "--set", "seed=1"]);
    assert!(!text(&output.stderr).contains("hint"), "{}", text(&output.stderr));
}

#[test]
fn the_joust_programs_own_file_is_read() {
    for file in [
        "board_dimensions(5,5).\ndifficulty(medium).\n",
        "difficulty(demigod). board_dimensions(5,5).",
        "% size\n\n  board_dimensions ( 5 ,\n 5 ) . % done",
        "/* a comment:\n difficulty(none). */board_dimensions(5, /* rows */ 5).\n",
        "board_dimensions(5,5).\r\ndifficulty('easy').\r\n",
    ] {
        let case = Case::new("prolog", file);
        assert_eq!(case.prints(&["perft", "joust", "2"]), "1 4\n2 14\n", "{file}");
    }
    let both = "difficulty(ultra).\n/* a\n */ board_dimensions(\n 8 , 10 ) . % end";
    let set = Case::new("prolog-lines", both).prints(&["config"]);
    assert!(set.contains("    1: play joust --level ultra\n"), "{set}");
    assert!(set.ends_with("    3: joust --option size=8x10\n"), "{set}");
    for file in ["% nothing", "/**/", "difficulty(novice)."] {
        let case = Case::new("prolog", file);
        assert_eq!(case.prints(&["perft", "joust", "2"]), "1 4\n2 16\n", "{file}");
    }
}

#[test]
fn the_joust_programs_file_is_read_where_it_is() {
    let home = folder("course");
    let folder = home.join("folder");
    fs::create_dir_all(&folder).expect("a folder");
    let run = |arguments: &[&str]| {
        let mut command = manator(&home);
        command.current_dir(&folder).env("XDG_DATA_HOME", &home).args(arguments);
        let output = feed(&mut command, b"quit\n");
        (text(&output.stdout), text(&output.stderr), output.status.code())
    };
    let write = |file: &str| fs::write(folder.join("config"), file).expect("write");
    write("board_dimensions(5,6).\ndifficulty(novice).\n");
    let play = ["play", "joust", "--plain", "--first", "human"];
    let (said, announced, _) = run(&play);
    assert!(
        said.contains("Black (computer: Manator's novice)") && said.contains("6  . . B"),
        "{said}"
    );
    assert_eq!(
        announced,
        "the file config here sets play joust --level novice, joust --option size=5x6\n"
    );
    // The command line wins, then this file, then the usual one.
    fs::create_dir_all(home.join("manator")).expect("a folder");
    let usual = "[games.joust]\nsize = '8x8'\nstart = 'centre'\n[play.joust]\nagainst = 'random'\n";
    fs::write(home.join("manator/config.toml"), usual).expect("write");
    let (said, announced, _) = run(&[&play[..], &["--level", "easy"]].concat());
    assert!(said.contains("Manator's easy") && said.contains("6  . . . . .\n"), "{said}");
    assert_eq!(announced, "the file config here sets joust --option size=5x6\n");
    let (said, _, _) = run(&play);
    assert!(said.contains("Manator's novice"), "{said}");
    // Who names another file, or plays another game, hears nothing of this one.
    fs::write(home.join("other.toml"), "").expect("write");
    let other = home.join("other.toml").display().to_string();
    let (said, announced, _) = run(&["show", "joust", "--config", &other]);
    assert!(said.starts_with("8  . . . B") && announced.is_empty(), "{announced}");
    assert_eq!(run(&["show", "jetan"]).1, "");
    write("board_dimensions(5).\n");
    let (_, announced, status) = run(&["show", "joust"]);
    assert!(announced.starts_with("error: config:1: board_dimensions(5) found"), "{announced}");
    assert_eq!(status, Some(2));
    // Many programs have a file of this name.
    for other in ["[core]\nbare = false\n", "% no facts\n", "print(1)\n", "\u{0}\u{1}", ""] {
        write(other);
        assert_eq!(run(&["show", "joust"]).1, "", "{other}");
    }
    fs::remove_file(folder.join("config")).expect("remove");
    fs::create_dir(folder.join("config")).expect("a folder");
    assert_eq!(run(&["show", "joust"]).1, "");
}

#[test]
fn mistakes_in_the_joust_programs_file_are_named_too() {
    refused("board_dimensions(2,2).\n", 1, &["'2x2'", "3 to 26"]);
    refused(
        "board_dimensions(8,8).\nboard_dimensions(8,8).",
        2,
        &["board_dimensions: given twice"],
    );
    refused("% one\ndifficulty(godlike).", 2, &["'godlike'", "novice, easy, medium"]);
    refused("board_dimensions(8).", 1, &["board_dimensions(8)", "board_dimensions(X,Y)"]);
    refused("board_dimensions(8,x).", 1, &["'x'", "a whole number"]);
    refused("board_dimensions(8,99999999999).", 1, &["'99999999999'", "a whole number"]);
    refused("colour(red).", 1, &["'colour'", "difficulty(Level)"]);
    refused("difficulty(easy)", 1, &["the end of the file", "'.' of difficulty"]);
    refused("difficulty(easy.", 1, &["'.' found", "')' of difficulty"]);
    refused("difficulty().", 1, &["')' found", "a number or a word"]);
    refused("difficulty('easy).", 1, &["''' found"]);
    refused("difficulty(easy).\n/* open", 2, &["no */"]);
    refused("/*/", 1, &["no */"]);
    refused(":- consult(x).", 1, &["':' found", "difficulty(Level)"]);
    refused("% é\né(1).", 2, &["'é'"]);
}

#[test]
fn the_example_holds_every_flag_and_is_a_file() {
    let home = folder("example");
    let example = manator(&home).args(["config", "--example"]).output().expect("manator runs");
    let example = text(&example.stdout);
    for words in
        ["[analyse]\n", "# How many plies deep\n#depth = ", "#json = false", "[class.serve]"]
    {
        assert!(example.contains(words), "no '{words}' in: {example}");
    }
    let case = Case::new("example-read", &example);
    assert!(case.prints(&["config"]).ends_with(": sets nothing\n"));
    // Texts in capitals stand for values; every other setting is one.
    let settings = |line: &str| match line.strip_prefix('#') {
        Some(setting) if !setting.starts_with(' ') && !setting.contains(char::is_uppercase) => {
            setting.to_string() + "\n"
        }
        _ => line.to_string() + "\n",
    };
    let all: String = example.lines().map(settings).collect();
    let case = Case::new("example-all", all);
    let printed = case.prints(&["config"]);
    for words in ["analyse --agent champion", "perft --divide=false", "jetan --option escape="] {
        assert!(printed.contains(words), "no '{words}' in: {printed}");
    }
}

#[test]
fn the_files_in_the_document_are_the_examples() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let read = |name: &str| fs::read_to_string(docs.join(name)).expect("a document");
    let document = read("configuration.md");
    for (mark, name) in [("toml", "examples/config.toml"), ("prolog", "examples/joust.config")] {
        assert!(document.contains(&format!("```{mark}\n{}```\n", read(name))), "{name}");
    }
}

#[test]
fn a_game_is_played_by_the_file() {
    let who = |config: &str, given: &[&str]| {
        let case = Case::new("play", config);
        let data = folder("play-data");
        let mut command = manator(&data);
        command.args(["play", "joust", "--plain", "--first", "human", "--config"]);
        command.arg(&case.file).args(given).env("XDG_DATA_HOME", &data);
        assert!(command.status().expect("manator runs").success());
        let games = fs::read_dir(data.join("manator/games")).expect("the game is kept");
        let file = games.map(|entry| entry.expect("a file").path()).next().expect("the game");
        let record = text(&fs::read(file).expect("a record"));
        let line = |tag: &str| {
            let found = record.lines().find(|line| line.starts_with(tag));
            found.unwrap_or_default().to_string()
        };
        (line("[Options"), line("[Black"))
    };
    let prolog = "board_dimensions(5,6). difficulty(novice).";
    let as_in_file = ("[Options \"size=5x6\"]".into(), "[Black \"novice\"]".into());
    assert_eq!(who(prolog, &[]), as_in_file);
    let as_given = ("[Options \"size=7x7\"]".into(), "[Black \"random\"]".into());
    assert_eq!(who(prolog, &["--against", "random", "-o", "size=7x7"]), as_given);
    let toml = "[play]\nlevel = 'hard'\n[play.joust]\nagainst = 'greedy'";
    assert_eq!(who(toml, &[]).1, "[Black \"greedy\"]", "the game's section drops the level");
    assert_eq!(who(toml, &["--level", "easy"]).1, "[Black \"easy\"]");
    let toml = "[play]\nlevel = 'hard'\n[play.joust]\nlevel = 'easy'\n[games.joust]\nsize = '5x6'";
    let as_in_file = ("[Options \"size=5x6\"]".into(), "[Black \"easy\"]".into());
    assert_eq!(who(toml, &[]), as_in_file);
}
