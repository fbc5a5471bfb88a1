/** Where the meetings of a tournament stand in its bracket. Who meets whom is known before; this is about lines only. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Meeting, Round, Rounds, Side } from "../contract";


/** What stands in a column: those who meet, or somebody who need not. */
export interface Item {
  readonly key: string;
  readonly sides: readonly Side[];
  /** Nothing for whoever has a bye. */
  readonly meeting: Meeting | null;
}

/** A round from top to bottom. */
export interface Column {
  readonly round: Round;
  readonly items: readonly Item[];
  /** Whoever has a bye and no place among the items. */
  readonly byes: readonly Side[];
  /** How many items lead to one of the next column, each as high as the others; 0 where lines make no sense. */
  readonly join: number;
}

/** Returns the columns, so that whoever goes on does so without crossing anybody's line. */
export function columns({ kind, rounds }: Rounds): Column[] {
  const listed = rounds.map((round) => (kind === "knockout" ? [...byes(round), ...meetings(round)] : meetings(round)));
  const joins = rounds.map(() => 0);
  for (let at = rounds.length - 2; at >= 0 && kind === "knockout"; at -= 1) {
    const next = listed[at + 1]!;
    const join = next[0]?.sides.length ?? 0;
    // Before a round in which somebody has a bye, or after which several of a table go on, lines would lie.
    if (next.some(({ sides }) => sides.length !== join) || listed[at]!.length !== join * next.length) continue;
    joins[at] = join;
    listed[at] = inOrder(listed[at]!, next);
  }
  return rounds.map((round, at) => {
    const isDrawn = joins[at]! > 0 || at + 1 === rounds.length;
    const items = isDrawn ? listed[at]! : meetings(round);
    return { round, items, byes: isDrawn && kind === "knockout" ? [] : round.byes, join: joins[at]! };
  });
}

/** Returns whether it is known who comes from a group of items to the one they lead to. */
export function isKnown(item: Item | undefined): boolean {
  return item !== undefined && item.sides.every(({ entrant }) => entrant !== null);
}

function meetings({ number, meetings: all }: Round): Item[] {
  return all.map((meeting, at) => ({ key: `${number}.${at}`, sides: meeting.sides, meeting }));
}

function byes({ number, byes: all }: Round): Item[] {
  return all.map((side) => ({ key: `${number} ${side.entrant}`, sides: [side], meeting: null }));
}

/** Puts items where those stand in the next column who come from them; as long as that is open, where favourites would. */
function inOrder(items: readonly Item[], next: readonly Item[]): Item[] {
  const free = new Set(items);
  const take = (item: Item | undefined): Item | undefined => (item && free.delete(item) ? item : undefined);
  const places = next.flatMap(({ sides }) => sides);
  const placed = places.map(({ entrant }) =>
    take(entrant === null ? undefined : items.find(({ sides }) => sides.some((side) => side.entrant === entrant))),
  );
  const likely = places.map(({ left }, at) => placed[at] ?? take(left === null ? undefined : items[left - 1]));
  return likely.map((item) => item ?? take([...free][0])!);
}
