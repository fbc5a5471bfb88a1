//! What `web/dist` holds: scripts and styles, ready for browsers.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::borrow::Cow;

use rust_embed::RustEmbed;

/// The files of `web/dist`.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Dist;

/// Returns a file of `web/dist` as text.
///
/// # Panics
/// Panics when there is no such file, or it is no text: both mean that the build is broken.
pub fn text(name: &str) -> Cow<'static, str> {
    let file = Dist::get(name).unwrap_or_else(|| panic!("web/dist has no {name}"));
    match file.data {
        Cow::Borrowed(bytes) => Cow::Borrowed(std::str::from_utf8(bytes).expect("text")),
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8(bytes).expect("text")),
    }
}

/// Returns the names of the files.
pub fn names() -> impl Iterator<Item = Cow<'static, str>> {
    Dist::iter()
}
