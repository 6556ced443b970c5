//! A machine that plays one of Shannon's strategies, in the arena as anywhere.

use std::time::Instant;

use quevedo_arena::{Fault, Halt, Player, Reply, Task, Thought};
use quevedo_rules::{Board, Game, Move};
use quevedo_value::Verdict;
use rand::seq::IndexedRandom as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;

use super::{Effort, Extent, INFINITY, Style, type_a, type_b};

/// How a machine chooses a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// The first on the list of legal moves.
    FirstLegal,
    /// Any legal move, each as likely.
    Random,
    /// The move that aids the opponent most: "there are even worse strategies" (note 6).
    WorseThanRandom,
    /// All variations to so many plies.
    TypeA(u32),
    /// Forceful variations until the position is stable.
    TypeB(Extent),
}

impl Strategy {
    /// Its name.
    pub fn name(self) -> String {
        match self {
            Strategy::FirstLegal => "first legal".to_owned(),
            Strategy::Random => "random".to_owned(),
            Strategy::WorseThanRandom => "worse than random".to_owned(),
            Strategy::TypeA(1) => "type A, 1 ply".to_owned(),
            Strategy::TypeA(plies) => format!("type A, {plies} plies"),
            Strategy::TypeB(Extent { least, most }) if least % 2 == 0 && most % 2 == 0 => {
                format!("type B, {}-{} moves", least / 2, most / 2)
            }
            Strategy::TypeB(extent) => format!("type B, {}-{} plies", extent.least, extent.most),
        }
    }
}

/// A chess-playing machine.
///
/// ```
/// use quevedo_lab::shannon::{Machine, Strategy};
/// use quevedo_rules::Board;
///
/// let board = Board::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
/// let mut machine = Machine::new(Strategy::TypeA(2), 1950);
/// let mv = machine.choose(&board).expect("there are moves");
/// assert_eq!(board.san(mv).to_string(), "Ra8#");
/// # Ok::<(), quevedo_rules::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Machine {
    /// How it chooses.
    pub strategy: Strategy,
    /// What it values.
    pub style: Style,
    /// The statistical element: moves this much worse than the best, in tenths of a pawn, are "nearly equal",
    /// and it chooses among them at random.
    pub margin: i32,
    chance: Xoshiro256PlusPlus,
}

impl Machine {
    /// A machine with the paper's coefficients, which chooses among moves of equal value.
    pub fn new(strategy: Strategy, seed: u64) -> Machine {
        let chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        Machine { strategy, style: Style::SHANNON, margin: 0, chance }
    }

    /// The same with another style.
    pub fn with_style(self, style: Style) -> Machine {
        Machine { style, ..self }
    }

    /// The same with another margin of "nearly equal" moves, in tenths of a pawn.
    pub fn with_margin(self, margin: i32) -> Machine {
        Machine { margin, ..self }
    }

    /// Its move; `None` where there is none.
    pub fn choose(&mut self, board: &Board) -> Option<Move> {
        self.think_about(board).map(|(mv, _)| mv)
    }

    /// Its move, and what it thinks of it in tenths of a pawn.
    fn think_about(&mut self, board: &Board) -> Option<(Move, Option<i32>)> {
        let moves = board.legal_moves();
        match self.strategy {
            Strategy::FirstLegal => moves.first().map(|&mv| (mv, None)),
            Strategy::Random => moves.choose(&mut self.chance).map(|&mv| (mv, None)),
            Strategy::WorseThanRandom => {
                let values = self.values(board, &mut Effort::default());
                let worst = values.iter().map(|&(_, value)| value).min()?;
                let bad: Vec<Move> = values.iter().filter(|it| it.1 == worst).map(|it| it.0).collect();
                bad.choose(&mut self.chance).map(|&mv| (mv, Some(worst)))
            }
            Strategy::TypeA(_) | Strategy::TypeB(_) => {
                let values = self.values(board, &mut Effort::default());
                let best = values.iter().map(|&(_, value)| value).max()?;
                let nearly: Vec<Move> = values
                    .iter()
                    .filter(|(_, value)| *value >= best.saturating_sub(self.margin))
                    .map(|&(mv, _)| mv)
                    .collect();
                nearly.choose(&mut self.chance).map(|&mv| (mv, Some(best)))
            }
        }
    }

    /// What it looks at to find its move.
    ///
    /// ```
    /// use quevedo_lab::shannon::{Machine, Strategy};
    /// use quevedo_rules::Board;
    ///
    /// // Twenty moves with twenty replies each, some of which cannot matter.
    /// let effort = Machine::new(Strategy::TypeA(2), 1).effort(&Board::start());
    /// assert!(effort.positions > 40 && effort.positions <= 420, "{effort:?}");
    /// assert_eq!((effort.shortest, effort.longest), (2, 2));
    /// ```
    pub fn effort(&self, board: &Board) -> Effort {
        let mut effort = Effort::default();
        if matches!(self.strategy, Strategy::TypeA(_) | Strategy::TypeB(_) | Strategy::WorseThanRandom) {
            self.values(board, &mut effort);
        }
        effort
    }

    /// The value of each move. Those that are not among the nearly equal ones may have less, never more,
    /// than is said: it is enough to know that they fall behind.
    fn values(&self, board: &Board, effort: &mut Effort) -> Vec<(Move, i32)> {
        let mut best = -INFINITY;
        let mut values = Vec::new();
        for mv in &board.legal_moves() {
            let floor = (best - self.margin - 1).max(-INFINITY);
            let window = (-INFINITY, -floor);
            let after = board.play(mv);
            let value = -match self.strategy {
                Strategy::TypeB(extent) => type_b::explore(&after, &self.style, extent, 1, window, effort),
                Strategy::TypeA(plies) => {
                    type_a::minimax(&after, &self.style, plies.saturating_sub(1), 1, window, effort)
                }
                // The worst is wanted: no move may be said to be worse than it is.
                Strategy::WorseThanRandom => {
                    type_a::minimax(&after, &self.style, 1, 1, (-INFINITY, INFINITY), effort)
                }
                Strategy::FirstLegal | Strategy::Random => 0,
            };
            best = best.max(value);
            values.push((mv, value));
        }
        values
    }
}

impl Player for Machine {
    fn new_game(&mut self, _: &Game) -> Result<(), Fault> {
        Ok(())
    }

    fn think(&mut self, task: &Task<'_>) -> Result<Reply, Halt> {
        let start = Instant::now();
        let (mv, tenths) = self.think_about(task.game.board()).ok_or(Halt::Stopped)?;
        let verdict = tenths.map(|tenths| Verdict::Centipawns(10 * tenths));
        let thought = Thought { verdict, line: vec![mv], ..Thought::default() };
        Ok(Reply { mv, ponder: None, elapsed: start.elapsed(), thought })
    }

    fn ponder(&mut self, _: &Task<'_>, _: Move) -> Result<(), Fault> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(machine: &mut Machine, fen: &str) -> String {
        let board = Board::from_fen(fen).expect("a position");
        let mv = machine.choose(&board).expect("a move");
        board.san(mv).to_string()
    }

    #[test]
    fn shannons_own_game_is_punished_by_both_types() {
        // 1. g3 e5 2. d3 Bc5 3. Bd2 Qf6 4. Nc3: his random machine falls for mate.
        let fen = "rnb1k1nr/pppp1ppp/5q2/2b1p3/8/2NP2P1/PPPBPP1P/R2QKBNR b KQkq - 5 4";
        assert_eq!(chosen(&mut Machine::new(Strategy::TypeA(1), 1), fen), "Qxf2#");
        assert_eq!(chosen(&mut Machine::new(Strategy::TypeB(Extent::default()), 1), fen), "Qxf2#");
    }

    #[test]
    fn type_a_takes_what_is_defended_beyond_its_horizon_and_type_b_does_not() {
        // One ply sees a queen that takes a pawn, and not the pawn that takes back.
        let fen = "4k3/8/4p3/3p4/8/8/3Q4/3K4 w - - 0 1";
        assert_eq!(chosen(&mut Machine::new(Strategy::TypeA(1), 1), fen), "Qxd5");
        assert_ne!(chosen(&mut Machine::new(Strategy::TypeB(Extent::default()), 1), fen), "Qxd5");
    }

    #[test]
    fn the_statistical_element_varies_and_the_seed_does_not() {
        let play = |seed, margin| {
            let mut machine = Machine { margin, ..Machine::new(Strategy::TypeA(1), seed) };
            machine.choose(&Board::start())
        };
        assert_eq!(play(1, 3), play(1, 3));
        let moves: std::collections::HashSet<_> = (0..20).map(|seed| play(seed, 3)).collect();
        assert!(moves.len() > 2, "{moves:?}");
        let first = Machine::new(Strategy::FirstLegal, 1).choose(&Board::start());
        assert_eq!(first, Board::start().legal_moves().first().copied());
    }

    #[test]
    fn worse_than_random_walks_into_fools_mate() {
        // Note 6: 1. f3 e5 2. g4 Qh4 mate.
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(chosen(&mut Machine::new(Strategy::WorseThanRandom, 1), fen), "g4");
        // It does not take the mate that it has.
        let fen = "rnb1k1nr/pppp1ppp/5q2/2b1p3/8/2NP2P1/PPPBPP1P/R2QKBNR b KQkq - 5 4";
        assert_ne!(chosen(&mut Machine::new(Strategy::WorseThanRandom, 1), fen), "Qxf2#");
    }

    #[test]
    fn type_b_counts_in_moves() {
        assert_eq!(Extent::default(), Extent { least: 4, most: 20 });
        assert_eq!(Strategy::TypeB(Extent::default()).name(), "type B, 2-10 moves");
        assert_eq!(Strategy::TypeB(Extent { least: 1, most: 3 }).name(), "type B, 1-3 plies");
        let effort = Machine::new(Strategy::TypeB(Extent::default()), 1).effort(&Board::start());
        assert!(effort.longest >= 2 && effort.longest <= 20 && effort.variations > 0, "{effort:?}");
    }

    #[test]
    fn there_is_no_move_after_mate() {
        let mated = Board::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").expect("a position");
        for strategy in [Strategy::FirstLegal, Strategy::Random, Strategy::TypeA(2)] {
            assert_eq!(Machine::new(strategy, 1).choose(&mated), None);
        }
    }
}
