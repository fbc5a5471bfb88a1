/** Outlines of searches: what is seen of them, where keys lead, how they grow; and what stands in the address. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { describe, expect, it } from "vitest";
import { isOpen, lineage, path, principal, rows, valueText, way } from "../src/arena/search/outline";
import { agents, asked, read, written } from "../src/arena/search/question";
import type { GameCard, TreeNode } from "../src/contract";

/** A tree of two moves at the root, the first with two answers; three more positions were not kept. */
const NODES = [
  { parent: null, move: null, at: 1, nodes: 8, more: 3, principal: true },
  { parent: 0, move: "a", at: 2, nodes: 3, more: 0, principal: true },
  { parent: 1, move: "b", at: 3, nodes: 1, more: 0, principal: false },
  { parent: 1, move: "c", at: 4, nodes: 1, more: 0, principal: true },
  { parent: 0, move: "d", at: 8, nodes: 1, more: 0, principal: false },
] as unknown as TreeNode[];

describe("an outline", () => {
  it("shows what is below open nodes", () => {
    expect(rows(NODES, new Set([0])).map(({ index, level, isParent, place, siblings }) => [index, level, isParent, place, siblings])).toEqual([
      [0, 1, true, 1, 1],
      [1, 2, true, 1, 2],
      [4, 2, false, 2, 2],
    ]);
    expect(rows(NODES, principal(NODES)).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    // What is open below a closed node is not seen.
    expect(rows(NODES, new Set([1])).map(({ index }) => index)).toEqual([0]);
  });

  it("grows in the order of the search", () => {
    const all = new Set([0, 1, 2, 3, 4]);
    expect(rows(NODES, all, 3).map(({ index, isParent }) => [index, isParent])).toEqual([
      [0, true],
      [1, true],
      [2, false],
    ]);
    const open = (step: number): number[] => NODES.flatMap((_, index) => (index <= step && isOpen(NODES, index, step) ? [index] : []));
    expect([0, 1, 2, 3, 4, 5].map(open)).toEqual([[0], [0, 1], [0, 1], [0, 1], [0], []]);
  });

  it("knows the way to a node", () => {
    expect(path(NODES, 3)).toEqual(["a", "c"]);
    expect(path(NODES, 0)).toEqual([]);
    expect(lineage(NODES, 3)).toEqual([3, 1, 0]);
  });

  it("is gone through by keys", () => {
    const open = new Set([0]);
    const seen = rows(NODES, open);
    const from = (key: string, at: number): unknown => way(key, seen, NODES, open, at);
    expect(from("ArrowDown", 1)).toEqual({ to: 4 });
    expect(from("ArrowUp", 4)).toEqual({ to: 1 });
    expect(from("ArrowDown", 4)).toBeUndefined();
    expect(from("Home", 4)).toEqual({ to: 0 });
    expect(from("End", 0)).toEqual({ to: 4 });
    expect(from("ArrowRight", 0)).toEqual({ to: 1 });
    expect(from("ArrowRight", 1)).toEqual({ open: 1 });
    expect(from("ArrowRight", 4)).toBeUndefined();
    expect(from("ArrowLeft", 0)).toEqual({ close: 0 });
    expect(from("ArrowLeft", 4)).toEqual({ to: 0 });
    expect(from("x", 0)).toBeUndefined();
  });

  it("says values as people do", () => {
    const words = { wins: (plies: number) => `wins in ${plies}`, loses: (plies: number) => `loses in ${plies}`, allLose: "all lose" };
    expect([12, -3, 0, { wins_in: 3 }, { loses_in: 4 }, "all_lose" as const].map((value) => valueText(value, words))).toEqual([
      "+12",
      "−3",
      "0",
      "wins in 3",
      "loses in 4",
      "all lose",
    ]);
  });
});

function card(...names: readonly string[]): GameCard {
  return { name: "joust", agents: names.map((name) => ({ name, summary: "", kind: "agent" })) } as unknown as GameCard;
}

describe("the address of a search", () => {
  const two = card("random", "greedy", "minimax", "alphabeta", "mcts");

  it("is read as usual where it says nothing", () => {
    expect(agents(two)).toEqual(["greedy", "minimax", "alphabeta", "mcts"]);
    expect(read(two, "")).toMatchObject({ agent: "alphabeta", beside: "minimax", depth: 3, moves: [] });
    expect(read(card("maxn", "paranoid"), "")).toMatchObject({ agent: "maxn", beside: "paranoid", depth: 2 });
    expect(read(two, "agent=nobody&depth=-1")).toMatchObject({ agent: "alphabeta", beside: "", depth: 3 });
  });

  it("is written as it is read", () => {
    const question = read(two, "options=size%3D4x4&moves=A1B3+C1D3&agent=mcts&depth=4&playouts=100");
    expect(read(two, written(question))).toEqual(question);
    expect(asked(question)).toEqual({ game: "joust", options: "size=4x4", moves: ["A1B3", "C1D3"], agent: "mcts", depth: 4, playouts: 100 });
    expect(written({ options: "", moves: [] })).toBe("");
  });
});
