//! `manator new-agent`: a working agent to begin with, in the language of one's choice.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use manator_examine::templates::{TEMPLATES, Template};
use manator_sandbox::Program;

use crate::{Verdict, streams};

/// Write a small agent that plays every game, to make your own from
#[derive(Args)]
pub(crate) struct NewAgent {
    /// The language to write it in
    #[arg(value_parser = PossibleValuesParser::new(TEMPLATES.iter().map(|template| template.name)))]
    language: String,
    /// The folder to write it into: a new one, or an empty one
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl NewAgent {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let template = Template::find(&self.language).context("expected another language")?;
        let folder = self.folder.display();
        if !is_free(&self.folder).with_context(|| format!("'{folder}'"))? {
            bail!("'{folder}': expected a new or an empty folder, and this one has files in it");
        }
        let mut made = Made::default();
        for (name, text) in template.files {
            let path = self.folder.join(name);
            made.write(&path, text).with_context(|| format!("'{}'", path.display()))?;
        }
        made.keep();
        let mut out = streams::stdout();
        for (name, _) in template.files {
            writeln!(out, "wrote {}", self.folder.join(name).display())?;
        }
        // Quoted as a shell reads it.
        let folder = Program { words: vec![folder.to_string()], ..Program::default() };
        writeln!(out, "\nto run it:\n  cd {folder}")?;
        for command in template.build.into_iter().chain([template.run]) {
            writeln!(out, "  {command}")?;
        }
        writeln!(out, "\nit then waits for lines such as ugi, and quit ends it")?;
        writeln!(out, "to make it yours, look for THINK HERE in {}", template.files[0].0)?;
        Ok(Verdict::Yes)
    }
}

fn is_free(folder: &Path) -> io::Result<bool> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

/// The files and folders made so far. They are removed again unless kept: an agent is whole or not there.
#[derive(Default)]
struct Made {
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

impl Made {
    /// Writes a file that must not be there yet, with the folders that lead to it.
    fn write(&mut self, path: &Path, text: &str) -> io::Result<()> {
        let missing: Vec<&Path> = path
            .ancestors()
            .skip(1)
            .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists())
            .collect();
        for folder in missing.into_iter().rev() {
            fs::create_dir(folder)?;
            self.folders.push(folder.into());
        }
        let mut file = File::create_new(path)?;
        self.files.push(path.into());
        file.write_all(text.as_bytes())
    }

    fn keep(mut self) {
        self.folders.clear();
        self.files.clear();
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        // What cannot be removed stays: the error that led here is the one to tell. A folder into which
        // somebody else has put something meanwhile is not empty and stays, too.
        for file in &self.files {
            let _ = fs::remove_file(file);
        }
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Made;

    #[test]
    fn what_was_made_is_removed_after_a_failure() {
        let root = std::env::temp_dir().join(format!("manator-made-{}", std::process::id()));
        let file = root.join("src/first");
        let mut made = Made::default();
        made.write(&file, "text").expect("a new file");
        assert!(file.exists());
        assert!(made.write(&file, "other").is_err(), "it is there already");
        assert_eq!(std::fs::read_to_string(&file).expect("the file"), "text");
        drop(made);
        assert!(!root.exists());
    }
}
