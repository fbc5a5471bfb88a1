//! Stands for the work queue where Manator is built without it: no address can be read, so nothing can be opened.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::time::Duration;

use manator_tournament::schedule::Pairing;

use super::Said;
use crate::allowed::Allowed;
use crate::pool::{News, Pool, PoolError};
use crate::prepared::Prepared;

#[derive(Clone, Debug)]
pub struct Address(Infallible);

#[derive(Clone, Debug)]
pub struct Access {
    pub address: Address,
    pub secret: Option<Secret>,
    pub credentials: Option<PathBuf>,
    pub authorities: Option<PathBuf>,
    pub certificate: Option<(PathBuf, PathBuf)>,
}

#[derive(Clone, Debug)]
pub struct Secret;

impl FromStr for Secret {
    type Err = Infallible;

    fn from_str(_text: &str) -> Result<Secret, Self::Err> {
        Ok(Secret)
    }
}

pub enum QueuePool {}

pub enum Worker {}

impl FromStr for Address {
    type Err = String;

    fn from_str(_text: &str) -> Result<Address, String> {
        Err("this manator was built without work queues: build it with `--features queue`, as in \
             `cargo install --path crates/cli --features queue`"
            .into())
    }
}

impl fmt::Display for Address {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

impl QueuePool {
    pub fn open(
        access: &Access,
        _key: &str,
        _prepared: &Arc<Prepared>,
        _lease: Duration,
    ) -> Result<QueuePool, PoolError> {
        match access.address.0 {}
    }

    pub fn close(self) -> Result<(), PoolError> {
        match self {}
    }
}

impl Pool for QueuePool {
    fn capacity(&self) -> usize {
        match *self {}
    }

    fn submit(&mut self, _games: &[Pairing]) -> Result<(), PoolError> {
        match *self {}
    }

    fn wait(&mut self, _patience: Duration) -> Result<Vec<News>, PoolError> {
        match *self {}
    }

    fn stop(&mut self) {
        match *self {}
    }
}

impl Worker {
    pub fn open(
        access: &Access,
        _name: &str,
        _allowed: &Allowed,
        _stop: &Arc<AtomicBool>,
        _tell: &Sender<Said>,
    ) -> Result<Worker, PoolError> {
        match access.address.0 {}
    }

    pub fn run(self, _idle_max: Option<Duration>) {
        match self {}
    }
}
