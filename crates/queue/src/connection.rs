//! The connection to the server: it comes back by itself after the server was away.
//!
//! Callers are ordinary threads, so the runtime is in here. Nothing waits for ever: whatever is asked of the
//! server is asked again for [`RETRY_TIMEOUT`], and then the caller hears that the server stayed away.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::jetstream::context::{
    ContextBuilder, GetStreamErrorKind, PublishErrorKind, RequestErrorKind,
};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{Context, ErrorCode};
use async_nats::{Client, ConnectErrorKind, Event, HeaderMap, Message};
use futures_util::StreamExt;
use tokio::runtime::{Builder, Runtime};
use tokio::time::{sleep, timeout};

use crate::access::Access;
use crate::address::Address;
use crate::error::{QueueError, Trouble, chain};
use crate::secret::Signer;
use crate::subjects::Subjects;

/// How long something is asked for again before the caller is told.
pub(crate) const RETRY_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a server that nobody has met yet may take to be there.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);

const RETRY_INTERVAL: Duration = Duration::from_millis(250);

const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// The server counts headers as part of a message; ours are shorter than this.
const HEADERS_SIZE_MAX: usize = 2048;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    Lost,
    Back,
    Trouble(String),
    /// Something was refused that is not signed with the secret; what it was.
    Unsigned(String),
}

/// Is told what happens to the connection; on another thread, and it must not wait.
pub type Tell = Arc<dyn Fn(Notice) + Send + Sync>;

pub(crate) struct Connection {
    /// Is there until the connection is dropped.
    runtime: Option<Runtime>,
    pub(crate) wire: Wire,
}

/// What background work holds of a connection: it must not keep the runtime alive that it runs in.
#[derive(Clone)]
pub(crate) struct Wire {
    pub(crate) client: Client,
    pub(crate) context: Context,
    address: Arc<Address>,
    pub(crate) signer: Signer,
    returns: Arc<AtomicU64>,
}

/// What became of a message that only an empty subject takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    Now,
    Already,
    NoStream,
}

impl Connection {
    pub(crate) fn connect(access: &Access, name: &str, tell: Tell) -> Result<Self, QueueError> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| QueueError::System { why: error.to_string() })?;
        let begin = Instant::now();
        loop {
            match runtime.block_on(Wire::connect(access, name, tell.clone())) {
                // It may be about to start, like us.
                Err(QueueError::Unreachable { .. }) if begin.elapsed() < CONNECT_TIMEOUT => {
                    std::thread::sleep(RETRY_INTERVAL);
                }
                Err(error) => return Err(error),
                Ok(wire) => return Ok(Self { runtime: Some(runtime), wire }),
            }
        }
    }

    /// Runs something that is asked of the server, and waits for it.
    pub(crate) fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime().block_on(work)
    }

    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.runtime().spawn(work);
    }

    /// Runs something that is said last, and waits for it no longer than so.
    pub(crate) fn finish(
        &self,
        time_max: Duration,
        work: impl Future<Output = ()> + Send + 'static,
    ) {
        let (done, is_done) = std::sync::mpsc::channel();
        self.spawn(async move {
            let _ = timeout(time_max, work).await;
            let _ = done.send(());
        });
        let _ = is_done.recv_timeout(time_max);
    }

    fn runtime(&self) -> &Runtime {
        self.runtime.as_ref().expect("a connection has its runtime until it is dropped")
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // What was said last is still to leave, but an absent server is not waited for.
        if self.wire.client.connection_state() == State::Connected {
            let client = self.wire.client.clone();
            self.finish(FLUSH_TIMEOUT, async move { drop(client.flush().await) });
        }
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Wire {
    async fn connect(access: &Access, name: &str, tell: Tell) -> Result<Self, QueueError> {
        let returns = Arc::new(AtomicU64::new(0));
        let counted = returns.clone();
        let is_first = AtomicU64::new(1);
        let address = &access.address;
        let options = access
            .options()
            .await?
            .name(name)
            .connection_timeout(Duration::from_secs(5))
            .request_timeout(Some(ANSWER_TIMEOUT))
            // A server that vanished without a word is noticed soon, and found again soon.
            .ping_interval(Duration::from_secs(5))
            .reconnect_delay_callback(|attempts| {
                Duration::from_millis(u64::try_from(attempts).unwrap_or(20).min(20) * 100)
            })
            .event_callback(move |event| {
                let notice = match event {
                    Event::Connected if is_first.swap(0, Ordering::Relaxed) == 1 => None,
                    Event::Connected => {
                        counted.fetch_add(1, Ordering::Relaxed);
                        Some(Notice::Back)
                    }
                    Event::Disconnected => Some(Notice::Lost),
                    Event::ServerError(error) => Some(Notice::Trouble(error.to_string())),
                    _ => None,
                };
                if let Some(notice) = notice {
                    tell(notice);
                }
                std::future::ready(())
            });
        let client = options.connect(address.to_string()).await.map_err(|error| {
            let address = address.to_string();
            match error.kind() {
                ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                    QueueError::NotWelcome { address }
                }
                _ => QueueError::Unreachable { address, why: chain(&error) },
            }
        })?;
        let context = ContextBuilder::new()
            .timeout(ANSWER_TIMEOUT)
            .backpressure_on_inflight(true)
            .build(client.clone());
        let signer = Signer::new(access.secret.as_ref());
        let wire = Self { client, context, address: Arc::new(address.clone()), signer, returns };
        wire.check_jetstream().await?;
        Ok(wire)
    }

    /// A server that has just begun takes connections before JetStream answers, so it is asked again for a moment.
    async fn check_jetstream(&self) -> Result<(), QueueError> {
        let begin = Instant::now();
        loop {
            // Listing streams is what every server answers alike that has any.
            let Some(Err(error)) = self.context.stream_names().next().await else { return Ok(()) };
            let address = self.address();
            if error.kind() == RequestErrorKind::TimedOut {
                return Err(QueueError::Unreachable { address, why: chain(&error) });
            }
            if begin.elapsed() >= CONNECT_TIMEOUT {
                return Err(QueueError::NoJetStream { address });
            }
            tokio::time::sleep(RETRY_INTERVAL).await;
        }
    }

    /// Returns the address as it may be printed.
    pub(crate) fn address(&self) -> String {
        self.address.to_string()
    }

    pub(crate) fn returns(&self) -> u64 {
        self.returns.load(Ordering::Relaxed)
    }

    /// Attempts something again and again until it succeeds, fails for good, or [`RETRY_TIMEOUT`] is over.
    pub(crate) async fn insist<T>(
        &self,
        task: &'static str,
        mut attempt: impl AsyncFnMut() -> Result<T, Trouble>,
    ) -> Result<T, QueueError> {
        let start = Instant::now();
        let mut why = "no answer".to_string();
        while let Some(left) = RETRY_TIMEOUT.checked_sub(start.elapsed()).filter(|t| !t.is_zero()) {
            match timeout(left, attempt()).await {
                Ok(Ok(value)) => return Ok(value),
                Ok(Err(Trouble::Final(error))) => return Err(error),
                Ok(Err(Trouble::Passing(text))) => why = text,
                Err(_) => {}
            }
            sleep(RETRY_INTERVAL).await;
        }
        Err(QueueError::GaveUp { address: self.address(), task, waited: RETRY_TIMEOUT, why })
    }

    /// Stores a message, signed, unless there is one on its subject.
    ///
    /// This is what keeps a job from waiting twice. It asks what the stream holds now, so that a job which
    /// was finished, and whose result was lost with the server, can be published again at once; message
    /// ids would forbid that for a while, and permit too much after it.
    pub(crate) async fn store(
        &self,
        subject: String,
        mut headers: HeaderMap,
        payload: Vec<u8>,
    ) -> Result<Stored, Trouble> {
        self.signer.sign(&subject, &mut headers, &payload);
        let message = PublishMessage::build()
            .payload(payload.into())
            .headers(headers)
            .expected_last_subject_sequence(0);
        let answer = match self.context.send_publish(subject, message).await {
            Ok(answer) => answer.await,
            Err(error) => Err(error),
        };
        match answer {
            Ok(_) => Ok(Stored::Now),
            Err(error) => match error.kind() {
                PublishErrorKind::WrongLastSequence => Ok(Stored::Already),
                PublishErrorKind::StreamNotFound => Ok(Stored::NoStream),
                _ => Err(error.into()),
            },
        }
    }

    pub(crate) fn is_signed(&self, message: &Message) -> bool {
        self.signer.is_signed(&message.subject, message.headers.as_ref(), &message.payload)
    }

    /// Returns whether an event is over, perhaps opened anew; that the server does not answer is no proof.
    pub(crate) async fn is_over(&self, subjects: &Subjects) -> Result<bool, Trouble> {
        match self.context.get_stream(subjects.event.stream()).await {
            Ok(stream) => {
                let found = &stream.cached_info().config.subjects;
                Ok(Subjects::of(&subjects.event, found).as_ref() != Some(subjects))
            }
            Err(error) if is_missing(error.kind()) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn check_size(&self, what: &str, size: usize) -> Result<(), QueueError> {
        let size_max = self.client.max_payload().saturating_sub(HEADERS_SIZE_MAX);
        if size <= size_max {
            return Ok(());
        }
        Err(QueueError::TooLarge {
            address: self.address(),
            what: what.to_string(),
            size,
            size_max,
        })
    }
}

pub(crate) fn is_missing(kind: GetStreamErrorKind) -> bool {
    let GetStreamErrorKind::JetStream(error) = kind else { return false };
    error.error_code() == ErrorCode::STREAM_NOT_FOUND
}

/// Locks what threads share; a thread that panicked cannot have left it half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
