//! What `web/dist` holds: scripts and styles, ready for browsers.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::borrow::Cow;

use data_encoding::{BASE64, HEXLOWER};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Dist;

pub fn names() -> impl Iterator<Item = Cow<'static, str>> {
    Dist::iter()
}

/// Returns a file of `web/dist` as text.
///
/// # Panics
/// Panics when there is no such file, or it is no text: both mean that the build is broken.
pub fn text(name: &str) -> Cow<'static, str> {
    match file(name).data {
        Cow::Borrowed(bytes) => Cow::Borrowed(std::str::from_utf8(bytes).expect("text")),
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8(bytes).expect("text")),
    }
}

/// Returns the hash of a file as content security policies write it: `sha256-...`.
///
/// # Panics
/// Panics when there is no such file.
pub fn hash(name: &str) -> String {
    format!("sha256-{}", BASE64.encode(&file(name).metadata.sha256_hash()))
}

/// Returns what changes whenever a file does, as a header `ETag` has it.
///
/// # Panics
/// Panics when there is no such file.
pub fn etag(name: &str) -> String {
    format!("\"{}\"", HEXLOWER.encode(&file(name).metadata.sha256_hash()[..16]))
}

fn file(name: &str) -> EmbeddedFile {
    Dist::get(name).unwrap_or_else(|| panic!("web/dist has no {name}"))
}
