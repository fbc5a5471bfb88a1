/** How German counts. */
// SPDX-License-Identifier: MIT OR Apache-2.0

const NUMBERS = new Intl.NumberFormat("de");

/** Counts things: `1 Zug`, `3 Züge`. */
export function count(n: number, one: string, many: string): string {
  return `${NUMBERS.format(n)} ${n === 1 ? one : many}`;
}
