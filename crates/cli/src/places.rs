//! Where Manator keeps things on this machine.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::PathBuf;

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};

pub(crate) fn config() -> Option<PathBuf> {
    Some(ours()?.in_config_dir("config.toml"))
}

/// Returns the folder in which games are kept; without a home folder, where nothing stays for long.
pub(crate) fn games() -> PathBuf {
    let home = ours().map(|ours| ours.in_data_dir("games"));
    home.unwrap_or_else(|| std::env::temp_dir().join("manator-games"))
}

/// Returns the file in which tournaments are kept; without a home folder, where nothing stays for long.
pub(crate) fn tournaments() -> PathBuf {
    let home = ours().map(|ours| ours.in_data_dir("tournaments.db"));
    home.unwrap_or_else(|| std::env::temp_dir().join("manator-tournaments.db"))
}

fn ours() -> Option<impl AppStrategy> {
    let name = AppStrategyArgs { app_name: "manator".into(), ..AppStrategyArgs::default() };
    choose_app_strategy(name).ok()
}
