/** How the lines of a chart are told apart: colours for the colour-blind too (Okabe and Ito), and dashes for everybody. */
// SPDX-License-Identifier: MIT OR Apache-2.0

const LIGHT = ["#c75000", "#0072b2", "#007a5a", "#a8447f", "#7a6a00", "#1d2026", "#6a4fc0", "#7b5a3a"] as const;
const DARK = ["#ff9a4d", "#56b4e9", "#2fd3a5", "#e793c3", "#f0e442", "#eceae5", "#b7a3ff", "#cfa884"] as const;
const DASHES: readonly (readonly number[])[] = [[], [9, 3], [2, 3], [10, 3, 2, 3], [], [5, 3], [2, 2, 8, 2], [12, 2]];

/** Returns the colours on the page as it is now. */
export function inks(): readonly string[] {
  const chosen = document.documentElement.dataset.theme;
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  return dark ? DARK : LIGHT;
}

/** Returns the dashes of a line. */
export function dashes(at: number): number[] {
  return [...(DASHES[at % DASHES.length] ?? [])];
}
