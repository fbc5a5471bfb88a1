/** The title of the page in its window: that of the view, or what the view says instead. */
// SPDX-License-Identifier: MIT OR Apache-2.0

const said = $state<{ own: string | undefined }>({ own: undefined });

/** Names the page as long as the component lives that calls this. */
export function titled(text: () => string): void {
  $effect(() => {
    said.own = text();
    return () => (said.own = undefined);
  });
}

/** Returns the whole title, for a view that may not have said anything. */
export function fullTitle(view: string): string {
  return `${said.own ?? view} · Manator`;
}
