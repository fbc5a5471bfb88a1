/**
 * Where this browser keeps analyses.
 *
 * Each has a place of its own, so that tabs do not write over each other; and a stamp, so that two tabs with the same
 * one do not either: whoever finds another stamp than its own goes on elsewhere.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Judged, RecordRequest } from "../../contract";
import type { Place } from "./lines";

const PREFIX = "study/";
/** How many analyses are kept, and how many letters they may have in all; the oldest go first. */
export const STUDIES_MAX = 30;
export const LETTERS_MAX = 2_000_000;

/** A board that is being set up. */
export interface Draft {
  readonly pieces: readonly (readonly [number, number])[];
  readonly turn: number;
}

/** An analysis as it is kept. */
export interface Content {
  /** The game's name for people. */
  readonly title: string;
  /** All of it, as it can be written down. */
  readonly sheet: RecordRequest;
  readonly place: Place;
  /** What positions are worth, by their places. */
  readonly worths: readonly (readonly [line: number, moves: number, worth: Judged])[];
  readonly draft: Draft | null;
}

export interface Kept extends Content {
  readonly version: 1;
  /** When it was last changed, in milliseconds since 1970. */
  readonly at: number;
  readonly stamp: string;
}

/** What remembers texts by name, as browsers do. */
export type Shelves = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Returns where to keep things; undefined where a browser forbids that. */
export function shelves(): Shelves | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

function isList(value: unknown, is: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}

const isText = (value: unknown): boolean => typeof value === "string";
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

function isBranch(value: unknown): boolean {
  const branch = value as Record<string, unknown> | null;
  return isCount(branch?.line) && isCount(branch?.ply) && isList(branch?.moves, isText);
}

function isDraft(value: unknown): boolean {
  const draft = value as Partial<Draft> | null | undefined;
  const isPiece = (piece: unknown): boolean => isList(piece, isCount) && (piece as unknown[]).length === 2;
  return draft === null || (isCount(draft?.turn) && isList(draft?.pieces, isPiece));
}

/** Reads what is kept; undefined when it is damaged, or from another time. */
export function read(text: string | null): Kept | undefined {
  try {
    const found = JSON.parse(text ?? "") as Partial<Kept> | null;
    const { line, names, branches } = (found?.sheet ?? {}) as Partial<RecordRequest>;
    const sound =
      found?.version === 1 &&
      isCount(found.at) &&
      isText(found.stamp) &&
      isText(found.title) &&
      isText(line?.game) &&
      isList(line?.moves, isText) &&
      isList(names, isText) &&
      isList(branches, isBranch) &&
      isList(found.place, isCount) &&
      isList(found.worths, Array.isArray) &&
      isDraft(found.draft);
    return sound ? (found as Kept) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the ids of all that is kept, damaged or not. */
function ids(on: Shelves): string[] {
  const names = Array.from({ length: on.length }, (_, at) => on.key(at) ?? "");
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
}

/** Returns an analysis. */
export function take(on: Shelves | undefined, id: string): Kept | undefined {
  return on && read(on.getItem(PREFIX + id));
}

/** Returns all analyses that can be read, the latest first. */
export function all(on: Shelves | undefined): { id: string; kept: Kept }[] {
  if (!on) return [];
  const found = ids(on).flatMap((id) => {
    const kept = take(on, id);
    return kept ? [{ id, kept }] : [];
  });
  return found.sort((one, other) => other.kept.at - one.kept.at);
}

/** Removes an analysis; returns its text, to put it back. */
export function remove(on: Shelves | undefined, id: string): string | null {
  const text = on?.getItem(PREFIX + id) ?? null;
  on?.removeItem(PREFIX + id);
  return text;
}

/** Puts back what was removed. */
export function putBack(on: Shelves | undefined, id: string, text: string): void {
  if (on) set(on, id, text);
}

function unused(on: Shelves): string {
  for (;;) {
    const id = Math.random().toString(36).slice(2, 10);
    if (id !== "" && on.getItem(PREFIX + id) === null) return id;
  }
}

/**
 * Keeps an analysis. One that was kept before is replaced if it still has the stamp that we know; else somebody else
 * has changed it, and ours gets a place of its own. Returns nothing when there is no room at all.
 */
export function put(
  on: Shelves | undefined,
  before: { readonly id: string; readonly stamp: string } | undefined,
  content: Content,
  now: number,
): { id: string; stamp: string } | undefined {
  if (!on) return undefined;
  const there = before && on.getItem(PREFIX + before.id);
  const isOurs = before && (there === null || read(there ?? null)?.stamp === before.stamp);
  const id = isOurs ? before.id : unused(on);
  const stamp = `${now}-${Math.random().toString(36).slice(2)}`;
  const text = JSON.stringify({ version: 1, at: now, stamp, ...content } satisfies Kept);
  const others = ids(on)
    .filter((other) => other !== id)
    .map((other) => ({ other, size: on.getItem(PREFIX + other)?.length ?? 0 }));
  const letters = others.reduce((sum, { size }) => sum + size, text.length);
  const isRoom = others.length < STUDIES_MAX && letters <= LETTERS_MAX;
  const done = (isRoom && set(on, id, text)) || squeezed(on, id, text, letters, others);
  return done ? { id, stamp } : undefined;
}

function set(on: Shelves, id: string, text: string): boolean {
  try {
    on.setItem(PREFIX + id, text);
    return true;
  } catch {
    return false;
  }
}

/** Keeps a text in the place of the oldest ones, what is damaged first; none of them goes in vain. */
function squeezed(
  on: Shelves,
  id: string,
  text: string,
  letters: number,
  others: readonly { readonly other: string; readonly size: number }[],
): boolean {
  const aged = others.map((each) => ({ ...each, at: take(on, each.other)?.at ?? 0 }));
  aged.sort((one, other) => one.at - other.at);
  const gone: [string, string][] = [];
  for (const { other, size } of aged) {
    gone.push([other, remove(on, other) ?? ""]);
    letters -= size;
    if (others.length - gone.length < STUDIES_MAX && letters <= LETTERS_MAX && set(on, id, text)) return true;
  }
  for (const [other, old] of gone) set(on, other, old);
  return others.length === 0 && set(on, id, text);
}
