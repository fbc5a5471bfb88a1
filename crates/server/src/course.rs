//! The original Jetan programs at the same port.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::SocketAddr;

use tokio::net::TcpStream;

use crate::gate::Gate;
use crate::places::Place;

/// The game they play.
pub(crate) const GAME: &str = "jetan";

/// Meets an original program that has begun to speak.
pub(crate) async fn meet(
    gate: &Gate,
    stream: TcpStream,
    said: Vec<u8>,
    address: SocketAddr,
    place: Place,
) {
    let _ = (gate, stream, said, address, place);
}
