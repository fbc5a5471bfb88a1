/** Plane geometry of outlines: nothing here knows a board. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Point } from "./types";

/** Pairs the numbers of an outline. */
export function points(outline: readonly number[]): Point[] {
  const found: Point[] = [];
  for (let at = 0; at + 1 < outline.length; at += 2) {
    found.push({ x: outline[at]!, y: outline[at + 1]! });
  }
  return found;
}

/** Turns a point about a centre, clockwise. */
export function turned(point: Point, centre: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [point.x - centre.x, point.y - centre.y];
  return { x: centre.x + x * cos - y * sin, y: centre.y + x * sin + y * cos };
}

/** Returns twice the area, positive when the corners run clockwise. */
function doubleArea(corners: readonly Point[]): number {
  return corners.reduce((sum, one, at) => sum + cross(one, corners[(at + 1) % corners.length]!), 0);
}

function cross(one: Point, other: Point): number {
  return one.x * other.y - other.x * one.y;
}

/** Returns the area of a polygon. */
export function area(corners: readonly Point[]): number {
  return Math.abs(doubleArea(corners)) / 2;
}

/** Returns the centre of gravity of a polygon. */
export function centroid(corners: readonly Point[]): Point {
  const whole = doubleArea(corners);
  let [x, y] = [0, 0];
  corners.forEach((one, at) => {
    const other = corners[(at + 1) % corners.length]!;
    x += (one.x + other.x) * cross(one, other);
    y += (one.y + other.y) * cross(one, other);
  });
  return { x: x / (3 * whole), y: y / (3 * whole) };
}

/** Returns the radius of the circle about `centre` that touches the nearest side. */
export function reach(corners: readonly Point[], centre: Point): number {
  const distances = corners.map((one, at) => {
    const other = corners[(at + 1) % corners.length]!;
    const side = { x: other.x - one.x, y: other.y - one.y };
    const from = { x: centre.x - one.x, y: centre.y - one.y };
    return Math.abs(cross(side, from)) / Math.hypot(side.x, side.y);
  });
  return Math.min(...distances);
}

/** Returns the smallest convex polygon around some points (Andrew's monotone chain). */
export function hull(cloud: readonly Point[]): Point[] {
  const sorted = [...cloud].sort((one, other) => one.x - other.x || one.y - other.y);
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of list) {
      while (chain.length > 1 && !turnsLeft(chain.at(-2)!, chain.at(-1)!, point)) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turnsLeft(one: Point, two: Point, three: Point): boolean {
  const [first, second] = [
    { x: two.x - one.x, y: two.y - one.y },
    { x: three.x - one.x, y: three.y - one.y },
  ];
  return cross(first, second) > 1e-6;
}

/** Returns the corners of the upright rectangle around some points. */
export function box(cloud: readonly Point[]): [Point, Point, Point, Point] {
  const [xs, ys] = [cloud.map((point) => point.x), cloud.map((point) => point.y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

/** Moves the corners of a polygon towards its centre of gravity. */
export function shrunk(corners: readonly Point[], by: number): Point[] {
  const centre = centroid(corners);
  const part = 1 - by;
  return corners.map((corner) => ({
    x: centre.x + (corner.x - centre.x) * part,
    y: centre.y + (corner.y - centre.y) * part,
  }));
}

/** Writes a polygon for an SVG attribute. */
export function attribute(corners: readonly Point[]): string {
  return corners.map(({ x, y }) => `${round(x)},${round(y)}`).join(" ");
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Tells whether a point is inside a polygon, by counting the sides to the right of it. */
export function contains(corners: readonly Point[], { x, y }: Point): boolean {
  let inside = false;
  corners.forEach((one, at) => {
    const other = corners[(at + 1) % corners.length]!;
    if (one.y > y === other.y > y) return;
    if (x < one.x + ((other.x - one.x) * (y - one.y)) / (other.y - one.y)) inside = !inside;
  });
  return inside;
}

/** Returns the corners of an outline as the data of an SVG path, each a short angle: a frame that leaves its inside free. */
export function corners(outline: readonly Point[]): string {
  const part = (one: number, other: number): number => one + 0.28 * (other - one);
  return outline
    .map((corner, at) => {
      const before = outline.at(at - 1)!;
      const after = outline[(at + 1) % outline.length]!;
      const first = `${part(corner.x, before.x)} ${part(corner.y, before.y)}`;
      return `M${first}L${corner.x} ${corner.y}L${part(corner.x, after.x)} ${part(corner.y, after.y)}`;
    })
    .join("");
}
