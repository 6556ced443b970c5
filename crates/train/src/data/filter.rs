//! Which positions are fit to learn from.

use quevedo_rules::Board;

use super::game::{Game, Ply};

/// What a position must be like to be learnt from. Files keep everything; this is asked when they are
/// read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Leave out the first plies of each game: the opening may still be too wild.
    pub skip_plies: usize,
    /// Leave out scores beyond this, mates among them: such games are over.
    pub most_score: u16,
    /// Leave out positions in which the side to move is in check: no evaluation is asked there.
    pub no_checks: bool,
    /// Leave out positions whose best move takes or promotes: what they are worth is for the search
    /// to find, not for an evaluation.
    pub quiet_moves: bool,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { skip_plies: 0, most_score: 2500, no_checks: true, quiet_moves: true }
    }
}

impl Filter {
    /// Everything is kept.
    pub const ALL: Filter =
        Filter { skip_plies: 0, most_score: u16::MAX, no_checks: false, quiet_moves: false };

    /// Whether a position is kept, as the `number`th of its game, from 0.
    pub fn keeps(&self, number: usize, board: &Board, ply: Ply) -> bool {
        number >= self.skip_plies
            && ply.score.unsigned_abs() <= self.most_score
            && (ply.mv.is_quiet() || !self.quiet_moves)
            && !(self.no_checks && board.in_check())
    }

    /// The positions of a game that are kept.
    pub fn positions<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = (Board, Ply)> + 'a {
        let numbered = game.positions().enumerate();
        numbered
            .filter(|(number, (board, ply))| self.keeps(*number, board, *ply))
            .map(|(_, position)| position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_leaves_something_out() {
        let ply = |board: &Board, text: &str, score: i16| Ply {
            mv: board.parse_uci(text).expect("a legal move"),
            score,
        };
        let start = Board::start();
        let quiet = ply(&start, "e2e4", 30);
        let filter = Filter::default();
        assert!(filter.keeps(0, &start, quiet));
        assert!(!Filter { skip_plies: 4, ..filter }.keeps(3, &start, quiet));
        assert!(Filter { skip_plies: 4, ..filter }.keeps(4, &start, quiet));
        for score in [2501, -2501, 31_990, i16::MIN] {
            let far = Ply { score, ..quiet };
            assert!(!filter.keeps(0, &start, far) && Filter::ALL.keeps(0, &start, far));
        }
        assert!(filter.keeps(0, &start, Ply { score: -2500, ..quiet }));

        let taking: Board = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse().expect("a position");
        let takes = ply(&taking, "e4d5", 100);
        assert!(!filter.keeps(0, &taking, takes) && Filter::ALL.keeps(0, &taking, takes));
        assert!(filter.keeps(0, &taking, ply(&taking, "e4e5", 100)));

        let checked: Board = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse().expect("a position");
        let steps = ply(&checked, "e1d1", 0);
        assert!(checked.in_check());
        assert!(!filter.keeps(0, &checked, steps) && Filter::ALL.keeps(0, &checked, steps));
    }
}
