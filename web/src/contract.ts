// Written by `UPDATE=1 cargo test -p manator-state contract` from crates/state: not to be edited.
// SPDX-License-Identifier: MIT OR Apache-2.0

/**
 * Somebody asks for something that others must agree to.
 */
export type Asked = { what: Wish, 
/**
 * The seat that asks.
 */
by: number, };

/**
 * Whether a student could play now.
 */
export type Attendance = { name: string, here: Presence, };

/**
 * A board without its pieces: it is the same as long as a game lasts.
 */
export type Board = { 
/**
 * The name of the game, which chooses the materials.
 */
game: string, title: string, 
/**
 * The names of the seats.
 */
players: ReadonlyArray<string>, width: number, height: number, cells: ReadonlyArray<Cell>, labels: ReadonlyArray<Label>, 
/**
 * By how many degrees the drawing turns so that each seat is at the bottom.
 */
turns: ReadonlyArray<number>, };

/**
 * One cell; its number is its index in the list.
 */
export type Cell = { name: string, 
/**
 * The corners in order: x, y, x, y, ...; a grid's cell is one unit wide.
 */
outline: ReadonlyArray<number>, shade: Shade, 
/**
 * `field`, `court`, or `section0`, `section1`, ...
 */
zone: string, };

/**
 * The topic `class`: what everybody may see.
 */
export type ClassState = { title: string, phase: Phase, students: ReadonlyArray<Attendance>, 
/**
 * The time control.
 */
time: string, 
/**
 * How many games there are, where that is known beforehand.
 */
games: number | null, 
/**
 * How many games are over.
 */
over: number, 
/**
 * The ids of the games that are played now: each is a topic.
 */
live: ReadonlyArray<string>, 
/**
 * The last games that are over, the latest last.
 */
done: ReadonlyArray<DoneGame>, 
/**
 * Everybody, the best first.
 */
table: ReadonlyArray<Grade>, };

/**
 * A game that is over.
 */
export type DoneGame = { id: string, names: ReadonlyArray<string>, 
/**
 * As in `1-0` or `1-1/2-0`.
 */
result: string, words: string, plies: number, };

/**
 * One thing that was examined of an uploaded program.
 */
export type Finding = { group: string, name: string, 
/**
 * `ok`, `skip`, `warn` or `fail`.
 */
grade: string, found: string, quotes: ReadonlyArray<string>, fix: string | null, };

/**
 * The topic `game/ID`: a game on the server.
 */
export type GameState = { id: string, 
/**
 * Its number, for displays of other kinds: `manator display --table N`; 0 where there are none.
 */
number: number, seats: ReadonlyArray<Seat>, 
/**
 * What each move took, in milliseconds.
 */
spent: ReadonlyArray<number>, 
/**
 * The time control, `none` for none.
 */
control: string, 
/**
 * What everybody has left at this moment, in milliseconds.
 */
clocks: ReadonlyArray<number | null>, 
/**
 * The seat whose clock runs.
 */
ticking: number | null, canUndo: boolean, canRedo: boolean, asked: Asked | null, 
/**
 * What was last said beside the game.
 */
notes: ReadonlyArray<Note>, 
/**
 * How many pages look on.
 */
watching: number, 
/**
 * When it began, in milliseconds since 1970.
 */
began: number, 
/**
 * Which game of how many this is, where that is known.
 */
round: [number, number] | null, game: string, title: string, 
/**
 * Options other than the default ones, as in `size=8x8 first=random`; may be empty.
 */
options: string, board: Board, 
/**
 * The first position and all since, as `crates/core/src/film.rs` explains.
 */
film: string, moves: ReadonlyArray<string>, 
/**
 * The seat to decide.
 */
turn: number, 
/**
 * What a player wants to know beside the board: each a name and a value.
 */
facts: ReadonlyArray<[string, string]>, 
/**
 * The position in one line.
 */
position: string, 
/**
 * The position the game began with, if it is not the ordinary one.
 */
start: string | null, over: Over | null, };

/**
 * A game in the list of all.
 */
export type GameSummary = { id: string, number: number, game: string, title: string, options: string, names: ReadonlyArray<string>, plies: number, turn: number, over: Over | null, began: number, watching: number, round: [number, number] | null, };

/**
 * The topic `games`: all games, the latest first.
 */
export type Games = { games: ReadonlyArray<GameSummary>, 
/**
 * Of `manator server`: how everybody stands, the best first.
 */
standing: ReadonlyArray<Score> | null, 
/**
 * Of `manator server`: what it says when nothing more will come.
 */
bye: string | null, };

/**
 * What somebody has reached.
 */
export type Grade = { 
/**
 * The number among the players, from 0; students come first.
 */
who: number, name: string, 
/**
 * Whether it is a student, and not a player of the house.
 */
student: boolean, 
/**
 * The rank, from 1.
 */
place: number, 
/**
 * One for a win, half for a tie.
 */
points: number, won: number, tied: number, lost: number, games: number, 
/**
 * The rating in Elo, relative to the mean of the class.
 */
elo: number | null, 
/**
 * Half the width of its 95 % interval.
 */
error: number | null, faults: { [key in string]: number }, };

/**
 * The answer to `{do: "hint", game, key}`.
 */
export type Hint = { move: string, 
/**
 * The cells of the move, empty when it is a button.
 */
cells: ReadonlyArray<number>, score: string, depth: number, line: ReadonlyArray<string>, };

/**
 * The answer to `GET /api/instructor`.
 */
export type InstructorPage = { phase: Phase, 
/**
 * The number of the tournament in the store, once it has begun.
 */
tournament: number | null, students: ReadonlyArray<StudentLine>, 
/**
 * What went wrong, in the order of games.
 */
mishaps: ReadonlyArray<Mishap>, };

/**
 * A text beside the cells: one that is always the same, or the name of a seat.
 */
export type Label = { text?: string, seat?: number, x: number, y: number, };

/**
 * A legal move, and how a person makes it: by touching cells in order, or by pressing a button.
 */
export type Legal = { move: string, cells?: ReadonlyArray<number>, button?: string, };

/**
 * The topic `legal/ID`: what whoever is to move may do. Only pages with a seat need it.
 */
export type LegalMoves = { 
/**
 * The position they belong to: topics are not told in any order.
 */
position: string, legal: ReadonlyArray<Legal>, };

/**
 * Something that went wrong in a game.
 */
export type Mishap = { game: string, 
/**
 * Whose doing it was, by number.
 */
who: number, 
/**
 * What it was, in one word.
 */
kind: string, 
/**
 * What it was, as the end of a sentence that begins with a name.
 */
words: string, };

/**
 * What was said beside a game.
 */
export type Note = { seat: number, text: string, };

/**
 * How a game ended.
 */
export type Over = { 
/**
 * As in `1-0` or `1-1/2-0`.
 */
result: string, 
/**
 * 1 won, 0 tied, -1 lost, in seat order.
 */
payoffs: ReadonlyArray<number>, reason: string, 
/**
 * One sentence without a full stop.
 */
words: string, };

/**
 * A game, for one who took part in it.
 */
export type OwnGame = { id: string, names: ReadonlyArray<string>, seat: number, result: OwnResult, words: string, plies: number, 
/**
 * When it began.
 */
began: string, 
/**
 * What the student's agent did wrong, in one word.
 */
fault: string | null, 
/**
 * The same as the end of a sentence.
 */
blame: string | null, };

/**
 * How a game went for one who took part in it.
 */
export type OwnResult = "won" | "tied" | "lost";

/**
 * How far the games are.
 */
export type Phase = "waiting" | "playing" | "paused" | "over";

/**
 * Where a game stands, however it came there, and what may be played.
 */
export type Position = { legal: ReadonlyArray<Legal>, game: string, title: string, 
/**
 * Options other than the default ones, as in `size=8x8 first=random`; may be empty.
 */
options: string, board: Board, 
/**
 * The first position and all since, as `crates/core/src/film.rs` explains.
 */
film: string, moves: ReadonlyArray<string>, 
/**
 * The seat to decide.
 */
turn: number, 
/**
 * What a player wants to know beside the board: each a name and a value.
 */
facts: ReadonlyArray<[string, string]>, 
/**
 * The position in one line.
 */
position: string, 
/**
 * The position the game began with, if it is not the ordinary one.
 */
start: string | null, over: Over | null, };

/**
 * Whether somebody could play now.
 */
export type Presence = "connected" | "playing" | "uploaded" | "absent";

/**
 * A game of a tournament that is being played, as a small board.
 */
export type RunningGame = { id: string, 
/**
 * Who sits where, by number.
 */
seats: ReadonlyArray<number>, plies: number, turn: number, 
/**
 * Its last two positions.
 */
film: string, clocks: ReadonlyArray<number | null>, };

export type Score = { name: string, played: number, points: number, };

/**
 * A seat of a game on the server.
 */
export type Seat = { 
/**
 * What the rules call it: `black`, `red`.
 */
side: string, kind: SeatKind, name: string, 
/**
 * Whether a person's page is open, or a guest connected; agents always are.
 */
here: boolean, };

export type SeatKind = "person" | "agent" | "guest";

export type Shade = "light" | "dark";

/**
 * The answer to `GET /api/student/games/ID`.
 */
export type StudentGame = { record: string, board: Board, 
/**
 * As `crates/core/src/film.rs` explains.
 */
film: string, seat: number, 
/**
 * What the student's agent said last.
 */
notes: string | null, };

/**
 * A student, for the instructor.
 */
export type StudentLine = { 
/**
 * The number in the file of the codes.
 */
number: number, 
/**
 * Whether the program was examined, if there is one.
 */
examined: boolean | null, 
/**
 * How many things failed.
 */
failed: number | null, name: string, here: Presence, };

/**
 * The answer to `GET /api/student`: everything about a student.
 */
export type StudentPage = { program: UploadedProgram | null, grade: Grade | null, games: ReadonlyArray<OwnGame>, 
/**
 * The most bytes of a program.
 */
uploadMax: number, name: string, here: Presence, };

/**
 * The topic `thinking/ID`: what the agent to move has found until now.
 */
export type Thinking = { seat: number, depth: number, score: string, line: ReadonlyArray<string>, };

/**
 * A program that a student has uploaded.
 */
export type UploadedProgram = { files: ReadonlyArray<string>, bytes: number, 
/**
 * When it came, in milliseconds since 1970.
 */
received: number, 
/**
 * The program and its arguments.
 */
words: string, 
/**
 * Nothing while it is being examined.
 */
findings: ReadonlyArray<Finding> | null, };

export type Wish = "undo";
