/** What kind of server this is, once it has said so, and whether it is heard. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Mode } from "../contract";
import { t } from "../words";

export const served = $state<{ mode: Mode | undefined; away: boolean }>({ mode: undefined, away: false });

const { play, puzzles, analysis, watch, games, tournaments, learn, student, instructor } = t.page.views;

/** The views of each kind of server and what they are called, the first at home. */
const VIEWS: Record<Mode, Readonly<Record<string, string>>> = {
  arena: { play, puzzles, analysis, watch, tournaments, learn },
  server: { watch, analysis, learn },
  class: { watch: games, student, instructor, analysis, learn },
};

/** Views that are led to from others. */
const BESIDE: Record<Mode, Readonly<Record<string, string>>> = { arena: { lobby: t.people.lobby.title, mine: t.people.mine.title }, server: {}, class: {} };

/** Returns the views that no list of views leads to. */
export function beside(): Readonly<Record<string, string>> {
  return BESIDE[served.mode ?? "arena"];
}

/** Returns the views that are offered here. */
export function offers(): Readonly<Record<string, string>> {
  return VIEWS[served.mode ?? "arena"];
}
