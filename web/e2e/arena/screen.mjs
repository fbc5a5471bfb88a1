/** A screen that stands still: clocks and buttons are seen in every state of a game, and nothing moves when something is said. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { Player } from "./player.mjs";

const SCREENS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];
/** Agents think as long as this takes. */
const PACE_MS = 3_600_000;
/** What must be seen, and what else must stay where it is. */
const SEEN = ".game .clock, .game .player, .playboard .table, .game .say > :not(.now:not(:first-child)), .game .actions .button, .game .say .button";

export async function screen({ browser, server, trouble, pictures }) {
  await server.kill();
  server.pace = PACE_MS;
  await server.start();
  for (const { name, players } of await server.games()) {
    await people({ browser, server, trouble, pictures }, name, players.length);
    await thinking({ browser, server, trouble, pictures }, name, players.length);
  }
  await stopped({ browser, server, trouble });
  await nowhere({ browser, server, trouble });
}

async function open(browser, seat, trouble) {
  const context = await browser.newContext({ viewport: SCREENS[0], reducedMotion: "reduce" });
  return new Player(await context.newPage(), seat, trouble);
}

/** Looks at a page on every screen; returns where everything is. */
async function look({ pictures }, player, state) {
  const found = {};
  for (const size of SCREENS) {
    await player.page.setViewportSize(size);
    // The page measures its head when the size has changed; two frames later that is drawn.
    await player.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await player.page.evaluate(() => scrollTo(0, 0));
    const when = `${player.state.game}, ${state}, ${size.width} x ${size.height}`;
    if (pictures) await player.page.screenshot({ path: `${pictures}/screen-${when.replaceAll(/[^\w]+/g, "-")}.png` });
    const boxes = await player.page.$$eval(SEEN, (elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          const room = element.closest(".say")?.getBoundingClientRect();
          if (room && (top < room.top - 1 || bottom > room.bottom + 1)) return { what: `cut off: ${element.textContent.trim()}`, kind: "", box: [-99, 0, 0, 0] };
          return { what: `${element.className} ${element.textContent.trim()}`, kind: element.className, box: [left, top, right, bottom] };
        }),
    );
    for (const { what, box: [left, top, right, bottom] } of boxes) {
      const inside = left >= -1 && top >= -1 && right <= size.width + 1 && bottom <= size.height + 1;
      assert.ok(inside, `${when}: '${what}' is at ${[left, top, right, bottom].map(Math.round)}`);
    }
    for (const kind of ["clock", "table", "button"]) assert.ok(boxes.some((box) => box.kind.includes(kind)), `${when}: no ${kind}`);
    found[size.width] = boxes.filter(({ kind }) => /clock|table|player/.test(kind)).map(({ box }) => box.map(Math.round));
  }
  await player.page.setViewportSize(SCREENS[0]);
  return found;
}

async function people(at, game, count) {
  const [white, black] = [await open(at.browser, 0, at.trouble), await open(at.browser, 1, at.trouble)];
  const seats = Array.from({ length: count }, (_, seat) => (seat === 0 ? "here" : "link"));
  const made = await white.begin(at.server.address, { game, options: "", seats, control: "5m+3s" });
  await black.sit(at.server.address, made.id, made.links[1]);
  const [first, second] = (await white.until(({ legal, turn }) => turn !== 0 || legal.length > 0), white.state.turn === 0 ? [white, black] : [black, white]);
  await first.turn();
  const before = await look(at, first, "my turn");
  await first.page.getByLabel("Type a move").fill("nonsense");
  await first.page.keyboard.press("Enter");
  await first.page.locator(".say .notice.error").waitFor();
  assert.deepEqual(await look(at, first, "a notice"), before, `${game}: a notice moves something`);
  await first.move(first.state.legal.find(({ cells }) => cells), "mouse");
  await first.page.getByRole("button", { name: "Undo" }).click();
  await first.page.getByText("have asked to take back").waitFor();
  await look(at, first, "has asked");
  await second.page.getByRole("button", { name: "Allow it" }).waitFor();
  await look(at, second, "is asked");
  await second.page.getByRole("button", { name: "No", exact: true }).click();
  await first.page.getByRole("button", { name: "Resign" }).click();
  await first.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  if (count === 2) {
    await first.until(({ over }) => over !== null);
    await first.page.getByRole("region", { name: "Result" }).waitFor();
    await look(at, first, "over");
  }
  for (const player of [white, black]) await player.page.context().close();
}

async function thinking(at, game, count) {
  const player = await open(at.browser, 0, at.trouble);
  const seats = Array.from({ length: count }, (_, seat) => (seat === 0 ? "here" : "novice"));
  await player.begin(at.server.address, { game, options: "", seats, control: "5m+3s" });
  await player.until(({ turn, legal }) => turn !== 0 || legal.length > 0);
  if (player.state.turn === 0) await player.move(player.state.legal.find(({ cells }) => cells), "mouse");
  await player.until(({ turn }) => turn !== 0);
  await player.page.getByRole("button", { name: "Hurry" }).waitFor();
  await look(at, player, "thinking");
  await player.page.setViewportSize(SCREENS[1]);
  await player.page.getByRole("button", { name: "More" }).click();
  await player.page.getByRole("link", { name: "Download" }).waitFor();
  await player.page.keyboard.press("Escape");
  await player.page.getByRole("link", { name: "Download" }).waitFor({ state: "hidden" });
  await player.page.context().close();
}

/** While the server is away the clock stands; then it shows what the server says. */
async function stopped({ browser, server, trouble }) {
  const player = await open(browser, 0, trouble);
  await player.begin(server.address, { game: "joust", options: "", seats: ["here", "random"], control: "5m" });
  await player.turn();
  const clock = player.page.locator(".below .clock");
  await server.kill();
  await player.page.locator(".below .clock.away").waitFor();
  const stands = await clock.textContent();
  await player.page.getByText("cannot be reached").waitFor();
  await player.page.waitForTimeout(1500);
  assert.equal(await clock.textContent(), stands, "the clock runs while the server is away");
  await server.start();
  await player.page.locator(".below .clock:not(.away)").waitFor();
  await player.page.context().close();
}

async function nowhere({ browser, server, trouble }) {
  const player = await open(browser, 0, trouble);
  for (const path of ["nothing/here", "watch/nothing", "tournaments/nothing"]) {
    await player.page.goto(`${server.address}/#/${path}`);
    await player.page.getByRole("heading", { name: "There is no such page" }).waitFor();
  }
  await player.page.getByRole("main").getByRole("link", { name: "Learn" }).click();
  await player.page.getByRole("heading", { name: "Learn" }).waitFor();
  await player.page.context().close();
}
