/** What people have chosen for this page, kept by their browser. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { choose, make, written, type Made } from "../../board/made.svelte";
import { isSeed, newSeed } from "./picture";

export type Theme = "system" | "light" | "dark";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

/** Reads what is kept; a browser may forbid to keep anything. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps something; null forgets it. */
export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // It holds until the page is closed.
  }
}

/** Reads what this tab remembers. */
export function remembered(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remembers something for as long as this tab is open. */
export function remember(name: string, value: string): void {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Nothing depends on it.
  }
}

/** Returns what is kept, or a picture that is kept from now on. */
function firstPicture(): string {
  const before = kept("picture");
  if (isSeed(before)) return before;
  const seed = newSeed();
  keep("picture", seed);
  return seed;
}

const chosen = $state({
  theme: THEMES.find((theme) => theme === kept("theme")) ?? "system",
  sound: kept("sound") !== "off",
  name: kept("name") ?? "",
  turning: kept("turning") === "on",
  expectations: kept("expectations") === "on",
  picture: firstPicture(),
  talk: kept("talk") !== "off",
  planning: kept("planning") !== "off",
  figurines: kept("figurines") !== "off",
});
choose(kept("boards"));

/** Chooses what the board of a game is made of, or those of every game. */
export function chooseMade(game: string, of: Made): void {
  make(game, of);
  keep("boards", written());
}

/** The choices; whatever is set is kept. */
export const preferences = {
  get theme(): Theme {
    return chosen.theme;
  },
  set theme(theme: Theme) {
    chosen.theme = theme;
    keep("theme", theme === "system" ? null : theme);
    dress();
  },
  /** Whether the page may be heard. */
  get sound(): boolean {
    return chosen.sound;
  },
  set sound(sound: boolean) {
    chosen.sound = sound;
    keep("sound", sound ? null : "off");
  },
  /** What the person at this page wants to be called; empty when they have not said. */
  get name(): string {
    return chosen.name;
  },
  set name(name: string) {
    chosen.name = name;
    keep("name", name || null);
  },
  /** What the picture of the person at this page is drawn from. */
  get picture(): string {
    return chosen.picture;
  },
  set picture(seed: string) {
    chosen.picture = seed;
    keep("picture", seed);
  },
  /** Whether the page shows what other people write. */
  get talk(): boolean {
    return chosen.talk;
  },
  set talk(talk: boolean) {
    chosen.talk = talk;
    keep("talk", talk ? null : "off");
  },
  /** Whether moves may be chosen before one's turn. */
  get planning(): boolean {
    return chosen.planning;
  },
  set planning(planning: boolean) {
    chosen.planning = planning;
    keep("planning", planning ? null : "off");
  },
  /** Whether the moves are shown that an agent expects, also those of the person who plays against it. */
  get expectations(): boolean {
    return chosen.expectations;
  },
  set expectations(expectations: boolean) {
    chosen.expectations = expectations;
    keep("expectations", expectations ? "on" : null);
  },
  /** Whether lists of moves show the piece that moved. */
  get figurines(): boolean {
    return chosen.figurines;
  },
  set figurines(figurines: boolean) {
    chosen.figurines = figurines;
    keep("figurines", figurines ? null : "off");
  },
  /** Whether the board turns to whoever moves, when several play at this page. */
  get turning(): boolean {
    return chosen.turning;
  },
  set turning(turning: boolean) {
    chosen.turning = turning;
    keep("turning", turning ? "on" : null);
  },
};

/** Gives the page the colours that were chosen. */
export function dress(): void {
  const { dataset } = document.documentElement;
  if (chosen.theme === "system") delete dataset.theme;
  else dataset.theme = chosen.theme;
}
