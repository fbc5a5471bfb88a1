//! How many connections there are, in all and from each address.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use crate::lock;

#[derive(Debug)]
pub(crate) struct Permits {
    each_max: usize,
    all_max: usize,
    taken: Mutex<HashMap<IpAddr, usize>>,
}

/// The right to one connection, given back when this is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    permits: Arc<Permits>,
    address: IpAddr,
}

impl Permits {
    pub(crate) fn new(each_max: usize, all_max: usize) -> Arc<Permits> {
        Arc::new(Permits { each_max, all_max, taken: Mutex::new(HashMap::new()) })
    }

    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Result<Permit, String> {
        let mut taken = lock(&self.taken);
        if taken.values().sum::<usize>() >= self.all_max {
            return Err("too many are connected: try again later".into());
        }
        let own = taken.entry(address).or_default();
        if *own >= self.each_max {
            return Err(format!("too many are connected from {address}: try again later"));
        }
        *own += 1;
        Ok(Permit { permits: self.clone(), address })
    }

    /// Returns how many an address has.
    pub(crate) fn taken_by(&self, address: IpAddr) -> usize {
        lock(&self.taken).get(&address).copied().unwrap_or_default()
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut taken = lock(&self.permits.taken);
        if let Some(own) = taken.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.address);
            }
        }
    }
}
