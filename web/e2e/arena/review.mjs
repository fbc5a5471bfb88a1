/**
 * Review: a finished game is reviewed in every game, by its players and by whoever has the link; the better move is
 * shown, and the position is tried again against the same opponent.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { join } from "node:path";
import { accessible, fits } from "../browser.mjs";

/** Random agents make mistakes whatever an agent that judges them thinks. */
const GAMES = [
  { game: "joust", players: 2 },
  { game: "jetan", players: 2 },
  { game: "kings-court", players: 2 },
  { game: "refusal", players: 2 },
  { game: "threechess", players: 3 },
];
/** A debug build on a busy machine needs a while for a whole game. */
const REVIEW_MS = 400_000;
/** How many random moves are reviewed: enough for mistakes. */
const PLIES = 24;

export async function review(arena) {
  const { browser, server, trouble, pictures } = arena;
  const context = await browser.newContext({ viewport: { width: 1400, height: 950 }, bypassCSP: false });
  const page = await context.newPage();
  page.on("console", (message) => message.type() !== "log" && trouble.push(message.text()));
  page.on("pageerror", (error) => trouble.push(error.message));
  for (const { game, players } of GAMES) {
    await page.goto(server.address);
    const id = await played(page, game, players);
    // Nothing of the game before is left.
    await page.goto("about:blank");
    // Agents play it to its end, as far as that is; then one button leads to the review.
    await page.goto(`${server.address}/#/${game === "joust" ? "game" : "review"}/${id}`);
    if (game === "joust") await page.getByRole("link", { name: "Review" }).click();
    await page.getByText("Review again").waitFor({ timeout: REVIEW_MS });
    const shown = await seen(page);
    assert.equal(shown.accuracies.length, players, game);
    assert.ok(shown.accuracies.every((text) => /^\d+ %$/.test(text)), `${game}: ${shown.accuracies}`);
    assert.ok(shown.moments.length > 0, `${game}: random moves without a mistake`);
    // Every moment is marked in the list of moves, too.
    assert.equal(await page.locator(".sheet .list b").count(), shown.moments.length, game);
    const moment = page.getByRole("region", { name: "Review" }).getByRole("listitem").getByRole("button").last();
    await moment.click();
    await page.getByRole("button", { name: "Try again from here" }).waitFor();
    if (pictures) await page.screenshot({ path: join(pictures, `review-${game}.png`), fullPage: true });
    if (game === "joust") await another(arena, page, id, shown);
  }
  await context.close();
}

/** What the review says. */
async function seen(page) {
  const review = page.getByRole("region", { name: "Review" });
  return {
    accuracies: await review.locator(".accuracy").allInnerTexts(),
    moments: await review.getByRole("listitem").allInnerTexts(),
  };
}

/** Somebody else opens the link and sees the same, on a telephone in the dark; and plays on against the same opponent. */
async function another({ browser, server, trouble, pictures }, page, id, shown) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: "dark", reducedMotion: "reduce" });
  const other = await context.newPage();
  other.on("console", (message) => message.type() !== "log" && trouble.push(`other: ${message.text()}`));
  await other.goto(`${server.address}/#/review/${id}`);
  await other.getByText("Review again").waitFor({ timeout: REVIEW_MS });
  assert.deepEqual(await seen(other), shown);
  await fits(other);
  await accessible(other, "review, narrow");
  if (pictures) await other.screenshot({ path: join(pictures, "review-narrow.png"), fullPage: true });
  await context.close();
  // What was better is shown on the board, over what was played.
  await page.locator(".overlay .arrow.best").waitFor();
  await accessible(page, "review, wide");
  await page.getByRole("button", { name: "Try again from here" }).click();
  await page.waitForURL(/#\/game\//);
  await page.getByText("random").first().waitFor();
}

/** Makes a game of random moves: of Joust one that is nearly over, of the others the beginning of one. */
function played(page, game, players) {
  return page.evaluate(async ({ game, players, plies }) => {
    const ask = async (path, body) => {
      const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return answer.json();
    };
    const moves = [];
    let seed = 7;
    for (;;) {
      const { legal, over } = await ask("/api/position", { game, moves });
      if (over) moves.splice(-2);
      if (over || moves.length === plies) break;
      seed = (seed * 1103515245 + 12345) % 2147483648;
      moves.push(legal[Math.floor((seed / 2147483648) * legal.length)].move);
    }
    const seats = Array.from({ length: players }, () => "random");
    return (await ask("/api/games", { game, moves, seats, control: "none" })).id;
  }, { game, players, plies: game === "joust" ? 200 : PLIES });
}
