/** Whatever boards and pieces are made of, every piece is seen on every cell, and sides differ by more than colour. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { afterEach, describe, expect, it } from "vitest";
import { figure } from "../src/board/figure";
import { choose, EVERY_GAME, made, make, MATERIALS, SETS, written } from "../src/board/made.svelte";
import type { Look } from "../src/board/types";
import { BoardView } from "../src/board/view";
import SHEET from "../src/board/materials.css?raw";
import { SAMPLES } from "./samples";

/** What WCAG asks of graphics that must be understood. */
const CONTRAST_MIN = 3;

/** Returns the properties that the style sheet gives to what a selector ends with. */
function declared(selector: string): Record<string, string> {
  const blocks = [...SHEET.replaceAll(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  const own = blocks.filter(([, before]) => before!.split(",\n").some((one) => one.trim().endsWith(selector)));
  return Object.fromEntries(own.flatMap(([, , body]) => [...body!.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value])));
}

function properties(game: string, material: string): Record<string, string> {
  const own = material === "own" ? {} : declared(`[data-material="${material}"]`);
  return { ...declared(".board"), ...declared(`[data-game="${game}"]`), ...own };
}

function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = channels.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

afterEach(() => choose(null));

describe.each(SAMPLES.map((sample) => [sample.board.game, sample] as const))("the board of %s", (game, { board, frames }) => {
  it.each(MATERIALS)("shows every piece on every cell of %s", (material) => {
    const values = properties(game, material);
    const fills = new Set(
      board.cells.map(({ shade, zone }) => values[`--${zone}-${shade}`] ?? values[`--${shade}`]!),
    );
    expect(fills.size).toBeGreaterThan(0);
    board.players.forEach((_, seat) => {
      const [body, ink] = [values[`--p${seat}`]!, values[`--p${seat}-ink`]!];
      // The line around a piece: of the plate, or of the figure.
      const rim = values[`--p${seat}-rim`] ?? ink;
      expect(contrast(body, ink), `${body} and its ink ${ink}`).toBeGreaterThanOrEqual(CONTRAST_MIN);
      for (const fill of fills) {
        const seen = Math.max(contrast(body, fill), contrast(rim, fill));
        expect(seen, `${body} with ${rim} on ${fill}`).toBeGreaterThanOrEqual(CONTRAST_MIN);
      }
    });
  });

  it.each(SETS)("tells all pieces apart without colour among %s", (set) => {
    const looks = new Map<string, Look>();
    for (const { look } of frames.flatMap(({ pieces }) => pieces)) looks.set(`${look.kind} ${look.owner}`, look);
    const drawings = [...looks.values()].map((look) => {
      const drawn = figure(look, { players: board.players.length, degrees: 0, fine: true, set });
      // What is left without the classes that give colours.
      return drawn.innerHTML.replaceAll(/ class="[^"]*"/g, "");
    });
    expect(new Set(drawings).size).toBe(looks.size);
  });
});

describe("what is chosen", () => {
  const wood = { material: "wood", set: "letters" } as const;

  it("holds for one game or for every game, and is kept as text", () => {
    make("jetan", wood);
    expect(made("jetan")).toEqual(wood);
    expect(made("joust")).toEqual({ material: "own", set: "figures" });
    const text = written();
    make(EVERY_GAME, { material: "paper", set: "flat" });
    expect(["jetan", "a sixth game"].map((game) => made(game).material)).toEqual(["paper", "paper"]);
    choose(text);
    expect(made("jetan")).toEqual(wood);
    expect(made("joust").material).toBe("own");
  });

  it.each(["", "[", "7", "null", '{"jetan": 3}', '{"jetan": {"material": "gold", "set": "letters"}}'])("is not %s", (text) => {
    choose(text);
    expect(made("jetan")).toEqual({ material: "own", set: "figures" });
  });

  it("dresses a board", () => {
    const { board, frames } = SAMPLES[0]!;
    make(board.game, wood);
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    new BoardView(svg, board).show(frames[0]!.pieces);
    expect(svg.dataset.material).toBe("wood");
    expect([...svg.querySelectorAll(".letter")].map(({ textContent }) => textContent)).toContain("W");
  });
});
