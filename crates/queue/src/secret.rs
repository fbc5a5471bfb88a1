//! The secret that an organiser and its workers share, and the signature of every message between them.
//!
//! A signature is an HMAC-SHA256 over the subject, our headers and the payload. The subject names the event, its
//! opening and the job, so that a message is worth nothing under another subject.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::panic))]

use std::fmt;
use std::str::FromStr;

use async_nats::HeaderMap;
use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// A shorter secret could be guessed.
const LENGTH_MIN: usize = 16;

/// What every header of ours begins with.
const PREFIX: &str = "Manator-";

const SIGNATURE: &str = "Manator-Signature";

/// What an organiser and its workers know, and nobody else.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a secret of {length} characters: expected at least {LENGTH_MIN}, such as `head -c 32 /dev/urandom | base64` prints"
)]
pub struct SecretError {
    length: usize,
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Reads a secret; blanks and line ends around it do not belong to it.
impl FromStr for Secret {
    type Err = SecretError;

    fn from_str(text: &str) -> Result<Self, SecretError> {
        let text = text.trim();
        let length = text.chars().count();
        if length < LENGTH_MIN { Err(SecretError { length }) } else { Ok(Self(text.into())) }
    }
}

/// Signs messages and tells which are signed. Without a secret everybody can make the signatures.
#[derive(Clone)]
pub(crate) struct Signer(Hmac<Sha256>);

impl Signer {
    pub(crate) fn new(secret: Option<&Secret>) -> Self {
        let key = secret.map_or(&[][..], |secret| &secret.0);
        Self(Hmac::new_from_slice(key).expect("a key may have any length"))
    }

    pub(crate) fn sign(&self, subject: &str, headers: &mut HeaderMap, payload: &[u8]) {
        let signature = self.mac(subject, headers, payload).finalize().into_bytes();
        headers.insert(SIGNATURE, HEXLOWER.encode(&signature));
    }

    pub(crate) fn is_signed(
        &self,
        subject: &str,
        headers: Option<&HeaderMap>,
        payload: &[u8],
    ) -> bool {
        let Some(headers) = headers else { return false };
        let Some(signature) = headers.get(SIGNATURE) else { return false };
        let Ok(signature) = HEXLOWER.decode(signature.as_str().as_bytes()) else { return false };
        self.mac(subject, headers, payload).verify_slice(&signature).is_ok()
    }

    /// Every part comes with its length, so that no other parts make the same text.
    fn mac(&self, subject: &str, headers: &HeaderMap, payload: &[u8]) -> Hmac<Sha256> {
        let mut ours: Vec<(&str, &str)> = Vec::new();
        for (name, values) in headers.iter() {
            let name: &str = name.as_ref();
            if name.starts_with(PREFIX) && name != SIGNATURE {
                ours.extend(values.iter().map(|value| (name, value.as_str())));
            }
        }
        ours.sort_unstable();
        let mut mac = self.0.clone();
        let mut add = |part: &[u8]| {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        };
        add(subject.as_bytes());
        for (name, value) in ours {
            add(name.as_bytes());
            add(value.as_bytes());
        }
        add(payload);
        mac
    }
}

#[cfg(test)]
mod tests {
    use async_nats::HeaderMap;

    use super::{Secret, Signer};

    fn signer(text: &str) -> Signer {
        Signer::new(Some(&text.parse().expect("a secret")))
    }

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        pairs.iter().for_each(|(name, value)| headers.append(*name, *value));
        headers
    }

    #[test]
    fn nothing_of_a_signed_message_can_be_changed() {
        let signer = signer("0123456789abcdef");
        let mut signed = headers(&[("Manator-Worker", "anna"), ("Nats-Other", "1")]);
        signer.sign("a.b", &mut signed, b"payload");
        let holds = |subject, headers: &HeaderMap, payload| {
            signer.is_signed(subject, Some(headers), payload)
        };
        assert!(holds("a.b", &signed, b"payload"));
        assert!(!holds("a.c", &signed, b"payload"));
        assert!(!holds("a.b", &signed, b"payloae"));
        assert!(!signer.is_signed("a.b", None, b"payload"));
        assert!(!holds("a.b", &headers(&[("Manator-Worker", "anna")]), b"payload"));
        let mut other = signed.clone();
        other.insert("Manator-Worker", "berta");
        assert!(!holds("a.b", &other, b"payload"));
        let mut more = signed.clone();
        more.append("Manator-Worker", "berta");
        assert!(!holds("a.b", &more, b"payload"));
        // What the server adds is not ours.
        let mut marked = signed.clone();
        marked.insert("Nats-Other", "2");
        assert!(holds("a.b", &marked, b"payload"));
        let signature = "f".repeat(64);
        for text in ["", "no digits", "0", signature.as_str()] {
            let mut forged = signed.clone();
            forged.insert("Manator-Signature", text);
            assert!(!holds("a.b", &forged, b"payload"), "{text}");
        }
    }

    #[test]
    fn another_secret_signs_otherwise() {
        let mut signed = HeaderMap::new();
        signer("0123456789abcdef").sign("a.b", &mut signed, b"");
        assert!(!signer("0123456789abcdeg").is_signed("a.b", Some(&signed), b""));
        assert!(!Signer::new(None).is_signed("a.b", Some(&signed), b""));
    }

    #[test]
    fn secrets_are_long_and_not_shown() {
        let secret: Secret = " 0123456789abcdef\n".parse().expect("a secret");
        assert_eq!(format!("{secret:?}"), "Secret");
        assert_eq!(Ok(secret), "0123456789abcdef".parse());
        let error = "s3cret".parse::<Secret>().expect_err("a short one").to_string();
        assert!(error.starts_with("a secret of 6 characters: expected at least 16"), "{error}");
    }
}
