//! How a queue is reached, in words of the command line.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use manator_organise::{Access, Address, Secret};

/// Holds the secret itself, where there is no file.
const SECRET: &str = "MANATOR_QUEUE_SECRET";

/// What proves to a queue, and to those who use it, who somebody is.
#[derive(Args, Default)]
pub(crate) struct AccessArgs {
    /// A file with the secret that the organiser and its workers share; without it, the variable
    /// MANATOR_QUEUE_SECRET holds the secret
    #[arg(long, value_name = "FILE")]
    queue_secret: Option<PathBuf>,
    /// Sign in at the queue with these NATS credentials (.creds)
    #[arg(long, value_name = "FILE")]
    queue_creds: Option<PathBuf>,
    /// Trust a queue whose certificate these authorities have signed (PEM), and no other
    #[arg(long, value_name = "FILE")]
    queue_ca: Option<PathBuf>,
    /// Show the queue this certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "queue_key")]
    queue_cert: Option<PathBuf>,
    /// The key of that certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "queue_cert")]
    queue_key: Option<PathBuf>,
}

impl AccessArgs {
    pub(crate) fn to(&self, address: &Address) -> anyhow::Result<Access> {
        Ok(Access {
            address: address.clone(),
            secret: self.secret()?,
            credentials: self.queue_creds.clone(),
            authorities: self.queue_ca.clone(),
            certificate: self.queue_cert.clone().zip(self.queue_key.clone()),
        })
    }

    /// Refuses files that prove who we are where programs can read them: in a folder that these run in, unless a name
    /// on the way begins with a dot.
    pub(crate) fn keep_from_programs(&self, folder: &Path) -> anyhow::Result<()> {
        let folder = folder.canonicalize().with_context(|| folder.display().to_string())?;
        for path in [&self.queue_secret, &self.queue_creds, &self.queue_key].into_iter().flatten() {
            let shown = || path.display().to_string();
            let whole = path.canonicalize().with_context(shown)?;
            let Ok(inside) = whole.strip_prefix(&folder) else { continue };
            let is_hidden =
                |part: Component<'_>| part.as_os_str().to_string_lossy().starts_with('.');
            if !inside.components().any(is_hidden) {
                bail!(
                    "{}: programs that run in {} can read it: expected a file elsewhere, or a name that \
                     begins with a dot",
                    shown(),
                    folder.display()
                );
            }
        }
        Ok(())
    }

    fn secret(&self) -> anyhow::Result<Option<Secret>> {
        let (text, from) = match &self.queue_secret {
            Some(path) => (read(path)?, path.display().to_string()),
            None => match std::env::var(SECRET) {
                Ok(text) => (text, SECRET.to_string()),
                Err(std::env::VarError::NotPresent) => return Ok(None),
                Err(error) => return Err(error).context(SECRET),
            },
        };
        text.parse().map(Some).context(from)
    }
}

/// Reads a file that holds a secret: one that everybody on this machine can read holds none.
fn read(path: &Path) -> anyhow::Result<String> {
    let shown = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(shown)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if fs::metadata(path).with_context(shown)?.mode() & 0o004 != 0 {
            bail!("{}: everybody on this machine can read this secret: chmod 600 it", shown());
        }
    }
    Ok(text)
}
