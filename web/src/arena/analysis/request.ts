/** Tells records from positions: a record begins with a tag. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { PositionRequest } from "../../contract";

/** Returns what to ask the server for: a record, a position of a game, or the game from its beginning. */
export function request(text: string, game: string, options: string): PositionRequest {
  const clean = text.replaceAll("\r\n", "\n").trim();
  if (clean.startsWith("[") || clean.startsWith("\uFEFF[")) return { record: clean.replace("\uFEFF", "") };
  return clean === "" ? { game, options } : { game, options, start: clean.replaceAll(/\s+/g, " ") };
}
