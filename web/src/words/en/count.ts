/** How English counts. */
// SPDX-License-Identifier: MIT OR Apache-2.0

const NUMBERS = new Intl.NumberFormat("en");

/** Counts things: `1 move`, `3 moves`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${NUMBERS.format(n)} ${n === 1 ? one : many}`;
}
