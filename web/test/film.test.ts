/** Films are read as Rust took them. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { describe, expect, it } from "vitest";
import { FilmError, frames } from "../src/film";
import { SAMPLES } from "./samples";

describe("films", () => {
  it.each(SAMPLES.map((sample) => [sample.board.game, sample] as const))("%s", (_, sample) => {
    const read = frames(sample.film).map((frame) => ({ ...frame, toMove: frame.toMove ?? null }));
    expect(read).toEqual(sample.frames);
  });

  it("refuses what is no film", () => {
    const texts = ["", "x|", "2 a:0:b", "1 a:0:b|B", "1 a:0:b|B|A", "1 a:0:b|B|AB", "1 a:0:b|B|A:A", "1 a:0:b|B|A?."];
    for (const text of texts) expect(() => frames(text), text).toThrow(FilmError);
  });

  it("reads letters of any alphabet", () => {
    const [frame] = frames("1 knight:-:🐎|B|");
    expect(frame?.pieces).toEqual([{ cell: 0, look: { kind: "knight", owner: null, letter: "🐎" } }]);
  });
});
