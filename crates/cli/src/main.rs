//! The `manator` program: one verb a command, each in its file under `commands`.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod arguments;
mod commands;
mod config;
mod console;
mod organise;
mod paint;
mod places;
mod stop;
mod streams;

use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::{Command as Cli, CommandFactory, FromArgMatches, Parser, Subcommand};
use manator_sandbox::is_confined;

use commands::{
    agent, agents, analyse, arena, bench, check, class, compare, display, engine, explain, games,
    inspect, judge, lab, matches, mcp, menu, new_agent, openings, perft, play, puzzles, replay,
    resume, rules, server, show, solve, store, tournament, tournaments, worker,
};
use config::Configuration;

/// Play, write agents for, and rank agents of remarkable board games.
///
/// Without a command, everything in a browser: the same as `manator arena`.
#[derive(Parser)]
#[command(name = "manator", version, max_term_width = 100)]
struct Arguments {
    /// Read defaults from this file instead of the usual one: see `manator config`
    #[arg(long, global = true, value_name = "FILE", display_order = 100)]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

/// What some commands need besides their arguments.
struct Given<'a> {
    config: Option<PathBuf>,
    configuration: &'a Configuration,
}

/// Declares the commands in the order of the help; `with` says what a command's `run` takes.
macro_rules! commands {
    ($($name:ident($arguments:ty) $(with $given:ident)?,)*) => {
        #[derive(Subcommand)]
        enum Command {
            $($name($arguments),)*
        }

        fn run(command: Command, given: Given) -> anyhow::Result<Verdict> {
            match command {
                $(Command::$name(command) => command.run($(given.$given)?),)*
            }
        }
    };
}

commands! {
    Arena(arena::ArenaCommand),
    Menu(menu::MenuCommand) with configuration,
    Play(play::Play) with configuration,
    Display(display::Display),
    Games(games::Games),
    Rules(rules::Rules),
    Show(show::Show),
    Perft(perft::Perft),
    Replay(replay::Replay),
    Inspect(inspect::Inspect),
    Mcp(mcp::Mcp),
    Agents(agents::Agents),
    Analyse(analyse::Analyse),
    Explain(explain::Explain),
    Solve(solve::Solve),
    Openings(openings::OpeningsCommand),
    Puzzles(puzzles::PuzzlesCommand),
    Bench(bench::Bench),
    Lab(lab::LabCommand),
    Check(check::Check),
    Engine(engine::Engine),
    Server(server::ServerCommand),
    Agent(agent::AgentCommand),
    Match(matches::Match),
    Compare(compare::Compare),
    Tournament(tournament::Tournament),
    Resume(resume::Resume),
    Tournaments(tournaments::Tournaments),
    Judge(judge::Judge),
    Store(store::StoreCommand),
    Class(class::ClassCommand),
    Report(commands::report::Report),
    Worker(worker::WorkerCommand),
    NewAgent(new_agent::NewAgent),
    Config(commands::config::Config) with config,
}

impl Command {
    /// Returns whether it tells no more than the rules, so that programs in the sandbox may ask.
    fn is_about_rules(&self) -> bool {
        matches!(
            self,
            Command::Games(_)
                | Command::Rules(_)
                | Command::Show(_)
                | Command::Perft(_)
                | Command::Replay(_)
                | Command::Inspect(_)
                | Command::Engine(_)
                | Command::NewAgent(_)
                | Command::Config(_)
        )
    }
}

/// Why a program in the sandbox is refused.
const CONFINED: &str =
    "in the sandbox manator answers about rules only: expected inspect, or queries to engine";

const ALONE: &str = "arena";

/// What a command found out, which becomes the exit status.
enum Verdict {
    /// It did what was asked: 0.
    Yes,
    /// It looked, and the answer is no: 1.
    No,
    /// A signal ended it: 128 and its number, as shells have it.
    Stopped(u8),
}

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    #[cfg(unix)]
    if let Some(status) = commands::launch::run(&words) {
        return status;
    }
    if let Some(words) = organise::foreign::theirs(&words) {
        if is_confined() {
            return fail(&anyhow!(CONFINED), &Configuration::default());
        }
        return finish(organise::foreign::run(words), &Configuration::default());
    }
    main_of(&words)
}

/// Takes -1 for a value, whose error says what was expected, and not for an option.
fn with_negative_numbers(command: Cli) -> Cli {
    let takes = |arg: clap::Arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    };
    command.mut_args(takes).mut_subcommands(with_negative_numbers)
}

fn main_of(words: &[OsString]) -> ExitCode {
    let (matches, configuration) =
        match config::read(&with_negative_numbers(Arguments::command()), words) {
            Ok(read) => read,
            Err(error) => return fail(&error, &Configuration::default()),
        };
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    if let Some(line) = configuration.announcement() {
        let _ = writeln!(streams::stderr(), "{line}");
    }
    let Some(command) = arguments.command else {
        // What is set about the arena holds here, too.
        let words: Vec<OsString> = words.iter().cloned().chain([ALONE.into()]).collect();
        return main_of(&words);
    };
    if !command.is_about_rules() && is_confined() {
        return fail(&anyhow!(CONFINED), &configuration);
    }
    let given = Given { config: arguments.config, configuration: &configuration };
    finish(run(command, given), &configuration)
}

fn finish(found: anyhow::Result<Verdict>, configuration: &Configuration) -> ExitCode {
    match found {
        Ok(Verdict::Yes) => ExitCode::SUCCESS,
        Ok(Verdict::No) => ExitCode::from(1),
        Ok(Verdict::Stopped(status)) => ExitCode::from(status),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => fail(&error, configuration),
    }
}

fn fail(error: &anyhow::Error, configuration: &Configuration) -> ExitCode {
    let message = format!("{error:#}");
    let mut talk = streams::stderr();
    let _ = writeln!(talk, "error: {message}");
    for hint in configuration.hints(&message) {
        let _ = writeln!(talk, "hint: {hint}");
    }
    ExitCode::from(2)
}

/// Whoever reads our output has had enough: `manator rules jetan | head` is no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<std::io::Error>();
    cause.is_some_and(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
