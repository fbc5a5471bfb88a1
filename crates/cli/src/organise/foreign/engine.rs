//! What stands after `-engine` and `-each`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use manator_engine::catalog;
use manator_organise::Entry;
use manator_sandbox::Program;

use super::value::{control, number, on_or_off, per_move};

/// The word before an agent of ours where a program of the same name is in the way.
const OURS: &str = "manator:";

#[derive(Default)]
pub(super) struct Engine {
    cmd: Option<String>,
    name: Option<String>,
    arguments: Vec<String>,
    directory: Option<PathBuf>,
    is_once: bool,
    game_time: Option<String>,
    move_time: Option<String>,
    nodes: Option<u64>,
    depth: Option<u32>,
    pub(super) margin: Option<u64>,
    restart: bool,
    set: BTreeMap<String, String>,
}

impl Engine {
    /// Takes one word; returns why it changes nothing, if it does not.
    pub(super) fn take(&mut self, word: &str) -> anyhow::Result<Option<String>> {
        let Some((key, value)) = word.split_once('=') else { return bare(word).map(Some) };
        if let Some(option) = key.strip_prefix("option.").filter(|option| !option.is_empty()) {
            self.set.insert(option.into(), value.into());
            return Ok(None);
        }
        match key {
            "cmd" => self.cmd = Some(value.into()),
            "name" => self.name = Some(value.into()),
            "dir" => self.directory = Some(value.into()),
            "arg" => self.arguments.push(value.into()),
            "args" => self.arguments.extend(split(value)?),
            "proto" if ["uci", "ugi"].contains(&value) => self.is_once = false,
            "proto" if value == "once" => self.is_once = true,
            "proto" => bail!("proto: '{value}': expected uci, ugi or once"),
            "tc" => self.game_time = Some(control(value)?),
            "st" => self.move_time = Some(per_move(value)?),
            "nodes" => self.nodes = Some(number(key, value, 1)?),
            "depth" | "plies" => self.depth = Some(number(key, value, 1)?),
            "timemargin" => self.margin = Some(number(key, value, 0)?),
            // cutechess-cli lets an engine decide; ours never ask for it.
            "restart" if value == "auto" => self.restart = false,
            "restart" => self.restart = on_or_off(key, value)?,
            "stderr" => {
                return Ok(Some(format!("'{word}': records hold what programs complain of")));
            }
            "initstr" | "conf" | "book" | "bookdepth" => {
                bail!("'{word}': not supported here; option.NAME=VALUE sets options")
            }
            _ => bail!("'{word}': expected {EXPECTED}"),
        }
        Ok(None)
    }

    pub(super) fn entry(self, game: &str) -> anyhow::Result<Entry> {
        let cmd = self.cmd.context("-engine: expected cmd=PROGRAM")?;
        let time = match (self.game_time, self.move_time) {
            (Some(_), Some(_)) => bail!("{cmd}: tc= and st= exclude each other"),
            (game, each) => game.or(each),
        };
        let is_ours = |agent: &str| {
            let name = agent.split(':').next().unwrap_or_default();
            catalog::names(game).any(|known| known == name)
        };
        let (agent, name) = match (place(&cmd, self.directory.as_deref()), cmd.strip_prefix(OURS)) {
            (Some(program), _) => {
                let stem = Path::new(&cmd).file_stem().map(|stem| stem.to_string_lossy());
                let words = std::iter::once(program).chain(self.arguments).collect();
                let program = Program { words, ..Program::default() };
                let kind = if self.is_once { "once" } else { "program" };
                (format!("{kind}:{program}"), stem.map_or(cmd.clone(), String::from))
            }
            (None, ours) if is_ours(ours.unwrap_or(&cmd)) => {
                let agent = ours.unwrap_or(&cmd);
                if let Some(argument) = self.arguments.first() {
                    bail!(
                        "{agent}: '{argument}': agents take no arguments: write alphabeta:depth=4"
                    );
                }
                (agent.to_string(), agent.to_string())
            }
            _ => bail!("cmd: '{cmd}': no such program here or in PATH, and no agent of {game}"),
        };
        Ok(Entry {
            name: Some(self.name.unwrap_or(name)),
            agent,
            time,
            depth: self.depth,
            nodes: self.nodes,
            directory: self.directory,
            restart: self.restart,
            set: self.set,
        })
    }
}

const EXPECTED: &str = "cmd=, name=, args=, arg=, dir=, proto=, tc=, st=, nodes=, depth=, \
                        timemargin=, restart= or option.NAME=";

/// Reads a word without a value: returns why it changes nothing.
fn bare(word: &str) -> anyhow::Result<String> {
    match word {
        "ponder" => Ok("'ponder': nobody thinks while the other does".into()),
        "trust" => Ok("'trust': the rules alone say how a game ended".into()),
        "whitepov" => bail!("'whitepov': scores are the mover's own"),
        _ => bail!("'{word}': expected {EXPECTED}"),
    }
}

fn split(arguments: &str) -> anyhow::Result<Vec<String>> {
    // The words of a program are read with its name in front.
    let program: Program =
        format!("program {arguments}").parse().with_context(|| format!("args: '{arguments}'"))?;
    Ok(program.words.into_iter().skip(1).collect())
}

/// Returns how a program is called that is there: in its folder, or in `PATH`.
fn place(cmd: &str, directory: Option<&Path>) -> Option<String> {
    if cmd.contains(std::path::is_separator) {
        return Some(cmd.into());
    }
    let here = directory.unwrap_or(Path::new(""));
    if here.join(cmd).is_file() {
        return Some(format!("./{cmd}"));
    }
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths).any(|folder| folder.join(cmd).is_file()).then(|| cmd.into())
}
