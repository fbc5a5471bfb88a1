/**
 * What the arena's server says, and what it is asked. The other side is `crates/server/src/arena`.
 *
 * Requests to read and to make something are HTTP with JSON; whatever goes on is told over one socket. An answer
 * that is not 200 is a sentence for people.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Board, Over, Position } from "../contract";

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
