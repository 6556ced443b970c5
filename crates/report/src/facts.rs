//! What there is to know about a position: how it came about, what may be done in it, and its names.

use core::fmt;

use quevedo_rules::{
    Bitboard, Board, CastlingRights, Claim, Color, Ending, Game, Piece, Rank, Square, Wing, attacks,
};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::WrittenMove;

/// A position and how it came about.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PositionFacts {
    /// The position.
    pub fen: String,
    /// The same with the rooks' files for castling rights.
    pub shredder_fen: String,
    /// Eight rows of letters, rank 8 first.
    pub board: Vec<String>,
    /// Who is to move.
    pub turn: Side,
    /// The number of the move.
    pub move_number: u16,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// What is left of the right to castle.
    pub castling: Both<CastlingRooks>,
    /// The square on which a pawn can be taken in passing.
    pub en_passant: Option<String>,
    /// The men that give check.
    pub checkers: Vec<Placed>,
    /// The men that are pinned to their king, White's first.
    pub pins: Vec<Pin>,
    /// The men of both sides.
    pub material: MaterialCount,
    /// Whether the game goes on.
    pub state: State,
    /// How it has ended, as PGN writes it.
    pub result: Option<String>,
    /// A draw that may be claimed.
    pub claim: Option<DrawClaim>,
    /// How often the position has been on the board, this time included.
    pub repetitions: usize,
    /// The king's first, the pawns' last, each piece's in the order of the alphabet.
    pub legal_moves: Vec<WrittenMove>,
    /// What programs call the position.
    pub keys: Keys,
    /// The opening that it belongs to.
    pub opening: Option<OpeningName>,
    /// The moves that led here.
    pub moves_played: Vec<WrittenMove>,
    /// What was left out of the text or filled in.
    pub notes: Vec<String>,
}

/// White or Black.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White.
    White,
    /// Black.
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
    pub fn name(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }

    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// The same of both sides.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Both<T> {
    /// Of White.
    pub white: T,
    /// Of Black.
    pub black: T,
}

impl<T> Both<T> {
    fn of(make: impl Fn(Color) -> T) -> Both<T> {
        Both { white: make(Color::White), black: make(Color::Black) }
    }
}

/// The rooks that a king may still castle with.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CastlingRooks {
    /// The square of the rook on the king's side.
    pub king_side: Option<String>,
    /// The square of the rook on the queen's side.
    pub queen_side: Option<String>,
    /// Whether king and rooks stand where standard chess has them.
    #[serde(skip)]
    pub is_standard: bool,
}

/// A man on its square.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Placed {
    /// The square.
    pub square: String,
    /// What stands there: `white knight`.
    pub man: String,
}

/// A man that is pinned to its king.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Pin {
    /// Which.
    #[serde(flatten)]
    pub pinned: Placed,
    /// The square of the one that pins it.
    pub by: String,
    /// Who that is.
    pub by_man: String,
}

/// The men of both sides.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MaterialCount {
    /// As tablebases are named: `KRPvKR`.
    pub name: String,
    /// How many of each kind.
    #[serde(flatten)]
    pub men: Both<Men>,
}

/// How many men of each kind a side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(
    feature = "ts",
    ts(type = "{ king: number, queen: number, rook: number, bishop: number, knight: number, pawn: number }")
)]
pub struct Men([u32; Piece::ALL.len()]);

impl Men {
    /// How many of one kind.
    pub fn count(self, piece: Piece) -> u32 {
        self.0[piece.index()]
    }
}

impl Serialize for Men {
    /// By name, the king first.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Piece::ALL.into_iter().rev().map(|piece| (piece.name(), self.count(piece))))
    }
}

impl<'de> Deserialize<'de> for Men {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Men, D::Error> {
        struct Counts;
        impl<'de> Visitor<'de> for Counts {
            type Value = Men;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of men of each kind")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Men, A::Error> {
                let mut men = Men([0; Piece::ALL.len()]);
                while let Some((name, count)) = map.next_entry::<String, u32>()? {
                    if let Some(piece) = Piece::ALL.into_iter().find(|piece| piece.name() == name) {
                        men.0[piece.index()] = count;
                    }
                }
                Ok(men)
            }
        }
        deserializer.deserialize_map(Counts)
    }
}

/// Whether the game goes on.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It does.
    Ongoing,
    /// The side to move is mated.
    Checkmate,
    /// It has no move.
    Stalemate,
    /// Nobody can mate any more.
    DeadPosition,
    /// The position has come for the fifth time.
    FivefoldRepetition,
    /// Nothing was taken and no pawn moved for 75 moves.
    SeventyFiveMoves,
}

/// A draw that the side to move may claim.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DrawClaim {
    /// The position has come for the third time.
    ThreefoldRepetition,
    /// Nothing was taken and no pawn moved for fifty moves.
    FiftyMoves,
}

/// The opening of a game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OpeningName {
    /// Its code: `C60`.
    pub eco: String,
    /// Its name.
    pub name: String,
    /// After how many plies the position was reached.
    pub ply: usize,
}

/// Fingerprints, as 16 hexadecimal digits.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Keys {
    /// Our own.
    pub zobrist: String,
    /// Of the pawns alone.
    pub pawns: String,
    /// Of White's pieces.
    pub white_pieces: String,
    /// Of Black's pieces.
    pub black_pieces: String,
    /// Of the numbers of men.
    pub material: String,
    /// The one that Polyglot books use.
    pub polyglot: String,
}

impl PositionFacts {
    /// The facts about the current position of a game.
    pub fn of(game: &Game, opening: Option<OpeningName>, notes: Vec<String>) -> PositionFacts {
        let board = game.board();
        PositionFacts {
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
            opening,
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

fn legal_moves(board: &Board) -> Vec<WrittenMove> {
    let mut moves: Vec<WrittenMove> =
        board.legal_moves().into_iter().map(|mv| WrittenMove::new(board, mv)).collect();
    moves.sort_by(|one, other| other.piece().cmp(&one.piece()).then_with(|| one.san.cmp(&other.san)));
    moves
}

fn moves_played(game: &Game) -> Vec<WrittenMove> {
    game.boards().iter().zip(game.moves()).map(|(board, &mv)| WrittenMove::new(board, mv)).collect()
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

    fn facts(fen: &str) -> PositionFacts {
        let board = Board::from_fen(fen).expect("a legal position");
        PositionFacts::of(&Game::new(board), None, Vec::new())
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
    fn what_is_written_is_read_again() {
        let facts = facts("r3k2r/pppq4/8/8/1b6/2N5/PPP5/R3K2R w KQkq - 0 1");
        let text = serde_json::to_string(&facts).expect("JSON");
        let read: PositionFacts = serde_json::from_str(&text).expect("facts");
        assert_eq!(serde_json::to_string(&read).expect("JSON"), text);
        assert_eq!(read.material.men, facts.material.men);
        assert_eq!(read.material.men.black.count(Piece::Queen), 1);
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
