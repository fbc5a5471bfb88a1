//! Measures a server with fifty tables and four displays at each: `cargo bench -p manator-server --bench load`.
//!
//! Once at full speed, once at the pace of people who watch. `LOAD_SECONDS` says how long each goes on; a minute
//! unless it does.
// SPDX-License-Identifier: MIT OR Apache-2.0

#[path = "../tests/crowd/mod.rs"]
mod crowd;

use std::time::Duration;

use crowd::Plan;

fn main() {
    let seconds = std::env::var("LOAD_SECONDS").ok().and_then(|text| text.parse().ok());
    let time = Duration::from_secs(seconds.unwrap_or(60));
    let paces = [("at full speed", 0), ("20 moves a second at each table", 50)];
    for (name, delay) in paces {
        let delay = Duration::from_millis(delay);
        let findings = Plan { tables: 50, displays: 4, time, delay }.run();
        println!("| {name} | |\n|---|---:|\n{findings}");
        findings.check();
    }
}
