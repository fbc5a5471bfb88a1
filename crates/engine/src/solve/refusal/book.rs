//! A certificate to play by: which two moves win.
//!
//! Four lines of text, then numbers, the least byte first. An entry is found by the fingerprint of its board, the winner seen as South:
//! the highest [`BUCKET_BITS`] bits tell the bucket, the next [`MARK_BITS`] are kept in the entry above the
//! [`PAIR_BITS`] of the two moves. Buckets are told by where they begin; entries of one are in ascending order.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_games::refusal::{Move, NORTH, Position, Refusal};

use super::{fingerprint, numbered};

pub(super) const TITLE: &str = "manator refusal proof 1";
pub(super) const BUCKET_BITS: u32 = 14;
pub(super) const MARK_BITS: u32 = 30;
pub(super) const PAIR_BITS: u32 = 10;
pub(super) const BEGIN_BYTES: usize = 4;
pub(super) const ENTRY_BYTES: usize = 5;

/// A book as it is kept: nothing is unpacked.
#[derive(Clone, Copy, Debug)]
pub struct Book<'a> {
    salt: u64,
    /// How many nodes a prover may need for what is won and not in the book.
    pub beneath: u64,
    begins: &'a [u8],
    entries: &'a [u8],
}

impl<'a> Book<'a> {
    /// Returns a certificate as a book; `None` if it is none.
    pub fn new(bytes: &'a [u8]) -> Option<Book<'a>> {
        let mut lines = bytes.splitn(5, |byte| *byte == b'\n');
        let mut field = |name: &str| std::str::from_utf8(lines.next()?).ok()?.strip_prefix(name);
        field(TITLE)?;
        field("position ")?;
        let beneath = field("beneath ")?.parse().ok()?;
        let salt = field("salt ")?.parse().ok()?;
        let (begins, entries) = lines.next()?.split_at_checked(BEGIN_BYTES << BUCKET_BITS)?;
        Some(Book { salt, beneath, begins, entries })
    }

    /// Returns how many turns are in the book.
    pub fn len(&self) -> usize {
        self.entries.len() / ENTRY_BYTES
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns two moves that win a turn for its mover, if it is in the book.
    pub fn find(&self, game: &Refusal, position: &Position) -> Option<[Move; 2]> {
        let is_north = position.mover == NORTH;
        let seen = if is_north { position.rotated() } else { *position };
        let hash = fingerprint(game, &seen, self.salt);
        let bucket = (hash >> (64 - BUCKET_BITS)) as usize;
        let mark = hash >> (64 - BUCKET_BITS - MARK_BITS) & ((1 << MARK_BITS) - 1);
        let end = self.begin(bucket + 1).unwrap_or(self.len());
        let mut entries = (self.begin(bucket)?..end).filter_map(|number| self.entry(number));
        let entry = entries.find(|entry| entry >> PAIR_BITS == mark)?;
        let [first, second] = unpaired(entry as usize & ((1 << PAIR_BITS) - 1));
        let moves = numbered(game, &seen);
        let two = [*moves.get(first)?, *moves.get(second)?];
        Some(if is_north { two.map(Move::rotated) } else { two })
    }

    fn begin(&self, bucket: usize) -> Option<usize> {
        let bytes = self.begins.get(bucket * BEGIN_BYTES..)?.first_chunk::<BEGIN_BYTES>()?;
        Some(u32::from_le_bytes(*bytes) as usize)
    }

    fn entry(&self, number: usize) -> Option<u64> {
        let bytes = self.entries.get(number * ENTRY_BYTES..)?.first_chunk::<ENTRY_BYTES>()?;
        Some(bytes.iter().rev().fold(0, |entry, byte| entry << 8 | u64::from(*byte)))
    }
}

/// Returns the number of a pair of different move numbers.
pub(super) fn paired([a, b]: [usize; 2]) -> usize {
    let (less, more) = (a.min(b), a.max(b));
    more * (more - 1) / 2 + less
}

fn unpaired(pair: usize) -> [usize; 2] {
    let more = (1..).take_while(|more| more * (more - 1) / 2 <= pair).last().unwrap_or(1);
    [pair - more * (more - 1) / 2, more]
}
