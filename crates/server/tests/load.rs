//! Many tables with displays, for a moment: `benches/load.rs` measures the same for longer.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod crowd;

use std::time::Duration;

#[test]
fn every_display_sees_every_move() {
    for delay in [Duration::ZERO, Duration::from_millis(20)] {
        let time = Duration::from_millis(1500);
        let findings = crowd::Plan { tables: 10, displays: 4, time, delay }.run();
        print!("{findings}");
        findings.check();
    }
}
