//! A random agent that plays on the server.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, Write};
use std::time::Duration;

use manator_core::random::SplitMix;
use manator_core::{Settings, Table};
use manator_games::catalog;
use manator_play::client::{Client, ServerAddress};
use manator_protocol::{FromClient, ToAgent};

/// How long the server may take to be there.
const PATIENCE: Duration = Duration::from_secs(60);

/// Joins the server under a number.
pub(crate) fn join(place: &ServerAddress, number: usize) -> Client {
    let stream = place.connect_within(PATIENCE).expect("the server listens");
    let (game, name) = (super::GAME.into(), number.to_string());
    Client::enter(stream, &FromClient::Join { game, name, seat: None, token: None, rejoin: None })
        .expect("the server lets us in")
}

/// Plays until the server has had enough.
pub(crate) fn play(mut client: Client, seed: u64) {
    let entry = catalog::find(super::GAME).expect("a game");
    let mut table = entry.open(Settings::defaults(entry.card().options)).expect("a table");
    let mut random = SplitMix::new(seed);
    let mut line = String::new();
    while client.reader.read_line(&mut line).is_ok_and(|count| count > 0) {
        let answer = match line.parse() {
            Ok(ToAgent::Ugi) => "ugiok\n".to_string(),
            Ok(ToAgent::IsReady) => "readyok\n".to_string(),
            Ok(ToAgent::Position { moves, .. }) => {
                follow(&mut *table, &moves);
                String::new()
            }
            Ok(ToAgent::Go(_)) => {
                let legal = table.legal();
                let index = random.below(legal.len() as u64) as usize;
                format!("bestmove {}\n", legal[index])
            }
            Ok(ToAgent::Quit) => return,
            _ => String::new(),
        };
        if client.writer.write_all(answer.as_bytes()).is_err() {
            return;
        }
        line.clear();
    }
}

/// Plays what is new; in another game, all of it.
fn follow(table: &mut dyn Table, moves: &[String]) {
    if !moves.starts_with(table.moves()) {
        while table.undo() {}
    }
    for mv in &moves[table.moves().len()..] {
        table.play(mv).expect("the server plays by the rules");
    }
}
