//! Who works at an event: what workers say of themselves, and who fell silent.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How often a worker says that it is there.
pub(crate) const BEAT_INTERVAL: Duration = Duration::from_secs(2);

/// How long a worker says nothing before it counts as silent.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stance {
    Ready,
    Refuses(String),
    Left,
    /// It has not been heard of for a while: it crashed, was frozen, or its network is down.
    Silent,
}

#[derive(Default)]
pub(crate) struct Crew {
    members: BTreeMap<String, (Stance, Instant)>,
}

impl Crew {
    /// Notes what a worker says of itself; returns whether that is news.
    pub(crate) fn hear(&mut self, worker: &str, stance: &Stance) -> bool {
        let news = self.members.get(worker).is_none_or(|(known, _)| known != stance);
        if *stance == Stance::Left {
            return self.members.remove(worker).is_some();
        }
        self.members.insert(worker.to_string(), (stance.clone(), Instant::now()));
        news
    }

    pub(crate) fn silent(&mut self) -> Option<String> {
        let (name, (stance, _)) = self.members.iter_mut().find(|(_, (stance, at))| {
            *stance != Stance::Silent && at.elapsed() > SILENCE_TIMEOUT
        })?;
        *stance = Stance::Silent;
        Some(name.clone())
    }

    /// Gives everybody time to be heard, after nobody could be.
    pub(crate) fn excuse(&mut self) {
        let now = Instant::now();
        self.members.values_mut().for_each(|(_, at)| *at = now);
    }
}

#[cfg(test)]
mod tests {
    use super::{Crew, SILENCE_TIMEOUT, Stance};

    #[test]
    fn only_changes_are_news() {
        let mut crew = Crew::default();
        assert!(crew.hear("anna", &Stance::Ready));
        assert!(!crew.hear("anna", &Stance::Ready));
        assert!(crew.hear("anna", &Stance::Refuses("other rules".into())));
        assert!(crew.hear("anna", &Stance::Left));
        assert!(!crew.hear("anna", &Stance::Left));
        assert!(crew.hear("anna", &Stance::Ready));
    }

    #[test]
    fn silence_is_told_once() {
        let mut crew = Crew::default();
        crew.hear("anna", &Stance::Ready);
        assert_eq!(crew.silent(), None);
        let long_ago =
            std::time::Instant::now().checked_sub(2 * SILENCE_TIMEOUT).expect("a long past");
        crew.members.get_mut("anna").expect("a member").1 = long_ago;
        assert_eq!(crew.silent().as_deref(), Some("anna"));
        assert_eq!(crew.silent(), None);
        assert!(crew.hear("anna", &Stance::Ready));
        crew.members.get_mut("anna").expect("a member").1 = long_ago;
        crew.excuse();
        assert_eq!(crew.silent(), None);
    }
}
