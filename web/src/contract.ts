// Written by `UPDATE=1 cargo test -p manator-state contract` from crates/state: not to be edited.
// SPDX-License-Identifier: MIT OR Apache-2.0

/**
 * A board without its pieces: it is the same as long as a game lasts.
 */
export type Board = { 
/**
 * The name of the game, which chooses the materials.
 */
game: string, title: string, 
/**
 * The names of the seats.
 */
players: Array<string>, width: number, height: number, cells: Array<Cell>, labels: Array<Label>, 
/**
 * By how many degrees the drawing turns so that each seat is at the bottom.
 */
turns: Array<number>, };

/**
 * One cell; its number is its index in the list.
 */
export type Cell = { name: string, 
/**
 * The corners in order: x, y, x, y, ...; a grid's cell is one unit wide.
 */
outline: Array<number>, shade: Shade, 
/**
 * `field`, `court`, or `section0`, `section1`, ...
 */
zone: string, };

/**
 * A text beside the cells: one that is always the same, or the name of a seat.
 */
export type Label = { text?: string, seat?: number, x: number, y: number, };

/**
 * A legal move, and how a person makes it: by touching cells in order, or by pressing a button.
 */
export type Legal = { move: string, cells?: Array<number>, button?: string, };

/**
 * How a game ended.
 */
export type Over = { 
/**
 * As in `1-0` or `1-1/2-0`.
 */
result: string, 
/**
 * 1 won, 0 tied, -1 lost, in seat order.
 */
payoffs: Array<number>, reason: string, 
/**
 * One sentence without a full stop.
 */
words: string, };

/**
 * Where a game stands, however it came there.
 */
export type Position = { game: string, title: string, 
/**
 * Options other than the default ones, as in `size=8x8 first=random`; may be empty.
 */
options: string, board: Board, 
/**
 * The first position and all since, as `crates/core/src/film.rs` explains.
 */
film: string, moves: Array<string>, 
/**
 * The seat to decide.
 */
turn: number, legal: Array<Legal>, 
/**
 * What a player wants to know beside the board: each a name and a value.
 */
facts: Array<[string, string]>, 
/**
 * The position in one line.
 */
position: string, 
/**
 * The position the game began with, if it is not the ordinary one.
 */
start: string | null, over: Over | null, };

export type Shade = "light" | "dark";
