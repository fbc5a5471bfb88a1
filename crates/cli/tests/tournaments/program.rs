//! The program, and what it leaves in its store.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use manator_core::Record;
use manator_organise::Store;
use manator_organise::store::Number;
use manator_testkit::nats::NatsServer;
use tempfile::TempDir;

/// A folder with a store of its own.
pub(crate) struct Place {
    pub(crate) folder: TempDir,
}

/// A finished game without what depends on time.
pub(crate) type Game = (String, Vec<usize>, Vec<i8>, String, Vec<String>);

impl Place {
    pub(crate) fn new() -> Place {
        Place { folder: TempDir::new().expect("a folder") }
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
        let mut command = Command::new(env!("CARGO_BIN_EXE_manator"));
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

/// Nothing here takes so long unless it hangs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);

/// A process that ends with the test.
pub(crate) struct Running {
    pub(crate) child: Child,
    said: File,
}

impl Running {
    /// Starts something whose words are read only when it fails.
    pub(crate) fn of(command: &mut Command) -> Running {
        let said = tempfile::tempfile().expect("a file");
        let words = said.try_clone().expect("a file");
        let child = command.stdout(Stdio::null()).stderr(words).spawn().expect("it starts");
        Running { child, said }
    }

    pub(crate) fn start(place: &Place, line: &str, nats: &NatsServer, rest: &[&str]) -> Running {
        let url = nats.url();
        let words: Vec<&str> =
            line.split_whitespace().chain(["--queue", &url]).chain(rest.iter().copied()).collect();
        Running::of(&mut place.program(&words))
    }

    pub(crate) fn worker(place: &Place, nats: &NatsServer, name: &str) -> Running {
        Running::start(place, "worker", nats, &["--name", name])
    }

    pub(crate) fn organiser(place: &Place, line: &str, nats: &NatsServer) -> Running {
        let store = place.store();
        let store = store.to_str().expect("a plain path");
        Running::start(place, line, nats, &["--lease", "2s", "--store", store])
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it ends");
    }

    /// Waits until it has ended by itself.
    #[track_caller]
    pub(crate) fn end(&mut self) {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("it runs") {
                let mut said = String::new();
                self.said.rewind().expect("a file");
                self.said.read_to_string(&mut said).expect("text");
                assert!(status.success(), "{status}: {said}");
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("it does not end");
    }

    pub(crate) fn is_over(&mut self) -> bool {
        self.child.try_wait().expect("it runs").is_some()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
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
