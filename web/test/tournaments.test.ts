/** Tournaments in the arena: what they are said to mean, who is asked for, and how they are shown. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import { asked, entrant, levels, proposed } from "../src/arena/tournaments/entrants";
import Progress from "../src/arena/tournaments/Progress.svelte";
import { steps } from "../src/arena/tournaments/scale";
import { meaning } from "../src/arena/tournaments/choices";
import { lasting, moment } from "../src/words/time";
import type { GameCard } from "../src/contract";

const card = {
  players: ["first", "second"],
  agents: [
    ...["novice", "easy", "medium", "hard"].map((name) => ({ name, summary: "", kind: "level" })),
    { name: "champion", summary: "", kind: "agent" },
  ],
} as unknown as GameCard;

afterEach(() => document.body.replaceChildren());

test("says what so many games can show", () => {
  expect(meaning({ games: 400, exact: true, players: 2, seats: 2 })).toMatch(/400 games .* ± 35 Elo/);
  expect(meaning({ games: 3, exact: true, players: 3, seats: 2 })).toMatch(/2 games .* too few/);
  expect(meaning({ games: 1, exact: true, players: 2, seats: 2 })).toMatch(/1 game /);
});

test("writes how long something takes", () => {
  expect([0.2, 40, 600, 7200, 864_000].map(lasting)).toEqual(["under a second", "40 s", "10 min", "2.0 h", "10 days"]);
  expect(lasting(Infinity)).toBe("");
  expect(moment(null)).toBe("");
  expect(moment("no time")).toBe("");
});

test("asks for agents as the server reads them", () => {
  expect(levels(card).map(({ who }) => who)).toEqual(["novice", "easy", "medium", "hard"]);
  expect(proposed(card)).toHaveLength(3);
  const one = { ...entrant("champion"), options: { depth: "3", eval: "" }, name: " me " };
  expect(asked(one)).toEqual({ name: "me", agent: "champion:depth=3" });
  expect(entrant("easy").key).not.toBe(entrant("easy").key);
});

test("shows how far it is, to eyes and ears", () => {
  const shown = mount(Progress, {
    target: document.body,
    props: { played: 1500, planned: 6000, stage: "playing", more: "about 3 min left" },
  });
  flushSync();
  const bar = document.querySelector("[role=progressbar]")!;
  expect(bar.getAttribute("aria-valuenow")).toBe("1500");
  expect(bar.getAttribute("aria-valuetext")).toBe("1,500 of 6,000 games");
  expect(document.body.textContent).toMatch(/being played.*about 3 min left/s);
  void unmount(shown);
});

test("divides a scale by round numbers", () => {
  expect(steps(-130, 260, 4)).toEqual([-100, 0, 100, 200]);
  expect(steps(0, 18, 4)).toEqual([0, 5, 10, 15]);
  expect(steps(0, 1, 5)).toContain(1);
  expect(steps(0, 0, 5)).toEqual([]);
  expect(steps(-Infinity, 1, 5)).toEqual([]);
});
