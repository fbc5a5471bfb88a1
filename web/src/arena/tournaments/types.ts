/** What the server says about tournaments, and what it is asked. The other side is `crates/server/src/arena/tournaments`. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Board } from "../../board/types";
import type { Tables } from "../../tables/data";

/** Whether it is played here; `resting` can go on, `over` cannot. */
export type Stage = "playing" | "waiting" | "resting" | "over";

export type Format = "round-robin" | "gauntlet" | "swiss" | "knockout" | "course";

/** The topic `tournaments`: the latest first. */
export interface TournamentList {
  readonly tournaments: readonly TournamentLine[];
  /** How many games this machine plays at the same time. */
  readonly concurrency: number;
  readonly playersMax: number;
  readonly gamesMax: number;
}
export interface TournamentLine {
  readonly number: number;
  readonly title: string;
  readonly game: string;
  readonly players: number;
  /** UTC, as in `2026-11-16T09:30:00.123Z`. */
  readonly began: string;
  readonly ended: string | null;
  readonly played: number;
  /** How many games there are, at least; null when that cannot be known. */
  readonly planned: number | null;
  /** Whether results cannot make it more. */
  readonly exact: boolean;
  readonly stage: Stage;
}

/** `GET /api/tournaments/N`: what does not change. */
export interface TournamentFacts {
  readonly number: number;
  readonly title: string;
  readonly game: string;
  readonly options: string;
  readonly format: Format;
  readonly began: string;
  readonly names: readonly string[];
  /** Who everybody is, as people write it. */
  readonly agents: readonly string[];
  readonly terms: readonly (readonly [name: string, value: string])[];
  readonly board: Board;
}

/** The topic `tournament/N`: everything that changes while games are played. */
export interface TournamentState extends Tables {
  readonly number: number;
  readonly stage: Stage;
  readonly ended: string | null;
  readonly played: number;
  readonly planned: number | null;
  /** Whether results cannot make it more games. */
  readonly exact: boolean;
  /** Games a second, in this run. */
  readonly pace: number | null;
  /** Ratings after so many games, of the first eight. */
  readonly history: {
    readonly at: readonly number[];
    readonly lines: readonly { readonly entrant: number; readonly elo: readonly (number | null)[] }[];
  };
  readonly sprt: {
    readonly words: string;
    readonly ratio: number | null;
    readonly lower: number;
    readonly upper: number;
    readonly verdict: string;
    readonly decided: boolean;
  } | null;
  readonly running: readonly RunningGame[];
  readonly notes: readonly string[];
}

/** A game that is being played; `game/t-N-ID` is its topic. */
export interface RunningGame {
  readonly id: string;
  readonly seats: readonly number[];
  readonly plies: number;
  readonly turn: number;
  /** Its last two positions. */
  readonly film: string;
  readonly clocks: readonly (number | null)[];
}

/** `GET /api/tournaments/N/games?one=&other=&round=&payoff=&reason=&from=&count=`: the latest first. */
export interface GamesPage {
  readonly total: number;
  readonly games: readonly GameLine[];
}
export interface GameLine {
  readonly id: string;
  readonly seats: readonly number[];
  readonly payoffs: readonly number[];
  readonly result: string;
  readonly reason: string;
  readonly words: string;
  readonly plies: number;
  readonly began: string;
  /** In milliseconds. */
  readonly took: number;
}

/** `GET /api/tournaments/N/games/ID`. */
export interface WholeGame extends GameLine {
  readonly film: string;
  readonly record: string;
  readonly moves: readonly string[];
}

/** `POST /api/tournaments`, answered by its number; `POST /api/tournaments/preview`, answered by a `Preview`. */
export interface NewTournament {
  readonly title: string;
  readonly game: string;
  readonly options: string;
  readonly format: Format;
  /** How many games each group plays, where everybody meets. */
  readonly games?: number;
  readonly rounds?: number;
  readonly challengers?: number;
  readonly playOffs?: number;
  readonly drawnSeeds?: boolean;
  /** How many random moves games begin with. */
  readonly opening: number;
  readonly seed: number;
  readonly time: string;
  /** How many moves each player may make. */
  readonly steps: number;
  readonly sprt?: { readonly elo0: number; readonly elo1: number };
  readonly concurrency: number;
  readonly players: readonly { readonly name: string; readonly agent: string }[];
}
export interface Preview {
  readonly games: number;
  readonly exact: boolean;
  readonly players: number;
  readonly seats: number;
}
