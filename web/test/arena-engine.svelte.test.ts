// @vitest-environment jsdom
/** The agent that thinks along: what it reports is shown where it belongs, and nowhere else. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PositionAnswer, ThinkRequest, Thought } from "../src/contract";
import { Engine } from "../src/arena/analysis/engine.svelte";
import { Study } from "../src/arena/analysis/study.svelte";
import { SAMPLES } from "./samples";

const { asked, listeners } = vi.hoisted(() => ({
  asked: [] as [string, ThinkRequest][],
  listeners: new Map<string, (data: unknown) => void>(),
}));

vi.mock("../src/arena/socket", () => ({
  connection: () => ({
    watch: (topic: string, listener: (data: unknown) => void) => {
      listeners.set(topic, listener);
      return () => listeners.delete(topic);
    },
    onState: (listener: (open: boolean) => void) => {
      listener(true);
      return () => undefined;
    },
    ask: (what: string, details: ThinkRequest) => {
      asked.push([what, details]);
      return Promise.resolve(null);
    },
  }),
}));

function report(tag: string, score: string, value: number): void {
  const line = { score, value, side: 0, moves: ["D1E3"], cells: [] };
  const thought: Thought = { tag, depth: 3, nodes: 1, nps: 1, elapsed: 1, over: null, lines: [line], waiting: null, done: false };
  listeners.get("think")?.(thought);
}

describe("an agent that thinks along", () => {
  let study: Study;
  let engine: Engine;
  let end: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", () => Promise.reject(new Error("nobody there")));
    asked.length = 0;
    study = new Study();
    const { board, film } = SAMPLES[2]!;
    const moves = ["D1E3", "E8D6"];
    study.begin({ game: "joust", options: "", title: "Joust", board, film, moves, numbers: [], record: null } as unknown as PositionAnswer);
    study.at = 1;
    engine = new Engine(study);
    end = engine.listen();
  });
  afterEach(() => {
    end();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Begins to think, and returns the tag of that. */
  function begin(): string {
    engine.think();
    vi.advanceTimersByTime(1000);
    return asked.at(-1)![1].tag;
  }

  it("tells what it found about where we are", () => {
    report(begin(), "+10", 0.1);
    expect(engine.thought?.lines.map(({ score }) => score)).toEqual(["+10"]);
    expect(study.worths.get(1)).toEqual({ score: "+10", value: 0.1, side: 0, values: [0.1, -0.1], best: "D1E3" });
  });

  it("shows nothing of an earlier position, however late its report comes", () => {
    const tag = begin();
    report(tag, "+10", 0.1);
    study.at = 2;
    expect(engine.thought).toBeUndefined();
    report(tag, "+20", 0.2);
    expect(engine.thought).toBeUndefined();
    expect(study.worths.get(2)).toBeUndefined();
    report(begin(), "-5", -0.05);
    report(tag, "+20", 0.2);
    expect(engine.thought?.lines[0]?.score).toBe("-5");
    expect(study.worths.get(1)?.score).toBe("+10");
  });

  it("keeps what it found after it stopped, as long as we stay", () => {
    report(begin(), "+10", 0.1);
    engine.stop();
    expect(engine.thought?.lines[0]?.score).toBe("+10");
    study.at = 2;
    expect(engine.thought).toBeUndefined();
    study.at = 1;
    engine.reset();
    expect(engine.thought).toBeUndefined();
  });
});
