/** Moments and durations, in German. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Words } from "../en";
import { count } from "./count";

export const time: Words["time"] = {
  underSecond: "unter einer Sekunde",
  seconds: (n) => `${n} s`,
  minutes: (n) => `${n} min`,
  hours: (n) => `${n} h`,
  days: (n) => count(n, "Tag", "Tage"),
};
