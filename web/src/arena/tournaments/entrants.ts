/** Who is to take part, as it is chosen. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { GameCard } from "../../contract";
import { seatText } from "../play/setup";

/** Somebody who is to take part. */
export interface Entrant {
  /** Tells entrants apart while names change. */
  readonly key: number;
  who: string;
  options: Record<string, string>;
  name: string;
}

let next = 1;

export function entrant(who: string): Entrant {
  return { key: next++, who, options: {}, name: "" };
}

/** Returns everybody who plays a level of a game. */
export function levels(card: GameCard): Entrant[] {
  return card.agents.filter(({ kind }) => kind === "level").map(({ name }) => entrant(name));
}

/** Returns who is proposed to somebody who has chosen nobody yet: the weaker levels, which are quick. */
export function proposed(card: GameCard): Entrant[] {
  return levels(card).slice(0, Math.max(3, card.players.length));
}

/** Writes somebody for the server. */
export function asked({ who, options, name }: Entrant): { name: string; agent: string } {
  return { name: name.trim(), agent: seatText({ who, options }) };
}
