//! How far the games are, and what guests do meanwhile.
// SPDX-License-Identifier: MIT OR Apache-2.0

/// How far the games are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// They have not begun.
    Waiting,
    Playing,
    /// No further game begins.
    Paused,
    Over,
}

impl Phase {
    /// Returns the phase in one word.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Waiting => "waiting",
            Phase::Playing => "playing",
            Phase::Paused => "paused",
            Phase::Over => "over",
        }
    }

    pub(super) fn may_become(self, to: Phase) -> bool {
        matches!(
            (self, to),
            (Phase::Waiting | Phase::Paused, Phase::Playing)
                | (Phase::Playing, Phase::Paused)
                | (_, Phase::Over)
        )
    }
}

/// Whether a guest could play now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    Connected,
    /// It is connected, and plays.
    Playing,
    /// It is not connected, but a program plays for it.
    Uploaded,
    Absent,
}

impl Presence {
    /// Returns it in one word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Presence::Connected => "connected",
            Presence::Playing => "playing",
            Presence::Uploaded => "uploaded",
            Presence::Absent => "absent",
        }
    }
}
