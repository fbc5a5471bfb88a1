/**
 * What the arena's server says, and what it is asked. The other side is `crates/server/src/arena`.
 *
 * Requests to read and to make something are HTTP with JSON; whatever goes on is told over one socket. An answer
 * that is not 200 is a sentence for people.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Board, Legal } from "../board/types";

export type { Legal };

/** What can be chosen about a game or an agent. */
export interface Option {
  readonly name: string;
  readonly summary: string;
  /** What holds when nothing is chosen; null when something else decides. */
  readonly default: string | null;
  readonly kind: "choice" | "integer" | "text";
  /** Of a choice: each value with its meaning. */
  readonly choices?: readonly (readonly [string, string])[];
  /** Of an integer, as text: it may be larger than numbers are exact here. */
  readonly min?: string;
  readonly max?: string;
  /** Of a text: what it looks like. */
  readonly form?: string;
}

/** Who plays a game, built in. */
export interface Agent {
  readonly name: string;
  readonly summary: string;
  /** `level` for the six levels, `agent` for all others. */
  readonly kind: "level" | "agent";
}

/** A game as the catalog lists it. */
export interface GameCard {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly players: readonly string[];
  readonly options: readonly Option[];
  readonly agents: readonly Agent[];
  readonly evaluations: readonly (readonly [string, string])[];
  /** Words that games end for, each with its meaning. */
  readonly reasons: readonly (readonly [string, string])[];
  readonly board: Board;
  /** The film of the first position. */
  readonly film: string;
}

/** `GET /api/catalog`. */
export interface Catalog {
  readonly version: string;
  /** `arena` has everything; `server` only shows the games of `manator server`. */
  readonly mode: "arena" | "server";
  readonly games: readonly GameCard[];
  readonly agentOptions: readonly Option[];
  /** Whether this page may create and stop tournaments. */
  readonly mayOrganise: boolean;
}

/** How a game ended. */
export interface Over {
  /** As in `1-0` or `1-1/2-0`. */
  readonly result: string;
  /** 1 won, 0 tied, -1 lost, in seat order. */
  readonly payoffs: readonly number[];
  readonly reason: string;
  /** One sentence without a full stop. */
  readonly words: string;
}

/** Where a game stands, however it came there. */
export interface Position {
  readonly game: string;
  readonly title: string;
  /** Options other than the default ones, as in `size=8x8 first=random`; may be empty. */
  readonly options: string;
  readonly board: Board;
  /** The first position and all since. */
  readonly film: string;
  readonly moves: readonly string[];
  /** The seat to decide. */
  readonly turn: number;
  readonly legal: readonly Legal[];
  /** What a player wants to know beside the board: each a name and a value. */
  readonly facts: readonly (readonly [string, string])[];
  /** The position in one line; `start` the one the game began with, if it is not the ordinary one. */
  readonly position: string;
  readonly start: string | null;
  readonly over: Over | null;
}

/** `POST /api/position`: where a game would stand. With `record`, nothing else is needed. */
export interface PositionRequest {
  readonly game?: string;
  readonly options?: string;
  readonly start?: string;
  readonly moves?: readonly string[];
  /** A record as `manator` writes them. */
  readonly record?: string;
}

/** The answer; of a record, also who played and what was said. */
export interface PositionAnswer extends Position {
  /** Of a record: names in seat order, comments by move (null where there is none), thinking times in ms. */
  readonly players?: readonly string[];
  readonly comments?: readonly (string | null)[];
  readonly spent?: readonly (number | null)[];
  /** What was left to whoever moved, in ms. */
  readonly clocks?: readonly (number | null)[];
  /** What is said before the first move. */
  readonly comment?: string | null;
  /** Of a record: what else it says, each a name and a value. */
  readonly tags?: readonly (readonly [string, string])[];
  readonly branches?: readonly Branch[];
  /** The numbers written before moves, null where a round goes on. */
  readonly numbers?: readonly (number | null)[];
}

/** What might have been played instead, beside the moves what is known of them. */
export interface Branch {
  /** The line that it leaves: 0 is the game, 1 the first branch. */
  readonly line: number;
  /** How many moves are played before it, from the beginning of the game. */
  readonly ply: number;
  readonly moves: readonly string[];
  readonly comments?: readonly (string | null)[];
  readonly spent?: readonly (number | null)[];
  readonly clocks?: readonly (number | null)[];
  readonly numbers?: readonly (number | null)[];
}

/** `POST /api/record`: writes a game and its branches as a record; the answer is `{ record }`. */
export interface SheetRequest {
  readonly line: PositionRequest;
  readonly names: readonly string[];
  readonly comment?: string | null;
  readonly tags?: readonly (readonly [string, string])[];
  /** How it ended, where the rules do not say. */
  readonly over?: Pick<Over, "result" | "reason"> | null;
  readonly comments?: readonly (string | null)[];
  readonly spent?: readonly (number | null)[];
  readonly clocks?: readonly (number | null)[];
  readonly branches?: readonly Branch[];
}

/** A seat of a game on the server. */
export interface Seat {
  /** What the rules call it: `black`, `red`. */
  readonly side: string;
  readonly kind: "person" | "agent" | "guest";
  /** What to call whoever sits there. */
  readonly name: string;
  /** Whether a person's page is open, or a guest connected; agents always are. */
  readonly here: boolean;
}

/** The topic `game/ID`: a game on the server. */
export interface GameState extends Position {
  readonly id: string;
  /** Its number, for displays of other kinds: `manator display --table N`. */
  readonly number: number;
  readonly seats: readonly Seat[];
  /** What each move took, in milliseconds. */
  readonly spent: readonly number[];
  /** The time control, `none` for none. */
  readonly control: string;
  /** What everybody has left at this moment, in milliseconds, and whose clock runs. */
  readonly clocks: readonly (number | null)[];
  readonly ticking: number | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Somebody asks to take back, and others must agree. */
  readonly asked: { readonly what: "undo"; readonly by: number } | null;
  /** What was last said beside the game. */
  readonly notes: readonly { readonly seat: number; readonly text: string }[];
  /** How many pages look on. */
  readonly watching: number;
  /** When it began, in milliseconds since 1970. */
  readonly began: number;
}

/** The topic `thinking/ID`: what the agent to move has found until now. */
export interface Thinking {
  readonly seat: number;
  readonly depth: number;
  readonly score: string;
  readonly line: readonly string[];
}

/** The topic `games`: all games, the latest first. */
export interface Games {
  readonly games: readonly GameSummary[];
  /** Of `manator server`: how everybody stands, the best first. */
  readonly standing?: readonly Standing[] | null;
  /** Of `manator server`: what it says when nothing more will come. */
  readonly bye?: string | null;
}
export interface Standing {
  readonly name: string;
  readonly played: number;
  readonly points: number;
}
export interface GameSummary {
  readonly id: string;
  readonly number: number;
  readonly game: string;
  readonly title: string;
  readonly options: string;
  readonly names: readonly string[];
  readonly plies: number;
  readonly turn: number;
  readonly over: Over | null;
  readonly began: number;
  readonly watching: number;
  /** Of `manator server`: which game of how many this is. */
  readonly round?: readonly [number, number] | null;
}

/** The topic `guests`: agents that have connected and wait for somebody to play. */
export interface Guests {
  readonly guests: readonly { readonly name: string; readonly game: string; readonly busy: boolean }[];
}

/**
 * `POST /api/games`: begins a game.
 *
 * A seat is `here` (a person at this page), `link` (whoever opens the link), an agent such as `medium` or
 * `alphabeta:depth=3`, or `guest:NAME`.
 */
export interface NewGame {
  readonly game: string;
  readonly options: string;
  readonly seats: readonly string[];
  /** As in `5m+3s` or `10s/move`; `none` for none. */
  readonly control: string;
  /** Another position to begin with. */
  readonly start?: string;
  /** Moves already played. */
  readonly moves?: readonly string[];
}
/** The answer: keys prove who sits where; keep those of `keys`, pass those of `links` on. */
export interface NewGameAnswer {
  readonly id: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
}

/** What a page may do in a game, with the key of its seat: `{do: …, game, key}`. */
export type GameAction = "undo" | "redo" | "resign" | "hurry" | "accept" | "decline";

/** The answer to `{do: "hint", game, key}`. */
export interface Hint {
  readonly move: string;
  /** The cells of the move, empty when it is a button. */
  readonly cells: readonly number[];
  readonly score: string;
  readonly depth: number;
  readonly line: readonly string[];
}
