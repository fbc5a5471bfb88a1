/** A tournament from its form to its table, and from a cell of the table to a game. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";

export async function tournament({ browser, server, trouble }) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 1000 } });
  const page = await context.newPage();
  page.on("console", (message) => trouble.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  let told;
  const changed = new EventTarget();
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const { topic, data } = JSON.parse(String(payload));
      if (!topic?.startsWith("tournament/")) return;
      told = data;
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
  await games.getByRole("listitem").first().getByRole("link").click();
  await page.getByRole("link", { name: /analyse/i }).first().click();
  await page.waitForURL(/#\/analysis\/tournament\//);
  await page.locator("svg.board polygon").first().waitFor();
  await page.goBack();
  const number = /tournaments\/(\d+)/.exec(page.url())[1];
  for (const file of ["records.game", "table.csv", "report.html"]) {
    const answer = await page.evaluate(async (path) => {
      const got = await fetch(path);
      return [got.status, got.headers.get("content-disposition"), (await got.text()).length];
    }, `/api/tournaments/${number}/${file}`);
    assert.equal(answer[0], 200, file);
    assert.match(answer[1], /^attachment/, file);
    assert.ok(answer[2] > 100, file);
  }
  await page.getByRole("table").first().waitFor();
  await context.close();
}
