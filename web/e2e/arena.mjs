/**
 * The arena in Chromium, with the real program: `node e2e/arena.mjs MANATOR [PICTURES]`.
 *
 * Whole games by mouse, keyboard and touch, everything people do beside them, power cuts, and every view as axe and
 * narrow screens see it. Fails on any message in the console. With a folder for pictures, every view is taken there.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { launch } from "./browser.mjs";
import { analysis } from "./arena/analysis.mjs";
import { beside } from "./arena/beside.mjs";
import { explorer } from "./arena/explorer.mjs";
import { german } from "./arena/german.mjs";
import { interrupted } from "./arena/interrupted.mjs";
import { looks } from "./arena/looks.mjs";
import { moves } from "./arena/moves.mjs";
import { people } from "./arena/people.mjs";
import { players } from "./arena/players.mjs";
import { puzzles } from "./arena/puzzles.mjs";
import { review } from "./arena/review.mjs";
import { screen } from "./arena/screen.mjs";
import { Server } from "./arena/server.mjs";
import { taught } from "./arena/taught.mjs";
import { tournament } from "./arena/tournament.mjs";
import { views } from "./arena/views.mjs";
import { whole } from "./arena/whole.mjs";
import { words } from "./arena/words.mjs";

const [program, pictures, only] = process.argv.slice(2);
assert.ok(program, "usage: node e2e/arena.mjs MANATOR [PICTURES [PART]]");
// The longest first, so that none is left to itself in the end.
const PARTS = {
  analysis, german, review, views, whole, screen, players, beside, moves, people, taught, puzzles, explorer, looks, interrupted,
  tournament, words,
};
/** Each part has a server of its own, and waits for it much of the time. */
const AT_ONCE = 2;

const names = Object.keys(PARTS).filter((name) => only === undefined || only === name);
assert.ok(names.length > 0, `'${only}' is none of ${Object.keys(PARTS).join(", ")}`);

async function play(browser, name) {
  const server = new Server(program);
  const trouble = [];
  const began = Date.now();
  try {
    await server.start();
    await PARTS[name]({ browser, server, trouble, pictures });
    assert.deepEqual(trouble, [], name);
    console.log(`arena, ${name}: ok (${((Date.now() - began) / 1000).toFixed(0)} s)`);
  } catch (error) {
    console.error(`arena, ${name}:`, ...trouble);
    for (const page of browser.contexts().flatMap((context) => context.pages())) {
      console.error(page.url(), await page.locator("body").innerText().catch(String));
    }
    throw error;
  } finally {
    await server.close();
  }
}

const browser = await launch();
try {
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) await play(browser, name);
  }));
} finally {
  await browser.close();
}
console.log("arena: ok");
