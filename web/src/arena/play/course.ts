/** What the pictures of a game tell about its course: who moved, and what was taken. No rules are needed for it. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Look } from "../../board/types";
import type { Decision } from "../../contract";
import { frames, type Frame } from "../../film";

/** Pieces of one look. */
export interface Taken {
  readonly look: Look;
  readonly count: number;
}

/** Reads a film; one that cannot be read has no pictures. */
export function pictures(film: string): readonly Frame[] {
  try {
    return frames(film);
  } catch {
    return [];
  }
}

/** Returns the first picture of a film, or an empty board. */
export function firstPicture(film: string): Frame {
  return pictures(film)[0] ?? { pieces: [], lastMove: [], toMove: undefined };
}

/** What a move sounds like. */
export type Noise = "move" | "capture" | "burn";

const nameOf = (look: Look): string => `${look.kind}:${look.owner}:${look.letter}`;

function tally(frame: Frame, owner: number): Map<string, Taken> {
  const found = new Map<string, Taken>();
  for (const { look } of frame.pieces) {
    if (look.owner !== owner) continue;
    const name = nameOf(look);
    found.set(name, { look, count: (found.get(name)?.count ?? 0) + 1 });
  }
  return found;
}

const total = (tallied: ReadonlyMap<string, Taken>): number =>
  [...tallied.values()].reduce((sum, { count }) => sum + count, 0);

/**
 * Returns what an owner has lost until a picture.
 *
 * Pieces that become others are not lost: only when an owner has fewer pieces than before, what is missing was
 * taken; and what comes back, as after a move that was refused, was not.
 */
export function lost(frames: readonly Frame[], owner: number): Taken[] {
  const gone = new Map<string, Taken>();
  let before = frames[0] ? tally(frames[0], owner) : new Map<string, Taken>();
  for (const frame of frames.slice(1)) {
    const now = tally(frame, owner);
    let change = total(now) - total(before);
    for (const [name, { look }] of new Map([...before, ...now])) {
      const difference = (now.get(name)?.count ?? 0) - (before.get(name)?.count ?? 0);
      // A difference counts only as far as the number of all pieces has changed the same way.
      const counted = change < 0 ? Math.max(change, Math.min(0, difference)) : Math.min(change, Math.max(0, difference));
      if (counted === 0) continue;
      change -= counted;
      const count = (gone.get(name)?.count ?? 0) - counted;
      if (count > 0) gone.set(name, { look, count });
      else gone.delete(name);
    }
    before = now;
  }
  return [...gone.values()];
}

/** Says what the last of some pictures would sound like. */
export function noise(before: Frame, now: Frame): Noise {
  const owned = (frame: Frame): number => frame.pieces.filter(({ look }) => look.owner !== null).length;
  if (owned(now) < owned(before)) return "capture";
  return now.pieces.length > before.pieces.length ? "burn" : "move";
}

/** Returns who made each move; of the first, only the piece that moved tells. */
export function movers(frames: readonly Frame[]): number[] {
  return frames.slice(1).map((after, at) => {
    const before = frames[at]!;
    const touched = before.pieces.find(({ cell }) => cell === after.lastMove[0])?.look.owner;
    return before.toMove ?? touched ?? 0;
  });
}

/** Returns the piece that a move was made with, or proposed, where the pictures around it tell. */
export function movedPiece(before: Frame | undefined, after: Frame | undefined): Look | undefined {
  const look = before?.pieces.find(({ cell }) => cell === after?.lastMove[0])?.look;
  // An answer to a move leaves the mark of that move, which is another's.
  return look && look.owner !== null && (before?.toMove ?? look.owner) === look.owner ? look : undefined;
}

/** Tells whether sides have more than one kind of piece, so that it is worth saying which one moved. */
export function isVarious(frame: Frame | undefined): boolean {
  return new Set(frame?.pieces.flatMap(({ look }) => (look.owner === null ? [] : look.kind))).size > 1;
}

/** A move in the list of moves. */
export interface Entry {
  readonly ply: number;
  /** The picture that shows it, and those on the way there. */
  readonly shown: number;
  /** Whether it was proposed and refused. */
  readonly refused: boolean;
}

/** A row of the list of moves: for each seat, what it played there. */
export type Row = readonly (readonly Entry[])[];

/**
 * Arranges moves as scores are written: a column for each seat, read row by row.
 *
 * Nobody need alternate: who moves twice does so in one place, who is passed over has an empty one. An answer to a
 * proposal has no place of its own: it says whether the proposal became a move. `decisions` are those of all moves
 * and of the next; empty where every one is a move.
 */
export function rows(movedBy: readonly number[], seats: number, decisions: readonly Decision[] = []): Row[] {
  const found: Entry[][][] = [];
  let last: number | undefined;
  movedBy.forEach((seat, ply) => {
    const place = found.at(-1)?.[last ?? 0];
    if (decisions[ply] === "answer" && place && place.length > 0) {
      place.push({ ...place.pop()!, shown: ply + 1, refused: decisions[ply + 1] === "alternate" });
      return;
    }
    if (last === undefined || seat < last) found.push(Array.from({ length: seats }, () => []));
    found.at(-1)?.[seat]?.push({ ply, shown: ply + 1, refused: false });
    last = seat;
  });
  return found;
}
