//! What comes out, in words and tables: the champion of the course, three players, who is better.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;

use manator_core::record::result_text;

use crate::tournaments::program::Folder;

fn read(place: &Folder, name: &str) -> String {
    fs::read_to_string(place.folder.path().join(name)).expect("a file")
}

#[test]
fn the_course_names_its_champion_after_a_play_off() {
    let place = Folder::new();
    let line = "tournament kings-court alphabeta:depth=2 random greedy random --format course";
    let said = place.lines(&format!("{line} --title Course"));
    let games = place.games(1);
    let (table, extra): (Vec<_>, Vec<_>) = games.iter().partition(|game| game.0.starts_with("1."));
    assert_eq!(table.len(), 12, "everybody meets everybody in both seats");
    assert!(!extra.is_empty(), "the best meet again, also where one of them leads");
    assert!(extra.iter().all(|game| game.1.iter().all(|who| games_won(&table, *who) > 0)));
    let last = said.last().expect("a sentence");
    let (champion, _) = last.split_once(" is the champion: ").expect("a champion");
    let first =
        said.iter().position(|line| line.trim_start().starts_with("name ")).expect("a table");
    let row: Vec<&str> = said[first + 1].split_whitespace().collect();
    assert_eq!(row[..2], ["1", champion], "the table begins with the champion: {said:?}");
    assert!(said.iter().any(|line| line == "play-off:"), "{said:?}");
    let files = "--html out.html --csv out.csv --games-csv games.csv --json out.json";
    let told = place.lines(&format!("report 1 {files}"));
    assert_eq!(told.last(), Some(last));
    let rows = read(&place, "out.csv");
    let rows: Vec<&str> = rows.lines().collect();
    assert!(rows[0].ends_with(",play-off points,play-off games"), "{rows:?}");
    assert!(rows[1].starts_with(&format!("1,{champion},")), "{rows:?}");
    assert!(read(&place, "games.csv").contains("\n2.1.1,"));
    let page = read(&place, "out.html");
    assert!(page.contains(&format!("\"sentence\":\"{last}\"")), "{last}");
    assert!(page.contains("\"name\":\"play-off\""));
    assert!(read(&place, "out.json").contains("\"play_off\": "));
}

/// Returns how many games somebody has won.
fn games_won(games: &[&crate::tournaments::program::Game], who: usize) -> usize {
    let won = |game: &&&crate::tournaments::program::Game| {
        game.1.iter().zip(&game.2).any(|(seat, payoff)| *seat == who && *payoff > 0)
    };
    games.iter().filter(won).count()
}

#[test]
fn three_players_win_lose_or_neither() {
    let place = Folder::new();
    let said = place.lines("tournament threechess greedy random random --steps 60").join("\n");
    assert!(said.contains("won-neither-lost") && said.contains(" a game\n"), "{said}");
    assert!(!said.contains('½') && !said.contains("1/2"), "{said}");
    place.lines("report 1 --html out.html --csv out.csv --games-csv games.csv --json out.json");
    let json = read(&place, "out.json");
    assert!(json.contains("\"neither\": ") && !json.contains("\"tied\""), "{json}");
    let points: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let of_a_game = points["games"][0]["points"].as_array().expect("points by seat");
    assert_eq!(of_a_game.len(), 3, "{json}");
    assert_eq!(of_a_game.iter().filter_map(|one| one.as_f64()).sum::<f64>(), 0.0, "{json}");
    let rows = read(&place, "out.csv");
    assert!(rows.starts_with("rank,name,points,games,wins,neither,losses,"), "{rows}");
    let sum: f64 = rows
        .lines()
        .skip(1)
        .map(|row| row.split(',').nth(2).unwrap_or("x").parse::<f64>().expect("points"))
        .sum();
    assert_eq!(sum, 0.0, "what one wins another loses: {rows}");
    assert!(!read(&place, "games.csv").contains("1/2"));
}

#[test]
fn a_judge_declares_a_default() {
    let place = Folder::new();
    place.lines("tournament kings-court alphabeta:depth=2 random greedy --format course");
    let games = place.games(1);
    let (id, seats, payoffs, ..) =
        games.iter().find(|game| game.0.starts_with("1.")).expect("a game");
    let names = ["alphabeta:depth=2", "random", "greedy"];
    let winner = payoffs.iter().position(|payoff| *payoff > 0).expect("somebody won");
    let winner = names[seats[winner]];
    let (said, record) = (format!("judge 1 {id} {winner} --why late"), read_record(&place, id));
    let refused = error(&place, &said);
    assert!(refused.contains("--forget-later removes them"), "{refused}");
    assert_eq!(place.games(1), games, "nothing has changed");
    let told = place.lines(&format!("{said} --forget-later")).join("\n");
    let words = "has lost by default, as the judge declares (late): ";
    assert!(told.starts_with(&format!("game {id}: ")) && told.contains(words), "{told}");
    let flipped: Vec<i8> = payoffs.iter().map(|payoff| -payoff).collect();
    assert_eq!(counted(&place, id), result_text(Some(&flipped)));
    assert_eq!(read_record(&place, id), record, "what was played stays");
    // The best may be others now, who meet in a play-off.
    assert!(told.contains("manator resume 1"), "{told}");
    let last = place.lines("resume 1");
    assert!(last.last().expect("a sentence").contains(" is the champion: "), "{last:?}");
    place.lines("store check");
    place.lines("report 1 --csv out.csv --json out.json");
    assert!(read(&place, "out.json").contains("\"judge\""));

    // All may have lost.
    let all = seats.iter().map(|who| names[*who]).collect::<Vec<_>>().join(" ");
    assert!(
        place
            .lines(&format!("judge 1 {id} {all} --forget-later"))
            .join("\n")
            .contains("nobody wins")
    );
    assert_eq!(counted(&place, id), "0-0");
    let wrong = error(&place, &format!("judge 1 {id} tars"));
    assert!(wrong.contains("'tars' did not play game"), "{wrong}");
    let wrong = error(&place, "judge 1 1.99.1 greedy");
    assert!(wrong.contains("game 1.99.1 of tournament 1 is not over"), "{wrong}");
}

/// Returns how a game counts.
fn counted(place: &Folder, id: &str) -> String {
    place.lines("report 1 --json out.json");
    let all: serde_json::Value = serde_json::from_str(&read(place, "out.json")).expect("JSON");
    let games = all["games"].as_array().expect("games");
    let game = games.iter().find(|game| game["id"] == id).expect("the game");
    game["result"].as_str().expect("a result").to_string()
}

fn error(place: &Folder, line: &str) -> String {
    let output = place.run(line);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn read_record(place: &Folder, id: &str) -> String {
    place.lines("report 1 --records all.game");
    let all = read(place, "all.game");
    let tag = format!("[Round \"{id}\"]");
    all.split("[Game ").find(|part| part.contains(&tag)).unwrap_or_default().to_string()
}

#[test]
fn a_comparison_ends_when_it_is_sure() {
    let place = Folder::new();
    let said = place.lines("compare alphabeta:depth=4 random --game joust");
    // A few games, and those that were begun before anybody looked; 400 would be all.
    assert!(place.games(1).len() <= 30, "{}", place.games(1).len());
    let last = said.last().expect("a sentence");
    assert!(last.starts_with("alphabeta:depth=4 is better than random, with a probability of "));
    let output = place.run("compare random alphabeta:depth=4 --game joust");
    assert_eq!(output.status.code(), Some(1), "the new one is worse");
    let said = String::from_utf8_lossy(&output.stdout).to_string();
    assert!(said.contains("\nalphabeta:depth=4 is better than random, "), "{said}");
    // Equals are not told apart, and while they play it is said how many games are left.
    let output = place.run("compare random random --game joust --games 24 --seed 5");
    let said = String::from_utf8_lossy(&output.stdout).to_string();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("; at most 14 games are left\n"), "{said}");
    assert!(said.contains("\nit is not sure who is better; "), "{said}");
    // Engine authors choose their bounds.
    let said = place.lines("compare alphabeta:depth=4 random --game joust --sprt 0,50").join("\n");
    assert!(said.contains("generalised SPRT, "), "{said}");
    // Four losses are no sign of equality.
    let said = place.lines("match joust random champion --games 4 --depth 3");
    let last = said.last().expect("a sentence");
    assert!(last.starts_with("champion is probably stronger (96.9 %), not surely: "), "{last}");
}

#[test]
fn three_players_are_compared_too() {
    let place = Folder::new();
    let output = place.run("compare greedy random --game threechess --games 36 --steps 80");
    let said = String::from_utf8_lossy(&output.stdout).to_string();
    let last = said.lines().last().unwrap_or_default();
    assert!(last.contains("is better than random") || last.starts_with("it is not sure"), "{said}");
    assert_eq!(output.status.code(), Some(i32::from(!last.starts_with("greedy is better than"))));
    for (wrong, said) in [
        ("compare greedy random --game threechess --sprt 0,5", "--sprt: expected a game of two"),
        ("compare greedy random --game joust --sure 200", "'200' for '--sure"),
    ] {
        let output = place.run(wrong);
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(said), "{error}");
    }
}
