// Made by crates/report/src/typescript.rs from the Rust types: do not edit.

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
