/** How to ask the server. */
// SPDX-License-Identifier: MIT OR Apache-2.0

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
