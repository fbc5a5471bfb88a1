/** Every view, wide and narrow, light and dark: what axe finds, whether it fits, how soon it is there. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { accessible, fits } from "../browser.mjs";
import { Player } from "./player.mjs";

/** Axe sees each layout and each theme once; the other screens are for people who look at the pictures. */
const SCREENS = [
  { name: "wide-light", axe: true, viewport: { width: 1400, height: 1000 }, colorScheme: "light" },
  { name: "narrow-dark", axe: true, viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true },
  { name: "4k", viewport: { width: 3840, height: 2160 }, colorScheme: "light" },
  { name: "wide-dark", viewport: { width: 1400, height: 1000 }, colorScheme: "dark" },
  { name: "narrow-light", viewport: { width: 360, height: 740 }, colorScheme: "light", hasTouch: true },
];
const GAMES = ["jetan", "threechess", "joust", "kings-court", "refusal"];
/** Ten cells on the narrowest telephone, with a line around them, and hardly anything else. */
const CELL_MIN = 35;
/** The most bytes of script, and the most milliseconds until the first board is seen. */
const SCRIPT_MAX = 300_000;
const FIRST_BOARD_MAX = 1000;

export async function views({ browser, server, trouble, pictures }) {
  await first({ browser, server });
  const paths = await prepared({ browser, server, trouble });
  const found = [];
  for (const { name, axe, ...screen } of SCREENS) {
    if (!axe && pictures === undefined) continue;
    const context = await browser.newContext({ bypassCSP: true, reducedMotion: "reduce", ...screen });
    const page = await context.newPage();
    page.on("console", (message) => trouble.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
    await page.goto(server.address);
    for (const [view, path] of Object.entries(paths)) {
      await page.goto(`${server.address}/#/${path}`);
      await page.locator("main h1").first().waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      if (/^(game|analysis|wall|setup)/.test(view)) await page.locator("svg.board polygon").first().waitFor({ state: "attached" });
      await page.waitForTimeout(300);
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${view}-${name}.png` });
      await fits(page).catch((error) => found.push(`${view}, ${name}: ${error.message}`));
      if (axe) await accessible(page, `${view}, ${name}`).catch((error) => found.push(`${view}, ${name}: ${error.message} ${JSON.stringify(error.actual)}`));
      if (screen.hasTouch && /^(game|analysis|learn)-jetan/.test(view)) {
        // The boards of lessons are there once they are seen.
        if (view.startsWith("learn")) await page.locator(".lesson").first().scrollIntoViewIfNeeded();
        await page.locator(".playboard .cell").first().waitFor({ state: "attached" });
        const cell = await page.locator(".playboard .cell").first().evaluate((polygon) => polygon.getBoundingClientRect().width);
        if (cell < CELL_MIN) found.push(`${view}, ${name}: cells of ${cell} pixels`);
      }
    }
    await context.close();
  }
  assert.deepEqual(found, []);
}

/** The first board is there within a second, and the script is small. */
async function first({ browser, server }) {
  const times = [];
  for (let run = 0; run < 3; run += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    let bytes = 0;
    page.on("response", async (response) => {
      if (response.url().endsWith(".js")) bytes += (await response.body()).length;
    });
    const began = Date.now();
    await page.goto(server.address);
    await page.locator("svg.board polygon").first().waitFor({ state: "attached" });
    times.push(Date.now() - began);
    assert.ok(bytes > 0 && bytes < SCRIPT_MAX, `${bytes} bytes of script`);
    if (run === 0) console.log(`  ${bytes} bytes of script`);
    await context.close();
  }
  console.log(`  first board after ${times.join(", ")} ms (a second is meant to be enough)`);
  // A busy machine may be slow in all, but hardly ten times.
  assert.ok(Math.min(...times) < 10 * FIRST_BOARD_MAX, `${times}`);
}

/** Plays something, so that there is something to see; returns where. */
async function prepared({ browser, server, trouble }) {
  const context = await browser.newContext();
  const paths = { play: "play", learn: "learn", agents: "learn/agents", watch: "watch", wall: "watch/wall" };
  for (const game of GAMES) {
    const player = new Player(await context.newPage(), 0, trouble);
    const seats = ["novice", "novice", ...(game === "threechess" ? ["novice"] : [])];
    const options = game === "jetan" ? "max-moves=20" : "";
    await player.page.goto(server.address);
    const made = await player.page.evaluate(async (body) => {
      const headers = { "content-type": "application/json" };
      return (await fetch("/api/games", { method: "POST", headers, body: JSON.stringify(body) })).json();
    }, { game, options, seats, control: "5m+3s" });
    player.id = made.id;
    await player.page.goto(`${server.address}/#/game/${made.id}`);
    await player.until((state) => state.moves.length >= 8 || state.over !== null);
    // The same game as it was a while ago goes on, for the wall.
    const moves = player.state.moves.slice(0, 8);
    await player.page.evaluate(async (body) => {
      const headers = { "content-type": "application/json" };
      return (await fetch("/api/games", { method: "POST", headers, body: JSON.stringify(body) })).json();
    }, { game, options, seats: seats.map((_, seat) => (seat === 0 ? "here" : "link")), control: "5m+3s", moves });
    paths[`setup-${game}`] = `play/${game}`;
    paths[`game-${game}`] = `game/${made.id}`;
    paths[`analysis-${game}`] = `analysis/game/${made.id}`;
    paths[`learn-${game}`] = `learn/${game}`;
    await player.page.close();
  }
  await context.close();
  return { ...paths, analysis: "analysis", tournaments: "tournaments", new: "tournaments/new", tournament: "tournaments/1" };
}
