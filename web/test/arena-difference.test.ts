/** States that become others by what the server tells. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { expect, it } from "vitest";
import { applied } from "../src/arena/difference";

const state = { board: { cells: [1, 2] }, film: "10 a:0:𝔸|AA|", moves: ["A1", "B2"], turn: 0, note: "x" };

it("sets, adds and removes fields", () => {
  const next = applied(state, {
    set: { turn: 1, over: null },
    add: { film: [13, "B1."], moves: [2, ["C3"]] },
    remove: ["note"],
  });
  expect(next).toEqual({
    board: { cells: [1, 2] },
    film: "10 a:0:𝔸|AA|B1.",
    moves: ["A1", "B2", "C3"],
    turn: 1,
    over: null,
  });
  expect(next["board"], "what has not changed stays the same").toBe(state.board);
  expect(state.moves, "what was told before stays as it was").toEqual(["A1", "B2"]);
});

it("takes moves back", () => {
  expect(applied(state, { add: { film: [9, "C"], moves: [1, []] } })).toMatchObject({ film: "10 a:0:𝔸C", moves: ["A1"] });
});

it("changes lists anywhere", () => {
  const list = { games: ["a", "b", "c", "d"] };
  expect(applied(list, { add: { games: [0, ["x", "a"], 2] } })).toEqual({ games: ["x", "a", "c", "d"] });
  expect(applied(list, { add: { games: [1, [], 2] } })).toEqual({ games: ["a", "c", "d"] });
  expect(applied(list, { put: { games: [[0, "x"], [3, "y"]] } })).toEqual({ games: ["x", "b", "c", "y"] });
  expect(list.games).toEqual(["a", "b", "c", "d"]);
});

it("leaves all as it is where nothing is told", () => {
  expect(applied(state, {})).toEqual(state);
});
