//! What is handed over to a program of a student: its key, and the user variables of the Jetan document.
// SPDX-License-Identifier: MIT OR Apache-2.0

use anyhow::bail;
use manator_protocol::Declaration;
use manator_sandbox::Program;

/// A value that was given: by which option, under which names a program may know it.
struct Value<'a> {
    letter: char,
    name: &'static str,
    /// What the value means to agents of ours.
    meaning: &'static str,
    text: &'a str,
    /// Whether an argument of the program holds it.
    is_taken: bool,
}

pub(super) struct Values<'a>(Vec<Value<'a>>);

/// The option letters, what a program may call their values, and what they mean to our agents.
pub(super) const NAMES: [(char, &str, &str); 7] = [
    ('a', "agent", "key"),
    ('U', "user1", "depth"),
    ('V', "user2", "eval"),
    ('W', "user3", "time"),
    ('X', "user4", "nodes"),
    ('Y', "user5", "seed"),
    ('Z', "user6", "threads"),
];

impl<'a> Values<'a> {
    /// Takes the key and the six variables, some of which may be left at what they are by default.
    pub(super) fn new(given: [Option<&'a str>; 7]) -> Values<'a> {
        let named = NAMES.into_iter().zip(given);
        let value =
            |((letter, name, meaning), text): (
                (char, &'static str, &'static str),
                Option<&'a str>,
            )| { Some(Value { letter, name, meaning, text: text?, is_taken: false }) };
        Values(named.filter_map(value).collect())
    }

    /// Puts the values where the arguments of a program name them, and into its environment.
    pub(super) fn put(&mut self, program: &mut Program) {
        for value in &mut self.0 {
            let hole = format!("{{{}}}", value.name);
            for word in program.words.iter_mut().filter(|word| word.contains(&hole)) {
                *word = word.replace(&hole, value.text);
                value.is_taken = true;
            }
            let name = format!("MANATOR_{}", value.name.to_ascii_uppercase());
            program.environment.push((name, value.text.into()));
        }
    }

    /// Returns what to set about a program that declares these options.
    ///
    /// # Errors
    /// Returns which value it does not take in any way.
    pub(super) fn settings(
        &self,
        options: &[Declaration],
    ) -> anyhow::Result<Vec<(String, String)>> {
        let mut settings = Vec::new();
        for Value { letter, name, meaning, text, is_taken } in &self.0 {
            let own =
                |wanted: &str| options.iter().find(|one| one.name.eq_ignore_ascii_case(wanted));
            match own(name).or_else(|| own(meaning)) {
                Some(option) => settings.push((option.name.clone(), text.to_string())),
                None if *is_taken => {}
                None => bail!(
                    "-{letter} {text}: the program does not take it: it declares no option '{name}' or \
                     '{meaning}', and none of its arguments has {{{name}}} in it; a program that reads \
                     it from its environment is started with `-- env {meaning}={{{name}}} PROGRAM`"
                ),
            }
        }
        Ok(settings)
    }
}
