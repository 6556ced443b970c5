//! The formula f(P).

use core::fmt;

use quevedo_rules::{Board, Color, Piece};

use super::{mobility::mobility, structure};

/// What the letters of the formula stand for, counted for one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// K: kings.
    pub kings: u32,
    /// Q: queens.
    pub queens: u32,
    /// R: rooks.
    pub rooks: u32,
    /// B: bishops.
    pub bishops: u32,
    /// N: knights.
    pub knights: u32,
    /// P: pawns.
    pub pawns: u32,
    /// D: doubled pawns.
    pub doubled: u32,
    /// S: backward pawns.
    pub backward: u32,
    /// I: isolated pawns.
    pub isolated: u32,
    /// M: legal moves.
    pub mobility: u32,
}

impl Counts {
    /// Counts one side.
    pub fn of(board: &Board, color: Color) -> Counts {
        let count = |piece| board.material().count(color, piece);
        Counts {
            kings: count(Piece::King),
            queens: count(Piece::Queen),
            rooks: count(Piece::Rook),
            bishops: count(Piece::Bishop),
            knights: count(Piece::Knight),
            pawns: count(Piece::Pawn),
            doubled: structure::doubled(board, color).len(),
            backward: structure::backward(board, color).len(),
            isolated: structure::isolated(board, color).len(),
            mobility: mobility(board, color),
        }
    }
}

/// One term of the formula for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormulaTerm {
    /// The letter of the paper.
    pub letter: char,
    /// What it counts.
    pub name: &'static str,
    /// The coefficient, in tenths of a pawn.
    pub tenths: i32,
    /// White's count.
    pub white: u32,
    /// Black's count.
    pub black: u32,
}

impl FormulaTerm {
    /// What the term adds to f(P), in tenths of a pawn.
    pub fn value(&self) -> i32 {
        self.tenths * (self.white as i32 - self.black as i32)
    }
}

/// f(P), taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Formula {
    /// White's counts.
    pub white: Counts,
    /// Black's counts: the primed letters.
    pub black: Counts,
}

impl Formula {
    /// Counts both sides of a position.
    ///
    /// ```
    /// use quevedo_eval::shannon::Formula;
    /// use quevedo_rules::Board;
    ///
    /// // White's pawns on d4 and d3 are doubled and isolated; both kings have a few moves.
    /// let board = Board::from_fen("4k3/5ppp/8/8/3P4/3P4/7P/4K3 w - - 0 1")?;
    /// let formula = Formula::of(&board);
    /// assert_eq!((formula.white.doubled, formula.white.isolated, formula.black.isolated), (1, 3, 0));
    /// let mobility = formula.white.mobility as i32 - formula.black.mobility as i32;
    /// assert_eq!(formula.tenths(), -5 * (1 + 3) + mobility);
    /// # Ok::<(), quevedo_rules::FenError>(())
    /// ```
    pub fn of(board: &Board) -> Formula {
        Formula { white: Counts::of(board, Color::White), black: Counts::of(board, Color::Black) }
    }

    /// The terms in the order of the paper, with its coefficients.
    pub fn terms(&self) -> [FormulaTerm; 10] {
        let term = |letter, name, tenths, of: fn(&Counts) -> u32| FormulaTerm {
            letter,
            name,
            tenths,
            white: of(&self.white),
            black: of(&self.black),
        };
        [
            term('K', "kings", 2000, |counts| counts.kings),
            term('Q', "queens", 90, |counts| counts.queens),
            term('R', "rooks", 50, |counts| counts.rooks),
            term('B', "bishops", 30, |counts| counts.bishops),
            term('N', "knights", 30, |counts| counts.knights),
            term('P', "pawns", 10, |counts| counts.pawns),
            term('D', "doubled pawns", -5, |counts| counts.doubled),
            term('S', "backward pawns", -5, |counts| counts.backward),
            term('I', "isolated pawns", -5, |counts| counts.isolated),
            term('M', "legal moves", 1, |counts| counts.mobility),
        ]
    }

    /// f(P) in tenths of a pawn, exactly, from White's side.
    pub fn tenths(&self) -> i32 {
        self.terms().iter().map(FormulaTerm::value).sum()
    }
}

impl fmt::Display for Formula {
    /// A table of the terms, in pawns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pawns = |tenths: i32| f64::from(tenths) / 10.0;
        writeln!(f, "{:<18} {:>6} {:>6} {:>7} {:>7}", "term", "White", "Black", "weight", "value")?;
        for term in self.terms() {
            let name = format!("{} {}", term.letter, term.name);
            let (white, black) = (term.white, term.black);
            let (weight, value) = (pawns(term.tenths), pawns(term.value()));
            writeln!(f, "{name:<18} {white:>6} {black:>6} {weight:>7.1} {value:>+7.1}")?;
        }
        writeln!(f, "f(P) = {:+.1}", pawns(self.tenths()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_testkit::{RandomWalk, Start};

    #[test]
    fn the_start_position_is_even() {
        assert_eq!(Formula::of(&Board::start()).tenths(), 0);
    }

    #[test]
    fn the_formula_is_the_papers() {
        let white = Counts {
            kings: 1,
            queens: 1,
            rooks: 2,
            bishops: 1,
            knights: 2,
            pawns: 7,
            doubled: 2,
            backward: 1,
            isolated: 3,
            mobility: 41,
        };
        let black = Counts { kings: 0, mobility: 12, ..Counts::default() };
        // 200 + 9 + 10 + 9 + 7 - 0.5 * 6 + 0.1 * 29
        assert_eq!(Formula { white, black }.tenths(), 2000 + 90 + 100 + 90 + 70 - 30 + 29);
    }

    #[test]
    fn colours_do_not_matter() {
        for visit in RandomWalk::new(1, &Start::ALL).take(3_000) {
            let board = &visit.board;
            let flipped = Board::try_from(board.setup().flipped()).expect("as legal as before");
            assert_eq!(Formula::of(board).tenths(), -Formula::of(&flipped).tenths(), "{}", board.fen());
        }
    }
}
