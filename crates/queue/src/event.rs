//! What an event is on the server: one stream that holds its definition, its jobs and what came of them.
//!
//! The stream is a work queue: jobs leave it when they are done, results when the organiser has them. The
//! definition and the terms of an event never change; who wants others opens another event.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_nats::HeaderMap;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::{
    Config, LastRawMessageErrorKind, RetentionPolicy, StorageType,
};

use crate::connection::{Stored, Wire};
use crate::error::{QueueError, Trouble};
use crate::subjects::{EventName, Subjects};

/// How long the organiser has for storing a result before it is given it again.
const STORE_TIMEOUT: Duration = Duration::from_secs(60);

/// The shortest lease: shorter ones would be lost by a machine that is merely busy.
const LEASE_MIN: Duration = Duration::from_millis(500);
const LEASE_MAX: Duration = Duration::from_secs(24 * 60 * 60);
const TRIES_MAX: u32 = 1000;
const DELAY_MAX: Duration = Duration::from_secs(60 * 60);

/// A job that failed often waits this many times the first delay, and not longer.
const GROWTH_MAX: u32 = 64;

pub(crate) mod header {
    pub(crate) const LEASE: &str = "Manator-Lease-Ms";
    pub(crate) const TRIES_MAX: &str = "Manator-Tries-Max";
    pub(crate) const DELAY: &str = "Manator-Delay-Ms";
    pub(crate) const WORKER: &str = "Manator-Worker";
    pub(crate) const TRIES: &str = "Manator-Tries";
    pub(crate) const KIND: &str = "Manator-Kind";
    pub(crate) const JOB: &str = "Manator-Job";
}

/// How the jobs of an event are handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How long a worker keeps a job without a sign of life before another gets it.
    pub lease: Duration,
    pub tries_max: u32,
    /// How long a job rests after it failed once; each further failure doubles it, up to 64 times.
    pub delay: Duration,
}

impl Default for Terms {
    fn default() -> Self {
        Self { lease: Duration::from_secs(30), tries_max: 3, delay: Duration::from_secs(5) }
    }
}

impl Terms {
    pub(crate) fn check(&self) -> Result<(), QueueError> {
        let within = |name, value: u128, min: u128, max: u128| {
            let is_within = (min..=max).contains(&value);
            if is_within { Ok(()) } else { Err(QueueError::OutOfRange { name, value, min, max }) }
        };
        let (min, max) = (LEASE_MIN.as_millis(), LEASE_MAX.as_millis());
        within("lease in milliseconds", self.lease.as_millis(), min, max)?;
        within("tries", self.tries_max.into(), 1, TRIES_MAX.into())?;
        within("delay in milliseconds", self.delay.as_millis(), 0, DELAY_MAX.as_millis())
    }

    pub(crate) fn rest(&self, tries: u32) -> Duration {
        let growth = 1_u32.checked_shl(tries.saturating_sub(1)).unwrap_or(GROWTH_MAX);
        self.delay * growth.min(GROWTH_MAX)
    }

    pub(crate) fn write(&self, headers: &mut HeaderMap) {
        headers.insert(header::LEASE, self.lease.as_millis().to_string());
        headers.insert(header::TRIES_MAX, self.tries_max.to_string());
        headers.insert(header::DELAY, self.delay.as_millis().to_string());
    }

    pub(crate) fn read(headers: &HeaderMap) -> Option<Self> {
        let number = |name| text(headers, name)?.parse::<u64>().ok();
        let terms = Self {
            lease: Duration::from_millis(number(header::LEASE)?),
            tries_max: number(header::TRIES_MAX)?.try_into().ok()?,
            delay: Duration::from_millis(number(header::DELAY)?),
        };
        terms.check().ok().map(|()| terms)
    }
}

pub(crate) fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).map(async_nats::HeaderValue::as_str)
}

/// What the server keeps of an event.
pub(crate) enum Found {
    Opened(Opened),
    /// Its definition is not signed with our secret, or none that can be read.
    Unsigned,
    /// Its definition is not there yet.
    Nothing,
}

pub(crate) struct Opened {
    pub(crate) subjects: Subjects,
    pub(crate) definition: Vec<u8>,
    pub(crate) terms: Terms,
}

pub(crate) async fn read(wire: &Wire, event: &EventName) -> Result<Found, Trouble> {
    let stream = wire.context.get_stream(event.stream()).await?;
    let subjects = &stream.cached_info().config.subjects;
    let Some(subjects) = Subjects::of(event, subjects) else { return Ok(Found::Nothing) };
    let subject = subjects.kept("definition");
    let message = match stream.get_last_raw_message_by_subject(&subject).await {
        Ok(message) => message,
        Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {
            return Ok(Found::Nothing);
        }
        Err(error) => return Err(error.into()),
    };
    let is_signed = wire.signer.is_signed(&subject, Some(&message.headers), &message.payload);
    let terms = Terms::read(&message.headers).filter(|_| is_signed);
    let definition = message.payload.to_vec();
    Ok(terms.map_or(Found::Unsigned, |terms| Found::Opened(Opened { subjects, definition, terms })))
}

/// Makes what an event needs on the server where it is missing, and returns where it is.
pub(crate) async fn ensure(
    wire: &Wire,
    event: &EventName,
    definition: &[u8],
    terms: &Terms,
) -> Result<Subjects, Trouble> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let config = Config {
        name: event.stream(),
        subjects: vec![Subjects::new(event, since.as_nanos()).kept(">")],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        ..Config::default()
    };
    let stream = wire.context.get_or_create_stream(config).await?;
    let other = || {
        let (address, event) = (wire.address(), event.as_str().to_string());
        Trouble::Final(QueueError::OtherEvent { address, event })
    };
    let subjects = Subjects::of(event, &stream.cached_info().config.subjects).ok_or_else(other)?;
    let mut headers = HeaderMap::new();
    terms.write(&mut headers);
    let subject = subjects.kept("definition");
    if wire.store(subject, headers, definition.to_vec()).await? == Stored::Already {
        let is_ours = match read(wire, event).await? {
            Found::Opened(kept) => kept.definition == definition && kept.terms == *terms,
            Found::Unsigned => false,
            Found::Nothing => true,
        };
        if !is_ours {
            return Err(other());
        }
    }
    for config in [workers(wire, &subjects, terms), desk(wire, &subjects)] {
        let name = config.durable_name.clone().unwrap_or_default();
        let known = stream.consumer_info(&name).await;
        if known.is_ok_and(|known| known.config.description != config.description) {
            stream.delete_consumer(&name).await?;
        }
        stream.create_consumer(config).await?;
    }
    Ok(subjects)
}

/// Describes whose memory a consumer is, so that it is made anew after the server was started again.
///
/// A server that was killed may believe messages handed out that are gone. While an older message is in the
/// stream, and the definition always is, it tries for ever to hand them out again, before all others. What
/// workers hold at that moment is done twice, which is harmless.
fn memory_of(wire: &Wire) -> Option<String> {
    Some(format!("of server {}", wire.client.server_info().server_id))
}

/// Describes the consumer that workers share. It never gives up a job by itself: who receives one that was
/// tried too often sets it aside, with the reasons.
pub(crate) fn workers(wire: &Wire, subjects: &Subjects, terms: &Terms) -> pull::Config {
    pull::Config {
        durable_name: Some(subjects.workers()),
        description: memory_of(wire),
        ack_policy: AckPolicy::Explicit,
        ack_wait: terms.lease,
        filter_subject: subjects.kept("job.*"),
        max_ack_pending: -1,
        max_waiting: 10_000,
        ..pull::Config::default()
    }
}

fn desk(wire: &Wire, subjects: &Subjects) -> pull::Config {
    pull::Config {
        durable_name: Some(subjects.desk()),
        description: memory_of(wire),
        ack_policy: AckPolicy::Explicit,
        ack_wait: STORE_TIMEOUT,
        filter_subject: subjects.kept("out.>"),
        max_ack_pending: -1,
        ..pull::Config::default()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Terms;

    #[test]
    fn rests_grow_and_stop_growing() {
        let terms = Terms { delay: Duration::from_secs(2), ..Terms::default() };
        let rests: Vec<u64> =
            [1, 2, 3, 7, 8, 40, 1000].map(|tries| terms.rest(tries).as_secs()).to_vec();
        assert_eq!(rests, [2, 4, 8, 128, 128, 128, 128]);
    }

    #[test]
    fn terms_have_limits() {
        let terms = Terms::default();
        terms.check().expect("the default");
        let error = Terms { lease: Duration::from_millis(9), ..terms }.check().expect_err("short");
        assert_eq!(error.to_string(), "lease in milliseconds: 9 is not between 500 and 86400000");
        Terms { tries_max: 0, ..terms }.check().expect_err("no try at all");
        Terms { delay: Duration::from_secs(9999), ..terms }.check().expect_err("too long");
    }
}
