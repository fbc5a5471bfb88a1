/** What a person chooses before a game, and what the server is asked for. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { AgentCard, GameCard, OptionCard } from "../../contract";
import { fault, written } from "../ui/options";
import { t } from "../../words";

/** Whom a seat is for: `you`, `here`, `link`, `open`, an agent's name, or `guest:NAME`. */
export interface SeatChoice {
  who: string;
  /** Of an agent: options other than the usual ones. */
  options: Record<string, string>;
}

/** The clocks that are offered; the empty one is for whatever people write. */
export const CLOCKS: readonly { readonly value: string; readonly label: string; readonly hint: string }[] = Object.entries(t.setup.clocks).map(
  ([value, [label = "", hint = ""]]) => ({ value, label, hint }),
);

/** The level that is chosen for whoever has not chosen yet. */
export const USUAL_LEVEL = "easy";

/** Returns the agents people most likely want: the levels, and the best there is. */
export function famous(card: GameCard): readonly AgentCard[] {
  return card.agents.filter(({ kind, name }) => kind === "level" || name === "champion");
}

/** Returns all others. */
export function others(card: GameCard): readonly AgentCard[] {
  return card.agents.filter((agent) => !famous(card).includes(agent));
}

/** Returns the options of an agent of a game, with the evaluations that the game has. */
export function agentOptions(all: readonly OptionCard[], card: GameCard): readonly OptionCard[] {
  return all.map((option) =>
    option.name === "eval" ? { ...option, kind: "choice", choices: card.evaluations } : option,
  );
}

/** Writes a seat for the server. */
export function seatText({ who, options }: SeatChoice): string {
  if (who === "you") return "here";
  const chosen = who === "link" || who === "open" || who.startsWith("guest:") ? "" : written(options, ",");
  return chosen === "" ? who : `${who}:${chosen}`;
}

/** The option that says which player begins, in games in which more than one may. */
export const FIRST = "first";

/** Returns the players of whom one may begin; none where the rules say who does. */
export function beginners(card: GameCard): readonly string[] {
  const option = card.options.find(({ name }) => name === FIRST);
  return option?.kind === "choice" ? option.choices.map(([name]) => name) : [];
}

/** Returns who begins when a person does, or does not, on a seat. */
export function beginner(card: GameCard, yours: number, who: "you" | "other"): string | undefined {
  const among = beginners(card);
  return among.find((name) => (name === card.players[yours]) === (who === "you"));
}

/** Puts a person on one seat and the same opponent on all others. */
export function against(seats: number, yours: number, opponent: SeatChoice): SeatChoice[] {
  return Array.from({ length: seats }, (_, seat) => (seat === yours ? { who: "you", options: {} } : opponent));
}

/** Returns a seat for somebody who does not mind which. */
export function anySeat(seats: number): number {
  return Math.floor(Math.random() * seats);
}

/** Says whether every value is one that the server could take. */
export function sound(options: readonly OptionCard[], values: Readonly<Record<string, string>>): boolean {
  return options.every((option) => fault(option, values[option.name] ?? "") === undefined);
}
