/** Boards in words, for those who cannot see them, and what is asked on them. */
// SPDX-License-Identifier: MIT OR Apache-2.0

export const board = {
  piece: (side: string, kind: string) => (side === "" ? kind : `${side} ${kind}`),
  nobody: "nobody",
  empty: "empty",
  target: "target",
  captures: (piece: string) => `captures ${piece}`,
  asks: "asks before it is played",
  attacked: "attacked",
  chosen: "chosen",
  stopAgain: "touch again to stop here",
  canMove: "can move",
  noLonger: "no longer proposed",
  proposed: (move: string) => `proposed: ${move}`,
  another: "another position",
  on: (piece: string, cell: string) => `${piece} on ${cell}`,
  fromTo: (piece: string, from: string, to: string) => `${piece} from ${from} to ${to}`,
  becomes: (move: string, kind: string) => `${move} becomes ${kind}`,
  takes: (what: string) => `takes ${what}`,
  gone: (what: string) => `${what} is gone`,
  cancel: "Cancel",
  whichMove: "Which move?",
  stopOn: (cell: string) => `Stop on ${cell}`,
  orGoOn: "or go on: touch the next square",
  goOn: "Go on: touch the next square",
};
