/** What the explorer says. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { DecidedPosition, ExplorerMove } from "../../contract";
import { capital, counted } from "../ui/words";

/** Says who wins, whatever the others play. */
export function decided({ seat, moves }: DecidedPosition, players: readonly string[]): string {
  const who = capital(players[seat] ?? "");
  return moves === null ? `Solved: ${who} wins.` : `${who} wins by force in ${counted(moves, "move")}.`;
}

/** Returns how many games the moves were played in. */
export function total(moves: readonly ExplorerMove[]): number {
  return moves.reduce((sum, { games }) => sum + games, 0);
}

/** Returns a share in percent. */
export function share(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)} %`;
}
