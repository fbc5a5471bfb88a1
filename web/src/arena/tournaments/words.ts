/** Tournaments in words. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Format, Preview, Stage } from "../../contract";

export const FORMATS: readonly { readonly value: Format; readonly label: string; readonly hint: string }[] = [
  { value: "round-robin", label: "Round robin", hint: "everybody meets everybody" },
  { value: "gauntlet", label: "Gauntlet", hint: "the first players meet all others, who do not meet each other" },
  { value: "swiss", label: "Swiss", hint: "in every round, players with about the same points meet" },
  { value: "knockout", label: "Knockout", hint: "who loses is out; a tied table plays on" },
  { value: "course", label: "Course", hint: "everybody once in each seat, then a play-off for the first place" },
];

export const STAGES: Readonly<Record<Stage, string>> = {
  playing: "being played",
  waiting: "waits for its turn",
  resting: "interrupted",
  over: "over",
};

/** The clocks that are offered to agents; the empty one is for whatever people write. */
export const CLOCKS: readonly { readonly value: string; readonly label: string; readonly hint: string }[] = [
  { value: "none", label: "No clock", hint: "agents without limits of their own think for a second" },
  { value: "100ms/move", label: "0.1 s a move", hint: "a tenth of a second for every move" },
  { value: "1s/move", label: "1 s a move", hint: "a second for every move" },
  { value: "10s+100ms", label: "10 s + 0.1", hint: "ten seconds each, and a tenth of a second more for every move" },
  { value: "1m+1s", label: "1 min + 1", hint: "a minute each, and a second more for every move" },
  { value: "", label: "Other…", hint: "write your own" },
];

/** Writes a moment as people in this place do. */
export function moment(text: string | null): string {
  const date = new Date(text ?? "");
  if (Number.isNaN(date.valueOf())) return "";
  return date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** Writes how long something takes, roughly. */
export function lasting(seconds: number): string {
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 1) return "under a second";
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${(seconds / 3600).toFixed(1)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** Elo between equals that a single game without ties cannot tell apart, with 95 % confidence. */
const ELO_OF_A_GAME = 681;

/** Says what so many games can show. */
export function meaning({ games, players, seats }: Preview): string {
  const each = Math.max(1, Math.round((games * seats) / players));
  const error = Math.round(ELO_OF_A_GAME / Math.sqrt(each) / 5) * 5;
  const about = `About ${each.toLocaleString("en")} ${each === 1 ? "game" : "games"} for each player`;
  return error > 350
    ? `${about}: enough to watch, too few to rate anybody.`
    : `${about}: ratings are good to about ± ${error} Elo.`;
}
