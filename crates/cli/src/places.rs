//! Where Manator keeps things on this machine.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::PathBuf;

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};
use manator_sandbox::private;

pub(crate) fn config() -> Option<PathBuf> {
    Some(ours()?.in_config_dir("config.toml"))
}

pub(crate) fn games() -> PathBuf {
    kept("games")
}

pub(crate) fn tournaments() -> PathBuf {
    kept("tournaments.db")
}

/// Returns where something is kept; without a home folder, where nothing stays for long.
fn kept(name: &str) -> PathBuf {
    let home = ours().map(|ours| {
        // The folder is Manator's alone. Older versions left it open to others.
        private::tighten(&ours.data_dir());
        ours.in_data_dir(name)
    });
    home.unwrap_or_else(|| std::env::temp_dir().join(format!("manator-{name}")))
}

fn ours() -> Option<impl AppStrategy> {
    let name = AppStrategyArgs { app_name: "manator".into(), ..AppStrategyArgs::default() };
    choose_app_strategy(name).ok()
}
