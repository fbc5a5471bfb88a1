/** Moments and durations. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { count } from "./count";

export const time = {
  underSecond: "under a second",
  seconds: (n: number) => `${n} s`,
  minutes: (n: number) => `${n} min`,
  hours: (n: string) => `${n} h`,
  days: (n: number) => count(n, "day"),
};
