/**
 * Analysis: a record is read, branches are made, promoted and removed, an agent thinks, the game is judged, a position
 * is set up, and a game is played from there; by mouse and by keys.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { accessible, fits } from "../browser.mjs";

const HOSTILE = "<img src=x onerror=alert(1)>";
const RECORD = `[Game "joust"]
[White "${HOSTILE}"]
[Black "Emmy"]
[Result "*"]

1. D1E3 {[%emt 0:00:02] a bold ${HOSTILE} idea} D8F7
2. E3C2 F7D6
3. C2B4 D6F5
*
`;

const SCREENS = [
  { name: "wide", viewport: { width: 1400, height: 950 }, colorScheme: "light" },
  { name: "narrow", viewport: { width: 360, height: 740 }, colorScheme: "dark", reducedMotion: "reduce" },
];

export async function analysis(arena) {
  for (const { name, ...manner } of SCREENS) await visit(arena, name, manner);
}

async function visit({ browser, server, trouble, pictures }, name, manner) {
  const { address } = server;
  const context = await browser.newContext({ ...manner, bypassCSP: false });
  const page = await context.newPage();
  page.on("console", (message) => message.type() !== "log" && trouble.push(`${name}: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`${name}: ${error.message}`));
  const button = (label) => page.getByRole("button", { name: label, exact: true });
  const current = page.locator('.sheet [aria-current="step"]');
  const seen = async (what) => {
    await fits(page);
    await accessible(page, `${name}, ${what}`);
    if (pictures) await page.screenshot({ path: join(pictures, `analysing-${what}-${name}.png`), fullPage: true });
  };

  await page.goto(`${address}/#/analysis/joust`);
  await button("Think").waitFor();
  await seen("empty");

  await button("Open").click();
  await page.getByLabel("Record or position").fill(RECORD);
  await seen("opening");
  await page.getByRole("dialog").getByRole("button", { name: "Open" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByText("Review again").waitFor({ timeout: 240_000 });
  await page.keyboard.press("ArrowRight");
  await page.getByText(`a bold ${HOSTILE} idea`).waitFor();
  await page.getByText("took 2.0 s").waitFor();

  // A move by keys alone makes a branch.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.match(await current.innerText(), /^E3C2/);
  await page.keyboard.press("ArrowLeft");
  const grid = page.getByRole("grid");
  await page.getByRole("status").filter({ hasText: "White to move" }).waitFor();
  for (const cell of [20, 14]) {
    await grid.locator(`[data-cell="${cell}"]`).focus();
    await page.keyboard.press("Enter");
  }
  await button("Promote").waitFor();
  const branch = (await current.innerText()).replace(/\?+.*$/s, "");
  assert.equal(branch, "E3G2");
  await seen("branch");

  // A reload and another view lose nothing.
  await page.waitForURL(/#\/analysis\/study\//);
  const address1 = page.url();
  await page.reload();
  await button("Promote").waitFor();
  assert.equal((await current.innerText()).replace(/\?+.*$/s, ""), branch);
  assert.equal(await page.locator(".sheet .branch").count(), 1);
  await page.getByRole("link", { name: "Learn" }).click();
  await page.getByRole("link", { name: "Analysis" }).click();
  await button("Promote").waitFor();
  assert.equal(page.url(), address1);
  await page.getByText(HOSTILE).first().waitFor();
  if (name === "wide") await kept({ page, context, trouble, address, address1, button, seen });
  await button("Promote").click();
  await button("Promote").waitFor({ state: "detached" });
  const moves = await page.locator(".sheet .list > .entry button").allInnerTexts();
  assert.ok(moves[2].startsWith(branch), moves.join(" "));
  await button("Delete this move").click();
  await page.getByText("Black to move").or(page.getByText("White to move")).first().waitFor();
  assert.equal(await page.locator(".sheet .branch").count(), 0);

  // The graph is a slider.
  const slider = page.getByRole("slider", { name: "Move" });
  await slider.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.match(await slider.getAttribute("aria-valuetext"), /move 1 of 6, D1E3/);

  await button("Think").click();
  await page.getByText(/depth [3-9]|depth \d\d/).waitFor();
  await honest(page);
  // A line that begins with the move of the game is no branch there yet, and which line is best depends on the machine.
  // It is chosen when the lines change no more.
  await button("Stop").click();
  await button("Think").waitFor();
  await page.locator("section ol button").filter({ has: page.locator(".moves", { hasText: /^(?!D8F7)/ }) }).first().click();
  await button("Promote").waitFor();
  // What a removed branch was is forgotten.
  await page.getByRole("status").filter({ hasText: "White to move" }).waitFor();
  await seen("lines");

  await button("Set up").click();
  await page.getByRole("group", { name: "Pieces" }).getByRole("button").first().waitFor();
  await button("Clear the board").click();
  await page.getByText("Not a position yet").waitFor();
  await seen("editing");
  await grid.locator('[data-cell="0"]').focus();
  await page.keyboard.press("Enter");
  // A board that is half set up is kept too.
  await page.waitForFunction(() => Object.entries(localStorage).some(([key, text]) => key.startsWith("study/") && text.includes('"draft":{"pieces":[[0,')));
  await page.reload();
  await page.getByText("Not a position yet").waitFor();
  await button("black knight").click();
  await grid.locator('[data-cell="63"]').focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Analyse this position" }).and(page.locator(":enabled")).click();
  await button("Play from here").click();
  await seen("playing");
  await page.getByRole("dialog").getByRole("button", { name: "Play" }).click();
  await page.waitForURL(/#\/game\//);
  // The game that was begun is analysed by its name.
  const id = page.url().split("/").at(-1);
  await page.goto(`${address}/#/analysis/game/${id}`);
  await button("Think").waitFor();
  for (let tries = 0; !/Analysis: Joust/.test(await page.title()); tries += 1) {
    assert.ok(tries < 1000, await page.title());
    await page.waitForTimeout(100);
  }
  // The browser itself complains about what is not there.
  page.removeAllListeners("console");
  await page.goto(`${address}/#/analysis/game/nowhere`);
  await page.getByRole("alert").waitFor();
  await context.close();
}

/** Several lines are sorted, and the best move's arrow lies over the others; whichever that is. */
async function honest(page) {
  await page.getByLabel("Lines").selectOption("3");
  // Lines come one by one at first; what is compared is one report.
  await page.waitForFunction(() => document.querySelectorAll("section ol .score").length === 3);
  const { values, kinds } = await page.evaluate(() => ({
    values: [...document.querySelectorAll("section ol .score")].map(({ textContent }) => Number(textContent)),
    kinds: [...document.querySelectorAll(".overlay .arrow")].map(({ classList }) => [...classList].find((name) => name === "best" || name === "other")),
  }));
  // It is Black's turn, and + is good for White; proven ends are no numbers.
  if (values.every(Number.isFinite)) assert.deepEqual(values, values.toSorted((one, other) => one - other));
  assert.equal(kinds.filter((kind) => kind === "best").length, 1, kinds.join(" "));
  assert.equal(kinds.at(-1), "best", kinds.join(" "));
}

/** An analysis is taken away as a file, brought back, opened in two tabs, deleted, and kept after all. */
async function kept({ page, context, trouble, address, address1, button, seen }) {
  const details = page.getByText("Position and record");
  await details.click();
  const [download] = await Promise.all([page.waitForEvent("download"), button("Download with branches").click()]);
  const file = await download.path();
  const text = await readFile(file, "utf8");
  assert.match(text, /\n\[Branch "2: 2\. E3G2"\]\n/);
  await details.click();

  await button("Open").click();
  await page.getByLabel("A file").setInputFiles({ name: "joust.game", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.waitForFunction(() => document.querySelector("dialog textarea")?.value.includes("[Branch"));
  await page.getByRole("dialog").getByRole("button", { name: "Open" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.waitForFunction((before) => /study/.test(location.href) && location.href !== before, address1);
  await page.locator(".sheet .branch").waitFor();
  assert.equal(await page.locator(".sheet .branch .number").innerText(), "2.");

  // What another tab does to the first one is kept, and what is here is not touched by that.
  const other = await context.newPage();
  other.on("console", (message) => message.type() !== "log" && trouble.push(`other: ${message.text()}`));
  await other.goto(address1);
  await other.getByRole("button", { name: "Delete from here" }).click();
  await page.goto(address1);
  await page.locator(".sheet .branch").waitFor({ state: "detached" });
  await other.close();

  // Deleted, and back again.
  await button("Open").click();
  const rows = page.getByRole("dialog").getByRole("listitem");
  assert.equal(await rows.count(), 2);
  await rows.nth(1).getByRole("button", { name: /^Delete the analysis of Joust/ }).click();
  await rows.nth(1).getByRole("button", { name: "Undo" }).click();
  await seen("kept");
  await rows.nth(0).getByRole("button", { name: /^Delete/ }).click();
  await rows.nth(1).getByRole("link").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.waitForURL((url) => url.href !== address1);

  // An empty board offers it.
  const third = await context.newPage();
  await third.goto(`${address}/#/analysis`);
  const offered = third.getByRole("region", { name: "Go on with an analysis" }).getByRole("listitem");
  await offered.first().waitFor();
  await offered.first().getByRole("link").click();
  await third.locator(".sheet .branch").waitFor();
  await third.close();
  await page.locator(".sheet .branch button").first().click();
  await button("Promote").waitFor();
}
