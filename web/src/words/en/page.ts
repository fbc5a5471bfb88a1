/** What stands around every view: where to go, and what can be chosen for the whole page. */
// SPDX-License-Identifier: MIT OR Apache-2.0

export const page = {
  home: "Manator, home",
  main: "Main",
  skip: "Skip to what is here",
  views: {
    play: "Play",
    puzzles: "Puzzles",
    analysis: "Analysis",
    watch: "Watch",
    games: "Games",
    tournaments: "Tournaments",
    learn: "Learn",
    student: "Student",
    instructor: "Instructor",
  },
  sound: (on: boolean) => `Sound: ${on ? "on" : "off"}`,
  colours: { system: "Colours: system", light: "Colours: light", dark: "Colours: dark" },
  language: "Language",
  unreachable: "The server cannot be reached. Trying again…",
  notLoaded: "This view could not be loaded.",
  loadAgain: "Load the page again",
  noSuchPage: "No such page",
  noSuchPageHere: "There is no such page",
  nothingAt: { before: "Nothing is at", after: ". The address may be mistyped, or the page was moved." },
};
