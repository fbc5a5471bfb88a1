/**
 * The words of the page in the language that is spoken: `t.area.key`.
 *
 * The language is loaded before the rest of the page, which is imported after it, so that also constants of modules hold
 * its words; a page that changes its language is loaded again. English is always there, another is a script of its own.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { en, type Words } from "./en";
import type { Language } from "./language";

export type { Words } from "./en";

const LATER: Readonly<Record<Exclude<Language, "en">, () => Promise<Words>>> = {
  de: async () => (await import("./de")).de,
};

/** The words. */
export let t: Words = en;

/** The language of the words. */
export let language: Language = "en";

/** How numbers and dates are written: as in the reader's country, if the browser says which that is. */
export let locale = localeOf(language);

/** Loads a language; it stays English if that fails. */
export async function load(wanted: Language): Promise<void> {
  try {
    t = wanted === "en" ? en : await LATER[wanted]();
    language = wanted;
    locale = localeOf(wanted);
  } catch {
    // The page is better in English than not at all.
  }
}

/** Writes a number as its readers do: `12,345`, `12.345`. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function localeOf(spoken: Language): string {
  return navigator.languages.find((tag) => tag.split("-")[0] === spoken) ?? spoken;
}
