//! What the launcher is told: limits, and the program to become, as words of a command line.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::time::Duration;

use super::Sandbox;

/// The command of our own program that limits itself and then becomes another.
pub const LAUNCH: &str = "launch-sandboxed";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Order {
    /// The limits; here `writable` is the scratch directory itself.
    pub(super) sandbox: Sandbox,
    pub(super) user: Option<u32>,
    pub(super) directory: Option<PathBuf>,
    /// Our environment is not the program's, which could otherwise say what the launcher loads.
    pub(super) environment: Vec<(OsString, OsString)>,
    /// The program and its arguments; none to only say which limits hold.
    pub(super) words: Vec<OsString>,
}

impl Order {
    /// Returns the order as words, without the name of the command.
    pub(super) fn to_words(&self) -> Vec<OsString> {
        let Sandbox { memory, cpu, processes, file_size, network, writable, launcher: _ } =
            &self.sandbox;
        let mut words = Vec::new();
        let mut add = |name: &str, value: OsString| words.extend([OsString::from(name), value]);
        add("--memory", memory.to_string().into());
        add("--cpu-ms", cpu.as_millis().to_string().into());
        add("--processes", processes.to_string().into());
        add("--file-size", file_size.to_string().into());
        if let Some(path) = writable {
            add("--writable", path.into());
        }
        if let Some(user) = self.user {
            add("--user", user.to_string().into());
        }
        if let Some(path) = &self.directory {
            add("--directory", path.into());
        }
        for (name, value) in &self.environment {
            let mut pair = name.clone();
            pair.push("=");
            pair.push(value);
            add("--set", pair);
        }
        if *network {
            words.push("--network".into());
        }
        words.push("--".into());
        words.extend_from_slice(&self.words);
        words
    }

    /// Reads an order; what is not said is as in [`Sandbox::default`].
    pub(super) fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Order, String> {
        let mut order = Order::default();
        let mut words = words.into_iter();
        while let Some(name) = words.next() {
            let name = name.into_string().map_err(|name| format!("'{}'", name.display()))?;
            if name == "--" {
                order.words = words.collect();
                return Ok(order);
            }
            if name == "--network" {
                order.sandbox.network = true;
                continue;
            }
            let value = words.next().ok_or_else(|| format!("{name}: expected a value"))?;
            order.set(&name, value)?;
        }
        Err("expected -- and the program to run".into())
    }

    fn set(&mut self, name: &str, value: OsString) -> Result<(), String> {
        match name {
            "--memory" => self.sandbox.memory = number(name, &value)?,
            "--cpu-ms" => self.sandbox.cpu = Duration::from_millis(number(name, &value)?),
            "--processes" => self.sandbox.processes = number(name, &value)?,
            "--file-size" => self.sandbox.file_size = number(name, &value)?,
            "--writable" => self.sandbox.writable = Some(value.into()),
            "--user" => self.user = Some(number(name, &value)?),
            "--directory" => self.directory = Some(value.into()),
            "--set" => {
                let mut halves = value.as_bytes().splitn(2, |byte| *byte == b'=');
                let (Some(name), Some(value)) = (halves.next(), halves.next()) else {
                    return Err(format!("--set '{}': expected NAME=VALUE", value.display()));
                };
                let own = |bytes: &[u8]| OsString::from_vec(bytes.to_vec());
                self.environment.push((own(name), own(value)));
            }
            _ => return Err(format!("'{name}': expected a limit or --")),
        }
        Ok(())
    }
}

fn number<T: std::str::FromStr>(name: &str, value: &OsStr) -> Result<T, String> {
    let number = value.to_str().and_then(|value| value.parse().ok());
    number.ok_or_else(|| format!("{name} '{}': expected a number", value.display()))
}

#[cfg(test)]
mod tests {
    use super::{Order, Sandbox};
    use std::time::Duration;

    #[test]
    fn orders_are_read_as_they_are_written() {
        let full = Sandbox {
            memory: 12,
            cpu: Duration::from_millis(1500),
            processes: 3,
            file_size: 0,
            network: true,
            writable: Some("/tmp/a b".into()),
            launcher: None,
        };
        for sandbox in [full, Sandbox::default()] {
            let order = Order {
                sandbox,
                user: Some(60_706),
                directory: Some("--".into()),
                environment: vec![("A".into(), "b=c".into()), ("D".into(), "".into())],
                words: ["agent", "--memory", "--", "x"].map(Into::into).to_vec(),
            };
            assert_eq!(Order::parse(order.to_words()), Ok(order));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for line in ["", "--memory", "--memory much --", "agent", "--set A --", "--user -1 --"] {
            assert!(Order::parse(line.split_whitespace().map(Into::into)).is_err(), "{line}");
        }
    }
}
