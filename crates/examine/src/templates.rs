//! Agents to begin with, one in each language: they play every game, and choose at random.
//!
//! They are part of the program, so that it needs no files beside it, and are tested by playing whole games
//! with them.
// SPDX-License-Identifier: MIT OR Apache-2.0

/// What makes an agent in one language: files by name, and commands to type in their folder.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// The language as it is typed.
    pub name: &'static str,
    /// The language as it is shown.
    pub title: &'static str,
    /// Each name has at most one folder in it; the first is the file to look at.
    pub files: &'static [(&'static str, &'static str)],
    /// What builds it, where something must.
    pub build: Option<&'static str>,
    pub run: &'static str,
}

pub const TEMPLATES: &[Template] = &[
    Template {
        name: "python",
        title: "Python",
        files: &[("agent.py", include_str!("../templates/python/agent.py"))],
        build: None,
        run: "python3 agent.py",
    },
    Template {
        name: "rust",
        title: "Rust",
        files: &[
            ("src/main.rs", include_str!("../templates/rust/main.rs")),
            ("Cargo.toml", include_str!("../templates/rust/manifest.toml")),
        ],
        build: Some("cargo build --release"),
        run: "target/release/agent",
    },
    Template {
        name: "java",
        title: "Java",
        files: &[("Agent.java", include_str!("../templates/java/Agent.java"))],
        build: Some("javac Agent.java"),
        run: "java Agent",
    },
    Template {
        name: "c",
        title: "C",
        files: &[("agent.c", include_str!("../templates/c/agent.c"))],
        build: Some("cc -O2 -o agent agent.c"),
        run: "./agent",
    },
    Template {
        name: "javascript",
        title: "JavaScript",
        files: &[("agent.mjs", include_str!("../templates/javascript/agent.mjs"))],
        build: None,
        run: "node agent.mjs",
    },
];

impl Template {
    pub fn find(name: &str) -> Option<&'static Template> {
        TEMPLATES.iter().find(|template| template.name == name)
    }
}
