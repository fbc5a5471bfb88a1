/** Times on clocks. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { t } from "../../words";

/** Below this a clock is short of time, in milliseconds. */
export const LOW_MS = 10_000;

/** Returns what is left at a moment, of what was left when the server told it. */
export function leftAt(told: number, since: number, now: number): number {
  return Math.max(0, told - Math.max(0, now - since));
}

/** Writes a time as clocks show it: `1:02:03`, `4:05`, and tenths when short. */
export function clockText(left: number): string {
  // What is shown as 0 is over.
  if (left < LOW_MS) return (Math.ceil(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Says a time, for those who hear it. */
export function clockWords(left: number): string {
  const seconds = Math.ceil(left / 1000);
  return t.ui.timeLeft(Math.floor(seconds / 60), seconds % 60);
}
