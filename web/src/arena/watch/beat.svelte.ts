/**
 * One beat for everything small that changes on a wall of boards.
 *
 * A browser lays the whole page anew for each change, however small: sixty boards that change together cost hardly
 * more than one, and sixty that change one after the other cost sixty times as much.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

/** How long a beat is, in milliseconds. */
const BEAT_MS = 500;
/** So many boards are each drawn at once. */
const FEW = 6;

const clock = $state({ now: performance.now() });
const waiting = new Set<() => void>();
let lookers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function beat(): void {
  clock.now = performance.now();
  const tasks = [...waiting];
  waiting.clear();
  for (const task of tasks) task();
}

/** Keeps the beat until the returned function is called. */
export function keepBeat(): () => void {
  lookers += 1;
  timer ??= setInterval(beat, BEAT_MS);
  return () => {
    lookers -= 1;
    if (lookers > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the time of the last beat, by `performance.now()`. */
export function now(): number {
  return clock.now;
}

/** Tells `show` the latest news: at once while boards are few, and else with the next beat. */
export function paced<T>(show: (news: T) => void, boards: () => number): (news: T) => void {
  let latest: T;
  let isFirst = true;
  const task = (): void => show(latest);
  return (news) => {
    latest = news;
    // Whoever comes sees something at once.
    if (isFirst || boards() <= FEW) task();
    else waiting.add(task);
    isFirst = false;
  };
}
