/** What is asked with a code, which only its owner may ask. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { answered } from "../api";

/** Asks the server with the code of a view. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Each view has a code of its own: an instructor may look at a student's page, too. */
const kept = (view: string): string => `manator-code ${view}`;

/** Returns the code that was typed in this tab; it is nowhere else, and in no address. */
export function code(view: string): string {
  return sessionStorage.getItem(kept(view)) ?? "";
}

export function keep(view: string, text: string): void {
  if (text === "") sessionStorage.removeItem(kept(view));
  else sessionStorage.setItem(kept(view), text.trim());
}

export function ask(view: string, path: string, init: RequestInit = {}): Promise<Response> {
  // A code is letters and digits; whatever else was typed cannot travel in a header.
  const plain = code(view).replaceAll(/[^\x21-\x7e]/g, "");
  return answered(fetch(path, { ...init, headers: { "X-Manator-Code": plain } }));
}

/** Lets the browser save something. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  [link.href, link.download] = [URL.createObjectURL(blob), name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
