/** How the state of a topic becomes the next: the server tells only what has changed. */
// SPDX-License-Identifier: MIT OR Apache-2.0

export type State = Readonly<Record<string, unknown>>;

export interface Difference {
  /** New values of fields. */
  readonly set?: State;
  /** Texts and arrays that are cut to so many elements, with what follows these. */
  readonly add?: Readonly<Record<string, readonly [keep: number, tail: string | readonly unknown[]]>>;
  /** Fields that are there no longer. */
  readonly remove?: readonly string[];
}

/** Returns the next state; fields that have not changed are the same objects as before. */
export function applied(state: State, { set, add, remove }: Difference): State {
  const next: Record<string, unknown> = { ...state, ...set };
  for (const [name, [keep, tail]] of Object.entries(add ?? {})) next[name] = extended(state[name], keep, tail);
  for (const name of remove ?? []) delete next[name];
  return next;
}

function extended(before: unknown, keep: number, tail: string | readonly unknown[]): unknown {
  if (typeof tail === "string") return String(before).slice(0, keep) + tail;
  return [...(before as readonly unknown[]).slice(0, keep), ...tail];
}
