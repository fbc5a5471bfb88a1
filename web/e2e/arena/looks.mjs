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
  await figurines(arena);
  await sounds(arena);
  for (const screen of Object.keys(SCREENS)) await showcase(arena, screen);
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

/** Lists of moves show the piece that moved, and say its name to ears; whoever wants letters only has them. */
async function figurines(arena) {
  const player = await open(arena, 0, "narrow");
  const { page } = player;
  await player.begin(arena.server.address, { game: "jetan", options: "", seats: ["here", "random"], control: "none" });
  await player.turn();
  await player.move(player.state.legal.find(({ move }) => move === "D2D3"), "mouse");
  await player.turn();
  const [own, other] = [page.getByRole("button", { name: "panthan D2D3", exact: true }), page.locator(".moves td button").nth(1)];
  for (const move of [own, other]) await move.locator("svg.glyph .piece").waitFor();
  await own.scrollIntoViewIfNeeded();
  await picture(arena, page, "figurines");
  await accessible(page, "pieces in the list of moves");
  const dialog = await choosing(page);
  await dialog.getByRole("switch", { name: "Show pieces in the list of moves" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "D2D3", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "D2D3", exact: true }).waitFor();
  assert.equal(await page.locator(".moves td svg").count(), 0);
  await page.evaluate(() => localStorage.removeItem("figurines"));
  await page.goto(`${arena.server.address}/?again#/analysis/game/${player.id}`);
  await page.locator(".sheet").getByRole("button", { name: "panthan D2D3" }).locator("svg.glyph").waitFor();
  await page.context().close();
}

/** Orange's Flier can attack Black's Princess with its next move. */
const SOON_ATTACKED =
  "wpdfrc.dpw/taaaaaaaat/........../.....f..../........../........../........../........../TAAAA.AAAT/WPDFCRFDPW orange Rr 3 3 -";
/** The first notes of sounds, in hertz. */
const [MOVE, DANGER, LOST] = [240, 622, 330];

/** A move, a danger and the end are heard, and nothing when the sound is off. */
async function sounds(arena) {
  const [black, orange] = [await open(arena, 0), await open(arena, 1)];
  const { page } = black;
  // What a loudspeaker would get, as notes.
  await page.addInitScript(() => {
    window.notes = [];
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      window.notes.push(Math.round(this.frequency.value));
      return start.call(this, when);
    };
  });
  const heard = (note) => page.waitForFunction((note) => window.notes.includes(note), note);
  const wanted = { game: "jetan", options: "", seats: ["here", "link"], control: "none", start: SOON_ATTACKED };
  const { id, links } = await black.begin(arena.server.address, wanted);
  await orange.sit(arena.server.address, id, links[1]);
  await page.getByRole("button", { name: "Flip" }).click();
  await orange.turn();
  await orange.move(orange.state.legal.find(({ move }) => move === "F7C4"), "mouse");
  await heard(MOVE);
  await heard(DANGER);
  await page.getByRole("button", { name: "Sound: on" }).click();
  await page.evaluate(() => (window.notes = []));
  await black.turn();
  await black.move(black.state.legal.find(({ question }) => question === undefined), "mouse");
  await page.getByRole("status").filter({ hasText: "Orange to move" }).waitFor();
  assert.deepEqual(await page.evaluate(() => window.notes), []);
  await page.getByRole("button", { name: "Sound: off" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await heard(LOST);
  for (const player of [black, orange]) await player.page.context().close();
}

/** The board at home plays while it is seen, stops when asked to, and stands for those who want no motion. */
async function showcase(arena, screen) {
  const still = await arena.browser.newContext({ ...SCREENS[screen], reducedMotion: "reduce" });
  const moving = await arena.browser.newContext({ ...SCREENS[screen], reducedMotion: "no-preference" });
  const [quiet, page] = [await still.newPage(), await moving.newPage()];
  const region = (page) => page.getByRole("region", { name: /Our players at/ });
  const text = (page) => region(page).innerText();
  for (const one of [quiet, page]) {
    // A minute passes when it is told to.
    await one.clock.install();
    await one.goto(arena.server.address);
    await region(one).waitFor();
  }
  await quiet.clock.runFor(60_000);
  assert.match(await text(quiet), /It begins/);
  await region(quiet).getByRole("button", { name: "Watch" }).click();
  for (const one of [quiet, page]) {
    await one.locator(".showcase [data-running=true]").waitFor();
    await one.clock.runFor(3_100);
    await region(one).getByText(/Move \d+ of/).waitFor();
  }
  await picture(arena, page, `showcase-${screen}`);
  await accessible(page, `home, ${screen}`);
  await fits(page);
  await region(page).getByRole("button", { name: "Pause" }).click();
  await page.locator(".showcase [data-running=false]").waitFor();
  const before = await text(page);
  await page.clock.runFor(60_000);
  assert.equal(await text(page), before);
  if (screen === "wide") {
    await region(page).getByRole("button", { name: "Another game" }).click();
    await region(page).getByText("It begins").waitFor();
  }
  // Out of sight nothing goes on.
  await region(page).getByRole("button", { name: "Watch" }).click();
  await page.getByRole("navigation", { name: "Also here" }).evaluate((last) => {
    last.style.marginTop = "4000px";
    last.scrollIntoView();
  });
  await page.locator(".showcase [data-running=false]").waitFor({ state: "attached" });
  const unseen = await text(page);
  await page.clock.runFor(60_000);
  assert.equal(await text(page), unseen);
  await region(page).getByRole("link", { name: "Play this" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  for (const context of [still, moving]) await context.close();
}
