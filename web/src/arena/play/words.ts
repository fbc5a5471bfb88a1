/** What a game says to the people at this page. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { GameState, Hint, Legal, Notice, Thinking } from "../../contract";
import { t } from "../../words";
import { buttonName, capital, endingText, noticeText, scoreText, sideName } from "../../words/games";
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
  return isUs ? t.play.you : capital(sideName(side));
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
  const others = winners.length === 0 ? t.play.nobodyWins : t.play.won(winners);
  const who = own === undefined ? others : own > 0 ? t.play.youWon : own < 0 ? t.play.youLost : t.play.tie;
  return { who, why: capital(endingText(over, seats.map(({ side }) => side))), own: own === undefined || own === 0 ? undefined : own > 0 ? "won" : "lost" };
}

/** Returns whether people who are not all at this page play each other, and have not finished. */
export function isBetweenPeople(state: GameState, mine: readonly number[]): boolean {
  const people = state.seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  return !state.over && people.length > 1 && !people.every((seat) => mine.includes(seat));
}

/** Says what is to be done now, or what everybody waits for. */
export function turnWords(state: GameState, mine: readonly number[], lastMover?: number): string {
  const seat = state.seats[state.turn];
  if (state.over) return capital(endingText(state.over, state.seats.map(({ side }) => side)));
  if (!seat) return "";
  if (state.seats.some(({ open }) => open)) return t.people.challenge.waiting;
  const refused = state.decisions.at(-1) === "answer" && state.decision === "alternate" ? state.moves.at(-2) : undefined;
  if (refused !== undefined && lastMover !== undefined) {
    const who = capital(nameOf(state, lastMover, mine));
    const isOurs = mine.length === 1 && mine[0] === state.turn;
    return isOurs ? t.play.refusedYours(who, refused) : t.play.refusedTheirs(who, refused, capital(nameOf(state, state.turn, mine)));
  }
  const [ours = "", others = ""] = t.play.tasks[state.decision];
  if (mine.includes(state.turn)) return mine.length > 1 ? t.play.task(capital(sideName(seat.side)), others) : ours;
  const name = nameOf(state, state.turn, mine);
  if (!seat.here) return t.play.waitingFor(name);
  return seat.kind === "person" ? t.play.task(name, others) : t.play.thinksNow(capital(name));
}

/** Says which picture is looked at instead of the game. */
export function pastWords(shown: number, moves: number): string {
  return shown === 0 ? t.play.beginning : t.play.moveOf(shown, moves);
}

/** Says what an answer is about: what was done last, and by whom. */
export function questionWords(
  state: GameState,
  legal: readonly Legal[],
  lastMover: number | undefined,
  mine: readonly number[],
): string {
  const move = state.moves.at(-1);
  if (legal.some(({ cells }) => cells)) return t.play.insteadOfMove;
  if (move === undefined || lastMover === undefined) return t.play.youDecide;
  const answers = legal.flatMap(({ button }) => (button === undefined ? [] : buttonName(button)));
  const [first = "", ...rest] = answers;
  return t.play.proposes(capital(nameOf(state, lastMover, mine)), move, [capital(first), ...rest]);
}

/** Says what a notice says to those who decide for these seats. */
export function noticeWords(notice: Notice, { board }: Pick<GameState, "board">, mine: readonly number[]): string {
  const own = mine.length === 1 && mine[0] === notice.seat;
  return `${noticeText(notice, board.players, own)}${own && notice.level === "danger" ? "!" : ""}`;
}

/** Writes the value of a fact for people. */
export function factWords(value: string): string {
  return { true: t.play.yes, false: t.play.no }[value] ?? value.replaceAll(/,(?=\S)/g, ", ");
}

/** Says what an agent has found until now. */
export function thoughtWords({ depth, score, proven, line }: Thinking, tellsLine = true): string {
  return `${t.play.thought(depth, scoreText({ score, proven }))}${tellsLine && line.length > 0 ? `: ${line.join(" ")}` : ""}`;
}

/** Says what a hint is worth, and how it would go on. */
export function hintWords({ move, score, proven, depth, line }: Hint, legal: readonly Legal[] = []): string {
  const rest = line[0] === move ? line.slice(1) : line;
  const button = legal.find((one) => one.move === move)?.button;
  return t.play.tryMove(button === undefined ? move : buttonName(button), rest.join(" "), scoreText({ score, proven }), depth);
}
