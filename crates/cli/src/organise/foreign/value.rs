//! The values of flags.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};

pub(super) fn number<N: FromStr + PartialOrd + Display>(
    what: &str,
    text: &str,
    least: N,
) -> anyhow::Result<N> {
    let number = text.parse::<N>().ok().filter(|number| *number >= least);
    number.ok_or_else(|| anyhow!("{what}: '{text}': expected a number, at least {least}"))
}

pub(super) fn real(what: &str, text: &str) -> anyhow::Result<f64> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| anyhow!("{what}: '{text}': expected a number"))
}

pub(super) fn truth(what: &str, text: &str) -> anyhow::Result<bool> {
    text.parse().map_err(|_| anyhow!("{what}: '{text}': expected true or false"))
}

pub(super) fn on_or_off(what: &str, text: &str) -> anyhow::Result<bool> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => bail!("{what}: '{text}': expected on or off"),
    }
}

pub(super) fn only(values: &[String]) -> anyhow::Result<&str> {
    match values {
        [value] => Ok(value),
        [] => bail!("expected a value"),
        [_, more, ..] => bail!("'{more}': expected one value"),
    }
}

pub(super) fn pairs(values: &[String]) -> anyhow::Result<Vec<(&str, &str)>> {
    if values.is_empty() {
        bail!("expected KEY=VALUE");
    }
    let split = |text: &'_ String| anyhow!("'{text}': expected KEY=VALUE");
    values.iter().map(|text| text.split_once('=').ok_or_else(|| split(text))).collect()
}

/// Reads a time control as fastchess and cutechess-cli write it: `40/1:30+0.5`, in seconds.
pub(super) fn control(text: &str) -> anyhow::Result<String> {
    if text.contains("hg") {
        bail!("tc: '{text}': there are no hourglasses");
    }
    if is_infinite(text) {
        return Ok("none".into());
    }
    let read = read(text);
    read.with_context(|| format!("tc: '{text}': expected a time such as 10+0.1, 40/60+0.6 or 1:30"))
}

fn read(text: &str) -> Option<String> {
    let (period, rest) = match text.split_once('/') {
        None => (None, text),
        Some((moves, rest)) if is_infinite(moves) => (None, rest),
        Some((moves, rest)) => (Some(moves.parse::<u32>().ok().filter(|moves| *moves > 0)?), rest),
    };
    let (whole, increment) = match rest.split_once('+') {
        None => (rest, Duration::ZERO),
        Some((whole, increment)) => (whole, seconds(increment)?),
    };
    let whole = match whole.split_once(':') {
        None => seconds(whole)?,
        Some((minutes, rest)) => {
            let minutes = minutes.parse::<u32>().ok()?;
            Duration::from_secs(60 * u64::from(minutes)).checked_add(seconds(rest)?)?
        }
    };
    if whole.is_zero() {
        return None;
    }
    let period = period.map(|moves| format!("{moves}/")).unwrap_or_default();
    Some(format!("{period}{}+{}", ours(whole), ours(increment)))
}

pub(super) fn per_move(text: &str) -> anyhow::Result<String> {
    let time = seconds(text).filter(|time| !time.is_zero());
    let time = time.with_context(|| format!("st: '{text}': expected a number of seconds"))?;
    Ok(format!("{}/move", ours(time)))
}

fn is_infinite(text: &str) -> bool {
    ["inf", "infinite"].contains(&text)
}

fn seconds(text: &str) -> Option<Duration> {
    let number = text.strip_suffix('s').unwrap_or(text);
    // Numbers are read with signs and exponents elsewhere.
    let is_plain = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let time = Duration::try_from_secs_f64(number.parse().ok().filter(|_| is_plain)?).ok()?;
    Some(Duration::from_millis(u64::try_from((time + HALF).as_millis()).ok()?))
}

/// What makes cutting off rounding.
const HALF: Duration = Duration::from_micros(500);

fn ours(time: Duration) -> String {
    match time.as_millis() {
        ms if ms.is_multiple_of(1000) => format!("{}s", ms / 1000),
        ms => format!("{ms}ms"),
    }
}
