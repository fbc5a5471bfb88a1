//! The secret with which an agent comes back to a server under its name.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use manator_play::client::ServerAddress;
use manator_protocol::{SECRET_MIN, TOKEN_MAX};

use crate::places;

/// How long the name of a file of a secret may be.
const FILE_NAME_MAX: usize = 60;
/// How many agents of one name keep their secrets for one server.
const TWINS_MAX: u32 = 1000;

/// The same after a restart, and no other server's or agent's that runs meanwhile: the file is locked as long as this is
/// kept.
pub(super) struct Secret {
    pub(super) text: String,
    _file: Option<File>,
}

impl Secret {
    /// Returns a secret; without one, the agent is known by its address there.
    pub(super) fn of(address: &ServerAddress, name: &str) -> Option<Secret> {
        let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '_' };
        let file: String =
            format!("{address} {name}").chars().map(plain).take(FILE_NAME_MAX).collect();
        let path = places::secrets().join(file);
        // Where it cannot be kept, it counts as long as this agent runs.
        let kept = (1..TWINS_MAX).find_map(|number| match number {
            1 => kept(&path).transpose(),
            number => kept(&path.with_extension(number.to_string())).transpose(),
        });
        match kept {
            Some(Ok(secret)) => Some(secret),
            _ => Some(Secret { text: drawn()?, _file: None }),
        }
    }
}

/// Returns the secret of a file, which is made if need be, unless another agent has it now.
fn kept(path: &Path) -> io::Result<Option<Secret>> {
    let mut folder = fs::DirBuilder::new();
    let mut options = fs::OpenOptions::new();
    #[cfg(unix)]
    {
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    folder.recursive(true).create(path.parent().unwrap_or(path))?;
    let mut file = options.read(true).append(true).create(true).open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(fs::TryLockError::WouldBlock) => return Ok(None),
        Err(fs::TryLockError::Error(error)) => return Err(error),
    }
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    if !(SECRET_MIN..=TOKEN_MAX).contains(&text.trim().len()) {
        text = drawn().ok_or_else(|| io::Error::other("no random numbers"))?;
        file.set_len(0)?;
        writeln!(file, "{text}")?;
    }
    Ok(Some(Secret { text: text.trim().into(), _file: Some(file) }))
}

fn drawn() -> Option<String> {
    let mut bytes = [0; SECRET_MIN];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
