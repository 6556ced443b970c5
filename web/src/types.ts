// Made by crates/web/src/typescript.rs from the Rust types: do not edit.

/** An analysis of one position. */
export type Analysis = {
  /** The version of these types: [`VERSION`]. */
  version: number,
  /** The position. */
  fen: string,
  /** The best move, if there is a legal one. */
  best_move: WrittenMove | null,
  /** The answer that is expected. */
  expected_answer: WrittenMove | null,
  /** Where the move comes from: `search`, `tablebase`, `rules` or `emergency`. */
  origin: string,
  /** Why there is no move, if there is none. */
  ending: string | null,
  /** The last finished iteration. */
  depth: number,
  /** The longest line looked at. */
  selective_depth: number,
  /** All nodes. */
  nodes: number,
  /** All the time. */
  seconds: number,
  /** Nodes per second. */
  nodes_per_second: number,
  /** How full the hash table was, 0 to 1. */
  hash_full: number,
  /** The lines, the best first. */
  lines: Array<PvLine>,
};

/** The same of both sides. */
export type Both<T> = {
  /** Of White. */
  white: T,
  /** Of Black. */
  black: T,
};

/** The rooks that a king may still castle with. */
export type CastlingRooks = {
  /** The square of the rook on the king's side. */
  king_side: string | null,
  /** The square of the rook on the queen's side. */
  queen_side: string | null,
};

/** How a score relates to the true one, from White's side. */
export type Certainty = "exact" | "at least" | "at most";

/** The chances of White in thousandths; they add up to 1000. */
export type Chances = {
  /** That White wins. */
  win: number,
  /** That nobody does. */
  draw: number,
  /** That Black wins. */
  loss: number,
};

/** A draw that the side to move may claim. */
export type DrawClaim = "threefold_repetition" | "fifty_moves";

/** Fingerprints, as 16 hexadecimal digits. */
export type Keys = {
  /** Our own. */
  zobrist: string,
  /** Of the pawns alone. */
  pawns: string,
  /** Of White's pieces. */
  white_pieces: string,
  /** Of Black's pieces. */
  black_pieces: string,
  /** Of the numbers of men. */
  material: string,
  /** The one that Polyglot books use. */
  polyglot: string,
};

/** The men of both sides. */
export type MaterialCount = {
  /** As tablebases are named: `KRPvKR`. */
  name: string,
  /** Of White. */
  white: Men,
  /** Of Black. */
  black: Men,
};

/** How many men of each kind a side has. */
export type Men = { king: number, queen: number, rook: number, bishop: number, knight: number, pawn: number };

/** The opening of a game. */
export type OpeningName = {
  /** Its code: `C60`. */
  eco: string,
  /** Its name. */
  name: string,
  /** After how many plies the position was reached. */
  ply: number,
};

/** A man that is pinned to its king. */
export type Pin = {
  /** The square of the one that pins it. */
  by: string,
  /** Who that is. */
  by_man: string,
  /** The square. */
  square: string,
  /** What stands there: `white knight`. */
  man: string,
};

/** A man on its square. */
export type Placed = {
  /** The square. */
  square: string,
  /** What stands there: `white knight`. */
  man: string,
};

/** A position and how it came about. */
export type PositionFacts = {
  /** The position. */
  fen: string,
  /** The same with the rooks' files for castling rights. */
  shredder_fen: string,
  /** Eight rows of letters, rank 8 first. */
  board: Array<string>,
  /** Who is to move. */
  turn: Side,
  /** The number of the move. */
  move_number: number,
  /** Plies since the last capture or pawn move. */
  halfmove_clock: number,
  /** What is left of the right to castle. */
  castling: Both<CastlingRooks>,
  /** The square on which a pawn can be taken in passing. */
  en_passant: string | null,
  /** The men that give check. */
  checkers: Array<Placed>,
  /** The men that are pinned to their king, White's first. */
  pins: Array<Pin>,
  /** The men of both sides. */
  material: MaterialCount,
  /** Whether the game goes on. */
  state: State,
  /** How it has ended, as PGN writes it. */
  result: string | null,
  /** A draw that may be claimed. */
  claim: DrawClaim | null,
  /** How often the position has been on the board, this time included. */
  repetitions: number,
  /** The king's first, the pawns' last, each piece's in the order of the alphabet. */
  legal_moves: Array<WrittenMove>,
  /** What programs call the position. */
  keys: Keys,
  /** The opening that it belongs to. */
  opening: OpeningName | null,
  /** The moves that led here. */
  moves_played: Array<WrittenMove>,
  /** What was left out of the text or filled in. */
  notes: Array<string>,
};

/** A line (principal variation) and what is known about it. */
export type PvLine = {
  /** Its place among the lines, from 1. */
  rank: number,
  /** The iteration. */
  depth: number,
  /** The longest line looked at. */
  selective_depth: number,
  /** Nodes so far. */
  nodes: number,
  /** Time so far. */
  seconds: number,
  /** Nodes per second so far. */
  nodes_per_second: number,
  /** How full the hash table is, 0 to 1. */
  hash_full: number,
  /** How sure that is. */
  bound: Certainty,
  /** White's chances. */
  wdl: Chances | null,
  /** The moves in UCI notation. */
  moves: Array<string>,
  /** The moves in algebraic notation, with numbers. */
  san: string, score: string, centipawns: number | null, mate: number | null, table: number | null,
};

/** A score as it is written: the text that people read, and one number. */
export type Score = { score: string, centipawns: number | null, mate: number | null, table: number | null, };

/** White or Black. */
export type Side = "white" | "black";

/** Whether the game goes on. */
export type State = "ongoing" | "checkmate" | "stalemate" | "dead_position" | "fivefold_repetition" | "seventy_five_moves";

/** A move in two notations. */
export type WrittenMove = {
  /** As chess programs write it: `g1f3`. */
  uci: string,
  /** As players write it: `Nf3`. */
  san: string,
};

export type Ask = { "type": "position" } & AskPosition | { "type": "analyse" } & AskAnalysis | { "type": "stop" } & AskStop | { "type": "evaluate" } & AskPosition | { "type": "explain" } & AskExplanation | { "type": "probe" } & AskPosition | { "type": "map" } & AskMap | { "type": "read" } & AskRead | { "type": "write" } & AskWrite | { "type": "new_game" } & AskNewGame | { "type": "open_game" } & AskGame | { "type": "move" } & AskMove | { "type": "order" } & AskOrder | { "type": "games" } & AskGames | { "type": "guard" } & AskGuard | { "type": "review" } & AskReview | { "type": "jobs" } & AskGames | { "type": "cancel_job" } & AskJob | { "type": "reviewed" } & AskReviewed | { "type": "export" } & AskExport | { "type": "retry" } & AskRetry | { "type": "practice" } & AskGames | { "type": "add_cards" } & AskAddCards | { "type": "try" } & AskTry | { "type": "grade" } & AskGrade | { "type": "lesson" } & AskLesson | { "type": "explore" } & AskExplore | { "type": "record" } & AskRecord | { "type": "experiment" } & AskExperiment | { "type": "grow" } & AskGrow | { "type": "branches" } & AskBranches;

export type AskPosition = {
/**
 * The number of the question.
 */
id: number,
/**
 * A FEN, `startpos`, or a Chess960 number like `960:518`.
 */
start: string,
/**
 * Moves, in UCI or algebraic notation.
 */
moves: Array<string>, };

export type AskAnalysis = {
/**
 * The number of the question.
 */
id: number,
/**
 * As in [`AskPosition`].
 */
start: string,
/**
 * As in [`AskPosition`].
 */
moves: Array<string>,
/**
 * How many lines, 1 to 5.
 */
lines: number,
/**
 * When it is enough; without, only [`Ask::Stop`] ends it.
 */
limit: Limit | null,
/**
 * Ask what the other side would do if it were to move.
 */
threat: boolean, };

export type AskExplanation = {
/**
 * The number of the question.
 */
id: number,
/**
 * As in [`AskPosition`].
 */
start: string,
/**
 * As in [`AskPosition`].
 */
moves: Array<string>,
/**
 * What the words are to be about.
 */
about: About,
/**
 * Whom they are for.
 */
level: WordLevel,
/**
 * What they are in.
 */
language: WordLanguage, };

export type About = "position" | "last_move";

export type WordLevel = "beginner" | "club" | "expert";

export type WordLanguage = "en" | "es";

export type Limit = { "time": number } | { "nodes": number } | { "depth": number };

export type AskStop = {
/**
 * The number of the analysis.
 */
id: number, };

export type AskMap = {
/**
 * The number of the question.
 */
id: number,
/**
 * The position.
 */
fen: string,
/**
 * Where the man stands.
 */
square: string, };

export type AskRead = {
/**
 * The number of the question.
 */
id: number,
/**
 * One game or several.
 */
pgn: string,
/**
 * Which of them, from 0.
 */
game: number, };

export type AskWrite = {
/**
 * The number of the question.
 */
id: number,
/**
 * What is known about it.
 */
tags: Array<Tag>,
/**
 * The first position.
 */
start: string,
/**
 * Every move after its parent.
 */
nodes: Array<AskNode>, };

export type Tag = {
/**
 * `White`
 */
name: string,
/**
 * `Kramnik, Vladimir`
 */
value: string, };

export type AskNode = {
/**
 * The place of the move before it in the list, from 0; without, it is a first move.
 */
parent: number | null,
/**
 * The move.
 */
uci: string,
/**
 * Words about it.
 */
comment: string,
/**
 * Numbers of glyphs.
 */
nags: Array<number>, };

export type AskNewGame = {
/**
 * The number of the question.
 */
id: number,
/**
 * The first position.
 */
start: string,
/**
 * Whose men the person has.
 */
side: Side,
/**
 * The person's name in the PGN.
 */
name: string,
/**
 * What limits each of the engine's moves.
 */
level: Limit,
/**
 * The clock, if there is one.
 */
clock: ClockTerms | null, };

export type ClockTerms = {
/**
 * Seconds at the start.
 */
seconds: number,
/**
 * Seconds added for each move.
 */
increment: number, };

export type AskGame = {
/**
 * The number of the question.
 */
id: number,
/**
 * The name of the game.
 */
game: string, };

export type AskMove = {
/**
 * The number of the question.
 */
id: number,
/**
 * The name of the game.
 */
game: string,
/**
 * The move, in UCI or algebraic notation.
 */
mv: string,
/**
 * How many moves were played before it: a move for another position is refused.
 */
ply: number, };

export type AskOrder = {
/**
 * The number of the question.
 */
id: number,
/**
 * The name of the game.
 */
game: string,
/**
 * What is wanted.
 */
order: Order, };

export type Order = "take_back" | "draw" | "resign" | "pgn";

export type AskGames = {
/**
 * The number of the question.
 */
id: number, };

export type AskGuard = {
/**
 * The number of the question.
 */
id: number,
/**
 * A FEN, `startpos`, or a Chess960 number like `960:518`.
 */
start: string,
/**
 * Moves, in UCI or algebraic notation; the last is the one in question.
 */
moves: Array<string>,
/**
 * What the words are in.
 */
language: WordLanguage, };

export type AskReview = {
/**
 * The number of the question.
 */
id: number,
/**
 * One game or several.
 */
pgn: string,
/**
 * Which of them, from 0.
 */
game: number,
/**
 * How hard is looked.
 */
care: Care, };

export type Care = "quick" | "full";

export type AskJob = {
/**
 * The number of the question.
 */
id: number,
/**
 * Its name.
 */
job: string, };

export type AskReviewed = {
/**
 * The number of the question.
 */
id: number,
/**
 * The job that made it.
 */
job: string,
/**
 * Whom the words are for.
 */
level: WordLevel,
/**
 * What they are in.
 */
language: WordLanguage, };

export type AskExport = {
/**
 * The number of the question.
 */
id: number,
/**
 * The job that made it.
 */
job: string,
/**
 * As what.
 */
form: ExportForm,
/**
 * What the words are in.
 */
language: WordLanguage, };

export type ExportForm = "pgn" | "html";

export type AskRetry = {
/**
 * The number of the question.
 */
id: number,
/**
 * The job that made the review.
 */
job: string,
/**
 * The mistake, from 1.
 */
ply: number,
/**
 * The move, in UCI or algebraic notation.
 */
mv: string, };

export type AskAddCards = {
/**
 * The number of the question.
 */
id: number,
/**
 * The job that made the review.
 */
job: string,
/**
 * Whose mistakes.
 */
side: Side,
/**
 * Whom the words are for.
 */
level: WordLevel,
/**
 * What they are in.
 */
language: WordLanguage, };

export type AskTry = {
/**
 * The number of the question.
 */
id: number,
/**
 * The card.
 */
card: string,
/**
 * The move, in UCI or algebraic notation.
 */
mv: string, };

export type AskGrade = {
/**
 * The number of the question.
 */
id: number,
/**
 * The card.
 */
card: string,
/**
 * How.
 */
grade: CardGrade, };

export type CardGrade = "missed" | "helped" | "found";

export type AskLesson = {
/**
 * The number of the question.
 */
id: number,
/**
 * The ending: `KRK`.
 */
ending: string,
/**
 * Where it began; without, somewhere.
 */
start: string | null,
/**
 * How hard a start is wanted, if none is given.
 */
hardness: Hardness,
/**
 * The learner's moves, in UCI or algebraic notation; the defender's come from the lesson.
 */
moves: Array<string>,
/**
 * What the words are in.
 */
language: WordLanguage, };

export type Hardness = "easy" | "medium" | "hard";

export type AskExplore = {
/**
 * The number of the question.
 */
id: number,
/**
 * The collection, from 0.
 */
collection: number,
/**
 * A FEN, `startpos`, or a Chess960 number like `960:518`.
 */
start: string,
/**
 * Moves, in UCI or algebraic notation.
 */
moves: Array<string>,
/**
 * Which games count.
 */
filter: GameFilter, };

export type GameFilter = {
/**
 * A part of either player's name.
 */
player: string,
/**
 * The least rating of both.
 */
least_rating: number | null,
/**
 * The first year.
 */
since: number | null,
/**
 * The last year.
 */
until: number | null,
/**
 * `1-0`, `0-1`, `1/2-1/2` or nothing.
 */
result: string, };

export type AskRecord = {
/**
 * The number of the question.
 */
id: number,
/**
 * The collection, from 0.
 */
collection: number,
/**
 * The segment.
 */
segment: number,
/**
 * The number in the segment.
 */
number: number, };

export type AskExperiment = {
/**
 * The number of the question.
 */
id: number,
/**
 * Its name; without, all are listed.
 */
name: string | null, };

export type AskGrow = {
/**
 * The number of the question.
 */
id: number,
/**
 * A FEN, `startpos`, a Chess960 number, or `marsland` for the tree of that paper's figures.
 */
start: string,
/**
 * The algorithm: `alpha-beta`.
 */
algorithm: string,
/**
 * How deep it looks.
 */
depth: number, };

export type AskBranches = {
/**
 * The number of the question.
 */
id: number,
/**
 * The node.
 */
node: number, };

export type Tell = { "type": "hello" } & Hello | { "type": "position",
/**
 * The question.
 */
id: number,
/**
 * What there is to know.
 */
facts: PositionFacts, } | { "type": "lines",
/**
 * The analysis.
 */
id: number,
/**
 * Grows with every picture.
 */
seq: number,
/**
 * The best first.
 */
lines: Array<PvLine>, } | { "type": "queued",
/**
 * The analysis.
 */
id: number,
/**
 * Its place in the queue, from 1.
 */
place: number, } | { "type": "done",
/**
 * The analysis.
 */
id: number, } | { "type": "evaluation",
/**
 * The question.
 */
id: number,
/**
 * What it is made of.
 */
evaluation: EvaluationFacts, } | { "type": "explanation",
/**
 * The question.
 */
id: number,
/**
 * The words.
 */
explanation: ExplanationFacts, } | { "type": "probe",
/**
 * The question.
 */
id: number,
/**
 * The moves, the best first; `None` where the tables do not know the ending.
 */
moves: Array<TableMove> | null,
/**
 * The most men that the tables have.
 */
max_men: number, } | { "type": "map",
/**
 * The question.
 */
id: number,
/**
 * a1, b1, … h8; `None` where the man cannot stand or the tables do not know.
 */
squares: Array<TableValue | null>, } | { "type": "tree",
/**
 * The question.
 */
id: number,
/**
 * The titles of all games in the text, as far as they were read.
 */
titles: Array<string>,
/**
 * The game asked for.
 */
tree: Tree,
/**
 * What was wrong with it, in words; the tree has what could be read.
 */
faults: Array<string>, } | { "type": "pgn",
/**
 * The question.
 */
id: number,
/**
 * The text.
 */
pgn: string, } | { "type": "game",
/**
 * The question, if it is an answer.
 */
id: number | null,
/**
 * The game.
 */
game: GameFacts, } | { "type": "games",
/**
 * The question.
 */
id: number,
/**
 * The newest first.
 */
games: Array<GameSummary>, } | { "type": "guarded",
/**
 * The question.
 */
id: number,
/**
 * What it loses, if that is proven and grave.
 */
objection: string | null, } | { "type": "jobs",
/**
 * The question, if it is an answer.
 */
id: number | null,
/**
 * What is not done first, then the newest.
 */
jobs: Array<JobFacts>, } | { "type": "job",
/**
 * The question.
 */
id: number,
/**
 * How far it is.
 */
job: JobFacts, } | { "type": "review",
/**
 * The question.
 */
id: number,
/**
 * What it says.
 */
review: ReviewFacts, } | { "type": "export",
/**
 * The question.
 */
id: number,
/**
 * The file's content.
 */
text: string, } | { "type": "judged",
/**
 * The question.
 */
id: number,
/**
 * In a word.
 */
judged: Judged,
/**
 * What it loses, 0 to 1.
 */
loss: number, } | { "type": "practice",
/**
 * The question.
 */
id: number,
/**
 * The counts and the next card.
 */
practice: PracticeFacts, } | { "type": "lesson",
/**
 * The question.
 */
id: number,
/**
 * All of it.
 */
lesson: LessonFacts, } | { "type": "explored",
/**
 * The question.
 */
id: number,
/**
 * Moves and games.
 */
explored: ExploredFacts, } | { "type": "experiments",
/**
 * The question.
 */
id: number,
/**
 * All of them.
 */
experiments: Array<ExperimentName>, } | { "type": "experiment",
/**
 * The question.
 */
id: number,
/**
 * What it has found out.
 */
experiment: ExperimentFacts, } | { "type": "grown",
/**
 * The question.
 */
id: number,
/**
 * Its figures and its root.
 */
tree: GrownFacts, } | { "type": "branches",
/**
 * The question.
 */
id: number,
/**
 * In the order in which they were looked at.
 */
branches: Array<LabNode>, } | { "type": "problem",
/**
 * The question, if it could be read.
 */
id: number | null,
/**
 * A word for programs.
 */
code: Code,
/**
 * Words for people.
 */
words: string, };

export type Code = "message" | "position" | "move" | "pgn" | "range" | "missing" | "busy" | "rules" | "fault";

export type Hello = {
/**
 * The version of the messages.
 */
protocol: number,
/**
 * The program's version.
 */
version: string,
/**
 * How many searches can go on at once.
 */
engines: number,
/**
 * Whether games outlive the program.
 */
keeps_games: boolean,
/**
 * The collections of games that can be explored.
 */
collections: Array<CollectionFacts>, };

export type ExplanationFacts = {
/**
 * How good the move is, in a word: `best`, `good`, `inaccuracy`, `mistake`, `blunder` or `forced`.
 */
mark: string | null,
/**
 * The sentences in their order.
 */
sentences: Array<SentenceFacts>, };

export type SentenceFacts = {
/**
 * The words.
 */
text: string,
/**
 * The moves in them, in their order.
 */
moves: Array<SpokenMove>,
/**
 * The squares of the men in them.
 */
squares: Array<string>, };

export type SpokenMove = {
/**
 * As the text has it.
 */
text: string,
/**
 * The move.
 */
uci: string,
/**
 * The position before it.
 */
fen: string, };

export type EvaluationFacts = {
/**
 * What the network says, if there is one.
 */
network: number | null,
/**
 * What the classical evaluation says.
 */
classical: number,
/**
 * Whether knowledge of this ending gave the classical value instead of its terms.
 */
is_known_ending: boolean,
/**
 * How much of the middlegame is left, 0 to 1.
 */
phase: number,
/**
 * The terms that count here.
 */
terms: Array<TermFacts>,
/**
 * What White would lose with each man, as the network sees it.
 */
men: Array<ManWorth>, };

export type TermFacts = {
/**
 * What it belongs to.
 */
group: string,
/**
 * Its name.
 */
name: string,
/**
 * What it means.
 */
means: string,
/**
 * White's part.
 */
white: number,
/**
 * Black's part.
 */
black: number, };

export type ManWorth = {
/**
 * Where.
 */
square: string,
/**
 * In pawns, for White.
 */
worth: number, };

export type TableResult = "loss" | "blessed_loss" | "draw" | "cursed_win" | "win";

export type TableValue = {
/**
 * Who wins.
 */
result: TableResult,
/**
 * In how many moves there is mate, if somebody wins and it is known.
 */
mate: number | null, };

export type TableMove = {
/**
 * The move.
 */
uci: string,
/**
 * The same in algebraic notation.
 */
san: string,
/**
 * Who wins.
 */
result: TableResult,
/**
 * In how many moves there is mate, if somebody wins and it is known.
 */
mate: number | null, };

export type Tree = {
/**
 * The tags.
 */
tags: Array<Tag>,
/**
 * The FEN of the first position.
 */
start: string,
/**
 * Words before the first move.
 */
comment: string,
/**
 * The moves, each after its parent; a line before its variations.
 */
nodes: Array<TreeNode>, };

export type TreeNode = {
/**
 * The place of the move before it in the list; without, it is a first move.
 */
parent: number | null,
/**
 * The move.
 */
uci: string,
/**
 * The same in algebraic notation.
 */
san: string,
/**
 * Words about it.
 */
comment: string,
/**
 * Numbers of glyphs.
 */
nags: Array<number>, };

export type WhoMoves = "you" | "engine" | "nobody";

export type GameFacts = {
/**
 * Its name.
 */
game: string,
/**
 * The first position.
 */
start: string,
/**
 * Whose men the person has.
 */
side: Side,
/**
 * What limits each of the engine's moves.
 */
level: Limit,
/**
 * The clock, if there is one.
 */
clock: ClockTerms | null,
/**
 * What both clocks show in milliseconds, now.
 */
left: Both<number> | null,
/**
 * Who is to do something.
 */
turn: WhoMoves,
/**
 * The position on the board.
 */
position: PositionFacts,
/**
 * How it has ended.
 */
end: GameEnd | null,
/**
 * The engine does not take the draw that was just offered.
 */
draw_declined: boolean,
/**
 * What went wrong with the engine or with keeping the game, if anything did.
 */
fault: string | null, };

export type GameEnd = {
/**
 * `1-0`
 */
result: string,
/**
 * Why, in words.
 */
reason: string,
/**
 * Why, for programs.
 */
cause: Cause, };

export type Cause = "rules" | "draw" | "resigned" | "time";

export type GameSummary = {
/**
 * Its name.
 */
game: string,
/**
 * The day it began, like `2026.11.18`.
 */
date: string,
/**
 * Whose men the person has.
 */
side: Side,
/**
 * How many moves were played by both.
 */
plies: number,
/**
 * The position on the board.
 */
fen: string,
/**
 * The result as PGN writes it; `*` while it goes on.
 */
result: string,
/**
 * The opening.
 */
opening: OpeningName | null, };

export type JobState = "waiting" | "running" | "done" | "failed" | "cancelled";

export type JobFacts = {
/**
 * Its name, which is the same for the same game, engine and care.
 */
job: string,
/**
 * The game: `Smith - Jones, 1987`.
 */
title: string,
/**
 * When it was ordered: `2026-11-18 12:30`, UTC.
 */
ordered: string,
/**
 * How hard is looked.
 */
care: Care,
/**
 * How many moves the game has.
 */
plies: number,
/**
 * Its result as PGN writes it.
 */
result: string,
/**
 * How far it is.
 */
state: JobState,
/**
 * Its place among those that wait, from 1.
 */
place: number | null,
/**
 * Positions looked at.
 */
done: number,
/**
 * Positions to look at, as far as that is known; 0 before it begins.
 */
total: number,
/**
 * Why it could not be done.
 */
fault: string | null,
/**
 * How accurately both have played, 0 to 100.
 */
accuracy: Both<number | null> | null, };

export type ReviewFacts = {
/**
 * The job that made it.
 */
job: string,
/**
 * The game.
 */
title: string,
/**
 * The event and the place, if they are known.
 */
event: string,
/**
 * The FEN of the first position.
 */
start: string,
/**
 * The result as PGN writes it.
 */
result: string,
/**
 * The opening.
 */
opening: OpeningName | null,
/**
 * The program, and how hard it looked.
 */
engine: string,
/**
 * What decided the game, in sentences.
 */
story: Array<string>,
/**
 * How both have played.
 */
sides: Both<SideFacts>,
/**
 * What White could expect before the first move, 0 to 1.
 */
first_expectation: number,
/**
 * The moves.
 */
moves: Array<ReviewedMoveFacts>,
/**
 * The moments that mattered.
 */
moments: Array<MomentFacts>,
/**
 * What the figures of accuracy mean.
 */
accuracy_definition: string,
/**
 * What the marks mean.
 */
marks_definition: string, };

export type SideFacts = {
/**
 * The player's name, or nothing.
 */
player: string | null,
/**
 * The rating.
 */
elo: number | null,
/**
 * How accurately, 0 to 100.
 */
accuracy: number | null,
/**
 * The average loss in hundredths of a pawn.
 */
average_loss: number | null,
/**
 * Moves marked `?!`.
 */
inaccuracies: number,
/**
 * Moves marked `?`.
 */
mistakes: number,
/**
 * Moves marked `??`.
 */
blunders: number,
/**
 * The accuracy in the opening, the middlegame and the endgame, as far as there were moves.
 */
phases: [number | null, number | null, number | null], };

export type ReviewedMoveFacts = {
/**
 * `17.` or `17...`
 */
number: string,
/**
 * Who moved.
 */
side: Side,
/**
 * The move.
 */
played: WrittenMove,
/**
 * The position before it.
 */
fen: string,
/**
 * White's score after it.
 */
score: string,
/**
 * What White may expect after it, 0 to 1.
 */
expectation: number,
/**
 * What the mover lost, 0 to 1.
 */
loss: number,
/**
 * `!`, `?!`, `?`, `??` or nothing.
 */
mark: string,
/**
 * How accurate it was, 0 to 100.
 */
accuracy: number,
/**
 * The best move, if it was another.
 */
best: WrittenMove | null,
/**
 * The best line, in algebraic notation with numbers.
 */
line: string, };

export type MomentFacts = {
/**
 * The move, from 1.
 */
ply: number,
/**
 * `turning_point`, `missed_chance` or `mistake`.
 */
kind: MomentFactsKind,
/**
 * Why.
 */
words: Array<SentenceFacts>,
/**
 * Hints at the best move, each saying more than the one before.
 */
hints: Array<string>, };

export type MomentFactsKind = "turning_point" | "missed_chance" | "mistake";

export type Judged = "right" | "as_in_the_game" | "wrong";

export type PracticeFacts = {
/**
 * All cards.
 */
all: number,
/**
 * Never asked.
 */
new: number,
/**
 * To be asked today.
 */
due: number,
/**
 * Found at least three times in a row.
 */
known: number,
/**
 * How many were added just now.
 */
added: number,
/**
 * In how many days the card that was answered comes again.
 */
again: number | null,
/**
 * The next card.
 */
card: CardFacts | null, };

export type CardFacts = {
/**
 * Its name.
 */
card: string,
/**
 * Whether the move that was played was right: there is nothing special to be found.
 */
is_herring: boolean,
/**
 * The position.
 */
fen: string,
/**
 * Who is to move.
 */
side: Side,
/**
 * What was played.
 */
played: WrittenMove,
/**
 * The best move.
 */
best: WrittenMove,
/**
 * The best line.
 */
line: string,
/**
 * Why the move that was played was wrong.
 */
words: Array<string>,
/**
 * Hints, each saying more than the one before.
 */
hints: Array<string>,
/**
 * Where it comes from.
 */
source: string, };

export type LessonFacts = {
/**
 * The ending: `KRK`.
 */
ending: string,
/**
 * What it is about.
 */
title: string,
/**
 * The idea in a few sentences.
 */
idea: string,
/**
 * Whether it goes from goal to goal; else the first rule that gives a move is followed.
 */
is_chain: boolean,
/**
 * The rules or goals.
 */
parts: Array<PartFacts>,
/**
 * Where it began.
 */
start: string,
/**
 * The position now.
 */
fen: string,
/**
 * Who learns.
 */
side: Side,
/**
 * What was said to each of the learner's moves.
 */
answers: Array<AnswerFacts>,
/**
 * What the method plays now.
 */
advice: AdviceFacts | null,
/**
 * How it ended.
 */
conclusion: Conclusion | null, };

export type PartFacts = {
/**
 * Its name.
 */
name: string,
/**
 * What it says.
 */
words: string, };

export type AdviceFacts = {
/**
 * The move.
 */
mv: WrittenMove,
/**
 * The rule or goal, from 1.
 */
part: number,
/**
 * For goals: moves to the next, at most.
 */
to_goal: number | null,
/**
 * By the method the end comes within so many moves.
 */
within: number,
/**
 * With perfect play.
 */
best: number, };

export type AnswerFacts = {
/**
 * The move, in algebraic notation.
 */
san: string,
/**
 * What it is worth.
 */
worth: Worth,
/**
 * In words.
 */
words: string,
/**
 * The defender's reply.
 */
reply: string | null,
/**
 * The position after both.
 */
fen: string,
/**
 * The squares of the last move that was made.
 */
last: string, };

export type Worth = "same_rule" | "other_rule" | "slower" | "throws_away";

export type Conclusion = "mate" | "won" | "stalemate" | "lost" | "drawn";

export type CollectionFacts = {
/**
 * Its name.
 */
name: string,
/**
 * How many games it has.
 */
games: number, };

export type ExploredFacts = {
/**
 * How the games went on which reached it.
 */
results: ResultCounts,
/**
 * The moves, the most played first.
 */
moves: Array<ExploredMove>,
/**
 * The games of the strongest players.
 */
games: Array<FoundGame>, };

export type ResultCounts = {
/**
 * All.
 */
games: number,
/**
 * Won by White.
 */
white: number,
/**
 * Drawn.
 */
draws: number,
/**
 * Won by Black.
 */
black: number, };

export type ExploredMove = {
/**
 * The move.
 */
uci: string,
/**
 * The same in algebraic notation.
 */
san: string,
/**
 * How these games ended.
 */
results: ResultCounts,
/**
 * The mean rating of those who played it.
 */
rating: number | null,
/**
 * The last year in which it was played.
 */
year: number | null, };

export type FoundGame = {
/**
 * Where it stands.
 */
segment: number,
/**
 * The number in there.
 */
number: number,
/**
 * `Kasparov (2849) - Topalov (2700)`
 */
players: string,
/**
 * `Wijk aan Zee, 1999`
 */
event: string,
/**
 * The result as PGN writes it.
 */
result: string, };

export type ExperimentName = {
/**
 * Its name.
 */
name: string,
/**
 * Its title.
 */
title: string,
/**
 * The paper.
 */
paper: string, };

export type ExperimentFacts = {
/**
 * Its name.
 */
name: string,
/**
 * Its title.
 */
title: string,
/**
 * The paper.
 */
paper: string,
/**
 * How it was measured, in paragraphs.
 */
method: Array<string>,
/**
 * The tables.
 */
tables: Array<LabTable>,
/**
 * The plots' names and titles; the pictures are at `/api/v1/lab/{experiment}/{plot}`.
 */
plots: Array<LabPlot>,
/**
 * What the paper claims, and whether it holds.
 */
findings: Array<LabFinding>,
/**
 * The command that makes it again, when, and on what.
 */
setting: string, };

export type LabTable = {
/**
 * Its title.
 */
title: string,
/**
 * What the columns hold.
 */
heads: Array<string>,
/**
 * The rows.
 */
rows: Array<Array<string>>,
/**
 * A note below it.
 */
note: string, };

export type LabPlot = {
/**
 * Its name.
 */
name: string,
/**
 * Its title.
 */
title: string, };

export type LabFinding = {
/**
 * What the paper says.
 */
claim: string,
/**
 * `holds`, `does not hold`, `open`.
 */
verdict: string,
/**
 * The figures.
 */
figures: string, };

export type GrownFacts = {
/**
 * What the algorithm does, and where it is from.
 */
about: string,
/**
 * The root's value, for the side to move.
 */
value: number,
/**
 * The line it found.
 */
line: Array<string>,
/**
 * How many nodes were visited.
 */
visited: number,
/**
 * How many branches were cut off.
 */
cutoffs: number,
/**
 * Whether there were too many nodes to keep.
 */
is_cropped: boolean,
/**
 * The root.
 */
root: LabNode, };

export type LabNode = {
/**
 * Its number.
 */
node: number,
/**
 * The branch that leads here, in the words of the game; empty at the root.
 */
branch: string,
/**
 * The window's lower end, if it has one.
 */
alpha: number | null,
/**
 * The window's upper end, if it has one.
 */
beta: number | null,
/**
 * The value it was left with, for the side to move there; nothing if it was never looked at.
 */
value: number | null,
/**
 * Why it was left, or not looked at.
 */
reason: string,
/**
 * Whether the same branch was looked at before.
 */
is_again: boolean,
/**
 * How many branches it has.
 */
children: number, };
