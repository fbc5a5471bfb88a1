//! What the display looks like; `INSTA_UPDATE=always` writes it anew.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Player, Table};
use manator_testkit::terminal::{Key, Screen, Size, Terminal};

use super::server::{Guest, Server, command};
use crate::full_screen::driver::{MIDDLE, SMALL, short_game, table};

const TINY: Size = Size { columns: 40, lines: 16 };
const UPRIGHT: Size = Size { columns: 64, lines: 50 };

const JETAN: &str = "F2E3 E9D8 E1F3 D10G7 F3E5 G10F7 D1E4 H9G8 G1D4 F7E4";
const THREECHESS: &str = "BE2BE4 GD2GD4 RB1RC3 BG1BF3 GE2GE3 RD2RD4";
const STANDING: [&str; 3] = [
    "standing Tara of Helium played 3 points 2",
    "standing random played 3 points 0",
    "standing deep-thoat played 3 points 2.5",
];

/// Returns the screen without what clocks show, which depends on how fast this machine is.
fn masked(screen: &Screen) -> String {
    let mut letters: Vec<char> = screen.text().chars().collect();
    for at in 1..letters.len().saturating_sub(2) {
        let is_digit = |at: usize| letters[at].is_ascii_digit() || letters[at] == '#';
        if letters[at] == ':' && is_digit(at - 1) && is_digit(at + 1) && is_digit(at + 2) {
            let tens = at.saturating_sub(2);
            for near in [tens, at - 1, at + 1, at + 2] {
                if letters[near].is_ascii_digit() {
                    letters[near] = '#';
                }
            }
        }
    }
    letters.into_iter().collect()
}

/// Waits until everything told and typed before has been drawn: the help is there, and gone again.
pub(crate) fn settled(terminal: &mut Terminal) -> String {
    terminal.send("?");
    terminal.wait_for("A game goes on while");
    terminal.send("?");
    terminal.wait_until("no box", |screen| screen.find("╯").is_none()).text()
}

fn leave(mut terminal: Terminal) {
    terminal.send("q");
    assert!(terminal.wait_exit().success());
    terminal.is_restored().unwrap();
}

/// Tells moves one by one.
fn play(guest: &mut Guest, moves: &str) {
    for mv in moves.split(' ') {
        guest.tell(&[&format!("move {mv} spent 1500")]);
    }
}

/// A game told up to a point, and how it ends.
struct Scene {
    game: &'static str,
    names: &'static [&'static str],
    told: &'static [&'static str],
    moves: &'static str,
    /// What is seen when all has been told.
    last: &'static str,
    over: &'static str,
}

const SCENES: [Scene; 3] = [
    Scene {
        game: "jetan",
        names: &["Tara of Helium", "deep-thoat"],
        told: &[
            "round 4 of 6",
            "clock 1 300000",
            "clock 2 287000",
            "note 1 depth 6 score 31 nodes 120394 pv F3E5 G10F7 D1E4 H9G8",
            "note 2 the book is empty, thinking for myself",
        ],
        moves: JETAN,
        last: "Orange plays F7E4, 1.5 s",
        over: "over 0-1 resigned Black resigns: Orange wins",
    },
    Scene {
        game: "threechess",
        names: &["one", "a player with quite a long name", "three"],
        told: &["clock 1 3600000", "clock 2 65000", "clock 3 100000", "note 3 hello"],
        moves: THREECHESS,
        last: "Red plays RD2RD4, 1.5 s",
        over: "over 0-1-1/2 time Blue's time is up: Green made the last move before and wins",
    },
    Scene {
        game: "refusal first=south",
        names: &["minimax", "maxmini"],
        told: &[],
        moves: "A3C4 refuse E3C4",
        last: "South plays the alternate E3C4, 1.5 s",
        over: "over 1/2-1/2 agreed Both have had enough of it",
    },
];

fn begin(guest: &mut Guest, scene: &Scene) {
    guest.tell(&[&format!("game 7 {}", scene.game)]);
    for (seat, name) in (1..).zip(scene.names) {
        guest.tell(&[&format!("player {seat} {name}")]);
    }
    guest.tell(&["position startpos"]);
    guest.tell(scene.told);
    if scene.game == "jetan" {
        guest.tell(&STANDING);
    }
}

#[test]
fn games_in_progress_and_at_their_end() {
    for scene in SCENES {
        for size in [SMALL, MIDDLE] {
            let server = Server::new();
            let name = scene.game.split(' ').next().unwrap();
            let mut terminal = server.display(size, name);
            let mut guest = server.welcome(scene.game);
            assert_eq!(guest.asked, format!("watch {name}"));
            begin(&mut guest, &scene);
            play(&mut guest, scene.moves);
            let screen = terminal.wait_for(scene.last);
            let name = format!("{name}-{}x{}", size.columns, size.lines);
            insta::assert_snapshot!(name.clone(), masked(&screen));
            guest.tell(&[scene.over]);
            let screen = terminal.wait_for("Game over");
            insta::assert_snapshot!(format!("{name}-over"), masked(&screen));
            leave(terminal);
        }
    }
}

#[test]
fn small_upright_and_without_colour() {
    for (name, size, colour) in [
        ("tiny", TINY, "COLORTERM"),
        ("upright", UPRIGHT, "COLORTERM"),
        ("no-colour", SMALL, "NO_COLOR"),
    ] {
        let server = Server::new();
        let command = command(server.port, "").env(colour, "truecolor");
        let mut terminal = Terminal::open(size, command);
        let mut guest = server.welcome("jetan");
        assert_eq!(guest.asked, "watch any");
        begin(&mut guest, &SCENES[0]);
        play(&mut guest, JETAN);
        let screen = terminal.wait_for(SCENES[0].last);
        insta::assert_snapshot!(name, masked(&screen));
        leave(terminal);
    }
}

#[test]
fn before_there_is_anything() {
    let server = Server::new();
    let mut terminal = server.display(SMALL, "joust --table 3");
    terminal.wait_for("looking for the server");
    let mut guest = server.welcome("joust size=5x5");
    assert_eq!(guest.asked, "watch joust table 3");
    terminal.wait_for("waiting for a game to begin");
    guest.tell(&["game 1 joust size=5x5"]);
    terminal.wait_for("● live");
    leave(terminal);
}

#[test]
fn a_whole_game_joined_late_looked_back_in_and_ended() {
    let played = short_game("refusal", "first=south");
    let moves = played.moves();
    let half = moves.len() / 2;
    let server = Server::new();
    let mut terminal = server.display(SMALL, "refusal");
    let mut guest = server.welcome("refusal first=south");
    let position = format!("position startpos moves {}", moves[..half].join(" "));
    guest.tell(&["game 3 refusal first=south", &position, "player 1 ada"]);
    terminal.wait_for("ada");
    let live = format!("● live, move {half}");
    terminal.wait_for(&live);
    let joined = settled(&mut terminal);
    // Back by one, by ten, to the beginning; the board at the beginning has nothing marked.
    terminal.key(Key::Left);
    terminal.wait_for(&format!("move {} of {half}", half - 1));
    terminal.key(Key::Home);
    terminal.wait_for(&format!("move 0 of {half}"));
    // The game goes on meanwhile.
    guest.tell(&[&format!("move {} spent 20", moves[half])]);
    terminal.wait_for(&format!("move 0 of {}", half + 1));
    terminal.key(Key::Right);
    terminal.wait_for(&format!("move 1 of {}", half + 1));
    terminal.key(Key::PageDown);
    terminal.key(Key::PageUp);
    terminal.key(Key::End);
    terminal.wait_for(&format!("● live, move {}", half + 1));
    terminal.key(Key::Up);
    terminal.wait_for(&format!("move {half} of {}", half + 1));
    let back = settled(&mut terminal);
    // The same position as then: the board has the same cells.
    let board = |text: &str| -> Vec<String> {
        text.lines().skip(1).take(20).map(|line| line.chars().take(40).collect()).collect()
    };
    assert_eq!(board(&joined), board(&back));
    for mv in &moves[half + 1..] {
        guest.tell(&[&format!("move {mv} spent 0")]);
    }
    let outcome = played.outcome().unwrap();
    let words = played.describe_outcome(&outcome);
    guest.tell(&[&format!("over 1-0 {} {words}", outcome.reason.0)]);
    terminal.wait_for("Game over, 1-0");
    terminal.key(Key::End);
    terminal.wait_for("South (ada) wins");
    terminal.send(" ");
    terminal.wait_until("the board without the box", |s| s.find("South (ada) wins").is_none());
    guest.tell(&["game 4 refusal first=north", "position startpos"]);
    terminal.wait_for("(first=north)");
    leave(terminal);
}

#[test]
fn help_and_flip() {
    let server = Server::new();
    let mut terminal = server.display(SMALL, "-d 1 -W 10 -H 10");
    let mut guest = server.welcome("jetan");
    guest.tell(&["game 1 jetan", "position startpos moves D2D3"]);
    terminal.wait_for("● live, move 1");
    terminal.wait_until("the first row at the bottom", |screen| {
        screen.find("A  B  C").is_some_and(|(_, line)| line > 10)
    });
    terminal.send("f");
    terminal.wait_until("the first row at the top", |screen| {
        screen.find("J  I  H").is_some_and(|(_, line)| line < 10)
    });
    terminal.send("?");
    terminal.wait_for("ten moves back");
    terminal.key(Key::Escape);
    terminal.wait_until("no help", |screen| screen.find("ten moves back").is_none());
    terminal.key(Key::Escape);
    assert!(terminal.wait_exit().success());
    terminal.is_restored().unwrap();
}

#[test]
fn a_window_that_changes_its_size() {
    let server = Server::new();
    let mut terminal = server.display(SMALL, "");
    let mut guest = server.welcome("jetan");
    guest.tell(&["game 1 jetan", &format!("position startpos moves {JETAN}")]);
    terminal.wait_for("5. G1D4 F7E4");
    let first = settled(&mut terminal);
    terminal.resize(Size { columns: 30, lines: 9 });
    terminal.wait_for("needs a terminal of");
    terminal.resize(Size { columns: 2, lines: 1 });
    terminal.resize(Size { columns: 250, lines: 70 });
    terminal.wait_until("a panel far to the right", |screen| {
        screen.find("  5. G1D4 F7E4").is_some_and(|(column, _)| column > 100)
    });
    terminal.resize(TINY);
    terminal.wait_until("no panel", |screen| screen.find("G1D4").is_none());
    terminal.resize(SMALL);
    terminal.wait_until("all as at first", |screen| screen.text() == first);
    leave(terminal);
}

/// The tests tell moves that are legal: otherwise the screens would show something else.
#[test]
fn the_moves_told_are_legal() {
    for scene in SCENES {
        let (game, options) = scene.game.split_once(' ').unwrap_or((scene.game, ""));
        let mut along: Box<dyn Table> = table(game, options);
        for mv in scene.moves.split(' ') {
            along.play(mv).unwrap();
        }
        assert!(along.outcome().is_none());
        assert_eq!(along.card().players.len(), scene.names.len());
        assert!(along.to_move() < Player(3));
    }
}
