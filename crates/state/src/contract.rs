//! The same types for the page: `web/src/contract.ts` is written from those of this crate.
//!
//! `UPDATE=1 cargo test -p manator-state contract` writes it anew; without that the test fails where the two differ.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use ts_rs::{Config, TS, TypeVisitor};

/// Collects a type and all that it is made of, by name.
struct Declarations<'a> {
    config: &'a Config,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only types that are declared somewhere have a path.
        if T::output_path().is_none() {
            return T::visit_dependencies(self);
        }
        let name = T::ident(self.config);
        let text = format!("{}export {}", T::docs().unwrap_or_default(), T::decl(self.config));
        match self.by_name.insert(name, text.clone()) {
            Some(other) => assert_eq!(other, text, "two types of one name"),
            None => {
                T::visit_dependencies(self);
                T::visit_generics(self);
            }
        }
    }
}

#[test]
fn contract_is_the_one_of_the_page() {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config: &config, by_name: BTreeMap::new() };
    all.visit::<crate::board::Board>();
    all.visit::<crate::position::Position>();
    all.visit::<crate::game::GameState>();
    all.visit::<crate::game::Talk>();
    all.visit::<crate::game::Challenges>();
    all.visit::<crate::game::Taken>();
    all.visit::<crate::game::LegalMoves>();
    all.visit::<crate::game::Thinking>();
    all.visit::<crate::game::Games>();
    all.visit::<crate::game::Hint>();
    all.visit::<crate::game::Guests>();
    all.visit::<crate::game::NewGame>();
    all.visit::<crate::game::NewGameAnswer>();
    all.visit::<crate::catalog::Catalog>();
    all.visit::<crate::study::PositionAnswer>();
    all.visit::<crate::study::RecordRequest>();
    all.visit::<crate::study::RecordAnswer>();
    all.visit::<crate::learn::Rules>();
    all.visit::<crate::learn::Guide>();
    all.visit::<crate::learn::TryRequest>();
    all.visit::<crate::learn::TryAnswer>();
    all.visit::<crate::learn::ReplyAnswer>();
    all.visit::<crate::learn::Reach>();
    all.visit::<crate::explain::ExplainRequest>();
    all.visit::<crate::explain::Explanation>();
    all.visit::<crate::explorer::ExplorerAnswer>();
    all.visit::<crate::puzzle::PuzzleSet>();
    all.visit::<crate::puzzle::PuzzleRequest>();
    all.visit::<crate::puzzle::PuzzleVerdict>();
    all.visit::<crate::puzzle::PuzzleHint>();
    all.visit::<crate::analysis::ThinkRequest>();
    all.visit::<crate::analysis::Thought>();
    all.visit::<crate::analysis::GameGraph>();
    all.visit::<crate::analysis::SetupRequest>();
    all.visit::<crate::analysis::SetupAnswer>();
    all.visit::<crate::tournament::Tables>();
    all.visit::<crate::tournament::TournamentList>();
    all.visit::<crate::tournament::TournamentFacts>();
    all.visit::<crate::tournament::TournamentState>();
    all.visit::<crate::tournament::GamesQuery>();
    all.visit::<crate::tournament::GamesPage>();
    all.visit::<crate::tournament::WholeGame>();
    all.visit::<crate::tournament::NewTournament>();
    all.visit::<crate::tournament::NewTournamentAnswer>();
    all.visit::<crate::tournament::Preview>();
    all.visit::<crate::report::ReportData>();
    all.visit::<crate::class::ClassState>();
    all.visit::<crate::class::StudentPage>();
    all.visit::<crate::class::StudentGame>();
    all.visit::<crate::class::InstructorPage>();

    let heading = "// Written by `UPDATE=1 cargo test -p manator-state contract` from crates/state: not to be edited.\n\
                   // SPDX-License-Identifier: MIT OR Apache-2.0\n";
    let declarations: Vec<&str> = all.by_name.values().map(String::as_str).collect();
    // A page changes nothing of what it is told.
    let declarations = declarations.join("\n\n").replace("Array<", "ReadonlyArray<");
    let text = format!("{heading}\n{declarations}\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/contract.ts");
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, &text).expect("the page's contract can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        kept, text,
        "web/src/contract.ts differs: UPDATE=1 cargo test -p manator-state contract"
    );
}
