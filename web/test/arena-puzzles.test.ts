/** What is remembered of puzzles, and what is said about moves in them. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { describe, expect, it } from "vitest";
import { after, mark, read } from "../src/arena/puzzles/progress.svelte";
import { judged } from "../src/arena/puzzles/verdict";

describe("what is remembered", () => {
  it("counts puzzles and days in a row", () => {
    let known = after(read(null), "joust", "one", true, 100);
    known = after(known, "joust", "two", true, undefined);
    known = after(known, "joust", "two", true, 101);
    expect([known.streak, known.best, known.days]).toEqual([2, 2, 2]);
    expect(known.solved.joust).toEqual([mark("one"), mark("two")]);
    known = after({ ...known, streak: 0 }, "jetan", "three", false, 103);
    expect([known.streak, known.best, known.days]).toEqual([0, 2, 1]);
    expect(read(JSON.stringify(known))).toEqual(known);
  });

  it("survives what is no longer readable", () => {
    for (const text of ["", "null", "{", '{"solved":{"joust":3},"streak":"x"}']) {
      expect(read(text)).toEqual({ solved: {}, streak: 0, best: 0, day: 0, days: 0 });
    }
  });
});

describe("what is said", () => {
  it("tells a longer win from a mistake", () => {
    expect(judged({ kind: "slower", moves: 3, replies: [] }, "A1B3", true)).toBe("A1B3 wins too, but takes 3 moves. There is a faster win.");
    expect(judged({ kind: "fails", moves: 2, replies: ["C1"] }, "A1B3", true)).toMatch(/is answered by C1, and there is no forced win in 2 moves/);
    expect(judged({ kind: "won", moves: 1, replies: [] }, "A1B3", true)).toBe("Solved!");
  });
});
