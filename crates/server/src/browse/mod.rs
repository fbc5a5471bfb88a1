//! The tables of `manator server` in a browser.
//!
//! It is the page of the arena, which is told the same topics: the list of games, and each table as the state
//! of a game. A page that looks at a table is a display like any other. Feeds are followed only while somebody
//! looks: a feed can tell where its table stands at any time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod followed;

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use manator_core::Table;
use serde_json::{Value, json};
use tokio::runtime::Builder;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, sleep, sleep_until};

use crate::arena::{analysis, catalog, learn, pages, positions};
use crate::connection::{self, Answer, Topics, text};
use crate::display;
use crate::feed::Feed;
use crate::guests::Registry;
use crate::http::Caller;
use crate::hub::Hub;
use crate::serve::Tell;
use followed::Followed;

/// How often pages are told where a table stands, at most.
const PACE: Duration = Duration::from_millis(50);
/// How often they are told the list of all tables.
const LIST_PACE: Duration = Duration::from_millis(300);
/// How long pages have to read the last they are told.
const FAREWELL: Duration = Duration::from_millis(400);
/// The topic of the list.
const LIST: &str = "games";

/// The tables, for browsers.
pub(crate) struct Tables {
    hub: Arc<Hub>,
    tables: Vec<Seen>,
    guests: Arc<Registry>,
    tell: Tell,
    /// How many pages look at the list.
    listed: AtomicUsize,
    /// Whether nothing more will come.
    is_over: watch::Sender<bool>,
}

/// A table, and who looks at it.
struct Seen {
    topic: String,
    feed: Arc<Feed>,
    followed: Mutex<Followed>,
    watching: AtomicUsize,
}

impl Seen {
    fn lock(&self) -> MutexGuard<'_, Followed> {
        self.followed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tables {
    /// Shows tables with these feeds; `empty` is the game as it begins.
    pub(crate) fn new(
        feeds: &[Arc<Feed>],
        empty: &dyn Table,
        control: &str,
        guests: Arc<Registry>,
        tell: Tell,
    ) -> Arc<Tables> {
        let seen = |(number, feed): (usize, &Arc<Feed>)| Seen {
            topic: Followed::topic(number),
            feed: feed.clone(),
            followed: Mutex::new(Followed::new(number, empty.copy(), control.into())),
            watching: AtomicUsize::new(0),
        };
        let tables = Tables {
            hub: Arc::default(),
            tables: (1..).zip(feeds).map(seen).collect(),
            guests,
            tell,
            listed: AtomicUsize::new(0),
            is_over: watch::channel(false).0,
        };
        tables.publish_list();
        tables.tables.iter().for_each(|table| tables.publish(table));
        Arc::new(tables)
    }

    /// Returns what browsers are served.
    pub(crate) fn router(self: &Arc<Tables>) -> Router {
        Router::new()
            .merge(pages())
            .merge(positions::routes())
            .merge(analysis::routes())
            .merge(learn::routes())
            .route("/api/catalog", get(|| async { Json(catalog::described("server", false)) }))
            .route("/api/games/{id}/record", get(record))
            .route("/api/socket", get(meet))
            .with_state(self.clone())
    }

    /// Follows the tables that somebody looks at until it is over; on a thread and a runtime of its own, because
    /// displays must not wait for what browsers need.
    ///
    /// # Errors
    /// Returns why there is no thread.
    pub(crate) fn follow(self: Arc<Tables>) -> io::Result<()> {
        let runtime = Builder::new_current_thread().enable_time().build()?;
        let work = move || runtime.block_on(self.follow_all());
        thread::Builder::new().name("browse".into()).spawn(work).map(drop)
    }

    async fn follow_all(self: Arc<Tables>) {
        for index in 0..self.tables.len() {
            let tables = self.clone();
            tokio::spawn(async move {
                if let Some(table) = tables.tables.get(index) {
                    tables.follow_one(table).await;
                }
            });
        }
        let mut is_over = self.is_over.subscribe();
        loop {
            tokio::select! {
                () = over(&mut is_over) => return,
                () = sleep(LIST_PACE) => {}
            }
            if self.listed.load(Ordering::Relaxed) > 0 {
                self.publish_list();
            }
        }
    }

    async fn follow_one(&self, table: &Seen) {
        loop {
            while !self.is_seen(table) {
                sleep(LIST_PACE).await;
            }
            let (mut text, mut news) = table.feed.join();
            let mut due: Option<Instant> = None;
            let mut last = Instant::now();
            while self.is_seen(table) {
                if !text.is_empty() {
                    if !table.lock().follow(&text) {
                        return;
                    }
                    due = due.or(Some(Instant::now().max(last + PACE)));
                    text.clear();
                }
                tokio::select! {
                    told = news.recv() => match told {
                        Ok(told) => text.push_str(&told),
                        Err(RecvError::Lagged(_)) => (text, news) = table.feed.join(),
                        Err(RecvError::Closed) => return,
                    },
                    () = sleep_until(due.unwrap_or(last)), if due.is_some() => {
                        (due, last) = (None, Instant::now());
                        self.publish(table);
                    }
                }
            }
            table.lock().leave();
        }
    }

    /// Returns whether somebody looks at a table, or at the list that it is in.
    fn is_seen(&self, table: &Seen) -> bool {
        table.watching.load(Ordering::Relaxed) + self.listed.load(Ordering::Relaxed) > 0
    }

    /// Tells pages the last there is to tell: the feeds have told all.
    pub(crate) fn end(&self) {
        for table in &self.tables {
            table.lock().end(&table.feed);
            self.publish(table);
        }
        self.publish_list();
        self.is_over.send_replace(true);
    }

    /// Tells pages where a table stands that was perhaps not followed.
    fn refresh(&self, table: &Seen) {
        table.lock().catch_up(&table.feed);
        self.publish(table);
    }

    fn publish(&self, table: &Seen) {
        let watching = table.watching.load(Ordering::Relaxed);
        let followed = table.lock();
        self.hub.publish(&table.topic, &followed.state(watching));
    }

    fn publish_list(&self) {
        let summary = |table: &Seen| table.lock().summary(table.watching.load(Ordering::Relaxed));
        let games: Vec<Value> = self.tables.iter().map(summary).collect();
        let first = self.tables.first().map(Seen::lock);
        let standing = first.as_ref().map(|table| table.standing());
        let bye = first.as_ref().and_then(|table| table.bye().map(str::to_string));
        drop(first);
        self.hub.publish(LIST, &json!({ "games": games, "standing": standing, "bye": bye }));
    }
}

/// Gives the game at a table as a record.
async fn record(State(tables): State<Arc<Tables>>, Path(id): Path<String>) -> Response {
    let topic = format!("game/{id}");
    match tables.tables.iter().find(|table| table.topic == topic) {
        None => (StatusCode::NOT_FOUND, "there is no such table here").into_response(),
        Some(table) => {
            let name = format!("attachment; filename=\"{id}.game\"");
            let headers =
                [(CONTENT_TYPE, "text/plain; charset=utf-8".into()), (CONTENT_DISPOSITION, name)];
            let mut followed = table.lock();
            followed.catch_up(&table.feed);
            (headers, followed.record()).into_response()
        }
    }
}

async fn meet(
    State(tables): State<Arc<Tables>>,
    Extension(caller): Extension<Caller>,
    upgrade: WebSocketUpgrade,
) -> Response {
    connection::open(upgrade, move |out| Page {
        topics: Topics::new(tables.hub.clone(), out),
        tables,
        caller,
        display: None,
    })
}

/// A page that looks on.
struct Page {
    tables: Arc<Tables>,
    caller: Caller,
    topics: Topics<Look>,
    /// Ends the display that this page is, when it is dropped.
    display: Option<oneshot::Sender<()>>,
}

impl connection::Page for Page {
    async fn act(&mut self, asked: &Value) -> Result<Answer, String> {
        match asked["do"].as_str().unwrap_or_default() {
            "watch" => self.watch(text(asked, "topic")?)?,
            "unwatch" => self.topics.unwatch(text(asked, "topic")?),
            _ => return Err("this server only shows its games: `manator arena` does more".into()),
        }
        Ok(Answer::Now(Value::Null))
    }
}

impl Page {
    fn watch(&mut self, topic: &str) -> Result<(), String> {
        self.topics.make_place(topic)?;
        let table = self.tables.tables.iter().position(|table| table.topic == topic);
        let look = Look::at(&self.tables, table);
        // What nobody looked at is not up to date.
        match table.and_then(|index| self.tables.tables.get(index)) {
            Some(table) => self.tables.refresh(table),
            None => {
                for table in &self.tables.tables {
                    table.lock().catch_up(&table.feed);
                }
                self.tables.publish_list();
            }
        }
        if table.is_some() {
            self.display.get_or_insert_with(|| display(&self.tables, self.caller));
        }
        self.topics.watch(topic, look)
    }
}

/// Somebody looks at a table, or at the list, until this is dropped.
struct Look {
    tables: Arc<Tables>,
    table: Option<usize>,
}

impl Look {
    fn at(tables: &Arc<Tables>, table: Option<usize>) -> Look {
        let look = Look { tables: tables.clone(), table };
        look.count().fetch_add(1, Ordering::Relaxed);
        look
    }

    fn count(&self) -> &AtomicUsize {
        let table = self.table.and_then(|index| self.tables.tables.get(index));
        table.map_or(&self.tables.listed, |table| &table.watching)
    }
}

impl Drop for Look {
    fn drop(&mut self) {
        self.count().fetch_sub(1, Ordering::Relaxed);
    }
}

/// Counts a display until the page that it is drops what is returned, or nothing more will come.
fn display(tables: &Arc<Tables>, caller: Caller) -> oneshot::Sender<()> {
    let (sender, gone) = oneshot::channel();
    let tables = tables.clone();
    tokio::spawn(async move {
        let mut is_over = tables.is_over.subscribe();
        let shown = async {
            tokio::select! {
                _ = gone => {}
                () = over(&mut is_over) => sleep(FAREWELL).await,
            }
            Ok(())
        };
        display::counted(&tables.guests, &tables.tell, caller.address, shown).await;
    });
    sender
}

async fn over(is_over: &mut watch::Receiver<bool>) {
    let _ = is_over.wait_for(|is_over| *is_over).await;
}
