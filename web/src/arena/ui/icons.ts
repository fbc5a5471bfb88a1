/** The small pictures of buttons, as strokes in a square of 24. */
// SPDX-License-Identifier: MIT OR Apache-2.0

export const ICONS = {
  first: "M6 5v14M18 5l-8 7 8 7z",
  previous: "M16 5l-9 7 9 7z",
  next: "M8 5l9 7-9 7z",
  last: "M18 5v14M6 5l8 7-8 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  flip: "M7 3v15M7 3L3 7M7 3l4 4M17 21V6M17 21l4-4M17 21l-4-4",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5.9 1.1.9 1.7h5.4c0-.6.3-1.2.9-1.7A6 6 0 0 0 12 3z",
  flag: "M5 22V4M5 4c5-3 9 3 14 0v10c-5 3-9-3-14 0",
  bolt: "M13 2L4 14h7l-1 8 9-12h-7z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "M4 12.5l5.5 5.5L20 7",
  cross: "M6 6l12 12M18 6L6 18",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  system: "M3 5h18v11H3zM8 20h8M12 16v4",
  sound: "M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12",
  silence: "M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5",
  link: "M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1.2 1.2M14 10a4.5 4.5 0 0 0-6.4 0l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.2-1.2",
  download: "M12 3v12M7 10l5 5 5-5M4 20h16",
  again: "M4 12a8 8 0 0 1 14-5.3L21 9M21 4v5h-5M20 12a8 8 0 0 1-14 5.3L3 15M3 20v-5h5",
  eye: "M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  chart: "M4 4v16h16M8 15l4-5 3 3 5-7",
  keys: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M7 14h10",
  plus: "M12 5v14M5 12h14",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4.5 3.5-7 8-7s8 2.5 8 7",
  people: "M9 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2 20c0-3.8 3-6 7-6s7 2.2 7 6M16 5.2a3.5 3.5 0 0 1 0 6.6M18 14.3c2.5.8 4 2.8 4 5.7",
  machine: "M6 8h12v11H6zM12 8V4M9.5 12v2M14.5 12v2M10 19v2M14 19v2M3 12v3M21 12v3",
  dice: "M4 4h16v16H4zM8.5 8.5h.01M15.5 15.5h.01M12 12h.01M15.5 8.5h.01M8.5 15.5h.01",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  down: "M6 9l6 6 6-6",
  book: "M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14",
  palette:
    "M12 3a9 9 0 1 0 0 18c1.500 0 2-1 1.600-2.200-.5-1.500.4-2.800 2-2.800h2.100c2 0 3.300-1.400 3.300-3.500C21 7 17 3 12 3zM7.500 11.500h.01M10.500 7.500h.01M15 8h.01",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
} as const;

export type IconName = keyof typeof ICONS;
