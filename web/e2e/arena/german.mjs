/** The page in German: chosen by the browser and by its switch, in every view, wide and narrow, with no English left. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { accessible, fits } from "../browser.mjs";
import { Player } from "./player.mjs";

const SCREENS = [
  { name: "wide", viewport: { width: 1280, height: 800 } },
  { name: "narrow", viewport: { width: 360, height: 740 }, hasTouch: true },
];

/** Words of English that are none of German. */
const ENGLISH = /(?<![\p{L}-])(the|and|of|is|are|were|with|you|your|yours|not|this|that|from|move|moves|game|games|wins|won|lost|player|players|piece|pieces|board|which|who|what|how|here|there|again|back|close|open|play|watch|learn|best|white|black|blue|green|first|second|yes)(?![\p{L}-])/iu;

/** What is the same in both languages: names, notation, and words that German shares or has borrowed. */
const SHARED = new Set([
  "Manator", "Jetan", "ThreeChess", "Joust", "King's Court", "Refusal", "English", "Deutsch", "Name", "Agent", "Explorer", "Elo",
  "Orange", "Champion", "Panthan", "Thoat", "Padwar", "Dwar", "Pause", "Position", "Python", "Rust", "Java", "JavaScript", "Original", "Optionen", "Lobby",
  // Agents are called as commands call them.
  "champion", "novice", "easy", "medium", "hard", "ultra", "demigod", "random", "greedy", "minimax", "alphabeta", "mcts", "maxn", "paranoid", "brs",
]);

export async function german({ browser, server, trouble, pictures }) {
  await chosen({ browser, server });
  const paths = await prepared({ browser, server, trouble });
  const english = await read({ browser, server, trouble }, paths, { locale: "en-US", viewport: SCREENS[0].viewport });
  for (const { name, ...screen } of SCREENS) {
    const seen = await read({ browser, server, trouble, pictures }, paths, { locale: "de-DE", name, ...screen });
    const wrong = Object.entries(seen).flatMap(([view, texts]) =>
      texts.filter((text) => !isGerman(text, english[view])).map((text) => `${view}, ${name}: ${text}`),
    );
    assert.deepEqual(wrong, []);
  }
}

/** Tells whether a text is no English: it differs from what the English page says there, unless it is the same in both. */
function isGerman(text, english) {
  if (SHARED.has(text) || !/\p{L}{3}/u.test(text)) return true;
  const names = [...SHARED].reduce((rest, name) => rest.replaceAll(name, ""), text);
  if (!/\p{L}{3}/u.test(names)) return true;
  // Moves, addresses and what people write themselves are the same in every language.
  const isNotation = /^[\d\s.,:;()+\-–/%·×#?!A-Z=]*$/.test(names) || /^(https?:|manator |[a-z]+=)|^Spring cup/.test(names);
  return isNotation || (!ENGLISH.test(names) && !english.includes(text));
}

/** The browser decides, and the switch in the head of the page afterwards. */
async function chosen({ browser, server }) {
  const context = await browser.newContext({ locale: "de-AT" });
  const page = await context.newPage();
  await page.goto(server.address);
  await page.getByRole("heading", { name: "Welches Spiel soll es sein?" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
  await page.getByLabel("Sprache").selectOption("en");
  await page.getByRole("heading", { name: "Which game shall it be?" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  await page.reload();
  await page.getByRole("link", { name: "Tournaments", exact: true }).click();
  await page.getByLabel("Language").selectOption("de");
  await page.getByRole("heading", { name: "Turniere" }).waitFor();
  await context.close();
  // Whoever speaks neither is spoken to in English.
  const other = await browser.newContext({ locale: "fr-FR" });
  const french = await other.newPage();
  await french.goto(server.address);
  await french.getByRole("heading", { name: "Which game shall it be?" }).waitFor();
  await other.close();
}

/** Plays something, so that there is something to read. */
async function prepared({ browser, server, trouble }) {
  const context = await browser.newContext();
  const home = await context.newPage();
  await home.goto(server.address);
  const ask = (path, body) =>
    home.evaluate(async ([path, body]) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
    }, [path, body]);
  const players = ["random", "greedy", "novice"].map((agent) => ({ agent }));
  const { number } = await ask("/api/tournaments", { title: "Spring cup", game: "joust", games: 2, players });
  const paths = { play: "play", puzzles: "puzzles", learn: "learn", agents: "learn/agents", nowhere: "nowhere", lobby: "lobby", mine: "mine" };
  for (const { name: game, players } of await server.games()) {
    const player = new Player(await context.newPage(), 0, trouble);
    const { id } = await ask("/api/games", { game, options: game === "jetan" ? "max-moves=10" : "", seats: players.map(() => "novice"), control: "5m+3s" });
    player.id = id;
    await player.page.goto(`${server.address}/#/game/${id}`);
    await player.until((state) => state.moves.length >= 6 || state.over !== null);
    await player.page.close();
    const own = await ask("/api/games", { game, options: "", seats: players.map((_, seat) => (seat === 0 ? "here" : "novice")), control: "none" });
    Object.assign(paths, {
      [`setup-${game}`]: `play/${game}`,
      [`watched-${game}`]: `game/${id}`,
      [`game-${game}`]: `game/${own.id}/${own.keys[0]}/0`,
      [`analysis-${game}`]: `analysis/game/${id}`,
      [`learn-${game}`]: `learn/${game}`,
      [`puzzles-${game}`]: `puzzles/${game}`,
    });
  }
  await home.goto(`${server.address}/#/tournaments/${number}`);
  await home.getByText(/\b6 games/).first().waitFor();
  await context.close();
  return { ...paths, watch: "watch", tournaments: "tournaments", new: "tournaments/new", tournament: `tournaments/${number}` };
}

/** Reads what is seen and heard in every view. */
async function read({ browser, server, trouble, pictures }, paths, { name, ...screen }) {
  const context = await browser.newContext({ bypassCSP: true, reducedMotion: "reduce", ...screen });
  const page = await context.newPage();
  page.on("console", (message) => trouble.push(`console: ${message.text()} ${message.location().url}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  await page.goto(server.address);
  const seen = {};
  const found = [];
  for (const [view, path] of Object.entries(paths)) {
    await page.goto(`${server.address}/#/${path}`);
    await page.locator("main h1").first().waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    if (/^(game|watched|analysis|puzzles-|setup)/.test(view)) await page.locator("svg.board polygon").first().waitFor({ state: "attached" });
    if (view.startsWith("learn-")) await page.locator(".lesson").first().waitFor({ state: "attached" });
    await page.evaluate(() => document.querySelectorAll("main details").forEach((details) => (details.open = true)));
    await page.waitForLoadState("networkidle");
    seen[view] = await texts(page);
    if (name === undefined) continue;
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/german-${view}-${name}.png` });
    const note = (error) => found.push(`${view}, ${name}: ${error.message} ${JSON.stringify(error.actual)}`);
    await fits(page).catch(note);
    // What differs between games is only their boards, which the visit in English has seen.
    if (!/-/.test(view) || view.endsWith("jetan")) await accessible(page, `${view}, ${name}`).catch(note);
  }
  await context.close();
  assert.deepEqual(found, []);
  return seen;
}

/** Returns all texts of a page that people see or hear, but those that are marked as English and those that people wrote. */
function texts(page) {
  return page.evaluate(() => {
    const skipped = (element) => element.closest("[lang]")?.lang === "en" || element.closest("code, pre, bdi, kbd, script, style, noscript") !== null;
    const found = new Set();
    const add = (text) => text?.trim() && found.add(text.trim().replaceAll(/\s+/g, " "));
    add(document.title);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if (!skipped(node.parentElement)) add(node.data);
    for (const element of document.querySelectorAll("body *")) {
      if (skipped(element)) continue;
      for (const attribute of ["aria-label", "title", "placeholder", "aria-valuetext", "alt"]) add(element.getAttribute(attribute));
    }
    return [...found];
  });
}
