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
  /** As endgame tables are named: `KRPvKR`. */
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

export type Ask = { "type": "position" } & AskPosition | { "type": "analyse" } & AskAnalysis | { "type": "stop" } & AskStop | { "type": "evaluate" } & AskPosition | { "type": "explain" } & AskExplanation | { "type": "probe" } & AskPosition | { "type": "map" } & AskMap | { "type": "read" } & AskRead | { "type": "write" } & AskWrite | { "type": "new_game" } & AskNewGame | { "type": "open_game" } & AskGame | { "type": "move" } & AskMove | { "type": "order" } & AskOrder | { "type": "games" } & AskGames;

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
games: Array<GameSummary>, } | { "type": "problem",
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
keeps_games: boolean, };

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
