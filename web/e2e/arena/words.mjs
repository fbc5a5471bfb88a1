/** Words people use: names and buttons as everybody calls them, reasons as sentences, and what is wrong called what it is. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { Player } from "./player.mjs";

/** A word of a record, which is nothing to show: `king-captured`. */
const CODE = /\b[a-z]+-(captured|empty|forfeit|limit|legal-move|x-chief)\b/;

export async function words({ browser, server, trouble }) {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const heard = [];
  const player = new Player(await context.newPage(), 0, heard);
  const { page } = player;
  await page.goto(`${server.address}/#/play/jetan`);
  const nell = page.getByRole("radio", { name: "Nell, novice" });
  await nell.check({ force: true });
  await page.getByText("A first win for everybody").waitFor();
  await played(player, server);
  for (const { name } of await server.games()) await rules(page, server, name);
  await pasted(page, server);
  await tournament(page, server);
  // What was pasted on purpose is refused, which the browser mentions.
  trouble.push(...heard.filter((text) => !/422 .*api\/position/.test(text)));
  await context.close();
}

/** An agent has its name beside the board; whoever looks back is told which move it is, and records are downloaded. */
async function played(player, server) {
  const { page } = player;
  await player.begin(server.address, { game: "jetan", options: "", seats: ["here", "novice"], control: "none" });
  await player.turn();
  await player.move(player.state.legal[0], "mouse");
  await player.until(({ moves }) => moves.length === 2);
  await page.locator(".above .name", { hasText: "Nell" }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByText("Move 1 of 2", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Download" }).waitFor();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await player.until(({ over }) => over !== null);
  await page.goto(`${server.address}/#/watch`);
  await page.getByText(/Black resigns: Orange wins, 2 moves/).waitFor();
}

/** The pieces that rules speak of are drawn beside their names, and no reason is a code. */
async function rules(page, server, game) {
  await page.goto(`${server.address}/#/learn/${game}`);
  await page.locator("article li, article p").first().waitFor();
  const glyphs = await page.locator("article svg.glyph").count();
  assert.ok(glyphs > 0 || !["jetan", "refusal", "threechess"].includes(game), `${game}: no piece is drawn`);
  const section = page.locator("#how-it-ends ~ ul").last();
  if ((await section.count()) > 0) assert.doesNotMatch(await section.innerText(), CODE, game);
}

async function pasted(page, server) {
  await page.goto(`${server.address}/#/analysis`);
  await page.getByRole("button", { name: /Open|Paste/ }).first().click();
  await page.getByRole("dialog").getByRole("textbox").first().fill("buy milk and bread");
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await page.getByText(/This is neither a record nor a position of/).waitFor();
}

/** Whoever gives a tournament no name gets the one that was suggested. */
async function tournament(page, server) {
  await page.goto(`${server.address}/#/tournaments/new`);
  const title = page.getByLabel("Title");
  await title.waitFor();
  const suggested = await title.getAttribute("placeholder");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("heading", { name: suggested }).waitFor();
}
