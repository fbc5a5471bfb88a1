/** Which language the page speaks. */
// SPDX-License-Identifier: MIT OR Apache-2.0

export type Language = "en" | "de";

/** The languages by name, each in its own. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

/** The name under which the browser keeps what was chosen. */
const KEPT = "language";

/** Returns the language that was chosen in the page, or the first of the browser's that the page speaks. */
export function chosenLanguage(): Language {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEPT);
  } catch {
    // A browser may forbid to keep anything.
  }
  return languageOf(kept, navigator.languages);
}

/** Decides on a language: the one that was kept, else the first known of those wanted, else English. */
export function languageOf(kept: string | null, wanted: readonly string[]): Language {
  const known = (tag: string): Language | undefined => {
    const base = tag.toLowerCase().split("-")[0]!;
    return Object.hasOwn(LANGUAGES, base) ? (base as Language) : undefined;
  };
  return (kept === null ? undefined : known(kept)) ?? wanted.map(known).find((found) => found !== undefined) ?? "en";
}

/** Chooses a language and loads the page again, which then speaks it. */
export function speak(language: Language): void {
  try {
    localStorage.setItem(KEPT, language);
    location.reload();
  } catch {
    // Without storage the browser's own setting decides.
  }
}
