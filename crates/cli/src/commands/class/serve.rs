//! `manator class serve`: lets a class come, play, and see what came out.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, BufRead, Write};
use std::net::{SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use manator_play::contender::Notes;
use manator_play::time;
use manator_sandbox::Sandbox;
use manator_server::Server;
use manator_server::class::{
    Afterwards, Bell, ClassServer, ClassSetup, ClassTell, Codes, Earlier, Roster, Word,
};

use super::RosterFile;
use crate::arguments::announce;
use crate::organise::StoreArgs;
use crate::stop::Stop;
use crate::{Verdict, streams};

/// Let a class come, play its tournament, and see in a browser how it goes
///
/// Everything is kept as it is played: after a power cut the same command goes on where it was.
#[derive(Args)]
pub(super) struct Serve {
    #[command(flatten)]
    roster: RosterFile,
    /// Where to listen, for agents and browsers alike; 127.0.0.1:7777 keeps other machines out
    #[arg(long, value_name = "ADDRESS", default_value = "0.0.0.0:7777")]
    address: SocketAddr,
    /// What this machine is called in the addresses that students type; may be repeated
    #[arg(long, value_name = "NAME")]
    public_name: Vec<String>,
    /// How many games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// How many students must be here for games to begin by themselves: all, or a number
    #[arg(long, value_name = "all|N", default_value = "all", value_parser = wait_for)]
    wait_for: usize,
    /// How long a student who is not here is waited for
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time::duration)]
    patience: Duration,
    /// Keep uploaded programs in this folder [default: beside the store]
    #[arg(long, value_name = "FOLDER")]
    uploads: Option<PathBuf>,
    /// The most MiB of an uploaded program
    #[arg(long, value_name = "MIB", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=256))]
    upload_max: u16,
    /// Begin another tournament, though this class has begun or played one
    #[arg(long)]
    anew: bool,
    /// End when all games are over, instead of showing the results until Ctrl-C
    #[arg(long)]
    leave: bool,
    #[command(flatten)]
    place: StoreArgs,
}

fn wait_for(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => text.parse().map_err(|_| format!("'{text}': expected all or a number")),
    }
}

impl Serve {
    pub(super) fn run(&self) -> anyhow::Result<Verdict> {
        let (roster, codes) = self.roster.open()?;
        let setup = self.setup(roster, codes.clone())?;
        let listener = Server::listen(self.address)
            .with_context(|| format!("cannot listen at {}", self.address))?;
        let address = listener.local_addr()?;
        let stop = Stop::on_signal()?;
        let tell: ClassTell = Arc::new(|word| {
            // Whoever has stopped reading does not stop the games.
            let _ = print(word);
        });
        let server = ClassServer::open(setup, listener, &stop.flag, tell)?;
        self.announce(&server, &codes, address)?;
        if !server.is_over() {
            listen_for_enter(server.bell());
        }
        let grades = server.run()?;
        if let Some(grades) = grades {
            super::print(&grades)?;
        }
        Ok(stop.status().map_or(Verdict::Yes, Verdict::Stopped))
    }

    fn setup(&self, roster: Roster, codes: Codes) -> anyhow::Result<ClassSetup> {
        let store = self.place.path();
        let beside = || {
            let mut path = store.as_os_str().to_owned();
            path.push(format!("-class-{}", codes.key));
            PathBuf::from(path)
        };
        let folder = std::path::absolute(self.uploads.clone().unwrap_or_else(beside))?;
        let wait_for = self.wait_for.min(codes.students.len());
        Ok(ClassSetup {
            roster,
            folder,
            store,
            names: self.public_name.clone(),
            concurrency: usize::from(self.concurrency),
            wait_for,
            patience: self.patience,
            upload_max: usize::from(self.upload_max) << 20,
            earlier: if self.anew { Earlier::IsLeft } else { Earlier::GoesOn },
            afterwards: if self.leave { Afterwards::Leave } else { Afterwards::Stay },
            codes,
        })
    }

    fn announce(&self, server: &ClassServer, codes: &Codes, address: SocketAddr) -> io::Result<()> {
        let mut talk = streams::stderr();
        let host = self.public_name.first().cloned().unwrap_or_else(|| reachable(address));
        let port = address.port();
        writeln!(talk, "{} at {address}", server.rules())?;
        writeln!(talk, "page: http://{host}:{port}/")?;
        writeln!(talk, "students: http://{host}:{port}/student, or")?;
        writeln!(talk, "  manator agent -h {host} -p {port} --token CODE -- ./my_agent")?;
        let file = Codes::path(&self.roster.path);
        writeln!(talk, "instructor: http://{host}:{port}/instructor")?;
        writeln!(talk, "codes: manator class codes, from {}", file.display())?;
        announce(&Sandbox::default(), &mut talk)?;
        if server.is_over() {
            return writeln!(talk, "all games are over; --anew begins another tournament");
        }
        let all = codes.students.len();
        let wanted = self.wait_for.min(all);
        writeln!(talk, "waiting for {wanted} of {all} students; Enter begins without the others")
    }
}

/// Returns an address at which others find this machine, as far as it can tell.
fn reachable(address: SocketAddr) -> String {
    let outside = || {
        // Nothing is sent: the system only says which of its addresses it would use.
        let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
        socket.connect("192.0.2.1:9").ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    let ip = if address.ip().is_unspecified() { outside() } else { Some(address.ip()) };
    match ip {
        Some(ip) if ip.is_ipv6() => format!("[{ip}]"),
        Some(ip) => ip.to_string(),
        None => "localhost".into(),
    }
}

fn listen_for_enter(bell: Bell) {
    thread::spawn(move || {
        let mut line = String::new();
        // The end of the input is nobody who presses Enter.
        if io::stdin().lock().read_line(&mut line).is_ok_and(|count| count > 0) {
            bell.ring();
        }
    });
}

fn print(word: &Word<'_>) -> io::Result<()> {
    let mut talk = streams::stderr();
    match word {
        Word::Came { name } => writeln!(talk, "{name} is here"),
        Word::Left { name } => writeln!(talk, "{name} has left"),
        Word::Uploaded { name } => writeln!(talk, "{name} has uploaded a program"),
        Word::Examined { name, failed: 0 } => {
            writeln!(talk, "the program of {name} is examined: nothing failed")
        }
        Word::Examined { name, failed } => {
            writeln!(talk, "the program of {name} is examined: {failed} failed")
        }
        Word::Refused { address, why } => {
            writeln!(talk, "refused {address}: {}", Notes::shown(why))
        }
        Word::Begins { number, before: 0 } => writeln!(talk, "tournament {number} begins"),
        Word::Begins { number, before } => {
            writeln!(talk, "tournament {number} goes on after {before} games")
        }
        Word::Finished { number, of, names, result, words } => {
            let names = names.join(" - ");
            writeln!(talk, "game {number} of {of}: {names} {result}, {}", Notes::shown(words))
        }
        Word::Note(text) => writeln!(talk, "{}", Notes::shown(text)),
    }
}
