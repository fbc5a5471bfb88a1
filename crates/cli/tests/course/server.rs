//! A stand-in for the original server.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::TcpListener;

use manator_core::Table;

use crate::board::{kind_of, moved, table};
use crate::wire::{Wire, fields, value};

/// How a run went.
#[derive(Debug)]
pub(crate) struct Played {
    /// The names of the players.
    pub(crate) names: [String; 2],
    /// The moves that were made.
    pub(crate) moves: Vec<String>,
    /// Who has won: 1 or 2, or 0.
    pub(crate) winner: usize,
    /// How often each player did something else than a legal move.
    pub(crate) wrong: [usize; 2],
}

/// Takes a place where agents can come.
pub(crate) fn open() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    (listener, port)
}

/// Waits for an agent.
pub(crate) fn meet(listener: &TcpListener) -> Wire {
    let mut wire = Wire::new(listener.accept().expect("an agent").0);
    wire.send("IDENT");
    assert_eq!(wire.receive().as_deref(), Some("AGENT"));
    wire
}

/// Lets two agents play, the first of which moves first.
pub(crate) fn run(agents: [&mut Wire; 2], steps: usize) -> Played {
    let names = [0, 1].map(|index| {
        agents[index].send("NAME");
        let answer = agents[index].receive().expect("a name");
        let (what, fields) = fields(&answer);
        assert_eq!(what, "NAME");
        value(&fields, "NAME").to_string()
    });
    let mut game = Game::new();
    let mut wrong = [0, 0];
    for _ in 0..steps {
        if game.table.outcome().is_some() {
            break;
        }
        let player = game.table.to_move().index();
        let board = game.board();
        agents[player].send(&format!("PERCEPT::BOARD=={board}::PLAYER_NUMBER=={}", player + 1));
        let answer = agents[player].receive().expect("an action");
        let (what, fields) = fields(&answer);
        assert_eq!(what, "ACTION");
        let is_move = value(&fields, "CODE") == "1";
        if !is_move || !game.play(&moved(value(&fields, "MOVE"))) {
            wrong[player] += 1;
        }
    }
    for agent in agents {
        agent.send("DIE");
    }
    let winner = game.table.outcome().and_then(|outcome| outcome.winner());
    let winner = winner.map_or(0, |player| player.index() + 1);
    Played { names, moves: game.table.moves().to_vec(), winner, wrong }
}

/// A game with numbered pieces.
struct Game {
    table: Box<dyn Table>,
    /// The square of each piece, counted row by row; nothing once it is captured.
    places: Vec<Option<usize>>,
}

impl Game {
    fn new() -> Game {
        let home = |piece: usize| match piece {
            0..20 => piece,
            20..30 => 90 + 29 - piece,
            _ => 80 + piece - 30,
        };
        Game { table: table(), places: (0..40).map(|piece| Some(home(piece))).collect() }
    }

    fn play(&mut self, mv: &str) -> bool {
        if self.table.play(mv).is_err() {
            return false;
        }
        let cells: Vec<usize> = self.table.last_move().iter().map(|cell| cell.index()).collect();
        let [from, to] = cells[..] else { panic!("a move of two squares: {cells:?}") };
        for place in &mut self.places {
            match *place {
                Some(at) if at == to => *place = None,
                Some(at) if at == from => *place = Some(to),
                _ => {}
            }
        }
        true
    }

    fn board(&self) -> String {
        let mut text = String::new();
        for square in 0..100 {
            let piece = self.places.iter().position(|place| *place == Some(square));
            text += &piece.map_or("-1,".into(), |piece| format!("{piece},"));
        }
        for (piece, place) in self.places.iter().enumerate() {
            let place = place.map_or("-1;-1;0".into(), |at| format!("{};{};1", at % 10, at / 10));
            text += &format!("{};{};{place},", piece / 20 + 1, kind_of(piece));
        }
        text + &format!("{},{},", self.table.to_move().index() + 1, self.table.moves().len())
    }
}
