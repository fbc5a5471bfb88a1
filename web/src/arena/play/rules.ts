/** What a piece is and where it could go, asked for when somebody wants to know. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { GameState, Reach, Rules } from "../../contract";
import { get, post } from "../api";

const texts = new Map<string, Promise<Rules>>();
let latest: { readonly of: string; readonly reach: Promise<Reach> } | undefined;

/** Returns the rules of a game; they are asked for once. */
export function rulesOf(game: string): Promise<Rules> {
  const asked = texts.get(game) ?? get<Rules>(`/api/rules/${encodeURIComponent(game)}`);
  texts.set(game, asked);
  // Whoever asks again after a failure may be luckier.
  asked.catch(() => texts.delete(game));
  return asked;
}

/** Returns where each piece could go where a game stands; asked for once in each position. */
export function reachOf({ game, options, position }: GameState): Promise<Reach> {
  const of = `${game} ${options} ${position}`;
  if (latest?.of !== of) latest = { of, reach: post<Reach>("/api/reach", { game, options, start: position }) };
  return latest.reach;
}
