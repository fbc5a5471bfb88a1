/** German: a script of its own, loaded before the page when it is wanted. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Words } from "../en";
import { analysis } from "./analysis";
import { board } from "./board";
import { counts } from "./counts";
import { course } from "./course";
import { explorer } from "./explorer";
import { games } from "./games";
import { home } from "./home";
import { learn } from "./learn";
import { looks } from "./looks";
import { page } from "./page";
import { people } from "./people";
import { play } from "./play";
import { puzzles } from "./puzzles";
import { setup } from "./setup";
import { tables } from "./tables";
import { time } from "./time";
import { tournaments } from "./tournaments";
import { ui } from "./ui";
import { watch } from "./watch";

export const de: Words = {
  analysis,
  board,
  counts,
  course,
  explorer,
  games,
  home,
  learn,
  looks,
  page,
  people,
  play,
  puzzles,
  setup,
  tables,
  time,
  tournaments,
  ui,
  watch,
};
