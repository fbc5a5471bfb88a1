/** The games of this browser: found, and counted. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { UNKNOWN, type About, type OwnGame } from "../play/keys";
import { agentName } from "../play/personas";
import { called } from "../play/words";

export type Result = "won" | "lost" | "tied" | "open";

/** A game in the list. */
export interface Played {
  readonly id: string;
  readonly game: string;
  readonly title: string;
  /** The seats of this browser. */
  readonly mine: readonly number[];
  readonly opponents: readonly string[];
  readonly result: Result;
  readonly words: string;
  readonly moves: number;
  readonly began: number;
  readonly about: About;
}

/** Returns what can be listed, the latest first. */
export function played(games: readonly (readonly [string, OwnGame])[]): Played[] {
  const all = games.flatMap(([id, { game, keys, about }]) => {
    if (!about) return [];
    const mine = Object.keys(keys).filter((seat) => seat !== UNKNOWN).map(Number);
    if (mine.length === 0) return [];
    const others = about.seats.flatMap((_, seat) => (mine.includes(seat) ? [] : [opponent(about, seat)]));
    const { title, moves, began, over } = about;
    return [{ id, game, title, mine, opponents: others, result: result(about, mine), words: over?.words ?? "", moves, began, about }];
  });
  return all.sort((one, other) => other.began - one.began);
}

function opponent({ seats }: About, seat: number): string {
  const { kind, name, side } = seats[seat]!;
  return kind === "agent" ? agentName(name) : called(name, side, false);
}

/** How a game ended for those who sit at this page; whoever has all seats neither wins nor loses. */
function result({ over, seats }: About, mine: readonly number[]): Result {
  if (!over) return "open";
  if (mine.length === seats.length) return "tied";
  const best = Math.max(...mine.map((seat) => over.payoffs[seat] ?? 0));
  return best > 0 ? "won" : best < 0 ? "lost" : "tied";
}

/** What is looked for; empty for everything. */
export interface Wanted {
  readonly text: string;
  readonly game: string;
  readonly result: Result | "";
}

const plain = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Returns the games that are looked for: every word must be in one of their texts. */
export function found(games: readonly Played[], { text, game, result }: Wanted, resultWords: Readonly<Record<Result, string>>): Played[] {
  const parts = plain(text).split(/\s+/).filter((part) => part !== "");
  return games.filter((one) => {
    if (game !== "" && one.game !== game) return false;
    if (result !== "" && one.result !== result) return false;
    const seats = one.about.seats.flatMap(({ name, side }) => [name, side]);
    const said = plain([one.title, one.game, ...one.opponents, ...seats, one.words, resultWords[one.result]].join(" "));
    return parts.every((part) => said.includes(part));
  });
}

/** How often somebody won against an agent. */
export interface Score {
  readonly game: string;
  readonly title: string;
  /** As commands write it, with its options. */
  readonly agent: string;
  readonly played: number;
  readonly won: number;
  readonly tied: number;
  readonly lost: number;
}

/** Counts results against each agent: games that are over, on one seat, where all others are the same agent. */
export function scores(games: readonly Played[]): Score[] {
  const all = new Map<string, Score>();
  for (const { game, title, mine, result, about } of games) {
    if (result === "open" || mine.length !== 1) continue;
    const others = about.seats.filter((_, seat) => !mine.includes(seat));
    const agent = others[0]?.name;
    if (agent === undefined || !others.every(({ kind, name }) => kind === "agent" && name === agent)) continue;
    const key = `${game} ${agent}`;
    const before = all.get(key) ?? { game, title, agent, played: 0, won: 0, tied: 0, lost: 0 };
    all.set(key, { ...before, played: before.played + 1, [result]: before[result] + 1 });
  }
  const order = new Intl.Collator("en");
  return [...all.values()].sort((one, other) => order.compare(one.title, other.title) || other.played - one.played || order.compare(one.agent, other.agent));
}
