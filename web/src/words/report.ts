/**
 * The words of a report, which takes the place of the catalog there: English, as all that Rust writes into the file.
 *
 * A report is one file without requests; the words of the page and a second language would make it half as large again.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { board } from "./en/board";
import { games } from "./en/games";
import { tables } from "./en/tables";

export const t = { board, games, tables };
