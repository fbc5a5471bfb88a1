/** People: pictures drawn from letters, the games of a browser, moves that are planned, marks on the board. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { beforeEach, describe, expect, it } from "vitest";
import { found, played, scores, type Result } from "../src/arena/people/mine";
import { t } from "../src/words";
import { forgetGame, isContested, keepGame, ownGame, type About, type OwnGame } from "../src/arena/play/keys";
import { fate, offered } from "../src/arena/play/plan.svelte";
import { drawing, isSeed, newSeed, SIDE } from "../src/arena/ui/picture";
import { Sketch, toggled } from "../src/board/sketch.svelte";
import type { Look } from "../src/board/types";

describe("a picture", () => {
  it("is the same for the same letters, and another for others", () => {
    expect(drawing("abcdefgh")).toEqual(drawing("abcdefgh"));
    const many = Array.from({ length: 200 }, () => JSON.stringify(drawing(newSeed())));
    expect(new Set(many).size).toBeGreaterThan(195);
  });

  it("mirrors its left half and is never empty", () => {
    for (let count = 0; count < 100; count += 1) {
      const { shapes } = drawing(newSeed());
      const at = new Set(shapes.map(({ x, y, kind, second }) => `${x} ${y} ${kind} ${second}`));
      expect(shapes.length).toBeGreaterThan(0);
      for (const { x, y, kind, second } of shapes) expect(at).toContain(`${SIDE - 1 - x} ${y} ${kind} ${second}`);
    }
  });

  it("is drawn from the letters that the server takes", () => {
    for (let count = 0; count < 100; count += 1) expect(newSeed()).toMatch(/^[a-km-np-z2-9]{8}$/);
    for (const wrong of [null, "", "abcdefg", "abcdefghi", "abcdefgl", "ABCDEFGH", "<script>"]) expect(isSeed(wrong)).toBe(false);
  });
});

describe("my games", () => {
  const about = (names: readonly string[], payoffs: readonly number[] | null, people = 1): About => ({
    title: names.length > 2 ? "ThreeChess" : "Jetan",
    seats: names.map((name, seat) => ({ side: ["black", "orange", "red"][seat]!, kind: seat < people ? "person" : "agent", name })),
    moves: 12,
    began: names.length,
    over: payoffs && { payoffs, words: "Princess captured" },
  });
  const game = (seats: readonly number[], known: About): OwnGame => ({
    at: 0,
    game: known.title.toLowerCase(),
    keys: Object.fromEntries(seats.map((seat) => [seat, "key"])),
    links: {},
    over: known.over !== null,
    about: known,
  });
  const all = played([
    ["won", game([0], about(["Player", "easy"], [1, -1]))],
    ["lost", game([0], about(["Player", "easy"], [-1, 1]))],
    ["tied", game([1], about(["Zoë", "Player"], [0, 0], 2))],
    ["three", game([2], about(["novice", "novice", "Player"], [-1, -1, 1], 0))],
    ["open", game([0], about(["Player", "hard"], null))],
    ["both", game([0, 1], about(["Player", "Player"], [1, -1], 2))],
    ["unseen", { at: 0, game: "jetan", keys: { 0: "key" }, links: {}, over: false }],
    ["watched", game([], about(["easy", "hard"], [1, -1], 0))],
  ]);
  const search = (text: string, result: Result | "" = "", name = ""): string[] =>
    found(all, { text, game: name, result }, t.people.mine.results).map(({ id }) => id);

  it("are those with a seat, the latest first", () => {
    expect(all.map(({ id, result }) => [id, result])).toEqual([
      ["three", "won"],
      ["won", "won"],
      ["lost", "lost"],
      ["tied", "tied"],
      ["open", "open"],
      ["both", "tied"],
    ]);
    expect(all.map(({ opponents }) => opponents)[0]).toEqual(["Nell", "Nell"]);
  });

  it("are found by game, opponent, side and result, without accents", () => {
    expect(search("zoe")).toEqual(["tied"]);
    expect(search("EZRA jetan")).toEqual(["won", "lost"]);
    expect(search("easy", "won")).toEqual(["won"]);
    expect(search("", "", "threechess")).toEqual(["three"]);
    expect(search("not over")).toEqual(["open"]);
    expect(search("nobody like that")).toEqual([]);
  });

  it("are counted against each agent", () => {
    const table = scores(all).map(({ title, agent, played, won, tied, lost }) => [title, agent, played, won, tied, lost]);
    expect(table).toEqual([
      ["Jetan", "easy", 2, 1, 0, 1],
      ["ThreeChess", "novice", 2 - 1, 1, 0, 0],
    ]);
  });

  describe("in the browser", () => {
    beforeEach(() => localStorage.clear());

    it("are forgotten when asked, and known as contested while others play", () => {
      keepGame("a", game([0], about(["Player", "easy"], null)));
      keepGame("b", game([0], about(["Player", "Ada"], null, 2)));
      expect([isContested("a"), isContested("b"), isContested("c")]).toEqual([false, true, false]);
      forgetGame("a");
      expect([ownGame("a"), ownGame("b")?.game]).toEqual([undefined, "jetan"]);
    });
  });
});

describe("a plan", () => {
  const look = (owner: number | null): Look => ({ kind: "knight", owner, letter: "n" }) as Look;
  const frame = { pieces: [{ cell: 3, look: look(0) }, { cell: 9, look: look(1) }, { cell: 5, look: look(null) }], lastMove: [], toMove: 0 };

  it("is offered for one's own pieces", () => {
    const reach = { cells: { 3: [1, 2], 9: [4], 5: [6] } };
    expect(offered(reach, frame, [1])).toEqual([{ move: "9-4", cells: [9, 4] }]);
    expect(offered(reach, frame, [0, 1]).map(({ move }) => move)).toEqual(["3-1", "3-2", "9-4"]);
    expect(offered({ cells: {} }, frame, [0])).toEqual([]);
  });

  it("becomes the one legal move from there to there, over whatever lies between", () => {
    const legal = [{ move: "A", cells: [3, 1] }, { move: "B", cells: [3, 8, 2] }, { move: "pass", button: "pass" }];
    expect(fate([3, 1], legal)).toEqual({ move: "A" });
    expect(fate([3, 2], legal)).toEqual({ move: "B" });
    expect(fate([3, 8], legal)).toEqual({ dropped: "illegal" });
  });

  it("is dropped where there are several or one is asked about, and waits while only answers are due", () => {
    const twice = [{ move: "A", cells: [3, 1] }, { move: "B", cells: [3, 8, 1] }];
    expect(fate([3, 1], twice)).toEqual({ dropped: "several" });
    expect(fate([3, 1], [{ move: "A", cells: [3, 1], question: "Spend it?" }])).toEqual({ dropped: "asks" });
    expect(fate([3, 1], [{ move: "accept", button: "accept" }])).toBeUndefined();
  });
});

describe("a sketch", () => {
  it("has each mark once, and drops what is drawn again", () => {
    const once = toggled([], { from: 1, to: 2 });
    expect(toggled(once, { from: 2, to: 1 })).toHaveLength(2);
    expect(toggled(once, { from: 1, to: 2 })).toEqual([]);
  });

  it("is drawn by a pointer and by steps, and cleared", () => {
    const sketch = new Sketch();
    sketch.begin(4);
    sketch.lead(7);
    sketch.lead(undefined);
    expect(sketch.marks).toEqual([{ from: 4, to: 7 }]);
    sketch.end();
    sketch.step(5);
    expect(sketch.isBegun).toBe(true);
    sketch.step(5);
    expect(sketch.marks).toEqual([{ from: 4, to: 7 }, { from: 5, to: 5 }]);
    sketch.step(5);
    expect(sketch.cancel()).toBe(true);
    expect(sketch.cancel()).toBe(false);
    sketch.clear();
    expect(sketch.marks).toEqual([]);
  });
});
