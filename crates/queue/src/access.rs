//! How somebody reaches a queue: where it is, with what one signs in, and what proves who everybody is.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::PathBuf;

use async_nats::ConnectOptions;

use crate::address::{Address, Login};
use crate::error::QueueError;
use crate::secret::Secret;

#[derive(Clone, Debug)]
pub struct Access {
    pub address: Address,
    /// What organiser and workers sign their messages with; only a server on this machine may do without.
    pub secret: Option<Secret>,
    /// A file of NATS credentials (`.creds`) to sign in with.
    pub credentials: Option<PathBuf>,
    /// The certificates (PEM) of those who may vouch for the server, instead of those that this machine trusts.
    pub authorities: Option<PathBuf>,
    /// The certificate (PEM) that this side shows the server, and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl From<Address> for Access {
    fn from(address: Address) -> Self {
        Self { address, secret: None, credentials: None, authorities: None, certificate: None }
    }
}

impl Access {
    /// Returns how to connect, or what is missing for it.
    pub(crate) async fn options(&self) -> Result<ConnectOptions, QueueError> {
        if self.secret.is_none() && !self.address.is_loopback() {
            return Err(QueueError::NoSecret { address: self.address.to_string() });
        }
        let mut options = match &self.address.login {
            Login::Nobody => ConnectOptions::new(),
            Login::Token(token) => ConnectOptions::with_token(token.clone()),
            Login::User { name, password } => {
                ConnectOptions::with_user_and_password(name.clone(), password.clone())
            }
        };
        if let Some(path) = &self.credentials {
            let read = options.credentials_file(path).await;
            options = read.map_err(|error| unreadable(path, &error))?;
        }
        for path in [&self.authorities, &self.certificate.as_ref().map(|pair| pair.0.clone())] {
            // Looked at here, because the client only says that there is no connection.
            let Some(path) = path else { continue };
            check_certificates(path)?;
        }
        if let Some(path) = &self.authorities {
            options = options.add_root_certificates(path.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &self.certificate {
            std::fs::File::open(key).map_err(|error| unreadable(key, &error))?;
            options = options.add_client_certificate(certificate.clone(), key.clone());
            options = options.require_tls(true);
        }
        Ok(options)
    }
}

fn check_certificates(path: &std::path::Path) -> Result<(), QueueError> {
    let text = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
    if String::from_utf8_lossy(&text).contains("-----BEGIN CERTIFICATE-----") {
        return Ok(());
    }
    let why = "it holds no certificate in PEM form".to_string();
    Err(QueueError::File { path: path.to_path_buf(), why })
}

fn unreadable(path: &std::path::Path, error: &std::io::Error) -> QueueError {
    QueueError::File { path: path.to_path_buf(), why: error.to_string() }
}
