//! The values of flags.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Display;
use std::str::FromStr;

use anyhow::{anyhow, bail};

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
