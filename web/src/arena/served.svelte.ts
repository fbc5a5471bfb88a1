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

/** Returns the views that are offered here. */
export function offers(): Readonly<Record<string, string>> {
  return VIEWS[served.mode ?? "arena"];
}
