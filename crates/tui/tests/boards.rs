//! Boards in the terminal: what they look like, that every cell can be reached, and that every move
//! can be made.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod watch;

use std::collections::HashSet;

use manator_core::random::SplitMix;
use manator_core::view::{CellId, Gesture};
use manator_core::{Player, Settings, Table};
use manator_games::catalog::{self, GAMES};
use manator_tui::board::{Direction, Marks, Picture, Scene, Side, flipped, needs};
use manator_tui::theme::{Depth, Mark, Rgb, Theme};
use manator_tui::touch::{Touch, Touched};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

type Size = (u16, u16);

const SIZES: [Size; 9] =
    [(26, 13), (40, 14), (56, 22), (80, 24), (100, 30), (120, 40), (160, 50), (200, 60), (300, 90)];

fn open(name: &str) -> Box<dyn Table> {
    let entry = catalog::find(name).expect("a game of the catalog");
    entry.open(Settings::defaults(entry.card().options)).expect("the default options are valid")
}

fn play_some(table: &mut dyn Table, count: usize, seed: u64) {
    let mut random = SplitMix::new(seed);
    for _ in 0..count {
        let legal = table.legal();
        if legal.is_empty() {
            return;
        }
        let mv = &legal[random.below(legal.len() as u64) as usize];
        table.play(mv).expect("a legal move");
    }
}

fn theme(table: &dyn Table, depth: Depth) -> Theme {
    Theme { depth, players: Vec::new() }.seated(table.card().players)
}

fn fit(
    table: &dyn Table,
    (columns, lines): Size,
    side: Side,
    depth: Depth,
) -> Result<Picture, Size> {
    let area = Rect::new(0, 0, columns, lines);
    Picture::fit(&table.board(), area, side, &theme(table, depth))
}

/// Returns every picture of a game: all sizes, both sides, drawn and as text.
fn pictures(table: &dyn Table) -> Vec<(String, Picture)> {
    let mut pictures = Vec::new();
    for size in SIZES {
        for side in [Side::Upright, Side::Flipped] {
            for depth in [Depth::True, Depth::Plain] {
                if let Ok(picture) = fit(table, size, side, depth) {
                    let name = format!("{} {size:?} {side:?} {depth:?}", table.card().name);
                    pictures.push((name, picture));
                }
            }
        }
    }
    pictures
}

fn cells(table: &dyn Table) -> Vec<CellId> {
    (0..table.board().cells.len()).map(|cell| CellId(cell as u16)).collect()
}

fn seats(table: &dyn Table) -> Vec<String> {
    table.card().players.iter().map(|name| name.to_string()).collect()
}

/// Returns marks of every sort: the piece with most targets chosen, the cursor on the last of them.
fn marks(table: &dyn Table) -> Marks {
    let mut marks = Marks { last: table.last_move(), ..Marks::default() };
    let targets = |cell: &CellId| {
        let mut touch = Touch::new(table.gestures());
        touch.touch(*cell);
        touch.targets()
    };
    let sources = Touch::new(table.gestures()).sources();
    if let Some(best) = sources.iter().max_by_key(|cell| targets(cell).len()) {
        marks.chosen = vec![*best];
        marks.targets = targets(best);
        marks.cursor = marks.targets.last().copied();
        marks.hint = sources.iter().copied().find(|cell| cell != best).into_iter().collect();
    }
    marks
}

fn frame(table: &dyn Table, size: Size, depth: Depth) -> Terminal<TestBackend> {
    let fit = fit(table, size, Side::Upright, depth);
    let picture = fit.expect("room for the board");
    let (pieces, marks, seats) = (table.pieces(), marks(table), seats(table));
    let scene = Scene { pieces: &pieces, marks: &marks, seats: &seats };
    let backend = TestBackend::new(size.0, size.1);
    let mut terminal = Terminal::new(backend).expect("a terminal of characters");
    let drawn = terminal.draw(|frame| picture.render(&scene, frame.buffer_mut()));
    drawn.expect("a frame");
    terminal
}

/// Returns the characters of a scene without their colours.
fn symbols(picture: &Picture, table: &dyn Table, marks: &Marks, size: Size) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    let (pieces, seats) = (table.pieces(), seats(table));
    picture.render(&Scene { pieces: &pieces, marks, seats: &seats }, &mut buffer);
    buffer.content.iter().map(|cell| cell.symbol()).collect()
}

#[test]
fn boards_look_like_this() {
    for game in GAMES {
        let name = game.card().name;
        let mut table = open(name);
        play_some(&mut *table, 31, 7);
        for size in [(80, 24), (120, 40), (180, 60)] {
            let terminal = frame(&*table, size, Depth::True);
            insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), terminal.backend());
        }
        let terminal = frame(&*table, (80, 24), Depth::Plain);
        insta::assert_snapshot!(format!("{name}-text"), terminal.backend());
    }
}

#[test]
fn boards_are_drawn_where_they_fit() {
    for game in GAMES {
        let table = open(game.card().name);
        let name = table.card().name;
        let (columns, lines) = needs(&table.board());
        let fits = |size| fit(&*table, size, Side::Upright, Depth::True);
        let is_drawn = |size| fits(size).is_ok_and(|picture| picture.is_drawn());
        assert!(is_drawn((columns, lines)), "{name}");
        assert!(!is_drawn((columns - 1, lines - 1)), "{name}");
        assert!(is_drawn((80, 24)), "{name}");
        let needs = fits((0, 0)).expect_err("no board fits into nothing");
        assert!(fits(needs).is_ok(), "{name}");
        let plain = fit(&*table, (100, 30), Side::Upright, Depth::Plain);
        assert!(
            plain.is_ok_and(|picture| !picture.is_drawn()),
            "{name}: without colours it is text"
        );
    }
}

#[test]
fn every_cell_has_a_place_of_its_own() {
    for game in GAMES {
        let table = open(game.card().name);
        for (name, picture) in pictures(&*table) {
            let mut places = HashSet::new();
            for cell in cells(&*table) {
                let (column, line) = picture.glyph_at(cell).expect("a place");
                assert!(places.insert((column, line)), "{name}: {cell:?} shares its place");
                assert_eq!(picture.cell_at(column, line), Some(cell), "{name}");
            }
        }
    }
}

#[test]
fn the_cursor_reaches_every_cell_from_every_cell() {
    for game in GAMES {
        let table = open(game.card().name);
        for (name, picture) in pictures(&*table) {
            for start in cells(&*table) {
                let mut reached = HashSet::from([start]);
                let mut open = vec![start];
                while let Some(cell) = open.pop() {
                    let next = Direction::ALL.map(|way| picture.neighbour(cell, way));
                    open.extend(next.into_iter().flatten().filter(|cell| reached.insert(*cell)));
                }
                let mut missing = cells(&*table);
                missing.retain(|cell| !reached.contains(cell));
                assert_eq!(missing, [], "{name}: not reached from {start:?}");
            }
        }
    }
}

#[test]
fn nothing_is_drawn_outside_the_area() {
    for game in GAMES {
        let mut table = open(game.card().name);
        play_some(&mut *table, 12, 3);
        let long_names = vec!["a person with quite a long name".to_string(); 3];
        let (pieces, marks) = (table.pieces(), marks(&*table));
        for (columns, lines) in SIZES {
            let area = Rect::new(5, 3, columns, lines);
            let theme = theme(&*table, Depth::True);
            let fit = Picture::fit(&table.board(), area, Side::Upright, &theme);
            let Ok(picture) = fit else { continue };
            let mut buffer = Buffer::empty(Rect::new(0, 0, columns + 10, lines + 6));
            let scene = Scene { pieces: &pieces, marks: &marks, seats: &long_names };
            picture.render(&scene, &mut buffer);
            for line in 0..lines + 6 {
                for column in 0..columns + 10 {
                    let cell = &buffer[(column, line)];
                    assert_eq!(Span::raw(cell.symbol()).width(), 1, "{:?}", cell.symbol());
                    let inside = area.contains((column, line).into());
                    assert!(inside || cell.symbol() == " ", "{columns}x{lines}: {column} {line}");
                }
            }
        }
    }
}

#[test]
fn a_board_flipped_twice_is_the_same() {
    for game in GAMES {
        let table = open(game.card().name);
        let board = table.board();
        let again = flipped(&flipped(&board));
        for (one, other) in board.cells.iter().zip(&again.cells) {
            assert_eq!(one.at, other.at, "{} {}", table.card().name, one.name);
            for (one, other) in one.outline.iter().zip(&other.outline) {
                assert!((one.x - other.x).hypot(one.y - other.y) < 1e-4);
            }
        }
        for (one, other) in board.labels.iter().zip(&again.labels) {
            assert_eq!((one.at, &one.text), (other.at, &other.text), "{}", table.card().name);
        }
    }
}

#[test]
fn a_flipped_board_is_upside_down() {
    for game in GAMES {
        let table = open(game.card().name);
        let [upright, turned] = [Side::Upright, Side::Flipped].map(|side| {
            let fit = fit(&*table, (120, 40), side, Depth::True);
            fit.expect("room for the board")
        });
        let below = |picture: &Picture, one: CellId, other: CellId| {
            picture.glyph_at(one).map(|at| at.1) > picture.glyph_at(other).map(|at| at.1)
        };
        let (first, last) = (cells(&*table)[0], *cells(&*table).last().expect("cells"));
        assert_ne!(below(&upright, first, last), below(&turned, first, last));
    }
}

#[test]
fn marks_differ_without_colour() {
    for game in GAMES {
        let mut table = open(game.card().name);
        let name = table.card().name;
        play_some(&mut *table, 10, 5);
        let drawn = [(56, 22), (80, 24), (120, 40)].map(|size| (size, Depth::True));
        for (size, depth) in drawn.into_iter().chain([((80, 24), Depth::Plain)]) {
            let fit = fit(&*table, size, Side::Upright, depth);
            let picture = fit.expect("room for the board");
            for cell in cells(&*table) {
                let every = [
                    Marks::default(),
                    Marks { cursor: Some(cell), ..Marks::default() },
                    Marks { chosen: vec![cell], ..Marks::default() },
                    Marks { targets: vec![cell], ..Marks::default() },
                    Marks { last: vec![cell], ..Marks::default() },
                    Marks { hint: vec![cell], ..Marks::default() },
                ];
                let looks: HashSet<String> =
                    every.iter().map(|marks| symbols(&picture, &*table, marks, size)).collect();
                assert_eq!(looks.len(), every.len(), "{name} {size:?} {depth:?} {cell:?}");
            }
        }
    }
}

#[test]
fn every_move_can_be_made_by_touching_its_cells() {
    for game in GAMES {
        for seed in 0..4 {
            let mut table = open(game.card().name);
            for turn in 0..40 {
                check_touches(&*table);
                play_some(&mut *table, 1, 100 * seed + turn);
            }
        }
    }
}

#[track_caller]
fn check_touches(table: &dyn Table) {
    let at = format!("{} {}", table.card().name, table.position());
    let gestures = table.gestures();
    let fresh = Touch::new(gestures.clone());
    for (mv, gesture) in &gestures {
        let Gesture::Cells(run) = gesture else {
            assert!(fresh.buttons.iter().any(|(_, made)| made == mv), "{at}: {mv}");
            continue;
        };
        let mut touch = fresh.clone();
        assert!(touch.sources().contains(&run[0]), "{at}: {mv}");
        let mut done = Touched::Nothing;
        for (count, cell) in run.iter().enumerate() {
            assert!(count == 0 || touch.targets().contains(cell), "{at}: {mv}");
            assert!(!matches!(done, Touched::Move(_)), "{at}: {mv} is made too early");
            done = touch.touch(*cell);
        }
        if done == Touched::Chosen {
            let mut again = touch.clone();
            done = touch.finish();
            assert_eq!(again.touch(run[run.len() - 1]), done, "{at}: {mv}");
        }
        let Touched::Move(made) = done else { panic!("{at}: {mv} is not made: {done:?}") };
        let same = |(text, other): &(String, Gesture)| *text == made && other == gesture;
        assert!(gestures.iter().any(same), "{at}: {mv} gave {made}");
        assert_eq!(touch.chosen, []);
    }
}

#[test]
fn a_choice_can_be_changed() {
    let table = open("jetan");
    let mut touch = Touch::new(table.gestures());
    let [first, second, ..] = touch.sources()[..] else { panic!("two pieces can move") };
    assert_eq!(touch.targets(), []);
    assert_eq!(touch.touch(first), Touched::Chosen);
    assert_eq!(touch.touch(second), Touched::Chosen);
    assert_eq!(touch.chosen, [second]);
    let enemy = *cells(&*table).last().expect("cells");
    assert_eq!(touch.touch(enemy), Touched::Nothing);
    assert_eq!(touch.chosen, [second]);
    assert_eq!(touch.touch(second), Touched::Dropped);
    assert_eq!(touch.finish(), Touched::Nothing);
    assert!(!touch.drop_all());
}

#[test]
fn the_only_piece_that_can_move_need_not_be_touched() {
    let table = open("joust");
    let fresh = Touch::new(table.gestures());
    assert_eq!(fresh.targets().len(), 4);
    for (mv, gesture) in table.gestures() {
        let Gesture::Cells(run) = gesture else { panic!("Joust has no buttons") };
        assert_eq!(fresh.clone().touch(run[1]), Touched::Move(mv.clone()));
        let mut touch = fresh.clone();
        assert_eq!(touch.touch(run[0]), Touched::Chosen);
        assert_eq!(touch.touch(run[1]), Touched::Move(mv));
    }
    let elsewhere = *cells(&*table).last().expect("cells");
    assert_eq!(fresh.clone().touch(elsewhere), Touched::Nothing);
    assert_eq!(Touch::new(open("jetan").gestures()).targets(), []);
}

#[test]
fn pieces_are_readable_on_every_cell() {
    const LETTERS_MIN: f32 = 4.5;
    /// Squared, in steps of red, green and blue.
    const DISTANCE_MIN: u32 = 3000;
    for game in GAMES {
        let table = open(game.card().name);
        let theme = theme(&*table, Depth::True);
        for player in Player::all(table.card().players.len()) {
            let disc = theme.player(player);
            assert!(contrast(disc, theme.ink(disc)) >= LETTERS_MIN, "{player:?}");
            for cell in table.board().cells {
                let tint = theme.cell(cell.tint);
                assert!(disc.distance(tint) > DISTANCE_MIN, "{}: {player:?}", table.card().name);
                for mark in [Mark::Target, Mark::Capture, Mark::Last, Mark::Hint, Mark::Chosen] {
                    let ground = theme.marked(tint, mark);
                    let contrast = contrast(ground, theme.ink(ground));
                    assert!(contrast >= LETTERS_MIN, "{mark:?} {:?}: {contrast}", cell.tint);
                }
            }
        }
    }
}

#[test]
fn colours_are_those_of_the_terminal() {
    let depth = |variables: &[(&str, &str)]| {
        let find = |name: &str| variables.iter().find(|(key, _)| *key == name);
        Theme::detect(|name| find(name).map(|(_, value)| value.to_string())).depth
    };
    assert_eq!(depth(&[("COLORTERM", "truecolor"), ("TERM", "xterm-256color")]), Depth::True);
    assert_eq!(depth(&[("TERM", "xterm-256color")]), Depth::Indexed);
    assert_eq!(depth(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]), Depth::Plain);
    assert_eq!(depth(&[("TERM", "xterm"), ("NO_COLOR", "")]), Depth::Indexed);
    assert_eq!(depth(&[("TERM", "dumb")]), Depth::Plain);
}

fn contrast(one: Rgb, other: Rgb) -> f32 {
    let (one, other) = (one.brightness() + 0.05, other.brightness() + 0.05);
    one.max(other) / one.min(other)
}
