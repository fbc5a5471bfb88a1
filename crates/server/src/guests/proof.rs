//! What shows that an agent that comes back is the one that was here.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use manator_organise::store::Number;
use subtle::ConstantTimeEq;

/// The secret of an agent; one without a secret is known by its address, as long as the server runs.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Proof {
    pub(crate) secret: Option<String>,
    pub(crate) from: Option<IpAddr>,
}

impl Proof {
    /// Returns whether this is shown by the same agent, and surely so.
    pub(crate) fn is_same(&self, shown: &Proof) -> bool {
        self.secret.is_some() && self.is_met_by(shown)
    }

    /// Returns whether whoever shows this may take the place that `self` keeps.
    pub(crate) fn is_met_by(&self, shown: &Proof) -> bool {
        match (&self.secret, &shown.secret) {
            (Some(kept), Some(given)) => kept.as_bytes().ct_eq(given.as_bytes()).into(),
            (Some(_), None) => false,
            (None, _) => self.from.is_none() || self.from == shown.from,
        }
    }
}

/// The secrets of the agents of a tournament, in a file beside its store that only its user can read: they count
/// after a restart, too.
pub(crate) struct Secrets(PathBuf);

impl Secrets {
    pub(crate) fn of(store: &Path, tournament: Number) -> Secrets {
        let mut name = store.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".secrets-{}", tournament.0));
        Secrets(store.with_file_name(name))
    }

    /// Keeps who has which secret.
    pub(crate) fn keep(&self, all: &[(String, Proof)]) -> io::Result<()> {
        self.forget();
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&self.0)?;
        for (name, proof) in all {
            if let Some(secret) = &proof.secret {
                writeln!(file, "{secret} {name}")?;
            }
        }
        file.sync_all()
    }

    /// Returns the secret of somebody, if it has one.
    pub(crate) fn find(&self, name: &str) -> Option<String> {
        let text = fs::read_to_string(&self.0).ok()?;
        let pairs = text.lines().filter_map(|line| line.split_once(' '));
        let mut own = pairs.filter(|(_, of)| *of == name);
        own.next().map(|(secret, _)| secret.to_string())
    }

    pub(crate) fn forget(&self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::Proof;

    #[test]
    fn a_secret_counts_more_than_an_address() {
        let proof = |secret: Option<&str>, from: Option<[u8; 4]>| Proof {
            secret: secret.map(str::to_string),
            from: from.map(Into::into),
        };
        let (here, there) = (Some([10, 0, 0, 1]), Some([10, 0, 0, 2]));
        let known = proof(Some("one"), here);
        assert!(known.is_met_by(&proof(Some("one"), there)));
        assert!(!known.is_met_by(&proof(Some("two"), here)));
        assert!(!known.is_met_by(&proof(None, here)));
        let nameless = proof(None, here);
        assert!(nameless.is_met_by(&proof(None, here)));
        assert!(!nameless.is_met_by(&proof(Some("one"), there)));
        assert!(proof(None, None).is_met_by(&proof(None, there)), "it has not come yet");
    }
}
