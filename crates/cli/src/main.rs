//! The `manator` program: one verb a command, each in its file under `commands`.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod arguments;
mod commands;
mod config;
mod console;
mod opening;
mod organise;
mod paint;
mod places;
mod records;
mod report;
mod stop;

use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use commands::{
    agent, agents, analyse, arena, bench, check, class, compare, display, engine, experiment,
    games, inspect, matches, menu, new_agent, perft, play, replay, resume, rules, server, show,
    solve, tournament, tournaments, worker,
};
use config::Configuration;

/// Play, write agents for, and rank agents of five remarkable board games.
///
/// Without a command, a menu to play from: on the full screen in a terminal, else line by line.
#[derive(Parser)]
#[command(name = "manator", version, max_term_width = 100)]
struct Arguments {
    /// Read defaults from this file instead of the usual one: see `manator config`
    #[arg(long, global = true, value_name = "FILE", display_order = 100)]
    config: Option<PathBuf>,
    /// The menu line by line instead of on the full screen
    #[arg(long)]
    plain: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Arena(arena::ArenaCommand),
    Play(play::Play),
    Display(display::Display),
    Games(games::Games),
    Rules(rules::Rules),
    Show(show::Show),
    Perft(perft::Perft),
    Replay(replay::Replay),
    Inspect(inspect::Inspect),
    Agents(agents::Agents),
    Analyse(analyse::Analyse),
    Solve(solve::Solve),
    Bench(bench::Bench),
    Check(check::Check),
    Engine(engine::Engine),
    Server(server::ServerCommand),
    Agent(agent::AgentCommand),
    Match(matches::Match),
    Compare(compare::Compare),
    Tournament(tournament::Tournament),
    Resume(resume::Resume),
    Tournaments(tournaments::Tournaments),
    Class(class::ClassCommand),
    Report(commands::report::Report),
    Worker(worker::WorkerCommand),
    Experiment(experiment::Experiment),
    NewAgent(new_agent::NewAgent),
    Config(commands::config::Config),
}

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
        return finish(organise::foreign::run(words), &Configuration::default());
    }
    let (matches, configuration) = match config::read(&Arguments::command(), &words) {
        Ok(read) => read,
        Err(error) => return fail(&error, &Configuration::default()),
    };
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    finish(run(arguments, &configuration), &configuration)
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
    let mut talk = anstream::stderr();
    let _ = writeln!(talk, "error: {message}");
    for hint in configuration.hints(&message) {
        let _ = writeln!(talk, "hint: {hint}");
    }
    ExitCode::from(2)
}

fn run(arguments: Arguments, configuration: &Configuration) -> anyhow::Result<Verdict> {
    match arguments.command {
        None if arguments.plain || !play::is_full_screen() => menu::run(configuration),
        None => play::lobby(),
        Some(Command::Arena(command)) => command.run(),
        Some(Command::Play(command)) => command.run(),
        Some(Command::Display(command)) => command.run(),
        Some(Command::Games(command)) => command.run(),
        Some(Command::Rules(command)) => command.run(),
        Some(Command::Show(command)) => command.run(),
        Some(Command::Perft(command)) => command.run(),
        Some(Command::Replay(command)) => command.run(),
        Some(Command::Inspect(command)) => command.run(),
        Some(Command::Agents(command)) => command.run(),
        Some(Command::Analyse(command)) => command.run(),
        Some(Command::Solve(command)) => command.run(),
        Some(Command::Bench(command)) => command.run(),
        Some(Command::Check(command)) => command.run(),
        Some(Command::Engine(command)) => command.run(),
        Some(Command::Server(command)) => command.run(),
        Some(Command::Agent(command)) => command.run(),
        Some(Command::Match(command)) => command.run(),
        Some(Command::Compare(command)) => command.run(),
        Some(Command::Tournament(command)) => command.run(),
        Some(Command::Tournaments(command)) => command.run(),
        Some(Command::Report(command)) => command.run(),
        Some(Command::Worker(command)) => command.run(),
        Some(Command::Resume(command)) => command.run(),
        Some(Command::Class(command)) => command.run(),
        Some(Command::Experiment(command)) => command.run(),
        Some(Command::NewAgent(command)) => command.run(),
        Some(Command::Config(command)) => command.run(arguments.config),
    }
}

/// Whoever reads our output has had enough: `manator rules jetan | head` is no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<std::io::Error>();
    cause.is_some_and(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
