//! What there is to know about a position: the JSON of `quevedo show`, and what its page is made of.

use quevedo_rules::{
    Bitboard, Board, CastlingRights, Claim, Color, Ending, Game, Move, Piece, Rank, Square, Wing, attacks,
};
use serde::{Serialize, Serializer};

use crate::openings::{OpeningName, Openings};

/// A position and how it came about.
#[derive(Serialize, Clone, Debug)]
pub(super) struct Facts {
    pub(super) fen: String,
    pub(super) shredder_fen: String,
    /// Eight rows of letters, rank 8 first.
    board: Vec<String>,
    pub(super) turn: Side,
    pub(super) move_number: u16,
    pub(super) halfmove_clock: u16,
    pub(super) castling: Both<CastlingRooks>,
    pub(super) en_passant: Option<String>,
    pub(super) checkers: Vec<Placed>,
    pub(super) pins: Vec<Pin>,
    pub(super) material: MaterialCount,
    pub(super) state: State,
    pub(super) result: Option<String>,
    pub(super) claim: Option<DrawClaim>,
    /// How often the position has been on the board, this time included.
    pub(super) repetitions: usize,
    pub(super) legal_moves: Vec<WrittenMove>,
    pub(super) keys: Keys,
    pub(super) opening: Option<OpeningName>,
    pub(super) moves_played: Vec<WrittenMove>,
    /// What was left out of the text or filled in.
    notes: Vec<String>,
}

/// White or Black.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Side {
    White,
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        }
    }
}

impl Side {
    /// The name with a capital.
    pub(super) fn name(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }

    pub(super) fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// The same of both sides.
#[derive(Serialize, Clone, Debug)]
pub(super) struct Both<T> {
    pub(super) white: T,
    pub(super) black: T,
}

impl<T> Both<T> {
    fn of(make: impl Fn(Color) -> T) -> Both<T> {
        Both { white: make(Color::White), black: make(Color::Black) }
    }
}

/// The rooks that a king may still castle with.
#[derive(Serialize, Clone, Debug)]
pub(super) struct CastlingRooks {
    pub(super) king_side: Option<String>,
    pub(super) queen_side: Option<String>,
    /// Whether king and rooks stand where standard chess has them.
    #[serde(skip)]
    pub(super) is_standard: bool,
}

/// A man on its square.
#[derive(Serialize, Clone, Debug)]
pub(super) struct Placed {
    pub(super) square: String,
    pub(super) man: String,
}

/// A man that is pinned to its king.
#[derive(Serialize, Clone, Debug)]
pub(super) struct Pin {
    #[serde(flatten)]
    pub(super) pinned: Placed,
    pub(super) by: String,
    pub(super) by_man: String,
}

/// The men of both sides.
#[derive(Serialize, Clone, Debug)]
pub(super) struct MaterialCount {
    /// As endgame tables are named: `KRPvKR`.
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) men: Both<Men>,
}

/// How many men of each kind a side has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Men([u32; Piece::ALL.len()]);

impl Men {
    pub(super) fn count(self, piece: Piece) -> u32 {
        self.0[piece.index()]
    }
}

impl Serialize for Men {
    /// By name, the king first.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Piece::ALL.into_iter().rev().map(|piece| (piece.name(), self.count(piece))))
    }
}

/// Whether the game goes on.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    Ongoing,
    Checkmate,
    Stalemate,
    DeadPosition,
    FivefoldRepetition,
    SeventyFiveMoves,
}

/// A draw that the side to move may claim.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum DrawClaim {
    ThreefoldRepetition,
    FiftyMoves,
}

/// A move in two notations.
#[derive(Serialize, Clone, Debug)]
pub(super) struct WrittenMove {
    pub(super) uci: String,
    pub(super) san: String,
    #[serde(skip)]
    pub(super) piece: Piece,
}

/// Fingerprints, as 16 hexadecimal digits.
#[derive(Serialize, Clone, Debug)]
pub(super) struct Keys {
    pub(super) zobrist: String,
    pub(super) pawns: String,
    pub(super) white_pieces: String,
    pub(super) black_pieces: String,
    pub(super) material: String,
    pub(super) polyglot: String,
}

impl Facts {
    /// The facts about the current position of a game.
    pub(super) fn of(game: &Game, openings: &Openings, notes: Vec<String>) -> Facts {
        let board = game.board();
        Facts {
            fen: board.fen(),
            shredder_fen: board.shredder_fen(),
            board: board.to_string().lines().map(|row| row.replace(' ', "")).collect(),
            turn: board.turn().into(),
            move_number: board.fullmove_number(),
            halfmove_clock: board.halfmove_clock(),
            castling: Both::of(|color| castling(board, color)),
            en_passant: board.en_passant().map(|square| square.to_string()),
            checkers: board.checkers().into_iter().map(|square| placed(board, square)).collect(),
            pins: Color::ALL.into_iter().flat_map(|color| pins(board, color)).collect(),
            material: material(board),
            state: game.ending().map_or(State::Ongoing, state),
            result: game.outcome().map(|outcome| outcome.to_string()),
            claim: game.claim().map(claim),
            repetitions: game.repetitions(),
            legal_moves: legal_moves(board),
            keys: keys(board),
            opening: openings.classify(game.start(), game.moves()).map(OpeningName::from),
            moves_played: moves_played(game),
            notes,
        }
    }
}

fn castling(board: &Board, color: Color) -> CastlingRooks {
    let rights = board.castling();
    let king = board.king(color);
    let rook = |wing| rights.rook(color, king, wing).map(|square| square.to_string());
    let home = Square::at(quevedo_rules::File::E, Rank::First.relative_to(color));
    let is_standard = king == home && rights.rooks_of(color).is_subset_of(CastlingRights::STANDARD.rooks());
    CastlingRooks { king_side: rook(Wing::King), queen_side: rook(Wing::Queen), is_standard }
}

fn placed(board: &Board, square: Square) -> Placed {
    let man = board.man_at(square).map_or_else(String::new, |man| man.to_string());
    Placed { square: square.to_string(), man }
}

/// `color`'s pinned men, each with the one that pins it: the only pinner behind it on its line.
fn pins(board: &Board, color: Color) -> Vec<Pin> {
    let king = board.king(color);
    let pinners = board.pinners(color);
    let pinner_of = |pinned: Square| {
        let is_behind = |&pinner: &Square| attacks::between(king, pinner).contains(pinned);
        pinners.into_iter().find(is_behind)
    };
    let pin = |pinned: Square| {
        let by = placed(board, pinner_of(pinned)?);
        Some(Pin { pinned: placed(board, pinned), by: by.square, by_man: by.man })
    };
    Bitboard::into_iter(board.pinned(color)).filter_map(pin).collect()
}

fn material(board: &Board) -> MaterialCount {
    let material = board.material();
    let men = |color| Men(Piece::ALL.map(|piece| material.count(color, piece)));
    MaterialCount { name: material.to_string(), men: Both::of(men) }
}

fn state(ending: Ending) -> State {
    match ending {
        Ending::Checkmate => State::Checkmate,
        Ending::Stalemate => State::Stalemate,
        Ending::DeadPosition => State::DeadPosition,
        Ending::FivefoldRepetition => State::FivefoldRepetition,
        Ending::SeventyFiveMoves => State::SeventyFiveMoves,
    }
}

fn claim(claim: Claim) -> DrawClaim {
    match claim {
        Claim::ThreefoldRepetition => DrawClaim::ThreefoldRepetition,
        Claim::FiftyMoves => DrawClaim::FiftyMoves,
    }
}

fn written(board: &Board, mv: Move) -> WrittenMove {
    let piece = board.piece_at(mv.from()).unwrap_or(Piece::Pawn);
    WrittenMove { uci: board.uci(mv).to_string(), san: board.san(mv).to_string(), piece }
}

/// All legal moves: the king's first, the pawns' last, each piece's in the order of the alphabet.
fn legal_moves(board: &Board) -> Vec<WrittenMove> {
    let mut moves: Vec<WrittenMove> = board.legal_moves().into_iter().map(|mv| written(board, mv)).collect();
    moves.sort_by(|one, other| other.piece.cmp(&one.piece).then_with(|| one.san.cmp(&other.san)));
    moves
}

fn moves_played(game: &Game) -> Vec<WrittenMove> {
    game.boards().iter().zip(game.moves()).map(|(board, &mv)| written(board, mv)).collect()
}

fn keys(board: &Board) -> Keys {
    Keys {
        zobrist: board.key().to_string(),
        pawns: board.pawn_key().to_string(),
        white_pieces: board.non_pawn_key(Color::White).to_string(),
        black_pieces: board.non_pawn_key(Color::Black).to_string(),
        material: format!("{:016x}", board.material().to_bits()),
        polyglot: board.polyglot_key().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(fen: &str) -> Facts {
        let board = Board::from_fen(fen).expect("a legal position");
        Facts::of(&Game::new(board), Openings::builtin(), Vec::new())
    }

    #[test]
    fn each_pinned_man_has_its_pinner() {
        assert!(facts("4r1k1/8/8/b6q/8/2N1N3/3PNP2/R2QK1nb w - - 0 1").pins.is_empty());
        let two = facts("4r1k1/8/8/b7/8/2P1N3/8/4K3 w - - 0 1").pins;
        assert_eq!((two[1].pinned.man.as_str(), two[1].by_man.as_str()), ("white knight", "black rook"));
        let squares: Vec<(&str, &str)> =
            two.iter().map(|pin| (pin.pinned.square.as_str(), pin.by.as_str())).collect();
        assert_eq!(squares, [("c3", "a5"), ("e3", "e8")]);
    }

    #[test]
    fn endings_have_results() {
        let mate = facts("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
        assert_eq!((mate.state, mate.result.as_deref()), (State::Checkmate, Some("1-0")));
        assert_eq!(mate.checkers[0].man, "white rook");
        let dead = facts("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1");
        assert_eq!((dead.state, dead.result.as_deref()), (State::DeadPosition, Some("1/2-1/2")));
        let claimable = facts("4k3/8/8/8/8/8/8/4K2R w - - 100 90");
        assert_eq!((claimable.state, claimable.claim), (State::Ongoing, Some(DrawClaim::FiftyMoves)));
    }

    #[test]
    fn moves_come_in_order() {
        let moves = facts("4k3/8/8/8/8/8/1P6/R3K3 w Q - 0 1").legal_moves;
        let sans: Vec<&str> = moves.iter().map(|mv| mv.san.as_str()).collect();
        assert_eq!(sans[..3], ["Kd1", "Kd2", "Ke2"]);
        assert_eq!(sans[5], "O-O-O");
        assert_eq!(sans[sans.len() - 2..], ["b3", "b4"]);
    }
}
