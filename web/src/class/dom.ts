/**
 * Elements without markup: whatever comes from the server is text, and cannot become anything else.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

export type Child = Node | string | number | null | undefined | false;

/** Makes an element. Attributes are set as they are, children that are no nodes become text. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  fill(element, ...children);
  return element;
}

/** Replaces what is in an element. */
export function fill(element: Element, ...children: readonly Child[]): void {
  const kept = children.filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(...kept.map((child) => (child instanceof Node ? child : String(child))));
}

/** Shows a name, which may be written in any direction and try to turn what stands around it. */
export function named(name: string): HTMLElement {
  return h("bdi", { class: "name", title: name }, name);
}

/** Makes a button that does something. */
export function button(text: string, kind: string, act: () => void): HTMLButtonElement {
  const element = h("button", { type: "button", class: kind }, text);
  element.addEventListener("click", act);
  return element;
}

export function svg(): SVGSVGElement {
  return document.createElementNS("http://www.w3.org/2000/svg", "svg");
}
