//! The original Jetan programs at the same port, where the rules are theirs.
//!
//! They cannot be told why they are not wanted, so that the server says it where it runs.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use manator_course::wire::{AGENT, DIE, DISPLAY, Frames, Message, NAME, frame};
use manator_course::{Original, Showing, plays};
use manator_play::contender::Notes;
use manator_protocol::{ErrorCode, NAME_MAX, News, quoted};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::feed;
use crate::gate::Gate;
use crate::guests::{Coming, Proof, Refusal, Request};
use crate::notice::Notice;
use crate::permits::Permit;

pub(crate) const GAME: &str = "jetan";

const NAMELESS: &str = "Jetan agent";
const PIECE: usize = 4096;
/// How long a program that is refused may take to read that.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(2);

pub(crate) async fn meet(
    gate: &Gate,
    stream: TcpStream,
    said: Vec<u8>,
    address: SocketAddr,
    permit: Permit,
) {
    let mut caller = Caller { stream, frames: Frames::default() };
    let met = timeout(gate.limits.hello, caller.introduce(gate, &said, address.ip())).await;
    let met = met.unwrap_or_else(|_| Err("an original program said nothing for too long".into()));
    match met {
        Ok(Introduced::Agent(coming)) => caller.seat(coming, address, permit),
        Ok(Introduced::Display) => match gate.offer.feed(None) {
            Ok(feed) => {
                let mut showing = Showing::default();
                let tell = |text: &str| frames(&mut showing, text);
                let shown = feed::show(caller.stream, &feed, gate.limits.unread, tell);
                feed::counted(&gate.guests, &gate.tell, address, shown).await;
            }
            Err((_, why)) => caller.refuse(gate, address, &why).await,
        },
        Err(why) => caller.refuse(gate, address, &why).await,
    }
}

enum Introduced {
    Agent(Coming),
    Display,
}

struct Caller {
    stream: TcpStream,
    frames: Frames,
}

impl Caller {
    /// Finds out who it is; `said` is the beginning of its answer to that question.
    async fn introduce(
        &mut self,
        gate: &Gate,
        said: &[u8],
        from: IpAddr,
    ) -> Result<Introduced, String> {
        self.push(said)?;
        let who = self.hear().await?.name;
        if !matches!(who.as_str(), AGENT | DISPLAY) {
            return Err(format!("'{}': expected {AGENT} or {DISPLAY}", quoted(&who)));
        }
        if !gate.offer.rules(GAME).is_ok_and(|rules| plays(&rules)) {
            return Err("the original programs play by other rules: \
                        start the server with -o variant=software and no other rule"
                .into());
        }
        if who == DISPLAY {
            return Ok(Introduced::Display);
        }
        let sent = self.stream.write_all(&frame(NAME)).await;
        sent.map_err(|error| format!("an original agent is lost: {error}"))?;
        let answer = self.hear().await?;
        if answer.name != NAME {
            return Err(format!("'{}': expected {NAME}", quoted(&answer.name)));
        }
        let name = called(answer.value(NAME).unwrap_or_default());
        let proof = &Proof { secret: None, from: Some(from.to_canonical()) };
        let request = Request { game: GAME, name: &name, seat: None, token: None, proof };
        match gate.guests.admit(&request) {
            Ok(coming) => Ok(Introduced::Agent(coming)),
            Err(refusal) => Err(refused(&name, refusal)),
        }
    }

    async fn hear(&mut self) -> Result<Message, String> {
        let mut piece = [0; PIECE];
        loop {
            if let Some(payload) = self.frames.next() {
                return payload.parse().map_err(|error| format!("{error}"));
            }
            let count = self.stream.read(&mut piece).await;
            match count.map_err(|error| format!("an original program is lost: {error}"))? {
                0 => return Err("an original program has left".into()),
                count => self.push(&piece[..count])?,
            }
        }
    }

    fn push(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.frames.push(bytes).map_err(|error| error.to_string())
    }

    fn seat(self, coming: Coming, address: SocketAddr, permit: Permit) {
        let Caller { stream, frames } = self;
        let stream = stream.into_std();
        let seated = stream.and_then(|stream| Original::connected(stream, frames, &coming.name));
        if let Ok(contender) = seated {
            coming.arrive(contender, None, permit, address);
        }
    }

    /// Lets it go; what it understands of why is that it is over.
    async fn refuse(mut self, gate: &Gate, address: SocketAddr, why: &str) {
        (gate.tell)(&Notice::Refused { address, why });
        let _ = timeout(REFUSAL_TIMEOUT, async {
            self.stream.write_all(&frame(DIE)).await?;
            self.stream.shutdown().await
        })
        .await;
    }
}

fn called(name: &str) -> String {
    let name: String = Notes::shown(name).chars().take(NAME_MAX).collect();
    // The ends of lines and doubled blanks would not survive where names travel in lines.
    let words: Vec<&str> = name.split_whitespace().collect();
    if words.is_empty() { NAMELESS.into() } else { words.join(" ") }
}

fn refused(name: &str, (code, text): Refusal) -> String {
    match code {
        ErrorCode::Token => format!(
            "{name} is an original agent, which cannot give a token: \
             start the server without --token, or leave a seat without one"
        ),
        _ => format!("{name}: {text}"),
    }
}

/// Returns the frames that tell an original display the news, each message as one piece.
fn frames(showing: &mut Showing, text: &str) -> io::Result<Vec<Vec<u8>>> {
    let mut pieces = Vec::new();
    for news in text.lines().filter_map(|line| line.parse::<News>().ok()) {
        let message = showing.take(&news).map_err(io::Error::other)?;
        pieces.extend(message.map(|message| frame(&message.to_string())));
    }
    Ok(pieces)
}
