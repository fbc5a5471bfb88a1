/** What people call the agents they choose from, and a line about each; commands use the plain names. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { AgentCard } from "../../contract";
import { t } from "../../words";
import { agentSummary, capital, levelName } from "../../words/games";

/** Returns what people call an agent. */
export function agentName(name: string): string {
  return persona(name)?.[0] ?? levelName(name);
}

/** Returns what to call an agent: its name for people and its plain one, or the plain one alone. */
export function agentLabel({ name }: AgentCard): string {
  const known = persona(name);
  return known ? `${known[0]}, ${levelName(name)}` : capital(levelName(name));
}

/** Returns a line about an agent of a game with so many players. */
export function agentLine(agent: AgentCard, players: number): string {
  const known = persona(agent.name);
  const line = (players > 2 ? known?.[2] : undefined) ?? known?.[1] ?? capital(agentSummary(agent));
  return agent.rating === undefined ? line : `${line} ${t.setup.rated(agent.rating)}`;
}

function persona(name: string): readonly [name: string, line: string, ofThree?: string] | undefined {
  return Object.hasOwn(t.setup.personas, name) ? t.setup.personas[name] : undefined;
}
