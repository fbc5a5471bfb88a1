//! Players of a match that come over HTTP: where they are told to come to.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::sync::Arc;

use anyhow::Context;
use manator_organise::Prepared;
use manator_server::HttpPlayers;

use super::shown;
use crate::stop::Stop;
use crate::streams;

/// Opens the port that such players come to, if there are any, and says how they begin.
pub(super) fn open(
    prepared: &Arc<Prepared>,
    port: u16,
    stop: &Stop,
) -> anyhow::Result<Option<HttpPlayers>> {
    if !prepared.callers().contains(&true) {
        return Ok(None);
    }
    let players = HttpPlayers::open(prepared, port, &stop.flag)
        .with_context(|| format!("--api-port: cannot listen at port {port}"))?;
    let mut talk = streams::stderr();
    for name in players.names() {
        let asks = serde_json::json!({ "player": name }).to_string();
        let address = players.address;
        writeln!(
            talk,
            "{name} begins with: curl --json {} http://{address}/api/v1/games",
            shown(&asks)
        )?;
    }
    Ok(Some(players))
}
