/** What a game says to the people at this page. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { GameState, Hint } from "../types";
import { capital } from "../ui/words";

/** Says who won, and how and why it ended. */
export function endingWords(state: GameState, mine: readonly number[]): string | null {
  const { over, seats } = state;
  if (!over) return null;
  const own = mine.length === 1 ? over.payoffs[mine[0]!] : undefined;
  const winners = seats.filter((_, seat) => over.payoffs[seat]! > 0).map(({ name }) => name);
  const others = winners.length === 0 ? "Nobody wins" : `${winners.join(" and ")} won`;
  const who = own === undefined ? others : own > 0 ? "You won" : own < 0 ? "You lost" : "A tie";
  return `${who}: ${over.words || over.reason}`;
}

/** Says what is to be done now, or what everybody waits for. */
export function turnWords(state: GameState, mine: readonly number[]): string {
  const seat = state.seats[state.turn];
  if (state.over) return capital(state.over.words || state.over.reason);
  if (!seat) return "";
  if (mine.includes(state.turn)) return mine.length > 1 ? `${capital(seat.side)} to move` : "Your turn";
  if (!seat.here) return `Waiting for ${seat.name}`;
  return seat.kind === "person" ? `${seat.name} is to move` : `${seat.name} thinks`;
}

/** Says what an answer is about: what was done last, and by whom. */
export function questionWords(state: GameState, lastMover: number | undefined, mine: readonly number[]): string {
  const move = state.moves.at(-1);
  if (state.legal.some(({ cells }) => cells)) return "Or, instead of a move on the board:";
  if (move === undefined || lastMover === undefined) return "It is for you to decide:";
  const who = mine.length === 1 ? state.seats[lastMover]?.name : capital(state.seats[lastMover]?.side ?? "");
  return `${who} wants to play ${move}. What do you say?`;
}

/** Says what a hint is worth, and how it would go on. */
export function hintWords({ move, score, depth, line }: Hint): string {
  const rest = line[0] === move ? line.slice(1) : line;
  const then = rest.length > 0 ? `, then ${rest.join(" ")}` : "";
  return `Try ${move}${then} (${score} at depth ${depth}).`;
}
