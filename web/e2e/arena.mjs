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
import { interrupted } from "./arena/interrupted.mjs";
import { moves } from "./arena/moves.mjs";
import { people } from "./arena/people.mjs";
import { Server } from "./arena/server.mjs";
import { tournament } from "./arena/tournament.mjs";
import { views } from "./arena/views.mjs";
import { whole } from "./arena/whole.mjs";

const [program, pictures, only] = process.argv.slice(2);
assert.ok(program, "usage: node e2e/arena.mjs MANATOR [PICTURES [PART]]");
const PARTS = { moves, whole, beside, people, interrupted, analysis, tournament, views };

const server = new Server(program);
const browser = await launch();
const trouble = [];
try {
  await server.start();
  for (const [name, part] of Object.entries(PARTS)) {
    if (only !== undefined && only !== name) continue;
    const began = Date.now();
    await part({ browser, server, trouble, pictures });
    assert.deepEqual(trouble, [], name);
    console.log(`arena, ${name}: ok (${((Date.now() - began) / 1000).toFixed(0)} s)`);
  }
} finally {
  await browser.close();
  await server.close();
}
console.log("arena: ok");
