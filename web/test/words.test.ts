/** The words of the page: which language is spoken. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { expect, test } from "vitest";
import { languageOf } from "../src/words/language";

test("the page speaks what was chosen, or the first of the browser's languages that it knows", () => {
  expect(languageOf(null, ["de-CH", "en"])).toBe("de");
  expect(languageOf(null, ["fr", "en-GB", "de"])).toBe("en");
  expect(languageOf(null, ["fr-FR", "DE"])).toBe("de");
  expect(languageOf(null, ["fr"])).toBe("en");
  expect(languageOf("en", ["de"])).toBe("en");
  expect(languageOf("klingon", ["de"])).toBe("de");
  expect(languageOf("constructor", [])).toBe("en");
});
