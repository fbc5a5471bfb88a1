/** What there is to learn, as the server tells it: `crates/server/src/arena/learn.rs`. */
// SPDX-License-Identifier: MIT OR Apache-2.0

/** Some words, and what they are. */
export type Span = readonly ["plain" | "code" | "strong" | "em", string];
export type Spans = readonly Span[];

/** A piece of a text. The last kinds stand for what the page knows already. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly spans: Spans }
  | { readonly kind: "text"; readonly spans: Spans }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly Spans[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "table"; readonly head: readonly Spans[]; readonly rows: readonly (readonly Spans[])[] }
  | { readonly kind: "lesson"; readonly name: string }
  | { readonly kind: "start" | "options" | "reasons" };

/** A position, and what to try there. */
export interface Lesson {
  readonly name: string;
  readonly title: string;
  readonly words: string;
  /** Where to begin; null for the usual start. */
  readonly position: string | null;
  /** The moves that do it; any move does when there is none. */
  readonly goal: readonly string[];
  /** What to say when it is done. */
  readonly done: string;
}

/** `GET /api/rules/GAME`. */
export interface Rules {
  readonly game: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly lessons: readonly Lesson[];
}

/** An agent to begin with, in one language. */
export interface Template {
  readonly name: string;
  readonly title: string;
  readonly files: readonly (readonly [string, string])[];
  readonly build: string | null;
  readonly run: string;
}

/** `GET /api/guide`. */
export interface Guide {
  readonly templates: readonly Template[];
  readonly parts: readonly { readonly title: string; readonly blocks: readonly Block[] }[];
}
