//! Static exchange evaluation: what a capture wins when all captures on its square are played out.

use crate::{Bitboard, Board, Move, MoveKind, Piece, Square, attacks};

/// What each piece counts in an exchange, by [`Piece::index`], in hundredths of a pawn: the classic
/// 1, 3, 3, 5, 9. The king counts nothing because it is never given up.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];

impl Board {
    /// Whether a legal move wins at least `threshold` in the exchange on its target square, with
    /// the [classic values](EXCHANGE_VALUES).
    ///
    /// Both sides take with their cheapest man and stop when going on would cost them; men behind
    /// others join in as lines open. Pins and checks elsewhere are not looked at.
    ///
    /// ```
    /// use quevedo_rules::Board;
    ///
    /// // The rook takes a pawn that another pawn protects: one pawn for a rook.
    /// let board = Board::from_fen("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1")?;
    /// let capture = board.parse_san("Rxe5")?;
    /// assert!(board.see_ge(capture, -400));
    /// assert!(!board.see_ge(capture, -399));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.see_ge_with(&EXCHANGE_VALUES, mv, threshold)
    }

    /// [`see_ge`](Board::see_ge) with other values of the pieces.
    pub fn see_ge_with(&self, values: &[i32; 6], mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(moved) = self.piece_at(from) else { return false };
        let mut occupied = (self.occupied() ^ Bitboard::of(from)) | to;
        let captured = match mv.kind() {
            MoveKind::Castle => return threshold <= 0,
            MoveKind::EnPassant => {
                occupied ^= Bitboard::of(Square::at(to.file(), from.rank()));
                values[Piece::Pawn.index()]
            }
            _ => self.piece_at(to).map_or(0, |piece| values[piece.index()]),
        };
        let arrived = mv.promotion().unwrap_or(moved);
        let surplus = captured + values[arrived.index()] - values[moved.index()] - threshold;
        if surplus < 0 {
            return false;
        }
        // What taking back would put the other side ahead; if nothing, it need not be looked at.
        let lead = values[arrived.index()] - surplus;
        lead <= 0 || self.wins_exchange(values, to, occupied, lead)
    }

    /// Whether the side to move, whose man on `square` may now be taken, comes out even or better.
    /// `lead` is what the other side is ahead after taking it.
    fn wins_exchange(
        &self,
        values: &[i32; 6],
        square: Square,
        mut occupied: Bitboard,
        mut lead: i32,
    ) -> bool {
        let us = self.turn();
        let diagonal = self.pieces(Piece::Bishop) | self.pieces(Piece::Queen);
        let straight = self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        let mut attackers =
            self.attackers_under(square, us, occupied) | self.attackers_under(square, !us, occupied);
        // Who is content if nobody takes any more.
        let mut content = us;
        loop {
            attackers &= occupied;
            let Some((piece, taker)) = self.cheapest(attackers & self.color(!content)) else {
                return content == us;
            };
            if piece == Piece::King && attackers.intersects(self.color(content)) {
                return content == us;
            }
            content = !content;
            lead = values[piece.index()] - lead;
            // Content even if this man is taken in turn: for us an even result is enough.
            if lead < i32::from(content == us) {
                return content == us;
            }
            occupied ^= Bitboard::of(taker);
            if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
                attackers |= attacks::bishop(square, occupied) & diagonal;
            }
            if matches!(piece, Piece::Rook | Piece::Queen) {
                attackers |= attacks::rook(square, occupied) & straight;
            }
        }
    }

    /// The cheapest piece among these squares.
    #[inline]
    fn cheapest(&self, squares: Bitboard) -> Option<(Piece, Square)> {
        if squares.is_empty() {
            return None;
        }
        Piece::ALL.into_iter().find_map(|piece| Some((piece, (squares & self.pieces(piece)).first()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::rays;
    use crate::{Color, Man};

    /// The exchange played out on a list of men, with rays walked anew at every step.
    struct SlowExchange {
        men: Vec<(Square, Man)>,
        square: Square,
    }

    impl SlowExchange {
        fn attackers(&self, color: Color) -> Vec<(Piece, Square)> {
            let occupied: Bitboard = self.men.iter().map(|&(square, _)| square).collect();
            let reach = |piece, from| match piece {
                Piece::Bishop => rays::bishop(from, occupied),
                Piece::Rook => rays::rook(from, occupied),
                Piece::Queen => rays::bishop(from, occupied) | rays::rook(from, occupied),
                other => attacks::of(other, color, from, occupied),
            };
            let mut found: Vec<(Piece, Square)> = self
                .men
                .iter()
                .filter(|&&(from, man)| man.color() == color && from != self.square)
                .filter(|&&(from, man)| reach(man.piece(), from).contains(self.square))
                .map(|&(from, man)| (man.piece(), from))
                .collect();
            found.sort();
            found
        }

        /// What `color` gains at best by taking the man worth `prize` on the square, or 0.
        fn best_gain(&mut self, color: Color, prize: i32) -> i32 {
            let Some(&(piece, from)) = self.attackers(color).first() else { return 0 };
            if piece == Piece::King && !self.attackers(!color).is_empty() {
                return 0;
            }
            self.men.retain(|&(square, _)| square != from);
            let loss = self.best_gain(!color, EXCHANGE_VALUES[piece.index()]);
            (prize - loss).max(0)
        }
    }

    fn slow_value(board: &Board, mv: Move) -> i32 {
        if mv.is_castle() {
            return 0;
        }
        let after = board.play(mv);
        let men: Vec<(Square, Man)> = after.setup().men().collect();
        let value = |piece: Option<Piece>| piece.map_or(0, |piece| EXCHANGE_VALUES[piece.index()]);
        let captured =
            if mv.is_en_passant() { value(Some(Piece::Pawn)) } else { value(board.piece_at(mv.to())) };
        let arrived = value(after.piece_at(mv.to()));
        let promoted = arrived - value(board.piece_at(mv.from()));
        let mut exchange = SlowExchange { men, square: mv.to() };
        captured + promoted - exchange.best_gain(after.turn(), arrived)
    }

    #[test]
    fn agrees_with_the_exchange_played_out() {
        let mut state = 0x2545_f491_4f6c_dd1du64;
        let mut compared = 0;
        for number in 0..60 {
            let mut board = Board::chess960(number * 16).expect("a number below 960");
            for _ in 0..80 {
                let moves = board.legal_moves();
                for mv in &moves {
                    let value = slow_value(&board, mv);
                    for threshold in [value - 1, value, value + 1, -100, 0, 1, 300] {
                        assert_eq!(
                            board.see_ge(mv, threshold),
                            value >= threshold,
                            "{mv:?} {value} {threshold}\n{board}"
                        );
                        compared += 1;
                    }
                }
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let Some(index) = ((state >> 33) as usize).checked_rem(moves.len()) else { break };
                board = board.play(moves[index]);
            }
        }
        assert!(compared > 500_000, "{compared}");
    }
}
