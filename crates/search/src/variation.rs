//! The lines a depth-first search expects to be played, one for each ply it stands at.
// SPDX-License-Identifier: MIT OR Apache-2.0

/// For each ply, the line from there on; a parent takes over its child's.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variations<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> Variations<M> {
    pub(crate) fn new() -> Self {
        Variations { lines: Vec::new() }
    }

    /// Forgets the line at `ply`: the search ends there.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
    }

    pub(crate) fn put(&mut self, ply: usize, mv: M) {
        if self.lines.len() < ply + 2 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        let (here, next) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&next[0]);
    }

    pub(crate) fn line(&self, ply: usize) -> &[M] {
        self.lines.get(ply).map_or(&[], Vec::as_slice)
    }
}
