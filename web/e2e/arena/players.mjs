/**
 * People: a name and a picture, challenges in the lobby, what they write to each other, moves that are planned, what is
 * drawn on the board, and the games of a browser. Two browsers, by mouse, touch and keyboard.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { accessible, fits } from "../browser.mjs";
import { chance, Player } from "./player.mjs";

const WIDE = { width: 1280, height: 800 };
const SCREENS = [WIDE, { width: 390, height: 844 }, { width: 844, height: 390 }];

export async function players(at) {
  await lobby(at);
  await talk(at);
  await presence(at);
  await planned(at);
  await drawn(at);
  await german(at);
}

async function open({ browser, trouble }, seat, options = {}) {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: "reduce", ...options });
  return new Player(await context.newPage(), seat, trouble);
}

/** Looks at what people see in German, on a telephone. */
async function german(at) {
  const player = await open(at, 0, { locale: "de-DE", viewport: SCREENS[1] });
  await player.page.goto(`${at.server.address}/#/mine`);
  await player.page.getByRole("heading", { name: "Meine Partien" }).waitFor();
  await fits(player.page);
  await player.page.goto(`${at.server.address}/#/lobby`);
  await player.page.getByRole("heading", { name: "Herausforderung stellen" }).waitFor();
  await fits(player.page);
  await accessible(player.page, "the lobby in German");
  await player.page.context().close();
}

/** Looks at a page in light and dark on every screen; nothing is too wide, and axe finds nothing. */
async function looks({ pictures }, { page }, name) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    for (const size of SCREENS) {
      await page.setViewportSize(size);
      await fits(page);
      if (pictures) await page.screenshot({ path: `${pictures}/players-${name}-${colorScheme}-${size.width}.png` });
      if (size !== SCREENS[2]) await accessible(page, `${name}, ${colorScheme}, ${size.width}`);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(WIDE);
}

/** One makes a challenge by the form, the other accepts it with one click; both have names and pictures. */
async function lobby(at) {
  const [ada, bob] = [await open(at, 0), await open(at, 1)];
  await bob.page.goto(`${at.server.address}/#/mine`);
  await bob.page.getByText("You have not played in this browser yet").waitFor();
  await bob.page.getByRole("button", { name: "Change" }).click();
  const dialog = bob.page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Bob");
  const before = await dialog.locator("[data-picture]").getAttribute("data-picture");
  await dialog.getByRole("button", { name: "Another picture" }).click();
  const picture = await dialog.locator("[data-picture]").getAttribute("data-picture");
  assert.notEqual(picture, before);
  await looks(at, bob, "name");
  await dialog.getByRole("button", { name: "Keep" }).click();
  await bob.page.reload();
  await bob.page.locator(`.me [data-picture="${picture}"]`).first().waitFor();
  await bob.page.getByRole("heading", { name: "Bob" }).waitFor();
  assert.deepEqual(await bob.page.context().cookies(), [], "a cookie");

  await bob.page.goto(at.server.address);
  await bob.page.getByRole("link", { name: /Play somebody here/ }).click();
  await bob.page.getByText("Nobody has made a challenge").waitFor();
  await ada.page.goto(`${at.server.address}/#/lobby`);
  await ada.page.getByRole("link", { name: "Joust" }).click();
  await ada.page.getByRole("radio", { name: "Anybody" }).waitFor({ state: "attached" });
  assert.ok(await ada.page.getByRole("radio", { name: "Anybody" }).isChecked());
  await ada.page.getByRole("button", { name: "Play", exact: true }).click();
  await ada.page.getByRole("heading", { name: "Your challenge is open" }).waitFor();
  await ada.page.getByRole("status").filter({ hasText: "Waiting for somebody to accept" }).waitFor();
  ada.id = /#\/game\/([^/]+)$/.exec(ada.page.url())[1];
  await looks(at, ada, "challenge");
  await bob.page.getByText("you play Black").waitFor();
  await bob.page.goto(at.server.address);
  await bob.page.getByRole("link", { name: /1 open challenge/ }).click();
  await bob.page.getByText("you play Black").waitFor();
  await looks(at, bob, "lobby");

  // Withdrawn, it is gone everywhere; made again, it is accepted.
  await ada.page.getByRole("button", { name: "Withdraw" }).click();
  await bob.page.getByText("Nobody has made a challenge").waitFor();
  await ada.page.getByRole("link", { name: "Joust" }).click();
  await ada.page.getByRole("button", { name: "Play", exact: true }).click();
  await ada.page.getByRole("heading", { name: "Your challenge is open" }).waitFor();
  ada.id = /#\/game\/([^/]+)$/.exec(ada.page.url())[1];
  await ada.page.reload();
  await bob.page.getByRole("button", { name: /^Accept/ }).click();
  bob.id = ada.id;
  await bob.page.waitForURL((url) => url.hash.includes(ada.id));
  await ada.page.locator(`.player [data-picture="${picture}"]`).waitFor();
  await ada.page.locator(".player").filter({ hasText: "Bob" }).waitFor();
  const draw = chance(3);
  for (const player of [ada, bob, ada]) {
    await player.turn();
    await player.move(player.pick(draw), "mouse");
  }
  await bob.page.getByRole("button", { name: "Resign" }).click();
  await bob.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await bob.until(({ over }) => over !== null);
  await ada.page.context().close();
  await games(at, bob);
}

/** The games of a browser: found, counted, opened, deleted. */
async function games(at, player) {
  const { page } = player;
  player.seat = 0;
  for (const agent of ["random:seed=1", "easy"]) {
    const made = await player.begin(at.server.address, { game: "refusal", options: "", seats: ["here", agent], control: "none" });
    assert.ok(made.id);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await player.until(({ over }) => over !== null);
    await page.getByRole("region", { name: "Result" }).waitFor();
  }
  await player.begin(at.server.address, { game: "kings-court", options: "", seats: ["here", "novice"], control: "none" });
  await page.getByRole("link", { name: "My games" }).click();
  const rows = page.locator(".games li");
  await rows.nth(3).waitFor();
  await page.getByText("4 games").waitFor();
  const table = page.getByRole("table");
  assert.match(await table.innerText(), /Refusal\s+Ezra, easy\s+1\s+0\s+0\s+1/);
  await looks(at, player, "mine");
  const shown = async (count, text) => {
    await page.getByText(`${count} of 4 games`).waitFor();
    assert.match(await rows.first().innerText(), text);
  };
  await page.getByRole("searchbox", { name: "Search" }).fill("ezra refus");
  await shown(1, /Ezra/);
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await page.getByLabel("Result", { exact: true }).selectOption("open");
  await shown(1, /King.s Court/);
  await page.getByLabel("Result", { exact: true }).selectOption("lost");
  await shown(3, /Lost/);
  await page.getByLabel("Game", { exact: true }).selectOption("joust");
  await shown(1, /Joust/);
  await rows.first().getByRole("link", { name: "Review" }).waitFor();
  await rows.first().getByRole("button", { name: /^Delete Joust/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No game is like that").waitFor();
  await page.getByLabel("Game", { exact: true }).selectOption("refusal");
  await page.getByText("2 of 3 games").waitFor();
  await rows.first().getByRole("link").first().click();
  await page.getByRole("region", { name: "Result" }).waitFor();
  await page.context().close();
}

async function pair(at, wanted = {}, options = {}) {
  const [white, black] = [await open(at, 0), await open(at, 1, options)];
  const game = { game: "joust", options: "", seats: ["here", "link"], control: "5m+3s", ...wanted };
  const made = await white.begin(at.server.address, game);
  await black.sit(at.server.address, made.id, made.links[1]);
  await white.until((state) => state.seats.every(({ here, kind }) => here || kind !== "person"), "both to be here");
  return [white, black, made];
}

/** Phrases and texts reach the other and nobody else; the switch ends that; nothing on the page moves. */
async function talk(at) {
  const [white, black, made] = await pair(at);
  const watcher = await open(at, 9);
  watcher.id = made.id;
  await watcher.page.goto(`${at.server.address}/#/game/${made.id}`);
  await watcher.until(() => true);
  assert.equal(await watcher.page.getByRole("button", { name: "Messages" }).count(), 0);

  await white.page.getByRole("button", { name: "Skip", exact: true }).click();
  const boxes = () => white.page.$$eval(".game .player, .playboard .table, .game .clock, .game .actions", (all) =>
    all.map((one) => JSON.stringify(one.getBoundingClientRect())));
  const where = await boxes();
  await black.page.getByRole("button", { name: "Messages" }).click();
  const panel = black.page.getByRole("region", { name: "Messages" });
  await panel.getByRole("button", { name: "Good luck!" }).click();
  await white.page.locator(".above .remark", { hasText: "Good luck!" }).waitFor();
  assert.deepEqual(await boxes(), where, "a message moves something");
  await white.page.getByRole("button", { name: "Messages 1 new" }).click();
  const own = white.page.getByRole("region", { name: "Messages" });
  await own.getByRole("log").getByText("Good luck!").waitFor();
  assert.equal(await own.getByLabel("Write a message").evaluate((input) => input === document.activeElement), true, "the focus");
  // By the keyboard alone, and as text whatever it looks like.
  const hostile = "<img src=x onerror=alert(1)>";
  await white.page.keyboard.type(hostile);
  await white.page.keyboard.press("Enter");
  await panel.getByText(hostile).waitFor();
  await looks(at, white, "talk");
  for (const size of SCREENS) {
    await white.page.setViewportSize(size);
    await white.page.evaluate(() => scrollTo(0, 0));
    const unseen = await white.page.$$eval(".game .clock, .talk, .talk input, .game .actions > .actions > .button", (all) =>
      all.filter((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || !(one === over || one.contains(over));
      }).map((one) => one.className));
    assert.deepEqual(unseen, [], `beside the messages, ${size.width} x ${size.height}`);
  }
  await white.page.setViewportSize(WIDE);
  await white.page.keyboard.press("Escape");
  await own.waitFor({ state: "detached" });
  assert.equal(await watcher.page.getByText(hostile).count(), 0);
  // Whoever writes too much is told so.
  for (let count = 0; count < 8; count += 1) await panel.getByRole("button", { name: "Oops!" }).click();
  await panel.getByText("wait a moment").waitFor();
  // A switch for each browser.
  await white.page.getByLabel("Show messages of the other players").uncheck();
  await white.page.getByRole("button", { name: "Messages" }).waitFor({ state: "detached" });
  await white.page.reload();
  await white.page.getByLabel("Show messages of the other players").waitFor();
  assert.equal(await white.page.getByRole("button", { name: "Messages" }).count(), 0);
  await watcher.page.context().close();
  for (const { page } of [white, black]) await page.context().close();
}

/** Whoever leaves and comes back is missed and welcomed; an analysis of the running game is not to be had. */
async function presence(at) {
  const [white, black, made] = await pair(at);
  await black.page.context().close();
  await white.page.getByText("has left").waitFor();
  const again = await open(at, 1);
  await again.sit(at.server.address, made.id, made.links[1]);
  await white.page.getByText("is back").waitFor();
  await white.page.goto(`${at.server.address}/#/analysis/game/${made.id}`);
  await white.page.getByText("This game between people goes on").waitFor();
  for (const { page } of [white, again]) await page.context().close();
}

/** Returns where a player could go, as the page is told. */
async function reach(player, cell) {
  const { game, options, position } = player.state;
  const { cells } = await player.page.evaluate(async (body) => {
    const headers = { "content-type": "application/json" };
    return (await fetch("/api/reach", { method: "POST", headers, body: JSON.stringify(body) })).json();
  }, { game, options, start: position });
  return cell === undefined ? cells : cells[cell];
}

/** A move is planned by mouse, touch and keyboard, played when the turn comes, cancelled, and dropped when it is illegal. */
async function planned(at) {
  const [white, black] = await pair(at, { control: "none" }, { hasTouch: true });
  const draw = chance(5);
  const { page } = black;
  const plan = page.getByText(/^Planned: /);
  // The knight of Black is the only piece it has.
  const knight = async () => {
    const label = await page.locator("[role=gridcell][aria-label*='black knight']").getAttribute("data-cell");
    return Number(label);
  };
  await white.turn();
  for (const means of ["mouse", "drag", "touch", "keyboard"]) {
    await white.turn();
    const from = await knight();
    await black.says(from, "can be planned");
    const to = (await reach(black, from))[0];
    await choose(black, [from, to], means);
    await plan.waitFor();
    await black.says(to, "planned");
    if (means === "mouse") {
      await looks(at, black, "planned");
      // Cancelled by a key, by the right button and by a touch.
      await page.keyboard.press("Escape");
      await plan.waitFor({ state: "detached" });
      for (const again of ["right", "left"]) {
        await choose(black, [from, to], "mouse");
        await plan.waitFor();
        const corner = await black.point(black.state.board.cells.length - 1);
        await page.mouse.click(corner.x, corner.y, { button: again });
        await plan.waitFor({ state: "detached" });
      }
      await choose(black, [from, to], "mouse");
      await plan.waitFor();
    }
    const ply = black.state.moves.length;
    const away = white.state.legal.find(({ cells }) => cells.at(-1) !== to && cells[0] !== to);
    await white.move(away, "mouse");
    await black.until((state) => state.moves.length === ply + 2, `the move planned by ${means}`);
    await plan.waitFor({ state: "detached" });
  }
  // Where White goes, Black cannot: the plan is dropped, and that is said.
  await white.turn();
  const from = await knight();
  const burnt = white.state.legal[0].cells[0];
  await black.says(from, "can be planned");
  await choose(black, [from, burnt], "drag");
  await plan.waitFor();
  await white.move(white.pick(draw), "mouse");
  await page.getByText("The move you planned is not legal now").waitFor();
  await looks(at, black, "dropped");
  // Whoever does not want it has a switch.
  await page.getByLabel("Plan a move before your turn").uncheck();
  await black.turn();
  await black.move(black.pick(draw), "mouse");
  await page.locator("[role=gridcell][aria-label*='can be planned']").first().waitFor({ state: "detached" });
  for (const player of [white, black]) await player.page.context().close();
  await plannedByThree(at);
  await plannedProposal(at);
}

async function choose(player, cells, means) {
  if (means === "keyboard") {
    await player.page.locator(`[data-cell="${cells[0]}"]`).focus();
    await player.page.keyboard.press("Enter");
    for (let step = 0; (await player.page.evaluate(() => Number(document.activeElement.dataset.cell))) !== cells.at(-1); step += 1) {
      assert.ok(step < 50, "n does not lead there");
      await player.page.keyboard.press("n");
    }
    await player.page.keyboard.press("Enter");
    return;
  }
  if (means === "drag") return player.drag(cells);
  for (const cell of cells) {
    const { x, y } = await player.point(cell);
    if (means === "touch") await player.page.touchscreen.tap(x, y);
    else await player.page.mouse.click(x, y);
  }
}

/** Among three, a plan waits for two others. */
async function plannedByThree(at) {
  const three = [await open(at, 0), await open(at, 1), await open(at, 2)];
  const made = await three[0].begin(at.server.address, { game: "threechess", options: "", seats: ["here", "link", "link"], control: "none" });
  for (const player of three.slice(1)) await player.sit(at.server.address, made.id, made.links[player.seat]);
  const [first, second, third] = three;
  await first.turn();
  await third.page.locator("[aria-label*='can be planned']").first().waitFor({ state: "attached" });
  const cell = Number(await third.page.locator("[aria-label*='red pawn'][aria-label*='can be planned']").first().getAttribute("data-cell"));
  await choose(third, [cell, (await reach(third, cell))[0]], "mouse");
  await third.page.getByText(/^Planned: /).waitFor();
  const quiet = (player) => player.state.legal.find(({ cells }) => cells);
  await first.move(quiet(first), "mouse");
  await second.turn();
  await third.page.getByText(/^Planned: /).waitFor();
  await second.move(quiet(second), "mouse");
  await third.until((state) => state.moves.length === 3, "the planned move");
  for (const player of three) await player.page.context().close();
}

/** In Refusal a plan is a proposal: it waits while an answer is due, and is dropped when one's own was refused. */
async function plannedProposal(at) {
  const [south, north] = await pair(at, { game: "refusal", control: "none" });
  await south.turn();
  const choice = async (player) => {
    const cell = Number(await player.page.locator("[aria-label*='can be planned']").first().getAttribute("data-cell"));
    await choose(player, [cell, (await reach(player, cell))[0]], "mouse");
    await player.page.getByText(/^Planned: /).waitFor();
  };
  await choice(north);
  await south.move(south.state.legal[0], "mouse");
  await north.turn();
  await north.page.getByText(/^Planned: /).waitFor({ state: "attached" });
  await north.press(north.state.legal.find(({ button }) => /accept/i.test(button)), "mouse");
  await north.until((state) => state.moves.length === 3 && state.turn === 0, "the planned proposal");
  // North has proposed and plans on; South refuses.
  await north.page.locator("[aria-label*='can be planned']").first().waitFor({ state: "attached" });
  await choice(north);
  await south.turn();
  await south.press(south.state.legal.find(({ button }) => /re(ject|fuse)/i.test(button)), "mouse");
  await north.page.getByText("Your proposal was refused, so the move you planned was dropped").waitFor();
  for (const player of [south, north]) await player.page.context().close();
}

/** Arrows and circles: by the right button, by the pencil and a finger, by keys; gone with a click or a move. */
async function drawn(at) {
  const player = await open(at, 0, { hasTouch: true });
  await player.begin(at.server.address, { game: "jetan", options: "", seats: ["here", "here"], control: "none" });
  await player.turn();
  const { page } = player;
  const [arrows, rings] = [page.locator(".overlay .arrow.own"), page.locator(".overlay .ring:not(.under)")];
  const counts = async (arrow, ring, when) => {
    await page.waitForFunction(
      ([one, other]) => document.querySelectorAll(".overlay .arrow.own").length === one && document.querySelectorAll(".overlay .ring:not(.under)").length === other,
      [arrow, ring],
    ).catch(async () => assert.fail(`${when}: ${await arrows.count()} arrows, ${await rings.count()} circles`));
  };
  const [one, other] = [await player.point(44), await player.point(66)];
  const drag = async () => {
    await page.mouse.move(one.x, one.y);
    await page.mouse.down({ button: "right" });
    await page.mouse.move(other.x, other.y, { steps: 4 });
    await page.mouse.up({ button: "right" });
  };
  await drag();
  await page.mouse.click(other.x, other.y, { button: "right" });
  await counts(1, 1, "by the right button");
  await looks(at, player, "drawn");
  await drag();
  await counts(0, 1, "drawn twice");
  await page.mouse.click(one.x, one.y);
  await counts(0, 0, "after a click");
  // By keys.
  await page.locator('[data-cell="44"]').focus();
  await page.keyboard.press("d");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("d");
  await page.keyboard.press("d");
  await page.keyboard.press("d");
  await counts(1, 1, "by keys");
  assert.equal(await page.locator(".overlay").getAttribute("aria-hidden"), "true");
  await player.move(player.state.legal.find(({ cells }) => cells), "mouse");
  await counts(0, 0, "after a move");
  // A finger draws with the pencil, and moves nothing.
  await page.setViewportSize(SCREENS[1]);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Draw" }).click();
  const piece = page.locator("[role=gridcell][aria-label*='can be planned']").first();
  await piece.waitFor({ state: "attached" });
  const cell = Number(await piece.getAttribute("data-cell"));
  const { x, y } = await player.point(cell);
  await page.touchscreen.tap(x, y);
  await counts(0, 1, "by a finger");
  await page.getByRole("button", { name: "More" }).click();
  assert.equal(await page.getByRole("button", { name: "Draw" }).getAttribute("aria-pressed"), "true");
  await page.getByRole("button", { name: "Draw" }).click();
  await page.touchscreen.tap(x, y);
  await counts(0, 0, "without the pencil");
  await player.says(cell, "chosen");
  await page.context().close();
}
