//! Stores after power cuts, with flipped bits, and where nothing can be written.
//!
//! A power cut is simulated: every write and sync of a real tournament is recorded with `strace`, and from the record
//! those files are made that a disk could hold afterwards. What was synced is there. Of what was not, any sectors may
//! be missing, whatever their order was.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use manator_core::random::mix;
use manator_organise::Store;
use manator_organise::store::Number;
use tempfile::TempDir;

const MANATOR: &str = env!("CARGO_BIN_EXE_manator");
const SECTOR: usize = 512;
const CUTS: u64 = 150;

/// What the program did, in its order.
#[derive(Debug)]
enum Step {
    Write {
        file: String,
        at: usize,
        bytes: Vec<u8>,
    },
    Truncate {
        file: String,
        length: usize,
    },
    Remove {
        file: String,
    },
    Sync {
        file: String,
    },
    /// Games are announced as finished on standard output.
    Announced {
        games: usize,
    },
}

/// Runs a program, and returns what it did to files of a folder.
fn trace(folder: &Path, words: &str) -> Vec<Step> {
    let log = folder.join("trace");
    let run = Command::new("strace")
        .args(["-f", "-y", "-xx", "-s", "1000000", "-o"])
        .arg(&log)
        .args(["-e", "trace=pwrite64,write,ftruncate,fsync,fdatasync,unlink", MANATOR])
        .args(words.split(' '))
        .env_remove("RUST_LOG")
        .current_dir(folder)
        .output()
        .expect("strace runs");
    assert!(run.status.success(), "{run:?}");
    let text = fs::read_to_string(&log).expect("a trace");
    text.lines().filter_map(step).collect()
}

/// Reads `\x61\x62` as bytes.
fn bytes(text: &str) -> Vec<u8> {
    let hex = text.split("\\x").skip(1);
    hex.map(|digits| u8::from_str_radix(&digits[..2], 16).expect("digits")).collect()
}

/// Returns the name of a file in `4</folder/name>`, also where the path is written as bytes.
fn name(text: &str) -> Option<String> {
    let path = text.split_once('<')?.1.split_once('>')?.0;
    let path =
        if path.contains("\\x") { String::from_utf8(bytes(path)).ok()? } else { path.into() };
    Some(Path::new(&path).file_name()?.to_str()?.to_string())
}

fn step(line: &str) -> Option<Step> {
    let (_, call) = line.split_once(char::is_whitespace)?;
    let call = call.trim_start();
    // A sync counts when it is over; all else when it begins.
    let (kind, rest) = match call.strip_prefix("<... ") {
        Some(_) => return None,
        None => call.split_once('(')?,
    };
    let number = |at: usize| -> Option<usize> {
        let end = rest.rsplit_once(") =").map_or(rest, |(start, _)| start);
        let end = end.trim_end_matches(" <unfinished ...>").trim_end_matches(')');
        end.rsplit(", ").nth(at)?.trim().parse().ok()
    };
    match kind {
        "write" if rest.starts_with("1<") => {
            let text = String::from_utf8(bytes(rest.split('"').nth(1)?)).ok()?;
            Some(Step::Announced { games: text.matches("Finished game").count() })
        }
        "pwrite64" => {
            let file = name(rest)?;
            let bytes = bytes(rest.split('"').nth(1)?);
            Some(Step::Write { file, at: number(0)?, bytes })
        }
        "ftruncate" => Some(Step::Truncate { file: name(rest)?, length: number(0)? }),
        "fsync" | "fdatasync" => {
            assert!(!call.contains("unfinished"), "a sync beside something else: {call}");
            Some(Step::Sync { file: name(rest)? })
        }
        "unlink" => {
            let path = String::from_utf8(bytes(rest.split('"').nth(1)?)).ok()?;
            Some(Step::Remove { file: Path::new(&path).file_name()?.to_str()?.into() })
        }
        _ => None,
    }
}

#[derive(Default)]
struct Disk {
    files: BTreeMap<String, Vec<u8>>,
    /// What was written since the last sync, sector by sector.
    loose: Vec<(String, usize, Vec<u8>)>,
}

impl Disk {
    fn settle(&mut self, file: &str, keeps: impl Fn(usize) -> bool) {
        let loose = std::mem::take(&mut self.loose);
        for (number, (of, at, bytes)) in loose.into_iter().enumerate() {
            if of != file {
                self.loose.push((of, at, bytes));
            } else if keeps(number) {
                let file = self.files.entry(of).or_default();
                file.resize(file.len().max(at + bytes.len()), 0);
                file[at..at + bytes.len()].copy_from_slice(&bytes);
            }
        }
    }

    fn take(&mut self, step: &Step) {
        match step {
            Step::Write { file, at, bytes } => {
                let mut from = 0;
                while from < bytes.len() {
                    let to = bytes.len().min((at + from) / SECTOR * SECTOR + SECTOR - at);
                    self.loose.push((file.clone(), at + from, bytes[from..to].to_vec()));
                    from = to;
                }
            }
            Step::Truncate { file, length } => {
                self.settle(file, |_| true);
                self.files.entry(file.clone()).or_default().resize(*length, 0);
            }
            // Folders are journals: what is removed is gone before anything later is written.
            Step::Remove { file } => {
                self.loose.retain(|(of, ..)| of != file);
                self.files.remove(file);
            }
            Step::Sync { file } => self.settle(file, |_| true),
            Step::Announced { .. } => {}
        }
    }

    /// Writes what is left after a power cut, in one of the ways that are possible.
    fn cut(mut self, seed: u64, folder: &Path) {
        let names: Vec<String> = self.loose.iter().map(|(file, ..)| file.clone()).collect();
        for file in names {
            // Nothing of it, all of it, or any sectors.
            self.settle(&file, |number| match seed % 3 {
                0 => false,
                1 => true,
                _ => mix(seed ^ number as u64).is_multiple_of(2),
            });
        }
        for (name, bytes) in self.files {
            // The index of the journal does not outlive its machine.
            if !name.ends_with("-shm") {
                fs::write(folder.join(name), bytes).expect("a file");
            }
        }
    }
}

type Games = BTreeMap<String, (Vec<i8>, String)>;

fn games(store: &Store) -> Games {
    let mut games = Games::new();
    if store.list().expect("tournaments").is_empty() {
        return games;
    }
    let visit = |row: manator_organise::store::Row| {
        games.insert(row.id.to_string(), (row.payoffs, row.record));
    };
    store.games(Number(1), visit).expect("games");
    games
}

#[test]
fn no_game_that_was_announced_is_lost_in_a_power_cut() {
    let folder = TempDir::new().expect("a folder");
    let words =
        "tournament joust random:seed=1 random:seed=2 --games 24 --option size=4x4 --store s.db";
    let steps = trace(folder.path(), words);
    let all = games(&Store::open(&folder.path().join("s.db")).expect("a store"));
    assert_eq!(all.len(), 24);
    let is_sync = |step: &&Step| matches!(step, Step::Sync { .. });
    assert!(steps.iter().filter(is_sync).count() > 5, "it is synced");
    for seed in 0..CUTS {
        let end = (mix(seed) % (steps.len() as u64 + 1)) as usize;
        let mut disk = Disk::default();
        steps[..end].iter().for_each(|step| disk.take(step));
        let announced = steps[..end].iter().map(|step| match step {
            Step::Announced { games } => *games,
            _ => 0,
        });
        let announced: usize = announced.sum();
        let after = TempDir::new().expect("a folder");
        disk.cut(seed, after.path());
        let store = Store::open(&after.path().join("s.db")).expect("the store opens");
        let damage = store.check().damage;
        assert!(damage.is_empty(), "cut {seed} after {end} steps: {damage:?}");
        let kept = games(&store);
        assert!(kept.len() >= announced, "cut {seed}: {} games of {announced}", kept.len());
        for (id, game) in kept {
            assert_eq!(all.get(&id), Some(&game), "cut {seed}: game {id}");
        }
    }
}

/// Plays a tournament and returns its store.
fn played(folder: &Path) -> PathBuf {
    let words = "tournament joust random greedy novice --games 6 --option size=4x4 --store s.db";
    let run = Command::new(MANATOR).args(words.split(' ')).current_dir(folder).output();
    assert!(run.expect("it runs").status.success());
    folder.join("s.db")
}

/// Returns what a report prints, without the name of the page that it writes.
fn table(report: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&report.stdout);
    text.lines().filter(|line| !line.contains(".html")).map(str::to_string).collect()
}

fn report(path: &Path) -> Output {
    let mut command = Command::new(MANATOR);
    let page = path.with_extension("html");
    command.args(["report", "--store"]).arg(path).arg("--html").arg(page);
    command.output().expect("it runs")
}

#[test]
fn a_flipped_bit_never_gives_another_report() {
    let folder = TempDir::new().expect("a folder");
    let path = played(folder.path());
    let (sound, whole) = (fs::read(&path).expect("a store"), report(&path));
    assert!(whole.status.success(), "{whole:?}");
    let damaged = folder.path().join("damaged.db");
    let mut refused = 0;
    for seed in 0..120 {
        let mut bytes = sound.clone();
        let bit = mix(seed) as usize % (bytes.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&damaged, bytes).expect("a store");
        let told = report(&damaged);
        if told.status.success() {
            assert_eq!(table(&told), table(&whole), "bit {bit}");
        } else {
            refused += 1;
            assert_eq!(told.status.code(), Some(2), "bit {bit}: {told:?}");
        }
        for beside in ["-wal", "-shm"] {
            let _ = fs::remove_file(folder.path().join(format!("damaged.db{beside}")));
        }
    }
    assert!(refused > 0, "some bits matter");
}

#[test]
fn what_is_intact_is_saved_and_the_rest_is_played_again() {
    let folder = TempDir::new().expect("a folder");
    let path = played(folder.path());
    let all = games(&Store::open(&path).expect("a store"));
    let mut bytes = fs::read(&path).expect("a store");
    let check = |words: &[&str]| {
        let mut command = Command::new(MANATOR);
        command.args(["store", "check"]).args(words).current_dir(folder.path());
        let run = command.output().expect("it runs");
        (run.status.code(), String::from_utf8(run.stdout).expect("text"))
    };
    let (code, said) = check(&["--store", "s.db"]);
    assert_eq!((code, said.as_str()), (Some(0), "1 tournaments, 18 games: nothing is damaged\n"));
    // A name in a record that belongs to a game: parts of the file are not in use.
    let word = b"[Black \"greedy\"]";
    let records = bytes.windows(word.len()).enumerate().filter(|(_, window)| window == word);
    let found = records.map(|(at, _)| at + 9).collect::<Vec<_>>().into_iter().any(|at| {
        bytes[at] ^= 4;
        fs::write(&path, &bytes).expect("a store");
        let is_damaged = check(&["--store", "s.db"]).0 == Some(1);
        bytes[at] ^= if is_damaged { 0 } else { 4 };
        is_damaged
    });
    assert!(found, "a record is damaged");
    let told = report(&path);
    assert!(String::from_utf8_lossy(&told.stderr).contains("manator store check"), "{told:?}");
    let (code, said) = check(&["--store", "s.db", "--save", "saved.db"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("damaged: game ") && said.contains("lost: game "), "{said}");
    let saved = games(&Store::open(&folder.path().join("saved.db")).expect("a store"));
    assert_eq!(saved.len(), all.len() - 1);
    assert!(saved.iter().all(|(id, game)| all.get(id) == Some(game)));
    let (code, said) = check(&["--store", "s.db", "--save", "saved.db"]);
    assert_eq!(code, Some(2), "nothing is overwritten: {said}");
    let resume = Command::new(MANATOR)
        .args(["resume", "1", "--store", "saved.db"])
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    assert!(resume.status.success(), "{resume:?}");
    let again = games(&Store::open(&folder.path().join("saved.db")).expect("a store"));
    assert_eq!(again.keys().collect::<Vec<_>>(), all.keys().collect::<Vec<_>>());
    assert_eq!(check(&["--store", "saved.db"]).0, Some(0));
}

#[test]
fn a_store_that_cannot_be_written_can_be_read() {
    let folder = TempDir::new().expect("a folder");
    let path = played(folder.path());
    let whole = report(&path);
    let modes = [(folder.path(), 0o555), (path.as_path(), 0o444)];
    for (path, mode) in modes {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
    }
    let elsewhere = TempDir::new().expect("a folder");
    fs::set_permissions(elsewhere.path(), fs::Permissions::from_mode(0o777)).expect("a mode");
    for words in [&["report"][..], &["tournaments"], &["store", "check"]] {
        let mut command = Command::new(MANATOR);
        command.args(words).arg("--store").arg(&path).env("XDG_CONFIG_HOME", "/");
        command.current_dir(elsewhere.path());
        if rustix::process::getuid().is_root() {
            // Nobody may write there, but the superuser may anyway.
            command.uid(65_534).gid(65_534);
        }
        let told = command.output().expect("it runs");
        assert!(told.status.success(), "{told:?}");
        if words == ["report"] {
            assert_eq!(table(&told), table(&whole));
        }
    }
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("a mode");
}
