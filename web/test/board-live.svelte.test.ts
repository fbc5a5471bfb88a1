/** A board follows what the server says, and only what is new in it. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import BoardPicture from "../src/board/BoardPicture.svelte";
import PlayBoard from "../src/board/PlayBoard.svelte";
import type { Legal } from "../src/board/types";
import type { Frame } from "../src/film";
import { SAMPLES } from "./samples";

// Whole boards are mounted and touched: that takes its time where much else goes on.
vi.setConfig({ testTimeout: 30_000 });

const { board, frames } = SAMPLES.find((sample) => sample.board.game === "refusal")!;
const LEGAL: readonly Legal[] = [{ move: "C3-C4", cells: [12, 17] }];
const frame = (at: number): Frame => frames[at] as unknown as Frame;
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

let mounted: ReturnType<typeof mount> | undefined;
afterEach(() => {
  if (mounted) void unmount(mounted);
});

function show() {
  const props = $state({
    board,
    frame: frame(0),
    legal: LEGAL,
    facing: 0,
    label: "the board",
    onmove: () => undefined,
  });
  mounted = mount(PlayBoard, { target: document.body, props });
  flushSync();
  return props;
}
const chosen = (): number => document.querySelectorAll('[aria-selected="true"]').length;
const said = (): string => document.querySelector('[role="status"]')!.textContent;
const drawing = (): Element => document.querySelector("svg.board .cell")!;

it("what is said again disturbs nobody", () => {
  const props = show();
  const before = drawing();
  document.querySelector<HTMLElement>('[data-cell="12"]')!.click();
  flushSync();
  expect(chosen()).toBe(1);
  Object.assign(props, copy({ board, frame: frame(0), legal: LEGAL }));
  props.onmove = () => undefined;
  flushSync();
  expect(chosen()).toBe(1);
  expect(drawing()).toBe(before);
  expect(said()).toBe("");
});

it("a move is announced, and what was taken up is put down", () => {
  const props = show();
  const before = drawing();
  document.querySelector<HTMLElement>('[data-cell="12"]')!.click();
  flushSync();
  Object.assign(props, { frame: frame(1), legal: [] });
  flushSync();
  expect(chosen()).toBe(0);
  expect(said()).toMatch(/^proposed: south pawn from \S+ to \S+$/);
  expect(drawing()).toBe(before);
});

it("the board turns, and its rows with it", () => {
  const props = show();
  const first = (): string | null => document.querySelector('[role="gridcell"]')!.getAttribute("aria-label");
  expect(first()).toMatch(/^A8/);
  props.facing = 1;
  flushSync();
  expect(first()).toMatch(/^E1/);
  expect(document.querySelectorAll("svg.board .piece").length).toBe(frame(0).pieces.length);
});

it("a small picture changes without being made anew", () => {
  const props = $state({ board, frame: frame(0), facing: 0, label: "a game" });
  mounted = mount(BoardPicture, { target: document.body, props });
  flushSync();
  const before = drawing();
  Object.assign(props, copy({ board, frame: frame(3) }));
  flushSync();
  expect(drawing()).toBe(before);
  expect(document.querySelectorAll("svg.board .piece").length).toBe(frame(3).pieces.length);
  expect(document.querySelector("svg.board")!.getAttribute("aria-label")).toContain("a game: south: ");
});
