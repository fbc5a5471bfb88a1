//! What requests cost, and how many are answered at the same time.
//!
//! A request with a body has a permit before the body is read: however many come, what they take is bounded. Work that
//! is done for it keeps the permit, also when the client has gone meanwhile. Whoever asks too much is refused, and told
//! when to come again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cell::RefCell;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONNECTION, CONTENT_LENGTH, HeaderValue, RETRY_AFTER};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::{sleep, timeout};

use super::Caller;
use crate::lock;
use crate::permits::{Permit, Permits};

/// Until how many bytes a body is small.
const SMALL_MAX: u64 = 64 * 1024;
/// Until how many bytes a body is read here, with a timeout; larger ones are read by whoever expects them.
const READ_MAX: u64 = 4 * 1024 * 1024;
/// How many requests with bodies are answered at the same time, of a visitor and in all. What is read from a large
/// one may take thirty times as much memory.
const SMALL: (usize, usize) = (16, 64);
const LARGE: (usize, usize) = (2, 4);
const UPLOADS: (usize, usize) = (8, 16);
/// Requests for which wins are proven or an agent thinks, and how many of them are answered at the same time: short as they
/// are, each may take a processor for a second.
const COSTLY_PATHS: [&str; 4] =
    ["/api/explore", "/api/puzzles/hint", "/api/puzzles/try", "/api/reply"];
const COSTLY: (usize, usize) = (2, 4);
const PERMIT_TIMEOUT: Duration = Duration::from_secs(5);
const PERMIT_INTERVAL: Duration = Duration::from_millis(20);
/// How long a body may take: this, and what it takes at a slow rate.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
const BODY_RATE_MIN: u64 = 128 * 1024;
const BUSY_RETRY_S: u64 = 5;

/// The rate limit of a visitor: so many tokens at once, and so many a second.
const BURST: f64 = 200.0;
const PER_SECOND: f64 = 20.0;
/// What a question costs, a request that makes something, to which each 64 KiB are added, and one that is costly.
const QUESTION: f64 = 0.2;
const CHANGE: f64 = 1.0;
const COSTLY_CHANGE: f64 = 4.0;
/// How many visitors are remembered; whoever has all tokens is not.
const VISITORS_MAX: usize = 10_000;

pub(super) struct Prices {
    small: Arc<Permits>,
    large: Arc<Permits>,
    uploads: Arc<Permits>,
    costly: Arc<Permits>,
    body_max: u64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    tokens: f64,
    since: Instant,
}

impl Bucket {
    fn filled(self, now: Instant) -> Bucket {
        let more = now.saturating_duration_since(self.since).as_secs_f64() * PER_SECOND;
        Bucket { tokens: (self.tokens + more).min(BURST), since: now }
    }
}

impl Prices {
    pub(super) fn new(body_max: u64) -> Prices {
        Prices {
            small: Permits::new(SMALL.0, SMALL.1),
            large: Permits::new(LARGE.0, LARGE.1),
            uploads: Permits::new(UPLOADS.0, UPLOADS.1),
            costly: Permits::new(COSTLY.0, COSTLY.1),
            body_max,
            buckets: Mutex::default(),
        }
    }

    /// Lets a request in, its body read where it is expected here, and with what it must keep until it is answered.
    ///
    /// # Errors
    /// Returns why it is refused, and when it may come again.
    pub(super) async fn admit(
        &self,
        request: Request,
        caller: &Caller,
    ) -> Result<(Request, Option<Permit>), Response> {
        let is_question = matches!(*request.method(), Method::GET | Method::HEAD);
        let is_costly = COSTLY_PATHS.contains(&request.uri().path());
        let length = length(&request);
        let cost = match is_question {
            true if !request.uri().path().starts_with("/api/") => 0.0,
            true => QUESTION,
            false if is_costly => COSTLY_CHANGE,
            false => CHANGE + length.unwrap_or(SMALL_MAX) as f64 / SMALL_MAX as f64,
        };
        // Whoever runs the server asks as much as it likes.
        if !caller.is_owner {
            self.pay(caller.visitor, cost.min(BURST), Instant::now()).map_err(|wait| {
                let wait = wait.as_secs().saturating_add(1);
                come_again(wait, "too many requests came from your address")
            })?;
        }
        if is_question {
            return Ok((request, None));
        }
        let Some(length) = length else {
            return Err((StatusCode::LENGTH_REQUIRED, "expected Content-Length").into_response());
        };
        if length > self.body_max {
            let why = format!("{length} bytes: expected at most {}", self.body_max);
            return Err(closing((StatusCode::PAYLOAD_TOO_LARGE, why).into_response()));
        }
        let permits = match length {
            _ if is_costly => &self.costly,
            length if length <= SMALL_MAX => &self.small,
            length if length <= READ_MAX => &self.large,
            _ => &self.uploads,
        };
        let Some(permit) = permit(permits, caller.visitor).await else {
            return Err(come_again(BUSY_RETRY_S, "too many such requests are being answered"));
        };
        if length > READ_MAX {
            return Ok((request, Some(permit)));
        }
        let (head, body) = request.into_parts();
        let limit = BODY_TIMEOUT + Duration::from_secs(length / BODY_RATE_MIN);
        match timeout(limit, to_bytes(body, READ_MAX as usize)).await {
            Ok(Ok(bytes)) => Ok((Request::from_parts(head, Body::from(bytes)), Some(permit))),
            Ok(Err(_)) => Err((StatusCode::BAD_REQUEST, "the body was cut off").into_response()),
            Err(_) => {
                let why = format!("the body took too long: expected all within {limit:?}");
                Err(closing((StatusCode::REQUEST_TIMEOUT, why).into_response()))
            }
        }
    }

    /// Takes tokens of a visitor, or says how long it takes until there are enough.
    fn pay(&self, visitor: IpAddr, cost: f64, now: Instant) -> Result<(), Duration> {
        let mut buckets = lock(&self.buckets);
        if buckets.len() >= VISITORS_MAX {
            buckets.retain(|_, bucket| bucket.filled(now).tokens < BURST);
        }
        let full = Bucket { tokens: BURST, since: now };
        let bucket = buckets.get(&visitor).map_or(full, |bucket| bucket.filled(now));
        let left = bucket.tokens - cost;
        if left < 0.0 {
            return Err(Duration::from_secs_f64(-left / PER_SECOND));
        }
        buckets.insert(visitor, Bucket { tokens: left, ..bucket });
        Ok(())
    }
}

tokio::task_local! {
    /// The permit of the request that is being answered.
    static PERMIT: RefCell<Option<Arc<Permit>>>;
}

/// Answers a request that has a permit.
pub(super) async fn with_permit<F: Future>(permit: Option<Permit>, answer: F) -> F::Output {
    PERMIT.scope(RefCell::new(permit.map(Arc::new)), answer).await
}

/// Gives the permit of a request back before it is answered: to wait for somebody else's move costs nothing.
pub(crate) fn release_permit() {
    // Without a permit there is nothing to give back.
    let _ = PERMIT.try_with(RefCell::take);
}

/// Does work that takes its time on a thread that is for that. Nobody can stop it when the client has gone, so it keeps
/// the permit of its request.
pub(crate) async fn work<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    let permit = PERMIT.try_with(|permit| permit.borrow().clone());
    spawn_blocking(move || {
        let _permit = permit;
        work()
    })
    .await
}

fn length(request: &Request) -> Option<u64> {
    let given = request.headers().get(CONTENT_LENGTH);
    if given.is_none() && axum::body::HttpBody::is_end_stream(request.body()) {
        return Some(0);
    }
    given?.to_str().ok()?.parse().ok()
}

async fn permit(permits: &Arc<Permits>, visitor: IpAddr) -> Option<Permit> {
    let end = Instant::now() + PERMIT_TIMEOUT;
    loop {
        match permits.take(visitor) {
            Ok(permit) => return Some(permit),
            Err(_) if Instant::now() >= end => return None,
            Err(_) => sleep(PERMIT_INTERVAL).await,
        }
    }
}

/// Refuses a request for now.
pub(crate) fn come_again(wait_s: u64, why: &str) -> Response {
    let text = format!("{why}: try again in {wait_s} s");
    let mut response = (StatusCode::TOO_MANY_REQUESTS, text).into_response();
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait_s));
    closing(response)
}

/// Ends the connection after an answer: what is unread of the request is not waited for.
fn closing(mut response: Response) -> Response {
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

#[cfg(test)]
mod tests {
    use super::{BURST, PER_SECOND, Permits, Prices, release_permit, with_permit, work};
    use std::net::IpAddr;
    use std::sync::mpsc::channel;
    use std::time::{Duration, Instant};

    use tokio::runtime::Builder;
    use tokio::sync::oneshot;
    use tokio::task::yield_now;

    #[test]
    fn tokens_come_back_with_time() {
        let (prices, now) = (Prices::new(0), Instant::now());
        let (one, other): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        assert_eq!(prices.pay(one, BURST, now), Ok(()));
        assert_eq!(prices.pay(one, PER_SECOND, now), Err(Duration::from_secs(1)));
        assert_eq!(prices.pay(other, BURST, now), Ok(()));
        let later = now + Duration::from_secs(1);
        assert_eq!(prices.pay(one, PER_SECOND, later), Ok(()));
        assert!(prices.pay(one, 1.0, later).is_err());
    }

    #[test]
    fn work_that_nobody_waits_for_any_more_keeps_its_permit() {
        let (permits, visitor) = (Permits::new(1, 1), IpAddr::from([10, 0, 0, 1]));
        let runtime = Builder::new_multi_thread().worker_threads(1).build().expect("a runtime");
        let permit = permits.take(visitor).expect("the first");
        let (begun, has_begun) = channel();
        let (end, ends) = channel::<()>();
        let client = runtime.spawn(with_permit(
            Some(permit),
            work(move || {
                begun.send(()).expect("it is waited for");
                let _ = ends.recv();
            }),
        ));
        has_begun.recv().expect("it begins");
        client.abort();
        assert!(runtime.block_on(client).is_err_and(|error| error.is_cancelled()));
        assert!(permits.take(visitor).is_err(), "the work goes on");
        drop(end);
        while permits.taken_by(visitor) > 0 {
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_request_that_waits_has_no_permit() {
        let (permits, visitor) = (Permits::new(1, 1), IpAddr::from([10, 0, 0, 1]));
        let runtime = Builder::new_current_thread().build().expect("a runtime");
        let permit = permits.take(visitor).expect("the first");
        runtime.block_on(async {
            let (answer, waits) = oneshot::channel::<()>();
            let client = tokio::spawn(with_permit(Some(permit), async {
                release_permit();
                let _ = waits.await;
            }));
            yield_now().await;
            assert!(permits.take(visitor).is_ok());
            drop(answer);
            client.await.expect("it ends");
        });
    }
}
