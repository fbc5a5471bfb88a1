/** What a game says to the people at this page. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Asked, GameState, Hint, Legal, Notice, Thinking } from "../../contract";
import { t } from "../../words";
import { capital } from "../ui/words";
import { agentName } from "./personas";

/** What the server calls people who have not said what to call them. */
const UNNAMED = "Player";

/** Returns what to call whoever sits on a seat. */
export function nameOf(state: GameState, seat: number, mine: readonly number[]): string {
  const who = state.seats[seat];
  if (!who) return "";
  return who.kind === "agent" ? agentName(who.name) : called(who.name, who.side, mine.length === 1 && mine[0] === seat);
}

/** Returns what to call somebody of whom only the name, the side, and whether it is us is known. */
export function called(name: string, side: string, isUs: boolean): string {
  if (name !== UNNAMED) return name;
  return isUs ? "You" : capital(side);
}

/** How a game ended: who won, why, and what became of us. */
export interface Ending {
  readonly who: string;
  readonly why: string;
  readonly own: "won" | "lost" | undefined;
}

/** Says who won, and how and why it ended. */
export function endingWords(state: GameState, mine: readonly number[]): Ending | null {
  const { over, seats } = state;
  if (!over) return null;
  const own = mine.length === 1 ? over.payoffs[mine[0]!] : undefined;
  const winners = seats.flatMap((_, seat) => (over.payoffs[seat]! > 0 ? [nameOf(state, seat, mine)] : []));
  const others = winners.length === 0 ? "Nobody wins" : `${winners.join(" and ")} won`;
  const who = own === undefined ? others : own > 0 ? "You won" : own < 0 ? "You lost" : "A tie";
  return { who, why: capital(over.words), own: own === undefined || own === 0 ? undefined : own > 0 ? "won" : "lost" };
}

/** Returns whether people who are not all at this page play each other, and have not finished. */
export function isBetweenPeople(state: GameState, mine: readonly number[]): boolean {
  const people = state.seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  return !state.over && people.length > 1 && !people.every((seat) => mine.includes(seat));
}

/** Says what is to be done now, or what everybody waits for. */
export function turnWords(state: GameState, mine: readonly number[], lastMover?: number): string {
  const seat = state.seats[state.turn];
  if (state.over) return capital(state.over.words);
  if (!seat) return "";
  if (state.seats.some(({ open }) => open)) return t.people.challenge.waiting;
  const refused = state.decisions.at(-1) === "answer" && state.decision === "alternate" ? state.moves.at(-2) : undefined;
  if (refused !== undefined && lastMover !== undefined) {
    const whose = mine.length === 1 && mine[0] === state.turn ? "your" : `${capital(nameOf(state, state.turn, mine))}’s`;
    return `${capital(nameOf(state, lastMover, mine))} refused ${refused}; ${whose} next move stands`;
  }
  const { ours, others } = TASKS[state.decision];
  if (mine.includes(state.turn)) return mine.length > 1 ? `${capital(seat.side)} ${others}` : ours;
  const name = nameOf(state, state.turn, mine);
  if (!seat.here) return `Waiting for ${name}`;
  return seat.kind === "person" ? `${name} ${others}` : `${capital(name)} thinks`;
}

/** What there is to decide, as we and others are told. */
const TASKS: Readonly<Record<GameState["decision"], { readonly ours: string; readonly others: string }>> = {
  move: { ours: "Your turn", others: "to move" },
  proposal: { ours: "Your turn: propose a move", others: "to propose" },
  answer: { ours: "Your turn: answer the proposal", others: "to answer" },
  alternate: { ours: "Refused: your next move stands", others: "to play another move" },
};

/** Says which picture is looked at instead of the game. */
export function pastWords(shown: number, moves: number): string {
  return shown === 0 ? "The beginning" : `Move ${shown} of ${moves}`;
}

/** Says what an answer is about: what was done last, and by whom. */
export function questionWords(
  state: GameState,
  legal: readonly Legal[],
  lastMover: number | undefined,
  mine: readonly number[],
): string {
  const move = state.moves.at(-1);
  if (legal.some(({ cells }) => cells)) return "Or, instead of a move on the board:";
  if (move === undefined || lastMover === undefined) return "It is for you to decide:";
  const answers = legal.flatMap(({ button }) => button ?? []);
  return `${capital(nameOf(state, lastMover, mine))} proposes ${move}. ${capital(answers.join(" or "))}?`;
}

/** Says what a notice says to those who decide for these seats. */
export function noticeWords({ seat, words, yours, level }: Notice, mine: readonly number[]): string {
  const own = mine.length === 1 && mine[0] === seat;
  return `${own ? yours : words}${own && level === "danger" ? "!" : ""}`;
}

/** Says that somebody wants something that others must agree to. */
export const WISHES: Readonly<Record<Asked["what"], { readonly asks: string; readonly yes: string; readonly no: string; readonly waits: string }>> = {
  undo: {
    asks: "asks to take back the last move.",
    yes: "Allow it",
    no: "No",
    waits: "You have asked to take back; the others have not answered yet.",
  },
  rematch: {
    asks: "wants a rematch.",
    yes: "Accept",
    no: "Decline",
    waits: "You want a rematch; the others have not answered yet.",
  },
};

/** Writes the value of a fact for people. */
export function factWords(value: string): string {
  return { true: "yes", false: "no" }[value] ?? value.replaceAll(/,(?=\S)/g, ", ");
}

/** Says what an agent has found until now. */
export function thoughtWords({ depth, score, line }: Thinking, tellsLine = true): string {
  return `depth ${depth}, ${score}${tellsLine && line.length > 0 ? `: ${line.join(" ")}` : ""}`;
}

/** Says what a hint is worth, and how it would go on. */
export function hintWords({ move, score, depth, line }: Hint, legal: readonly Legal[] = []): string {
  const rest = line[0] === move ? line.slice(1) : line;
  const then = rest.length > 0 ? `, then ${rest.join(" ")}` : "";
  const what = legal.find((one) => one.move === move)?.button ?? move;
  return `Try ${what}${then} (${score} at depth ${depth}).`;
}
