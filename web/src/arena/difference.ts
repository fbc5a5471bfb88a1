/** How the state of a topic becomes the next: the server tells only what has changed. */
// SPDX-License-Identifier: MIT OR Apache-2.0

export type State = Readonly<Record<string, unknown>>;

export interface Difference {
  /** New values of fields. */
  readonly set?: State;
  /** Texts and arrays that are cut to so many elements, what follows these, and how many of the last stay behind that. */
  readonly add?: Readonly<Record<string, readonly [keep: number, more: string | readonly unknown[], rest?: number]>>;
  /** Arrays, with the indexes and new values of some elements. */
  readonly put?: Readonly<Record<string, readonly (readonly [index: number, value: unknown])[]>>;
  /** Fields that are there no longer. */
  readonly remove?: readonly string[];
}

/** Returns the next state; fields that have not changed are the same objects as before. */
export function applied(state: State, { set, add, put, remove }: Difference): State {
  const next: Record<string, unknown> = { ...state, ...set };
  for (const [name, [keep, more, rest]] of Object.entries(add ?? {})) next[name] = extended(state[name], keep, more, rest);
  for (const [name, elements] of Object.entries(put ?? {})) {
    const list = [...(state[name] as readonly unknown[])];
    for (const [index, value] of elements) list[index] = value;
    next[name] = list;
  }
  for (const name of remove ?? []) delete next[name];
  return next;
}

function extended(before: unknown, keep: number, more: string | readonly unknown[], rest = 0): unknown {
  if (typeof more === "string") return String(before).slice(0, keep) + more;
  const list = before as readonly unknown[];
  return [...list.slice(0, keep), ...more, ...list.slice(list.length - rest)];
}
