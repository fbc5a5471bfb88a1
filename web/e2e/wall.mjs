/**
 * How smooth the wall stays with sixty running boards of all games: `node e2e/wall.mjs MANATOR [PICTURES]`.
 *
 * Agents play as many games of each kind at a few moves a second. For a quarter of a minute the page notes when its
 * frames come and Chromium how long its main thread works. With a folder for pictures, the wall is taken there.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { Server } from "./arena/server.mjs";
import { launch } from "./browser.mjs";
import { Topics } from "./topics.mjs";

const [program, folder] = process.argv.slice(2);
assert.ok(program, "usage: node e2e/wall.mjs MANATOR [PICTURES]");

/** How many boards there are, and how many may be missing while others take their places. */
const BOARDS = 60;
const MISSING_MAX = 12;
/** Rules under which games last that would be over soon. */
const LONG = { joust: "size=16x16" };
/** The least time of a move, and how long it is looked, in milliseconds. */
const PACE_MS = 300;
const WATCH_MS = 15_000;
const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
];

/** The games that were begun, by id. */
const games = new Map();
const server = new Server(program, PACE_MS);
const browser = await launch();
const whole = await browser.newBrowserCDPSession();
try {
  await server.start();
  const cards = await server.games();
  await Promise.all(Array.from({ length: BOARDS }, (_, at) => begin(cards[at % cards.length])));
  for (const screen of SCREENS) await measure(screen);
} finally {
  await browser.close();
  await server.close();
}

/** Opens the wall on a screen, and prints what it costs. */
async function measure(viewport) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const trouble = [];
  page.on("console", (message) => trouble.push(`console: ${message.text()} ${message.location().url}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  let [messages, bytes] = [0, 0];
  const topics = new Topics();
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      messages += 1;
      bytes += payload.length;
      topics.hear(String(payload));
    }),
  );
  // What is over makes room for another, so that there are always as many.
  const refill = setInterval(() => void refilled(topics.get("games")).catch((error) => trouble.push(String(error))), 1000);
  await page.goto(`${server.address}/#/watch/wall`);
  await page.waitForFunction((count) => document.querySelectorAll(".tile :is(canvas, .stage svg)").length >= count, BOARDS - MISSING_MAX);
  await page.waitForTimeout(3000);
  const tiles = await page.locator(".tile").count();
  const elements = await page.locator(".tile *").count();
  if (folder !== undefined) await page.screenshot({ path: `${folder}/wall-${viewport.width}.png` });

  const cdp = await context.newCDPSession(page);
  // By the processor's time, which depends less on what else the machine does.
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const [before, spentBefore] = [await metrics(cdp), await spent()];
  [messages, bytes] = [0, 0];
  const began = performance.now();
  const intervals = await page.evaluate(frames, WATCH_MS);
  const seconds = (performance.now() - began) / 1000;
  const [told, size] = [messages / seconds, bytes / seconds / 1e6];
  const [after, spentAfter] = [await metrics(cdp), await spent()];
  clearInterval(refill);
  await page.waitForTimeout(500);
  assert.deepEqual(trouble, []);
  assert.ok(tiles >= BOARDS - MISSING_MAX, `${tiles} boards`);

  intervals.sort((one, other) => one - other);
  const at = (part) => intervals[Math.min(intervals.length - 1, Math.floor(part * intervals.length))].toFixed(1);
  const share = (name) => ((100 * (after[name] - before[name])) / seconds).toFixed(1);
  console.log(`${viewport.width} x ${viewport.height}: ${tiles} boards of ${elements} elements; ${told.toFixed(0)} messages, ${size.toFixed(2)} MB a second`);
  console.log(`  ${intervals.length} frames; ms between two: median ${at(0.5)}, 95 % ${at(0.95)}, worst ${at(1)}`);
  console.log(
    `  main thread: ${share("TaskDuration")} % of a processor; script ${share("ScriptDuration")} %, ` +
      `styles ${share("RecalcStyleDuration")} %, layout ${share("LayoutDuration")} %`,
  );
  const parts = Object.entries(spentAfter).map(([type, time]) => `${type} ${(100 * (time - (spentBefore[type] ?? 0)) / seconds).toFixed(0)} %`);
  console.log(`  the whole browser, of a processor: ${parts.join(", ")}`);
  await context.close();
}

async function begin(card) {
  const seats = card.players.map(() => "novice");
  const body = JSON.stringify({ game: card.name, options: LONG[card.name] ?? "", seats, control: "1h" });
  const answer = await fetch(`${server.address}/api/games`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.address },
    body,
  });
  const said = await answer.text();
  assert.ok(answer.ok, said);
  games.set(JSON.parse(said).id, card);
}

/** Begins a new game for each that is over. */
async function refilled(listed) {
  for (const { id, over } of listed?.games ?? []) {
    const card = over === null ? undefined : games.get(id);
    if (!card) continue;
    games.delete(id);
    await begin(card);
  }
}

/** Returns the processor's time that the processes of the browser have used, in seconds by their kind. */
async function spent() {
  const { processInfo } = await whole.send("SystemInfo.getProcessInfo");
  const found = {};
  for (const { type, cpuTime } of processInfo) found[type] = (found[type] ?? 0) + cpuTime;
  return found;
}

async function metrics(cdp) {
  const { metrics: all } = await cdp.send("Performance.getMetrics");
  return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

/** Returns the times between frames, as the page itself sees them. */
function frames(milliseconds) {
  return new Promise((done) => {
    const found = [];
    let last = performance.now();
    const end = last + milliseconds;
    const next = (now) => {
      found.push(now - last);
      last = now;
      if (now < end) requestAnimationFrame(next);
      else done(found.slice(1));
    };
    requestAnimationFrame(next);
  });
}
