//! Labelled positions from games.

use quevedo_rules::{Board, Move};

use super::labelled::Labelled;

/// The first plies of a game are memory, not play.
const OPENING_PLIES: u32 = 8;

/// Chooses positions from games: about one in so many, by dice that a seed fixes.
#[derive(Clone, Debug)]
pub struct Sampler {
    every: u64,
    dice: u64,
}

impl Sampler {
    /// A sampler that takes about one position in `every`.
    pub fn new(every: u32, seed: u64) -> Sampler {
        Sampler { every: u64::from(every.max(1)), dice: seed }
    }

    /// Whether the dice choose the next position. A congruential generator (Knuth's constants) is
    /// good enough for that, and the data of docs/results/tuning.md were chosen so.
    fn chooses(&mut self) -> bool {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.dice >> 33).is_multiple_of(self.every)
    }

    /// Some quiet positions of a game in which White got `result`: not the first ones, none in check,
    /// and none in the middle of an exchange, where a capture answers a capture or pawn move. The
    /// game is read up to the first move that is not legal.
    pub fn positions(&mut self, start: &Board, moves: &[Move], result: f32) -> Vec<Labelled> {
        let mut board = *start;
        let mut chosen = Vec::new();
        for &mv in moves {
            if !board.is_legal(mv) {
                break;
            }
            let is_chosen = self.chooses();
            let mid_exchange = !mv.is_quiet() && board.halfmove_clock() == 0;
            if is_chosen && board.ply() >= OPENING_PLIES && !mid_exchange && !board.in_check() {
                chosen.push(Labelled { board, result, score: None, is_noisy: false });
            }
            board = board.play(mv);
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opera() -> Vec<Move> {
        let text = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 \
                    O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";
        let mut board = Board::start();
        let play = |word: &str| {
            let mv = board.parse_san(word).expect("a legal move");
            board = board.play(mv);
            mv
        };
        text.split_whitespace().map(play).collect()
    }

    #[test]
    fn only_quiet_positions_after_the_opening() {
        let moves = opera();
        let all = Sampler::new(1, 7).positions(&Board::start(), &moves, 1.0);
        assert!(all.len() > 10 && all.len() < moves.len() - OPENING_PLIES as usize, "{}", all.len());
        for labelled in &all {
            assert!(!labelled.board.in_check() && labelled.board.fullmove_number() > 4);
            assert!((labelled.result - 1.0).abs() < f32::EPSILON && labelled.score.is_none());
        }
        // 9. Qxf3 takes back what 4... Bxf3 has taken.
        assert!(
            all.iter().all(|labelled| !labelled.board.fen().starts_with("rn1qkbnr/ppp2ppp/3p4/4P3/4P3/5b2"))
        );
    }

    #[test]
    fn a_seed_fixes_the_choice() {
        let moves = opera();
        let boards = |every, seed| {
            let mut sampler = Sampler::new(every, seed);
            let games = (0..20).flat_map(|_| sampler.positions(&Board::start(), &moves, 0.5));
            games.map(|labelled| labelled.board.fen()).collect::<Vec<_>>()
        };
        assert_eq!(boards(4, 1), boards(4, 1));
        assert_ne!(boards(4, 1), boards(4, 2));
        let (some, all) = (boards(4, 1).len(), boards(1, 1).len());
        assert!((all / 8..all / 2).contains(&some), "{some} of {all}");
    }

    #[test]
    fn faulty_moves_end_the_game() {
        let mut moves = opera();
        moves[12] = moves[0];
        let few = Sampler::new(1, 7).positions(&Board::start(), &moves, 0.0);
        assert!(few.iter().all(|labelled| labelled.board.fullmove_number() <= 6));
    }
}
