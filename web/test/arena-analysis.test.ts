/** Trees of variations, graphs and marks. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { describe, expect, it } from "vitest";
import { curves } from "../src/arena/analysis/curves";
import { accuracy, moments, standings, type Played } from "../src/arena/analysis/accuracy";
import { loss, mark, markWords, valuesOf } from "../src/arena/analysis/marks";
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
    const at = (value: number, side = 0) => ({ score: "", value, side, best: null, values: [] });
    const two = curves([at(0), undefined, at(0.5)], 2);
    expect(two).toHaveLength(1);
    expect(two[0]?.line).toBe("M0 0L2 -0.5");
    expect(two[0]?.count).toBe(2);
    expect(curves([at(0), at(1, 1), at(-1, 2), at(1)], 3).map(({ side }) => side)).toEqual([0, 1, 2]);
    expect(curves([undefined], 2)).toEqual([]);
    expect(curves([at(0.2)], 2)[0]?.line).toContain("h0.5");
  });

  it("marks moves after which the mover is worse off", () => {
    const at = (value: number | null) => ({ score: "", value, side: 0, best: "D2D4", values: valuesOf({ score: "", value, side: 0 }, 2) });
    expect(mark(loss(at(0.5), at(-0.4), 0))).toBe("??");
    expect(mark(loss(at(0.5), at(-0.4), 1))).toBe("");
    expect(mark(loss(at(-0.2), at(0.2), 1))).toBe("?");
    expect(mark(loss(at(0), at(-0.2), 0))).toBe("?!");
    expect(mark(loss(at(null), at(0.2), 1))).toBe("");
    expect(mark(loss(at(1), at(-1), undefined))).toBe("");
    expect(markWords("??", "D2D4")).toBe("blunder; D2D4 was better");
    expect(markWords("", "D2D4")).toBe("");
  });

  it("marks moves of three players by what they were worth to whoever made them", () => {
    const three = (...values: (number | null)[]) => ({ score: "", value: 0, side: 0, best: null, values });
    const line = [three(0.5, null, null), three(-0.3, 0.1, null), three(null, 0.1, -0.9), three(0.9, null, -0.9)];
    expect(line.slice(1).map((after, ply) => mark(loss(line[ply], after, ply)))).toEqual(["??", "", ""]);
    expect(valuesOf({ score: "", value: 0.5, side: 1 }, 3)).toEqual([null, 0.5, null]);
  });
});

describe("a review", () => {
  const at = (value: number | undefined, mover: number, move?: string): Played => ({
    worth: value === undefined ? undefined : { score: "", value, side: 0, best: "best", values: [value, -value] },
    mover,
    move,
  });
  const line = [at(0, 0, "a"), at(0, 1, "b"), at(0.4, 0, "c"), at(-0.6, 1, "best"), at(-0.6, 0)];

  it("finds the moves with which the evaluation turned, and says what was better", () => {
    expect(moments(line).map(({ ply, mover, mark, best }) => [ply, mover, mark, best])).toEqual([
      [1, 1, "?", "best"],
      [2, 0, "??", "best"],
    ]);
  });

  it("gives each player the mean accuracy of the moves", () => {
    const [white, black] = standings(line, 2);
    expect(white?.accuracy).toBeCloseTo((accuracy(0) + accuracy(1)) / 2);
    expect(black?.accuracy).toBeCloseTo((accuracy(0.4) + accuracy(0)) / 2);
    expect(black?.marks).toEqual({ "?!": 0, "?": 1, "??": 0 });
    expect(accuracy(0)).toBeCloseTo(100, 0);
    expect(accuracy(2)).toBeLessThan(1);
    expect([0, 0.1, 0.5, 1, 2].map(accuracy)).toEqual([0, 0.1, 0.5, 1, 2].map(accuracy).toSorted((one, other) => other - one));
  });

  it("says nothing of whoever has not moved, or of what is not judged", () => {
    expect(standings([at(0.3, 0)], 2).map(({ accuracy }) => accuracy)).toEqual([undefined, undefined]);
    expect(moments([at(undefined, 0, "a"), at(-1, 1)])).toEqual([]);
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
