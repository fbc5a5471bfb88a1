/** Fields, buttons, clocks and notices, in German. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Words } from "../en";

export const ui: Words["ui"] = {
  close: "Schließen",
  dismiss: "Ausblenden",
  copy: "Kopieren",
  copied: "Kopiert",
  copyYourself: "Bitte selbst markieren und kopieren",
  timeLeft: (minutes, seconds) => `noch ${minutes > 0 ? `${minutes} Min. ` : ""}${seconds} s`,
  notSet: "nicht gesetzt",
  usual: (value) => `${value} (üblich)`,
  range: (min, max) => `${min} bis ${max}`,
  noSpaces: "bitte keine Leerzeichen",
  wholeNumber: "bitte eine ganze Zahl",
  between: (min, max) => `bitte zwischen ${min} und ${max}`,
};
