//! What is measured of ThreeChess.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Game;
use manator_games::threechess::ThreeChess;

use super::{Case, after};

/// Where the vector Pp29 counts, 51 plies into a random game.
const OPENED: &str = "\
    BG2BG4 GB1GC3 RD2RD4 BH2BH4 GH2GH4 RH2RH3 BA2BA4 GG1GF3 RE1RD2 BD2BD3 GH1GG1 RC2RC4 \
    BH1BH3 GC3GE4 RD1RE1 BB2BB4 GE4GC3 RB2RB3 BG4RC4 GF3GH2 RB3RB4 BB4GG4 GG2GG3 RA2RA3 \
    BG1BF3 GG1GH1 RH1RH2 BC1BF4 GC3GA4 RG2RG3 BH4RA4 GF1GH3 RG3RG4 BF3RD4 GD2GD4 RF2RF3 \
    BE2BE4 GB2GB4 RH2RF2 BH3BE3 GA4GB2 RB1RC3 BD1BC1 GC1BA3 RF1RG2 BE3BF3 BA3BB4 RE1RD1 \
    BF3BE3 GB2GD3 RH3RH4";
/// Where the vector Pp20 counts, 95 plies into a random game.
const LATE: &str = "\
    BE2BE3 GE2GE3 RG1RH3 BE3BE4 GH2GH3 RH3RG1 BF1GH3 GB1GA3 RF2RF3 BD2BD3 GH1GH2 RE2RE4 \
    BC1BD2 GG1GE2 RG1RH3 BE1BF1 GF2GF3 RF1RE2 BD1BE1 GH2GH1 RH3RF4 BB2BB3 GH1GG1 RE2RF1 \
    BF2BF4 GB2GB4 RF4RH3 BG2BG3 GG2GG3 RD1RE2 BE1BD1 GB4RG4 RD2RD4 BD1RA4 GE3GE4 RB1RD2 \
    BD2BC3 GF3GF4 RE4GD4 RA4BE2 GE2GC3 RB2RB4 BC3BB2 GF1GG2 RE2RE3 BA2BA4 GG2GF3 RE1RD1 \
    GH3GG4 RG4RF3 RC1RB2 BF1BG2 GF3GG2 RH3RG1 BG3BG4 GE1GF1 RA2RA3 GG4BC4 GD1BA4 RD4BF4 \
    BB1BA3 BA4BC4 RG2RG3 BA3GG4 BC4BE4 RA3RA4 BB2RB2 BE4BF4 GD4GD3 RB2BD4 GA3GC4 RC2RC4 \
    BE2BE4 BF4BC1 RE3BG3 BD4GF4 BC1BD2 RC4BF4 GF4BA3 GC3RG4 RA4BG4 GG4BC3 RG4RH2 RA1RA4 \
    BH2BH4 GG2GH3 RD2RE4 BE4BF4 GE4RE4 RF1RD3 BC3GE4 RE4RD3 RD1RC1 BG1BH3 RH2RF1";

pub(crate) fn cases() -> Vec<Case> {
    let start = ThreeChess.start();
    let opened = after(&ThreeChess, OPENED);
    let mut cases = vec![
        Case::perft("ThreeChess, start", ThreeChess, start.clone(), 5),
        Case::perft("ThreeChess, opened", ThreeChess, opened.clone(), 4),
        Case::perft("ThreeChess, late", ThreeChess, after(&ThreeChess, LATE), 4),
    ];
    cases.extend(Case::steps("ThreeChess, start", ThreeChess, start));
    cases.extend(Case::steps("ThreeChess, opened", ThreeChess, opened));
    cases
}
