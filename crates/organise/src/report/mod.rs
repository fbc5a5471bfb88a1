//! The report of a tournament: one HTML file with everything in it, which needs no network.
//!
//! The page's policy allows exactly the script and the style that were built with it, and no request at
//! all. What came from outside, such as names, is only ever data: in the page's head it is escaped, in
//! its body it is JSON without any `<`.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod data;

use std::io::{self, BufWriter, Write};

use manator_core::Table;
use manator_core::text::{REPLACEMENT, is_deceptive};
use manator_state::assets;
use manator_tournament::schedule::rounds::Rounds;
use manator_tournament::{Entrant, GameId, Results};

pub use crate::store::SetAside;

/// The files of `web/dist` that a report contains.
const SCRIPT: &str = "report.js";
const STYLE: &str = "report.css";

pub struct Tournament<'a> {
    pub title: String,
    /// The game, with the options it was played with, as it was set up.
    pub table: &'a dyn Table,
    pub names: &'a [String],
    pub results: &'a Results,
    /// Those from which the tables are made: all, or those before play-offs.
    pub counted: &'a Results,
    /// Who is the champion, where there is one to be named.
    pub champion: Option<String>,
    /// The order in which they finished, where the schedule decides that and not the points alone.
    pub order: Option<&'a [Entrant]>,
    /// Who meets whom in which round, where results decide that.
    pub rounds: Option<&'a Rounds>,
    /// More about the games, in any order; a game without a row is listed, but cannot be replayed.
    pub games: Vec<GameRow>,
    pub set_aside: Vec<SetAside>,
    /// When the report was made, or what else stands at its end.
    pub generated: String,
}

/// What a result does not say about a game.
#[derive(Clone, Debug)]
pub struct GameRow {
    pub id: GameId,
    pub words: String,
    /// The game as pictures: a [`manator_core::Film`].
    pub film: String,
    /// The moves with blanks between them.
    pub moves: String,
    /// What the mover thought of each move, and for how long, with commas between them.
    pub thoughts: String,
    pub finished: Option<String>,
    pub plies: usize,
}

impl Tournament<'_> {
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut out = BufWriter::with_capacity(1 << 16, out);
        let report = data::report(self);
        self.write_head(&mut out, &report.tables.sentence)?;
        out.write_all(b"<script type=\"application/json\" id=\"data\">")?;
        serde_json::to_writer(Inert(&mut out), &report)?;
        write!(out, "</script>\n<script>{}</script>\n", assets::text(SCRIPT))?;
        out.write_all(b"</body>\n</html>\n")?;
        out.flush()
    }

    fn write_head(&self, out: &mut impl Write, sentence: &str) -> io::Result<()> {
        let policy = format!(
            "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; \
             form-action 'none'",
            assets::hash(SCRIPT),
            assets::hash(STYLE),
        );
        write!(
            out,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n\
             <noscript><h1>{title}</h1>\n<p>{sentence}</p>\n\
             <p>The tables and games of this report need JavaScript.</p></noscript>\n\
             <div id=\"report\"></div>\n",
            title = escaped(&self.title),
            sentence = escaped(sentence),
            style = assets::text(STYLE),
        )
    }
}

/// Writes JSON into a script element: `<` becomes an escape, so that nothing ends the element or begins
/// a comment. Outside strings JSON has no `<`.
struct Inert<W>(W);

impl<W: Write> Write for Inert<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for (number, part) in bytes.split(|byte| *byte == b'<').enumerate() {
            if number > 0 {
                self.0.write_all(b"\\u003c")?;
            }
            self.0.write_all(part)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            '\n' | '\t' => html.push(character),
            other if is_deceptive(other) => html.push(REPLACEMENT),
            other => html.push(other),
        }
    }
    html
}
