//! Names compared as people see them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

/// What a name looks like, with its letters as they are and with small ones.
///
/// Both are the skeletons of Unicode Technical Standard 39: of names that are drawn alike they are the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Looks(String, String);

impl Looks {
    pub(crate) fn of(name: &str) -> Looks {
        let plain: String = name.split_whitespace().collect::<Vec<_>>().join(" ").nfkc().collect();
        let small = plain.to_lowercase();
        Looks(skeleton(&plain).collect(), skeleton(&small).collect::<String>().to_lowercase())
    }

    /// Returns whether people can take one for the other.
    pub(crate) fn is_like(&self, other: &Looks) -> bool {
        self.0 == other.0 || self.1 == other.1
    }
}

#[cfg(test)]
mod tests {
    use super::Looks;

    #[test]
    fn names_are_alike_when_people_take_one_for_the_other() {
        let alike = |one: &str, other: &str| Looks::of(one).is_like(&Looks::of(other));
        for (one, other) in [
            ("Ada", "ada"),
            ("Ada", "\u{410}da"),
            ("Ian", "lan"),
            ("Ren\u{e9}", "Rene\u{301}"),
            ("\u{ff21}da", "Ada"),
            ("Bob  Ray", "Bob Ray"),
            ("Straße", "STRASSE".to_lowercase().replace("ss", "ß").as_str()),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
        for (one, other) in [("Ada", "Adam"), ("Ada", "Ida"), ("Student 1", "Student 2")] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }
}
