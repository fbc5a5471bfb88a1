/** The order of a text: what it is divided into, and where its lessons are. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Block, Lesson, Span } from "../../contract";

/** Returns words without what they are. */
export function plain(spans: readonly Span[]): string {
  return spans.map(([, text]) => text).join("");
}

/** Returns a name for a place in the page, from its heading. */
export function anchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** Returns the headings of a text below its title. */
export function headings(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => (block.kind === "heading" && block.level === 2 ? [plain(block.spans)] : []));
}

/** Returns the lessons that stand nowhere in the text. */
export function others(blocks: readonly Block[], lessons: readonly Lesson[]): readonly Lesson[] {
  const told = new Set(blocks.flatMap((block) => (block.kind === "lesson" ? [block.name] : [])));
  return lessons.filter((lesson) => !told.has(lesson.name));
}

/** Returns whether the first move of a lesson does what it asks for. */
export function reached(lesson: Lesson, moves: readonly string[]): boolean {
  const [first] = moves;
  return first !== undefined && (lesson.goal.length === 0 || lesson.goal.includes(first));
}
