/** What a game tells those who play it: dangers, rights, what was refused, what pieces are, the rules, a guide. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { accessible, fits } from "../browser.mjs";
import { Player } from "./player.mjs";

const ATTACKED =
  "wpdfrc.dpw/taaaaaaaat/........../........../........../........../..f......./........../TAAAA.AAAT/WPDFCRFDPW black Rr 2 2 -";
const LAST_IN_COURT = "22....../.......2/......../...1..../......../..2...../..1...1./........ second 4 0";
const SCREENS = {
  wide: { viewport: { width: 1280, height: 800 }, bypassCSP: true },
  narrow: { viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true, bypassCSP: true },
};

export async function taught(arena) {
  await guide(arena);
  await danger(arena);
  await court(arena);
  await refused(arena);
  for (const screen of Object.keys(SCREENS)) await pieces(arena, screen);
  await drawer(arena);
}

async function open({ browser, trouble }, seat, screen = "wide") {
  const context = await browser.newContext(SCREENS[screen]);
  return new Player(await context.newPage(), seat, trouble);
}

async function picture({ pictures }, page, name) {
  if (pictures) await page.screenshot({ path: `${pictures}/taught-${name}.png` });
}

const cellOf = (player, name) => player.state.board.cells.findIndex((cell) => cell.name === name);

/** The first game of a newcomer has a guide, which leaves and does not come back. */
async function guide(arena) {
  const player = await open(arena, 0, "narrow");
  const { page } = player;
  const wanted = { game: "jetan", options: "", seats: ["here", "random"], control: "none" };
  await player.begin(arena.server.address, wanted);
  const card = page.getByRole("region", { name: "Guide" });
  for (const [words, button] of [["1 of 3", "Next"], ["2 of 3", "Next"], ["3 of 3", "Got it"]]) {
    await card.getByText(words).waitFor();
    await picture(arena, page, `guide-${words[0]}`);
    await accessible(page, `guide, ${words}`);
    await fits(page);
    await card.getByRole("button", { name: button }).click();
  }
  await card.waitFor({ state: "detached" });
  await player.begin(arena.server.address, wanted);
  await page.getByRole("status").filter({ hasText: "Your turn" }).waitFor();
  assert.equal(await card.count(), 0, "the guide is back");
  await page.context().close();
}

/** An attacked Princess glows and is said; the squares of her escape look different. */
async function danger(arena) {
  const player = await open(arena, 0);
  const { page } = player;
  await player.begin(arena.server.address, { game: "jetan", options: "", seats: ["here", "random"], control: "none", start: ATTACKED });
  await page.getByRole("status", { name: "Warnings" }).getByText("Your Princess is attacked!").waitFor();
  const princess = cellOf(player, "F1");
  await player.says(princess, "attacked");
  assert.equal(await page.locator(".playboard .alarms polygon").count(), 1);
  const { x, y } = await player.point(princess);
  await page.mouse.click(x, y);
  const asked = player.state.legal.filter(({ question }) => question !== undefined);
  assert.ok(asked.length > 0);
  await player.says(asked[0].cells[1], "asks before it is played");
  await page.locator(".target.special").first().waitFor();
  assert.equal(await page.locator(".target.special").count(), asked.length);
  await picture(arena, page, "danger");
  await accessible(page, "danger");
  await page.context().close();
}

/** Whoever is about to lose the Court is told so. */
async function court(arena) {
  const player = await open(arena, 1, "narrow");
  const wanted = { game: "kings-court", options: "", seats: ["link", "here"], control: "none", start: LAST_IN_COURT };
  await player.begin(arena.server.address, wanted);
  await player.page.getByText("Your Court can be emptied with the next move!").waitFor();
  await player.says(cellOf(player, "C3"), "attacked");
  await picture(arena, player.page, "court");
  await fits(player.page);
  await player.page.context().close();
}

/** A refusal is told as it happened: who refused what, where it would have gone, and one row a turn. */
async function refused(arena) {
  const [south, north] = [await open(arena, 0), await open(arena, 1)];
  const wanted = { game: "refusal", options: "", seats: ["here", "link"], control: "none" };
  const { id, links } = await south.begin(arena.server.address, wanted);
  await north.sit(arena.server.address, id, links[1]);
  const { page } = south;
  await south.turn();
  const proposal = south.state.legal[0];
  await south.move(proposal, "mouse");
  await north.turn();
  await north.move(north.state.legal.find(({ button }) => /reject/i.test(button)), "mouse");
  await page.getByRole("status").filter({ hasText: `North refused ${proposal.move}; your next move stands` }).waitFor();
  await north.page.getByRole("status").filter({ hasText: `You refused ${proposal.move}; South’s next move stands` }).waitFor();
  for (const one of [page, north.page]) await one.locator(".refusals .ghost").waitFor({ state: "attached" });
  await picture(arena, page, "refused");
  await accessible(page, "refused");
  await south.turn();
  const alternate = south.state.legal[0];
  assert.notEqual(alternate.move, proposal.move);
  await south.move(alternate, "mouse");
  await page.locator(".refusals .ghost").waitFor({ state: "detached" });
  const row = page.getByRole("row").filter({ hasText: /^\s*1\./ });
  await row.getByRole("button", { name: `${proposal.move} refused` }).waitFor();
  await row.getByRole("button", { name: new RegExp(`${alternate.move}$`) }).waitFor();
  // Whoever looks back sees it again.
  await row.getByRole("button", { name: `${proposal.move} refused` }).click();
  await page.locator(".refusals .ghost").waitFor({ state: "attached" });
  for (const player of [south, north]) await player.page.context().close();
}

/** Whoever rests on a piece, presses it long, or asks by a key sees its name, how it goes and its reach. */
async function pieces(arena, screen) {
  const player = await open(arena, 0, screen);
  const { page } = player;
  await player.begin(arena.server.address, { game: "threechess", options: "", seats: ["here", "random", "random"], control: "none" });
  await player.turn();
  const peek = page.locator(".peek");
  const seen = async (cell, words, targets) => {
    await peek.filter({ hasText: words }).waitFor();
    await page.waitForFunction((count) => document.querySelectorAll(".reach").length === count, targets);
  };
  // Somebody else's Knight, although it is not their turn.
  const knight = cellOf(player, "GB1");
  const { x, y } = await player.point(knight);
  if (screen === "wide") {
    await page.mouse.move(x, y);
    await seen(knight, "Green knight", 2);
    await picture(arena, page, `piece-${screen}`);
    await page.mouse.move(1, 1);
  } else {
    const touch = await page.context().newCDPSession(page);
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await seen(knight, "Green knight", 2);
    await picture(arena, page, `piece-${screen}`);
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }
  await peek.waitFor({ state: "detached" });
  assert.equal(player.state.moves.length, 0);
  // By the keyboard: the same key once more ends it.
  await page.locator(`[data-cell="${cellOf(player, "BA2")}"]`).focus();
  await page.keyboard.press("i");
  await seen(0, "Blue pawn", 2);
  await page.keyboard.press("i");
  await peek.waitFor({ state: "detached" });
  await page.context().close();
}

/** The rules beside the board open where they matter, and the game goes on. */
async function drawer(arena) {
  const player = await open(arena, 0);
  const { page } = player;
  await player.begin(arena.server.address, { game: "kings-court", options: "", seats: ["here", "random"], control: "none" });
  const button = page.getByRole("button", { name: "Rules" });
  await button.click();
  const rules = page.getByRole("complementary", { name: "Rules" });
  const heading = rules.getByRole("heading", { name: player.state.rule });
  assert.equal(player.state.rule, "How it begins");
  await heading.and(page.locator(":focus")).waitFor();
  const [outer, inner] = [await rules.boundingBox(), await heading.boundingBox()];
  assert.ok(inner.y >= outer.y && inner.y < outer.y + outer.height / 2, "the heading is not where one looks");
  await picture(arena, page, "drawer");
  await accessible(page, "rules drawer");
  await player.turn();
  await player.move(player.state.legal[0], "mouse");
  await heading.focus();
  await page.keyboard.press("Escape");
  await rules.waitFor({ state: "detached" });
  await button.and(page.locator(":focus")).waitFor();
  await page.context().close();
}
