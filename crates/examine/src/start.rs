//! The first minute: it starts, says who it is and what can be set, and gets ready.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_play::contender::{Fault, Notes, Peer, START_TIMEOUT_MAX, Spoken};
use manator_protocol::{Declaration, FromAgent, Id, OptionType};
use manator_sandbox::{Ended, exit_words};

use super::examinee::{Examinee, REPLY_TIMEOUT, START_TIMEOUT};
use super::item::{Item, Marks, counted, ms};

/// How long it may leave `ugi` unanswered before it is asked in UCI too.
const UGI_TIMEOUT: Duration = Duration::from_secs(3);
const LINES_MAX: usize = 2000;

const FLUSH: &str = "flush your output after each line: print(line, flush=True) in Python, \
                     fflush(stdout) in C, System.out.flush() in Java";

/// What to do about a program that does not start.
pub(super) const STARTABLE: &str = "check the path and the spelling; a script needs `chmod +x` \
                                    and a first line such as #!/usr/bin/env python3, or name \
                                    its language: manator check -- python3 agent.py";

#[derive(Debug, Default)]
pub struct Introduction {
    pub name: Option<String>,
    author: Option<String>,
    /// The game that the agent names as its own, with rule options: the default of `UGI_Game`.
    pub game: Option<String>,
    options: Vec<Declaration>,
    unread: Vec<String>,
    pub(super) has_started: bool,
    pub(super) is_known: bool,
    pub(super) is_ready: bool,
}

pub(super) fn examine(examinee: &mut Examinee, marks: &mut Marks<'_>) -> Introduction {
    marks.group("start");
    let mut introduction = Introduction::default();
    let begin = Instant::now();
    let mut peer = match examinee.start() {
        Ok(peer) => peer,
        Err(fault) => {
            marks.add(Item::fail("starts", format!("it {fault}"), STARTABLE));
            return introduction;
        }
    };
    introduction.has_started = true;
    marks.add(Item::ok("starts", format!("the process is there after {}", ms(begin.elapsed()))));
    let heard = ask_who(examinee, &mut peer, &mut introduction);
    let item = handshake(examinee, &mut peer, heard, begin);
    introduction.is_known = item.fix.is_none();
    marks.add(item);
    if !introduction.is_known {
        return introduction;
    }
    marks.add(who(&introduction));
    marks.add(options(&introduction));
    introduction.game = introduction.options.iter().find_map(own_game);
    let item = ready(examinee, &mut peer);
    introduction.is_ready = item.fix.is_none();
    marks.add(item);
    if introduction.is_ready {
        marks.add(again(examinee, &mut peer));
    }
    introduction
}

fn own_game(option: &Declaration) -> Option<String> {
    match &option.kind {
        OptionType::String { default } | OptionType::Combo { default, .. }
            if option.name.eq_ignore_ascii_case("UGI_Game") =>
        {
            Some(default.clone()).filter(|game| !game.is_empty())
        }
        _ => None,
    }
}

/// Asks who it is, in UGI and then in UCI; returns the word that ended the answer, if one did.
fn ask_who(
    examinee: &mut Examinee,
    peer: &mut Peer,
    introduction: &mut Introduction,
) -> Result<Option<&'static str>, Fault> {
    let begin = Instant::now();
    let mut end = begin + START_TIMEOUT + examinee.margin;
    let mut asked_in_uci = false;
    let mut lines = 0;
    peer.say("ugi\n")?;
    while Instant::now() < end {
        if lines == LINES_MAX {
            return Err(Fault::Broken(format!(
                "said {LINES_MAX} lines, and 'ugiok' is not among them"
            )));
        }
        if !asked_in_uci && begin.elapsed() >= UGI_TIMEOUT {
            asked_in_uci = true;
            peer.say("uci\n")?;
        }
        let until = if asked_in_uci { end } else { begin + UGI_TIMEOUT };
        let text = match peer.hear(until.min(end))? {
            Spoken::Nothing => continue,
            Spoken::Aside(text) => {
                examinee.log.asides.push(&text);
                continue;
            }
            Spoken::Line(text) => text,
        };
        lines += 1;
        match text.parse() {
            Ok(FromAgent::Id(Id::Name(name))) => introduction.name = Some(Notes::shown(&name)),
            Ok(FromAgent::Id(Id::Author(name))) => introduction.author = Some(Notes::shown(&name)),
            Ok(FromAgent::Option(declaration)) => introduction.options.push(declaration),
            Ok(FromAgent::UgiOk) => return Ok(Some("ugiok")),
            Ok(FromAgent::UciOk) => return Ok(Some("uciok")),
            Err(error) if text.starts_with("option") => {
                introduction.unread.push(format!("'{}': {error}", Notes::shown(&text)));
            }
            Ok(FromAgent::Noise(text)) => {
                examinee.log.add_noise(&text);
                // Engines complain at once about what they do not know.
                if !asked_in_uci && text.to_ascii_lowercase().contains("unknown") {
                    asked_in_uci = true;
                    peer.say("uci\n")?;
                }
            }
            // As a referee does: whoever is compiled first says so.
            Ok(FromAgent::Info(_)) => {
                let later = Instant::now() + START_TIMEOUT + examinee.margin;
                end = later.min(begin + START_TIMEOUT_MAX);
            }
            Ok(_) => {}
            Err(_) => examinee.log.add_noise(&text),
        }
    }
    Ok(None)
}

fn handshake(
    examinee: &mut Examinee,
    peer: &mut Peer,
    heard: Result<Option<&'static str>, Fault>,
    begin: Instant,
) -> Item {
    const NAME: &str = "handshake";
    match heard {
        Ok(Some(word)) => {
            let asked = if word == "ugiok" { "ugi" } else { "uci" };
            Item::ok(
                NAME,
                format!("'{asked}' answered by {word}, {} after the start", ms(begin.elapsed())),
            )
        }
        Ok(None) => {
            let found = format!("no 'ugiok' within {}", ms(START_TIMEOUT + examinee.margin));
            if speaks_at_the_end(examinee, peer) {
                let found = format!("{found}; the answer came only when its input ended");
                return Item::fail(NAME, found, FLUSH);
            }
            let usual = "answer the line `ugi` with `id name X` and then `ugiok`, each on a \
                         line of its own, and flush your output";
            Item::fail(NAME, found, examinee.log.fix_silence(usual))
        }
        Err(fault) => {
            let fix = "start it by hand, type `ugi`, and read what it says before it ends";
            Item::fail(NAME, format!("it {fault}"), fix)
        }
    }
}

/// Returns whether the answers come once there is no more input: then they lay in a buffer.
fn speaks_at_the_end(examinee: &mut Examinee, peer: &mut Peer) -> bool {
    peer.hang_up();
    let until = Instant::now() + REPLY_TIMEOUT + examinee.margin;
    let is_end = |message| matches!(message, FromAgent::UgiOk | FromAgent::UciOk).then_some(());
    matches!(examinee.log.listen(peer, until, is_end), Ok(Some(())))
}

fn who(introduction: &Introduction) -> Item {
    const NAME: &str = "who it is";
    match (&introduction.name, &introduction.author) {
        (Some(name), Some(author)) => Item::ok(NAME, format!("{name}, by {author}")),
        (Some(name), None) => Item::ok(NAME, format!("{name}; it names no author")),
        (None, _) => Item::warn(NAME, "it gives no name", "answer `ugi` also with `id name X`"),
    }
}

fn options(introduction: &Introduction) -> Item {
    const NAME: &str = "options";
    let options = &introduction.options;
    let mut wrong = introduction.unread.clone();
    for (index, option) in options.iter().enumerate() {
        if options[..index].iter().any(|other| other.name.eq_ignore_ascii_case(&option.name)) {
            wrong.push(format!("'{}' is declared twice", option.name));
        }
        match &option.kind {
            OptionType::Spin { default, min, max } if !(min..=max).contains(&default) => {
                wrong.push(format!("'{}': {default} is not between {min} and {max}", option.name));
            }
            OptionType::Combo { default, values } if !values.contains(default) => {
                wrong.push(format!("'{}': '{default}' is none of its values", option.name));
            }
            _ => {}
        }
    }
    let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
    let found = match names.is_empty() {
        true => "none declared".to_string(),
        false => format!("{}: {}", counted(names.len(), "option"), names.join(", ")),
    };
    if wrong.is_empty() {
        return Item::ok(NAME, found);
    }
    let found = format!("{} cannot be used; {found}", counted(wrong.len(), "line"));
    let fix = "write such a line as `option name UGI_SendLegal type check default true`; the \
               types are check, spin, combo, button and string";
    Item::warn(NAME, found, fix).quoting(wrong)
}

fn ready(examinee: &mut Examinee, peer: &mut Peer) -> Item {
    const NAME: &str = "isready";
    let begin = Instant::now();
    let said = peer.say("isready\n");
    let end = begin + REPLY_TIMEOUT * 2 + examinee.margin;
    let is_ready = |message| (message == FromAgent::ReadyOk).then_some(());
    let usual =
        "answer the line `isready` with `readyok` at once, each time, and flush your output";
    match said.and_then(|()| examinee.log.listen(peer, end, is_ready)) {
        Ok(Some(())) => {
            Item::ok(NAME, format!("answered by readyok after {}", ms(begin.elapsed())))
        }
        Ok(None) => {
            let found = format!("no 'readyok' within {}", ms(begin.elapsed()));
            Item::fail(NAME, found, examinee.log.fix_silence(usual))
        }
        Err(fault) => Item::fail(NAME, format!("it {fault}"), usual),
    }
}

fn again(examinee: &mut Examinee, peer: &mut Peer) -> Item {
    const NAME: &str = "ugi again";
    let fix = "answer `ugi` and `isready` every time they come, not only the first time";
    let end = Instant::now() + REPLY_TIMEOUT * 2 + examinee.margin;
    let said = peer.say("ugi\nuci\nisready\n");
    // Whoever knows only one of the two answers that one.
    let mut known = false;
    let heard = said.and_then(|()| {
        examinee.log.is_provoked = true;
        examinee.log.listen(peer, end, |message| {
            known |= matches!(message, FromAgent::UgiOk | FromAgent::UciOk);
            (message == FromAgent::ReadyOk).then_some(())
        })
    });
    examinee.log.is_provoked = false;
    match heard {
        Ok(Some(())) if known => Item::ok(NAME, "a second 'ugi' and 'isready' are answered"),
        Ok(Some(())) => Item::fail(NAME, "a second 'ugi' is not answered", fix),
        Ok(None) => Item::fail(NAME, "a second 'isready' is not answered", fix),
        Err(fault) => Item::fail(NAME, format!("it {fault}"), fix),
    }
}

pub(super) fn examine_end(examinee: &mut Examinee, is_known: bool, marks: &mut Marks<'_>) {
    marks.group("end");
    // What is still thinking would take the processor from what is measured.
    examinee.drop_process();
    let fix = "when the line `quit` comes, leave the loop that reads lines, and end";
    marks.add(ends(examinee, is_known, "quit", fix, |peer| peer.say("quit\n")));
    let fix = "when reading finds no more input, end: in Python `for line in sys.stdin` does that";
    let hang_up = |peer: &mut Peer| {
        peer.hang_up();
        Ok(())
    };
    marks.add(ends(examinee, is_known, "end of input", fix, hang_up));
}

fn ends(
    examinee: &mut Examinee,
    is_known: bool,
    name: &'static str,
    fix: &str,
    tell: impl FnOnce(&mut Peer) -> Result<(), Fault>,
) -> Item {
    let mut peer = match introduced(examinee, is_known) {
        Ok(peer) => peer,
        Err(fault) => return Item::fail(name, format!("it {fault}, before it was told to"), fix),
    };
    let told = Instant::now();
    if let Err(fault) = tell(&mut peer) {
        return Item::fail(name, format!("it {fault}"), fix);
    }
    match peer.wait_end(told + REPLY_TIMEOUT + examinee.margin) {
        None if told.elapsed() < REPLY_TIMEOUT => {
            Item::fail(name, format!("it {}, and does not end", Fault::Flood), fix)
        }
        None => Item::fail(name, format!("it still runs after {}", ms(told.elapsed())), fix),
        Some(Ended { status, left }) => {
            let found = format!("{} after {}", exit_words(status), ms(told.elapsed()));
            match (left, status.success()) {
                (0, true) => Item::ok(name, format!("{found}, and leaves no process")),
                (0, false) => {
                    Item::warn(name, found, "end with exit status 0 when nothing is wrong")
                }
                _ => {
                    let found = format!("{found}, and {left} of its processes run on");
                    Item::warn(
                        name,
                        found,
                        "end the processes that you have started before you end",
                    )
                }
            }
        }
    }
}

/// Starts a process, and lets it say who it is where it can.
fn introduced(examinee: &mut Examinee, is_known: bool) -> Result<Peer, Fault> {
    let mut peer = examinee.start()?;
    if is_known {
        peer.say("ugi\nuci\n")?;
        let until = Instant::now() + START_TIMEOUT + examinee.margin;
        let is_end = |message| matches!(message, FromAgent::UgiOk | FromAgent::UciOk).then_some(());
        examinee.log.is_provoked = true;
        let heard = examinee.log.listen(&mut peer, until, is_end);
        examinee.log.is_provoked = false;
        heard?;
    }
    Ok(peer)
}
