/** How agents search: trees beside each other, by mouse and by keys, growing step by step; on wide and narrow screens. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { join } from "node:path";
import { accessible, fits, PATIENCE } from "../browser.mjs";

const SCREENS = [
  { name: "wide", viewport: { width: 1600, height: 900 }, colorScheme: "light" },
  { name: "narrow", viewport: { width: 360, height: 740 }, colorScheme: "dark", reducedMotion: "reduce", hasTouch: true },
];

export async function explain({ browser, server, trouble, pictures }) {
  for (const { name, ...manner } of SCREENS) {
    const context = await browser.newContext(manner);
    const page = await context.newPage();
    page.on("console", (message) => message.type() !== "log" && trouble.push(`${name}: ${message.text()}`));
    page.on("pageerror", (error) => trouble.push(`${name}: ${error.message}`));
    const look = async (what) => {
      await fits(page);
      await accessible(page, `${name}, ${what}`);
      if (pictures) await page.screenshot({ path: join(pictures, `search-${what}-${name}.png`), fullPage: true });
    };

    // From an analysis, about the position that is on its board.
    await page.goto(`${server.address}/#/analysis/joust`);
    await page.getByRole("link", { name: "See how it searches" }).click();
    await page.getByText(/alphabeta looked at [\d,]+ positions, minimax looked at [\d,]+ positions: the same move, the same value/).waitFor({ timeout: PATIENCE });
    const said = await page.locator(".said strong").innerText();
    const [fewer, all] = said.match(/[\d,]+(?= positions)/g).map((text) => Number(text.replaceAll(",", "")));
    assert.ok(fewer < all, said);
    await look("two");

    const tree = page.getByRole("tree", { name: "The tree of alphabeta" });
    const items = tree.getByRole("treeitem");
    await tree.locator(".cut .why").filter({ hasText: /cut off after \d+ of \d+ moves/ }).first().waitFor();
    // By mouse: a node that is chosen is on the board.
    const second = items.nth(1);
    const move = (await second.locator(".move").innerText()).replace(/[▾▸\s]/g, "");
    await second.click();
    await page.getByText(`After ${move}`, { exact: true }).waitFor();
    assert.equal(await second.getAttribute("aria-selected"), "true");

    // By keys: down, into, out of, closed and opened.
    await page.keyboard.press("Home");
    const count = await items.count();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((max) => document.querySelector('[role="tree"]').children.length < max, count);
    assert.equal(await items.first().getAttribute("aria-expanded"), "false");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    const focused = tree.locator('[role="treeitem"]:focus');
    assert.match(await focused.locator(".unseen").textContent(), /positions?/);
    const line = (await focused.locator(".move").innerText()).replace(/[▾▸\s]/g, "");
    await page.getByText(new RegExp(`^After .*${line}$`)).waitFor();

    // The growth: the first step is the root alone, being searched.
    const growth = page.getByRole("group", { name: "Growth" }).first();
    await growth.getByRole("button", { name: "To the beginning" }).click();
    await growth.getByText(/^Step 1 of/).waitFor();
    assert.equal(await items.count(), 1);
    await tree.locator(".why").filter({ hasText: "being searched" }).waitFor();
    await growth.getByRole("button", { name: "A step on" }).click();
    await growth.getByText(/^Step 2 of/).waitFor();
    assert.equal(await items.count(), 2);
    await growth.getByRole("slider").press("ArrowRight");
    await growth.getByText(/^Step 3 of/).waitFor();
    await look("growth");
    await growth.getByRole("button", { name: "To the end" }).click();
    await growth.getByText("The whole tree").waitFor();

    // Monte Carlo: bars, which grow.
    await page.getByLabel("Agent", { exact: true }).selectOption("mcts");
    await page.getByLabel("Beside it").selectOption("champion");
    await page.getByLabel("Playouts").selectOption("500");
    await page.getByRole("button", { name: "Search" }).click();
    const bars = page.getByRole("tree", { name: "Where the playouts of mcts went" });
    await bars.waitFor({ timeout: PATIENCE });
    await page.getByText(/mcts made 500 playouts, champion looked at/).waitFor();
    await page.getByRole("table", { name: "Depth by depth" }).waitFor();
    assert.match(await bars.getByRole("treeitem").nth(1).locator(".unseen").textContent(), /playouts; \d+ % won on average/);
    await page.getByRole("group", { name: "Growth" }).getByRole("button", { name: "To the beginning" }).click();
    await page.getByText("after 16 playouts").waitFor();
    await page.getByRole("group", { name: "Growth" }).getByRole("button", { name: "To the end" }).click();
    await look("bars");

    // Three numbers, with the marks of the players; the address alone leads there.
    await page.goto(`${server.address}/#/search/threechess/${encodeURIComponent("agent=maxn&beside=brs&depth=2")}`);
    const three = page.getByRole("tree", { name: "The tree of maxn" });
    await three.waitFor({ timeout: PATIENCE });
    assert.equal(await three.getByRole("treeitem").first().locator(".one").count(), 3);
    await page.getByText("Everybody chooses what is best for itself").waitFor();
    await look("three");

    // What does not fit is refused in words, and the page stands.
    const before = trouble.length;
    await page.goto(`${server.address}/#/search/jetan/${encodeURIComponent("agent=minimax&depth=9")}`);
    await page.getByText(/Minimax: depth 9 was not finished after \d+ positions: expected a smaller depth/).waitFor({ timeout: PATIENCE });
    // The browser itself notes an answer that refuses.
    const noted = trouble.splice(before);
    assert.ok(noted.every((text) => /422/.test(text)), noted.join("\n"));
    await look("refused");
    await context.close();
  }
}
