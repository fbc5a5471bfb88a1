/** A tournament from its form to its table, and from a cell of the table to a game. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { accessible, fits } from "../browser.mjs";
import { Topics } from "../topics.mjs";

export async function tournament({ browser, server, trouble, pictures }) {
  await roundRobin({ browser, server, trouble });
  await knockout({ browser, server, trouble, pictures });
}

/** A knockout of six whose bracket grows, wide and narrow, and leads to the games of each meeting. */
async function knockout({ browser, server, trouble, pictures }) {
  const players = ["greedy", "random", "novice", "random", "random", "greedy"].map((agent) => ({ name: "", agent }));
  const asked = { title: "Autumn <b>knockout</b>", game: "joust", options: "size=5x5", format: "knockout", drawnSeeds: true, players };
  const answer = await fetch(`${server.address}/api/tournaments`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.address },
    body: JSON.stringify(asked),
  });
  assert.equal(answer.status, 200);
  const { number } = await answer.json();
  const screens = [
    { name: "wide", viewport: { width: 1400, height: 1000 }, colorScheme: "light" },
    { name: "narrow", viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true },
  ];
  for (const { name, ...screen } of screens) {
    const context = await browser.newContext({ bypassCSP: true, ...screen });
    const page = await context.newPage();
    page.on("console", (message) => trouble.push(`console: ${message.text()} ${message.location().url}`));
    page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
    await page.goto(`${server.address}/#/tournaments/${number}`);
    const bracket = page.getByRole("region", { name: "Bracket" });
    await bracket.getByText("Champion").waitFor();
    assert.deepEqual(await bracket.getByRole("heading", { level: 3 }).allTextContents(), ["quarter-finals", "semi-finals", "final"]);
    const meetings = bracket.getByRole("button", { name: /Show the games/ });
    assert.equal(await meetings.count(), 5);
    await fits(page);
    await accessible(page, `a knockout, ${name}`);
    if (pictures !== undefined) await bracket.screenshot({ path: `${pictures}/bracket-${name}.png` });
    // By keyboard alone from the final to its games.
    await meetings.last().focus();
    await page.keyboard.press("Enter");
    const games = page.getByRole("region", { name: "Games" });
    await games.getByText(/^\d+ games of \d+$/).waitFor();
    await page.waitForFunction(() => {
      const ids = [...document.querySelectorAll("section[aria-labelledby=games] li .id")].map((id) => id.textContent);
      return ids.length >= 2 && ids.every((id) => id.startsWith("3."));
    });
    await context.close();
  }
}

async function roundRobin({ browser, server, trouble }) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 1000 } });
  const page = await context.newPage();
  page.on("console", (message) => trouble.push(`console: ${message.text()} ${message.location().url}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  let told;
  const topics = new Topics();
  const changed = new EventTarget();
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const topic = topics.hear(String(payload));
      if (!topic?.startsWith("tournament/")) return;
      told = topics.get(topic);
      changed.dispatchEvent(new Event("told"));
    }),
  );
  const over = async () => {
    while (told?.stage !== "over") await new Promise((next) => changed.addEventListener("told", next, { once: true }));
  };
  await page.goto(`${server.address}/#/tournaments`);
  await page.getByRole("link", { name: "New tournament" }).first().click();
  await page.getByRole("radio", { name: /Joust/ }).check({ force: true });
  await page.getByLabel("Title").fill("<i>Spring</i> cup");
  await page.getByRole("button", { name: /^(Begin|Start|Play)/ }).click();
  await page.waitForURL(/#\/tournaments\/\d+/);
  await page.getByRole("heading", { name: "<i>Spring</i> cup" }).waitFor();
  await over();
  assert.equal(told.played, told.planned);
  assert.ok(told.played > 10, `${told.played} games`);

  // A cell of the table leads to its games, a game to its board, and from there to analysis.
  const crosstable = page.getByRole("region", { name: "Who beats whom" });
  await crosstable.getByRole("button").first().click();
  const games = page.getByRole("region", { name: /games/i });
  // The list may grow under the pointer: like a person, the test presses again then.
  const analyse = page.getByRole("link", { name: /analyse/i }).first();
  for (let presses = 1; !(await analyse.isVisible()); presses += 1) {
    assert.ok(presses < 20, "no game opens");
    await games.getByRole("listitem").first().getByRole("link").click();
    await analyse.waitFor({ timeout: 5000 }).catch(() => undefined);
  }
  await analyse.click();
  await page.waitForURL(/#\/analysis\/tournament\//);
  await page.locator("svg.board polygon").first().waitFor();
  await page.goBack();
  const number = /tournaments\/(\d+)/.exec(page.url())[1];
  for (const file of ["records.game", "table.csv", "crosstable.csv", "report.html"]) {
    const answer = await page.evaluate(async (path) => {
      const got = await fetch(path);
      return [got.status, got.headers.get("content-disposition"), (await got.text()).length];
    }, `/api/tournaments/${number}/${file}`);
    assert.equal(answer[0], 200, file);
    assert.match(answer[1], /^attachment/, file);
    assert.ok(answer[2] > 50, file);
  }
  await page.getByRole("table").first().waitFor();
  await context.close();
}
