/** Boards are played on, by pointer and by keyboard. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import BoardPicture from "../src/board/BoardPicture.svelte";
import { layout } from "../src/board/layout";
import PlayBoard from "../src/board/PlayBoard.svelte";
import type { Legal } from "../src/board/types";
import type { Frame } from "../src/film";
import { SAMPLES } from "./samples";

// Whole boards are mounted and touched: that takes its time where much else goes on.
vi.setConfig({ testTimeout: 30_000 });

/** Pixels to a cell, on the screen that the tests imagine. */
const SCALE = 100;
const { board, frames } = SAMPLES.find((sample) => sample.board.game === "kings-court")!;
const first = frames[0] as unknown as Frame;
const drawn = layout(board);
const cell = (name: string): number => board.cells.findIndex((one) => one.name === name);
const move = (text: string, suffix = ""): Legal => ({ move: text + suffix, cells: text.split("-").map(cell) });
const LEGAL = [
  move("A1-C1"),
  move("A1-C1-C3"),
  move("A1-C1-C3-E3"),
  move("C1-C2"),
  move("E1-E3"),
  move("E1-E3", "=K"),
  { move: "pass", button: "pass" },
];

const onmove = vi.fn<(move: string) => void>();
const ontry = vi.fn<(cells: readonly number[]) => void>();
const oncell = vi.fn<(cell: number) => void>();
let mounted: ReturnType<typeof mount> | undefined;

beforeEach(() => {
  const screen = { x: 0, y: 0, width: drawn.width * SCALE, height: drawn.height * SCALE } as DOMRect;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(screen);
  vi.clearAllMocks();
});
afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = undefined;
  vi.restoreAllMocks();
});

function show(more: Record<string, unknown> = {}): void {
  const props = { board, frame: first, legal: LEGAL, label: "the board", onmove, ontry, ...more };
  mounted = mount(PlayBoard, { target: document.body, props });
  flushSync();
}

function square(name: string): HTMLElement {
  return document.querySelector<HTMLElement>(`[data-cell="${cell(name)}"]`)!;
}

function point(type: string, name: string, at = drawn.places[cell(name)]!.centre): void {
  const event = new MouseEvent(type, {
    bubbles: true,
    button: 0,
    clientX: (at.x - drawn.x) * SCALE,
    clientY: (at.y - drawn.y) * SCALE,
  });
  Object.assign(event, { pointerId: 1, isPrimary: true });
  square(name).dispatchEvent(event);
  flushSync();
}
function tap(...names: readonly string[]): void {
  for (const name of names) {
    point("pointerdown", name);
    point("pointerup", name);
  }
}
function drag(from: string, to: string): void {
  point("pointerdown", from);
  point("pointermove", to);
  point("pointerup", to);
}
function press(...keys: readonly string[]): void {
  for (const key of keys) {
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    flushSync();
  }
}
const chosen = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[aria-selected="true"]')].map(
    (element) => board.cells[Number(element.dataset.cell)]!.name,
  );

describe("by pointer", () => {
  it("a piece is taken up and its targets are shown, each kind in its shape", () => {
    show({ legal: [move("A1-C3"), move("A1-B1")] });
    tap("A1");
    expect(chosen()).toEqual(["A1"]);
    expect(document.querySelectorAll(".offer .target").length).toBe(1);
    expect(document.querySelectorAll(".offer .capture:not(.under)").length).toBe(1);
    tap("A1");
    expect(chosen()).toEqual([]);
    expect(onmove).not.toHaveBeenCalled();
  });

  it("the only piece that can move need not be touched first, and its targets are shown at once", () => {
    show({ legal: [move("A1-C3"), move("A1-B1")] });
    expect(document.querySelectorAll(".offer .target, .offer .capture:not(.under)").length).toBe(2);
    tap("C3");
    expect(onmove).toHaveBeenLastCalledWith("A1-C3");
    tap("A1", "B1");
    expect(onmove).toHaveBeenLastCalledWith("A1-B1");
    expect(onmove).toHaveBeenCalledTimes(2);
    tap("E4");
    expect(ontry).toHaveBeenLastCalledWith([cell("A1"), cell("E4")]);
  });

  it("a piece that need not be the only one is asked for", () => {
    show({ legal: [move("A1-C3"), move("C1-C2")] });
    expect(document.querySelectorAll(".offer .target, .offer .capture").length).toBe(0);
    tap("C3");
    expect(onmove).not.toHaveBeenCalled();
  });

  it("a chain goes on, stops where it is touched again, or by the button", () => {
    show();
    tap("A1", "C1");
    expect(onmove).not.toHaveBeenCalled();
    expect(document.querySelector(".hint")?.textContent).toContain("Stop on C1");
    tap("C1");
    expect(onmove).toHaveBeenLastCalledWith("A1-C1");
    tap("A1", "C1", "C3", "E3");
    expect(onmove).toHaveBeenLastCalledWith("A1-C1-C3-E3");
    tap("A1", "C1", "C3");
    document.querySelector<HTMLButtonElement>(".hint button")!.click();
    expect(onmove).toHaveBeenLastCalledWith("A1-C1-C3");
  });

  it("a piece is dragged, also along a chain", () => {
    show();
    drag("A1", "C1");
    expect(chosen()).toEqual(["C1", "A1"].sort());
    drag("C1", "E3");
    expect(onmove).toHaveBeenLastCalledWith("A1-C1-C3-E3");
    drag("C1", "C2");
    expect(onmove).toHaveBeenLastCalledWith("C1-C2");
    expect(ontry).not.toHaveBeenCalled();
  });

  it("another own piece is taken up instead; elsewhere is no move and is told", () => {
    show();
    tap("A1", "E1");
    expect(chosen()).toEqual(["E1"]);
    tap("D5");
    expect(chosen()).toEqual([]);
    expect(ontry).toHaveBeenLastCalledWith([cell("E1"), cell("D5")]);
    drag("A1", "E1");
    expect(ontry).toHaveBeenLastCalledWith([cell("A1"), cell("E1")]);
    expect(onmove).not.toHaveBeenCalled();
  });

  it("a piece that cannot move can be tried, one of somebody else cannot", () => {
    show();
    drag("G1", "G3");
    expect(ontry).toHaveBeenLastCalledWith([cell("G1"), cell("G3")]);
    tap("B1");
    expect(chosen()).toEqual([]);
  });

  it("beside the board everything is given up", () => {
    show();
    tap("A1");
    point("pointerdown", "A1", { x: drawn.x + 0.01, y: drawn.y + 0.01 });
    expect(chosen()).toEqual([]);
    expect(ontry).not.toHaveBeenCalled();
  });

  it("several moves by the same cells are a question", () => {
    show();
    tap("E1", "E3");
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')];
    expect(buttons.map((button) => button.textContent)).toEqual(["E1-E3", "E1-E3=K", "Cancel"]);
    expect(document.activeElement).toBe(buttons[0]);
    buttons[1]!.click();
    flushSync();
    expect(onmove).toHaveBeenLastCalledWith("E1-E3=K");
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    tap("E1", "E3");
    press("Escape");
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    expect(onmove).toHaveBeenCalledTimes(1);
  });

  it("a board that is only looked at does nothing", () => {
    show({ legal: [] });
    tap("A1", "C1");
    drag("A1", "C1");
    expect(chosen()).toEqual([]);
    expect(onmove).not.toHaveBeenCalled();
    expect(ontry).not.toHaveBeenCalled();
  });

  it("a position is set up cell by cell", () => {
    show({ oncell });
    tap("A1", "D5");
    expect(oncell.mock.calls).toEqual([[cell("A1")], [cell("D5")]]);
    expect(onmove).not.toHaveBeenCalled();
  });
});

describe("by keyboard", () => {
  it("one cell is in the order of the Tab key, and it is one that can move", () => {
    show();
    const stops = [...document.querySelectorAll<HTMLElement>('[role="gridcell"][tabindex="0"]')];
    expect(stops.map((element) => element.getAttribute("aria-label"))).toEqual(["A1, first piece, can move"]);
  });

  it("arrows, Enter and Escape make moves and give them up", () => {
    show();
    square("A1").focus();
    press("Enter");
    expect(chosen()).toEqual(["A1"]);
    press("Escape");
    expect(chosen()).toEqual([]);
    press(" ", "ArrowRight", "ArrowRight", "Enter");
    expect(document.activeElement).toBe(square("C1"));
    expect(square("C1").getAttribute("aria-label")).toContain("touch again to stop here");
    press("Enter");
    expect(onmove).toHaveBeenLastCalledWith("A1-C1");
  });

  it("n, p, Home and End go among what can move, or be reached", () => {
    show();
    square("A1").focus();
    const walked = ["n", "n", "n", "p", "Home", "End"].map((key) => {
      press(key);
      return board.cells[Number((document.activeElement as HTMLElement).dataset.cell)]!.name;
    });
    expect(walked).toEqual(["C1", "E1", "A1", "E1", "A1", "E1"]);
    press("Home", "Enter", "n");
    expect(document.activeElement).toBe(square("C1"));
  });

  it("assistive technology clicks", () => {
    show();
    square("C1").click();
    flushSync();
    square("C2").click();
    expect(onmove).toHaveBeenLastCalledWith("C1-C2");
  });
});

it("a small picture shows all pieces, and is decoration unless it has a label", () => {
  mounted = mount(BoardPicture, { target: document.body, props: { board, frame: first } });
  flushSync();
  const svg = document.querySelector("svg.board")!;
  expect(svg.querySelectorAll(".piece").length).toBe(first.pieces.length);
  expect(svg.getAttribute("aria-hidden")).toBe("true");
});
