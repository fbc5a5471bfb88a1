/** What people choose to look at and to hear: boards and pieces, pieces in lists of moves, sounds, a board that plays. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { accessible, fits } from "../browser.mjs";
import { Player } from "./player.mjs";

const SCREENS = {
  wide: { viewport: { width: 1280, height: 800 }, bypassCSP: true },
  narrow: { viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true, bypassCSP: true },
};

export async function looks(arena) {
  await themes(arena);
  await everyGame(arena);
}

async function open({ browser, trouble }, seat, screen = "wide") {
  const context = await browser.newContext(SCREENS[screen]);
  return new Player(await context.newPage(), seat, trouble);
}

async function picture({ pictures }, page, name) {
  if (pictures) await page.screenshot({ path: `${pictures}/looks-${name}.png` });
}

/** Opens the choice of boards and pieces; where there is little room, it is in the menu. */
async function choosing(page) {
  const button = page.getByRole("button", { name: "Theme" });
  if (!(await button.isVisible())) await page.getByRole("button", { name: "More" }).click();
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Board and pieces" });
  await dialog.waitFor();
  return dialog;
}

/** A board and its pieces are chosen with pictures, seen at once, and kept for each game. */
async function themes(arena) {
  for (const screen of Object.keys(SCREENS)) {
    const player = await open(arena, 0, screen);
    const { page } = player;
    await player.begin(arena.server.address, { game: "jetan", options: "", seats: ["here", "random"], control: "none" });
    await player.turn();
    const board = page.locator(".playboard svg.board");
    const fill = () => board.locator(".cell.light").first().evaluate((cell) => getComputedStyle(cell).fill);
    const before = await fill();
    const dialog = await choosing(page);
    await dialog.locator(".boards svg.board").nth(3).waitFor();
    await picture(arena, page, `choice-${screen}`);
    await accessible(page, `choice of boards, ${screen}`);
    await fits(page);
    // By the keyboard: arrows go from picture to picture.
    await dialog.getByRole("radio", { name: "Original" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.locator(".playboard svg.board[data-material=wood]").waitFor();
    assert.notEqual(await fill(), before);
    await dialog.getByRole("radio", { name: "Letters" }).check();
    await board.locator(".letter").first().waitFor({ state: "attached" });
    await dialog.getByRole("button", { name: "Done" }).click();
    await dialog.waitFor({ state: "detached" });
    await picture(arena, page, `wood-letters-${screen}`);
    // It can be played on, and is there again after a reload, in this game and in no other.
    await player.turn();
    await player.move(player.state.legal[0], "mouse");
    await page.reload();
    await page.locator(".playboard svg.board[data-material=wood] .letter").first().waitFor({ state: "attached" });
    await page.goto(`${arena.server.address}/#/play/joust`);
    await page.locator("svg.board.fine[data-game=joust][data-material=own]").waitFor();
    const other = await choosing(page);
    await other.getByRole("radio", { name: "Slate" }).check();
    await other.getByRole("button", { name: "Use for every game" }).click();
    await other.getByRole("button", { name: "Done" }).click();
    await page.goto(`${arena.server.address}/#/game/${player.id}`);
    await page.locator(".playboard svg.board[data-material=slate]").waitFor();
    assert.equal(await board.locator(".letter").count(), 0);
    await page.context().close();
  }
}

/** Every material and every set in every game, on pictures, on boards and on those that are painted. */
async function everyGame(arena) {
  const { page } = await open(arena, 0);
  await page.goto(arena.server.address);
  for (const { name } of await arena.server.games()) {
    for (const [material, set] of [["own", "figures"], ["wood", "figures"], ["slate", "flat"], ["paper", "letters"]]) {
      await page.evaluate(([game, of]) => localStorage.setItem("boards", JSON.stringify({ [game]: of })), [name, { material, set }]);
      await page.goto(`${arena.server.address}/?${material}#/play/${name}`);
      await page.locator(`svg.board.fine[data-material=${material}] .piece`).first().waitFor({ state: "attached" });
      await picture(arena, page, `${name}-${material}-${set}`);
    }
  }
  await page.context().close();
}
