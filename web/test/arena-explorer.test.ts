/** What the explorer says. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { expect, it } from "vitest";
import { decided, share, total } from "../src/arena/explorer/shares";

it("says who wins, and how often somebody did", () => {
  expect(decided({ seat: 1, moves: 1 }, ["white", "black"])).toBe("Black wins by force in 1 move.");
  expect(decided({ seat: 0, moves: null }, ["white", "black"])).toBe("Solved: White wins.");
  expect(total([{ move: "A", games: 2, won: [1, 1] }, { move: "B", games: 1, won: [0, 0] }])).toBe(3);
  expect(share(1, 3)).toBe("33 %");
});
