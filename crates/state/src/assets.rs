//! What `web/dist` holds: scripts and styles, ready for browsers.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::borrow::Cow;

use rust_embed::{EmbeddedFile, RustEmbed};

/// The files of `web/dist`.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Dist;

/// Returns the names of the files.
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
    format!("sha256-{}", base64(&file(name).metadata.sha256_hash()))
}

fn file(name: &str) -> EmbeddedFile {
    Dist::get(name).unwrap_or_else(|| panic!("web/dist has no {name}"))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = bits >> (18 - 6 * place) & 63;
            let filled = place <= chunk.len();
            text.push(if filled { char::from(DIGITS[digit as usize]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_the_standard() {
        for (plain, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(plain.as_bytes()), text);
        }
    }
}
