// Written by `UPDATE=1 cargo test -p manator-state contract` from crates/state: not to be edited.
// SPDX-License-Identifier: MIT OR Apache-2.0

/**
 * Who plays a game, built in.
 */
export type AgentCard = { name: string, summary: string, kind: AgentKind, 
/**
 * Of a level, how strong it is in this game, in Elo beside the other levels.
 */
rating?: number, };

export type AgentKind = "level" | "agent";

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
 * A piece of a text. The last kinds stand for what the page knows from the catalog.
 */
export type Block = { "kind": "heading", level: number, spans: ReadonlyArray<Span>, } | { "kind": "text", spans: ReadonlyArray<Span>, } | { "kind": "list", ordered: boolean, items: ReadonlyArray<ReadonlyArray<Span>>, } | { "kind": "code", text: string, } | { "kind": "table", head: ReadonlyArray<ReadonlyArray<Span>>, rows: ReadonlyArray<ReadonlyArray<ReadonlyArray<Span>>>, } | { "kind": "lesson", name: string, } | { "kind": "start" } | { "kind": "options" } | { "kind": "reasons" };

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
 * What might have been played instead, with what is known of the moves.
 */
export type Branch = { 
/**
 * The line that it leaves: 0 is the game, 1 the first branch.
 */
line: number, 
/**
 * How many moves are played before it, from the beginning of the game.
 */
ply: number, moves: ReadonlyArray<string>, comments?: ReadonlyArray<string | null>, spent?: ReadonlyArray<number | null>, clocks?: ReadonlyArray<number | null>, 
/**
 * The numbers written before the moves; of no consequence in requests.
 */
numbers?: ReadonlyArray<number | null>, };

export type Catalog = { version: string, mode: Mode, games: ReadonlyArray<GameCard>, agentOptions: ReadonlyArray<OptionCard>, 
/**
 * Whether this page may create and stop tournaments.
 */
mayOrganise: boolean, };

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
 * How the game ends, in so many plies from the root.
 */
export type CertainEnd = { "wins_in": number } | { "loses_in": number } | "all_lose";

export type Challenge = { id: string, game: string, title: string, options: string, control: string, 
/**
 * Whether it begins with another position than usual.
 */
special: boolean, seats: ReadonlyArray<Seat>, 
/**
 * When it was made, in milliseconds since 1970.
 */
began: number, };

/**
 * The topic `challenges`: games that wait for somebody to take a seat, the oldest first.
 */
export type Challenges = { challenges: ReadonlyArray<Challenge>, };

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
 * The last games that are over, the latest last.
 */
done: ReadonlyArray<DoneGame>, 
/**
 * How often what went wrong, by player; students come first.
 */
faults: ReadonlyArray<{ [key in string]: number }>, sentence: string, 
/**
 * How the ratings were computed, where there are any.
 */
method: string | null, names: ReadonlyArray<string>, standings: ReadonlyArray<Standing>, cross: Crosstable, 
/**
 * The bracket of a knockout, or the rounds of a Swiss tournament.
 */
rounds: Rounds | null, seats: ReadonlyArray<SeatTally>, reasons: ReadonlyArray<Reason>, };

export type Comparison = { same_move: boolean, 
/**
 * Null where one of them has no value that could be compared.
 */
same_value: boolean | null, };

/**
 * Games won, tied and lost.
 */
export type Counts = [number, number, number];

export type Crosstable = { order: ReadonlyArray<number>, 
/**
 * A row for each of them, with their games against each of them.
 */
cells: ReadonlyArray<ReadonlyArray<Counts>>, };

/**
 * Who wins, whatever the others play.
 */
export type DecidedPosition = { seat: number, 
/**
 * Within how many moves of its own; null where that is not known.
 */
moves: number | null, };

/**
 * What the seat to decide decides.
 */
export type Decision = "move" | "proposal" | "answer" | "alternate";

/**
 * A game that is over.
 */
export type DoneGame = { id: string, names: ReadonlyArray<string>, plies: number, over: Over, };

export type Ended = { result: string, reason: string, };

/**
 * A whole game, as pictures.
 */
export type Example = { film: string, over: Over, };

/**
 * Asks `POST /api/explain` how an agent searches a position.
 */
export type ExplainRequest = { game: string, options?: string, start?: string, moves?: ReadonlyArray<string>, agent: string, 
/**
 * Another agent, to be shown beside it.
 */
beside?: string, 
/**
 * How many plies deep; Monte Carlo has no depth.
 */
depth?: number, 
/**
 * How many playouts Monte Carlo makes.
 */
playouts?: number, 
/**
 * How many nodes of a tree are kept at most.
 */
nodes_max?: number, };

/**
 * What an agent has found, and how.
 */
export type ExplainedSearch = { agent: string, 
/**
 * How many plies deep it has looked; for Monte Carlo, how long its longest line is.
 */
depth: number, 
/**
 * How many positions it has looked at, or playouts it has made, in all.
 */
nodes: number, best: string | null, 
/**
 * The principal line.
 */
line: ReadonlyArray<string>, 
/**
 * The seats whose values are told, in this order, here and in the tree: the seat to decide, or in max^n all.
 */
seats: ReadonlyArray<number>, values: ReadonlyArray<PlainValue>, 
/**
 * What it had found on the way: depth by depth, or after more and more playouts.
 */
steps: ReadonlyArray<SearchStep>, 
/**
 * The tree of its last depth in the order in which it grew, depth first; null where an agent shows none.
 */
tree: ReadonlyArray<TreeNode> | null, 
/**
 * Where the playouts of Monte Carlo went; null for others.
 */
visits: Visits | null, };

/**
 * A position, and how one agent or two have searched it.
 */
export type Explanation = { game: string, options: string, 
/**
 * The position in one line.
 */
position: string, 
/**
 * The seat to decide.
 */
turn: number, 
/**
 * What the seats are called.
 */
players: ReadonlyArray<string>, searches: ReadonlyArray<ExplainedSearch>, 
/**
 * What the two have in common, where there are two.
 */
comparison: Comparison | null, };

/**
 * The answer to `POST /api/explore`, which asks about a `PositionRequest`.
 */
export type ExplorerAnswer = { 
/**
 * The most frequent first.
 */
moves: ReadonlyArray<ExplorerMove>, decided: DecidedPosition | null, 
/**
 * How many games are over and not counted yet.
 */
uncounted: number, };

export type ExplorerMove = { move: string, games: number, 
/**
 * How many of them each seat has won; the others had no winner.
 */
won: ReadonlyArray<number>, };

/**
 * One thing that was examined of an uploaded program.
 */
export type Finding = { group: string, name: string, 
/**
 * `ok`, `skip`, `warn` or `fail`.
 */
grade: string, found: string, quotes: ReadonlyArray<string>, fix: string | null, };

export type FinishedGame = { id: string, seats: ReadonlyArray<number>, payoffs: ReadonlyArray<number>, result: string, reason: string, words: string, plies: number, began: string, 
/**
 * In milliseconds.
 */
took: number, };

/**
 * Who meets whom.
 */
export type Format = "round-robin" | "gauntlet" | "swiss" | "knockout" | "course" | "tables" | "in-order";

/**
 * A line that an agent has found.
 */
export type FoundLine = { moves: ReadonlyArray<string>, 
/**
 * The cells that the first few moves touch; none where a move is a button.
 */
cells: ReadonlyArray<ReadonlyArray<number>>, 
/**
 * In words: `+35`, `black wins in 5`; null when whoever chose has not looked ahead.
 */
score: string | null, 
/**
 * From -1, lost, to 1, won, for the side.
 */
value: number | null, 
/**
 * To whom: the first seat in games of two, whoever is to move in others.
 */
side: number | null, 
/**
 * What the words of the score say when it is proven.
 */
proven?: Proven, };

export type GameCard = { name: string, title: string, summary: string, players: ReadonlyArray<string>, options: ReadonlyArray<OptionCard>, agents: ReadonlyArray<AgentCard>, evaluations: ReadonlyArray<[string, string]>, 
/**
 * Words that games end for, each with its meaning.
 */
reasons: ReadonlyArray<[string, string]>, board: Board, 
/**
 * The film of the first position.
 */
film: string, 
/**
 * A game to be looked at, where one is kept.
 */
example: Example | null, };

/**
 * The topic `graph`: a game judged move by move.
 */
export type GameGraph = { tag: string, 
/**
 * The first position included; null where one has not been judged yet.
 */
values: ReadonlyArray<Judged | null>, 
/**
 * How much of the work is done, from 0 to 1.
 */
share: number, 
/**
 * What the agent waits for before it can judge.
 */
waiting: string | null, done: boolean, };

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
ticking: number | null, canUndo: boolean, canRedo: boolean, 
/**
 * Whether those who played may play again with seats changed.
 */
canRematch: boolean, rematch: Rematch | null, 
/**
 * Whether people at several pages play, who may write to each other.
 */
canTalk: boolean, asked: Asked | null, 
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
turn: number, decision: Decision, 
/**
 * What each move decided; empty where every one is a move.
 */
decisions: ReadonlyArray<Decision>, 
/**
 * What players should know before they decide, what matters most first.
 */
notices: ReadonlyArray<Notice>, 
/**
 * The heading of the rules under which stands what matters now.
 */
rule: string, 
/**
 * What a player may also want to know beside the board: each a name and a value.
 */
facts: ReadonlyArray<[string, string]>, 
/**
 * What the game's document thinks the position is worth, where it says how that is computed.
 */
estimate: [string, string] | null, 
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
export type GameSummary = { id: string, number: number, game: string, title: string, options: string, names: ReadonlyArray<string>, plies: number, turn: number, over: Over | null, began: number, watching: number, 
/**
 * Whether people who play it are here, or programs play it, or somebody follows its agents: others do not go on.
 */
attended: boolean, round: [number, number] | null, };

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
 * Some games of a tournament, the latest first.
 */
export type GamesPage = { total: number, games: ReadonlyArray<FinishedGame>, };

/**
 * Asks `GET /api/tournaments/N/games` for games, as a query.
 */
export type GamesQuery = { one?: number, other?: number, round?: number, payoff?: number, reason?: string, from?: number, count?: number, };

export type Guest = { name: string, game: string, busy: boolean, };

/**
 * The topic `guests`: agents that have connected and wait for somebody to play.
 */
export type Guests = { guests: ReadonlyArray<Guest>, };

/**
 * The answer to `GET /api/guide`: how to write an agent.
 */
export type Guide = { templates: ReadonlyArray<Template>, parts: ReadonlyArray<GuidePart>, };

export type GuidePart = { title: string, blocks: ReadonlyArray<Block>, };

/**
 * The answer to `{do: "hint", game, key}`.
 */
export type Hint = { move: string, 
/**
 * The cells of the move, empty when it is a button.
 */
cells: ReadonlyArray<number>, score: string, proven?: Proven, depth: number, line: ReadonlyArray<string>, };

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
 * What a position of a game is worth, and what would have been best there.
 */
export type Judged = { best: string | null, 
/**
 * From -1, lost, to 1, won, for each player of whom that is known: among three, whoever is to move and whoever
 * moved last.
 */
values: ReadonlyArray<number | null>, 
/**
 * In words: `+35`, `black wins in 5`; null when whoever chose has not looked ahead.
 */
score: string | null, 
/**
 * From -1, lost, to 1, won, for the side.
 */
value: number | null, 
/**
 * To whom: the first seat in games of two, whoever is to move in others.
 */
side: number | null, 
/**
 * What the words of the score say when it is proven.
 */
proven?: Proven, };

/**
 * How much is known of a value.
 */
export type KnownValue = "exact" | "at_least" | "at_most";

/**
 * A text beside the cells: one that is always the same, or the name of a seat.
 */
export type Label = { text?: string, seat?: number, x: number, y: number, };

/**
 * Why a search went no further at a position.
 */
export type LeftWhy = "evaluated" | "over" | "searched" | "cut" | "won" | "remembered" | "stopped";

/**
 * A unit: the first, or a play-off.
 */
export type Leg = { 
/**
 * What the ids of its games begin with.
 */
id: string, 
/**
 * What each side got.
 */
points: ReadonlyArray<string>, };

/**
 * A legal move, and how a person makes it: by touching cells in order, or by pressing a button.
 */
export type Legal = { move: string, cells?: ReadonlyArray<number>, button?: string, 
/**
 * What to ask a person before it is played.
 */
question?: string, };

/**
 * The topic `legal/ID`: what whoever is to move may do. Only pages with a seat need it.
 */
export type LegalMoves = { 
/**
 * The position they belong to: topics are not told in any order.
 */
position: string, legal: ReadonlyArray<Legal>, };

/**
 * A position, and what to try there.
 */
export type Lesson = { name: string, title: string, words: string, 
/**
 * Where to begin; null for the usual start.
 */
position: string | null, 
/**
 * The moves that do it; any move does when there is none.
 */
goal: ReadonlyArray<string>, 
/**
 * What to say when it is done.
 */
done: string, };

export type Level = "danger" | "warning" | "remark";

/**
 * What a piece looks like.
 */
export type Look = { kind: string, owner: number | null, letter: string, };

export type Meeting = { sides: ReadonlyArray<Side>, legs: ReadonlyArray<Leg>, played: number, games: number, decided: boolean, 
/**
 * What there is to say about how it was decided.
 */
how: string, };

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
 * What is served: everything, only the games of `manator server`, or a class.
 */
export type Mode = "arena" | "server" | "class";

export type Needs = { seat: number, value: PlainValue, };

/**
 * Somebody who is to take part; without a name it is called what it is.
 */
export type NewEntrant = { name: string, agent: string, };

/**
 * Asks `POST /api/games` to begin a game.
 */
export type NewGame = { game: string, options: string, 
/**
 * Each `here` (a person at this page), `link` (whoever opens the link), `open` (whoever takes it first), an agent
 * such as `medium` or `alphabeta:depth=3`, or `guest:NAME`.
 */
seats: ReadonlyArray<string>, 
/**
 * As in `5m+3s` or `10s/move`; `none` for none.
 */
control: string, 
/**
 * Another position to begin with.
 */
start?: string, 
/**
 * Moves already played.
 */
moves?: ReadonlyArray<string>, };

/**
 * Keys prove who sits where, by seat: a page keeps those of `keys`, and passes those of `links` on.
 */
export type NewGameAnswer = { id: string, keys: { [key in string]: string }, links: { [key in string]: string }, };

/**
 * Asks for a tournament: `POST /api/tournaments` makes it, `POST /api/tournaments/preview` says what it would be.
 */
export type NewTournament = { title: string, game: string, 
/**
 * The options of the rules, as in `size=8x8 first=random`.
 */
options: string, format: Format, 
/**
 * How many games each group plays, where everybody meets.
 */
games?: number, rounds?: number, challengers?: number, playOffs?: number, drawnSeeds?: boolean, 
/**
 * How many random moves a game begins with.
 */
opening: number, seed: number, time: string, 
/**
 * How many moves each player may make.
 */
steps: number, sprt?: SprtBounds, concurrency: number, players: ReadonlyArray<NewEntrant>, };

/**
 * The answer to `POST /api/tournaments`.
 */
export type NewTournamentAnswer = { number: number, };

/**
 * What was said or done beside a game.
 */
export type Note = { seat: number, kind: NoteKind, text: string, };

export type NoteKind = "said" | "did";

/**
 * A sentence about a position, and the cells it is about.
 */
export type Notice = { level: Level, 
/**
 * What it says as one word, such as `princess-attacked`, and the numbers in its sentence.
 */
code: string, values: ReadonlyArray<number>, 
/**
 * The seat it concerns; null where it concerns all alike.
 */
seat: number | null, 
/**
 * What everybody is told, without a full stop.
 */
words: string, 
/**
 * What whoever it concerns is told instead.
 */
yours: string, cells: ReadonlyArray<number>, };

/**
 * What can be chosen about a game or an agent.
 */
export type OptionCard = { name: string, summary: string, 
/**
 * What holds when nothing is chosen; null when something else decides.
 */
default: string | null, } & ({ "kind": "choice", choices: ReadonlyArray<[string, string]>, } | { "kind": "integer", min: string, max: string, } | { "kind": "text", form: string, });

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
export type OwnGame = { id: string, names: ReadonlyArray<string>, seat: number, payoffs: ReadonlyArray<number>, words: string, plies: number, 
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
 * How far the games are.
 */
export type Phase = "waiting" | "playing" | "paused" | "over";

export type Phrase = "hello" | "good-luck" | "nice-move" | "oops" | "one-moment" | "thanks" | "good-game" | "bye";

/**
 * How a kind of piece goes.
 */
export type PieceRule = { kind: string, words: string, };

/**
 * A number in the units of the evaluation, or a certain end.
 */
export type PlainValue = number | CertainEnd;

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
turn: number, decision: Decision, 
/**
 * What each move decided; empty where every one is a move.
 */
decisions: ReadonlyArray<Decision>, 
/**
 * What players should know before they decide, what matters most first.
 */
notices: ReadonlyArray<Notice>, 
/**
 * The heading of the rules under which stands what matters now.
 */
rule: string, 
/**
 * What a player may also want to know beside the board: each a name and a value.
 */
facts: ReadonlyArray<[string, string]>, 
/**
 * What the game's document thinks the position is worth, where it says how that is computed.
 */
estimate: [string, string] | null, 
/**
 * The position in one line.
 */
position: string, 
/**
 * The position the game began with, if it is not the ordinary one.
 */
start: string | null, over: Over | null, };

/**
 * Where a game stands, with the numbers written before its moves, null where a round goes on.
 */
export type PositionAnswer = { numbers: ReadonlyArray<number | null>, 
/**
 * What a record says beside its moves, where one was read.
 */
record: RecordFacts | null, legal: ReadonlyArray<Legal>, game: string, title: string, 
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
turn: number, decision: Decision, 
/**
 * What each move decided; empty where every one is a move.
 */
decisions: ReadonlyArray<Decision>, 
/**
 * What players should know before they decide, what matters most first.
 */
notices: ReadonlyArray<Notice>, 
/**
 * The heading of the rules under which stands what matters now.
 */
rule: string, 
/**
 * What a player may also want to know beside the board: each a name and a value.
 */
facts: ReadonlyArray<[string, string]>, 
/**
 * What the game's document thinks the position is worth, where it says how that is computed.
 */
estimate: [string, string] | null, 
/**
 * The position in one line.
 */
position: string, 
/**
 * The position the game began with, if it is not the ordinary one.
 */
start: string | null, over: Over | null, };

/**
 * Asks `POST /api/position` where a game would stand. With `record`, nothing else is needed.
 */
export type PositionRequest = { game?: string, options?: string, start?: string, moves?: ReadonlyArray<string>, 
/**
 * A record as `manator` writes them.
 */
record?: string, };

/**
 * Whether somebody could play now.
 */
export type Presence = "connected" | "playing" | "uploaded" | "absent";

/**
 * The answer to `POST /api/tournaments/preview`.
 */
export type Preview = { games: number, exact: boolean, players: number, seats: number, };

/**
 * How a game ends, as a search has proven it.
 */
export type Proven = { seat: number, 
/**
 * Whether this seat wins or loses.
 */
wins: boolean, 
/**
 * In how many plies at most; null where the proof knows no length.
 */
plies: number | null, };

export type PuzzleCard = { position: string, 
/**
 * Who wins, by the index of the seat.
 */
seat: number, 
/**
 * Within how many moves of its own.
 */
moves: number, };

export type PuzzleHint = { 
/**
 * Where to look, in words.
 */
words: string, 
/**
 * The cell of the piece to move; null where nothing is moved.
 */
cell: number | null, move: string, };

/**
 * Asks `POST /api/puzzles/try` what became of the last of these moves, and `POST /api/puzzles/hint` where to look after them.
 */
export type PuzzleRequest = { game: string, 
/**
 * The puzzle, by its index.
 */
index: number, 
/**
 * Everything that was played since the position of the puzzle, by all players.
 */
moves: ReadonlyArray<string>, };

export type PuzzleResult = "won" | "wins" | "slower" | "fails" | "loses" | "unknown";

/**
 * The answer to `GET /api/puzzles/GAME`.
 */
export type PuzzleSet = { game: string, 
/**
 * The day on which it is asked, counted from 1970.
 */
day: number, 
/**
 * The puzzle of that day, by its index.
 */
today: number, puzzles: ReadonlyArray<PuzzleCard>, };

export type PuzzleVerdict = { kind: PuzzleResult, 
/**
 * What the others answer, until whoever solves decides again.
 */
replies: ReadonlyArray<string>, 
/**
 * How many more moves the win takes at most, or within how many there is none.
 */
moves: number, };

export type RatingCurve = { entrant: number, 
/**
 * Nothing before the first game.
 */
elo: ReadonlyArray<number | null>, };

/**
 * Ratings after so many games, of the first few.
 */
export type RatingHistory = { 
/**
 * After how many games.
 */
at: ReadonlyArray<number>, lines: ReadonlyArray<RatingCurve>, };

/**
 * The answer to `POST /api/reach`, which asks of a `PositionRequest` where each piece could go if its owner were to
 * move: each a cell and its targets.
 */
export type Reach = { cells: { [key in number]: ReadonlyArray<number> }, };

export type Reason = { name: string, meaning: string, games: number, };

export type RecordAnswer = { record: string, };

export type RecordFacts = { 
/**
 * Names in seat order.
 */
players: ReadonlyArray<string>, 
/**
 * What is said before the first move.
 */
comment: string | null, 
/**
 * What else is known of the game, each a name and a value.
 */
tags: ReadonlyArray<[string, string]>, 
/**
 * What is said about each move.
 */
comments: ReadonlyArray<string | null>, 
/**
 * What each move took, in milliseconds.
 */
spent: ReadonlyArray<number | null>, 
/**
 * What was left to whoever moved, in milliseconds.
 */
clocks: ReadonlyArray<number | null>, branches: ReadonlyArray<Branch>, };

/**
 * Asks `POST /api/record` to write a game and its branches as a record.
 */
export type RecordRequest = { line: PositionRequest, 
/**
 * Who played, in seat order.
 */
names: ReadonlyArray<string>, 
/**
 * What is said before the first move.
 */
comment?: string | null, tags?: ReadonlyArray<[string, string]>, 
/**
 * How it ended, where the rules do not say.
 */
over?: Ended | null, comments?: ReadonlyArray<string | null>, spent?: ReadonlyArray<number | null>, clocks?: ReadonlyArray<number | null>, branches?: ReadonlyArray<Branch>, };

/**
 * Why something that a page asks for is not done.
 */
export type Refusal = { 
/**
 * A sentence without a full stop; of an illegal move also what its piece may do instead.
 */
words: string, 
/**
 * The kind of an illegal move, one of those that the game declares.
 */
code: string | null, 
/**
 * What could be played instead of an illegal move; empty where the words say it.
 */
legal: ReadonlyArray<string>, };

export type Remark = { 
/**
 * How many were written before it.
 */
number: number, seat: number, words: Words, };

/**
 * The game that those who played begin after this one.
 */
export type Rematch = { id: string, 
/**
 * Where everybody sits there, in the order of the seats here; the keys are the same.
 */
seats: ReadonlyArray<number>, };

/**
 * The answer to `POST /api/reply`, which asks an agent for a move in a `PositionRequest`.
 */
export type ReplyAnswer = { move: string | null, };

export type ReportData = { title: string, 
/**
 * When the report was made, or what else stands at its end.
 */
generated: string, 
/**
 * Each a name and a value.
 */
options: ReadonlyArray<[string, string]>, board: Board, course: ScoreHistory, 
/**
 * The games that do not count: each an id and why.
 */
set_aside: ReadonlyArray<[string, string]>, 
/**
 * The heads of the films, each kept once.
 */
heads: ReadonlyArray<string>, 
/**
 * How games ended, in words, each kept once.
 */
words: ReadonlyArray<string>, games: ReadonlyArray<ReportGame>, sentence: string, 
/**
 * How the ratings were computed, where there are any.
 */
method: string | null, names: ReadonlyArray<string>, standings: ReadonlyArray<Standing>, cross: Crosstable, 
/**
 * The bracket of a knockout, or the rounds of a Swiss tournament.
 */
rounds: Rounds | null, seats: ReadonlyArray<SeatTally>, reasons: ReadonlyArray<Reason>, };

/**
 * A game as a list, which is half as long as an object:
 * id, entrants by seat, payoffs by seat, reason, words, plies, finished, head of the film, its plies, moves, what the
 * movers thought, with commas between the moves.
 */
export type ReportGame = [string, ReadonlyArray<number>, ReadonlyArray<number>, number, number | null, number, string | null, number | null, string, string, string];

export type Round = { number: number, name: string, meetings: ReadonlyArray<Meeting>, byes: ReadonlyArray<Side>, };

/**
 * The bracket of a knockout, or who met whom in a Swiss tournament.
 */
export type Rounds = { kind: RoundsKind, rounds: ReadonlyArray<Round>, champion: number | null, };

export type RoundsKind = "knockout" | "swiss";

/**
 * The answer to `GET /api/rules/GAME`.
 */
export type Rules = { game: string, title: string, blocks: ReadonlyArray<Block>, 
/**
 * How each kind of piece goes, as the text has it.
 */
pieces: ReadonlyArray<PieceRule>, lessons: ReadonlyArray<Lesson>, };

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

export type ScoreCurve = { entrant: number, 
/**
 * The part of the possible points at each moment; nothing before the first game.
 */
share: ReadonlyArray<number | null>, };

/**
 * The scores of some entrants over time.
 */
export type ScoreHistory = { 
/**
 * After how many games.
 */
at: ReadonlyArray<number>, lines: ReadonlyArray<ScoreCurve>, };

export type SearchStep = { depth: number, nodes: number, 
/**
 * What it was worth to the seat to decide.
 */
value: PlainValue, line: ReadonlyArray<string>, };

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
here: boolean, 
/**
 * What the picture of a person is drawn from, if they have sent one.
 */
picture: string | null, 
/**
 * Whether it is for whoever takes it first.
 */
open: boolean, };

export type SeatKind = "person" | "agent" | "guest";

export type SeatTally = { counts: Counts, elo: number | null, error: number | null, };

export type SetupAnswer = { palette: ReadonlyArray<Look>, 
/**
 * Each a cell and an index in the palette.
 */
pieces: ReadonlyArray<[number, number]>, turn: number, 
/**
 * The position in one line, possible or not.
 */
text: string, 
/**
 * Why it is no position; null when it is one.
 */
problem: string | null, position: PositionAnswer | null, };

/**
 * Asks `POST /api/setup` about a position made of pieces, or read from a text.
 */
export type SetupRequest = { game: string, options: string, 
/**
 * A text to take the pieces from.
 */
text?: string, 
/**
 * Each a cell and an index in the palette.
 */
pieces?: ReadonlyArray<[number, number]>, turn?: number, };

export type Shade = "light" | "dark";

/**
 * Somebody in a round.
 */
export type Side = { 
/**
 * Nobody as long as that is not known.
 */
entrant: number | null, 
/**
 * Which of those who will be left, from 1, as long as that is not known.
 */
left: number | null, 
/**
 * The number of the seed, or whose place it is; empty where there are no seeds.
 */
seed: string, 
/**
 * Empty before the first game.
 */
points: string, won: boolean, };

/**
 * Some words, and what they are.
 */
export type Span = [Style, string];

/**
 * The two differences of a sequential test.
 */
export type SprtBounds = { elo0: number, elo1: number, };

/**
 * Where a sequential test stands.
 */
export type SprtState = { words: string, ratio: number | null, lower: number, upper: number, verdict: string, decided: boolean, };

/**
 * Whether it is played, and by whom.
 */
export type Stage = "playing" | "waiting" | "resting" | "over";

export type Standing = { entrant: number, rank: number, points: string, counts: Counts, 
/**
 * How many of its answers were no legal moves.
 */
illegal: number, rating: number | null, error: number | null, 
/**
 * Whether only the prior keeps the rating finite.
 */
held: boolean, 
/**
 * Entrants of different groups cannot be compared.
 */
group: number, };

/**
 * The answer to `GET /api/student/games/ID`.
 */
export type StudentGame = { record: string, board: Board, 
/**
 * As `crates/core/src/film.rs` explains.
 */
film: string, moves: ReadonlyArray<string>, 
/**
 * What the movers thought of their moves, where they told: `+0.34/12 0.51s`.
 */
thoughts: ReadonlyArray<string>, 
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
export type StudentPage = { program: UploadedProgram | null, standing: Standing | null, games: ReadonlyArray<OwnGame>, 
/**
 * The most bytes of a program.
 */
uploadMax: number, name: string, here: Presence, };

export type Style = "plain" | "code" | "strong" | "em";

/**
 * The tables of a tournament.
 */
export type Tables = { sentence: string, 
/**
 * How the ratings were computed, where there are any.
 */
method: string | null, names: ReadonlyArray<string>, standings: ReadonlyArray<Standing>, cross: Crosstable, 
/**
 * The bracket of a knockout, or the rounds of a Swiss tournament.
 */
rounds: Rounds | null, seats: ReadonlyArray<SeatTally>, reasons: ReadonlyArray<Reason>, };

/**
 * The answer to `{do: "take", game}`: a seat, and the key that proves it.
 */
export type Taken = { seat: number, key: string, 
/**
 * The game, once more: for the visitor it is begun now.
 */
begun: string, };

/**
 * The topic `talk/ID`: what those who play write to each other, the latest last. Only pages with a seat are told.
 */
export type Talk = { remarks: ReadonlyArray<Remark>, };

/**
 * An agent to begin with, in one language.
 */
export type Template = { name: string, title: string, 
/**
 * Each a name and a text.
 */
files: ReadonlyArray<[string, string]>, build: string | null, run: string, };

/**
 * Asks an agent to `think` about a position, or the champion to judge every position of a game for a `graph`, which
 * takes neither agent, lines, time nor depth: what it says is the same whenever it is asked.
 */
export type ThinkRequest = { game: string, options: string, start?: string, moves: ReadonlyArray<string>, agent?: string, lines?: number, 
/**
 * How long to think, in milliseconds.
 */
time?: number, depth?: number, 
/**
 * Comes back with every report, so that a page ignores those about an earlier position.
 */
tag: string, };

/**
 * The topic `thinking/ID`: what the agent to move has found until now.
 */
export type Thinking = { seat: number, depth: number, score: string, proven?: Proven, line: ReadonlyArray<string>, };

/**
 * The topic `think`: where an agent's thinking stands.
 */
export type Thought = { tag: string, 
/**
 * How deep every line was searched.
 */
depth: number, nodes: number, nps: number, 
/**
 * In milliseconds.
 */
elapsed: number, 
/**
 * What it came to, when the game is over.
 */
over: Worth | null, 
/**
 * The best for the player to move first.
 */
lines: ReadonlyArray<FoundLine>, 
/**
 * What the agent waits for before it can think.
 */
waiting: string | null, done: boolean, };

/**
 * The answer to `GET /api/tournaments/N`: what does not change.
 */
export type TournamentFacts = { number: number, title: string, game: string, options: string, format: Format, began: string, names: ReadonlyArray<string>, 
/**
 * Who everybody is, as people write it.
 */
agents: ReadonlyArray<string>, 
/**
 * Each a name and a value.
 */
terms: ReadonlyArray<[string, string]>, board: Board, };

/**
 * The topic `tournaments`: the latest first.
 */
export type TournamentList = { tournaments: ReadonlyArray<TournamentSummary>, 
/**
 * How many games this machine plays at the same time.
 */
concurrency: number, playersMax: number, gamesMax: number, };

/**
 * The topic `tournament/N`: everything that changes while games are played.
 */
export type TournamentState = { number: number, stage: Stage, ended: string | null, played: number, planned: number | null, 
/**
 * Whether results cannot make it more games.
 */
exact: boolean, 
/**
 * Games a second, where some were played.
 */
pace: number | null, history: RatingHistory, sprt: SprtState | null, running: ReadonlyArray<RunningGame>, 
/**
 * What there is to know beside the games.
 */
notes: ReadonlyArray<string>, sentence: string, 
/**
 * How the ratings were computed, where there are any.
 */
method: string | null, names: ReadonlyArray<string>, standings: ReadonlyArray<Standing>, cross: Crosstable, 
/**
 * The bracket of a knockout, or the rounds of a Swiss tournament.
 */
rounds: Rounds | null, seats: ReadonlyArray<SeatTally>, reasons: ReadonlyArray<Reason>, };

export type TournamentSummary = { number: number, title: string, game: string, players: number, 
/**
 * UTC, as in `2026-11-16T09:30:00.123Z`.
 */
began: string, ended: string | null, played: number, 
/**
 * How many games there are, at least; null when that cannot be known.
 */
planned: number | null, 
/**
 * Whether results cannot make it more.
 */
exact: boolean, stage: Stage, };

/**
 * A position that was looked at.
 */
export type TreeNode = { 
/**
 * The index of the node from which a move led here; null for the root only, as its move.
 */
parent: number | null, move: string | null, 
/**
 * The seat that decides there; null when the game is over.
 */
seat: number | null, 
/**
 * How many plies, or rounds of opponents, were left to look ahead.
 */
depth: number, 
/**
 * Which values mattered, to the seat at the root: more than the first, less than the second, null where there is
 * no bound. Null where every value does.
 */
window: [PlainValue | null, PlainValue | null] | null, 
/**
 * In max^n, what a seat that decided before must get for this to matter.
 */
needs: Needs | null, 
/**
 * One for each of the `seats` of the search.
 */
values: ReadonlyArray<PlainValue>, known: KnownValue, why: LeftWhy, 
/**
 * Which position it was, counted from 1 in the order in which they were looked at.
 */
at: number, 
/**
 * How many positions were looked at here and below.
 */
nodes: number, 
/**
 * How many of them, all below, are not in the list.
 */
more: number, 
/**
 * How many moves are legal, and how many of them were tried.
 */
legal: number, tried: number, 
/**
 * Whether its move was the best of its parent's.
 */
best: boolean, 
/**
 * Whether it is on the principal line.
 */
principal: boolean, };

export type TryAnswer = { 
/**
 * Null where they are a legal move.
 */
refusal: Refusal | null, };

/**
 * Asks `POST /api/try` what is wrong with touching cells in order.
 */
export type TryRequest = { position: PositionRequest, cells: ReadonlyArray<number>, };

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

/**
 * How often each move at the root was visited after so many playouts.
 */
export type VisitGrowth = { playouts: number, visits: ReadonlyArray<[string, number]>, };

export type VisitNode = { parent: number | null, move: string | null, 
/**
 * The seat that decides there; null when the game is over.
 */
seat: number | null, visits: number, 
/**
 * What they gave whoever chose the move on average, from 0, lost, to 1, won; at the root, the seat to decide.
 */
mean: number, 
/**
 * Whether that is certain.
 */
proven: boolean, 
/**
 * How many positions below were visited and are not in the list.
 */
more: number, legal: number, tried: number, };

/**
 * Where playouts went.
 */
export type Visits = { 
/**
 * The positions visited most, depth first, of moves the one visited most first.
 */
tree: ReadonlyArray<VisitNode>, growth: ReadonlyArray<VisitGrowth>, };

/**
 * The answer to `GET /api/tournaments/N/games/ID`.
 */
export type WholeGame = { film: string, record: string, moves: ReadonlyArray<string>, 
/**
 * What the movers thought of their moves, where they told: `+0.34/12 0.51s`.
 */
thoughts: ReadonlyArray<string>, id: string, seats: ReadonlyArray<number>, payoffs: ReadonlyArray<number>, result: string, reason: string, words: string, plies: number, began: string, 
/**
 * In milliseconds.
 */
took: number, };

export type Wish = "undo" | "rematch";

/**
 * What somebody writes to the others: one of a few phrases, which each page says in its language, or a line of text.
 */
export type Words = { "phrase": Phrase } | { "text": string };

/**
 * What a position is worth.
 */
export type Worth = { 
/**
 * In words: `+35`, `black wins in 5`; null when whoever chose has not looked ahead.
 */
score: string | null, 
/**
 * From -1, lost, to 1, won, for the side.
 */
value: number | null, 
/**
 * To whom: the first seat in games of two, whoever is to move in others.
 */
side: number | null, 
/**
 * What the words of the score say when it is proven.
 */
proven?: Proven, };
