/** What is searched by whom, as it stands in the address of the view. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { ExplainRequest, GameCard } from "../../contract";

/** How deep is searched when nobody says: all of a small tree can be looked through. */
const DEPTH = 3;
const PLAYOUTS = 2000;

export interface Question {
  readonly game: string;
  readonly options: string;
  readonly start: string;
  readonly moves: readonly string[];
  readonly agent: string;
  /** Empty for nobody. */
  readonly beside: string;
  readonly depth: number;
  readonly playouts: number;
}

/** Returns who can be chosen: whoever chooses by chance has nothing to show. */
export function agents(card: GameCard): string[] {
  return card.agents.filter(({ kind, name }) => kind === "agent" && name !== "random").map(({ name }) => name);
}

/** Reads the part of the address behind the game; what is missing or wrong is as usual. */
export function read(card: GameCard, text: string): Question {
  const given = new URLSearchParams(text);
  const names = agents(card);
  const usual = names.includes("alphabeta") ? ["alphabeta", "minimax"] : ["maxn", "paranoid"];
  const named = (name: string | null, otherwise: string): string => (name !== null && names.includes(name) ? name : otherwise);
  const count = (key: string, otherwise: number): number => {
    const number = Number(given.get(key));
    return Number.isInteger(number) && number > 0 ? number : otherwise;
  };
  return {
    game: card.name,
    options: given.get("options") ?? "",
    start: given.get("start") ?? "",
    moves: (given.get("moves") ?? "").split(" ").filter((move) => move !== ""),
    agent: named(given.get("agent"), usual[0]!),
    beside: given.has("agent") ? named(given.get("beside"), "") : usual[1]!,
    depth: count("depth", names.includes("alphabeta") ? DEPTH : DEPTH - 1),
    playouts: count("playouts", PLAYOUTS),
  };
}

/** Writes a question as the part of the address behind the game. */
export function written(question: Partial<Question>): string {
  const { options, start, moves, agent, beside, depth, playouts } = question;
  const pairs: [string, string | undefined][] = [
    ["options", options],
    ["start", start],
    ["moves", moves?.join(" ")],
    ["agent", agent],
    ["beside", beside],
    ["depth", depth?.toString()],
    ["playouts", playouts?.toString()],
  ];
  return new URLSearchParams(pairs.filter((pair): pair is [string, string] => Boolean(pair[1]))).toString();
}

/** Returns what the server is asked. */
export function asked({ game, options, start, moves, agent, beside, depth, playouts }: Question): ExplainRequest {
  return { game, options, moves, agent, depth, playouts, ...(start ? { start } : {}), ...(beside ? { beside } : {}) };
}
