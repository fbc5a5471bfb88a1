/** Trees of variations, graphs and marks. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { describe, expect, it } from "vitest";
import { curves } from "../src/arena/analysis/curves";
import { mark, markWords } from "../src/arena/analysis/marks";
import { request } from "../src/arena/analysis/request";
import {
  branchOf,
  lineOf,
  lineThrough,
  movesTo,
  play,
  promote,
  remove,
  ROOT,
  written,
  type Tree,
  type Written,
} from "../src/arena/analysis/tree";

/** Writes a tree on one line, branches in brackets. */
function text(tree: Tree): string {
  const line = ({ moves }: Written): string =>
    moves.map(({ node, instead }) => [node.move, ...instead.map((one) => `(${line(one)})`)].join(" ")).join(" ");
  return line(written(tree));
}

/** Plays moves one after the other. */
function playAll(tree: Tree, after: number, ...moves: readonly string[]): [Tree, number] {
  return moves.reduce<[Tree, number]>(([now, at], move) => play(now, at, move), [tree, after]);
}

describe("a tree", () => {
  const line = lineOf(["a", "b", "c"], { comments: [null, "good", null], spent: [1200, null, 3] });

  it("begins as a line with what was said", () => {
    expect(text(line)).toBe("a b c");
    expect(line.get(2)?.comment).toBe("good");
    expect(line.get(1)?.spent).toBe(1200);
    expect(text(lineOf([]))).toBe("");
    expect(lineThrough(line, ROOT)).toEqual([0, 1, 2, 3]);
  });

  it("finds a move again that was played before", () => {
    const [same, at] = play(line, 1, "b");
    expect(same).toBe(line);
    expect(at).toBe(2);
  });

  it("keeps the main line beside branches, also within each other", () => {
    const [one, end] = playAll(line, 1, "x", "y");
    const [two] = playAll(one, end - 1, "z");
    const [three] = playAll(two, ROOT, "q");
    expect(text(three)).toBe("a (q) b (x y (z)) c");
    expect(text(line)).toBe("a b c");
    expect(movesTo(three, end)).toEqual(["a", "x", "y"]);
    expect(lineThrough(three, end - 1).map((id) => three.get(id)?.move)).toEqual(["", "a", "x", "y"]);
  });

  it("promotes a branch to the line that it left, one level at a time", () => {
    const [one, x] = playAll(line, 1, "x");
    const [two, z] = playAll(one, x, "y");
    const [three, w] = playAll(two, x, "w");
    expect(branchOf(three, w)).toBe(w);
    const once = promote(three, w);
    expect(text(once)).toBe("a b (x w (y)) c");
    expect(branchOf(once, w)).toBe(x);
    const twice = promote(once, w);
    expect(text(twice)).toBe("a x (b c) w (y)");
    expect(branchOf(twice, w)).toBeUndefined();
    expect(promote(twice, w)).toBe(twice);
    expect(twice.has(z)).toBe(true);
  });

  it("removes a move with all that follows, and never the first position", () => {
    const [one, x] = playAll(line, 1, "x", "y");
    const without = remove(one, x - 1);
    expect(text(without)).toBe("a b c");
    expect(without.size).toBe(4);
    expect(text(remove(one, 2))).toBe("a x y");
    expect(remove(one, ROOT)).toBe(one);
  });

  it("is as long as it has to be", () => {
    const long = lineOf(Array.from({ length: 5000 }, (_, at) => `m${at}`));
    expect(written(long).moves).toHaveLength(5000);
    expect(movesTo(long, 5000)).toHaveLength(5000);
    expect(play(long, 2500, "other")[0].size).toBe(5002);
  });
});

describe("a graph", () => {
  it("has one curve for two players and one each for three", () => {
    const at = (value: number, side = 0) => ({ score: "", value, side, best: null });
    const two = curves([at(0), undefined, at(0.5)], 2);
    expect(two).toHaveLength(1);
    expect(two[0]?.line).toBe("M0 0L2 -0.5");
    expect(two[0]?.count).toBe(2);
    expect(curves([at(0), at(1, 1), at(-1, 2), at(1)], 3).map(({ side }) => side)).toEqual([0, 1, 2]);
    expect(curves([undefined], 2)).toEqual([]);
    expect(curves([at(0.2)], 2)[0]?.line).toContain("h0.5");
  });

  it("marks moves after which the mover is worse off", () => {
    const at = (value: number | null) => ({ score: "", value, side: 0, best: "D2D4" });
    expect(mark(at(0.5), at(-0.4), 0)).toBe("??");
    expect(mark(at(0.5), at(-0.4), 1)).toBe("");
    expect(mark(at(-0.2), at(0.2), 1)).toBe("?");
    expect(mark(at(null), at(0.2), 1)).toBe("");
    expect(mark(at(1), at(-1), undefined)).toBe("");
    expect(markWords("??", "D2D4")).toBe("a mistake; D2D4 was better");
  });
});

describe("what is pasted", () => {
  it("is a record, a position, or nothing", () => {
    expect(request('\uFEFF[Game "joust"]\r\n\r\n1. D1E3\r\n*', "jetan", "")).toEqual({
      record: '[Game "joust"]\n\n1. D1E3\n*',
    });
    expect(request(" a/b \n white ", "joust", "size=8x8")).toEqual({
      game: "joust",
      options: "size=8x8",
      start: "a/b white",
    });
    expect(request("  ", "joust", "")).toEqual({ game: "joust", options: "" });
  });
});
