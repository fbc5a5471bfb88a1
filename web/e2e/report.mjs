/**
 * Opens a report in Chromium and clicks through it: `node e2e/report.mjs FILE...`.
 *
 * Fails on any message in the console, any request, and whatever axe finds.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { accessible, fits, launch } from "./browser.mjs";

const files = process.argv.slice(2);
assert.ok(files.length > 0, "usage: node e2e/report.mjs FILE...");

const browser = await launch();

async function clickThrough(file, { width, colorScheme }) {
  const context = await browser.newContext({ bypassCSP: true, viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  const trouble = [];
  page.on("console", (message) => trouble.push(`console: ${message.text()} ${message.location().url}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  const address = pathToFileURL(resolve(file)).href;
  page.on("request", (request) => {
    if (request.url() !== address) trouble.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  await accessible(page, "at first");

  const total = await page.getByRole("status").textContent();
  await page.locator("table button[title*=' against ']").first().click();
  assert.notEqual(await page.getByRole("status").textContent(), total, "a cell narrows the list");
  await page.getByRole("button", { name: "Show all" }).click();

  const row = page.getByRole("list", { name: "Games" }).getByRole("button").nth(1);
  await row.click();
  await page.locator(".stage .piece").first().waitFor();
  const moves = await page.getByRole("list", { name: "Moves" }).getByRole("button").count();
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator(".stage svg").getAttribute("aria-label"), /move 1,/);
  const next = page.getByRole("button", { name: "Next move" });
  // Move by move, except where that was done before.
  if (colorScheme === "light") for (let ply = 1; ply < moves; ply += 1) await next.click();
  else await page.getByRole("button", { name: "Last position" }).click();
  assert.ok(await next.isDisabled(), "the last move has no next");
  assert.match(await page.locator(".stage svg").getAttribute("aria-label"), new RegExp(`move ${moves},`));
  await page.keyboard.press("Home");
  assert.match(await page.locator(".stage svg").getAttribute("aria-label"), /the start/);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator('.stage svg:not([aria-label*="the start"])').waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await accessible(page, "with a game");
  await fits(page);
  assert.deepEqual(trouble, []);
  await context.close();
}

/** The policy lets in the page's own script and nothing else. */
async function policy(file) {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(resolve(file)).href);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const kept = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "globalThis.injected = true";
    document.body.append(script);
    const request = await fetch("https://example.invalid/").then(() => "sent", () => "refused");
    return { injected: "injected" in globalThis, request };
  });
  assert.deepEqual(kept, { injected: false, request: "refused" });
  await page.close();
}

try {
  for (const file of files) {
    await policy(file);
    const screens = [{ width: 1400, colorScheme: "light" }, { width: 360, colorScheme: "dark" }];
    await Promise.all(screens.map((screen) => clickThrough(file, screen)));
    console.log(`${file}: ok`);
  }
} finally {
  await browser.close();
}
