/** Where in the page we are: the part of the address behind `#/`, which never reaches the server. */
// SPDX-License-Identifier: MIT OR Apache-2.0

function read(): readonly string[] {
  return location.hash
    .replace(/^#\/?/, "")
    .split("/")
    .filter((part) => part !== "")
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}

const state = $state({ parts: read() });
addEventListener("hashchange", () => {
  state.parts = read();
});

/** Returns the parts of the address, as in `game`, `ID`. */
export function parts(): readonly string[] {
  return state.parts;
}

/** Returns a link to somewhere in the page. */
export function link(...to: readonly (string | number)[]): string {
  return `#/${to.map((part) => encodeURIComponent(part)).join("/")}`;
}

/** Says where we are already, as a step to go back to or in the place of the last one. */
export function settle(to: string, how: "push" | "replace"): void {
  if (how === "push") history.pushState(null, "", to);
  else history.replaceState(null, "", to);
  state.parts = read();
}

/** Goes somewhere; with `replace`, without a step to go back to. */
export function go(to: string, replace = false): void {
  if (replace) settle(to, "replace");
  else location.hash = to;
}
