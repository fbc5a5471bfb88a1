/** What the server tells, and how to ask it. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Placed } from "../board/types";

export interface Here {
  readonly name: string;
  readonly here: "connected" | "playing" | "uploaded" | "absent";
}

export interface Class {
  readonly title: string;
  readonly phase: "waiting" | "playing" | "paused" | "over";
  readonly present: number;
  readonly students: readonly Here[];
  readonly time: string;
  readonly games: number | null;
  readonly format: string;
  readonly live: readonly string[];
}

export interface Grade {
  readonly who: number;
  readonly name: string;
  readonly student: boolean;
  readonly place: number;
  readonly points: number;
  readonly won: number;
  readonly tied: number;
  readonly lost: number;
  readonly games: number;
  readonly elo: number | null;
  readonly error: number | null;
  readonly faults: Readonly<Record<string, number>>;
}

export interface Game {
  readonly id: string;
  readonly names: readonly string[];
  readonly turn: number | null;
  readonly plies: number;
  readonly moves: readonly string[];
  readonly clocks: readonly (number | null)[];
  readonly words: string | null;
  readonly position: { readonly pieces: readonly Placed[]; readonly last: readonly number[] };
}

export interface Done {
  readonly id: string;
  readonly names: readonly string[];
  readonly result: string;
  readonly words: string;
  readonly plies: number;
}

export interface Finding {
  readonly group: string;
  readonly name: string;
  readonly grade: "ok" | "skip" | "warn" | "fail";
  readonly found: string;
  readonly quotes: readonly string[];
  readonly fix: string | null;
}

export interface Own {
  readonly name: string;
  readonly here: Here["here"];
  readonly program: {
    readonly files: readonly string[];
    readonly bytes: number;
    readonly received: number;
    readonly words: string;
    readonly findings: readonly Finding[] | null;
  } | null;
  readonly grade: Grade | null;
  readonly games: readonly {
    readonly id: string;
    readonly names: readonly string[];
    readonly seat: number;
    readonly result: "won" | "tied" | "lost";
    readonly words: string;
    readonly plies: number;
    readonly fault: string | null;
    readonly blame: string | null;
  }[];
  readonly "upload-max": number;
}

export interface Overview {
  readonly phase: Class["phase"];
  readonly tournament: number | null;
  readonly students: readonly (Here & {
    readonly number: number;
    readonly examined: boolean | null;
    readonly failed: number | null;
  })[];
  readonly mishaps: readonly {
    readonly game: string;
    readonly who: number;
    readonly kind: string;
    readonly words: string;
  }[];
}

/** What the server refuses, in its own words. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    words: string,
  ) {
    super(words);
  }
}

/** Each page has a code of its own: an instructor may look at a student's page, too. */
const KEPT = `manator-code ${location.pathname}`;

/** Returns the code that was typed in this tab; it is nowhere else, and in no address. */
export function code(): string {
  return sessionStorage.getItem(KEPT) ?? "";
}

export function keep(text: string): void {
  if (text === "") sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, text.trim());
}

export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  // A code is letters and digits; whatever else was typed cannot travel in a header.
  const plain = code().replaceAll(/[^\x21-\x7e]/g, "");
  const response = await fetch(path, { ...init, headers: { "X-Manator-Code": plain } });
  if (!response.ok) throw new Refused(response.status, await response.text());
  return response;
}
