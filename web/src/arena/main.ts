/** Begins the page: its language first, then the rest, which is written in it. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { language, load } from "../words";
import { chosenLanguage } from "../words/language";

async function begin(): Promise<void> {
  await load(chosenLanguage());
  document.documentElement.lang = language;
  await import("./start");
}

void begin();
