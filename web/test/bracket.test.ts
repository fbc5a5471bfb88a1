/** The bracket of a knockout, and the rounds of a Swiss tournament. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Meeting, Round, Rounds, Side } from "../src/contract";
import Bracket from "../src/tables/Bracket.svelte";
import { columns } from "../src/tables/bracket";

const NAMES = ["ada", "bob", "cy", "dee", "eve", "<i>fay</i>"];

function side(entrant: number, points = "", won = false): Side {
  return { entrant, left: null, seed: String(entrant + 1), points, won };
}
function left(rank: number): Side {
  return { entrant: null, left: rank, seed: `seed ${rank}`, points: "", won: false };
}
function meeting(sides: readonly Side[], more: Partial<Meeting> = {}): Meeting {
  const decided = sides.some(({ won }) => won);
  return { sides, legs: [], played: decided ? 2 : 0, games: 2, decided, how: "", ...more };
}
function round(number: number, name: string, meetings: readonly Meeting[], byes: readonly Side[] = []): Round {
  return { number, name, meetings, byes: byes.map((one) => ({ ...one, won: true })) };
}
const legs = (id: string, ...points: (readonly string[])[]): Pick<Meeting, "legs"> => ({
  legs: points.map((each) => ({ id, points: each })),
});

/** Six entrants: two have byes, and the sixth seed beats the third. */
const SIX: Rounds = {
  kind: "knockout",
  champion: null,
  rounds: [
    round(
      1,
      "quarter-finals",
      [
        meeting([side(2, "0"), side(5, "2", true)], legs("1.1", ["0", "2"])),
        meeting([side(3, "3", true), side(4, "1")], { ...legs("1.2", ["1", "1"], ["2", "0"]), played: 4, games: 4, how: "after a play-off" }),
      ],
      [side(0), side(1)],
    ),
    round(2, "semi-finals", [
      meeting([side(0), side(5)], legs("2.1", ["0", "0"])),
      meeting([side(1, "1"), side(3, "0")], { ...legs("2.2", ["1", "0"]), played: 1 }),
    ]),
    round(3, "final", [meeting([left(1), left(2)])]),
  ],
};

/** The entrants of each item. */
const who = (rounds: Rounds): (number | null)[][][] =>
  columns(rounds).map(({ items }) => items.map(({ sides }) => sides.map(({ entrant }) => entrant)));

describe("a bracket", () => {
  it("stands so that no line crosses another", () => {
    expect(who(SIX)).toEqual([[[0], [2, 5], [1], [3, 4]], [[0, 5], [1, 3]], [[null, null]]]);
    expect(columns(SIX).map(({ join }) => join)).toEqual([2, 2, 0]);
  });

  it("stands as favourites would have it before anything is known", () => {
    const open: Rounds = {
      ...SIX,
      rounds: [
        round(1, "quarter-finals", [[0, 7], [1, 6], [2, 5], [3, 4]].map((pair) => meeting(pair.map((one) => side(one))))),
        round(2, "semi-finals", [meeting([left(1), left(4)]), meeting([left(2), left(3)])]),
        round(3, "final", [meeting([left(1), left(2)])]),
      ],
    };
    expect(who(open)[0]).toEqual([[0, 7], [3, 4], [1, 6], [2, 5]]);
  });

  it("has no lines from a round that sends on two of a table", () => {
    const three: Rounds = {
      ...SIX,
      rounds: [
        round(1, "preliminary round", [meeting([side(3), side(4), side(5)])], [side(0), side(1), side(2)]),
        round(2, "semi-finals", [meeting([side(2), left(4), left(5)])], [side(0), side(1)]),
        round(3, "final", [meeting([side(0), side(1), left(3)])]),
      ],
    };
    const [first, second, last] = columns(three);
    expect([first!.join, second!.join, last!.join]).toEqual([0, 3, 0]);
    expect([first!.items.length, first!.byes.length]).toEqual([1, 3]);
    expect([second!.items.length, second!.byes.length]).toEqual([3, 0]);
  });
});

describe("on a page", () => {
  let mounted: Record<string, unknown> | undefined;
  const choose = vi.fn();

  function show(rounds: Rounds, playing: readonly string[] = []): HTMLElement {
    const target = document.body.appendChild(document.createElement("div"));
    mounted = mount(Bracket, { target, props: { rounds, names: NAMES, playing, choose } });
    flushSync();
    return target;
  }

  afterEach(async () => {
    if (mounted) await unmount(mounted);
    document.body.replaceChildren();
    choose.mockReset();
  });

  const text = (element: Element | null | undefined): string => (element?.textContent ?? "").replace(/\s+/g, " ").trim();

  it("is a list of rounds that ears can follow", () => {
    const page = show(SIX, ["2.1.2"]);
    expect([...page.querySelectorAll("h3")].map(text)).toEqual(["quarter-finals", "semi-finals", "final"]);
    const [bye, upset] = page.querySelectorAll(".items > li");
    expect(text(bye)).toMatch(/ada bye$/);
    expect(text(upset)).toMatch(/cy 0 points; ?6 <i>fay<\/i> 2 points, goes on; ?Show the games$/);
    expect(page.textContent).toContain("1–1, 2–0, after a play-off");
    expect(text(page.querySelector(".now"))).toContain("being played");
    expect(page.textContent).toContain("1 of 2 games");
    expect(page.textContent).toContain("seed 1");
  });

  it("leads to the games of each meeting", () => {
    const page = show(SIX);
    const buttons = page.querySelectorAll<HTMLElement>("button.meeting");
    expect(buttons).toHaveLength(3);
    buttons[1]!.click();
    expect(choose).toHaveBeenCalledWith(1, 3, 4);
  });

  it("names the champion", () => {
    const final = round(1, "final", [meeting([side(0, "2", true), side(1, "0")], legs("1.1", ["2", "0"]))]);
    const page = show({ kind: "knockout", champion: 0, rounds: [final] });
    expect(text(page.querySelector(".champion"))).toBe("Champion ada");
    expect(page.textContent).toContain("wins");
  });

  it("shows who met whom in a Swiss tournament, and early rounds when asked", () => {
    const rounds = Array.from({ length: 65 }, (_, at) =>
      round(at + 1, `round ${at + 1}`, [0, 2].map((one) => meeting([side(one, "1"), side(one + 1, "1")], { ...legs(`${at}.1`, ["1", "1"]), played: 2 })), [side(4)]),
    );
    const page = show({ kind: "swiss", champion: null, rounds });
    expect(page.querySelectorAll("h3")).toHaveLength(60);
    expect(text(page.querySelector(".byes"))).toBe("Bye: eve");
    const more = page.querySelector<HTMLElement>("p > button")!;
    expect(text(more)).toBe("Show the first 5 rounds, too");
    more.click();
    flushSync();
    expect(page.querySelectorAll("h3")).toHaveLength(65);
  });
});
