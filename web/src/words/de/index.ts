/** German: a script of its own, loaded before the page when it is wanted; it must import nothing but its own files. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Words } from "../en";
import { looks } from "./looks";
import { page } from "./page";
import { people } from "./people";
import { ui } from "./ui";

export const de: Words = { looks, page, people, ui };
