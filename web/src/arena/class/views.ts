/** The views that only a class shows: a script of their own, which the pages of others need not read. */
// SPDX-License-Identifier: MIT OR Apache-2.0

export { default as Games } from "./Games.svelte";
export { default as Instructor } from "./Instructor.svelte";
export { default as Student } from "./Student.svelte";
