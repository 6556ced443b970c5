//! The two independent libraries, playing the same game.

use quevedo_rules::{Board, Color, Move, Piece};
use quevedo_testkit::fen::{self, Castling};
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

/// One position in both libraries.
#[derive(Clone)]
pub(crate) struct References {
    pub(crate) shakmaty: Chess,
    cozy: cozy_chess::Board,
}

impl References {
    /// The position of `board`, or `None` if one of the libraries refuses it: both are stricter than we
    /// are about checks that no last move can have given.
    pub(crate) fn of(board: &Board) -> Option<References> {
        let mut setup = board.setup();
        let shakmaty: Fen = fen::write(&setup, Castling::Files).parse().expect("a FEN for shakmaty");
        // The highest clock that cozy-chess takes.
        setup.halfmove_clock = setup.halfmove_clock.min(100);
        let cozy = fen::write(&setup, Castling::Files);
        Some(References {
            shakmaty: shakmaty.into_position(CastlingMode::Chess960).ok()?,
            cozy: cozy_chess::Board::from_fen(&cozy, true).ok()?,
        })
    }

    /// The position after a move.
    pub(crate) fn play(self, mv: Move) -> References {
        let References { shakmaty, mut cozy } = self;
        let theirs = shakmaty.legal_moves().into_iter().find(|&theirs| shakmaty_code(theirs) == code(mv));
        let theirs = theirs.expect("shakmaty knows the move");
        let shakmaty = shakmaty.play(theirs).expect("shakmaty plays its own move");
        let square = |square: quevedo_rules::Square| cozy_chess::Square::index(square.index());
        cozy.play(cozy_chess::Move {
            from: square(mv.from()),
            to: square(mv.to()),
            promotion: mv.promotion().map(|piece| cozy_chess::Piece::index(piece.index())),
        });
        References { shakmaty, cozy }
    }

    /// shakmaty's legal moves, sorted.
    pub(crate) fn shakmaty_moves(&self) -> Vec<u16> {
        let mut codes: Vec<u16> = self.shakmaty.legal_moves().iter().map(|&mv| shakmaty_code(mv)).collect();
        codes.sort_unstable();
        codes
    }

    /// cozy-chess's legal moves, sorted.
    pub(crate) fn cozy_moves(&self) -> Vec<u16> {
        let mut codes = Vec::new();
        self.cozy.generate_moves(|moves| {
            codes.extend(moves.into_iter().map(|mv| {
                let promotion = mv.promotion.map_or(0, |piece| piece as u16);
                mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
            }));
            false
        });
        codes.sort_unstable();
        codes
    }

    /// shakmaty's FEN, with an en-passant square only where a capture is legal.
    pub(crate) fn fen(&self) -> String {
        Fen::from_position(&self.shakmaty, EnPassantMode::Legal).to_string()
    }

    /// Whether all castling rights are those of standard chess, by shakmaty's judgement.
    pub(crate) fn is_standard_shaped(&self) -> bool {
        let setup = self.shakmaty.to_setup(EnPassantMode::Legal);
        CastlingMode::detect(&setup) == CastlingMode::Standard
    }

    /// Compares all that is not moves: men, side, castling, en passant, counters, checks and ends.
    pub(crate) fn compare_state(&self, board: &Board) {
        let theirs = self.fen();
        assert_eq!(fen::write(&board.setup(), Castling::Outermost), theirs, "shakmaty's FEN");

        // cozy-chess stops its clock at 100, and keeps en-passant squares that are of no use.
        let cozy = format!("{:#}", self.cozy);
        let ours = fen::fields(&board.setup(), Castling::Files);
        assert_eq!(cozy.split(' ').take(3).collect::<Vec<_>>(), ours[..3], "cozy-chess's FEN");
        assert_eq!(u16::from(self.cozy.halfmove_clock()), board.halfmove_clock().min(100));
        assert_eq!(self.cozy.fullmove_number(), board.fullmove_number());

        assert_eq!(board.checkers().0, self.shakmaty.checkers().0, "shakmaty's checkers in {theirs}");
        assert_eq!(board.checkers().0, self.cozy.checkers().0, "cozy-chess's checkers in {theirs}");
        assert_eq!(board.in_check(), self.shakmaty.is_check());
        assert_eq!(board.is_checkmate(), self.shakmaty.is_checkmate(), "checkmate in {theirs}");
        assert_eq!(board.is_stalemate(), self.shakmaty.is_stalemate(), "stalemate in {theirs}");
        assert_eq!(board.is_checkmate(), self.cozy.status() == cozy_chess::GameStatus::Won);
        assert_eq!(
            board.is_dead_by_material(),
            self.shakmaty.is_insufficient_material(),
            "dead by material in {theirs}"
        );
        let polyglot: Zobrist64 = self.shakmaty.zobrist_hash(EnPassantMode::Legal);
        assert_eq!(board.polyglot_key().0, polyglot.0, "shakmaty's Polyglot key of {theirs}");
        for color in Color::ALL {
            let theirs = self.shakmaty.board().king_of(shakmaty::Color::from_white(color == Color::White));
            assert_eq!(Some(board.king(color).index()), theirs.map(usize::from));
        }
    }
}

/// A move as a plain number: from, to (the rook's square in castling), and what the pawn becomes.
pub(crate) fn code(mv: Move) -> u16 {
    let promotion = mv.promotion().map_or(0, |piece: Piece| piece.index() as u16);
    mv.from().index() as u16 | (mv.to().index() as u16) << 6 | promotion << 12
}

/// [`code`] of shakmaty's move.
pub(crate) fn shakmaty_code(mv: shakmaty::Move) -> u16 {
    let from = mv.from().expect("no drops in chess");
    // Pawns are number 1 there and number 0 here.
    let promotion = mv.promotion().map_or(0, |role| role as u16 - 1);
    u16::from(from) | u16::from(mv.to()) << 6 | promotion << 12
}
