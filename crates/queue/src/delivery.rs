//! One handing out of a job: what it says, and how it is settled on the server.
//!
//! What became of each try is kept in the stream under the number of the job's message, which is another one
//! when the job is published again. So whoever sets a job aside can tell all the reasons.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::jetstream::Message;
use async_nats::jetstream::message::{AckKind, Acker};
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use tokio::time::timeout;

use crate::connection::{ANSWER_TIMEOUT, Stored, Wire};
use crate::error::{QueueError, Trouble};
use crate::event::{Opened, header, text};
use crate::subjects::{check_name, last_part};
use crate::task::{Failed, Finished};

/// A longer reason is cut off.
const REASON_LENGTH_MAX: usize = 1000;

const FAILED: &str = "failed";
const RETURNED: &str = "returned";

#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Failed(String),
    /// The worker went home; that is not the job's fault.
    Returned,
}

pub(crate) struct Delivery {
    pub(crate) opened: Arc<Opened>,
    pub(crate) id: String,
    pub(crate) payload: Vec<u8>,
    /// The number of the job's message in the stream.
    sequence: u64,
    pub(crate) tries: u32,
    worker: String,
    pub(crate) acker: Acker,
}

/// What the tries of a job have come to so far.
struct Past {
    /// Tries that count against the job.
    spent: u32,
    reasons: Vec<String>,
}

impl Delivery {
    pub(crate) fn new(opened: Arc<Opened>, message: Message, worker: String) -> Option<Self> {
        let info = message.info().ok()?;
        let (sequence, tries) = (info.stream_sequence, u32::try_from(info.delivered).ok()?);
        let id = job_id(&message.subject)?;
        let (message, acker) = message.split();
        let payload = message.payload.to_vec();
        Some(Self { opened, id, payload, sequence, tries, worker, acker })
    }

    /// Hands in the result, and takes the job out of the stream only after that.
    pub(crate) async fn finish(&self, wire: &Wire, result: &[u8]) -> Result<Finished, QueueError> {
        wire.check_size(&format!("the result of job {:?}", self.id), result.len())?;
        let subject = self.opened.subjects.result(&self.id);
        wire.insist("take a result", async || {
            match wire.store(subject.clone(), self.headers(), result.to_vec()).await? {
                Stored::Now | Stored::Already => {
                    // Should this be lost, somebody does the job again, and the organiser ignores it.
                    let _ = self.settle(AckKind::Ack).await;
                    Ok(Finished::Delivered)
                }
                Stored::NoStream if wire.is_over(&self.opened.subjects).await? => {
                    Ok(Finished::Over)
                }
                Stored::NoStream => Err(Trouble::Passing("the event is not there".to_string())),
            }
        })
        .await
    }

    /// Notes why the job failed, and lets it be tried again or sets it aside.
    pub(crate) async fn fail(
        &self,
        wire: &Wire,
        outcome: &Outcome,
        is_lost: bool,
    ) -> Result<Failed, QueueError> {
        wire.insist("take a failure", async || {
            if self.note(wire, outcome).await? == Stored::NoStream
                && wire.is_over(&self.opened.subjects).await?
            {
                return Ok(Failed::NotOurs);
            }
            // Whoever has it now is not to lose it.
            if is_lost {
                return Ok(Failed::NotOurs);
            }
            if self.tries >= self.opened.terms.tries_max {
                let past = self.past(wire, self.tries).await?;
                if past.spent >= self.opened.terms.tries_max {
                    self.set_aside(wire, &past).await?;
                    return Ok(Failed::SetAside);
                }
            }
            let rest = self.opened.terms.rest(self.tries);
            self.settle(AckKind::Nak(Some(rest))).await?;
            Ok(Failed::Again(rest))
        })
        .await
    }

    /// Gives the job back as well as that goes in a hurry.
    pub(crate) async fn give_back(&self, wire: &Wire, outcome: &Outcome) -> Result<(), Trouble> {
        self.note(wire, outcome).await?;
        let rest = match outcome {
            Outcome::Failed(_) => Some(self.opened.terms.rest(self.tries)),
            Outcome::Returned => None,
        };
        self.settle(AckKind::Nak(rest)).await
    }

    /// Sets the job aside if its tries were spent before this one; workers that died could not do it.
    pub(crate) async fn was_tried_too_often(&self, wire: &Wire) -> bool {
        if self.tries <= self.opened.terms.tries_max {
            return false;
        }
        let judged = async {
            let past = self.past(wire, self.tries - 1).await?;
            if past.spent < self.opened.terms.tries_max {
                return Ok(false);
            }
            self.set_aside(wire, &past).await.map(|()| true)
        };
        // A job that cannot be judged now is not begun: it comes again after its lease.
        let judged: Result<bool, Trouble> =
            timeout(ANSWER_TIMEOUT, judged).await.unwrap_or(Ok(true));
        judged.unwrap_or(true)
    }

    async fn set_aside(&self, wire: &Wire, past: &Past) -> Result<(), Trouble> {
        let mut headers = self.headers();
        headers.insert(header::TRIES, past.spent.to_string());
        let text = past.reasons.join("\n");
        wire.store(self.opened.subjects.aside(&self.id), headers, text.into_bytes()).await?;
        self.settle(AckKind::Ack).await?;
        let stream = wire.context.get_stream_no_info(self.opened.subjects.event.stream()).await?;
        // Only tidiness: the reasons have been told.
        let _ = stream.purge().filter(self.opened.subjects.why(self.sequence, "*")).await;
        Ok(())
    }

    async fn note(&self, wire: &Wire, outcome: &Outcome) -> Result<Stored, Trouble> {
        let (kind, why) = match outcome {
            Outcome::Failed(why) => (FAILED, one_line(why)),
            Outcome::Returned => (RETURNED, String::new()),
        };
        let mut headers = self.headers();
        headers.insert(header::KIND, kind);
        let subject = self.opened.subjects.why(self.sequence, &self.tries.to_string());
        wire.store(subject, headers, why.into_bytes()).await
    }

    async fn past(&self, wire: &Wire, tries: u32) -> Result<Past, Trouble> {
        let stream = wire.context.get_stream_no_info(self.opened.subjects.event.stream()).await?;
        let mut past = Past { spent: 0, reasons: Vec::new() };
        for number in 1..=tries {
            let subject = self.opened.subjects.why(self.sequence, &number.to_string());
            let reason = match stream.get_last_raw_message_by_subject(&subject).await {
                Ok(message)
                    if !wire.signer.is_signed(
                        &subject,
                        Some(&message.headers),
                        &message.payload,
                    ) =>
                {
                    "somebody wrote a reason that is not signed".to_string()
                }
                Ok(message) if text(&message.headers, header::KIND) == Some(RETURNED) => continue,
                Ok(message) => {
                    let worker = text(&message.headers, header::WORKER).unwrap_or_default();
                    format!("{worker}: {}", String::from_utf8_lossy(&message.payload))
                }
                Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {
                    "a worker gave no sign of life until its lease was over".to_string()
                }
                Err(error) => return Err(error.into()),
            };
            past.spent += 1;
            past.reasons.push(format!("try {number}: {reason}"));
        }
        Ok(past)
    }

    fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::WORKER, self.worker.as_str());
        headers
    }

    /// Tells the server what becomes of the job, and waits until it has heard that.
    async fn settle(&self, kind: AckKind) -> Result<(), Trouble> {
        let settled: Result<Result<(), async_nats::Error>, _> =
            timeout(Duration::from_secs(5), self.acker.double_ack_with(kind)).await;
        settled?.map_err(|error| Trouble::Passing(error.to_string()))
    }
}

/// Returns which job a subject stands for; none where its name is one that no organiser publishes, and that could not
/// be told on.
pub(crate) fn job_id(subject: &str) -> Option<String> {
    last_part(subject).filter(|id| check_name("a job", id).is_ok())
}

fn one_line(text: &str) -> String {
    let is_blank = |c: char| c.is_control() || c.is_whitespace();
    let words: Vec<&str> = text.split(is_blank).filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(REASON_LENGTH_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::{REASON_LENGTH_MAX, one_line};

    #[test]
    fn reasons_are_single_lines() {
        assert_eq!(one_line(" it\r\n broke\u{7} "), "it broke");
        assert_eq!(one_line(&"ä".repeat(5000)).chars().count(), REASON_LENGTH_MAX);
    }
}
