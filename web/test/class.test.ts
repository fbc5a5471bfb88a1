/** What the views of a class compute, and how they ask. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { beforeEach, describe, expect, it, vi } from "vitest";
import { Refused } from "../src/arena/api";
import { ask, code, keep } from "../src/arena/class/code";
import { placed } from "../src/arena/class/places";
import type { DoneGame, GameSummary } from "../src/contract";

function game(id: string): GameSummary {
  const names = ["Ada", "Bob"];
  return {
    id: `class-${id}`, number: 0, game: "joust", title: "Joust", options: "", names, plies: 3, turn: 0, over: null, began: 0, watching: 0, attended: true, round: null,
  };
}

const over = { result: "1-0", payoffs: [1, -1], reason: "stuck", words: "black cannot move" };
const done = (id: string): DoneGame => ({ id, names: ["Ada", "Bob"], plies: 9, over });
const ids = (games: readonly GameSummary[]): string[] => games.map(({ id }) => id.slice(6));

describe("the games of a class", () => {
  const [one, two, three, four] = ["1", "2", "3", "4"].map(game) as [GameSummary, GameSummary, GameSummary, GameSummary];

  it("keep their places, and one that is over stays until another begins", () => {
    const first = placed([], [two, one], []);
    expect(ids(first)).toEqual(["1", "2"]);
    const second = placed(first, [two], [done("1")]);
    expect(ids(second)).toEqual(["1", "2"]);
    expect(second.map((each) => each.over)).toEqual([over, null]);
    const third = placed(second, [three, two], [done("1")]);
    expect(ids(third)).toEqual(["3", "2"]);
    expect(ids(placed(third, [four, three, two], [done("1")]))).toEqual(["3", "2", "4"]);
  });
});

describe("codes", () => {
  beforeEach(() => sessionStorage.clear());

  it("are kept for each view, and sent in a header without what cannot travel there", async () => {
    const fetched = vi.fn(() => Promise.resolve(new Response("nobody has this code", { status: 401 })));
    vi.stubGlobal("fetch", fetched);
    keep("student", " ABCD-ÄEFG ");
    expect([code("student"), code("instructor")]).toEqual(["ABCD-ÄEFG", ""]);
    const refused = await ask("student", "/api/student").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({ status: 401, message: "nobody has this code" });
    expect(fetched).toHaveBeenCalledWith("/api/student", { headers: { "X-Manator-Code": "ABCD-EFG" } });
    keep("student", "");
    expect(code("student")).toBe("");
    vi.unstubAllGlobals();
  });
});
