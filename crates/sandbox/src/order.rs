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
    /// The limits; here `writable` is the scratch directory itself, and `readable` all that is shown
    /// besides the system.
    pub(super) sandbox: Sandbox,
    pub(super) user: Option<u32>,
    /// Whether the program gets a user namespace, in which its processes are counted.
    pub(super) namespace: bool,
    pub(super) cgroup: Option<PathBuf>,
    /// What whoever reads its errors is told first.
    pub(super) notes: Vec<String>,
    pub(super) directory: Option<PathBuf>,
    /// Our environment is not the program's, which could otherwise say what the launcher loads.
    pub(super) environment: Vec<(OsString, OsString)>,
    /// The program and its arguments; none to only say which limits hold.
    pub(super) words: Vec<OsString>,
}

impl Order {
    /// Returns the order as words, without the name of the command.
    pub(super) fn to_words(&self) -> Vec<OsString> {
        let Sandbox { memory, cpu, processes, file_size, .. } = &self.sandbox;
        let mut words = Vec::new();
        let mut add = |name: &str, value: OsString| words.extend([OsString::from(name), value]);
        add("--memory", memory.to_string().into());
        add("--cpu-ms", cpu.as_millis().to_string().into());
        add("--processes", processes.to_string().into());
        add("--file-size", file_size.to_string().into());
        if let Some(path) = &self.sandbox.writable {
            add("--writable", path.into());
        }
        for path in &self.sandbox.readable {
            add("--readable", path.into());
        }
        if let Some(path) = &self.cgroup {
            add("--cgroup", path.into());
        }
        for note in &self.notes {
            add("--note", note.into());
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
        let flags = [
            ("--network", self.sandbox.network),
            ("--agents", self.sandbox.agents),
            ("--own-copy", self.sandbox.own_copy),
            ("--namespace", self.namespace),
        ];
        words.extend(flags.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name.into()));
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
            let flag = match name.as_str() {
                "--network" => &mut order.sandbox.network,
                "--agents" => &mut order.sandbox.agents,
                "--own-copy" => &mut order.sandbox.own_copy,
                "--namespace" => &mut order.namespace,
                _ => {
                    let value = words.next().ok_or_else(|| format!("{name}: expected a value"))?;
                    order.set(&name, value)?;
                    continue;
                }
            };
            *flag = true;
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
            "--readable" => self.sandbox.readable.push(value.into()),
            "--cgroup" => self.cgroup = Some(value.into()),
            "--note" => self.notes.push(value.to_string_lossy().into_owned()),
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
            agents: true,
            writable: Some("/tmp/a b".into()),
            readable: vec!["/a".into(), "/b c".into()],
            own_copy: true,
            launcher: None,
        };
        for sandbox in [full, Sandbox::default()] {
            let order = Order {
                sandbox,
                user: Some(60_706),
                namespace: true,
                cgroup: Some("/sys/x".into()),
                notes: vec!["a note".into()],
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
