/** Where the games of a class are shown. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { DoneGame, GameSummary } from "../../contract";

/** Returns the games place by place: one that is over stays until another takes its place. */
export function placed(
  before: readonly GameSummary[],
  running: readonly GameSummary[],
  done: readonly DoneGame[],
): readonly GameSummary[] {
  const runs = ({ id }: GameSummary): boolean => running.some((game) => game.id === id);
  const next = before.map(
    (game) =>
      running.find(({ id }) => id === game.id) ?? { ...game, over: done.find(({ id }) => game.id === `class-${id}`)?.over ?? game.over },
  );
  for (const game of running.filter((game) => !before.some(({ id }) => id === game.id)).toReversed()) {
    const free = next.findIndex((one) => !runs(one));
    next.splice(free < 0 ? next.length : free, 1, game);
  }
  return next;
}
