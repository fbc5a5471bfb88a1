/** What boards and pieces look like, and how the page sounds. */
// SPDX-License-Identifier: MIT OR Apache-2.0

export const looks = {
  open: "Theme",
  about: "Board and pieces, sound",
  title: "Board and pieces",
  board: "Board",
  pieces: "Pieces",
  materials: { own: "Original", wood: "Wood", slate: "Slate", paper: "Paper" },
  sets: { figures: "Figures", flat: "Flat", letters: "Letters" },
  figurines: "Show pieces in the list of moves",
  sound: "Sound",
  every: "Use for every game",
  done: "Done",
  showcase: {
    title: (game: string) => `Our players at ${game}`,
    move: (move: number, of: number) => (move === 0 ? "It begins" : `Move ${move} of ${of}`),
    play: "Play this",
    pause: "Pause",
    watch: "Watch",
    another: "Another game",
  },
};
