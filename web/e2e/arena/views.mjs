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
/** Ten cells on the narrowest telephone, with letters beside them, and hardly anything else. */
const CELL_MIN = 34;
/** The most bytes of script, and the most milliseconds until the first board is seen. */
const SCRIPT_MAX = 300_000;
const FIRST_BOARD_MAX = 1000;

export async function views({ browser, server, trouble, pictures }) {
  await first({ browser, server });
  const paths = await prepared({ browser, server, trouble });
  const seen = SCREENS.filter(({ axe }) => axe || pictures !== undefined);
  const found = await Promise.all(seen.map((screen) => look({ browser, server, trouble, pictures }, paths, screen)));
  assert.deepEqual(found.flat(), []);
}

/** Looks at every view on a screen; returns what is wrong there. */
async function look({ browser, server, trouble, pictures }, paths, { name, axe, ...screen }) {
  const found = [];
  const context = await browser.newContext({ bypassCSP: true, reducedMotion: "reduce", ...screen });
  const page = await context.newPage();
  page.on("console", (message) => trouble.push(`console: ${message.text()} ${message.location().url}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  await page.goto(server.address);
  for (const [view, path] of Object.entries(paths)) {
    const note = (error) => found.push(`${view}, ${name}: ${error.message} ${JSON.stringify(error.actual)}`);
    await page.goto(`${server.address}/#/${path}`);
    await page.locator("main h1").first().waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    if (/^(game|analysis|setup)/.test(view)) await page.locator("svg.board polygon").first().waitFor({ state: "attached" });
    if (view === "wall") await painted(page);
    await page.waitForTimeout(100);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${view}-${name}.png` });
    await fits(page).catch(note);
    if (axe) await accessible(page, `${view}, ${name}`).catch(note);
    if (screen.hasTouch && /^(game|analysis|learn)-jetan/.test(view)) {
      // The boards of lessons are there once they are seen.
      if (view.startsWith("learn")) await page.locator(".lesson").first().scrollIntoViewIfNeeded();
      const cell = page.locator(".playboard .cell").first();
      await cell.waitFor({ state: "attached" });
      const width = await cell.evaluate((polygon) => polygon.getBoundingClientRect().width);
      if (width < CELL_MIN) found.push(`${view}, ${name}: cells of ${width} pixels`);
    }
  }
  await context.close();
  return found;
}

/** Boards on the wall have the colours of theirs, not only one. */
async function painted(page) {
  await page.locator(".tile canvas").first().waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".tile canvas")].every((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size > 20;
    }),
  );
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

/** Asks the server for something, as the page does. */
function ask(page, path, body) {
  return page.evaluate(async ([path, body]) => {
    const headers = { "content-type": "application/json" };
    return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
  }, [path, body]);
}

/** Plays something, so that there is something to see; returns where. */
async function prepared({ browser, server, trouble }) {
  // Those who play on the wall stay there: games that nobody attends are not shown.
  const sitting = await browser.newContext();
  const context = await browser.newContext();
  const home = await context.newPage();
  await home.goto(server.address);
  const entrants = ["random", "greedy", "novice"].map((agent) => ({ agent }));
  const { number } = await ask(home, "/api/tournaments", { title: "Spring cup", game: "joust", games: 4, players: entrants });
  const paths = { play: "play", puzzles: "puzzles", learn: "learn", agents: "learn/agents", watch: "watch", wall: "watch/wall" };
  for (const { name: game, players } of await server.games()) {
    const player = new Player(await context.newPage(), 0, trouble);
    const seats = players.map(() => "novice");
    const options = game === "jetan" ? "max-moves=20" : "";
    const control = "5m+3s";
    const { id } = await ask(home, "/api/games", { game, options, seats, control });
    player.id = id;
    await player.page.goto(`${server.address}/#/game/${id}`);
    await player.until((state) => state.moves.length >= 8 || state.over !== null);
    // The same game as it was a while ago goes on, for the wall.
    const moves = player.state.moves.slice(0, 8);
    const people = seats.map((_, seat) => (seat === 0 ? "here" : "link"));
    const going = await ask(home, "/api/games", { game, options, seats: people, control, moves });
    await (await sitting.newPage()).goto(`${server.address}/#/game/${going.id}/${going.keys[0]}/0`);
    paths[`setup-${game}`] = `play/${game}`;
    paths[`game-${game}`] = `game/${id}`;
    paths[`analysis-${game}`] = `analysis/game/${id}`;
    paths[`learn-${game}`] = `learn/${game}`;
    paths[`puzzles-${game}`] = `puzzles/${game}`;
    await player.page.close();
  }
  await home.goto(`${server.address}/#/tournaments/${number}`);
  await home.getByText(/\b12 games/).first().waitFor();
  await context.close();
  const tournaments = { tournaments: "tournaments", new: "tournaments/new", tournament: `tournaments/${number}` };
  return { ...paths, analysis: "analysis", ...tournaments };
}
