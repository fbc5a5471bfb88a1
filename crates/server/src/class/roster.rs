//! The file of a class: a tournament, and who is in the class.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use manator_core::text::is_deceptive;
use manator_organise::{Entry, Event, Format};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::names::Looks;

const NAME_MAX: usize = 80;
/// The most students: everybody meets everybody.
const STUDENTS_MAX: usize = 1000;
/// Who a student is in the definition of a tournament: somebody who comes.
const GUEST: &str = "human";
/// The memory of an uploaded program in MiB, unless the roster has another.
const MEMORY: u64 = 1024;

#[derive(Clone, Debug)]
pub struct Roster {
    /// The tournament. Its first players are the students, in their order.
    pub event: Event,
    pub students: Vec<Student>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Student {
    pub name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Listed {
    name: String,
    /// Rosters for earlier versions have codes that somebody chose, which others may guess.
    #[serde(default)]
    code: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct RosterFile {
    #[serde(default, rename = "student")]
    students: Vec<Listed>,
    #[serde(flatten)]
    rest: toml::Table,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why}", path.display())]
pub struct RosterError {
    pub(super) path: PathBuf,
    pub(super) why: String,
}

impl RosterError {
    pub(super) fn new(path: &Path, why: impl fmt::Display) -> RosterError {
        RosterError { path: path.to_path_buf(), why: why.to_string().trim_end().to_string() }
    }
}

impl Roster {
    pub fn read(path: &Path) -> Result<Roster, RosterError> {
        let wrong = |why: String| RosterError::new(path, why);
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let mut roster = Roster::parse(&text).map_err(wrong)?;
        // Programs of the house are looked for beside the roster.
        let beside = path.parent().unwrap_or(Path::new(""));
        let own = roster.event.directory.take().unwrap_or_default();
        let folder = std::path::absolute(Path::new(".").join(beside).join(own));
        roster.event.directory = Some(folder.map_err(|error| wrong(error.to_string()))?);
        Ok(roster)
    }

    fn parse(text: &str) -> Result<Roster, String> {
        let RosterFile { students, rest } =
            toml::from_str(text).map_err(|error| error.to_string())?;
        let event = Event::deserialize(rest).map_err(|error| error.to_string())?;
        let mut event = event.checked().map_err(|error| error.to_string())?;
        if let Some(Listed { name, .. }) = students.iter().find(|one| one.code.is_some()) {
            return Err(format!(
                "student {name:?}: code: codes are made by manator, so that nobody can guess them: \
                 remove the line, and print the codes with `manator class codes`"
            ));
        }
        let students: Vec<Student> =
            students.into_iter().map(|Listed { name, .. }| Student { name }).collect();
        let house = event.players.iter().filter_map(|player| player.name.as_deref());
        check(&students, house)?;
        if event.format == Format::Gauntlet {
            return Err("format: a class has no challengers: expected another".into());
        }
        let entry =
            |student: &Student| Entry { name: Some(student.name.clone()), ..Entry::of(GUEST) };
        event.players = students.iter().map(entry).chain(event.players).collect();
        // A student who breaks down must not end the tournament of the others, and what students send is
        // not run outside the sandbox.
        event.recover = true;
        event.sandbox.get_or_insert(MEMORY);
        Ok(Roster { event, students })
    }
}

fn check<'a>(students: &'a [Student], house: impl Iterator<Item = &'a str>) -> Result<(), String> {
    if students.is_empty() {
        return Err("nobody is in the class: expected [[student]] and name = \"...\"".into());
    }
    if students.len() > STUDENTS_MAX {
        return Err(format!("{} students: expected at most {STUDENTS_MAX}", students.len()));
    }
    let mut seen: Vec<(&str, Looks)> = house.map(|name| (name, Looks::of(name))).collect();
    for Student { name } in students {
        let is_clean = !name.chars().any(is_deceptive) && name.trim() == name;
        if name.is_empty() || name.chars().count() > NAME_MAX || !is_clean {
            return Err(format!(
                "student {name:?}: expected a name of 1 to {NAME_MAX} characters on one line"
            ));
        }
        let looks = Looks::of(name);
        match seen.iter().find(|(_, other)| other.is_like(&looks)) {
            Some((other, _)) if other == name => {
                return Err(format!("student {name:?}: there are two of that name"));
            }
            Some((other, _)) => {
                return Err(format!(
                    "student {name:?}: looks like {other:?}: expected names that nobody takes for \
                     one another"
                ));
            }
            None => seen.push((name, looks)),
        }
    }
    Ok(())
}
