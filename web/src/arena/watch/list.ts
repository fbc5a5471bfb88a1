/** Which games are shown, and how: pure functions of what the server lists. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { GameSummary } from "../../contract";
import { t } from "../../words";

export type State = "all" | "running" | "over";

/** What is looked for. */
export interface Filter {
  readonly state: State;
  /** The name of a game; empty for any. */
  readonly game: string;
}

/** Returns the games that are looked for, in the order of the list; those that nobody attends do not go on. */
export function filtered(games: readonly GameSummary[], { state, game }: Filter): readonly GameSummary[] {
  return games.filter(
    (one) => (one.over !== null || one.attended) && (game === "" || one.game === game) && (state === "all" || (one.over === null) === (state === "running")),
  );
}

/** How wide a tile must at least be to be of use, what is below its board, and gaps, in letters' heights. */
const TILE_MIN = 9;
const BELOW = 6.6;
const GAP = 0.4;

/** A space for tiles in pixels; `letter` is the height of a letter. */
export interface Space {
  readonly width: number;
  readonly height: number;
  readonly letter: number;
}

/** How many tiles stand beside each other, and how large each is, in pixels. */
export interface Grid {
  readonly across: number;
  readonly wide: number;
  readonly tall: number;
  readonly gap: number;
}

/**
 * Returns how many columns show so many tiles as large as the space allows, with gaps between and around them.
 *
 * When not all can be seen at once, tiles keep the least width, and there is something to scroll.
 */
export function columns(count: number, { width, height, letter }: Space): Grid {
  const [least, below, gap] = [TILE_MIN * letter, BELOW * letter, GAP * letter];
  const part = (whole: number, count: number): number => Math.max(0, (whole - gap) / Math.max(1, count) - gap);
  const most = Math.max(1, Math.floor((width - gap) / (least + gap)));
  let best = { across: Math.min(most, Math.max(1, count)), wide: 0 };
  for (let across = 1; across <= most; across += 1) {
    // A tile is as wide as its column, or as narrow as it must be for all rows to be seen.
    const wide = Math.min(part(width, across), part(height, Math.ceil(count / across)) - below);
    if (wide >= least && wide > best.wide) best = { across, wide };
  }
  const wide = Math.floor(best.wide > 0 ? best.wide : part(width, best.across));
  return { across: best.across, wide, tall: wide + Math.ceil(below), gap };
}

/** Says how a game ended for its players: who won, or what else. */
export function verdict(game: GameSummary): string {
  if (!game.over) return "";
  const winners = game.names.filter((_, seat) => game.over?.payoffs[seat] === 1);
  if (winners.length === 0) return game.over.payoffs.every((payoff) => payoff === -1) ? t.watch.allLose : t.watch.tie;
  return t.watch.wins(winners);
}

/** Says how long ago something was. */
export function ago(then: number, now: number): string {
  const minutes = Math.max(0, Math.round((now - then) / 60_000));
  if (minutes < 1) return t.watch.justNow;
  if (minutes < 60) return t.watch.minutesAgo(minutes);
  const hours = Math.round(minutes / 60);
  if (hours < 24) return t.watch.hoursAgo(hours);
  return t.watch.daysAgo(Math.round(hours / 24));
}
