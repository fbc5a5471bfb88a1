/** What is done beside moves: a game from the first click, hint, undo, redo, flip, looking back, resigning, the clock. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { chance, Player } from "./player.mjs";

export async function beside({ browser, server, trouble }) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  const page = await context.newPage();
  const player = new Player(page, 0, trouble);
  await page.goto(server.address);
  await page.getByRole("link", { name: /Joust/ }).first().click();
  await page.getByRole("button", { name: /^Play/ }).first().click();
  await page.waitForURL(/#\/game\//);
  player.id = /#\/game\/([^/]+)/.exec(page.url())[1];
  await player.until((state) => state.seats.some(({ kind }) => kind === "person"));
  player.seat = player.state.seats.findIndex(({ kind }) => kind === "person");
  await player.turn();
  const before = player.state.moves.length;

  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText(/hint|suggests|would play/i).first().waitFor();
  const draw = chance(3);
  await player.move(player.pick(draw), "mouse");
  await player.turn();
  await page.getByRole("button", { name: "Undo" }).click();
  await player.until((state) => state.moves.length === before, "a move taken back");
  await page.getByRole("button", { name: "Redo" }).click();
  await player.until((state) => state.moves.length > before, "a move played again");
  await page.keyboard.press("u");
  await player.until((state) => state.moves.length === before, "a move taken back by a key");
  await player.turn();
  await player.move(player.pick(draw), "drag");
  await player.turn();

  const place = () => player.point(0);
  const unturned = await place();
  await page.getByRole("button", { name: "Flip" }).click();
  await page.waitForTimeout(500);
  assert.notDeepEqual(await place(), unturned, "the board is not turned");
  await page.getByRole("button", { name: /first/i }).click();
  await page.getByRole("button", { name: /last|back to the game/i }).first().click();

  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await player.until((state) => state.over !== null, "the end");
  assert.equal(player.state.over.reason, "resigned");
  const card = page.getByRole("region", { name: "Result" });
  assert.match(await card.textContent(), /You lost.*resign/);
  for (const role of [card.getByRole("link", { name: "Review" }), card.getByRole("button", { name: "Share" })]) await role.waitFor();
  // Against an agent there is nobody to ask, and seats change.
  await card.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => !url.hash.includes(player.id));
  player.id = /#\/game\/([^/]+)/.exec(page.url())[1];
  await player.until((state) => state.seats[1 - player.seat].kind === "person", "the other seat");
  await context.close();
  await flag({ browser, server, trouble });
}

/** Whoever has no time left has lost. */
async function flag({ browser, server, trouble }) {
  const context = await browser.newContext();
  const player = new Player(await context.newPage(), 0, trouble);
  await player.begin(server.address, { game: "joust", options: "", seats: ["here", "random"], control: "1s" });
  await player.until((state) => state.over !== null, "the flag to fall");
  assert.equal(player.state.over.reason, "time");
  await context.close();
}
