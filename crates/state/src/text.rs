//! Texts with headings, lists and tables in blocks, for pages that never show markup of others.
//!
//! A link is its words: what it leads to is not on the page.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::mem::take;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde::Serialize;

/// A piece of a text. The last kinds stand for what the page knows from the catalog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Block {
    Heading { level: u8, spans: Vec<Span> },
    Text { spans: Vec<Span> },
    List { ordered: bool, items: Vec<Vec<Span>> },
    Code { text: String },
    Table { head: Vec<Vec<Span>>, rows: Vec<Vec<Vec<Span>>> },
    Lesson { name: String },
    Start,
    Options,
    Reasons,
}

/// Some words, and what they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Span(pub Style, pub String);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Style {
    #[default]
    Plain,
    Code,
    Strong,
    Em,
}

/// Reads Markdown into blocks; a row `{{start}}`, `{{options}}`, `{{reasons}}` or `{{diagram NAME}}` is one, too.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut markdown = String::new();
    for row in text.lines() {
        match slot(row) {
            Some(block) => {
                Reader::read(&take(&mut markdown), &mut found);
                found.push(block);
            }
            None => markdown.extend([row, "\n"]),
        }
    }
    Reader::read(&markdown, &mut found);
    found
}

/// Returns the blocks under a heading, without the heading itself.
pub fn section<'a>(blocks: &'a [Block], title: &str) -> &'a [Block] {
    let is_title = |spans: &[Span]| spans.iter().map(|span| &*span.1).eq([title]);
    let mut headings = blocks.iter().enumerate().filter_map(|(at, block)| match block {
        Block::Heading { level, spans } => Some((at, *level, spans)),
        _ => None,
    });
    let Some((at, own, _)) = headings.find(|(_, _, spans)| is_title(spans)) else { return &[] };
    let end = headings.find(|(_, level, _)| *level <= own).map_or(blocks.len(), |(end, ..)| end);
    &blocks[at + 1..end]
}

fn slot(row: &str) -> Option<Block> {
    match row.trim().strip_prefix("{{")?.strip_suffix("}}")?.trim() {
        "start" => Some(Block::Start),
        "options" => Some(Block::Options),
        "reasons" => Some(Block::Reasons),
        other => Some(Block::Lesson { name: other.strip_prefix("diagram ")?.trim().into() }),
    }
}

#[derive(Default)]
struct Reader {
    spans: Vec<Span>,
    style: Style,
    /// The items of a list, or the cells of a row.
    items: Vec<Vec<Span>>,
    head: Vec<Vec<Span>>,
    rows: Vec<Vec<Vec<Span>>>,
    lists: usize,
    /// The text of a code block, while one is open.
    code: Option<String>,
}

impl Reader {
    fn read(markdown: &str, found: &mut Vec<Block>) {
        let mut reader = Reader::default();
        for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
            reader.take(event, found);
        }
    }

    fn take(&mut self, event: Event<'_>, found: &mut Vec<Block>) {
        match event {
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.add(&text),
            Event::Code(text) => {
                let outer = self.style;
                if outer == Style::Plain {
                    self.style = Style::Code;
                }
                self.add(&text);
                self.style = outer;
            }
            Event::SoftBreak | Event::HardBreak => self.add(" "),
            Event::Start(Tag::Emphasis) => self.style = Style::Em,
            Event::Start(Tag::Strong) => self.style = Style::Strong,
            Event::End(TagEnd::Emphasis | TagEnd::Strong) => self.style = Style::Plain,
            Event::Start(Tag::List(_)) => self.lists += 1,
            // An item within an item is one of the same list.
            Event::Start(Tag::Item) | Event::End(TagEnd::Item) if !self.spans.is_empty() => {
                self.items.push(take(&mut self.spans));
            }
            Event::Start(Tag::CodeBlock(_)) => self.code = Some(String::new()),
            Event::End(end) => found.extend(self.end(end)),
            _ => {}
        }
    }

    /// Adds words, in the style that holds.
    fn add(&mut self, text: &str) {
        if let Some(code) = &mut self.code {
            return code.push_str(text);
        }
        match self.spans.last_mut() {
            Some(Span(style, words)) if *style == self.style => words.push_str(text),
            _ => self.spans.push(Span(self.style, text.into())),
        }
    }

    /// Ends a block, and returns it where it is no part of another.
    fn end(&mut self, end: TagEnd) -> Option<Block> {
        match end {
            TagEnd::Heading(level) => {
                Some(Block::Heading { level: level as u8, spans: take(&mut self.spans) })
            }
            TagEnd::Paragraph if self.lists == 0 => {
                Some(Block::Text { spans: take(&mut self.spans) })
            }
            TagEnd::HtmlBlock => Some(Block::Text { spans: take(&mut self.spans) }),
            TagEnd::CodeBlock => {
                let text = self.code.take()?;
                Some(Block::Code { text: text.trim_end_matches('\n').into() })
            }
            TagEnd::List(ordered) => {
                self.lists -= 1;
                (self.lists == 0).then(|| Block::List { ordered, items: take(&mut self.items) })
            }
            TagEnd::TableCell => {
                self.items.push(take(&mut self.spans));
                None
            }
            TagEnd::TableHead => {
                self.head = take(&mut self.items);
                None
            }
            TagEnd::TableRow => {
                self.rows.push(take(&mut self.items));
                None
            }
            TagEnd::Table => {
                Some(Block::Table { head: take(&mut self.head), rows: take(&mut self.rows) })
            }
            _ => None,
        }
    }
}
