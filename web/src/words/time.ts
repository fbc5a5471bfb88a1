/** Moments and durations, as their readers write them. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { locale, number, t } from ".";

/** Writes a moment as people in this place do. */
export function moment(text: string | null): string {
  const date = new Date(text ?? "");
  if (Number.isNaN(date.valueOf())) return "";
  return date.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}

/** Writes how long something takes, roughly. */
export function lasting(seconds: number): string {
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 1) return t.time.underSecond;
  if (seconds < 90) return t.time.seconds(Math.round(seconds));
  if (seconds < 90 * 60) return t.time.minutes(Math.round(seconds / 60));
  if (seconds < 48 * 3600) return t.time.hours(number(seconds / 3600, 1));
  return t.time.days(Math.round(seconds / 86_400));
}
