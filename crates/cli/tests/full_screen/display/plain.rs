//! The display line by line.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_testkit::process::Process;

use super::server::Server;
use crate::program::manator;

fn start(server: &Server, arguments: &[&str]) -> Process {
    let words = ["display", "--host", "127.0.0.1", "--port", &server.port.to_string()];
    Process::start(manator().args(words).args(arguments))
}

const TOLD: &[&str] = &[
    "game 7 jetan",
    "round 1 of 2",
    "player 1 Tara of Helium",
    "player 2 deep-thoat",
    "position startpos moves D2D3",
    "clock 1 300000",
    "clock 2 300000",
    "note 2 depth 5",
    "move D9D8 spent 312 left 299688",
    "weather fine",
    "move D9D8 spent 4",
    "position startpos moves D2D3 D9D8",
    "move E2E3 spent 12345",
    "over 1-0 resigned Orange resigns: Black wins",
    "standing Tara of Helium played 1 points 1",
    "standing deep-thoat played 1 points 0",
    "bye that was all",
];

#[test]
fn a_line_for_each_event() {
    for (name, arguments) in [("plain", &["--plain"][..]), ("plain-boards", &["--boards"])] {
        let server = Server::new();
        let mut display = start(&server, arguments);
        server.welcome("jetan").tell(TOLD);
        let exit = display.exit();
        assert_eq!(exit.code(), Some(0));
        insta::assert_snapshot!(name, exit.out);
        let port = server.port.to_string();
        let talk = exit.errors.replace(&port, "PORT");
        insta::assert_snapshot!("plain-talk", talk);
    }
}

#[test]
fn a_server_that_is_lost_for_good() {
    let server = Server::new();
    let mut display = start(&server, &["--wait", "1ms"]);
    server.welcome("jetan").tell(&["game 1 jetan"]);
    drop(server);
    let exit = display.exit();
    assert_eq!(exit.code(), Some(2));
    assert_eq!(exit.out, "game 1 jetan\n");
    assert!(exit.errors.contains("error: "), "{}", exit.errors);
}
