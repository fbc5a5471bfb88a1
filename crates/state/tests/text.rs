//! Markdown as blocks that pages show.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_state::text::{blocks, section};
use serde_json::{Value, json};

#[track_caller]
fn check(text: &str, expected: Value) {
    assert_eq!(json!(blocks(text)), expected);
}

#[test]
fn paragraphs_and_words() {
    check(
        "# A *game*\n\nTwo lines\nof `code`, **bold** and [a link](x.md); 2 * 3.\n{{start}}\nafter\n{{diagram a}}",
        json!([
            { "kind": "heading", "level": 1, "spans": [["plain", "A "], ["em", "game"]] },
            { "kind": "text", "spans": [
                ["plain", "Two lines of "], ["code", "code"], ["plain", ", "], ["strong", "bold"],
                ["plain", " and a link; 2 * 3."]] },
            { "kind": "start" },
            { "kind": "text", "spans": [["plain", "after"]] },
            { "kind": "lesson", "name": "a" },
        ]),
    );
}

#[test]
fn lists_code_and_tables() {
    check(
        "- one\n  more\n- two\n\n1. first\n\nthen\n\n    a b\n      c\n```sh\n# no heading\n```\n| a | b\\|c |\n|---|---|\n| `1` | <b> |",
        json!([
            { "kind": "list", "ordered": false, "items": [
                [["plain", "one more"]], [["plain", "two"]]] },
            { "kind": "list", "ordered": true, "items": [[["plain", "first"]]] },
            { "kind": "text", "spans": [["plain", "then"]] },
            { "kind": "code", "text": "a b\n  c" },
            { "kind": "code", "text": "# no heading" },
            { "kind": "table", "head": [[["plain", "a"]], [["plain", "b|c"]]],
              "rows": [[[["code", "1"]], [["plain", "<b>"]]]] },
        ]),
    );
}

#[test]
fn sections_end_where_the_next_begins() {
    let all = blocks("# A\nx\n## B\ny\n```\n# no\n```\n### C\nz\n## D\nw\n");
    assert_eq!(section(&all, "B"), blocks("y\n```\n# no\n```\n### C\nz\n"));
    assert_eq!(section(&all, "D"), blocks("w\n"));
    assert_eq!(section(&all, "E"), []);
}
