/**
 * Reads films: games as pictures, as `crates/core/src/film.rs` writes and explains them.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Look, Placed } from "./board/types";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

/** One picture of a film. */
export interface Frame {
  readonly pieces: readonly Placed[];
  readonly lastMove: readonly number[];
  /** Who decides next; unknown before the first move. */
  readonly toMove: number | undefined;
}

/** A text that is no film. */
export class FilmError extends Error {}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  get peek(): string | undefined {
    return this.text[this.at];
  }

  skip(): void {
    this.at += 1;
  }

  until(...ends: readonly string[]): string {
    const from = this.at;
    while (this.at < this.text.length && !ends.includes(this.text[this.at]!)) this.at += 1;
    return this.text.slice(from, this.at);
  }

  /** Takes one character, whatever it is: two code units where it needs them. */
  character(): string {
    const point = this.text.codePointAt(this.at);
    if (point === undefined) throw this.fault("a character");
    const character = String.fromCodePoint(point);
    this.at += character.length;
    return character;
  }

  expect(character: string): void {
    if (this.peek !== character) throw this.fault(`"${character}"`);
    this.at += 1;
  }

  digit(): number {
    const value = VALUES.get(this.peek ?? "");
    if (value === undefined) throw this.fault("a digit");
    this.at += 1;
    return value;
  }

  fault(expected: string): FilmError {
    return new FilmError(`no film: ${expected} expected at ${this.at}`);
  }
}

/** Reads all pictures of a film: the first position, and the one after each move. */
export function frames(text: string): Frame[] {
  return Array.from(shown(text), ({ now, looks, lastMove, toMove }) => ({ pieces: standing(now, looks), lastMove, toMove }));
}

/** Reads only the last picture of a film, for whoever shows many games at once. */
export function lastFrame(text: string): Frame {
  let last: Shown | undefined;
  for (const next of shown(text)) last = next;
  const { now, looks, lastMove, toMove } = last!;
  return { pieces: standing(now, looks), lastMove, toMove };
}

/** What a picture is made of; `now` is another's after the next. */
interface Shown extends Omit<Frame, "pieces"> {
  readonly now: readonly number[];
  readonly looks: readonly Look[];
}

function* shown(text: string): Generator<Shown> {
  const reader = new Reader(text);
  const cells = Number(reader.until(" ", "|"));
  if (!Number.isInteger(cells)) throw reader.fault("a number of cells");
  const looks: Look[] = [];
  while (reader.peek === " ") {
    reader.skip();
    looks.push(look(reader));
  }
  reader.expect("|");
  const now = Array.from({ length: cells }, () => reader.digit());
  reader.expect("|");
  const digits = cells > DIGITS.length ? 2 : 1;
  const cell = (): number => {
    let number = 0;
    for (let place = 0; place < digits; place += 1) number = DIGITS.length * number + reader.digit();
    if (number >= cells) throw reader.fault("a cell");
    return number;
  };
  let lastMove: readonly number[] = [];
  yield { now, looks, lastMove, toMove: undefined };
  while (reader.peek !== undefined) {
    const toMove = reader.digit();
    const changed: number[] = [];
    while (!".=:".includes(reader.peek ?? ".")) {
      const at = cell();
      now[at] = reader.digit();
      changed.push(at);
    }
    lastMove = marks(reader, changed, lastMove, cell);
    yield { now, looks, lastMove, toMove };
  }
}

function look(reader: Reader): Look {
  const kind = reader.until(":");
  reader.expect(":");
  const owner = reader.until(":");
  reader.expect(":");
  return { kind, owner: owner === "-" ? null : Number(owner), letter: reader.character() };
}

function marks(
  reader: Reader,
  changed: readonly number[],
  before: readonly number[],
  cell: () => number,
): readonly number[] {
  const sign = reader.peek;
  if (sign === undefined) throw reader.fault("the end of a move");
  reader.skip();
  if (sign === ".") return changed;
  if (sign === "=") return before;
  const cells: number[] = [];
  while (reader.peek !== ";") cells.push(cell());
  reader.skip();
  return cells;
}

function standing(codes: readonly number[], looks: readonly Look[]): Placed[] {
  return codes.flatMap((code, cell) => {
    const look = looks[code - 1];
    return look ? [{ cell, look }] : [];
  });
}
