//! Standard algebraic notation: moves as people write them.
//!
//! Writing gives the one canonical form. Reading takes that form by a short way that allocates
//! nothing and generates no moves, since whole game collections go through it; whatever that way
//! does not understand is tidied up and tried again, see `tidy`.

mod find;
mod read;
mod tidy;

use core::fmt;

use arrayvec::ArrayString;

use crate::{Board, File, Move, Piece, Rank, Square, Wing, attacks};

/// A move in standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`, `Qxf7#`.
///
/// It is made by [`Board::san`] and prints itself without allocating.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct San {
    body: Body,
    ending: Ending,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Body {
    Castle(Wing),
    Step {
        piece: Piece,
        from_file: Option<File>,
        from_rank: Option<Rank>,
        is_capture: bool,
        to: Square,
        promotion: Option<Piece>,
    },
}

/// What the move does to the other king.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Ending {
    Nothing,
    Check,
    Mate,
}

impl Board {
    /// The text of a legal move, with as little about where the piece comes from as is needed, and
    /// with `+` or `#`.
    ///
    /// ```
    /// use quevedo_rules::Board;
    ///
    /// let board = Board::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
    /// let mate = board.parse_san("Rd1-d8!")?;
    /// assert_eq!(board.san(mate).to_string(), "Rd8#");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn san(&self, mv: Move) -> San {
        San { body: self.san_body(mv), ending: self.san_ending(mv) }
    }

    fn san_body(&self, mv: Move) -> Body {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            return Body::Castle(Wing::of(from, to));
        }
        let piece = self.piece_at(from).unwrap_or(Piece::Pawn);
        let (from_file, from_rank) = self.san_origin(piece, mv);
        Body::Step { piece, from_file, from_rank, is_capture: mv.is_capture(), to, promotion: mv.promotion() }
    }

    /// How much must be said about where the piece comes from: nothing, or else its file, or else
    /// its rank, or else both. Only rivals that can legally move to the same square count.
    fn san_origin(&self, piece: Piece, mv: Move) -> (Option<File>, Option<Rank>) {
        let (from, to) = (mv.from(), mv.to());
        let (file, rank) = (Some(from.file()), Some(from.rank()));
        if piece == Piece::Pawn {
            return (file.filter(|_| mv.is_capture()), None);
        }
        let us = self.turn();
        let mut rivals = attacks::of(piece, us, to, self.occupied()) & self.colored(us, piece);
        rivals.remove(from);
        let (mut any, mut same_file, mut same_rank) = (false, false, false);
        for rival in rivals {
            if self.is_legal(Move::ordinary(rival, to, mv.is_capture())) {
                any = true;
                same_file |= rival.file() == from.file();
                same_rank |= rival.rank() == from.rank();
            }
        }
        match (any, same_file, same_rank) {
            (false, ..) => (None, None),
            (true, false, _) => (file, None),
            (true, true, false) => (None, rank),
            (true, true, true) => (file, rank),
        }
    }

    fn san_ending(&self, mv: Move) -> Ending {
        // A move from elsewhere must not be played; that it also gets no sign is no loss.
        if !self.gives_check(mv) || !self.is_legal(mv) {
            Ending::Nothing
        } else if self.play(mv).has_legal_moves() {
            Ending::Check
        } else {
            Ending::Mate
        }
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The longest is like `Qa1xb2#`.
        let mut text = ArrayString::<8>::new();
        match self.body {
            Body::Castle(wing) => text.push_str(wing.san()),
            Body::Step { piece, from_file, from_rank, is_capture, to, promotion } => {
                let piece = (piece != Piece::Pawn).then(|| piece.char().to_ascii_uppercase());
                let origin = [from_file.map(File::char), from_rank.map(Rank::char)];
                let takes = is_capture.then_some('x');
                for letter in [piece, origin[0], origin[1], takes].into_iter().flatten() {
                    text.push(letter);
                }
                text.push(to.file().char());
                text.push(to.rank().char());
                if let Some(piece) = promotion {
                    text.push('=');
                    text.push(piece.char().to_ascii_uppercase());
                }
            }
        }
        match self.ending {
            Ending::Nothing => {}
            Ending::Check => text.push('+'),
            Ending::Mate => text.push('#'),
        }
        f.pad(&text)
    }
}

impl fmt::Debug for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "San({self})")
    }
}

#[cfg(test)]
mod tests;
