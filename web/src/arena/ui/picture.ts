/**
 * Pictures of people: shapes, drawn from a few letters, and the same wherever these are known.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

/** What pictures are drawn from; the server takes nothing else. */
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
const LENGTH = 8;
/** How many fields a picture has on each side; its right half mirrors the left one. */
export const SIDE = 5;

export interface Shape {
  readonly x: number;
  readonly y: number;
  readonly kind: "square" | "circle" | "diamond" | "triangle";
  /** Whether it has the second colour. */
  readonly second: boolean;
}

export interface Drawing {
  /** Colours of the ground and of the shapes. */
  readonly ground: string;
  readonly colours: readonly [string, string];
  readonly shapes: readonly Shape[];
}

const KINDS = ["square", "circle", "diamond", "triangle"] as const;

export function isSeed(text: string | null): text is string {
  return text !== null && text.length === LENGTH && [...text].every((letter) => LETTERS.includes(letter));
}

/** Returns letters for another picture. */
export function newSeed(): string {
  // There are 32 letters, so that all are equally likely.
  return [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** Numbers that depend on a text alone. */
function numbers(text: string): () => number {
  let state = [...text].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Draws the picture of some letters. */
export function drawing(seed: string): Drawing {
  const next = numbers(seed);
  const hue = next() % 360;
  const other = (hue + 90 + (next() % 180)) % 360;
  const kinds = [KINDS[next() % 4]!, KINDS[next() % 4]!] as const;
  const shapes: Shape[] = [];
  const half = Math.ceil(SIDE / 2);
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < half; x += 1) {
      const drawn = next();
      // The middle is never empty, so that no picture is.
      const middle = x === half - 1 && y === half - 1;
      if (drawn % 100 >= 56 && !middle) continue;
      const second = (drawn >>> 8) % 3 === 0;
      const shape = { y, kind: kinds[second ? 1 : 0]!, second };
      shapes.push({ ...shape, x });
      if (x < half - 1) shapes.push({ ...shape, x: SIDE - 1 - x });
    }
  }
  return { ground: `hsl(${hue} 38% 90%)`, colours: [`hsl(${hue} 62% 38%)`, `hsl(${other} 58% 44%)`], shapes };
}
