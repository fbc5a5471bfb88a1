/** What the explorer has found: who wins, and in which part of the games. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { DecidedPosition, ExplorerMove } from "../../contract";
import { t } from "../../words";
import { capital, sideName } from "../../words/games";

/** Says who wins, whatever the others play. */
export function decided({ seat, moves }: DecidedPosition, players: readonly string[]): string {
  const who = capital(sideName(players[seat] ?? ""));
  return moves === null ? t.explorer.solved(who) : t.explorer.forced(who, moves);
}

/** Returns how many games the moves were played in. */
export function total(moves: readonly ExplorerMove[]): number {
  return moves.reduce((sum, { games }) => sum + games, 0);
}

/** Returns a share in percent. */
export function share(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)} %`;
}
