//! A worker that doubles numbers: `queue_worker <address> <name> <milliseconds a job takes>`.
//!
//! The least that a worker is, and what the tests kill and freeze.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use manator_queue::{Address, Bench, Task, TaskState};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [address, name, pace] = &args[..] else {
        return Err("expected an address, a name and the milliseconds that a job takes".into());
    };
    let pace = Duration::from_millis(pace.parse()?);
    let tell = Arc::new(|notice| eprintln!("{notice:?}"));
    let access = address.parse::<Address>()?.into();
    let judge = Box::new(|_: &str, _: &[u8]| Ok(()));
    let mut bench = Bench::open(&access, name, Duration::from_secs(60), judge, tell)?;
    loop {
        let Some(task) = bench.next(Duration::from_secs(60)) else { continue };
        if let Some(result) = work(&task, pace) {
            match result {
                // A result that could not be handed in is done again by somebody.
                Ok(result) => drop(task.finish(result.as_bytes())),
                Err(why) => drop(task.fail(&why)),
            }
        }
    }
}

/// Does what a task asks for; there is no result when it is nobody's business any more.
fn work(task: &Task, pace: Duration) -> Option<Result<String, String>> {
    let start = Instant::now();
    while start.elapsed() < pace {
        if task.beat() == TaskState::Over {
            return None;
        }
        std::thread::sleep(Duration::from_millis(10).min(pace));
    }
    let text = String::from_utf8_lossy(task.payload());
    Some(match text.parse::<u64>() {
        Ok(number) => Ok((2 * number).to_string()),
        Err(error) => Err(format!("{text:?}: {error}")),
    })
}
