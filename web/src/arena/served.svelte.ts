/** What kind of server this is, once it has said so, and whether it is heard. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Mode } from "../contract";

export const served = $state<{ mode: Mode | undefined; away: boolean }>({ mode: undefined, away: false });

/** The views of each kind of server and what they are called, the first at home. */
const VIEWS: Record<Mode, Readonly<Record<string, string>>> = {
  arena: { play: "Play", puzzles: "Puzzles", analysis: "Analysis", watch: "Watch", tournaments: "Tournaments", learn: "Learn" },
  server: { watch: "Watch", analysis: "Analysis", learn: "Learn" },
  class: { watch: "Games", student: "Student", instructor: "Instructor", analysis: "Analysis", learn: "Learn" },
};

/** Views that are led to from others. */
const BESIDE: Record<Mode, Readonly<Record<string, string>>> = { arena: { lobby: "Lobby", mine: "My games" }, server: {}, class: {} };

/** Returns the views that no list of views leads to. */
export function beside(): Readonly<Record<string, string>> {
  return BESIDE[served.mode ?? "arena"];
}

/** Returns the views that are offered here. */
export function offers(): Readonly<Record<string, string>> {
  return VIEWS[served.mode ?? "arena"];
}
