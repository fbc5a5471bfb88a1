//! Stores of earlier versions, games that are looked for, and games that are kept at the last moment.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use manator_core::{Record, Settings, Table};
use manator_games::catalog;
use manator_organise::store::{Explored, Number, Room};
use manator_organise::{
    Conduct, Ending, Entry, Event, Finished, Observer, Playing, Prepared, Programs, Store, Supply,
    Threads, Watcher,
};
use manator_play::{Report, Sheet, referee};
use manator_tournament::Entrant;
use rusqlite::Connection;
use tempfile::TempDir;

/// The tables as the first four versions of a store had them.
const EARLIER: [&str; 4] = [
    include_str!("../src/store/schema.sql"),
    include_str!("../src/store/class.sql"),
    include_str!("../src/store/arena.sql"),
    include_str!("../src/store/arena_tournament.sql"),
];

fn prepared() -> Prepared {
    let players = ["Ann", "Bob", "Cid"]
        .map(|name| Entry { name: Some(name.into()), ..Entry::of(Entry::GUEST) })
        .to_vec();
    Prepared::with_guests(Event::new("joust", players)).expect("a tournament")
}

fn finished(id: &str, seats: [usize; 2]) -> Finished {
    Finished {
        id: id.into(),
        seats: seats.to_vec(),
        payoffs: vec![1, -1],
        reason: "stuck".into(),
        words: "Black cannot move: White wins".into(),
        illegal: Vec::new(),
        offences: Vec::new(),
        plies: 2,
        began_ms: 0,
        took_ms: 1,
        worker: "thread 1".into(),
        moves: "A1B3 C3D5".into(),
        record: "[Game \"joust\"]\n".into(),
    }
}

#[test]
fn the_games_of_a_player_are_found_by_an_index() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tournaments.db");
    let mut store = Store::open(&path).expect("a store");
    let prepared = prepared();
    let other = store.create_for(&prepared, "another").expect("a tournament");
    let number = store.create_for(&prepared, "class").expect("a tournament");
    let games = [finished("1.2.1", [2, 0]), finished("1.1.1", [0, 1]), finished("1.3.1", [1, 2])];
    for number in [other, number] {
        store.add(number, &games.iter().collect::<Vec<_>>()).expect("games are kept");
    }
    let of = |player| -> Vec<String> {
        let rows = store.games_of(number, Entrant(player)).expect("games");
        rows.iter().map(|row| row.id.to_string()).collect()
    };
    assert_eq!(of(0), ["1.1.1", "1.2.1"]);
    assert_eq!(of(2), ["1.2.1", "1.3.1"]);
    assert_eq!(of(3), Vec::<String>::new());
    assert_eq!(store.last_of("class").expect("a store"), Some(number));
    assert_eq!(store.last(true).expect("a store"), None, "guests go on with their host only");
    let plan: String = Connection::open(&path)
        .and_then(|connection| {
            connection.query_row(
                "EXPLAIN QUERY PLAN SELECT game FROM seat WHERE player = 0",
                [],
                |row| row.get(3),
            )
        })
        .expect("a plan");
    assert!(plan.contains("seat_player"), "{plan}");
}

#[test]
fn a_store_of_an_earlier_version_is_brought_up_to_date() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tournaments.db");
    let earlier = Connection::open(&path).expect("a file");
    for version in EARLIER {
        earlier.execute_batch(version).expect("tables");
    }
    earlier.pragma_update(None, "user_version", EARLIER.len() as i64).expect("a version");
    let definition = prepared().event.to_json();
    earlier
        .execute(
            "INSERT INTO tournament (key, title, game, definition, began)
             VALUES ('k', '', 'joust', ?1, '2026-01-01T00:00:00.000Z')",
            [&definition],
        )
        .expect("a tournament");
    earlier.execute("INSERT INTO class VALUES (1, 'roster')", []).expect("a class");
    drop(earlier);
    let mut store = Store::open(&path).expect("it is read");
    let number = store.last_of("roster").expect("a store").expect("the class is known");
    assert_eq!(number, Number(1));
    let game = Finished { illegal: vec![2, 0], ..finished("1.1.1", [0, 1]) };
    store.add(number, &[&game]).expect("a game is kept");
    let games = store.games_of(number, Entrant(1)).expect("games");
    assert_eq!(games[0].illegal, [2, 0]);
}

#[test]
fn a_store_that_counts_no_illegal_answers_can_be_looked_at() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tournaments.db");
    let mut store = Store::open(&path).expect("a store");
    let number = store.create(&prepared()).expect("a tournament");
    store.add(number, &[&finished("1.1.1", [0, 1])]).expect("a game is kept");
    drop(store);
    let earlier = Connection::open(&path).expect("a file");
    earlier
        .execute_batch(
            "DROP INDEX room_unexplored; ALTER TABLE room DROP COLUMN explored;
             DROP TABLE explored; DROP TABLE explored_until; ALTER TABLE seat DROP COLUMN illegal",
        )
        .expect("what is newer goes");
    earlier.pragma_update(None, "user_version", 6).expect("a version");
    drop(earlier);
    let store = Store::look(&path).expect("it is read");
    assert!(store.check().damage.is_empty(), "the sums hold: {:?}", store.check());
    assert_eq!(store.games_of(number, Entrant(1)).expect("games")[0].illegal, [0, 0]);
    let store = Store::open(&path).expect("it is brought up to date");
    assert_eq!(store.games_of(number, Entrant(1)).expect("games")[0].illegal, [0, 0]);
}

#[test]
fn a_game_that_cannot_be_kept_is_an_error() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tournaments.db");
    let mut store = Store::open(&path).expect("a store");
    let number = store.create(&prepared()).expect("a tournament");
    for began_ms in [1 << 60, u64::MAX] {
        let game = Finished { began_ms, ..finished("1.1.1", [0, 1]) };
        let error = store.add(number, &[&game]).expect_err("no such time").to_string();
        assert!(error.contains(&format!("game 1.1.1 began {began_ms} ms after 1970")), "{error}");
    }
    let game = finished("1.1.1", [0, 1]);
    let error = store.add(Number(99), &[&game]).expect_err("no such tournament").to_string();
    assert!(error.contains("FOREIGN KEY"), "{error}");
    // Only that it is there already is no error.
    assert_eq!(store.add(number, &[&game]).expect("a game is kept"), [true]);
    assert_eq!(store.add(number, &[&game]).expect("it is there"), [false]);
}

/// Stops everything as soon as a game is over, before whoever conducts the games hears of it.
struct StopsAtTheEnd(Arc<AtomicBool>);

impl Watcher for StopsAtTheEnd {
    fn watch(&self, _game: Playing<'_>, _sheet: &Sheet, _event: &referee::Event<'_>) {}

    fn ended(&self, _game: Playing<'_>, report: &Report) {
        assert!(report.verdict.is_some(), "the game was over before it was stopped");
        self.0.store(true, Ordering::SeqCst);
        // Whoever looks at the flag has seen it by now.
        thread::sleep(Duration::from_millis(500));
    }
}

#[test]
fn a_game_that_ends_just_as_everything_is_stopped_is_kept() {
    struct Silent;
    impl Observer for Silent {}
    let folder = TempDir::new().expect("a folder");
    let mut store = Store::open(&folder.path().join("tournaments.db")).expect("a store");
    let event = Event::new("joust", vec![Entry::of("random"), Entry::of("random")]);
    let prepared = Arc::new(Prepared::new(event).expect("a tournament"));
    let number = store.create(&prepared).expect("a tournament");
    let stop = Arc::new(AtomicBool::new(false));
    let supplies: Vec<Box<dyn Supply>> = vec![Box::new(Programs::new(prepared.clone()))];
    let gallery = Arc::new(StopsAtTheEnd(stop.clone()));
    let mut pool = Threads::start(prepared.clone(), supplies, &[], Some(gallery), &stop);
    let conduct = Conduct { store: &mut store, number, prepared: &prepared, pool: &mut pool, stop };
    let (live, ending) = conduct.run(&mut Silent).expect("games are played");
    assert_eq!(ending, Ending::Stopped);
    assert_eq!(live.results().games().len(), 1);
    assert_eq!(store.tournament(number).expect("a tournament").0.games, 1);
}

#[test]
fn games_are_read_whole_while_others_are_kept() {
    const GAMES: usize = 300;
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tournaments.db");
    let mut store = Store::open(&path).expect("a store");
    let number = store.create(&prepared()).expect("a tournament");
    let reader = thread::spawn(move || {
        let store = Store::open(&path).expect("a store");
        let mut count = 0;
        while count < GAMES {
            count = 0;
            store.outlines(number, |_| count += 1).expect("every game has its seats");
        }
    });
    for index in 1..=GAMES {
        let game = finished(&format!("1.{index}.1"), [0, 1]);
        store.add(number, &[&game]).expect("it is kept");
    }
    reader.join().expect("all games are read");
}

#[test]
fn a_store_is_for_its_owner_alone() {
    let folder = TempDir::new().expect("a folder");
    let set = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
    };
    let check = |path: &Path, expected: u32| {
        let mode = fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(format!("{mode:o}"), format!("{expected:o}"), "{}", path.display());
    };
    set(folder.path(), 0o755);
    let path = folder.path().join("made/tournaments.db");
    let files = ["", "-wal", "-shm"].map(|end| PathBuf::from(format!("{}{end}", path.display())));
    let mut store = Store::open(&path).expect("a store");
    let number = store.create(&prepared()).expect("a tournament");
    let _claim = store.claim(number).expect("nobody plays it");
    files.iter().for_each(|file| check(file, 0o600));
    check(&folder.path().join("made/tournaments.db-1.lock"), 0o600);
    check(&folder.path().join("made"), 0o700);
    // A folder that was there is left as it is; files that an older version left open are not.
    set(&folder.path().join("made"), 0o755);
    files.iter().for_each(|file| set(file, 0o644));
    Store::open(&path).expect("it is opened again");
    files.iter().for_each(|file| check(file, 0o600));
    check(&folder.path().join("made"), 0o755);
}

/// Plays a game of Joust on a small board to its end, always the move of this index where there are as many.
fn small_game(index: usize) -> Box<dyn Table> {
    let entry = catalog::find("joust").expect("joust");
    let settings = Settings::parse(entry.card().options, "size=4x4").expect("options");
    let mut table = entry.open(settings).expect("a table");
    while table.outcome().is_none() {
        let mut legal = table.legal();
        let mv = legal.swap_remove(index.min(legal.len() - 1));
        table.play(&mv).expect("a legal move");
    }
    table
}

#[test]
fn what_was_played_from_a_position_is_counted_once() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tournaments.db");
    let mut store = Store::open(&path).expect("a store");
    let number = store.create(&prepared()).expect("kept");
    let [one, other] = [small_game(0), small_game(1)];
    let mut games: Vec<Finished> =
        ["0.0.0", "0.0.1", "0.1.0"].map(|id| finished(id, [0, 1])).into();
    for (game, table) in games.iter_mut().zip([&one, &one, &other]) {
        game.record = Record::of(&**table).to_string();
    }
    // What the rules forbid is not counted, and stops nobody.
    games.push(Finished {
        record: "[Game \"joust\"]\n\n1. A1A2 *\n".into(),
        ..finished("0.1.1", [0, 1])
    });
    store.add(number, &games.iter().collect::<Vec<_>>()).expect("kept");
    let room = |id: &str, is_over| Room {
        number: 0,
        id: id.into(),
        seats: "[]".into(),
        record: Record::of(&*other).to_string(),
        began_ms: 0,
        is_over,
    };
    let mut going = room("going", false);
    store.add_room(&going).expect("kept");
    store.add_room(&room("over", true)).expect("kept");

    assert_eq!(store.unexplored().expect("counted"), 5);
    assert_eq!([(); 4].map(|()| store.explore(2).expect("counted")), [3, 2, 0, 0]);
    let mut start = one.copy();
    while start.undo() {}
    let won = |table: &dyn Table, games: u32| {
        let outcome = table.outcome().expect("it is over");
        outcome.payoffs.as_slice().iter().map(|payoff| games * u32::from(*payoff == 1)).collect()
    };
    let row = |table: &dyn Table, games| Explored {
        mv: table.moves()[0].clone(),
        games,
        won: won(table, games),
    };
    let mut expected = vec![row(&*one, 2), row(&*other, 2)];
    expected.sort_by(|one, other| one.mv.cmp(&other.mv));
    assert_eq!(store.explored(&*start).expect("read"), expected);
    // The same squares under other rules are another position.
    let entry = catalog::find("joust").expect("joust");
    let plain = entry.open(Settings::defaults(entry.card().options)).expect("a table");
    assert_eq!(store.explored(&*plain).expect("read"), []);

    going.is_over = true;
    store.keep_room(&going).expect("kept");
    assert_eq!([(); 2].map(|()| store.explore(50).expect("counted")), [1, 0]);
    assert_eq!(store.explored(&*start).expect("read")[0].games, 3);
}
