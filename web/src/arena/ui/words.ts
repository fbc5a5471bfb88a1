/** Words as they stand on the page. */
// SPDX-License-Identifier: MIT OR Apache-2.0

/** Begins a text with a capital letter. */
export function capital(text: string): string {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("");
}

/** Counts things: `1 move`, `3 moves`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
