/** Round numbers for the scale of a chart. */
// SPDX-License-Identifier: MIT OR Apache-2.0

/** Returns multiples of 1, 2 or 5 times a power of ten between two ends, about as many as are wanted. */
export function steps(low: number, high: number, wanted: number): number[] {
  const least = (high - low) / Math.max(1, wanted);
  if (!(least > 0) || !Number.isFinite(least)) return [];
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= least) ?? 10 * power;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => (first + at) * step + 0);
}
