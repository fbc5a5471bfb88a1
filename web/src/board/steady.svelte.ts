/**
 * Values that only change when they become different ones. A server tells the whole state again whenever a part of it
 * changes; whoever has taken up a piece meanwhile must not notice.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

/** Follows plain data, which must not be undefined. */
export function steady<T>(read: () => T): { readonly now: T } {
  const text = $derived(JSON.stringify(read()));
  const value = $derived(JSON.parse(text) as T);
  return {
    get now() {
      return value;
    },
  };
}
