/** How well a game was played: the accuracy of each player, and the moves with which the evaluation turned. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Judged } from "../../contract";
import { loss, mark, type Mark } from "./marks";

/** A position of a game, and the move that was played there; none at the end. */
export interface Played {
  readonly worth: Judged | undefined;
  readonly mover: number | undefined;
  readonly move: string | undefined;
}

/** A move that made things worse for whoever played it. */
export interface Moment {
  /** How many moves were played before it. */
  readonly ply: number;
  readonly mover: number;
  readonly move: string;
  readonly mark: Exclude<Mark, "">;
  readonly lost: number;
  /** What would have been better. */
  readonly best: string | null;
}

export interface Standing {
  /** From 0 to 100; undefined for whoever has not moved. */
  readonly accuracy: number | undefined;
  readonly marks: Readonly<Record<Exclude<Mark, "">, number>>;
}

/**
 * How accurate a move is that lost so much, from 0 to 100: the curve that lichess uses, of the chance to win that was
 * lost, in per cent.
 */
export function accuracy(lost: number): number {
  const percent = lost * 50;
  return Math.min(100, Math.max(0, 103.1668 * Math.exp(-0.04354 * percent) - 3.1669));
}

/** Returns the moves with which somebody lost something, as they were played. */
export function moments(line: readonly Played[]): Moment[] {
  return line.flatMap(({ worth, mover, move }, ply) => {
    const lost = loss(worth, line[ply + 1]?.worth, mover);
    const sign = mark(lost);
    if (sign === "" || mover === undefined || move === undefined || lost === undefined) return [];
    return [{ ply, mover, move, mark: sign, lost, best: worth?.best === move ? null : (worth?.best ?? null) }];
  });
}

/** Returns how each player did: the mean of the moves. */
export function standings(line: readonly Played[], players: number): Standing[] {
  const turned = moments(line);
  return Array.from({ length: players }, (_, seat) => {
    const own = line.flatMap(({ worth, mover }, ply) =>
      mover === seat && ply + 1 < line.length ? (loss(worth, line[ply + 1]?.worth, mover) ?? []) : [],
    );
    const sum = own.reduce((all, lost) => all + accuracy(lost), 0);
    const count = (sign: Mark): number => turned.filter(({ mark: one, mover }) => one === sign && mover === seat).length;
    return {
      accuracy: own.length > 0 ? sum / own.length : undefined,
      marks: { "?!": count("?!"), "?": count("?"), "??": count("??") },
    };
  });
}
