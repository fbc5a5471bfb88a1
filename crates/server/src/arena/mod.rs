//! The arena: everything a person does with Manator, in a browser.
//!
//! Pages read and make things by requests, and are told what goes on over one socket each. A game is a
//! [`Session`](manator_play::Session) in a room of its own; what is played is kept in the store after every
//! move, so that a room can be left, or the server killed, at any moment.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub(crate) mod analysis;
pub(crate) mod catalog;
pub(crate) mod learn;
pub(crate) mod positions;
mod rooms;
mod serve;
mod socket;
mod tournaments;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use tokio::sync::Semaphore;

use crate::http::{Caller, file};
use crate::hub::Hub;
use crate::list::GameList;
use rooms::Rooms;
use tournaments::Tournaments;

pub use serve::{ArenaServer, ArenaSetup};

pub(crate) struct Arena {
    pub(crate) hub: Arc<Hub>,
    pub(crate) list: Arc<GameList>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) tournaments: Arc<Tournaments>,
    /// Whether whoever is not on this machine may create and stop tournaments, too.
    pub(crate) open: bool,
    pub(crate) thinkers: Arc<Semaphore>,
}

impl Arena {
    pub(crate) fn may_organise(&self, caller: &Caller) -> bool {
        may_organise(self.open, caller.address.ip())
    }
}

fn may_organise(is_open: bool, address: IpAddr) -> bool {
    is_open || address.to_canonical().is_loopback()
}

/// What a handler answers when it cannot do what is asked: a sentence for people.
pub(crate) type Refused = (StatusCode, String);

pub(crate) fn unprocessable(why: String) -> Refused {
    (StatusCode::UNPROCESSABLE_ENTITY, why)
}

/// Does work that takes its time on a thread that is for that.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err((StatusCode::INTERNAL_SERVER_ERROR, "that went wrong".into())))
}

pub(crate) fn router(arena: Arc<Arena>) -> Router {
    Router::new()
        .merge(pages())
        .merge(catalog::routes())
        .merge(positions::routes())
        .merge(rooms::routes())
        .merge(analysis::routes())
        .merge(tournaments::routes())
        .merge(learn::routes())
        .merge(learn::replies())
        .merge(socket::routes())
        .with_state(arena)
}

pub(crate) fn pages<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/", get(|| file("arena.html", "text/html; charset=utf-8")))
        .route("/arena.js", get(|| file("arena.js", "text/javascript; charset=utf-8")))
        .route("/arena.css", get(|| file("arena.css", "text/css; charset=utf-8")))
        .route("/favicon.svg", get(|| file("favicon.svg", "image/svg+xml")))
        .route("/favicon.ico", get(|| async { StatusCode::NO_CONTENT }))
}

#[cfg(test)]
mod tests {
    use super::may_organise;

    #[test]
    fn strangers_organise_only_where_everybody_may() {
        for (address, is_ours) in [
            ("127.0.0.1", true),
            ("127.9.9.9", true),
            ("::1", true),
            ("::ffff:127.0.0.1", true),
            ("10.0.0.7", false),
            ("::ffff:10.0.0.7", false),
            ("2001:db8::1", false),
            ("0.0.0.0", false),
        ] {
            let address = address.parse().unwrap_or_else(|_| panic!("{address}"));
            assert_eq!(may_organise(false, address), is_ours, "{address}");
            assert!(may_organise(true, address));
        }
    }
}
