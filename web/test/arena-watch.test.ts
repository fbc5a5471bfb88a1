/** What the views to watch and to learn compute. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { describe, expect, it, vi } from "vitest";
import { anchor, headings, others, reached } from "../src/arena/learn/outline";
import { ago, columns, filtered, verdict } from "../src/arena/watch/list";
import { keepBeat, paced } from "../src/arena/watch/beat.svelte";
import type { Block, GameSummary, Lesson } from "../src/contract";
import { frames, lastFrame } from "../src/film";
import { SAMPLES } from "./samples";

function game(id: string, kind: string, payoffs?: readonly number[]): GameSummary {
  const over = payoffs ? { result: "?", payoffs, reason: "time", words: "" } : null;
  const names = ["Ann", "Bob", "Cy"].slice(0, payoffs?.length ?? 2);
  return {
    id, number: 1, game: kind, title: kind, options: "", names, plies: 3, turn: 0, over, began: 0, watching: 0, attended: true, round: null,
  };
}

describe("the list of games", () => {
  const games = [game("1", "jetan"), game("2", "joust", [1, -1]), game("3", "jetan", [0, 0])];
  const ids = (state: "all" | "running" | "over", kind: string): string[] =>
    filtered(games, { state, game: kind }).map((one) => one.id);

  it("is filtered by kind and by state", () => {
    expect(ids("all", "")).toEqual(["1", "2", "3"]);
    expect(ids("running", "")).toEqual(["1"]);
    expect(ids("over", "jetan")).toEqual(["3"]);
    expect(ids("running", "joust")).toEqual([]);
  });

  it("leaves out what nobody attends, unless it is over", () => {
    const left = [{ ...games[0]!, attended: false }, { ...games[1]!, attended: false }];
    expect(filtered(left, { state: "all", game: "" }).map(({ id }) => id)).toEqual(["2"]);
  });

  it("says who won", () => {
    expect(verdict(games[0]!)).toBe("");
    expect(verdict(games[1]!)).toBe("Ann wins");
    expect(verdict(games[2]!)).toBe("a tie");
    expect(verdict(game("4", "kings-court", [-1, -1]))).toBe("all lose");
    expect(verdict(game("5", "threechess", [0, 1, -1]))).toBe("Bob wins");
  });

  it("says how long ago a game began", () => {
    expect(ago(0, 20_000)).toBe("just now");
    expect(ago(0, 5 * 60_000)).toBe("5 min ago");
    expect(ago(0, 3 * 3_600_000)).toBe("3 h ago");
    expect(ago(0, 30 * 3_600_000)).toBe("yesterday");
    expect(ago(0, 4 * 86_400_000)).toBe("4 days ago");
    expect(ago(5_000, 0)).toBe("just now");
  });
});

describe("the wall", () => {
  it("shows all games at once where they can be seen", () => {
    const screens = [[1, 1920, 1080], [2, 1440, 850], [6, 1920, 1080], [20, 3840, 2160], [60, 3840, 2100]] as const;
    for (const [count, width, height] of screens) {
      const letter = width > 3000 ? 26 : 16;
      const { across, wide, tall, gap } = columns(count, { width, height, letter });
      expect(across * (wide + gap) + gap).toBeLessThanOrEqual(width);
      expect(Math.ceil(count / across) * (tall + gap) + gap).toBeLessThanOrEqual(height + 1);
      expect(tall - wide).toBeGreaterThan(6 * letter);
    }
  });

  it("scrolls before its tiles are too small", () => {
    expect(columns(60, { width: 360, height: 800, letter: 16 })).toMatchObject({ across: 2, wide: 170 });
    expect(columns(0, { width: 0, height: 0, letter: 16 }).across).toBe(1);
  });
});

describe("texts", () => {
  const blocks: Block[] = [
    { kind: "heading", level: 1, spans: [["plain", "Jetan"]] },
    { kind: "heading", level: 2, spans: [["plain", "How to "], ["em", "move"]] },
    { kind: "lesson", name: "flier" },
  ];
  const lesson = (name: string, goal: readonly string[]): Lesson => ({
    name, title: name, words: "", position: null, goal, done: "",
  });

  it("have parts, and lessons that stand elsewhere", () => {
    expect(headings(blocks)).toEqual(["How to move"]);
    expect(anchor("How to move, & win!")).toBe("how-to-move-win");
    expect(others(blocks, [lesson("flier", []), lesson("thoat", [])]).map((one) => one.name)).toEqual(["thoat"]);
  });

  it("have lessons that are done by their first move", () => {
    expect(reached(lesson("a", ["D1E3"]), [])).toBe(false);
    expect(reached(lesson("a", ["D1E3"]), ["D1C3"])).toBe(false);
    expect(reached(lesson("a", ["D1E3"]), ["D1E3", "D8E6"])).toBe(true);
    expect(reached(lesson("a", []), ["D1C3"])).toBe(true);
  });
});

describe("films", () => {
  it("end with the same picture, however they are read", () => {
    for (const { film } of SAMPLES) expect(lastFrame(film)).toEqual(frames(film).at(-1));
  });
});

describe("news that come fast", () => {
  it("are told at once where few boards are drawn", () => {
    const told: number[] = [];
    const tell = paced((news: number) => told.push(news), () => 2);
    for (const news of [1, 2, 3]) tell(news);
    expect(told).toEqual([1, 2, 3]);
  });

  it("wait for the beat where many are, and then only the latest is told", () => {
    vi.useFakeTimers();
    const told: number[] = [];
    const tell = paced((news: number) => told.push(news), () => 60);
    const leave = keepBeat();
    for (const news of [1, 2, 3]) tell(news);
    expect(told).toEqual([1]);
    vi.advanceTimersByTime(500);
    expect(told).toEqual([1, 3]);
    vi.advanceTimersByTime(2000);
    expect(told).toEqual([1, 3]);
    leave();
    vi.useRealTimers();
  });
});
