/** A game is begun with one press, or with everything chosen. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Setup from "../src/arena/play/Setup.svelte";
import { ownGame } from "../src/arena/play/keys";
import type { Catalog, GameCard, OptionCard } from "../src/contract";
import { SAMPLES } from "./samples";

class Deaf extends EventTarget {
  static readonly OPEN = 1;
  readonly readyState = 0;
}

const { board, film } = SAMPLES[0]!;
const card: GameCard = {
  name: board.game,
  title: board.title,
  summary: "the chess of Barsoom",
  players: board.players,
  options: [{ name: "max-moves", summary: "the end", default: "1000", kind: "integer", min: "1", max: "9999" }],
  agents: [
    { name: "easy", summary: "depth 2", kind: "level" },
    { name: "hard", summary: "depth 4", kind: "level" },
    { name: "mcts", summary: "Monte Carlo", kind: "agent" },
  ],
  evaluations: [["material", "pieces"]],
  reasons: [],
  board,
  film,
  example: null,
};
const catalog: Catalog = { version: "", mode: "arena", games: [card], agentOptions: [], mayOrganise: true };

let page: object;
let posted: unknown[];

beforeEach(() => {
  localStorage.clear();
  posted = [];
  vi.stubGlobal("WebSocket", Deaf);
  vi.stubGlobal("fetch", (_path: string, init: RequestInit) => {
    posted.push(JSON.parse(String(init.body)));
    return Promise.resolve(new Response(JSON.stringify({ id: "g1", keys: { 0: "secret" }, links: {} })));
  });
  page = mount(Setup, { target: document.body, props: { catalog, card } });
  flushSync();
});
afterEach(async () => {
  await unmount(page);
  vi.unstubAllGlobals();
});

const find = <E extends Element>(selector: string): E => document.querySelector<E>(selector)!;

function label(text: string): HTMLElement {
  return [...document.querySelectorAll("label")].find((each) => each.textContent?.trim() === text)!;
}

async function play(): Promise<void> {
  find<HTMLFormElement>("form").requestSubmit();
  await vi.waitFor(() => expect(posted).toHaveLength(1));
  await vi.waitFor(() => expect(location.hash).toBe("#/game/g1"));
}

describe("setup", () => {
  it("needs one press", async () => {
    await play();
    expect(posted).toEqual([{ game: "jetan", options: "", seats: ["here", "easy"], control: "none" }]);
    expect(ownGame("g1")).toMatchObject({ keys: { 0: "secret" }, over: false });
  });

  it("takes what was chosen", async () => {
    for (const text of ["Hugo, hard", "Orange", "5 + 3"]) label(text).click();
    const input = find<HTMLInputElement>("details input");
    input.value = "50";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    await play();
    expect(posted).toEqual([{ game: "jetan", options: "max-moves=50", seats: ["hard", "here"], control: "5m+3s" }]);
  });

  it("asks who begins where more than one may", async () => {
    expect(document.body.textContent).toContain("Black begins.");
    await unmount(page);
    const first: OptionCard = {
      name: "first",
      summary: "who begins",
      default: "black",
      kind: "choice",
      choices: [
        ["black", ""],
        ["orange", ""],
      ],
    };
    page = mount(Setup, { target: document.body, props: { catalog, card: { ...card, options: [first] } } });
    flushSync();
    expect(document.body.textContent).toContain("Who begins?");
    for (const text of ["Orange", "Your opponent"]) label(text).click();
    flushSync();
    await play();
    expect(posted).toEqual([{ game: "jetan", options: "first=black", seats: ["easy", "here"], control: "none" }]);
  });

  it("does not ask for what cannot be", () => {
    const input = find<HTMLInputElement>("details input");
    input.value = "many";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    find<HTMLFormElement>("form").requestSubmit();
    expect(posted).toEqual([]);
    expect(document.body.textContent).toContain("a whole number, please");
  });

  it("lets every seat be chosen", async () => {
    label("Choose for every seat").querySelector("input")!.click();
    flushSync();
    const [first, second] = document.querySelectorAll<HTMLSelectElement>("select[id^=seat]");
    expect([first!.value, second!.value]).toEqual(["you", "easy"]);
    first!.value = "mcts";
    first!.dispatchEvent(new Event("change", { bubbles: true }));
    second!.value = "link";
    second!.dispatchEvent(new Event("change", { bubbles: true }));
    flushSync();
    await play();
    expect(posted).toMatchObject([{ seats: ["mcts", "link"] }]);
  });
});
