//! The tables of `manator server` in a browser: the page of the arena, which is told the same topics.
//!
//! A page that looks at a table is a display like any other.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use manator_state::catalog::Mode;
use tokio::sync::{oneshot, watch};
use tokio::time::sleep;

use crate::arena::{analysis, catalog, learn, pages, positions};
use crate::feed;
use crate::guests::Registry;
use crate::http::{Caller, download};
use crate::hub::Hub;
use crate::list::GameList;
use crate::live::{self, LiveGames};
use crate::notice::Tell;
use crate::onlooker;

/// How long pages have to read the last they are told.
const LAST_READ_TIMEOUT: Duration = Duration::from_millis(400);

pub(crate) struct Browse {
    pub(crate) hub: Arc<Hub>,
    pub(crate) list: Arc<GameList>,
    pub(crate) live: Arc<LiveGames<usize>>,
    pub(crate) guests: Arc<Registry>,
    pub(crate) tell: Tell,
    pub(crate) is_over: watch::Sender<bool>,
}

impl Browse {
    pub(crate) fn router(self: &Arc<Browse>) -> Router {
        Router::new()
            .merge(pages())
            .merge(positions::routes())
            .merge(analysis::routes())
            .merge(learn::routes())
            .route("/api/catalog", get(|| async { Json(catalog::described(Mode::Server, false)) }))
            .route("/api/games/{id}/record", get(record))
            .route("/api/socket", get(meet))
            .with_state(self.clone())
    }

    pub(crate) fn end(&self, bye: &str) {
        self.live.tell_all();
        self.list.set_bye(bye);
        self.list.publish(&self.hub);
        self.is_over.send_replace(true);
    }
}

async fn record(State(browse): State<Arc<Browse>>, Path(id): Path<String>) -> Response {
    let live = &browse.live;
    match live.find(&live::topic(&id)).and_then(|table| live.record(table)) {
        None => (StatusCode::NOT_FOUND, "there is no such table here").into_response(),
        Some(record) => download(&format!("{id}.game"), "text/plain; charset=utf-8", record),
    }
}

async fn meet(
    State(browse): State<Arc<Browse>>,
    Extension(caller): Extension<Caller>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let mut display = None;
    onlooker::open(upgrade, browse.hub.clone(), move |topic| {
        if browse.live.find(topic).is_some_and(|table| browse.live.show(table)) {
            display.get_or_insert_with(|| count_display(&browse, caller));
        }
    })
}

/// Counts a display until the page that it is drops what is returned, or nothing more will come.
fn count_display(browse: &Arc<Browse>, caller: Caller) -> oneshot::Sender<()> {
    let (sender, gone) = oneshot::channel();
    let browse = browse.clone();
    tokio::spawn(async move {
        let mut is_over = browse.is_over.subscribe();
        let shown = async {
            tokio::select! {
                _ = gone => {}
                () = over(&mut is_over) => sleep(LAST_READ_TIMEOUT).await,
            }
            Ok(())
        };
        feed::counted(&browse.guests, &browse.tell, caller.address, shown).await;
    });
    sender
}

async fn over(is_over: &mut watch::Receiver<bool>) {
    let _ = is_over.wait_for(|is_over| *is_over).await;
}
