/** The parts of a report, on a few games. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ReportData, ReportGame } from "../src/contract";
import { EVERYTHING, matching, unpack } from "../src/report/data";
import { points, score, share, signed } from "../src/tables/data";
import Report from "../src/report/Report.svelte";
import { SAMPLES } from "./samples";

const sample = SAMPLES[0]!;
const bar = sample.film.lastIndexOf("|") + 1;
const moves = sample.frames.slice(1).map((_, at) => `M${at + 1}`);

function row(id: string, entrants: readonly number[], payoffs: readonly number[], reason: number): ReportGame {
  return [id, entrants, payoffs, reason, 0, moves.length, null, 0, sample.film.slice(bar), moves.join(" "), "+0.34/12 0.51s"];
}

function report(games: readonly ReportGame[]): ReportData {
  return {
    title: "A <b>title</b>",
    sentence: "one is stronger",
    generated: "now",
    method: "by counting",
    options: [["array", "opposed"]],
    board: sample.board,
    names: ["one", "two", "three"],
    standings: [
      { entrant: 1, rank: 1, points: "2½", counts: [2, 1, 0], illegal: 0, rating: 31.4, error: 12, held: false, group: 0 },
      { entrant: 0, rank: 2, points: "1", counts: [1, 0, 2], illegal: 3, rating: -31.4, error: 12, held: true, group: 0 },
      { entrant: 2, rank: 3, points: "0", counts: [0, 0, 0], illegal: 0, rating: null, error: null, held: false, group: 1 },
    ],
    cross: {
      order: [1, 0, 2],
      cells: [
        [[0, 0, 0], [2, 1, 0], [0, 0, 0]],
        [[0, 1, 2], [0, 0, 0], [0, 0, 0]],
        [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
      ],
    },
    rounds: null,
    seats: [
      { counts: [1, 1, 1], elo: 10.2, error: 5 },
      { counts: [1, 1, 1], elo: null, error: null },
    ],
    reasons: [
      { name: "princess-captured", meaning: "she was taken", games: 2 },
      { name: "time", meaning: "", games: 1 },
    ],
    course: { at: [1, 2, 3], lines: [{ entrant: 1, share: [null, 0.5, 0.75] }] },
    set_aside: [["9.9.9", "the lights went out"]],
    heads: [sample.film.slice(0, bar)],
    words: ["Black wins"],
    games,
  };
}

const GAMES = [row("1.1.1", [0, 1], [1, -1], 0), row("1.1.2", [1, 0], [0, 0], 1), row("1.2.1", [2, 0], [-1, 1], 0)];

describe("data", () => {
  it("is narrowed by every part of a filter", () => {
    expect(matching(GAMES, EVERYTHING)).toEqual([0, 1, 2]);
    expect(matching(GAMES, { ...EVERYTHING, one: 1 })).toEqual([0, 1]);
    expect(matching(GAMES, { ...EVERYTHING, one: 0, other: 2 })).toEqual([2]);
    expect(matching(GAMES, { ...EVERYTHING, one: 0, payoff: 1 })).toEqual([0, 2]);
    expect(matching(GAMES, { ...EVERYTHING, reason: 1 })).toEqual([1]);
  });

  it("unpacks a game", () => {
    const game = unpack(report(GAMES), GAMES[1]!);
    expect(game).toMatchObject({ id: "1.1.2", reason: "time", words: "Black wins", film: sample.film });
    expect(game.moves).toEqual(moves);
    expect(game.thoughts).toEqual(["+0.34/12 0.51s"]);
  });

  it("writes numbers as people do", () => {
    expect([[3, 0, 1], [2, 1, 0], [0, 1, 0]].map((counts) => points(counts as [number, number, number], 2))).toEqual(["3", "2½", "½"]);
    expect(points([1, 5, 3], 3)).toBe("−2");
    expect([1.4, -1.6, -0.2].map(signed)).toEqual(["+1", "−2", "0"]);
    expect([score(1, 2), score(0, 2), score(-1, 2), score(-1, 3)]).toEqual(["1", "½", "0", "−1"]);
    expect(share([0, 0, 0])).toBeNull();
    expect(share([1, 1, 0])).toBe(0.75);
  });
});

describe("report", () => {
  let mounted: Record<string, unknown> | undefined;

  function show(data: ReportData): HTMLElement {
    // jsdom lays nothing out.
    Element.prototype.scrollIntoView = vi.fn();
    vi.stubGlobal("ResizeObserver", class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    });
    const target = document.body.appendChild(document.createElement("div"));
    mounted = mount(Report, { target, props: { data } });
    flushSync();
    return target;
  }

  afterEach(async () => {
    if (mounted) await unmount(mounted);
    document.body.replaceChildren();
    history.replaceState(null, "", "#");
  });

  function click(element: Element | null | undefined): void {
    (element as HTMLElement).click();
    flushSync();
  }

  it("shows texts as texts", () => {
    const page = show(report(GAMES));
    expect(page.querySelector("h1")?.textContent).toBe("A <b>title</b>");
    expect(page.textContent).toContain("the lights went out");
    expect(page.textContent).toContain("Illegal answers");
  });

  it("leads from a cell to its games, and from a game to its board", () => {
    const page = show(report(GAMES));
    click(page.querySelector('button[title^="two against one"]'));
    expect(page.querySelector('[role="status"]')?.textContent?.trim()).toBe("2 games of 3");
    click(page.querySelector(".list button"));
    expect(location.hash).toBe("#1.1.1");
    expect(page.querySelectorAll(".stage .piece").length).toBe(sample.frames[0]!.pieces.length);
    click(page.querySelector('[aria-label="Next move"]'));
    expect(page.querySelector(".thought")?.textContent).toBe("+0.34/12 0.51s");
    click(page.querySelector('[aria-label="Last position"]'));
    expect(page.querySelectorAll(".stage .piece").length).toBe(sample.frames.at(-1)!.pieces.length);
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
    flushSync();
    expect(page.querySelector('.moves [aria-current="step"]')?.textContent).toContain(moves.at(-2));
  });

  it("shows only some of many rows", () => {
    const many = Array.from({ length: 10_000 }, (_, at) => row(`1.${at + 1}.1`, [0, 1], [1, -1], 0));
    const page = show(report(many));
    expect(page.querySelectorAll(".list button").length).toBeLessThan(100);
    expect(page.querySelector('[role="status"]')?.textContent?.trim()).toBe("10,000 games");
  });

  it("says so when a game cannot be replayed", () => {
    const [id, entrants, payoffs, reason] = GAMES[0]!;
    const page = show(report([[id, entrants, payoffs, reason, null, 0, null, null, "", "", ""]]));
    click(page.querySelector(".list button"));
    expect(page.textContent).toContain("cannot be replayed");
  });
});
