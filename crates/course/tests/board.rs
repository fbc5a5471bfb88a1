//! Jetan as the original programs see it: boards and moves both ways, and games followed from outside.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_core::{Player, Settings, Table};
use manator_course::wire::{Message, PAYLOAD_MAX};
use manator_course::{
    Action, BoardError, Change, Percept, Showing, Watcher, action, plays, read_action,
};
use manator_games::catalog;
use manator_protocol::News;

const GAMES: u64 = 20;
const PLIES_MAX: usize = 400;
const MUTATIONS: usize = 20_000;

/// The first percept of all, as the original server sends it to the first player.
const FIRST: &str = "PERCEPT::BOARD==\
    0,1,2,3,4,5,6,7,8,9,\
    10,11,12,13,14,15,16,17,18,19,\
    -1,-1,-1,-1,-1,-1,-1,-1,-1,-1,\
    -1,-1,-1,-1,-1,-1,-1,-1,-1,-1,\
    -1,-1,-1,-1,-1,-1,-1,-1,-1,-1,\
    -1,-1,-1,-1,-1,-1,-1,-1,-1,-1,\
    -1,-1,-1,-1,-1,-1,-1,-1,-1,-1,\
    -1,-1,-1,-1,-1,-1,-1,-1,-1,-1,\
    30,31,32,33,34,35,36,37,38,39,\
    29,28,27,26,25,24,23,22,21,20,\
    1;0;0;0;1,1;1;1;0;1,1;2;2;0;1,1;3;3;0;1,1;4;4;0;1,\
    1;5;5;0;1,1;3;6;0;1,1;2;7;0;1,1;1;8;0;1,1;0;9;0;1,\
    1;6;0;1;1,1;7;1;1;1,1;7;2;1;1,1;7;3;1;1,1;7;4;1;1,\
    1;7;5;1;1,1;7;6;1;1,1;7;7;1;1,1;7;8;1;1,1;6;9;1;1,\
    2;0;9;9;1,2;1;8;9;1,2;2;7;9;1,2;3;6;9;1,2;5;5;9;1,\
    2;4;4;9;1,2;3;3;9;1,2;2;2;9;1,2;1;1;9;1,2;0;0;9;1,\
    2;6;0;8;1,2;7;1;8;1,2;7;2;8;1,2;7;3;8;1,2;7;4;8;1,\
    2;7;5;8;1,2;7;6;8;1,2;7;7;8;1,2;7;8;8;1,2;6;9;8;1,\
    1,0,::PLAYER_NUMBER==1";

fn table() -> Box<dyn Table> {
    let entry = catalog::find("jetan").unwrap();
    entry.open(Settings::parse(entry.card().options, "variant=software").unwrap()).unwrap()
}

fn seen(table: &dyn Table) -> Percept {
    Percept::of(table, table.to_move())
}

/// Plays a game at random and shows the table before the first move and after each.
fn play(seed: u64, mut show: impl FnMut(&dyn Table)) -> Box<dyn Table> {
    let (mut table, mut random) = (table(), SplitMix::new(seed));
    show(&*table);
    for _ in 0..PLIES_MAX {
        let moves = table.legal();
        if moves.is_empty() {
            break;
        }
        table.play(&moves[random.below(moves.len() as u64) as usize]).unwrap();
        show(&*table);
    }
    table
}

/// Leaves out what a board does not tell: the escapes and the moves since the last capture.
fn told(position: &str) -> Vec<&str> {
    let fields = position.split(' ').enumerate();
    fields.filter(|(index, _)| ![2, 3].contains(index)).map(|(_, field)| field).collect()
}

/// Reads a board as somebody does who has seen none before.
fn read(board: &str) -> Result<String, BoardError> {
    let mut watcher = Watcher::default();
    watcher.see(&Percept { board: board.into(), player_number: 1 })?;
    Ok(watcher.table().position())
}

#[test]
fn the_start_is_that_of_the_original_programs() {
    let table = table();
    assert_eq!(Percept::of(&*table, Player(0)).message().to_string(), FIRST);
    let message: Message = FIRST.parse().unwrap();
    let first = Percept::read(&message).unwrap();
    assert_eq!(first.player_number, 1);
    assert_eq!(first.message(), message);
    assert_eq!(read(&first.board), Ok(table.position()));
}

#[test]
fn numbers_follow_their_pieces() {
    let mut table = table();
    table.play("D2D3").unwrap();
    let text = Percept::of(&*table, Player(1)).message().to_string();
    assert!(text.contains(",10,11,12,-1,14,15,16,17,18,19,-1,-1,-1,13,-1,"), "{text}");
    assert!(text.contains("1;7;3;2;1,"), "{text}");
    assert!(text.ends_with(",2,1,::PLAYER_NUMBER==2"), "{text}");
}

#[test]
fn boards_are_read_as_they_were_written() {
    let (mut won, mut longest) = (0, 0);
    for seed in 0..GAMES {
        let table = play(seed, |table| {
            let shown = seen(table);
            assert!(shown.message().to_string().len() < PAYLOAD_MAX);
            let read = read(&shown.board).unwrap();
            assert_eq!(told(&read), told(&table.position()));
        });
        longest = longest.max(table.moves().len());
        if let Some(winner) = table.outcome().and_then(|outcome| outcome.winner()) {
            let end = format!(",{},{},", winner.0 + 5, table.moves().len());
            assert!(seen(&*table).board.ends_with(&end), "{end}");
            won += 1;
        }
    }
    assert!(won > 0 && longest > 40, "{won} games won, {longest} plies");
}

#[test]
fn games_are_followed_from_every_seat() {
    let mut escapes = 0;
    for seed in 0..GAMES {
        let mut all = Watcher::default();
        let mut seats = [Watcher::default(), Watcher::default()];
        let table = play(seed, |table| {
            let shown = seen(table);
            let seat = &mut seats[table.to_move().index()];
            for watcher in [&mut all, seat] {
                let change = watcher.see(&shown).unwrap();
                assert!(matches!(change, Change::Moves(_)), "seed {seed}: {}", table.position());
                assert_eq!(watcher.table().position(), table.position());
                assert_eq!(watcher.table().moves(), table.moves());
                assert_eq!(seen(watcher.table()), shown);
                // The original server asks again after an illegal move.
                assert_eq!(watcher.see(&shown), Ok(Change::Moves(Vec::new())));
            }
        });
        escapes += usize::from(!table.position().contains(" Rr "));
    }
    assert!(escapes > 0, "no game with an escape");
}

#[test]
fn another_game_is_another_game() {
    let mut watcher = Watcher::default();
    let table = play(1, |table| drop(watcher.see(&seen(table)).unwrap()));
    assert_eq!(watcher.table().position(), table.position());
    let mut table = self::table();
    table.play("D2D3").unwrap();
    assert_eq!(watcher.see(&seen(&*table)), Ok(Change::Moves(vec!["D2D3".into()])));
    assert_eq!(watcher.table().moves(), ["D2D3"]);
}

#[test]
fn what_was_missed_is_set_up() {
    for seed in 0..GAMES {
        let mut watcher = Watcher::default();
        play(seed, |table| {
            if table.moves().len() % 7 != 0 || table.moves().is_empty() {
                return;
            }
            assert_eq!(watcher.see(&seen(table)), Ok(Change::SetUp));
            assert_eq!(told(&watcher.table().position()), told(&table.position()));
            assert_eq!(watcher.table().legal().is_empty(), table.legal().is_empty());
        });
    }
}

#[test]
fn a_princess_far_away_has_escaped() {
    let near = format!("r........./{}.....R....", "........../".repeat(8));
    let far = near.replace("r.........", ".........r");
    let mut watcher = Watcher::default();
    let mut table = table();
    // Over so many moves the Princess may have walked there.
    table.set_position(&format!("{near} black Rr 3 40 -")).unwrap();
    assert_eq!(watcher.see(&seen(&*table)), Ok(Change::SetUp));
    assert!(watcher.table().position().contains(" Rr "));
    // Three moves later, of which hers was one, she is nine columns away.
    table.set_position(&format!("{far} orange Rr 6 43 -")).unwrap();
    assert_eq!(watcher.see(&seen(&*table)), Ok(Change::SetUp));
    assert_eq!(watcher.table().position(), format!("{far} orange R 3 43 -"));
    // She does not get it back.
    table.set_position(&format!("{far} orange Rr 6 49 -")).unwrap();
    assert_eq!(watcher.see(&seen(&*table)), Ok(Change::SetUp));
    assert_eq!(watcher.table().position(), format!("{far} orange R 9 49 -"));
}

#[test]
fn pieces_set_up_keep_one_number() {
    let mut table = table();
    let position = "..........\
        /...r....../..w......./........../......a.../....a...../........../........../.W...R..../W.........";
    table.set_position(&format!("{position} black Rr 0 20 -")).unwrap();
    let before = seen(&*table).board;
    // The Warrior on A1 is at home, so the other has the number that is left.
    assert!(before.starts_with("0,-1,"), "{before}");
    assert!(before.contains("1;0;0;0;1,") && before.contains("1;0;1;1;1,"), "{before}");
    assert_eq!(read(&before), Ok(table.position()));
    table.play("A1C1").unwrap();
    let after = seen(&*table).board;
    assert!(after.starts_with("-1,-1,0,") && after.contains("1;0;2;0;1,"), "{after}");
}

#[test]
fn moves_are_read_as_they_were_sent() {
    assert_eq!(action("A1A3").to_string(), "ACTION::CODE==1::MOVE==0 0 0 2");
    assert_eq!(action("J10H9").to_string(), "ACTION::CODE==1::MOVE==9 9 -2 -1");
    for nothing in ["0000", "", "resign", "A1", "A1Z9"] {
        assert_eq!(action(nothing).to_string(), "ACTION::CODE==2");
        assert_eq!(read_action(&action(nothing)), Ok(Action::Quit));
    }
    for seed in 0..5 {
        play(seed, |table| {
            for mv in table.legal() {
                let sent = action(&mv).to_string();
                let read = read_action(&sent.parse().unwrap());
                assert_eq!(read, Ok(Action::Move(mv)), "{sent}");
            }
        });
    }
}

#[test]
fn senseless_actions_are_quoted() {
    let error = |text: &str| read_action(&text.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(error("AGENT"), "'AGENT': expected ACTION");
    assert_eq!(error("ACTION"), "ACTION: expected CODE");
    assert_eq!(error("ACTION::CODE==x"), "ACTION: CODE 'x': expected a number");
    assert_eq!(error("ACTION::CODE==1"), "ACTION: expected MOVE");
    let form = "the piece's column and row, and how many columns and rows it goes";
    let wrong = error("ACTION::CODE==1::MOVE==1 2 3");
    assert_eq!(wrong, format!("ACTION: MOVE '1 2 3': expected {form}"));
    let board = "squares of the board, whose columns and rows are 0 to 9";
    for off in ["9 9 1 0", "-1 0 1 1", "100 0 100 0", "0 0 0 -1"] {
        let wrong = error(&format!("ACTION::CODE==1::MOVE=={off}"));
        assert_eq!(wrong, format!("ACTION: MOVE '{off}': expected {board}"));
    }
}

#[track_caller]
fn refuses(board: &str, words: &str) {
    assert_eq!(read(board).unwrap_err().to_string(), words);
}

#[test]
fn senseless_boards_are_quoted() {
    let board = seen(&*table()).board;
    refuses("", "percept: '': expected the number of a piece or -1 on A1");
    refuses("0,1", "percept: expected the number of a piece or -1 on C1");
    refuses(
        &board.replacen("0,", "40,", 1),
        "percept: '40': expected the number of a piece or -1 on A1",
    );
    refuses(
        &board.replacen("0,1,", "1,1,", 1),
        "percept: '1;0;0;0;1': expected player;kind;column;row;alive of piece 0, on the square that \
         has its number",
    );
    refuses(
        &board.replacen("1;0;0;0;1", "1;0;0;0;0", 1),
        "percept: '0': expected another number on A1, as this piece is elsewhere",
    );
    refuses(
        &board.replacen("1;0;0;0;1", "1;8;0;0;1", 1),
        "percept: '1;8;0;0;1': expected player;kind;column;row;alive of piece 0, with a kind from 0 \
         to 7",
    );
    let turn = "whose turn it is: 1 or 2, or who has won: 5, 6 or 7 for nobody";
    let start = board.strip_suffix("1,0,").unwrap();
    refuses(&format!("{start}3,0,"), &format!("percept: '3': expected {turn}"));
    refuses(start, &format!("percept: '': expected {turn}"));
    refuses(&format!("{start}2,0,"), "percept: '0': expected the moves made before player 2 moves");
    refuses(&format!("{start}1,0,x"), "percept: 'x': expected nothing more");
    let error = Percept::read(&Message::new("DIE")).unwrap_err().to_string();
    assert_eq!(error, "percept: 'DIE': expected PERCEPT");
    let message = Message::new("PERCEPT").with("PLAYER_NUMBER", 3);
    let error = Percept::read(&message).unwrap_err().to_string();
    assert_eq!(error, "percept: '3': expected PLAYER_NUMBER 1 or 2");
}

#[test]
fn mutated_boards_do_no_harm() {
    let mut random = SplitMix::new(9);
    let mut boards = Vec::new();
    play(3, |table| boards.push(seen(table).board));
    let mut watcher = Watcher::default();
    let mut refused = 0;
    for _ in 0..MUTATIONS {
        let mut bytes = boards[random.below(boards.len() as u64) as usize].clone().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(5) {
                0 => bytes.insert(at, b"0123456789-,;"[random.below(13) as usize]),
                1 => drop(bytes.remove(at)),
                2 => bytes[at] = b"0123456789-,;"[random.below(13) as usize],
                3 => bytes[at] = random.below(256) as u8,
                _ => bytes.truncate(at + 1),
            }
        }
        let board = String::from_utf8_lossy(&bytes).into_owned();
        let read = read(&board);
        let followed = watcher.see(&Percept { board, player_number: 1 });
        assert_eq!(read.is_ok(), followed.is_ok(), "{read:?} {followed:?}");
        if let Err(error) = read {
            assert!(!matches!(error, BoardError::Position(_)) || error.to_string().len() < 400);
            let words = error.to_string();
            assert!(words.starts_with("percept: ") && !words.contains(char::is_control));
            refused += 1;
        }
    }
    assert!(refused > MUTATIONS / 2, "{refused} refused");
}

#[test]
fn the_rules_of_the_original_programs_are_known() {
    for theirs in ["jetan variant=software", "jetan variant=software max-moves=50"] {
        assert!(plays(theirs), "{theirs}");
    }
    for other in ["jetan", "jetan variant=book", "jetan variant=software thoat=walks"] {
        assert!(!plays(other), "{other}");
    }
}

/// Returns what a display is told about lines of news.
fn told_about(showing: &mut Showing, news: &[&str]) -> Vec<Message> {
    let news = news.iter().map(|line| line.parse::<News>().unwrap());
    news.filter_map(|news| showing.take(&news).unwrap()).collect()
}

#[test]
fn displays_are_told_what_has_changed() {
    // Two counts, the agents, the squares, the pieces, the turn and the moves, the players.
    let everything = 2 + 2 * 9 + 100 + 3 * 40 + 2 + 2 * 3;
    let mut showing = Showing::default();
    let start = ["game 1 jetan variant=software", "player 1 A B", "position startpos"];
    let first = told_about(&mut showing, &start);
    assert_eq!(first[0].value("OBJECT_NAME 2"), Some("A_B"));
    assert_eq!(first[0].value("OBJECT_NAME 3"), Some("-"));
    assert_eq!(first[0].value("SQUARE 9 0"), Some("29"));
    assert_eq!(first[0].fields.len(), everything);
    let moved = told_about(&mut showing, &["move D2D3 spent 1500", "note 1 hm"]);
    let always = "OBJECT_SEQ_COUNT==0::AGENT_SEQ_COUNT==2::AGENT_SEQ_ID 0==2";
    let times = "OBJECT_JETANAGENT_DURATION 2==1.500::PLAYER_TIMES 0==1.500::AGENT_SEQ_ID 1==3";
    let board = "SQUARE 1 3==-1::SQUARE 2 3==13::PIECE_Y 13==2";
    let turn = "PLAYER_TURN==2::NUMBER_OF_TURNS==1::NUMBER_OF_TURNS 0==1::LAST_MOVES 0==3 1 0 1";
    let expected = format!("UPDATE::{always}::{times}::{board}::{turn}");
    assert_eq!(moved.iter().map(Message::to_string).collect::<Vec<_>>(), [expected]);
    // Whoever has missed something is told what is another now, and no end.
    let again = ["game 1 jetan variant=software", "position startpos moves D2D3 D9D8"];
    let missed = told_about(&mut showing, &again);
    assert_eq!((missed.len(), missed[0].value("SQUARE 7 3")), (1, Some("33")));
    assert_eq!(missed[0].value("SQUARE 2 3"), None);
    let over = "over 1-0 default Orange closed the connection: Black wins";
    let next =
        told_about(&mut showing, &[over, "game 2 jetan variant=software", "position startpos"]);
    assert_eq!((next[0].to_string(), next[1].fields.len()), ("DIE".into(), everything));
    assert_eq!(told_about(&mut showing, &["bye"]), [Message::new("DIE")]);
    assert_eq!(told_about(&mut showing, &["bye"]), []);
    let error = showing.take(&"move A1A9 spent 1".parse().unwrap()).unwrap_err().to_string();
    assert!(error.starts_with("the game cannot be shown: A1A9: "), "{error}");
}
