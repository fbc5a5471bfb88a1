//! Measured results in a document that people also write in.
//!
//! A section lies between two comments that name it, and only what lies between them is ever replaced.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// A table that reads well as plain text and as Markdown.
pub(crate) struct Grid {
    pub(crate) heads: Vec<&'static str>,
    /// How many columns from the left hold words; the others hold numbers.
    pub(crate) words: usize,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Grid {
    pub(crate) fn text(&self) -> String {
        let count = |text: &str| text.chars().count();
        let widths: Vec<usize> = (0..self.heads.len())
            .map(|column| {
                let cells = self.rows.iter().map(|row| count(&row[column]));
                cells.chain([count(self.heads[column]), 3]).max().unwrap_or_default()
            })
            .collect();
        let line = |cells: &[String]| {
            let cells = cells.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                let blank = " ".repeat(width - count(cell));
                if column < self.words {
                    format!(" {cell}{blank} ")
                } else {
                    format!(" {blank}{cell} ")
                }
            });
            format!("|{}|\n", cells.collect::<Vec<_>>().join("|"))
        };
        let heads: Vec<String> = self.heads.iter().map(ToString::to_string).collect();
        let rules = widths.iter().enumerate().map(|(column, width)| {
            let end = if column < self.words { "-" } else { ":" };
            format!("{}{end}", "-".repeat(width - 1))
        });
        let rules: Vec<String> = rules.collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}{}{rows}", line(&heads), line(&rules))
    }

    /// Puts the rows of a section's table first, those about the same as one of this table's renewed.
    pub(crate) fn merge(&mut self, section: &str) {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for line in section.lines().filter(|line| line.starts_with('|')).skip(2) {
            let cells = line.trim().trim_matches('|').split('|');
            let cells: Vec<String> = cells.map(|cell| cell.trim().to_string()).collect();
            // A row of another shape is from another version of this table.
            if cells.len() == self.heads.len() {
                rows.push(cells);
            }
        }
        for row in self.rows.drain(..) {
            let words = |other: &Vec<String>| other[..self.words] == row[..self.words];
            match rows.iter().position(words) {
                Some(place) => rows[place] = row,
                None => rows.push(row),
            }
        }
        self.rows = rows;
    }
}

pub(crate) struct Section {
    path: PathBuf,
    name: String,
}

impl Section {
    /// Makes sure that the section can be written later, after the results have taken their time.
    pub(crate) fn find(path: &Path, name: String) -> anyhow::Result<Section> {
        // A link stays a link: what it leads to is replaced.
        let path = match path.canonicalize() {
            Ok(path) => path,
            Err(error) if error.kind() == ErrorKind::NotFound => path.to_path_buf(),
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        };
        let section = Section { path, name };
        let document = section.read()?;
        section.parts(&document)?;
        section.draft()?.discard();
        Ok(section)
    }

    pub(crate) fn body(&self) -> anyhow::Result<String> {
        let document = self.read()?;
        Ok(self.parts(&document)?.map(|[_, body, _]| body.to_string()).unwrap_or_default())
    }

    /// Replaces what the section holds; a document without the section gets it at its end.
    pub(crate) fn replace(&self, body: &str) -> anyhow::Result<()> {
        let document = self.read()?;
        let [begin, end] = self.marks();
        let body = body.trim();
        let text = match self.parts(&document)? {
            Some([before, _, after]) => format!("{before}{begin}\n{body}\n{end}{after}"),
            None if document.is_empty() => format!("{begin}\n{body}\n{end}\n"),
            None => format!("{}\n\n{begin}\n{body}\n{end}\n", document.trim_end()),
        };
        self.draft()?.publish(&text)
    }

    fn marks(&self) -> [String; 2] {
        [format!("<!-- begin {} -->", self.name), format!("<!-- end {} -->", self.name)]
    }

    fn read(&self) -> anyhow::Result<String> {
        match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
            result => result.with_context(|| self.path.display().to_string()),
        }
    }

    /// Returns what lies before the section, in it, and after it.
    fn parts<'a>(&self, document: &'a str) -> anyhow::Result<Option<[&'a str; 3]>> {
        let [begin, end] = self.marks();
        match [document.matches(&begin).count(), document.matches(&end).count()] {
            [0, 0] => return Ok(None),
            [1, 1] => {}
            _ => bail!("{}: expected '{begin}' and '{end}' once each", self.path.display()),
        }
        let parts = document.split_once(&begin).and_then(|(before, rest)| {
            rest.split_once(&end).map(|(body, after)| [before, body, after])
        });
        match parts {
            Some(parts) => Ok(Some(parts)),
            None => bail!("{}: '{end}' stands before '{begin}'", self.path.display()),
        }
    }

    /// Opens a file beside the document that will take its place.
    fn draft(&self) -> anyhow::Result<Draft<'_>> {
        let Some(name) = self.path.file_name() else {
            bail!("'{}': expected the name of a file", self.path.display());
        };
        let name = format!(".{}.{}.tmp", name.display(), std::process::id());
        let path = self.path.with_file_name(name);
        let file = File::create_new(&path).with_context(|| self.path.display().to_string())?;
        Ok(Draft { path, file, document: &self.path })
    }
}

/// A new version of a document, which nobody sees before it is complete.
struct Draft<'a> {
    path: PathBuf,
    file: File,
    document: &'a Path,
}

impl Draft<'_> {
    fn publish(mut self, text: &str) -> anyhow::Result<()> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_all());
        let written = written.and_then(|()| fs::rename(&self.path, self.document));
        if let Err(error) = written {
            let context = self.document.display().to_string();
            self.discard();
            return Err(error).context(context);
        }
        Ok(())
    }

    fn discard(self) {
        // Nothing can be done about a file that stays, and it does no harm.
        let _ = fs::remove_file(&self.path);
    }
}
