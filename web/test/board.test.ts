/** Boards are drawn completely, from whatever description. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { beforeEach, describe, expect, it } from "vitest";
import { area, box, centroid, hull, points, reach, turned } from "../src/board/geometry";
import { GLYPHS } from "../src/board/glyphs";
import { BoardView, inWords } from "../src/board/view";
import type { Look } from "../src/board/types";
import { waiting } from "../src/board/words";
import { SAMPLES } from "./samples";

let svg: SVGSVGElement;

beforeEach(() => {
  svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
});

describe("geometry", () => {
  const square = points([0, 0, 2, 0, 2, 2, 0, 2]);

  it("measures a square", () => {
    expect(area(square)).toBe(4);
    expect(centroid(square)).toEqual({ x: 1, y: 1 });
    expect(reach(square, { x: 1, y: 1 })).toBe(1);
    expect(area(hull([...square, { x: 1, y: 1 }]))).toBe(4);
    expect(area(box(square))).toBe(4);
  });

  it("turns clockwise", () => {
    const { x, y } = turned({ x: 2, y: 1 }, { x: 1, y: 1 }, 90);
    expect([x, y].map((value) => Math.round(value))).toEqual([1, 2]);
  });
});

describe("a marked move", () => {
  const [knight, ash]: Look[] = [
    { kind: "knight", owner: 0, letter: "N" },
    { kind: "burned", owner: null, letter: "#" },
  ];

  it("waits as long as somebody stands where it begins", () => {
    expect(waiting([{ cell: 3, look: knight! }], [3, 5])).toEqual({ look: knight, to: 5 });
    expect(waiting([{ cell: 5, look: knight! }], [3, 5])).toBeUndefined();
    expect(waiting([{ cell: 3, look: ash! }], [3, 5])).toBeUndefined();
    expect(waiting([{ cell: 3, look: knight! }], [3])).toBeUndefined();
    expect(waiting([{ cell: 3, look: knight! }], [])).toBeUndefined();
  });
});

describe.each(SAMPLES.map((sample) => [sample.board.game, sample] as const))("the board of %s", (_, sample) => {
  const { board, frames } = sample;

  it("has every cell and every piece", () => {
    const view = new BoardView(svg, board);
    for (const frame of frames) {
      view.show(frame.pieces, frame.lastMove);
      expect(svg.querySelectorAll(".cell").length).toBe(board.cells.length);
      expect(svg.querySelectorAll(".piece").length).toBe(frame.pieces.length);
      expect(svg.querySelectorAll(".marks polygon").length).toBe(frame.lastMove.length);
    }
  });

  it("draws the cells of each kind at once where it is small", () => {
    new BoardView(svg, board, { plain: true, bare: true });
    const kinds = new Set(board.cells.map(({ shade, zone }) => `${shade} ${zone}`));
    const drawn = [...svg.querySelectorAll(".cell")].map((path) => path.getAttribute("d")!);
    expect(drawn).toHaveLength(kinds.size);
    expect(drawn.join("").match(/M[-\d., ]+Z/g)).toHaveLength(board.cells.length);
  });

  it("shows the same whichever way it came there", () => {
    const places = (): string[] =>
      [...svg.querySelectorAll<SVGGElement>(".piece")]
        .map((piece) => `${piece.classList} ${piece.style.transform}`)
        .sort();
    const view = new BoardView(svg, board);
    for (const frame of frames) view.show(frame.pieces, frame.lastMove);
    const forward = places();
    view.face(board.players.length - 1);
    for (const frame of [...frames].reverse()) view.show(frame.pieces, frame.lastMove);
    view.face(0);
    const last = frames.at(-1)!;
    view.show(last.pieces, last.lastMove);
    expect(places()).toEqual(forward);
    expect(forward.join(" ")).not.toContain("NaN");
  });

  it("has a drawing for every kind of piece", () => {
    const kinds = new Set(frames.flatMap((frame) => frame.pieces.map(({ look }) => look.kind)));
    for (const kind of kinds) expect(GLYPHS, kind).toHaveProperty(kind);
  });

  it("turns so that each seat's pieces are below the middle", () => {
    const first = frames[0]!;
    board.turns.forEach((degrees, seat) => {
      const own = first.pieces.filter(({ look }) => look.owner === seat);
      const middle = { x: board.width / 2, y: board.height / 2 };
      const heights = own.map(({ cell }) => turned(centroid(points(board.cells[cell]!.outline)), middle, degrees).y);
      const mean = heights.reduce((sum, y) => sum + y, 0) / heights.length;
      expect(mean).toBeGreaterThanOrEqual(middle.y - 0.01);
    });
  });

  it("can be told in words", () => {
    const words = inWords(board, frames[0]!.pieces);
    const { cell, look } = frames[0]!.pieces[0]!;
    expect(words).toContain(`${look.kind} ${board.cells[cell]!.name}`);
  });
});

it("shows a piece without a drawing by its letter", () => {
  const view = new BoardView(svg, SAMPLES[0]!.board);
  view.show([{ cell: 3, look: { kind: "banth", owner: 1, letter: "ß" } }]);
  expect(svg.querySelector(".piece .letter")?.textContent).toBe("ß");
});
