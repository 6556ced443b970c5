//! The legal move that a text means.

use super::San;
use super::read::{Reading, Step, read, read_as_bishop};
use super::tidy::tidy;
use crate::move_text::WantedMan;
use crate::{Bitboard, Board, Move, MoveError, MoveFault, MoveKind, Piece, Square, Wing, attacks};

const HINT: &str = "expected something like Nf3, exd5, O-O or e8=Q";

/// Why there is not exactly one move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Miss {
    NoMove,
    SeveralMoves,
}

impl Board {
    /// Reads a move as people write it: `Nf3`, but also `Ng1-f3`, `♘f3`, `nf3`, `g1f3`, `1. Nf3!?`,
    /// `ed5`, `exd6 e.p.`, `e8Q`, `0-0`, with or without signs of capture and check.
    ///
    /// A small `b` is a bishop only where no pawn's move is meant: `bxc3` is first of all a pawn's.
    ///
    /// ```
    /// use quevedo_rules::Board;
    ///
    /// let board = Board::from_fen("4k3/8/8/8/5N2/8/8/4K1N1 w - - 0 1")?;
    /// assert!(board.parse_san("N1h3").is_ok());
    /// let error = board.parse_san("Ne2").unwrap_err();
    /// assert_eq!(error.to_string(), "\"Ne2\" is ambiguous: it can be Nge2 or Nfe2");
    /// # Ok::<(), quevedo_rules::FenError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is no move, if it is not legal here and why, or if it can mean several moves and which.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        read(text.as_bytes())
            .and_then(|reading| self.find(reading).ok())
            .map_or_else(|| self.parse_sloppy(text), Ok)
    }

    /// The long way: tidies the text up, tries all readings, and finds words for the failure.
    #[cold]
    fn parse_sloppy(&self, text: &str) -> Result<Move, MoveError> {
        let syntax = || MoveError::syntax(text, HINT);
        let plain = tidy(text).ok_or_else(syntax)?;
        let readings = [read(plain.as_bytes()), read_as_bishop(plain.as_bytes())];
        let mut failure = None;
        for reading in readings.into_iter().flatten() {
            match self.find(reading) {
                Ok(mv) => return Ok(mv),
                // That several bishops could go there says more than that no pawn can.
                Err(Miss::SeveralMoves) => failure = Some(self.explain(text, reading, Miss::SeveralMoves)),
                Err(Miss::NoMove) => {
                    failure = failure.or_else(|| Some(self.explain(text, reading, Miss::NoMove)));
                }
            }
        }
        Err(failure.unwrap_or_else(syntax))
    }

    fn find(&self, reading: Reading) -> Result<Move, Miss> {
        let step = match reading {
            Reading::Castle(wing) => return self.find_castling(wing).ok_or(Miss::NoMove),
            Reading::Step(step) => step,
        };
        if let Some(from) = step.from() {
            return self.find_from(step, from).ok_or(Miss::NoMove);
        }
        match step.piece {
            None | Some(Piece::Pawn) => self.only(self.pawn_origins(step), |from| {
                Move::new(from, step.to, self.pawn_move_kind(from, step.to, step.promotion)?)
            }),
            _ if step.promotion.is_some() => Err(Miss::NoMove),
            Some(Piece::King) => self.find_king_move(step),
            Some(piece) => self.only(self.piece_origins(piece, step), |from| {
                Move::new(from, step.to, self.piece_move_kind(step.to))
            }),
        }
    }

    fn find_castling(&self, wing: Wing) -> Option<Move> {
        let king = self.king(self.turn());
        let rook = self.castling().rook(self.turn(), king, wing)?;
        Move::new(king, rook, MoveKind::Castle).filter(|&mv| self.is_legal(mv))
    }

    /// A king's move: a step, or castling by the king's target where no step leads there (`Kg1` for
    /// `O-O`), as players and old files write it.
    fn find_king_move(&self, step: Step) -> Result<Move, Miss> {
        if let Some(wing) = self.castling_by_target(step) {
            return self.find_castling(wing).ok_or(Miss::NoMove);
        }
        let origins = self.piece_origins(Piece::King, step);
        self.only(origins, |from| Move::new(from, step.to, self.piece_move_kind(step.to)))
    }

    /// The wing whose target the king of a text goes to, farther than a step.
    fn castling_by_target(&self, step: Step) -> Option<Wing> {
        let us = self.turn();
        let king = self.king(us);
        let wing = Wing::of(king, step.to);
        let is_meant = !step.takes && step.origins().contains(king) && king.distance(step.to) > 1;
        (is_meant && step.to == wing.king_target(us)).then_some(wing)
    }

    fn find_from(&self, step: Step, from: Square) -> Option<Move> {
        let man = self.man_at(from).filter(|man| step.piece.is_none_or(|piece| piece == man.piece()))?;
        self.find_between(man, from, step.to, step.promotion)
    }

    /// The pieces that go to the target, kings in danger aside.
    fn piece_origins(&self, piece: Piece, step: Step) -> Bitboard {
        let us = self.turn();
        attacks::of(piece, us, step.to, self.occupied()) & self.colored(us, piece) & step.origins()
    }

    /// The pawns that go to the target, kings in danger aside. A pawn takes if the text says so or
    /// names another file.
    fn pawn_origins(&self, step: Step) -> Bitboard {
        let us = self.turn();
        let pawns = self.colored(us, Piece::Pawn) & step.origins();
        if step.takes || step.file.is_some() {
            return attacks::pawn(!us, step.to) & pawns;
        }
        let one = Bitboard::of(step.to).forward(!us);
        if (one - self.occupied()).is_empty() { one & pawns } else { one.forward(!us) & pawns }
    }

    /// The only legal one of the moves from these squares.
    fn only(&self, origins: Bitboard, to_move: impl Fn(Square) -> Option<Move>) -> Result<Move, Miss> {
        let mut found = None;
        for from in origins {
            if let Some(mv) = to_move(from).filter(|&mv| self.is_legal(mv))
                && found.replace(mv).is_some()
            {
                return Err(Miss::SeveralMoves);
            }
        }
        found.ok_or(Miss::NoMove)
    }
}

/// Words for what went wrong.
impl Board {
    fn explain(&self, text: &str, reading: Reading, miss: Miss) -> MoveError {
        match reading {
            Reading::Castle(wing) => MoveError::illegal(text, self.castling_fault(wing)),
            Reading::Step(step) if miss == Miss::SeveralMoves => {
                MoveError::ambiguous(text, self.candidates(step))
            }
            Reading::Step(step) => self.explain_step(text, step),
        }
    }

    fn candidates(&self, step: Step) -> Vec<San> {
        let piece = step.piece.unwrap_or(Piece::Pawn);
        let fits = |mv: &Move| {
            mv.to() == step.to
                && !mv.is_castle()
                && mv.promotion() == step.promotion
                && self.piece_at(mv.from()) == Some(piece)
                && step.origins().contains(mv.from())
        };
        self.legal_moves().into_iter().filter(fits).map(|mv| self.san(mv)).collect()
    }

    fn explain_step(&self, text: &str, step: Step) -> MoveError {
        let us = self.turn();
        if let (None, Some(from)) = (step.piece, step.from())
            && let Some(man) = self.man_at(from)
        {
            return MoveError::illegal(text, self.move_fault(man, from, step.to, step.promotion));
        }
        // Two squares without a letter can be any piece's move; a lone target is a pawn's.
        let piece = step.piece.or(if step.from().is_some() { None } else { Some(Piece::Pawn) });
        let stays_on_file = piece == Some(Piece::Pawn) && step.file.is_none() && !step.takes;
        let file = if stays_on_file { Some(step.to.file()) } else { step.file };
        let men = piece.map_or(Bitboard::EMPTY, |piece| self.colored(us, piece))
            & step.origins()
            & file.map_or(Bitboard::ALL, Bitboard::file);
        let Some(piece) = piece.filter(|_| men.any()) else {
            let wanted = WantedMan { color: us, piece, file, rank: step.rank };
            return MoveError::no_such_piece(text, wanted);
        };
        MoveError::illegal(text, self.step_fault(piece, men, step))
    }

    /// Why none of several men can make a move: the reason of the one that comes closest to it.
    fn step_fault(&self, piece: Piece, men: Bitboard, step: Step) -> MoveFault {
        let reach = match piece {
            Piece::Pawn => attacks::pawn(!self.turn(), step.to),
            _ => attacks::of(piece, self.turn(), step.to, self.occupied()),
        };
        let closest = men.into_iter().min_by_key(|&from| (!reach.contains(from), from.distance(step.to)));
        let fault =
            closest.and_then(|from| Some(self.move_fault(self.man_at(from)?, from, step.to, step.promotion)));
        match fault {
            Some(MoveFault::OutOfReach(..) | MoveFault::Blocked(_)) | None if men.more_than_one() => {
                MoveFault::NoneReaches(piece, step.to)
            }
            Some(fault) => fault,
            None => MoveFault::NoneReaches(piece, step.to),
        }
    }
}
