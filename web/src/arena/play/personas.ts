/** What people call the agents they choose from, and a line about each; commands use the plain names. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { AgentCard } from "../../contract";
import { capital } from "../ui/words";

interface Persona {
  readonly name: string;
  readonly line: string;
  /** In games of three, where a player moves again after two others. */
  readonly ofThree?: string;
}

const PERSONAS: Readonly<Record<string, Persona>> = {
  novice: { name: "Nell", line: "Takes what she can and never looks ahead. A first win for everybody." },
  easy: { name: "Ezra", line: "Sees your answer to his move, and nothing after it.", ofThree: "Sees the next player's answer to his move, and nothing after it." },
  medium: { name: "Mira", line: "Plans her next move, too. Careless captures cost you.", ofThree: "Sees both answers to her move. Careless captures cost you." },
  hard: { name: "Hugo", line: "Looks two moves ahead and forgives little.", ofThree: "Plans his next move, too, and forgives little." },
  ultra: { name: "Uma", line: "Three moves ahead. Have a plan, and keep to it.", ofThree: "Plans her next move, and the answer to it. Have a plan, and keep to it." },
  demigod: { name: "Dejah", line: "The deepest of the levels; every slip is punished." },
  champion: { name: "Carter", line: "The best there is for this game, with all its time." },
};

/** Returns what people call an agent. */
export function agentName(name: string): string {
  return PERSONAS[name]?.name ?? name;
}

/** Returns what to call an agent: its name for people and its plain one, or the plain one alone. */
export function agentLabel({ name }: AgentCard): string {
  const persona = PERSONAS[name];
  return persona ? `${persona.name}, ${name}` : capital(name);
}

/** Returns a line about an agent of a game with so many players. */
export function agentLine({ name, summary }: AgentCard, players: number): string {
  const persona = PERSONAS[name];
  return (players > 2 ? persona?.ofThree : undefined) ?? persona?.line ?? capital(summary);
}
