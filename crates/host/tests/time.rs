//! Time controls as text, and what clocks make of them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_core::Player;
use manator_host::time::duration;
use manator_host::{Clocks, TimeControl};

const WHITE: Player = Player(0);
const BLACK: Player = Player(1);

#[test]
fn times_are_read() {
    let ms = |text: &str| duration(text).map(|time| time.as_millis());
    assert_eq!(ms("5s"), Ok(5000));
    assert_eq!(ms("500ms"), Ok(500));
    assert_eq!(ms("1m30s"), Ok(90_000));
    assert_eq!(ms("0.5s"), Ok(500));
    assert_eq!(ms("7"), Ok(7000));
    for nonsense in ["", "s", "5x", "5s3", "-5s", "1e9s", "0s", "99999h", "..s", "5 s"] {
        let error = duration(nonsense).unwrap_err().to_string();
        assert!(error.starts_with(&format!("'{nonsense}': expected a time")), "{error}");
    }
}

#[test]
fn controls_are_read_and_written() {
    for text in ["none", "10s/move", "250ms/move", "5m+3s", "1h+0s", "90s+500ms"] {
        let control: TimeControl = text.parse().unwrap();
        assert_eq!(control.to_string(), text);
    }
    let same = |one: &str, other: &str| {
        assert_eq!(one.parse::<TimeControl>(), other.parse::<TimeControl>());
    };
    same("5m", "5m+0s");
    same("300+3", "5m+3s");
    same("NONE", "none");
    for nonsense in ["", "5m+", "+3s", "5m+3s/move", "soon", "5s/turn"] {
        let error = nonsense.parse::<TimeControl>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("'{nonsense}': expected none, a time")), "{error}");
    }
}

#[test]
fn a_clock_counts_down_and_earns() {
    let control = "10s+2s".parse().unwrap();
    let mut clocks = Clocks::new(2, control);
    let begin = Instant::now();
    let at = |seconds| begin + Duration::from_secs(seconds);
    let left =
        |clocks: &Clocks, player, seconds| clocks.left(player, at(seconds)).unwrap().as_secs();
    clocks.start(WHITE, at(0));
    assert_eq!(left(&clocks, WHITE, 4), 6);
    assert_eq!(left(&clocks, BLACK, 4), 10);
    assert_eq!(clocks.stop(at(4)).as_secs(), 4);
    clocks.reward(WHITE);
    clocks.start(BLACK, at(4));
    assert_eq!(left(&clocks, WHITE, 9), 8);
    assert_eq!(clocks.flagged(at(13)), None);
    assert_eq!(clocks.flagged(at(14)), Some(BLACK));
    assert_eq!(clocks.deadline(), Some(at(14)));
}

#[test]
fn each_move_has_its_own_time() {
    let mut clocks = Clocks::new(3, "5s/move".parse().unwrap());
    let begin = Instant::now();
    let at = |seconds| begin + Duration::from_secs(seconds);
    clocks.start(WHITE, at(0));
    clocks.stop(at(4));
    clocks.start(WHITE, at(10));
    assert_eq!(clocks.left(WHITE, at(11)).unwrap().as_secs(), 4);
    assert_eq!(clocks.flagged(at(15)), Some(WHITE));
}

#[test]
fn without_a_control_nothing_counts() {
    let mut clocks = Clocks::new(2, TimeControl::None);
    let begin = Instant::now();
    clocks.start(WHITE, begin);
    let later = begin + Duration::from_secs(1_000_000);
    assert_eq!(clocks.left(WHITE, later), None);
    assert_eq!(clocks.flagged(later), None);
    assert_eq!(clocks.deadline(), None);
    assert_eq!(clocks.budget(WHITE), None);
}

#[test]
fn a_budget_leaves_time_to_spare() {
    for text in ["10s/move", "100ms/move", "5m+3s", "1s+0s", "20ms+10s"] {
        let clocks = Clocks::new(2, text.parse().unwrap());
        let left = clocks.left(WHITE, Instant::now()).unwrap();
        let budget = clocks.budget(WHITE).unwrap();
        assert!(budget < left && !budget.is_zero(), "{text}: {budget:?} of {left:?}");
    }
}
