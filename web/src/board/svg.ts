/** Elements of drawings, and how they move: not at all for those who ask for that. */
// SPDX-License-Identifier: MIT OR Apache-2.0

const SVG = "http://www.w3.org/2000/svg";
/** The longest drawing of a step on the way of a piece, in milliseconds. */
const STEP_MS = 160;
/** How long something that goes is still seen, in milliseconds. */
const GOING_MS = 280;

/** Makes an element of a drawing. */
export function make<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number> = {},
  ...children: readonly Node[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Tells whether nothing should move. */
export function motionless(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
}

/** Moves an element from transformation to transformation; it must already have the last one. */
export function glide(element: SVGElement, steps: readonly string[]): void {
  if (motionless() || !element.animate || steps.length < 2) return;
  const keyframes = steps.map((transform) => ({ transform }));
  element.animate(keyframes, { duration: STEP_MS * Math.min(steps.length - 1, 6), easing: "ease-in-out" });
}

/** Takes an element away, so that it is seen to go while it changes its size. */
export function vanish(element: SVGElement, size = "scale(0.6)"): void {
  if (motionless() || !element.animate) {
    element.remove();
    return;
  }
  element.classList.add("gone");
  const transform = `${element.style.transform} ${size}`;
  element.animate([{ opacity: 1 }, { opacity: 0, transform }], { duration: GOING_MS, easing: "ease-in" });
  // Not when the animation says that it is over: on a hidden page it never does.
  setTimeout(() => element.remove(), GOING_MS - 20);
}
