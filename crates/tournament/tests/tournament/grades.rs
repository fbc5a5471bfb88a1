//! Tables for spreadsheets, and the points of the course.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;

use manator_core::Player;
use manator_core::random::SplitMix;
use manator_tournament::rating::rate;
use manator_tournament::rating::standings::Standings;
use manator_tournament::rating::summary::Summary;
use manator_tournament::schedule::Step;
use manator_tournament::schedule::course::Course;
use manator_tournament::{Entrant, Fault, Note, Results, grades};

use super::simulated::{id, played};

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

/// Reads CSV as RFC 4180 describes it.
fn parse(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let mut letters = text.chars().peekable();
    let mut quoted = false;
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\r' if !quoted => {
                assert_eq!(letters.next(), Some('\n'));
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            _ => field.push(letter),
        }
    }
    assert!(!quoted && row.is_empty() && field.is_empty());
    rows
}

#[test]
fn a_grade_has_every_number() {
    let mut results = Results::new(3, 2).expect("two seats");
    let games = [
        (
            [0, 1],
            [1, -1],
            "default",
            vec![(Player(1), Fault::NoShow)],
            "Second, a \"team\", is away",
        ),
        ([1, 0], [0, 0], "steps", vec![], ""),
        ([1, 2], [-1, -1], "double-forfeit", vec![], "51 moves\r\nwithout a capture"),
        ([2, 0], [-1, 1], "time", vec![], "=HYPERLINK(\"x\")"),
    ];
    for (number, (seats, payoffs, reason, faults, words)) in (1..).zip(games) {
        let note = Note { words: words.to_string(), faults, ..Note::default() };
        let game = played(id(1, number, 1), &seats, &payoffs, reason);
        results.add_noted(game, note).expect("a game");
    }
    let names = names(&["ada", "-1+1,\"x\"", "@SUM(A1)"]);
    let rows = parse(&grades::entrants(&names, &Standings::of(&results), &rate(&results), None));
    let heading = "rank,name,points,games,wins,ties,losses,defaults,\
                   no-show,crash,illegal,time,double-forfeit,other,illegal-answers,rating,error";
    assert_eq!(rows[0].join(","), heading);
    assert_eq!(rows[1][..14].join(","), "1,ada,2.5,3,2,1,0,0,0,0,0,0,0,0");
    assert_eq!(rows[2][..14].join("|"), "2|'-1+1,\"x\"|0.5|3|0|1|2|1|1|0|0|0|1|0");
    assert_eq!(rows[3][..14].join(","), "3,'@SUM(A1),0,2,0,0,2,1,0,0,0,1,1,0");
    for row in &rows[1..] {
        let numbers: Vec<f64> = row[15..].iter().map(|text| text.parse().expect("one")).collect();
        assert!(numbers.len() == 2 && numbers[1] > 0.0, "{row:?}");
    }
    let order = [2, 1, 0].map(Entrant);
    let rows =
        parse(&grades::entrants(&names, &Standings::of(&results), &rate(&results), Some(&order)));
    assert_eq!((rows[1][0].as_str(), rows[1][1].as_str()), ("1", "'@SUM(A1)"));
    let rows = parse(&grades::games(&names, &results));
    assert_eq!(rows[0].join(","), "id,first,second,result,reason,words");
    assert_eq!(rows[1].join("|"), "1.1.1|ada|'-1+1,\"x\"|1-0|default|Second, a \"team\", is away");
    assert_eq!(rows[2][3], "1/2-1/2");
    assert_eq!(rows[3][3..].join("|"), "0-0|double-forfeit|51 moves\r\nwithout a capture");
    assert_eq!(rows[4][5], "'=HYPERLINK(\"x\")");
}

#[test]
fn any_text_is_read_back_and_none_is_a_formula() {
    let mut random = SplitMix::new(1);
    let letters: Vec<char> = "=+-@\t\r\n\" ,;'a1王＝".chars().collect();
    for _ in 0..2000 {
        let length = random.below(6);
        let draw = |_| letters[random.below(letters.len() as u64) as usize];
        let name: String = (0..length).map(draw).collect();
        let results = Results::new(1, 2).expect("two seats");
        let standings = Standings::of(&results);
        let text = grades::entrants(std::slice::from_ref(&name), &standings, &rate(&results), None);
        let rows = parse(&text);
        assert_eq!((rows.len(), rows[0].len(), rows[1].len()), (2, 17, 17), "{name:?}");
        let read = &rows[1][1];
        assert!(*read == name || *read == format!("'{name}"), "{name:?} {read:?}");
        assert!(!read.trim_start().starts_with(['=', '+', '-', '@', '＝']), "{read:?}");
        assert_eq!(rows[1][15..], ["", ""], "who has met nobody has no rating");
    }
}

/// The course: a win 1 point, a loss 0, a default 0 and 1 for the other, a forfeit of both 0.
#[test]
fn the_points_of_the_course_are_those_of_the_table() {
    let mut random = SplitMix::new(2);
    for entrants in [2, 3, 6] {
        for seed in 0..20 {
            let course = Course { entrants, seats: 2, best: None, openings: 0, seed };
            let mut results = Results::new(entrants, 2).expect("two seats");
            let mut points: BTreeMap<usize, u64> = BTreeMap::new();
            let order = loop {
                let games = match course.next(&results).expect("a tournament") {
                    Step::Over(order) => break order,
                    Step::Play(games) => games,
                };
                for game in games {
                    let (payoffs, reason, counts) = match random.below(5) {
                        0 => ([1, -1], "court-empty", [1, 0]),
                        1 => ([-1, 1], "no-legal-move", [0, 1]),
                        2 => ([-1, 1], "default", [0, 1]),
                        3 => ([1, -1], "time", [1, 0]),
                        _ => ([-1, -1], "double-forfeit", [0, 0]),
                    };
                    let seats: Vec<usize> = game.seats.iter().map(|who| who.0).collect();
                    if game.id.unit.round == 1 {
                        seats.iter().zip(counts).for_each(|(who, count)| {
                            *points.entry(*who).or_default() += count;
                        });
                    }
                    results.add(played(game.id, &seats, &payoffs, reason)).expect("a game");
                }
            };
            let standings = Standings::of(&course.table_games(&results));
            for (who, count) in &points {
                let line = &standings.by_entrant[*who];
                assert_eq!(line.total.half_points(), 2 * count);
                assert_eq!(line.total.games(), 2 * (entrants as u64 - 1));
                assert_eq!(line.total.points(2), count.to_string());
            }
            // The champion has most points; a play-off decides among those who share them.
            let ranks: Vec<u64> = order.iter().map(|who| points[&who.0]).collect();
            assert!(ranks.is_sorted_by(|one, other| one >= other), "{ranks:?}");
            let ratings = rate(&results);
            let rows = parse(&grades::entrants(&[], &standings, &ratings, Some(&order)));
            let page = Summary {
                names: &[],
                standings: &standings,
                ratings: &ratings,
                order: Some(&order),
                columns: 80,
            };
            let page = page.in_words();
            let lines = page.lines().skip(1);
            for (line, (place, who)) in lines.zip((1..).zip(&order)) {
                let (points, games) = (points[&who.0], 2 * (entrants - 1));
                let cells = format!("{place} entrant {} {points}/{games} ", who.0 + 1);
                let words: Vec<&str> = line.split_whitespace().collect();
                assert!(words.join(" ").starts_with(&cells), "{page}");
            }
            for (row, (place, who)) in rows[1..].iter().zip((1..).zip(&order)) {
                assert_eq!(row[0], format!("{place}"));
                assert_eq!(row[1], format!("entrant {}", who.0 + 1));
                assert_eq!(row[2], points[&who.0].to_string());
            }
        }
    }
}

/// The course of ThreeChess: the winner gets +1, the loser -1, the third neither.
#[test]
fn three_players_have_the_points_of_their_course() {
    let mut results = Results::new(3, 3).expect("three seats");
    for (seating, payoffs) in (1..).zip([[1, 0, -1], [1, 0, -1], [0, 1, -1], [0, 0, 0]]) {
        results.add(played(id(1, 1, seating), &[0, 1, 2], &payoffs, "end")).expect("a game");
    }
    let (standings, names) = (Standings::of(&results), names(&["ada", "bob", "cy"]));
    let rows = parse(&grades::entrants(&names, &standings, &rate(&results), None));
    let head: Vec<&str> = rows.iter().flat_map(|row| row[..7].iter().map(String::as_str)).collect();
    assert_eq!(
        head.chunks(7).collect::<Vec<_>>(),
        [
            ["rank", "name", "points", "games", "wins", "neither", "losses"],
            ["1", "ada", "2", "4", "2", "2", "0"],
            ["2", "bob", "1", "4", "1", "3", "0"],
            ["3", "cy", "-3", "4", "0", "1", "3"],
        ]
    );
    let games = grades::games(&names, &results);
    let head = "id,first,second,third,first-points,second-points,third-points,reason,words";
    assert_eq!(games.lines().next(), Some(head), "{games}");
    assert!(games.contains("ada,bob,cy,1,0,-1,end,"), "{games}");
    let columns = 100;
    let ratings = rate(&results);
    let page =
        Summary { names: &names, standings: &standings, ratings: &ratings, order: None, columns };
    let page = page.in_words();
    let plain = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in
        ["name points won-neither-lost Elo", "1 ada +2 2-2-0", "3 cy -3 0-1-3", "+0.50 a game"]
    {
        assert!(plain.contains(part), "{part}:\n{page}");
    }
    assert!(!page.contains('½') && !page.contains("W-D-L"), "{page}");
}

#[test]
fn a_crosstable_has_points_and_blanks() {
    let mut results = Results::new(3, 2).expect("two seats");
    for (number, seats, payoffs) in
        [(1, [0, 1], [1, -1]), (2, [1, 0], [0, 0]), (3, [1, 2], [-1, -1])]
    {
        results.add(played(id(1, number, 1), &seats, &payoffs, "end")).expect("a game");
    }
    let names = names(&["ada", "=bob", "c,y"]);
    let standings = Standings::of(&results);
    let rows = parse(&grades::crosstable(&names, &standings, None));
    assert_eq!(
        rows,
        [
            ["rank", "name", "points", "games", "ada", "'=bob", "c,y"],
            ["1", "ada", "1.5", "2", "", "1.5", ""],
            ["2", "'=bob", "0.5", "3", "0.5", "", "0"],
            ["3", "c,y", "0", "1", "", "0", ""],
        ]
    );
    let order = [Entrant(2), Entrant(0), Entrant(1)];
    let rows = parse(&grades::crosstable(&names, &standings, Some(&order)));
    assert_eq!(rows[0][4..], ["c,y", "ada", "'=bob"]);
    assert_eq!(rows[1], ["1", "c,y", "0", "1", "", "", "0"]);
}
