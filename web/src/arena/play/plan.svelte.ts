/**
 * A move that is chosen before one's turn, and played as soon as the turn comes, if it is legal then.
 *
 * Nothing here knows a rule. What is offered is where each piece could go if its owner were to move, as the server
 * tells; any other cell may be chosen, too, for nobody knows yet what will stand there. The server remains the judge.
 *
 * In games in which moves are proposed, what is planned is a proposal: it waits while an answer is due, and is dropped
 * when one's own proposal is refused, because it was meant for another position.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { traced } from "../../board/gesture";
import type { Legal } from "../../board/types";
import type { Reach } from "../../contract";
import type { Frame } from "../../film";
import { t, type Words } from "../../words";
import type { Room } from "./room.svelte";
import { reachOf } from "./rules";

/** How long a position must stand before it is asked for what could be planned, in milliseconds: agents are quick. */
const PAUSE_MS = 120;

/** Returns what the owners of some seats could plan, as if these were moves. */
export function offered({ cells }: Reach, frame: Frame, mine: readonly number[]): Legal[] {
  const own = frame.pieces.filter(({ look }) => look.owner !== null && mine.includes(look.owner));
  return own.flatMap(({ cell }) => (cells[cell] ?? []).map((to) => ({ move: `${cell}-${to}`, cells: [cell, to] })));
}

/** What becomes of a plan: a move, or why it is dropped; nothing as long as no piece can be moved. */
export type Fate = { readonly move: string } | { readonly dropped: "illegal" | "several" | "asks" } | undefined;

/** Says what becomes of a plan when this may be played. */
export function fate(plan: readonly number[], legal: readonly Legal[]): Fate {
  const moves = traced(legal);
  if (moves.length === 0) return undefined;
  const fitting = moves.filter(({ cells }) => cells[0] === plan[0] && cells.at(-1) === plan.at(-1));
  const [first, ...others] = fitting;
  if (!first) return { dropped: "illegal" };
  if (others.length > 0) return { dropped: "several" };
  return first.question === undefined ? { move: first.move } : { dropped: "asks" };
}

export class Plan {
  /** Where the piece stands that is to move, and where it is to go; empty when nothing is planned. */
  cells = $state.raw<readonly number[]>([]);
  /** Why the last one was dropped. */
  said = $state<string>();
  private reach = $state.raw<Reach>();

  constructor(private readonly room: Room) {}

  /** Whether there is anything to plan: a game in which we wait for somebody. */
  readonly possible: boolean = $derived.by(() => {
    const { state, mine, turnIsMine, ply } = this.room;
    return state !== undefined && !state.over && mine.length > 0 && !turnIsMine && ply === undefined && !state.seats.some(({ open }) => open);
  });
  readonly offers: readonly Legal[] = $derived.by(() => {
    const { frame, mine } = this.room;
    return this.possible && this.reach && frame ? offered(this.reach, frame, mine) : [];
  });

  /** Learns what could be planned, once the position has stood for a moment; returns what ends that. */
  learn(): () => void {
    const state = this.room.state!;
    // Without an answer there is nothing to plan this time.
    const timer = setTimeout(() => void reachOf(state).then((reach) => (this.reach = reach), () => undefined), PAUSE_MS);
    return () => clearTimeout(timer);
  }

  choose(cells: readonly number[]): void {
    const [from, to] = [cells[0], cells.at(-1)];
    if (from === undefined || to === undefined || from === to) return;
    this.said = undefined;
    this.cells = [from, to];
  }

  /** Gives the plan up; returns whether there was one. */
  cancel(): boolean {
    const was = this.cells.length > 0;
    this.cells = [];
    this.said = undefined;
    return was;
  }

  /** Plays what was planned, now that it is our turn. */
  turn(): void {
    this.said = undefined;
    if (this.cells.length === 0) return;
    if (this.room.state?.decision === "alternate") return this.drop("refused");
    const now = fate(this.cells, this.room.legal);
    if (!now) return;
    if ("dropped" in now) return this.drop(now.dropped);
    this.cells = [];
    void this.room.play({ move: now.move });
  }

  drop(why: keyof Words["people"]["plan"]["dropped"]): void {
    if (this.cells.length === 0) return;
    this.cells = [];
    this.said = t.people.plan.dropped[why];
  }
}
