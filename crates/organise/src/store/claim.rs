//! A tournament is played by one program at a time, and so are the games of the arena.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{File, TryLockError};
use std::path::PathBuf;

use manator_sandbox::private;

use super::{Number, Store, StoreError};

/// The right to play a tournament. It ends with the program, however that ends.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    _lock: File,
}

impl Claim {
    /// Removes the lock of a tournament that is over: nobody will claim it any more.
    pub fn release(self) {
        // A lock that stays does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Store {
    pub fn claim(&self, number: Number) -> Result<Claim, StoreError> {
        self.hold(&number.to_string(), || StoreError::Claimed { number })
    }

    pub fn claim_arena(&self) -> Result<Claim, StoreError> {
        self.hold("arena", || StoreError::File {
            path: self.path().to_path_buf(),
            why: "another arena plays the games that are kept there".into(),
        })
    }

    fn hold(&self, what: &str, taken: impl FnOnce() -> StoreError) -> Result<Claim, StoreError> {
        let mut path = self.path().as_os_str().to_owned();
        path.push(format!("-{what}.lock"));
        let path = PathBuf::from(path);
        let wrong =
            |error: std::io::Error| StoreError::File { path: path.clone(), why: error.to_string() };
        let lock = private::options().create(true).append(true).open(&path).map_err(wrong)?;
        private::tighten(&path);
        match lock.try_lock() {
            Ok(()) => Ok(Claim { path, _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(taken()),
            Err(TryLockError::Error(error)) => Err(wrong(error)),
        }
    }
}
