/**
 * The games of this browser, and the keys that prove who sits where.
 *
 * A key is all it takes to move for somebody, so it stays in the browser and never in an address that is kept.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { GameState } from "../../contract";
import { keep, kept, remember, remembered } from "../ui/preferences.svelte";

const PLACE = "games";
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_MAX = 730;
const GAMES_MAX = 500;

/** A game in which this browser has a seat, or which it began. */
export interface OwnGame {
  /** When it was last opened, in milliseconds since 1970. */
  readonly at: number;
  readonly game: string;
  /** Keys by seat: ours, and those to pass on. */
  readonly keys: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
  readonly over: boolean;
  /** What was last known of it: missing where it was never on the screen. */
  readonly about?: About;
}

/** What a list says about a game. */
export interface About {
  readonly title: string;
  readonly seats: readonly { readonly side: string; readonly kind: GameState["seats"][number]["kind"]; readonly name: string }[];
  readonly moves: number;
  /** When it began, in milliseconds since 1970. */
  readonly began: number;
  readonly over: { readonly payoffs: readonly number[]; readonly words: string } | null;
}

export function about({ title, seats, moves, began, over }: GameState): About {
  return {
    title,
    seats: seats.map(({ side, kind, name }) => ({ side, kind, name })),
    moves: moves.length,
    began,
    over: over && { payoffs: over.payoffs, words: over.words },
  };
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

/** Lets this tab play with these keys, whatever others this browser has. */
export function sit(id: string, keys: readonly string[]): void {
  remember(`seat/${id}`, JSON.stringify(keys));
}

/** Returns a game as this tab plays it: on the seats of the link it was opened by, or else on all of this browser. */
export function satGame(id: string): OwnGame | undefined {
  const game = ownGame(id);
  const text = remembered(`seat/${id}`);
  if (text === null) return game;
  const all = Object.entries(game?.keys ?? {});
  const seats = (JSON.parse(text) as string[]).map((key) => [all.find(([, own]) => own === key)?.[0] ?? UNKNOWN, key]);
  return { at: 0, game: "", links: {}, over: false, ...game, keys: Object.fromEntries(seats) };
}

/** Returns whether this browser plays a game against people elsewhere. */
export function isContested(id: string): boolean {
  const game = ownGame(id);
  const isOther = ({ kind }: About["seats"][number], seat: number): boolean => kind === "person" && game?.keys[seat] === undefined;
  return game?.about?.seats.some(isOther) ?? false;
}

/** Forgets a game: its keys are gone then. */
export function forgetGame(id: string): void {
  const { [id]: _, ...others } = read(kept(PLACE));
  keep(PLACE, JSON.stringify(others));
}

/** Keeps what is new about a game, beside all else that is known. */
export function keepGame(id: string, news: Partial<OwnGame>): OwnGame {
  // Another tab may have kept something in the meantime, so everything is read again.
  const before = ownGame(id) ?? { at: 0, game: "", keys: {}, links: {}, over: false };
  const game: OwnGame = {
    ...before,
    ...news,
    at: Date.now(),
  };
  keep(PLACE, JSON.stringify(pruned({ ...read(kept(PLACE)), [id]: game }, Date.now())));
  return game;
}
