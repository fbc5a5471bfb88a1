/** English: the words of the page, one file for each area. What another language says, it says under the same keys. */
// SPDX-License-Identifier: MIT OR Apache-2.0

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

export const en = {
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

/** What every language must say: the same keys, with texts for texts and sentences for sentences. */
export type Words = Said<typeof en>;

type Said<T> = T extends string ? string : T extends (...values: infer V) => string ? (...values: V) => string : { readonly [K in keyof T]: Said<T[K]> };
