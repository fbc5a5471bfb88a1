/** Whether things are on the screen: one observer for all of them. */
// SPDX-License-Identifier: MIT OR Apache-2.0

type Told = (seen: boolean) => void;

/** What is just outside the screen will be on it soon. */
const MARGIN = "200px";
const told = new WeakMap<Element, Told>();
let observer: IntersectionObserver | undefined;

/** Tells `seen` whenever an element comes on the screen or leaves it. */
export function visible(element: Element, seen: Told): { destroy: () => void } {
  told.set(element, seen);
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) told.get(entry.target)?.(entry.isIntersecting);
    },
    { rootMargin: MARGIN },
  );
  observer.observe(element);
  return { destroy: () => observer?.unobserve(element) };
}
