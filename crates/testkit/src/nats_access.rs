//! What a NATS server asks of those who come: certificates of an authority of a test's own, and credentials.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use data_encoding::BASE64URL_NOPAD;
use nkeys::KeyPair;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair as Key};
use tempfile::TempDir;

/// An authority, and certificates that it has signed, as files.
pub struct Certificates {
    folder: TempDir,
    issuer: Issuer<'static, Key>,
}

impl Certificates {
    #[track_caller]
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = Key::generate().expect("a key");
        let certificate = params.self_signed(&key).expect("a certificate");
        fs::write(folder.path().join("ca.pem"), certificate.pem()).expect("a file");
        let certificates = Self { folder, issuer: Issuer::new(params, key) };
        certificates.make("server", &["127.0.0.1"]);
        certificates.make("client", &["anna"]);
        certificates
    }

    fn make(&self, name: &str, subjects: &[&str]) {
        let subjects: Vec<String> = subjects.iter().map(ToString::to_string).collect();
        let params = CertificateParams::new(subjects).expect("names");
        let key = Key::generate().expect("a key");
        let certificate = params.signed_by(&key, &self.issuer).expect("a certificate");
        fs::write(self.path(name), certificate.pem()).expect("a file");
        fs::write(self.path(&format!("{name}-key")), key.serialize_pem()).expect("a file");
    }

    /// Returns a file: `ca`, `server`, `server-key`, `client` or `client-key`.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}.pem"))
    }

    /// Returns what a server is started with that shows its certificate and asks for one.
    pub fn server_args(&self) -> Vec<String> {
        let path = |name| self.path(name).display().to_string();
        let args =
            ["-js", "--tlsverify", "--tlscert", &path("server"), "--tlskey", &path("server-key")];
        let authority = ["--tlscacert".to_string(), path("ca")];
        args.map(str::to_string).into_iter().chain(authority).collect()
    }
}

impl Default for Certificates {
    fn default() -> Self {
        Self::new()
    }
}

/// An operator with one account, as a server's configuration, and a user of it.
pub struct Credentials {
    folder: TempDir,
}

const LIMITS: &str = r#""subs":-1,"data":-1,"payload":-1"#;
const ACCOUNT: &str = r#""imports":-1,"exports":-1,"wildcards":true,"conn":-1,"leaf":-1"#;
const STORAGE: &str = r#""mem_storage":-1,"disk_storage":-1,"streams":-1,"consumer":-1"#;

impl Credentials {
    #[track_caller]
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (operator, account) = (KeyPair::new_operator(), KeyPair::new_account());
        let (system, user) = (KeyPair::new_account(), KeyPair::new_user());
        let sworn = token(&operator, &operator, "operator", "");
        let kept = format!(r#""limits":{{{LIMITS},{ACCOUNT},{STORAGE}}},"#);
        let kept = token(&operator, &account, "account", &kept);
        let ruling = format!(r#""limits":{{{LIMITS},{ACCOUNT}}},"#);
        let ruling = token(&operator, &system, "account", &ruling);
        let (account_key, system_key) = (account.public_key(), system.public_key());
        let config = format!(
            "operator: {sworn}\nsystem_account: {system_key}\nresolver: MEMORY\nresolver_preload: {{\n  \
             {account_key}: {kept}\n  {system_key}: {ruling}\n}}\n"
        );
        fs::write(folder.path().join("server.conf"), config).expect("a file");
        let limits = format!(r#""pub":{{}},"sub":{{}},{LIMITS},"#);
        let user_token = token(&account, &user, "user", &limits);
        let seed = user.seed().expect("a seed");
        let text = format!(
            "-----BEGIN NATS USER JWT-----\n{user_token}\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
        );
        fs::write(folder.path().join("user.creds"), text).expect("a file");
        Self { folder }
    }

    /// Returns the configuration of the server.
    pub fn config(&self) -> PathBuf {
        self.folder.path().join("server.conf")
    }

    /// Returns the credentials of the user.
    pub fn user(&self) -> PathBuf {
        self.folder.path().join("user.creds")
    }
}

impl Default for Credentials {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns a token in which one says what another may do.
fn token(issuer: &KeyPair, subject: &KeyPair, kind: &str, more: &str) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970").as_secs();
    let (issuer_key, subject_key) = (issuer.public_key(), subject.public_key());
    let claims = format!(
        r#"{{"jti":"{subject_key}","iat":{now},"iss":"{issuer_key}","name":"{kind}","sub":"{subject_key}","nats":{{{more}"type":"{kind}","version":2}}}}"#
    );
    let header = r#"{"typ":"JWT","alg":"ed25519-nkey"}"#;
    let [header, claims] = [header, &claims].map(|text| BASE64URL_NOPAD.encode(text.as_bytes()));
    let body = format!("{header}.{claims}");
    let signature = issuer.sign(body.as_bytes()).expect("a signature");
    format!("{body}.{}", BASE64URL_NOPAD.encode(&signature))
}
