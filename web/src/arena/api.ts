/** Requests to the server; whatever goes wrong is a sentence for people. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Catalog } from "../contract";
import { t } from "../words";

/** What the server refuses, in its own words. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    words: string,
  ) {
    super(words || t.play.serverSays(status));
  }
}

export async function answered(request: Promise<Response>): Promise<Response> {
  const response = await request.catch(() => {
    throw new Error(t.play.unreachable);
  });
  if (!response.ok) throw new Refused(response.status, await response.text());
  return response;
}

/** Reads something. */
export async function get<T>(path: string): Promise<T> {
  return (await answered(fetch(path))).json() as Promise<T>;
}

/** Reads something that is plain text. */
export async function text(path: string): Promise<string> {
  return (await answered(fetch(path))).text();
}

/** Makes something, or asks a question that is too long for an address. */
export async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "content-type": "application/json" };
  return (await answered(fetch(path, { method: "POST", headers, body: JSON.stringify(body) }))).json() as Promise<T>;
}

let known: Promise<Catalog> | undefined;

/** Returns the catalog of games, asked for once. */
export function catalog(): Promise<Catalog> {
  known ??= get<Catalog>("/api/catalog").catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}
