//! Agents that think about positions of pages.
//!
//! A page has a [`Desk`], on which one position is thought about at a time, and one game judged move by move.
//! The thinking is done by threads, of which there are few; a page is told where they stand as often as it
//! reads, and never the way there.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod graph;
mod record;
mod setup;
mod think;
pub(crate) mod worth;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::post;
use manator_core::{Settings, Table};
use manator_engine::catalog;
use manator_engine::options::OPTIONS;
use manator_state::analysis::{self, GameGraph, ThinkRequest};
use manator_state::study::PositionRequest;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{sleep, timeout};

use super::Arena;
use super::budget::{Budget, Purpose, Waiting};
use super::positions::{self, RECORD_MAX, quoted};
use crate::http::Caller;
use crate::hub::Message;
use crate::permits::Permit;

/// How long is waited for a permit, so that what a page has just stopped can end.
const PERMIT_TIMEOUT: Duration = Duration::from_millis(500);
const LINES_MAX: u64 = 10;
/// How many letters of what a page calls its question are repeated to it.
const TAG_MAX: usize = 200;

/// Returns what needs no agent: setting up positions, writing records.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let record = post(record::record).layer(DefaultBodyLimit::max(RECORD_MAX));
    Router::new().route("/api/setup", post(setup::set_up)).route("/api/record", record)
}

/// What one page has agents think about: one position, and one game, at a time.
pub(super) struct Desk {
    out: Sender<Message>,
    caller: Caller,
    thought: Option<Work>,
    graph: Option<Work>,
}

impl Desk {
    pub(super) fn new(out: Sender<Message>, caller: Caller) -> Desk {
        Desk { out, caller, thought: None, graph: None }
    }

    /// Begins to think, and ends what was thought about before.
    pub(super) async fn think(&mut self, arena: &Arena, asked: &Value) -> Result<Value, String> {
        self.thought = None;
        let asked = read(asked)?;
        let (tag, (budget, permit)) = (asked.tag.clone(), admit(arena, &self.caller).await?);
        let (task, agent) = opened(move || think::Task::open(&asked, &budget)).await?;
        let describe = task.clone();
        self.thought = Some(Work::begin(
            "think",
            self.out.clone(),
            think::REPORT_INTERVAL,
            move |cancel, tell| {
                let (flag, waits) = (cancel.clone(), tell.clone());
                agent.think(
                    &|| flag.load(Ordering::Relaxed),
                    &mut |text| drop(waits.send_replace(Progress::Waits(text))),
                    |agent| task.run(agent, cancel, &tell),
                );
                drop(permit);
            },
            move |progress, done| {
                let (waiting, thought) = progress.parts();
                analysis::Thought { waiting, ..describe.report(tag.clone(), thought, done) }
            },
        )?);
        Ok(Value::Null)
    }

    /// Begins to judge a game move by move, and ends what was judged before.
    pub(super) async fn graph(&mut self, arena: &Arena, asked: &Value) -> Result<Value, String> {
        self.graph = None;
        let asked = read(asked)?;
        let (tag, (budget, permit)) = (asked.tag.clone(), admit(arena, &self.caller).await?);
        let (task, agent) = opened(move || graph::Task::open(&asked, &budget)).await?;
        self.graph = Some(Work::begin(
            "graph",
            self.out.clone(),
            graph::REPORT_INTERVAL,
            move |cancel, tell| {
                let waits = tell.clone();
                agent.think(
                    &|| cancel.load(Ordering::Relaxed),
                    &mut |text| drop(waits.send_replace(Progress::Waits(text))),
                    |agent| task.run(agent, &cancel, &tell),
                );
                drop(permit);
            },
            move |progress, done| {
                let (waiting, judging) = progress.parts();
                let graph::Judging { values, share } = judging.unwrap_or_default();
                GameGraph { tag: tag.clone(), values, share, waiting, done }
            },
        )?);
        Ok(Value::Null)
    }

    /// Ends the judging of a game where that is asked for, else the thinking.
    pub(super) fn stop(&mut self, asked: &Value) {
        match asked["what"].as_str() {
            Some("graph") => self.graph = None,
            _ => self.thought = None,
        }
    }
}

async fn admit(arena: &Arena, caller: &Caller) -> Result<(Arc<Budget>, Permits), String> {
    let own = arena.visits.think(caller)?;
    match timeout(PERMIT_TIMEOUT, arena.budget.analyses.clone().acquire_owned()).await {
        Ok(Ok(permit)) => Ok((arena.budget.clone(), (permit, own))),
        _ => Err("too many agents think here, or wait to: try again in a moment".into()),
    }
}

/// What an analysis keeps as long as it thinks or waits.
type Permits = (OwnedSemaphorePermit, Option<Permit>);

/// Where the thinking for a page stands.
#[derive(Clone)]
enum Progress<T> {
    Begins,
    /// For what it waits.
    Waits(String),
    Found(T),
}

impl<T> Progress<T> {
    fn parts(self) -> (Option<String>, Option<T>) {
        match self {
            Progress::Begins => (None, None),
            Progress::Waits(text) => (Some(text), None),
            Progress::Found(found) => (None, Some(found)),
        }
    }
}

async fn opened<T: Send + 'static>(
    open: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    spawn_blocking(open).await.unwrap_or_else(|_| Err("that went wrong".into()))
}

fn read(asked: &Value) -> Result<ThinkRequest, String> {
    let mut asked = ThinkRequest::deserialize(asked)
        .map_err(|error| format!("no question: {}", quoted(&error.to_string())))?;
    asked.tag = asked.tag.chars().take(TAG_MAX).collect();
    Ok(asked)
}

fn table(asked: &ThinkRequest) -> Result<Box<dyn Table>, String> {
    positions::table(&PositionRequest {
        game: asked.game.clone(),
        options: asked.options.clone(),
        start: asked.start.clone(),
        moves: asked.moves.clone(),
        record: None,
    })
}

/// Makes the agent that is to think; only those built in can be had, and none takes more than its share.
fn agent(asked: &ThinkRequest, table: &dyn Table, budget: &Arc<Budget>) -> Result<Waiting, String> {
    let name = match asked.agent.as_str() {
        // Refusal's champion answers at once what it has not searched before: judging takes a search.
        "" | "champion" if !table.begins_turn() => "alphabeta",
        "" => "champion",
        name => name,
    };
    let lines = asked.lines.unwrap_or(1).clamp(1, LINES_MAX).to_string();
    let settings = Settings::read(OPTIONS, [("lines", lines.as_str())]);
    let settings = settings.map_err(|error| error.to_string())?;
    catalog::check(table, name, &settings).map_err(|error| quoted(&error.to_string()))?;
    Ok(Waiting::new(budget, table, name, &settings, Purpose::Analysis))
}

fn time(asked: &ThinkRequest, usual: Duration, max: Duration) -> Duration {
    asked.time.map_or(usual, Duration::from_millis).clamp(Duration::from_millis(1), max)
}

/// Something that is done on a thread while a page is told where it stands; it ends when this is dropped.
struct Work {
    cancel: Arc<AtomicBool>,
    telling: JoinHandle<()>,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.telling.abort();
    }
}

impl Work {
    /// Begins; `describe` makes what a page is told out of where the work stands, and whether it is done.
    fn begin<T: Clone + Send + Sync + 'static, D: Serialize + Send + 'static>(
        topic: &'static str,
        out: Sender<Message>,
        interval: Duration,
        run: impl FnOnce(Arc<AtomicBool>, watch::Sender<Progress<T>>) + Send + 'static,
        describe: impl Fn(Progress<T>, bool) -> D + Send + Sync + 'static,
    ) -> Result<Work, String> {
        let cancel = Arc::new(AtomicBool::new(false));
        let (tell, mut news) = watch::channel(Progress::Begins);
        let flag = cancel.clone();
        let thread = thread::Builder::new().name(topic.into());
        thread
            .spawn(move || run(flag, tell))
            .map_err(|_| "there is no room to think at the moment".to_string())?;
        let describe = Arc::new(describe);
        let telling = tokio::spawn(async move {
            loop {
                // The thread ends when it is done, or when something went wrong; both are told.
                let done = news.changed().await.is_err();
                let (now, describe) = (news.borrow_and_update().clone(), describe.clone());
                let Ok(data) = spawn_blocking(move || describe(now, done)).await else { return };
                let message = json!({ "topic": topic, "data": data }).to_string().into();
                if out.send(message).await.is_err() || done {
                    return;
                }
                sleep(interval).await;
            }
        });
        Ok(Work { cancel, telling })
    }
}
