/** German says everything that English says, in other words, and makes whole sentences of values. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { expect, test } from "vitest";
import { de } from "../src/words/de";
import { en } from "../src/words/en";

/** What is the same in both languages. */
const SHARED = new Set([
  // Names and words that German shares or has borrowed.
  "Nell", "Ezra", "Mira", "Hugo", "Uma", "Dejah", "Carter", "Elo", "Agent", "Name", "Pause", "Original", "Lobby", "Analyse",
  // Keys, clocks and units.
  "u", "r", "h", "f", "/", "← →", "1 2 …", "?", "n, p", "i", "1 min", "3 + 2", "5 + 3", "10 min", "1 min + 1",
]);

/** Returns the texts of a catalog by their keys; sentences are made of sample values. */
function texts(words: unknown, key = ""): [string, string][] {
  if (typeof words === "string") return [[key, words]];
  if (typeof words === "function") return [1, 2].map((n) => [`${key}(${n})`, String(words(...Array.from({ length: words.length }, () => n)))]);
  if (typeof words !== "object" || words === null) return [];
  return Object.entries(words).flatMap(([name, value]) => texts(value, key === "" ? name : `${key}.${name}`));
}

/** Lists are sentences, too, but take more than numbers. */
const LISTS = /^(play\.(won|proposes)|watch\.wins)$/;

function catalog(words: typeof en | typeof de): Map<string, string> {
  const plain = Object.entries(words).map(([area, all]) => [area, Object.fromEntries(Object.entries(all).filter(([key]) => !LISTS.test(`${area}.${key}`)))]);
  return new Map(texts(Object.fromEntries(plain)));
}

test("no German text is the English one", () => {
  const [english, german] = [catalog(en), catalog(de)];
  expect(english.size).toBeGreaterThan(500);
  const same = [...german].filter(([key, text]) => text === english.get(key) && /\p{L}{2}/u.test(text) && !SHARED.has(text));
  // Units and values alone are written in the same way.
  expect(same.filter(([, text]) => !/^\d+ (s|min|h)$|^\d+ \d+$/.test(text))).toEqual([]);
});

test("every sentence is whole in both languages", () => {
  for (const [key, text] of [...catalog(en), ...catalog(de)]) {
    expect(text, key).not.toMatch(/undefined|NaN|\[object/);
    expect(text, key).not.toBe("");
  }
});

test("lists are joined by the language's own word", () => {
  expect([en.play.won(["A", "B"]), de.play.won(["A", "B"]), de.play.won(["A"])]).toEqual(["A and B won", "A und B haben gewonnen", "A hat gewonnen"]);
  expect([en.watch.wins(["A"]), de.watch.wins(["A", "B"])]).toEqual(["A wins", "A und B gewinnen"]);
  expect(de.play.proposes("Nord", "A1A2", ["Annehmen", "ablehnen"])).toBe("Nord schlägt A1A2 vor. Annehmen oder ablehnen?");
});
