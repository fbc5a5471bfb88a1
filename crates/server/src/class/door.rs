//! The one way to find out whose code somebody has, with a rate limit for wrong ones.
//!
//! Only wrong codes count, by address: a whole class may come from one. When there were too many, the address waits,
//! each time twice as long, and is told neither yes nor no meanwhile. Whoever has come from there with a code before
//! does not wait.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::codes::{Codes, Owner};
use crate::lock;

/// How many wrong codes of an address cost nothing: as a class mistypes in one lesson.
const FREE: u32 = 60;
const WAIT_MIN: Duration = Duration::from_secs(1);
const WAIT_MAX: Duration = Duration::from_secs(20);
/// How long after its last wrong code an address is as good as new.
const FORGET_INTERVAL: Duration = Duration::from_secs(600);
/// How many addresses are remembered.
const ADDRESSES_MAX: usize = 10_000;

pub(super) struct Door {
    pub(super) codes: Arc<Codes>,
    addresses: Mutex<HashMap<IpAddr, Tried>>,
}

struct Tried {
    wrong: u32,
    last: Instant,
    until: Instant,
    known: Vec<Owner>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    Wrong,
    /// Nothing was looked up: come again after that time.
    TooMany(Duration),
}

impl Door {
    pub(super) fn new(codes: Arc<Codes>) -> Door {
        Door { codes, addresses: Mutex::default() }
    }

    pub(super) fn owner(&self, from: IpAddr, given: &str) -> Result<Owner, Unknown> {
        self.owner_at(from, given, Instant::now())
    }

    fn owner_at(&self, from: IpAddr, given: &str, now: Instant) -> Result<Owner, Unknown> {
        // Whoever gives no code does not guess.
        if given.trim().is_empty() {
            return Err(Unknown::Wrong);
        }
        let owner = self.codes.owner(given);
        let mut addresses = lock(&self.addresses);
        if addresses.len() >= ADDRESSES_MAX {
            addresses
                .retain(|_, tried| now.saturating_duration_since(tried.last) < FORGET_INTERVAL);
            let oldest = addresses.iter().min_by_key(|(_, tried)| tried.last).map(|(ip, _)| *ip);
            oldest.filter(|_| addresses.len() >= ADDRESSES_MAX).map(|ip| addresses.remove(&ip));
        }
        let fresh = || Tried { wrong: 0, last: now, until: now, known: Vec::new() };
        let tried = addresses.entry(network(from)).or_insert_with(fresh);
        if now.saturating_duration_since(tried.last) >= FORGET_INTERVAL {
            tried.wrong = 0;
        }
        let left = tried.until.saturating_duration_since(now);
        match owner {
            Some(owner) if tried.known.contains(&owner) => Ok(owner),
            _ if !left.is_zero() => Err(Unknown::TooMany(left)),
            Some(owner) => {
                tried.known.push(owner);
                Ok(owner)
            }
            None => {
                tried.wrong += 1;
                tried.last = now;
                let doubled = 1_u32.checked_shl(tried.wrong.saturating_sub(FREE + 1).min(10));
                if tried.wrong > FREE {
                    tried.until = now + (WAIT_MIN * doubled.unwrap_or(1)).min(WAIT_MAX);
                }
                Err(Unknown::Wrong)
            }
        }
    }
}

/// Returns what one machine cannot leave: its address, or the network that it chooses its addresses from.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::{ADDRESSES_MAX, Door, FREE, Unknown};
    use crate::class::codes::{Coded, Codes, Owner};

    fn door() -> Door {
        let coded = |number: u32, code: &str| Coded {
            number,
            name: format!("student {number}"),
            code: code.into(),
        };
        let students = vec![coded(1, "AAAA-AAAA-AAAA"), coded(2, "BBBB-BBBB-BBBB")];
        let (key, instructor) = ("K".into(), "CCCC-CCCC-CCCC".into());
        Door::new(Arc::new(Codes { key, instructor, students }))
    }

    #[test]
    fn guessing_becomes_slow_and_others_are_not_held_up() {
        let door = door();
        let attacker: IpAddr = "2001:db8::1".parse().unwrap();
        let begin = Instant::now();
        assert_eq!(door.owner_at(attacker, "aaaa aaaa aaaa", begin), Ok(Owner::Student(0)));
        let mut looked_up = 0;
        for ms in (0..600_000).step_by(20) {
            // Another address of the same network, 50 times a second.
            let from: IpAddr = format!("2001:db8::{:x}", ms % 5000).parse().unwrap();
            let now = begin + Duration::from_millis(ms);
            looked_up += u32::from(door.owner_at(from, "DDDD", now) == Err(Unknown::Wrong));
        }
        assert!(looked_up < FREE + 40, "{looked_up} in ten minutes");
        let now = begin + Duration::from_secs(600);
        let refused = door.owner_at(attacker, "BBBB-BBBB-BBBB", now);
        assert!(
            matches!(refused, Err(Unknown::TooMany(left)) if left.as_secs() < 21),
            "{refused:?}"
        );
        assert_eq!(door.owner_at(attacker, "AAAA-AAAA-AAAA", now), Ok(Owner::Student(0)));
        let other: IpAddr = "192.0.2.1".parse().unwrap();
        assert_eq!(door.owner_at(other, "BBBB-BBBB-BBBB", now), Ok(Owner::Student(1)));
        let later = now + Duration::from_secs(21);
        assert_eq!(door.owner_at(attacker, "BBBB-BBBB-BBBB", later), Ok(Owner::Student(1)));
    }

    #[test]
    fn many_addresses_take_bounded_memory() {
        let door = door();
        let now = Instant::now();
        for number in 0..ADDRESSES_MAX as u32 + 5 {
            let from = IpAddr::from(number.to_be_bytes());
            let _ = door.owner_at(from, "DDDD", now + Duration::from_millis(number.into()));
        }
        assert!(super::lock(&door.addresses).len() <= ADDRESSES_MAX);
    }
}
