//! Time controls as text, and what clocks make of them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use manator_core::Player;
use manator_core::random::SplitMix;
use manator_play::time::{Budget, TIME_MAX, duration};
use manator_play::{Clocks, Controls, TimeControl};

const WHITE: Player = Player(0);
const BLACK: Player = Player(1);

fn controls(text: &str) -> Controls {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

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
    for text in
        ["none", "10s/move", "250ms/move", "5m+3s", "1h+0s", "90s+500ms", "40/1m+600ms", "1/1h+0s"]
    {
        let control: TimeControl = text.parse().unwrap();
        assert_eq!(control.to_string(), text);
    }
    let same = |one: &str, other: &str| {
        assert_eq!(one.parse::<TimeControl>(), other.parse::<TimeControl>());
    };
    same("5m", "5m+0s");
    same("300+3", "5m+3s");
    same("NONE", "none");
    same("40/60+0.6", "40/60s+600ms");
    same("007/5m", "7/5m+0s");
    let nonsense = "|5m+|+3s|5m+3s/move|soon|5s/turn|0/5m|/5m|5/|+4/5m|-4/5m|4 /5m|4/4/5m|4.5/5m|4/none\
                    |4294967296/5m|4/5s/move|none/move|5m+3s+3s|5m+-3s";
    for nonsense in nonsense.split('|') {
        let error = nonsense.parse::<TimeControl>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("'{nonsense}': expected none, a time")), "{error}");
    }
}

#[test]
fn a_clock_counts_down_and_earns() {
    let mut clocks = Clocks::new(2, controls("10s+2s"));
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
    let mut clocks = Clocks::new(3, controls("5s/move"));
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
    for text in ["10s/move", "100ms/move", "5m+3s", "1s+0s", "20ms+10s", "1/1s+0s", "2/30s+1s"] {
        let clocks = Clocks::new(2, controls(text));
        let left = clocks.left(WHITE, Instant::now()).unwrap();
        let Budget { aim, most, end } = clocks.budget(WHITE).unwrap();
        assert!(
            !aim.is_zero() && aim <= most && most < end && end < left,
            "{text}: {aim:?}, {most:?}, {end:?} of {left:?}"
        );
    }
}

/// Returns a time that can be written, short ones as often as long ones.
fn any_time(random: &mut SplitMix) -> Duration {
    let most = [10_u64, 10_000, 600_000, TIME_MAX.as_millis() as u64][random.below(4) as usize];
    let step = [1, 1000, 60_000][random.below(3) as usize];
    Duration::from_millis((1 + random.below(most)).next_multiple_of(step)).min(TIME_MAX)
}

fn any_control(random: &mut SplitMix) -> TimeControl {
    let whole = any_time(random);
    let increment = if random.below(2) == 0 { Duration::ZERO } else { any_time(random) };
    match random.below(4) {
        0 => TimeControl::None,
        1 => TimeControl::PerMove(whole),
        2 => TimeControl::game(whole, increment),
        _ => {
            let period = NonZeroU32::new(1 + random.below(200) as u32);
            TimeControl::Game { period, whole, increment }
        }
    }
}

#[test]
fn any_control_is_read_as_it_was_written() {
    let mut random = SplitMix::new(6);
    for _ in 0..20_000 {
        let control = any_control(&mut random);
        assert_eq!(control.to_string().parse(), Ok(control));
        let players = 1 + random.below(3) as usize;
        let each = Controls::new((0..players).map(|_| any_control(&mut random)));
        let text = each.to_string();
        assert_eq!(text.parse(), Ok(each), "{text}");
    }
}

#[test]
fn any_text_is_read_or_quoted() {
    const PIECES: &[&str] =
        &["none", "5", "40", "/", " / ", "+", "s", "ms", "m", "move", "0", "-", ".", " ", "é", "x"];
    let mut random = SplitMix::new(7);
    for _ in 0..50_000 {
        let count = random.below(7);
        let piece = |_| PIECES[random.below(PIECES.len() as u64) as usize];
        let text: String = (0..count).map(piece).collect();
        match text.parse::<TimeControl>() {
            Ok(control) => assert_eq!(control.to_string().parse(), Ok(control), "{text}"),
            Err(error) => {
                let error = error.to_string();
                assert!(error.starts_with(&format!("'{}': expected none", text.trim())), "{error}");
            }
        }
    }
}

#[test]
fn controls_that_are_the_same_are_written_once() {
    let [fast, slow] = ["10s+0s", "none"].map(|text| text.parse::<TimeControl>().unwrap());
    assert_eq!(Controls::new([fast, fast]).to_string(), "10s+0s");
    assert_eq!(Controls::new([fast, slow]).to_string(), "10s+0s / none");
    assert_eq!(Controls::new([fast, slow, slow]).to_string(), "10s+0s / none / none");
    assert_eq!(controls("10s / 10s+0s"), fast.into());
    assert!(controls("10s").suit(2) && controls("10s").suit(3));
    assert!(controls("10s / none").suit(2) && !controls("10s / none").suit(3));
    assert!(controls("none / 10s").is_timed() && !controls("none / none").is_timed());
    let error = "10s / soon".parse::<Controls>().unwrap_err().to_string();
    assert!(error.starts_with("'soon': expected none"), "{error}");
}

#[test]
fn each_player_has_a_clock_of_its_own() {
    let mut clocks = Clocks::new(3, controls("10s+2s / none / 5s/move"));
    let third = Player(2);
    let begin = Instant::now();
    let at = |seconds| begin + Duration::from_secs(seconds);
    for (round, player) in [WHITE, BLACK, third].into_iter().enumerate() {
        clocks.start(player, at(4 * round as u64));
        assert_eq!(clocks.stop(at(4 * round as u64 + 4)).as_secs(), 4);
        clocks.reward(player);
        assert_eq!(clocks.spent(player).as_secs(), 4);
    }
    let left = [WHITE, BLACK, third].map(|player| clocks.left(player, at(12)));
    assert_eq!(left.map(|left| left.map(|time| time.as_secs())), [Some(8), None, Some(1)]);
    clocks.start(BLACK, at(12));
    assert_eq!((clocks.deadline(), clocks.flagged(at(1_000_000))), (None, None));
    assert_eq!(clocks.budget(BLACK), None);
    clocks.start(third, at(20));
    assert_eq!(clocks.flagged(at(25)), Some(third));
}

#[test]
fn after_a_period_the_time_is_added_again() {
    let mut clocks = Clocks::new(2, controls("3/60s+1s / 60s+1s"));
    let begin = Instant::now();
    let mut shown = Vec::new();
    for _ in 0..7 {
        shown.push((clocks.turns_to_go(WHITE), clocks.left(WHITE, begin).unwrap().as_secs()));
        clocks.start(WHITE, begin);
        clocks.stop(begin + Duration::from_secs(11));
        clocks.reward(WHITE);
    }
    let expected = [(3, 60), (2, 50), (1, 40), (3, 90), (2, 80), (1, 70), (3, 120)];
    assert_eq!(shown, expected.map(|(turns, left)| (Some(turns), left)));
    assert_eq!(clocks.turns_to_go(BLACK), None);
    // Nearly all may be spent on the last turn of a period, and a third of it on the first.
    let budget = |text| Clocks::new(1, controls(text)).budget(WHITE).unwrap().aim.as_millis();
    assert_eq!(budget("1/60s+0s"), 59_950);
    assert_eq!(budget("3/60s+0s"), 20_000);
    assert_eq!(budget("100/60s+0s"), budget("60s+0s"));
}
