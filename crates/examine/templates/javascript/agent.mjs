// An agent for Manator: it plays a legal move at random, in every game.
//
// It reads lines on standard input and answers on standard output. Your part is the function
// `think`; the rest speaks the protocol and can stay as it is.
// SPDX-License-Identifier: MIT OR Apache-2.0

import { createInterface } from "node:readline";

const NAME = "my agent";
const AUTHOR = "me";

/** What the agent was told about the game. */
const state = {
  /** The game and its options, such as "joust size=10x10". */
  game: "",
  /** Where the game began: "startpos", or a position as text. */
  start: "startpos",
  /** The moves played since then, oldest first. */
  moves: [],
  /** The legal moves. */
  legal: [],
};

/**
 * Returns the move to play, one of `legal`, of which there is at least one.
 *
 * THINK HERE. `limits` are the words after `go`, such as ["p1time", "60000", "p2time", "58000"].
 * In Refusal an answer is a move like any other: `legal` is then "accept" and "refuse".
 */
function think({ game, start, moves, legal }, limits) {
  return legal[Math.floor(Math.random() * legal.length)];
}

/** Answers with one line. */
function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Keeps where the game began and the moves since, which follow the word "moves". */
function setPosition(words) {
  const at = words.includes("moves") ? words.indexOf("moves") : words.length;
  state.start = words.slice(words[0] === "fen" ? 1 : 0, at).join(" ");
  state.moves = words.slice(at + 1);
  // The legal moves of the position before are no longer legal.
  state.legal = [];
}

function obey(command, words) {
  switch (command) {
    case "ugi":
      say(`id name ${NAME}`);
      say(`id author ${AUTHOR}`);
      // Declaring this option asks for the `legal` lines.
      say("option name UGI_SendLegal type check default true");
      say("option name UGI_Game type string default <empty>");
      say("ugiok");
      break;
    case "setoption": // name N value V
      if (words[1] === "UGI_Game") state.game = words.slice(3).join(" ");
      break;
    case "uginewgame":
      setPosition(["startpos"]);
      break;
    case "isready":
      say("readyok");
      break;
    case "position":
      setPosition(words);
      break;
    case "legal":
      state.legal = words;
      break;
    case "go":
      // Without legal moves there is nothing to choose from; 0000 is no move.
      say(`bestmove ${state.legal.length > 0 ? think(state, words) : "0000"}`);
      break;
    default:
      // Unknown lines are ignored. `stop` needs no answer: `go` was answered before this line was
      // read.
      break;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.trim().split(/\s+/);
  if (command === "quit") break;
  obey(command, words);
}
// Whoever said `quit` may keep our input open, and Node would go on listening.
process.stdin.destroy();
