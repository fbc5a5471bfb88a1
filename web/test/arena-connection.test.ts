/** The connection to the server: topics, questions, interruptions. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../src/arena/socket";

/** A socket whose other end is the test. */
class Socket extends EventTarget {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  readonly sent: Record<string, unknown>[] = [];

  constructor() {
    super();
    Socket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  close(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }

  say(message: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}

const now = (): Socket => Socket.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  Socket.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the connection", () => {
  it("tells topics to all who listen, and the last again to whoever comes later", () => {
    const connection = new Connection("ws://here");
    now().open();
    const [one, two] = [vi.fn(), vi.fn()];
    const leave = connection.watch("games", one);
    expect(now().sent).toMatchObject([{ do: "watch", topic: "games", keys: [] }]);
    now().say({ topic: "games", data: 7 });
    connection.watch("games", two);
    expect([one.mock.calls, two.mock.calls]).toEqual([[[7]], [[7]]]);
    leave();
    now().say({ topic: "games", data: 8 });
    expect([one.mock.calls.length, two.mock.lastCall]).toEqual([1, [8]]);
    expect(now().sent).toHaveLength(1);
  });

  it("tells states that only their changes came of", () => {
    const connection = new Connection("ws://here");
    now().open();
    const told = vi.fn();
    const leave = connection.watch("game/x", told);
    now().say({ topic: "game/x", set: { turn: 1 } });
    expect(told, "nothing is known to change").not.toHaveBeenCalled();
    now().say({ topic: "game/x", data: { turn: 0, moves: ["A1"] } });
    now().say({ topic: "game/x", set: { turn: 1 }, add: { moves: [1, ["B2"]] } });
    expect(told.mock.lastCall).toEqual([{ turn: 1, moves: ["A1", "B2"] }]);
    const late = vi.fn();
    connection.watch("game/x", late)();
    expect(late.mock.calls).toEqual([[{ turn: 1, moves: ["A1", "B2"] }]]);
    now().say({ topic: "game/x", data: null });
    expect(told.mock.lastCall).toEqual([null]);
    leave();
  });

  it("says why there is nothing to listen to", () => {
    const connection = new Connection("ws://here");
    const answered = vi.fn();
    connection.watch("game/x", vi.fn(), ["key"], answered);
    now().open();
    const { n, keys } = now().sent[0]!;
    expect(keys).toEqual(["key"]);
    now().say({ re: n, error: "there is no such game" });
    expect(answered.mock.calls).toEqual([[{ error: "there is no such game" }]]);
  });

  it("answers questions, and refuses with a sentence", async () => {
    const connection = new Connection("ws://here");
    await expect(connection.ask("hint")).rejects.toThrow("cannot be reached");
    now().open();
    const [hint, play] = [connection.ask("hint", { game: "x" }), connection.ask("play")];
    const [first, second] = now().sent;
    expect(first).toMatchObject({ do: "hint", game: "x" });
    now().say({ re: second!.n, error: "it is not your turn" });
    now().say({ re: first!.n, ok: { move: "A1" } });
    await expect(play).rejects.toThrow("it is not your turn");
    await expect(hint).resolves.toEqual({ move: "A1" });
  });

  it("comes back after an interruption, with everything watched", async () => {
    const connection = new Connection("ws://here");
    const states: boolean[] = [];
    connection.onState((open) => states.push(open));
    now().open();
    connection.watch("games", vi.fn());
    const question = connection.ask("hint");
    now().close();
    await expect(question).rejects.toThrow("broke");
    vi.advanceTimersByTime(250);
    expect(Socket.all).toHaveLength(2);
    now().open();
    expect(now().sent).toMatchObject([{ do: "watch", topic: "games" }]);
    expect(states).toEqual([false, true, false, true]);
  });
});
