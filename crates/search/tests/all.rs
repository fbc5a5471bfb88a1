//! Every searcher beside plain minimax, in one program: most of it is compiled from the same searches.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod guarded;
mod limits;
mod mcts;
mod observed;
mod plain;
mod refusable;
mod several;
mod two_player;
