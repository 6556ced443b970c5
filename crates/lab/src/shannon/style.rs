//! f(P) with coefficients that can be altered.

use quevedo_eval::shannon::{Counts, Formula};
use quevedo_rules::{Board, Color};

/// The coefficients of f(P) that make a style (section 7), in tenths of a pawn.
///
/// ```
/// use quevedo_lab::shannon::Style;
/// use quevedo_rules::Board;
///
/// // Black's doubled pawns worry a positional player more.
/// let board = Board::from_fen("4k3/p7/p7/8/8/8/6PP/4K3 w - - 0 1")?;
/// assert!(Style::POSITIONAL.value(&board) > Style::SHANNON.value(&board));
/// # Ok::<(), quevedo_rules::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Its name.
    pub name: &'static str,
    /// Queen, rook, bishop, knight, pawn.
    pub men: [i32; 5],
    /// A doubled, backward or isolated pawn, counted negatively.
    pub weak_pawn: i32,
    /// A legal move.
    pub mobility: i32,
}

impl Style {
    /// The paper's own coefficients.
    pub const SHANNON: Style =
        Style { name: "shannon", men: [90, 50, 30, 30, 10], weak_pawn: 5, mobility: 1 };

    /// "By placing high values on positional weaknesses a positional-type player results."
    pub const POSITIONAL: Style = Style { name: "positional", weak_pawn: 9, ..Style::SHANNON };

    /// Cares for room to move and not for pawns.
    pub const MOBILE: Style = Style { name: "mobile", weak_pawn: 1, mobility: 3, ..Style::SHANNON };

    /// Counts men and nothing else.
    pub const MATERIAL: Style = Style { name: "material", weak_pawn: 0, mobility: 0, ..Style::SHANNON };

    /// All styles.
    pub const ALL: [Style; 4] = [Style::SHANNON, Style::POSITIONAL, Style::MOBILE, Style::MATERIAL];

    /// f(P) for the side to move, in tenths of a pawn.
    pub fn value(&self, board: &Board) -> i32 {
        let formula = Formula::of(board);
        let value = self.side(&formula.white) - self.side(&formula.black);
        if board.turn() == Color::White { value } else { -value }
    }

    fn side(&self, counts: &Counts) -> i32 {
        let men = [counts.queens, counts.rooks, counts.bishops, counts.knights, counts.pawns];
        let material: i32 = men.iter().zip(self.men).map(|(&count, value)| count as i32 * value).sum();
        let weak = counts.doubled + counts.backward + counts.isolated;
        material - self.weak_pawn * weak as i32 + self.mobility * counts.mobility as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_testkit::{RandomWalk, Start};

    #[test]
    fn the_papers_style_is_the_papers_formula() {
        for visit in RandomWalk::new(7, &Start::ALL).take(500) {
            let sign = if visit.board.turn() == Color::White { 1 } else { -1 };
            assert_eq!(Style::SHANNON.value(&visit.board), sign * Formula::of(&visit.board).tenths());
        }
    }
}
