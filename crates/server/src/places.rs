//! How many connections there are, in all and from each address.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The places for connections.
#[derive(Debug)]
pub(crate) struct Places {
    each_max: usize,
    all_max: usize,
    taken: Mutex<HashMap<IpAddr, usize>>,
}

/// A place that is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    address: IpAddr,
}

impl Places {
    pub(crate) fn new(each_max: usize, all_max: usize) -> Arc<Places> {
        Arc::new(Places { each_max, all_max, taken: Mutex::new(HashMap::new()) })
    }

    /// Takes a place for an address, if there is one.
    ///
    /// # Errors
    /// Returns why there is none.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Result<Place, String> {
        let mut taken = self.lock();
        if taken.values().sum::<usize>() >= self.all_max {
            return Err("too many are connected: try again later".into());
        }
        let own = taken.entry(address).or_default();
        if *own >= self.each_max {
            return Err(format!("too many are connected from {address}: try again later"));
        }
        *own += 1;
        Ok(Place { places: self.clone(), address })
    }

    /// Returns whether an address has a place.
    pub(crate) fn is_taken_by(&self, address: IpAddr) -> bool {
        self.lock().contains_key(&address)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        // Counting cannot be left half done.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.lock();
        if let Some(own) = taken.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.address);
            }
        }
    }
}
