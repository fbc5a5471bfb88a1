/**
 * What the server sends as a code with an English text, in the language of the page.
 *
 * A game that the catalog does not know is shown as the server describes it.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { AgentCard, GameCard, Notice, OptionCard, Over, Proven, Reason } from "../contract";
import { t } from ".";

/** Looks something up by the code that was sent, if the catalog has it. */
function known<T>(named: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(named, code) ? named[code] : undefined;
}

/** Begins a text with a capital letter. */
export function capital(text: string): string {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("");
}

/** Names a side: `black`. */
export function sideName(side: string): string {
  return known(t.games.sides, side) ?? side;
}

/** Names a kind of piece: `panthan`. */
export function pieceName(kind: string): string {
  return known(t.games.pieces, kind) ?? kind;
}

/** Says what a button of a game says. */
export function buttonName(button: string): string {
  return known(t.games.buttons, button) ?? button;
}

export function gameSummary({ name, summary }: Pick<GameCard, "name" | "summary">): string {
  return known(t.games.summaries, name) ?? summary;
}

export function agentSummary({ name, summary }: Pick<AgentCard, "name" | "summary">): string {
  return known(t.games.agents, name) ?? summary;
}

/** Names a level or another agent: `easy`. */
export function levelName(name: string): string {
  return known(t.games.levels, name) ?? name;
}

export function optionName({ name }: Pick<OptionCard, "name">): string {
  return known(t.games.options, name) ?? capital(name.replaceAll("-", " "));
}

export function optionSummary({ name, summary }: Pick<OptionCard, "name" | "summary">): string {
  return known(t.games.optionSummaries, name) ?? summary;
}

/** Names a value of an option. */
export function choiceName(option: string, value: string): string {
  return known(t.games.choices, `${option}=${value}`) ?? value;
}

/** Says what a value of an option means. */
export function choiceMeaning(option: string, value: string, meaning: string): string {
  return known(t.games.meanings, `${option}=${value}`) ?? (option === "level" ? known(t.games.agents, value) : undefined) ?? meaning;
}

/** Says a sentence that is always the same. */
export function said(sentence: string): string {
  return known(t.games.said, sentence) ?? sentence;
}

/** Says how a game ended, whose sides are given; without a full stop. */
export function endingText({ reason, payoffs, words }: Pick<Over, "reason" | "payoffs" | "words">, sides: readonly string[]): string {
  const of = (payoff: number): string =>
    sides.filter((_, seat) => payoffs[seat] === payoff).map((side) => capital(sideName(side))).join(` ${t.games.and} `);
  return known(t.games.endings, reason)?.(of(1), of(-1)) ?? words;
}

/** Says why games ended, as a sentence; what has no meaning of its own is already a word. */
export function reasonText({ name, meaning }: Pick<Reason, "name" | "meaning">): string {
  return capital(known(t.games.reasons, name) ?? (meaning || name.replaceAll("-", " ")));
}

/** Says what a notice says, to all or to whom it concerns. */
export function noticeText({ code, values, seat, words, yours }: Notice, sides: readonly string[], own: boolean): string {
  const [toAll, toOne] = known(t.games.notices, code) ?? [];
  if (!toAll || !toOne) return own ? yours : words;
  return own ? toOne(...values) : toAll(capital(sideName(sides[seat ?? -1] ?? "")), ...values);
}

/** Says what a position is worth; with the side where it is proven and `sides` are given. */
export function scoreText({ score, proven }: { readonly score: string | null; readonly proven?: Proven | undefined }, sides: readonly string[] = []): string {
  if (!proven) return said(score ?? "");
  return t.games.proven(sideName(sides[proven.seat] ?? ""), proven.wins, proven.plies);
}
