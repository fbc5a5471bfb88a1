/** Touched cells become moves, keys lead over boards as they are drawn, and pictures are told in words. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { describe, expect, it } from "vitest";
import { arrow } from "../src/board/arrow";
import { ARROWS, neighbour, rows } from "../src/board/compass";
import { contains, points } from "../src/board/geometry";
import { ends, nexts, touch, traced } from "../src/board/gesture";
import { cellAt, layout, unprojected } from "../src/board/layout";
import type { Board, Look } from "../src/board/types";
import { cellInWords, happened, type Picture } from "../src/board/words";
import { SAMPLES } from "./samples";

describe("gestures", () => {
  const moves = traced([
    { move: "1-3", cells: [1, 3] },
    { move: "1-3-5", cells: [1, 3, 5] },
    { move: "1-3-5-7", cells: [1, 3, 5, 7] },
    { move: "1-2", cells: [1, 2] },
    { move: "4-8=Q", cells: [4, 8] },
    { move: "4-8=N", cells: [4, 8] },
    { move: "pass", button: "pass" },
  ]);
  const begins = (cell: number): boolean => [1, 4].includes(cell);

  it("leave buttons aside", () => {
    expect(moves.map(({ move }) => move)).not.toContain("pass");
  });

  it("take up a piece, and put it down", () => {
    expect(touch(moves, [], 1, begins)).toEqual({ is: "path", path: [1] });
    expect(touch(moves, [1], 1, begins)).toEqual({ is: "path", path: [] });
    expect(touch(moves, [1], 4, begins)).toEqual({ is: "path", path: [4] });
    expect(touch(moves, [], 9, begins)).toEqual({ is: "path", path: [] });
  });

  it("make a move that nothing follows at once", () => {
    expect(touch(moves, [1], 2, begins)).toEqual({ is: "move", move: "1-2" });
  });

  it("go on where moves go on, and stop where one touches again", () => {
    expect(nexts(moves, [1]).sort()).toEqual([2, 3]);
    expect(ends(moves, [1]).sort()).toEqual([5, 7]);
    expect(touch(moves, [1], 3, begins)).toEqual({ is: "path", path: [1, 3] });
    expect(touch(moves, [1, 3], 3, begins)).toEqual({ is: "move", move: "1-3" });
    expect(touch(moves, [1, 3], 5, begins)).toEqual({ is: "path", path: [1, 3, 5] });
    expect(touch(moves, [1, 3, 5], 7, begins)).toEqual({ is: "move", move: "1-3-5-7" });
  });

  it("may touch the end of a chain only", () => {
    expect(touch(moves, [1], 7, begins)).toEqual({ is: "move", move: "1-3-5-7" });
  });

  it("ask when several moves are made alike", () => {
    const step = touch(moves, [4], 8, begins);
    expect(step.is === "choice" && step.moves.map(({ move }) => move)).toEqual(["4-8=Q", "4-8=N"]);
  });

  it("tell what is no move", () => {
    expect(touch(moves, [1, 3], 9, begins)).toEqual({ is: "none", cells: [1, 3, 9] });
  });
});

const cases = SAMPLES.flatMap(({ board }) =>
  board.turns.map((_, seat) => [`${board.game} from seat ${seat}`, board, seat] as const),
);

describe.each(cases)("the way over %s", (_, board: Board, seat: number) => {
  const drawn = layout(board, seat);
  const cells = board.cells.map((_, cell) => cell);

  it("leads everywhere by arrow keys", () => {
    const reached = new Set([0]);
    for (const cell of reached) {
      for (const direction of Object.values(ARROWS)) reached.add(neighbour(drawn.places, cell, direction));
    }
    expect(reached.size).toBe(cells.length);
  });

  it("goes where the key points", () => {
    for (const cell of cells) {
      for (const { x, y } of Object.values(ARROWS)) {
        const [from, to] = [drawn.places[cell]!, drawn.places[neighbour(drawn.places, cell, { x, y })]!];
        const along = (to.centre.x - from.centre.x) * x + (to.centre.y - from.centre.y) * y;
        expect(along).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it("has every cell in one row", () => {
    const lines = rows(board, drawn.places);
    expect(lines.flat().sort((one, other) => one - other)).toEqual(cells);
    expect(Math.min(...lines.map((line) => line.length))).toBeGreaterThan(1);
  });

  it("finds the cell below a pointer", () => {
    const screen = { x: 10, y: 20, width: 800, height: 500 } as DOMRect;
    const scale = Math.min(screen.width / drawn.width, screen.height / drawn.height);
    for (const cell of cells) {
      const { x, y } = drawn.places[cell]!.centre;
      const at = {
        x: 10 + 400 + (x - drawn.x - drawn.width / 2) * scale,
        y: 20 + 250 + (y - drawn.y - drawn.height / 2) * scale,
      };
      expect(cellAt(drawn, unprojected(drawn, screen, at))).toBe(cell);
    }
    expect(cellAt(drawn, { x: drawn.x, y: drawn.y })).toBeUndefined();
  });
});

describe("on a board of squares", () => {
  const { board } = SAMPLES.find((sample) => sample.board.game === "jetan")!;
  const named = (name: string): number => board.cells.findIndex((cell) => cell.name === name);
  const after = (seat: number, from: string, key: string): string =>
    board.cells[neighbour(layout(board, seat).places, named(from), ARROWS[key]!)]!.name;

  it("arrow keys follow the lines, whoever sits below", () => {
    expect(after(0, "D4", "ArrowRight")).toBe("E4");
    expect(after(0, "D4", "ArrowUp")).toBe("D5");
    expect(after(1, "D4", "ArrowRight")).toBe("C4");
    expect(after(1, "D4", "ArrowDown")).toBe("D5");
    expect(after(0, "A1", "ArrowLeft")).toBe("A1");
  });

  it("rows are read from the top left", () => {
    expect(rows(board, layout(board).places)[0]!.map((cell) => board.cells[cell]!.name).slice(0, 2)).toEqual(["A10", "B10"]);
    expect(rows(board, layout(board, 1).places)[0]!.map((cell) => board.cells[cell]!.name).slice(0, 2)).toEqual(["J1", "I1"]);
  });
});

it.each(cases)("on a telephone %s is as wide as can be, and what is written is seen", (_, board: Board, seat: number) => {
  const [usual, tight] = [layout(board, seat), layout(board, seat, { tight: true })];
  expect(tight.width).toBeLessThan(usual.width);
  const among = tight.labels.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  expect(new Set(among).size).toBe(tight.labels.length);
  for (const { x, y, text } of tight.labels) {
    expect(x > tight.x && x < tight.x + tight.width && y > tight.y && y < tight.y + tight.height, text).toBe(true);
    // Letters lie beside the pieces, never under them.
    expect(cellAt(tight, { x, y }), text).toBeUndefined();
  }
  const areSquares = ["jetan", "joust", "refusal"].includes(board.game);
  if (areSquares) expect(tight.width).toBeLessThan(board.width + 0.45);
});

it.each(cases)("coordinates of %s stay left and below however squares are turned", (_, board: Board, seat: number) => {
  if (!["jetan", "joust", "refusal"].includes(board.game)) return;
  for (const tight of [false, true]) {
    const { labels, places } = layout(board, seat, { tight });
    for (const { x, y, text, seat: named } of labels) {
      if (named !== undefined) continue;
      expect(/\d/.test(text) ? x < 0 : y > board.height, text).toBe(true);
      const middles = places.map(({ centre }) => centre).filter((centre) => Math.abs(/\d/.test(text) ? centre.y - y : centre.x - x) < 0.01);
      const names = middles.map((centre) => board.cells[cellAt(layout(board, seat, { tight }), centre)!]!.name);
      expect(names.every((name) => (/\d/.test(text) ? name.slice(1) : name[0]) === text), text).toBe(true);
    }
  }
});

it("names of seats are cut when they are long", () => {
  const { board } = SAMPLES.find((sample) => sample.board.game === "threechess")!;
  const names = layout(board, 0, { names: ["x".repeat(300), "Ann", "Bob"] }).labels.filter(({ seat }) => seat !== undefined);
  expect(names.map(({ text }) => text.length)).toEqual([18, 3, 3]);
});

it("a point is inside a polygon or not", () => {
  const diamond = points([1, 0, 2, 1, 1, 2, 0, 1]);
  expect(contains(diamond, { x: 1, y: 1 })).toBe(true);
  expect(contains(diamond, { x: 0.1, y: 0.1 })).toBe(false);
});

it("arrows lead over all cells of a move, or nowhere", () => {
  const { places } = layout(SAMPLES[0]!.board);
  expect(arrow([places[0]!])).toEqual({ shaft: "", head: "" });
  const { shaft, head } = arrow([places[0]!, places[2]!, places[22]!]);
  expect(shaft).toContain("L2.500 9.500");
  expect(shaft + head).not.toContain("NaN");
});

describe("words", () => {
  const { board } = SAMPLES.find((sample) => sample.board.game === "jetan")!;
  const [black, orange] = [0, 1].map((owner): Look => ({ kind: "panthan", owner, letter: "a" })) as [Look, Look];
  const chief: Look = { kind: "chief", owner: 0, letter: "C" };
  const none = { chosen: false, target: false, stop: false, movable: false, attacked: false, asks: false, plannable: false, planned: false };

  const picture = (lastMove: readonly number[], ...standing: readonly (readonly [number, Look])[]): Picture => ({
    pieces: standing.map(([cell, look]) => ({ cell, look })),
    lastMove,
  });
  const start = picture([], [13, black]);

  it("tell a move, a capture, what became of a piece", () => {
    expect(happened(board, start, picture([13, 23], [23, black]))).toBe("black panthan from D2 to D3");
    const both = picture([], [13, black], [23, orange]);
    expect(happened(board, both, picture([13, 23], [23, black]))).toBe(
      "black panthan from D2 to D3, takes orange panthan on D3",
    );
    expect(happened(board, start, picture([13, 23], [23, chief]))).toBe("black panthan from D2 to D3 becomes chief");
    expect(happened(board, start, picture([]))).toBe("black panthan on D2 is gone");
  });

  it("tell what is proposed, and nothing when nothing is new", () => {
    expect(happened(board, start, picture([13, 23], [13, black]))).toBe("proposed: black panthan from D2 to D3");
    expect(happened(board, start, start)).toBe("");
  });

  it("tell of a cell that burns, and of another position", () => {
    const burned: Look = { kind: "burned", owner: null, letter: "#" };
    const after = picture([13, 23], [23, black], [13, burned]);
    expect(happened(board, start, after).split(", ")).toEqual(["black panthan from D2 to D3", "D2 burned"]);
    const many = Array.from({ length: 20 }, (_, cell) => [cell, black] as const);
    expect(happened(board, picture([]), picture([], ...many))).toBe("another position");
  });

  it("tell what a cell is to a player", () => {
    expect(cellInWords(board, 13, black, { ...none, movable: true })).toBe("D2, black panthan, can move");
    expect(cellInWords(board, 13, orange, { ...none, target: true })).toBe("D2, target, captures orange panthan");
    expect(cellInWords(board, 13, undefined, { ...none, target: true })).toBe("D2, empty, target");
    expect(cellInWords(board, 13, undefined, { ...none, chosen: true, stop: true })).toContain("stop here");
    expect(cellInWords(board, 13, black, { ...none, attacked: true })).toBe("D2, black panthan, attacked");
    expect(cellInWords(board, 13, undefined, { ...none, target: true, asks: true })).toBe("D2, empty, target, asks before it is played");
  });

  it.each(SAMPLES.map((sample) => [sample.board.game, sample] as const))("tell every move of %s", (_, sample) => {
    sample.frames.slice(1).forEach((frame, at) => {
      const before = sample.frames[at]!;
      const words = happened(sample.board, before, frame);
      const seen = ({ pieces, lastMove }: Picture): string => JSON.stringify({ pieces, lastMove });
      const same = seen(before) === seen(frame);
      expect(words === "", words).toBe(same);
      if (!same) expect(words).toMatch(/ from \S+ to |no longer proposed/);
    });
  });
});
