/** Whether the screen is a telephone's: then boards take all of its width. */
// SPDX-License-Identifier: MIT OR Apache-2.0

const query = globalThis.matchMedia?.("(max-width: 30rem)");
const state = $state({ narrow: query?.matches ?? false });
query?.addEventListener("change", ({ matches }) => (state.narrow = matches));

/** Returns whether there is no room beside a board. */
export function narrow(): boolean {
  return state.narrow;
}
