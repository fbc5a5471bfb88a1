//! What arrives at the desk of an organiser, read beside it.
//!
//! Results are kept by the server until they are acknowledged, so reading them may wait for the organiser.
//! News are only heard by who listens, and are left out when nobody does.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::jetstream::consumer::pull;
use async_nats::{HeaderMap, Message};
use futures_util::StreamExt;
use tokio::sync::mpsc::Sender;
use tokio::time::{sleep, timeout};

use crate::connection::{Wire, lock};
use crate::crew::Stance;
use crate::desk::{Heard, Receipt};
use crate::error::Trouble;
use crate::event::{header, text};
use crate::subjects::{EventName, Subjects, last_part};

/// How many letters wait at the desk; the server keeps the others.
pub(crate) const LETTERS_MAX: usize = 1024;

const BATCH: usize = 200;
const PULL_TIMEOUT: Duration = Duration::from_secs(2);
const RETRY_INTERVAL: Duration = Duration::from_millis(250);

pub(crate) async fn read_results(wire: Wire, subjects: Arc<Mutex<Subjects>>, desk: Sender<Heard>) {
    while !desk.is_closed() {
        // The server may be away, or the event about to be made again.
        if read_batches(&wire, &subjects, &desk).await.is_err() {
            sleep(RETRY_INTERVAL).await;
        }
    }
}

async fn read_batches(
    wire: &Wire,
    subjects: &Mutex<Subjects>,
    desk: &Sender<Heard>,
) -> Result<(), Trouble> {
    let subjects = lock(subjects).clone();
    let stream = subjects.event.stream();
    let consumer =
        wire.context.get_consumer_from_stream::<pull::Config, _, _>(subjects.desk(), stream);
    let consumer = consumer.await?;
    while !desk.is_closed() {
        let batch = consumer.batch().max_messages(BATCH).expires(PULL_TIMEOUT);
        let mut batch = batch.messages().await?;
        // A server that was restarted has forgotten the request, and one that lost the event never answers.
        while let Some(message) = timeout(PULL_TIMEOUT * 2, batch.next()).await? {
            let message = message.map_err(|error| Trouble::Passing(error.to_string()))?;
            let (message, acker) = message.split();
            let is_signed = wire.is_signed(&message);
            let letter = read_letter(&message, Receipt(acker), is_signed);
            if desk.send(letter).await.is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

pub(crate) fn read_letter(message: &Message, receipt: Receipt, is_signed: bool) -> Heard {
    let id = last_part(&message.subject);
    let header = |name| message.headers.as_ref().and_then(|headers| text(headers, name));
    let (Some(id), Some(worker), true) = (id.clone(), header(header::WORKER), is_signed) else {
        return Heard::Unsigned { id, receipt };
    };
    let worker = worker.to_string();
    if message.subject.contains(".out.result.") {
        return Heard::Result { id, worker, bytes: message.payload.to_vec(), receipt };
    }
    let tries = header(header::TRIES).and_then(|tries| tries.parse().ok()).unwrap_or_default();
    let reasons = String::from_utf8_lossy(&message.payload).lines().map(str::to_string).collect();
    Heard::SetAside { id, worker, tries, reasons, receipt }
}

pub(crate) async fn read_news(wire: Wire, event: EventName, desk: Sender<Heard>) {
    while !desk.is_closed() {
        if let Ok(mut news) = wire.client.subscribe(event.news()).await {
            while let Some(message) = news.next().await {
                if let Some(letter) = read_news_item(&message).filter(|_| wire.is_signed(&message))
                {
                    // An organiser that is busy has more important things to hear.
                    let _ = desk.try_send(letter);
                }
            }
        }
        sleep(RETRY_INTERVAL).await;
    }
}

pub(crate) fn read_news_item(message: &Message) -> Option<Heard> {
    let headers = message.headers.as_ref()?;
    let name = text(headers, header::WORKER)?.to_string();
    let stance = match text(headers, header::KIND)? {
        "started" => {
            let id = text(headers, header::JOB)?.to_string();
            return Some(Heard::Started { id, worker: name });
        }
        "ready" => Stance::Ready,
        "refuses" => Stance::Refuses(String::from_utf8_lossy(&message.payload).into_owned()),
        "left" => Stance::Left,
        _ => return None,
    };
    Some(Heard::Worker { name, stance })
}

pub(crate) async fn tell_started(wire: &Wire, event: &EventName, worker: &str, id: &str) {
    let mut headers = HeaderMap::new();
    headers.insert(header::JOB, id);
    tell(wire, event, worker, headers, ("started", "")).await;
}

pub(crate) async fn tell_stance(wire: &Wire, event: &EventName, worker: &str, stance: &Stance) {
    let said = match stance {
        Stance::Ready => ("ready", ""),
        Stance::Refuses(why) => ("refuses", why.as_str()),
        Stance::Left | Stance::Silent => ("left", ""),
    };
    tell(wire, event, worker, HeaderMap::new(), said).await;
}

async fn tell(
    wire: &Wire,
    event: &EventName,
    worker: &str,
    mut headers: HeaderMap,
    (kind, why): (&str, &str),
) {
    headers.insert(header::KIND, kind);
    headers.insert(header::WORKER, worker);
    wire.signer.sign(&event.news(), &mut headers, why.as_bytes());
    let told = wire.client.publish_with_headers(event.news(), headers, why.to_string().into());
    let _ = timeout(RETRY_INTERVAL, told).await;
}
