/** Moves that are special: refusals, chains of jumps, castling, the escape, and those the arbiter refuses. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { chance, Player } from "./player.mjs";

const WIDE = { viewport: { width: 1200, height: 900 } };
const ESCAPE =
  "wpdfrc.dpw/taaaaaaaat/........../........../........../........../..f......./........../TAAAA.AAAT/WPDFCRFDPW black Rr 2 2 -";
const CASTLING = "BG1BF3 GA2GA3 RA2RA3 BE2BE3 GB2GB3 RB2RB3 BF1BE2 GC2GC3 RC2RC3".split(" ");

async function at({ browser, server, trouble }, wanted) {
  const context = await browser.newContext(WIDE);
  const player = new Player(await context.newPage(), 0, trouble);
  await player.begin(server.address, { options: "", control: "none", ...wanted });
  return player;
}

const named = (player, move) => player.state.legal.find((legal) => legal.move === move);

export async function moves(arena) {
  await castling(arena);
  await escape(arena);
  await chain(arena);
  await refusals(arena);
  await lone(arena);
  await proposals(arena);
  await arbiter(arena);
}

async function castling(arena) {
  for (const means of ["drag", "keyboard"]) {
    const player = await at(arena, { game: "threechess", seats: ["here", "random", "random"], moves: CASTLING });
    await player.turn();
    await player.move(named(player, "BE1BG1"), means);
    for (const name of [/^BG1, .*blue king/, /^BF1, .*blue rook/]) {
      await player.page.getByRole("gridcell", { name }).waitFor({ state: "attached" });
    }
    await player.page.context().close();
  }
}

async function escape(arena) {
  const player = await at(arena, { game: "jetan", seats: ["here", "random"], start: ESCAPE });
  await player.turn();
  // What can be had only once is asked about; whoever says no has lost nothing.
  const { question, cells, move } = named(player, "F1H7");
  const dialog = player.page.getByRole("dialog", { name: question });
  await player.drag(cells);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(player.state.moves, []);
  await player.move(named(player, move), "keyboard");
  await player.page.getByRole("gridcell", { name: /^F1, (?!.*princess)/ }).waitFor({ state: "attached" });
  await player.page.context().close();
}

/** A chain of three or more cells in King's Court, ended where it could go on and where it could not. */
async function chain(arena) {
  for (const means of ["mouse", "keyboard"]) {
    const player = await at(arena, { game: "kings-court", seats: ["here", "random:seed=7"] });
    const draw = chance(11);
    let found;
    while (found === undefined && (await player.turn())) {
      found = player.state.legal.find(({ cells }) => cells?.length > 2);
      await player.look();
      await player.move(found ?? player.pick(draw), means);
    }
    assert.ok(found, "no chain of jumps in a whole game");
    await player.page.context().close();
  }
}

/** People refuse agents, and agents refuse people. */
async function refusals(arena) {
  const player = await at(arena, { game: "refusal", seats: ["here", "random:seed=3"] });
  const draw = chance(5);
  let [ours, theirs] = [0, 0];
  while ((ours === 0 || theirs === 0) && (await player.turn())) {
    const ply = player.state.moves.length;
    const refuse = player.state.legal.find(({ button }) => /refuse|reject/i.test(button ?? ""));
    await player.look();
    await player.move(refuse ?? player.pick(draw), "mouse");
    if (refuse) ours += 1;
    if (!(await player.turn())) break;
    if (player.state.moves.slice(ply + 1).some((move) => /refuse|reject/i.test(move))) theirs += 1;
  }
  assert.ok(ours > 0 && theirs > 0, `refused by us: ${ours}, by them: ${theirs}`);
  await player.page.context().close();
}

/** Where only one piece can move, its targets are shown and one click is enough; the document's value is beside the board. */
async function lone(arena) {
  const player = await at(arena, { game: "joust", seats: ["here", "random:seed=1"] });
  await player.turn();
  for (const { cells } of player.state.legal) await player.says(cells[1], "target");
  await player.page.locator(".beside").getByText("Static value for Black: 0.").waitFor();
  const { x, y } = await player.point(named(player, "D1E3").cells[1]);
  await picture(arena, player.page, "joust");
  await player.page.mouse.click(x, y);
  await player.until(({ moves }) => moves[0] === "D1E3");
  await player.page.context().close();
}

/** The page asks who begins, and calls a proposal one. */
async function proposals(arena) {
  const context = await arena.browser.newContext(WIDE);
  const page = await context.newPage();
  await page.goto(`${arena.server.address}/#/play/refusal`);
  await page.getByRole("group", { name: "Who begins?" }).getByText("Your opponent").click();
  await picture(arena, page, "refusal-setup");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByText(/ proposes [A-E][1-8][A-E][1-8]\. Accept or reject\?/).waitFor();
  await picture(arena, page, "refusal-proposal");
  await page.getByRole("button", { name: /^Reject/ }).click();
  await page.getByRole("status").filter({ hasText: "Your turn: propose a move" }).waitFor();
  await picture(arena, page, "refusal-turn");
  await context.close();
}

async function picture({ pictures }, page, name) {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` });
}

async function arbiter(arena) {
  const player = await at(arena, { game: "jetan", seats: ["here", "random"] });
  const cell = (name) => player.state.board.cells.findIndex((one) => one.name === name);
  const { page } = player;
  await page.mouse.move(...Object.values(await player.point(cell("A2"))));
  await page.mouse.down();
  await page.mouse.move(...Object.values(await player.point(cell("A7"))), { steps: 5 });
  await page.mouse.up();
  await page.getByRole("alert").filter({ hasText: "A2" }).waitFor();
  assert.equal(player.state.moves.length, 0);
  await page.keyboard.press("/");
  await page.keyboard.type("<img src=x onerror=alert(1)>");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "<img src=x" }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("e2e3");
  await page.keyboard.press("Enter");
  await player.until((state) => state.moves.length > 0);
  assert.equal(player.state.moves[0], "E2E3");
  await page.context().close();
}
