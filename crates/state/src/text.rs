//! Texts with headings, lists and tables, as JSON for pages that never show markup of others.
//!
//! Understands as much of Markdown as the rules and the guides have. A link is its words: what it leads to is
//! not on the page.
// SPDX-License-Identifier: MIT OR Apache-2.0

use serde_json::{Value, json};

/// Reads a text into blocks. A line `{{NAME}}` is whatever `slot` makes of the name.
pub fn blocks(text: &str, slot: impl Fn(&str) -> Value) -> Vec<Value> {
    let mut reader = Reader { lines: text.lines().collect(), at: 0 };
    let mut found = Vec::new();
    while let Some(line) = reader.peek() {
        if line.trim().is_empty() {
            reader.at += 1;
        } else if let Some(name) = slot_name(line) {
            reader.at += 1;
            found.push(slot(name));
        } else {
            found.push(reader.block());
        }
    }
    found
}

/// Returns the part of a text that stands under a heading, without the heading itself.
pub fn section<'a>(text: &'a str, heading: &str) -> Option<&'a str> {
    let level = |line: &str| line.bytes().take_while(|byte| *byte == b'#').count();
    let mut begin = None;
    let mut at = 0;
    let mut is_fenced = false;
    for line in text.split_inclusive('\n') {
        is_fenced ^= line.starts_with(FENCE);
        let depth = if is_fenced { 0 } else { level(line) };
        match begin {
            None if depth > 0 && line[depth..].trim() == heading => {
                begin = Some((at + line.len(), depth));
            }
            Some((begin, own)) if (1..=own).contains(&depth) => return Some(&text[begin..at]),
            _ => {}
        }
        at += line.len();
    }
    begin.map(|(begin, _)| &text[begin..])
}

const FENCE: &str = "```";
const INDENT: &str = "    ";

fn slot_name(line: &str) -> Option<&str> {
    line.trim().strip_prefix("{{")?.strip_suffix("}}").map(str::trim)
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.at).copied()
    }

    /// Takes lines for as long as they belong together.
    fn take_while(&mut self, belongs: impl Fn(&str) -> bool) -> Vec<&'a str> {
        let rest = &self.lines[self.at..];
        let taken: Vec<&str> = rest.iter().copied().take_while(|line| belongs(line)).collect();
        self.at += taken.len();
        taken
    }

    fn block(&mut self) -> Value {
        let line = self.peek().unwrap_or_default();
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        if level > 0 {
            self.at += 1;
            return json!({ "kind": "heading", "level": level, "spans": spans(line[level..].trim()) });
        }
        if line.starts_with(FENCE) {
            self.at += 1;
            let code = self.take_while(|line| !line.starts_with(FENCE));
            self.at += 1;
            return json!({ "kind": "code", "text": code.join("\n") });
        }
        if line.starts_with(INDENT) {
            let code = self.take_while(|line| line.starts_with(INDENT));
            let code: Vec<&str> = code.iter().map(|line| &line[INDENT.len()..]).collect();
            return json!({ "kind": "code", "text": code.join("\n") });
        }
        if line.starts_with('|') {
            return table(&self.take_while(|line| line.starts_with('|')));
        }
        if let Some((is_ordered, _)) = item(line) {
            let items = self.items();
            return json!({ "kind": "list", "ordered": is_ordered, "items": items });
        }
        let begin = self.at;
        let words = self.take_while(|line| !ends_paragraph(line));
        // Whatever this is, it is read once.
        self.at = self.at.max(begin + 1);
        json!({ "kind": "text", "spans": spans(&words.join(" ")) })
    }

    fn items(&mut self) -> Vec<Value> {
        let mut items: Vec<String> = Vec::new();
        while let Some(line) = self.peek() {
            match (item(line), items.last_mut()) {
                (Some((_, text)), _) => items.push(text.into()),
                (None, Some(last)) if line.starts_with("  ") => {
                    last.push(' ');
                    last.push_str(line.trim());
                }
                _ => break,
            }
            self.at += 1;
        }
        items.iter().map(|item| spans(item)).collect()
    }
}

fn ends_paragraph(line: &str) -> bool {
    line.trim().is_empty()
        || line.starts_with('#')
        || line.starts_with('|')
        || line.starts_with(FENCE)
        || item(line).is_some()
        || slot_name(line).is_some()
}

/// Returns the text of an item of a list, and whether items are numbered.
fn item(line: &str) -> Option<(bool, &str)> {
    if let Some(text) = line.strip_prefix("- ") {
        return Some((false, text));
    }
    let (number, text) = line.split_once(". ")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some((true, text))
}

fn table(lines: &[&str]) -> Value {
    let cells = |line: &&str| -> Vec<Value> {
        let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
        // A bar within a cell is written with a stroke before it.
        let inner = inner.replace("\\|", "\u{0}");
        inner.split('|').map(|cell| spans(&cell.trim().replace('\u{0}', "|"))).collect()
    };
    let head = lines.first().map(cells).unwrap_or_default();
    let rows: Vec<Vec<Value>> = lines.iter().skip(2).map(cells).collect();
    json!({ "kind": "table", "head": head, "rows": rows })
}

/// Reads a line of words: each piece with what it is.
fn spans(text: &str) -> Value {
    let mut pieces: Vec<(&str, String)> = Vec::new();
    let mut add = |kind: &'static str, text: &str| match pieces.last_mut() {
        Some((last, words)) if *last == kind => words.push_str(text),
        _ if text.is_empty() => {}
        _ => pieces.push((kind, text.into())),
    };
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[']) {
        add("plain", &rest[..at]);
        rest = &rest[at..];
        let read = enclosed(rest, "`", "`")
            .map(|(inner, after)| ("code", inner, after))
            .or_else(|| enclosed(rest, "**", "**").map(|(inner, after)| ("strong", inner, after)))
            .or_else(|| enclosed(rest, "*", "*").map(|(inner, after)| ("em", inner, after)))
            .or_else(|| link(rest).map(|(inner, after)| ("plain", inner, after)));
        match read {
            Some((kind, inner, after)) => {
                add(kind, inner.trim_matches('`'));
                rest = after;
            }
            None => {
                add("plain", &rest[..1]);
                rest = &rest[1..];
            }
        }
    }
    add("plain", rest);
    json!(pieces)
}

fn enclosed<'a>(text: &'a str, begin: &str, end: &str) -> Option<(&'a str, &'a str)> {
    let (inner, after) = text.strip_prefix(begin)?.split_once(end)?;
    (!inner.is_empty() && !inner.starts_with(' ')).then_some((inner, after))
}

fn link(text: &str) -> Option<(&str, &str)> {
    let (inner, after) = text.strip_prefix('[')?.split_once("](")?;
    let (_, after) = after.split_once(')')?;
    Some((inner, after))
}

#[cfg(test)]
mod tests {
    use super::{blocks, section};
    use serde_json::{Value, json};

    #[track_caller]
    fn check(text: &str, expected: Value) {
        let found = blocks(text, |name| json!({ "kind": "slot", "name": name }));
        assert_eq!(Value::Array(found), expected);
    }

    #[test]
    fn paragraphs_and_words() {
        check(
            "# A *game*\n\nTwo lines\nof `code`, **bold** and [a link](x.md); 2 * 3.\n{{start}}\nafter",
            json!([
                { "kind": "heading", "level": 1, "spans": [["plain", "A "], ["em", "game"]] },
                { "kind": "text", "spans": [
                    ["plain", "Two lines of "], ["code", "code"], ["plain", ", "], ["strong", "bold"],
                    ["plain", " and a link; 2 * 3."]] },
                { "kind": "slot", "name": "start" },
                { "kind": "text", "spans": [["plain", "after"]] },
            ]),
        );
    }

    #[test]
    fn lists_code_and_tables() {
        check(
            "- one\n  more\n- two\n1. first\n\n    a b\n      c\n```sh\n# no heading\n```\n| a | b\\|c |\n|---|---|\n| `1` | <b> |",
            json!([
                { "kind": "list", "ordered": false, "items": [
                    [["plain", "one more"]], [["plain", "two"]], [["plain", "first"]]] },
                { "kind": "code", "text": "a b\n  c" },
                { "kind": "code", "text": "# no heading" },
                { "kind": "table", "head": [[["plain", "a"]], [["plain", "b|c"]]],
                  "rows": [[[["code", "1"]], [["plain", "<b>"]]]] },
            ]),
        );
    }

    #[test]
    fn whatever_is_written_is_read_to_its_end() {
        for text in [
            "```",
            "`",
            "**",
            "[x](",
            "|",
            "*\n*",
            "{{",
            "- ",
            "1. ",
            "#",
            "    ",
            "\u{e9}*\u{e9}`",
        ] {
            blocks(text, |_| Value::Null);
        }
    }

    #[test]
    fn sections_end_where_the_next_begins() {
        let text = "# A\nx\n## B\ny\n```\n# no\n```\n### C\nz\n## D\nw\n";
        assert_eq!(section(text, "B"), Some("y\n```\n# no\n```\n### C\nz\n"));
        assert_eq!(section(text, "D"), Some("w\n"));
        assert_eq!(section(text, "E"), None);
    }
}
