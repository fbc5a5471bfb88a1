/** The pure parts of the arena: what is taken, how moves are arranged, clocks, keys, what is asked of the server. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { beforeEach, describe, expect, it } from "vitest";
import { isVarious, lost, movedPiece, movers, noise, pictures, rows, type Row } from "../src/arena/play/course";
import { keepGame, ownGame, ownGames, pruned, read, seated, UNKNOWN, type OwnGame } from "../src/arena/play/keys";
import { against, agentOptions, famous, others, seatText } from "../src/arena/play/setup";
import { endingWords, hintWords, nameOf, questionWords, turnWords } from "../src/arena/play/words";
import { clockText, clockWords, leftAt } from "../src/arena/ui/clock";
import { fault, written } from "../src/arena/ui/options";
import { count } from "../src/words/en/count";
import { capital } from "../src/words/games";
import type { GameCard, GameState, OptionCard } from "../src/contract";
import type { Frame } from "../src/film";
import { SAMPLES } from "./samples";

/** Pieces as text: one letter a cell, capitals of the first seat, `.` for none and `#` for nobody's. */
function frame(cells: string, lastMove: readonly number[] = [], toMove?: number): Frame {
  const pieces = [...cells].flatMap((letter, cell) => {
    if (letter === ".") return [];
    const owner = letter === "#" ? null : letter === letter.toUpperCase() ? 0 : 1;
    return [{ cell, look: { kind: letter.toLowerCase(), owner, letter } }];
  });
  return { pieces, lastMove, toMove };
}

const counts = (frames: readonly Frame[], owner: number): Record<string, number> =>
  Object.fromEntries(lost(frames, owner).map(({ look, count }) => [look.kind, count]));

describe("the piece that moved", () => {
  it("stood where the move begins, and is its maker's", () => {
    expect(movedPiece(frame("P.r"), frame(".Pr", [0, 1], 1))?.kind).toBe("p");
    expect(movedPiece(frame(".Pr", [0, 1], 1), frame(".r.", [2, 1], 0))?.kind).toBe("r");
    // A proposal is not made yet; who answers it moves nothing.
    expect(movedPiece(frame("P.r", [], 0), frame("P.r", [0, 1], 1))?.kind).toBe("p");
    expect(movedPiece(frame("P.r", [0, 1], 1), frame(".Pr", [0, 1], 1))).toBeUndefined();
    expect(movedPiece(frame("#Pr"), frame(".Pr", [0, 1]))).toBeUndefined();
    expect(movedPiece(undefined, frame("P"))).toBeUndefined();
  });

  it("is worth telling where there are several kinds", () => {
    expect([frame("PPr"), frame("P#p"), frame("PPp")].map(isVarious)).toEqual([true, false, false]);
    expect(SAMPLES.map(({ board, film }) => [board.game, isVarious(pictures(film)[0])])).toEqual([
      ["jetan", true],
      ["threechess", true],
      ["joust", false],
      ["kings-court", false],
      ["refusal", true],
    ]);
  });
});

describe("what is taken", () => {
  it("is what is missing", () => {
    expect(counts([frame("PPNr."), frame("PP.r."), frame("P..r.")], 0)).toEqual({ n: 1, p: 1 });
    expect(counts([frame("PPNr.")], 0)).toEqual({});
    expect(counts([], 0)).toEqual({});
  });

  it("is not what becomes something else", () => {
    expect(counts([frame("Pr.."), frame("Qr..")], 0)).toEqual({});
    expect(counts([frame("PPr."), frame("QP.."), frame(".P..")], 0)).toEqual({ q: 1 });
    expect(counts([frame("PPr."), frame("QP..")], 1)).toEqual({ r: 1 });
  });

  it("comes back when a move is refused", () => {
    expect(counts([frame("P.r."), frame("..P."), frame("P.r.")], 1)).toEqual({});
  });

  it.each(SAMPLES.map((sample) => [sample.board.game, sample] as const))("adds up: %s", (_, sample) => {
    const all = pictures(sample.film);
    sample.board.players.forEach((_side, owner) => {
      const count = (at: number): number => all.at(at)!.pieces.filter(({ look }) => look.owner === owner).length;
      const gone = lost(all, owner).reduce((sum, taken) => sum + taken.count, 0);
      expect(gone).toBe(count(0) - count(-1));
    });
  });

  it("is heard", () => {
    expect(noise(frame("P.r"), frame(".Pr"))).toBe("move");
    expect(noise(frame("P.r"), frame("..P"))).toBe("capture");
    expect(noise(frame("P.r"), frame("#Pr"))).toBe("burn");
  });

  it("has no pictures when there is no film", () => {
    expect(pictures("nonsense")).toEqual([]);
  });
});

describe("the list of moves", () => {
  const plies = (all: readonly Row[]): number[][][] => all.map((row) => row.map((place) => place.map(({ ply }) => ply)));

  it("has a column for each seat", () => {
    expect(plies(rows([0, 1, 0, 1, 0], 2))).toEqual([[[0], [1]], [[2], [3]], [[4], []]]);
    expect(plies(rows([0, 1, 2, 0], 3))).toEqual([[[0], [1], [2]], [[3], [], []]]);
  });

  it("needs no alternation", () => {
    expect(plies(rows([0, 1, 1, 0, 0, 1], 2))).toEqual([[[0], [1, 2]], [[3, 4], [5]]]);
    expect(plies(rows([1, 0], 2))).toEqual([[[], [0]], [[1], []]]);
    expect(plies(rows([0, 2, 0], 3))).toEqual([[[0], [], [1]], [[2], [], []]]);
    expect(rows([], 2)).toEqual([]);
  });

  it("tells a turn of proposals in one place", () => {
    const decisions = ["proposal", "answer", "alternate", "proposal", "answer", "proposal"] as const;
    expect(rows([0, 1, 0, 1, 0], 2, decisions)).toEqual([
      [
        [{ ply: 0, shown: 2, refused: true }, { ply: 2, shown: 3, refused: false }],
        [{ ply: 3, shown: 5, refused: false }],
      ],
    ]);
  });

  it("knows who moved", () => {
    const frames = [frame("..p", []), frame(".p.", [2, 1], 0), frame("P..", [3, 0], 1)];
    expect(movers(frames)).toEqual([1, 0]);
    expect(movers([])).toEqual([]);
  });
});

describe("clocks", () => {
  it("are written", () => {
    const times = [0, 49, 9_940, 9_999, 10_000, 59_001, 60_000, 3_599_000, 3_600_000, 36_065_000];
    const texts = ["0.0", "0.1", "10.0", "10.0", "0:10", "1:00", "1:00", "59:59", "1:00:00", "10:01:05"];
    expect(times.map(clockText)).toEqual(texts);
    expect([clockWords(65_000), clockWords(4_200)]).toEqual(["1 min 5 s left", "5 s left"]);
  });

  it("go on between what the server tells, and never below zero", () => {
    expect([leftAt(5000, 100, 100), leftAt(5000, 100, 1100), leftAt(5000, 100, 9000)]).toEqual([5000, 4000, 0]);
    // A clock that was told a moment ago has not gained anything.
    expect(leftAt(5000, 100, 50)).toBe(5000);
  });
});

describe("keys", () => {
  beforeEach(() => localStorage.clear());

  it("are kept by game, beside what is known", () => {
    expect(ownGame("a")).toBeUndefined();
    keepGame("a", { game: "jetan", keys: { 0: "k0" }, links: { 1: "k1" } });
    keepGame("a", { over: true });
    expect(ownGame("a")).toMatchObject({ game: "jetan", keys: { 0: "k0" }, links: { 1: "k1" }, over: true });
    expect(ownGame("toString")).toBeUndefined();
    expect(ownGames().map(([id]) => id)).toEqual(["a"]);
  });

  it("find their seats", () => {
    const game = keepGame("a", { keys: { 0: "k0", [UNKNOWN]: "k2" } });
    expect(seated(game, [0, 2])).toEqual({ 0: "k0", 2: "k2" });
    // The key of a seat that was known before, or of none.
    expect(seated(game, [0])).toEqual({ 0: "k0" });
  });

  it("survive whatever else is kept there", () => {
    for (const text of [null, "", "7", "null", "[]", '{"a":1}', '{"a":null}', '{"a":{"at":"x"}}', "{"]) {
      expect(read(text), String(text)).toEqual({});
    }
  });

  it("are forgotten when old or many", () => {
    const day = 24 * 60 * 60 * 1000;
    const at = (days: number): OwnGame => ({ at: -days * day, game: "", keys: {}, links: {}, over: false });
    expect(Object.keys(pruned({ old: at(731), new: at(729) }, 0))).toEqual(["new"]);
    const many = Object.fromEntries(Array.from({ length: 550 }, (_, n) => [`g${n}`, at(n / 10)]));
    const left = Object.keys(pruned(many, 0));
    expect([left.length, left[0], left.at(-1)]).toEqual([500, "g0", "g499"]);
  });
});

describe("beginning a game", () => {
  const option = (name: string): OptionCard => ({ name, summary: "", default: null, kind: "text", form: "" });

  it("writes seats", () => {
    expect(seatText({ who: "you", options: {} })).toBe("here");
    expect(seatText({ who: "link", options: { depth: "3" } })).toBe("link");
    expect(seatText({ who: "guest:a:b", options: { depth: "3" } })).toBe("guest:a:b");
    expect(seatText({ who: "alphabeta", options: { depth: "3", eval: "", time: "50" } })).toBe("alphabeta:depth=3,time=50");
    expect(against(3, 1, { who: "easy", options: {} }).map(seatText)).toEqual(["easy", "here", "easy"]);
  });

  it("offers levels and the champion first", () => {
    const agents = [
      { name: "random", summary: "", kind: "agent" },
      { name: "champion", summary: "", kind: "agent" },
      { name: "easy", summary: "", kind: "level" },
    ] as const;
    const card = { agents, evaluations: [["material", "pieces"]] } as unknown as GameCard;
    expect(famous(card).map(({ name }) => name)).toEqual(["champion", "easy"]);
    expect(others(card).map(({ name }) => name)).toEqual(["random"]);
    const [first, second] = agentOptions([option("eval"), option("depth")], card);
    expect(first).toMatchObject({ kind: "choice", choices: [["material", "pieces"]] });
    expect(second?.kind).toBe("text");
  });

  it("says what is wrong with an option", () => {
    const integer: OptionCard = { ...option("seed"), kind: "integer", min: "1", max: "18446744073709551615" };
    expect(fault(integer, "")).toBeUndefined();
    expect(fault(integer, "18446744073709551615")).toBeUndefined();
    for (const wrong of ["0", "18446744073709551616", "-1", "1.5", "x", "1 2"]) expect(fault(integer, wrong), wrong).toBeDefined();
    expect(fault(option("size"), "8 x 8")).toBeDefined();
    expect(written({ size: "5x6", first: "" })).toBe("size=5x6");
  });
});

describe("what is said", () => {
  const game = (news: Partial<GameState>): GameState =>
    ({
      seats: [
        { side: "black", kind: "person", name: "Ada", here: true },
        { side: "orange", kind: "agent", name: "easy", here: true },
      ],
      moves: ["E2E3"],
      turn: 0,
      decision: "move",
      decisions: [],
      over: null,
      ...news,
    }) as unknown as GameState;
  const over = (payoffs: number[]): GameState =>
    game({ over: { result: "", payoffs, reason: "chief", words: "The Chief is taken" } });

  it("at the end", () => {
    expect(endingWords(game({}), [0])).toBeNull();
    expect(endingWords(over([1, -1]), [0])).toMatchObject({ who: "You won", why: "The Chief is taken" });
    expect(endingWords(over([1, -1]), [1])).toMatchObject({ who: "You lost", why: "The Chief is taken" });
    expect(endingWords(over([1, -1]), [0, 1])).toMatchObject({ who: "Ada won", why: "The Chief is taken" });
    expect(endingWords(over([0, 0]), [0])).toMatchObject({ who: "A tie", why: "The Chief is taken" });
    expect(endingWords(over([0, 0]), [])).toMatchObject({ who: "Nobody wins", why: "The Chief is taken" });
  });

  it("about people who have not said their name", () => {
    const seats = [
      { side: "black", kind: "person", name: "Player", here: true, picture: null, open: false },
      { side: "orange", kind: "person", name: "Ada", here: true, picture: null, open: false },
    ] as const;
    const names = (mine: readonly number[]): string[] => [0, 1, 2].map((seat) => nameOf(game({ seats }), seat, mine));
    expect([names([0]), names([1]), names([0, 1])]).toEqual([
      ["You", "Ada", ""],
      ["Black", "Ada", ""],
      ["Black", "Ada", ""],
    ]);
  });

  it("while it goes on", () => {
    expect(turnWords(game({}), [0])).toBe("Your turn");
    expect(turnWords(game({}), [0, 1])).toBe("Black to move");
    expect(turnWords(game({ turn: 1 }), [0])).toBe("Ezra thinks");
    expect(turnWords(over([1, -1]), [0])).toBe("The Chief is taken");
    expect(turnWords(game({ decision: "proposal" }), [0])).toBe("Your turn: propose a move");
    expect(turnWords(game({ decision: "answer" }), [0, 1])).toBe("Black to answer");
    const refused = { decision: "alternate", decisions: ["proposal", "answer"], moves: ["A1A2", "refuse"] } as const;
    expect(turnWords(game(refused), [0], 1)).toBe("Ezra refused A1A2; your next move stands");
    expect(turnWords(game({ ...refused, turn: 1 }), [0], 0)).toBe("Ada refused A1A2; Ezra’s next move stands");
  });

  it("about an answer and a hint", () => {
    const answers = [
      { move: "accept", button: "accept" },
      { move: "refuse", button: "reject" },
    ];
    expect(questionWords(game({}), answers, 1, [0])).toBe("Ezra proposes E2E3. Accept or reject?");
    expect(questionWords(game({}), [{ move: "A1A2", cells: [0, 1] }], 1, [0])).toMatch(/instead/);
    const hint = { move: "A1A2", cells: [0, 1], score: "+1.00", depth: 4, line: ["A1A2", "B1B2"] };
    expect(hintWords(hint)).toBe("Try A1A2, then B1B2 (+1.00 at depth 4).");
    expect(hintWords({ ...hint, move: "refuse", cells: [], line: [] }, answers)).toMatch(/^Try reject /);
  });

  it("with capitals and numbers", () => {
    expect([capital("the end"), capital(""), capital("éa")]).toEqual(["The end", "", "Éa"]);
    expect([count(1, "move"), count(0, "move"), count(2, "ply", "plies")]).toEqual(["1 move", "0 moves", "2 plies"]);
  });
});
