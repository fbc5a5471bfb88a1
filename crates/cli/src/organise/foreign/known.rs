//! The flags of fastchess and cutechess-cli, and what becomes of each here.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[derive(Clone, Copy)]
pub(super) enum Fate {
    Obeyed,
    Ignored(&'static str),
    Refused(&'static str),
}

pub(super) struct Known {
    pub(super) name: &'static str,
    pub(super) takes: &'static str,
    pub(super) fate: Fate,
}

const fn obeyed(name: &'static str, takes: &'static str) -> Known {
    Known { name, takes, fate: Fate::Obeyed }
}

const fn ignored(name: &'static str, why: &'static str) -> Known {
    Known { name, takes: "", fate: Fate::Ignored(why) }
}

const fn refused(name: &'static str, why: &'static str) -> Known {
    Known { name, takes: "", fate: Fate::Refused(why) }
}

const NO_TABLES: &str = "there are no endgame tables for these games";
const OWN_PATIENCE: &str = "programs have the time that docs/protocol.md gives them";

/// All of them, those that only we have included.
pub(super) const KNOWN: &[Known] = &[
    obeyed(
        "-engine",
        "cmd=… name=… args=… arg=… dir=… proto=uci|ugi|once tc=… st=… nodes=N depth=N \
         timemargin=MS restart=on|off option.NAME=VALUE",
    ),
    obeyed("-each", "the same for all players"),
    obeyed("-variant", "GAME"),
    obeyed("-rules", "NAME=VALUE…"),
    obeyed("-rounds", "N"),
    obeyed("-games", "N"),
    obeyed("-repeat", "[N]"),
    obeyed("-tournament", "round-robin|gauntlet|knockout|swiss"),
    obeyed("-seeds", "N"),
    obeyed(
        "-openings",
        "[file=FILE] [format=epd|pgn|moves] [order=random|sequential] plies=N start=N",
    ),
    obeyed("-srand", "N"),
    obeyed("-seed", "N"),
    obeyed("-concurrency", "N"),
    obeyed("-sprt", "elo0=E elo1=E alpha=P beta=P model=normalized|logistic"),
    obeyed("-draw", "movenumber=N movecount=N score=N"),
    obeyed("-resign", "movecount=N score=N twosided=true|false"),
    obeyed("-maxmoves", "N"),
    obeyed("-recover", ""),
    obeyed("-event", "NAME"),
    obeyed("-pgnout", "FILE | file=FILE [append=true|false]"),
    obeyed("-log", "FILE | file=FILE"),
    obeyed("-output", "format=fastchess|cutechess|manator"),
    obeyed("-ratinginterval", "N"),
    obeyed("-scoreinterval", "N"),
    obeyed("-store", "FILE"),
    obeyed("-help", ""),
    ignored("-wait", "games begin at once"),
    ignored("-site", "records have no site"),
    ignored("-debug", "manator check shows what a program says"),
    ignored("-outcomeinterval", "the reports say it"),
    ignored("-report", "pairs are reported where there are any"),
    ignored("-autosaveinterval", "every game is kept at once"),
    ignored("-force-concurrency", "-concurrency has no other limit than 1024"),
    ignored("-use-affinity", "the system places programs"),
    ignored("-show-latency", "no latency is shown"),
    ignored("-check-mate-pvs", "manator check looks at programs"),
    ignored("-testEnv", "there is one environment"),
    ignored("-strict", "warnings end nothing"),
    ignored("-crc32", "no checksums are made"),
    ignored("-bookmode", "there are no Polyglot books"),
    ignored("-startup-ms", OWN_PATIENCE),
    ignored("-ucinewgame-ms", OWN_PATIENCE),
    ignored("-ping-ms", OWN_PATIENCE),
    ignored("-tb", NO_TABLES),
    ignored("-tbpieces", NO_TABLES),
    ignored("-tbignore50", NO_TABLES),
    ignored("-tbadjudicate", NO_TABLES),
    refused("-noswap", "every opening is played from every seat"),
    refused("-reverse", "every opening is played from every seat"),
    refused("-config", "every tournament is kept: manator resume goes on with one"),
    refused("-epdout", "only whole games are written: use -pgnout"),
    refused("-livepgnout", "games are written when they are over: use -pgnout"),
    refused("-quick", "write out what it stands for"),
    refused("-engines", "there is no list of engines: manator agents shows ours"),
];

pub(super) fn find(word: &str) -> Option<&'static Known> {
    let name = word.strip_prefix("--").unwrap_or_else(|| word.trim_start_matches('-'));
    KNOWN.iter().find(|known| &known.name[1..] == name)
}

pub(super) fn nearest(word: &str) -> Option<&'static str> {
    let word = word.trim_start_matches('-');
    let away = |known: &Known| strsim::levenshtein(word, &known.name[1..]);
    let nearest = KNOWN.iter().min_by_key(|known| away(known))?;
    (away(nearest) <= word.chars().count().min(6) / 2).then_some(nearest.name)
}

pub(super) fn help() -> String {
    let mut text = String::from(
        "manator match with the flags of fastchess and cutechess-cli; docs/matches.md says more.\n\n",
    );
    for known in KNOWN {
        let rest = match known.fate {
            Fate::Obeyed => known.takes.to_string(),
            Fate::Ignored(why) => format!("is ignored: {why}"),
            Fate::Refused(why) => format!("is refused: {why}"),
        };
        text += format!("  {:<16} {rest}", known.name).trim_end();
        text.push('\n');
    }
    text
}
