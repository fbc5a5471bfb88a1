/** English: the words of the page, one file for each area. What another language says, it says under the same keys. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { looks } from "./looks";
import { page } from "./page";
import { people } from "./people";
import { ui } from "./ui";

export const en = { looks, page, people, ui };

/** What every language must say. */
export type Words = typeof en;
