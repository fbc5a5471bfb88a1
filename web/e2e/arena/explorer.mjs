/** The explorer: what was played from a position and who wins it, beside an analysis; its moves can be played. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { join } from "node:path";
import { accessible, fits, PATIENCE } from "../browser.mjs";

const SCREENS = [
  { name: "wide", viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { name: "narrow", viewport: { width: 360, height: 740 }, colorScheme: "dark", reducedMotion: "reduce" },
];

export async function explorer({ browser, server, trouble, pictures }) {
  for (const [at, { name, ...manner }] of SCREENS.entries()) {
    const context = await browser.newContext(manner);
    const page = await context.newPage();
    page.on("console", (message) => message.type() !== "log" && trouble.push(`${name}: ${message.text()}`));
    page.on("pageerror", (error) => trouble.push(`${name}: ${error.message}`));

    // A game that is over is counted, on its own board.
    await page.goto(server.address);
    const id = await page.evaluate(async () => {
      const body = JSON.stringify({ game: "joust", options: "size=4x4", seats: ["random", "random"], control: "none" });
      const answer = await fetch("/api/games", { method: "POST", headers: { "content-type": "application/json" }, body });
      return (await answer.json()).id;
    });
    await page.goto(`${server.address}/#/game/${id}`);
    await page.getByText(/(White|Black) wins/).first().waitFor({ timeout: PATIENCE });

    await page.goto(`${server.address}/#/analysis/game/${id}`);
    const panel = page.locator(".explorer");
    const summary = panel.getByText("Explorer: what was played here");
    await summary.waitFor();
    await summary.click();
    // The game is shown from where it began.
    await page.keyboard.press("Home");
    await panel.getByText(at === 0 ? "1 game came here" : "2 games came here").waitFor({ timeout: PATIENCE });
    await panel.getByText(/Black wins/).waitFor();
    await fits(page);
    await accessible(page, `${name}, explorer`);
    if (pictures) await page.screenshot({ path: join(pictures, `explorer-${name}.png`), fullPage: true });

    const first = panel.locator("tbody button").first();
    const move = await first.innerText();
    assert.match(move, /^[A-D][1-4][A-D][1-4]$/);
    await first.click();
    const current = page.locator('.sheet [aria-current="step"]');
    await current.filter({ hasText: move }).waitFor();
    await context.close();
  }
}
