/** What can be chosen for a tournament, and what it means. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Format, Preview } from "../../contract";
import { t } from "../../words";

interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint: string;
}

function choices<T extends string>(named: Readonly<Record<T, readonly [string, string]>>): Choice<T>[] {
  return (Object.entries(named) as [T, readonly [string, string]][]).map(([value, [label, hint]]) => ({ value, label, hint }));
}

export const FORMATS: readonly Choice<Format>[] = choices(t.tournaments.formats);

/** The clocks that are offered to agents; the empty one is for whatever people write. */
export const CLOCKS: readonly Choice<string>[] = choices(t.tournaments.clocks);

/** Elo between equals that a single game without ties cannot tell apart, with 95 % confidence. */
const ELO_OF_A_GAME = 681;

/** Says what so many games can show. */
export function meaning({ games, players, seats }: Preview): string {
  const each = Math.max(1, Math.round((games * seats) / players));
  const error = Math.round(ELO_OF_A_GAME / Math.sqrt(each) / 5) * 5;
  const about = t.tournaments.each(each);
  return error > 350 ? t.tournaments.tooFew(about) : t.tournaments.precision(about, error);
}
