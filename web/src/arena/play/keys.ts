/**
 * The games of this browser, and the keys that prove who sits where.
 *
 * A key is all it takes to move for somebody, so it stays in the browser and never in an address that is kept.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { NewGame } from "../../contract";
import { keep, kept } from "../ui/preferences.svelte";

const PLACE = "games";
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_MAX = 60;
const GAMES_MAX = 200;

/** A game in which this browser has a seat, or which it began. */
export interface OwnGame {
  /** When it was last opened, in milliseconds since 1970. */
  readonly at: number;
  readonly game: string;
  /** Keys by seat: ours, and those to pass on. */
  readonly keys: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
  readonly over: boolean;
  /** How it was begun, to begin it again. */
  readonly setup: NewGame | null;
}

export type OwnGames = Readonly<Record<string, OwnGame>>;

function isGame(value: unknown): value is OwnGame {
  const game = value as Partial<OwnGame> | null;
  return typeof game?.at === "number" && typeof game.keys === "object" && typeof game.links === "object";
}

/** Reads what is kept; whatever is damaged is left out. */
export function read(text: string | null): OwnGames {
  try {
    const found = Object.entries(JSON.parse(text ?? "{}") as Record<string, unknown>);
    return Object.fromEntries(found.filter((entry): entry is [string, OwnGame] => isGame(entry[1])));
  } catch {
    return {};
  }
}

/** Leaves out what is old, and all but the latest games. */
export function pruned(games: OwnGames, now: number): OwnGames {
  const recent = Object.entries(games).filter(([, { at }]) => now - at < DAYS_MAX * DAY_MS);
  recent.sort(([, one], [, other]) => other.at - one.at);
  return Object.fromEntries(recent.slice(0, GAMES_MAX));
}

/** Returns all games of this browser, the latest first. */
export function ownGames(): readonly (readonly [string, OwnGame])[] {
  return Object.entries(pruned(read(kept(PLACE)), Date.now()));
}

/** Returns a game of this browser. */
export function ownGame(id: string): OwnGame | undefined {
  const games = read(kept(PLACE));
  return Object.hasOwn(games, id) ? games[id] : undefined;
}

/** Where a key is kept whose seat only the server knows. */
export const UNKNOWN = "?";

/** Gives the key of an unknown seat its place, now that the server has told all seats that are ours. */
export function seated(game: OwnGame, seats: readonly number[]): OwnGame["keys"] {
  const { [UNKNOWN]: key, ...known } = game.keys;
  const seat = seats.find((each) => known[each] === undefined);
  return key === undefined || seat === undefined ? known : { ...known, [seat]: key };
}

/** Keeps what is new about a game, beside all else that is known. */
export function keepGame(id: string, news: Partial<OwnGame>): OwnGame {
  // Another tab may have kept something in the meantime, so everything is read again.
  const before = ownGame(id) ?? { at: 0, game: "", keys: {}, links: {}, over: false, setup: null };
  const game: OwnGame = {
    ...before,
    ...news,
    at: Date.now(),
  };
  keep(PLACE, JSON.stringify(pruned({ ...read(kept(PLACE)), [id]: game }, Date.now())));
  return game;
}
