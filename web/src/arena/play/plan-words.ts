/** What is said about moves that are planned. */
// SPDX-License-Identifier: MIT OR Apache-2.0

export const words = {
  planned: (from: string, to: string) => `Planned: ${from} to ${to}. Escape or a tap cancels.`,
  dropped: {
    illegal: "The move you planned is not legal now.",
    several: "There are several moves like the one you planned: choose one.",
    asks: "The move you planned is asked about first: make it now if you mean it.",
    refused: "Your proposal was refused, so the move you planned was dropped.",
    back: "A move was taken back, so the move you planned was dropped.",
  },
  switch: "Plan a move before your turn",
} as const;
