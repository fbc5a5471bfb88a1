/**
 * Puzzles: the one of the day, a wrong move and its refutation, a win that takes longer, hints, a solution by mouse and by
 * keys, and the streak, which a reload keeps.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { join } from "node:path";
import { accessible, fits } from "../browser.mjs";

const SCREENS = [
  { name: "wide", viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { name: "narrow", viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true, reducedMotion: "reduce" },
];
/** How many moves are tried to find one that wins, but not as fast as another. */
const TRIED_MAX = 100;

export async function puzzles(arena) {
  const ask = async (path, body) => {
    const how = body && { method: "POST", headers: { "content-type": "application/json", origin: arena.server.address }, body: JSON.stringify(body) };
    const response = await fetch(`${arena.server.address}${path}`, how);
    assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
    return response.json();
  };
  for (const { name } of await arena.server.games()) {
    const set = await ask(`/api/puzzles/${name}`);
    assert.ok(set.puzzles.length >= 100 && set.today < set.puzzles.length, `${name}: ${set.puzzles.length}`);
  }
  for (const { name, ...manner } of SCREENS) await visit(arena, ask, name, manner);
}

async function visit({ browser, server, trouble, pictures }, ask, name, manner) {
  const context = await browser.newContext(manner);
  const page = await context.newPage();
  page.on("console", (message) => message.type() !== "log" && trouble.push(`${name}: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`${name}: ${error.message}`));
  const button = (label) => page.getByRole("button", { name: label, exact: true });
  const status = page.locator(".said");
  const seen = async (what) => {
    await fits(page);
    await accessible(page, `${name}, ${what}`);
    if (pictures) await page.screenshot({ path: join(pictures, `puzzles-${what}-${name}.png`), fullPage: true });
  };
  const streak = async (count) => {
    const row = page.locator("dl div").filter({ hasText: "In a row" }).first().locator("dd");
    await page.waitForFunction(([text, node]) => node.textContent === text, [String(count), await row.elementHandle()]);
  };

  await page.goto(`${server.address}/#/puzzles`);
  await page.getByRole("heading", { name: "Puzzles" }).waitFor();
  await page.getByRole("link", { name: "Joust" }).waitFor();
  await seen("home");
  await page.getByRole("link", { name: "Joust" }).click();
  await page.getByRole("heading", { name: "Puzzle of the day" }).waitFor();
  await page.getByRole("grid").waitFor();
  await seen("daily");

  const set = await ask("/api/puzzles/joust");
  const deep = set.puzzles.findIndex(({ moves }, at) => moves === 2 && at !== set.today);
  const ready = () => button("Hint").and(page.locator(":enabled")).waitFor();
  const open = async (index) => {
    await page.goto(`${server.address}/#/puzzles/joust/${index + 1}`);
    await page.getByRole("heading", { name: `Puzzle ${index + 1}` }).waitFor();
    await ready();
  };
  const where = (index, moves) => ask("/api/position", { game: "joust", start: set.puzzles[index].position, moves });
  /** Makes a move on the board, by keys or by hand. */
  const make = async (index, moves, move, keys) => {
    const { cells } = (await where(index, moves)).legal.find((legal) => legal.move === move);
    for (const cell of cells) {
      const place = page.getByRole("grid").locator(`[data-cell="${cell}"]`);
      if (keys) {
        await place.focus();
        await page.keyboard.press("Enter");
      } else if (manner.hasTouch) await place.tap();
      else await place.click();
    }
  };
  const solution = (index, moves) => ask("/api/puzzles/hint", { game: "joust", index, moves });

  // Solved without a mistake: first by hand, then by keys.
  await open(deep);
  const first = (await solution(deep, [])).move;
  await make(deep, [], first, false);
  await status.getByText(`Right: ${first}`).waitFor();
  await seen("right");
  const { replies } = await ask("/api/puzzles/try", { game: "joust", index: deep, moves: [first] });
  const made = [first, ...replies];
  await ready();
  const second = (await solution(deep, made)).move;
  await make(deep, made, second, true);
  await status.getByText("Solved!").waitFor();
  await streak(1);
  await seen("solved");
  await page.reload();
  await ready();
  await streak(1);

  // A wrong move is answered, and taken back; that ends the streak.
  await page.goto(`${server.address}/#/puzzles/joust/${deep + 2}`);
  await page.getByRole("heading", { name: `Puzzle ${deep + 2}` }).or(page.getByRole("heading", { name: "Puzzle of the day" })).waitFor();
  await ready();
  const wrong = await found(ask, set, where, [deep + 1], ["fails", "loses"]);
  await make(wrong.index, [], wrong.move, true);
  await status.getByText("Try another move").waitFor();
  await seen("wrong");
  await streak(0);
  await button("Take back and try again").click();
  await button("Hint").and(page.locator(":enabled")).click();
  await status.getByText(/^Look at the knight on/).waitFor();
  await button("Show the move").click();
  await status.getByText(/^The move is/).waitFor();
  await seen("hint");

  // A longer win is called what it is.
  const slow = await found(ask, set, where, [...set.puzzles.keys()].filter((at) => at !== set.today && set.puzzles[at].moves < 4), ["slower"]);
  await open(slow.index);
  await make(slow.index, [], slow.move, true);
  await status.getByText(/wins too, but takes \d+ moves/).waitFor();
  await seen("slower");
  await button("Take back and try again").click();
  await ready();
  await page.getByText(/All puzzles: 1 of \d+ solved/).click();
  await seen("list");
  await context.close();
}

/** Finds a first move of one of these puzzles that is judged so. */
async function found(ask, set, where, indexes, kinds) {
  let tried = 0;
  for (const index of indexes) {
    for (const { move } of (await where(index, [])).legal) {
      if ((tried += 1) > TRIED_MAX) break;
      const { kind } = await ask("/api/puzzles/try", { game: set.game, index, moves: [move] });
      if (kinds.includes(kind)) return { index, move };
    }
  }
  throw new Error(`none of ${tried} moves is ${kinds.join(" or ")}`);
}
