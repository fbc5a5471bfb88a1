//! The program, and what it leaves in its store.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use manator_core::Record;
use manator_organise::Store;
use manator_organise::store::Number;
use manator_testkit::nats::NatsServer;
use manator_testkit::process::Process;
use tempfile::TempDir;

use crate::program::manator;

/// A folder with a store of its own.
pub(crate) struct Folder {
    pub(crate) folder: TempDir,
}

/// A finished game without what depends on time.
pub(crate) type Game = (String, Vec<usize>, Vec<i8>, String, Vec<String>);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder { folder: TempDir::new().expect("a folder") }
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.folder.path().join("games.db")
    }

    /// Returns the program with some arguments, in this folder and with its store.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.program(arguments);
        if !arguments.contains(&"--store") {
            command.arg("--store").arg(self.store());
        }
        command
    }

    /// Returns the program with some arguments, in this folder.
    pub(crate) fn program(&self, arguments: &[&str]) -> Command {
        let mut command = manator();
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("XDG_CONFIG_HOME", self.folder.path())
            .env("XDG_DATA_HOME", self.folder.path());
        command
    }

    pub(crate) fn run(&self, line: &str) -> Output {
        let words: Vec<&str> = line.split_whitespace().collect();
        self.command(&words).output().expect("it runs")
    }

    /// Runs a command that ends well, and returns what it prints.
    #[track_caller]
    pub(crate) fn lines(&self, line: &str) -> Vec<String> {
        let output = self.run(line);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {said}");
        String::from_utf8(output.stdout).expect("text").lines().map(str::to_string).collect()
    }

    /// Returns all games of a tournament, and makes sure that each record is of its game.
    pub(crate) fn games(&self, number: i64) -> Vec<Game> {
        games(&self.store(), number)
    }
}

/// A process that ends with the test.
pub(crate) struct Running(pub(crate) Process);

impl Running {
    pub(crate) fn start(place: &Folder, line: &str, nats: &NatsServer, rest: &[&str]) -> Running {
        let url = nats.url();
        let words: Vec<&str> =
            line.split_whitespace().chain(["--queue", &url]).chain(rest.iter().copied()).collect();
        Running(Process::start(&mut place.program(&words)))
    }

    pub(crate) fn worker(place: &Folder, nats: &NatsServer, name: &str) -> Running {
        Running::start(place, "worker", nats, &["--name", name])
    }

    pub(crate) fn organiser(place: &Folder, line: &str, nats: &NatsServer) -> Running {
        let store = place.store();
        let store = store.to_str().expect("a plain path");
        Running::start(place, line, nats, &["--lease", "2s", "--store", store])
    }

    /// Waits until it has ended by itself, and well.
    #[track_caller]
    pub(crate) fn end(&mut self) {
        let exit = self.0.exit();
        assert!(exit.status.success(), "{}: {}", exit.status, exit.errors);
    }
}

/// Returns all games of a tournament in a store.
pub(crate) fn games(store: &Path, number: i64) -> Vec<Game> {
    let store = Store::open(store).expect("a store");
    let mut games = Vec::new();
    store
        .games(Number(number), |row| {
            let record = Record::parse(&row.record).expect("a record");
            let round = record.tags.iter().find(|(tag, _)| tag == "Round");
            assert_eq!(round.map(|(_, id)| id.as_str()), Some(row.id.to_string().as_str()));
            assert_eq!(record.result.as_deref(), Some(row.payoffs.as_slice()));
            assert_eq!(record.moves.len(), row.plies);
            let moves = record.moves.into_iter().map(|mv| mv.text).collect();
            let seats = row.seats.iter().map(|who| who.0).collect();
            games.push((row.id.to_string(), seats, row.payoffs, row.reason, moves));
        })
        .expect("games");
    games
}
