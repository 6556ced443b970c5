//! The key of the Polyglot opening-book format.

use crate::{Board, Color, Key, Man, Wing};

include!("polyglot_numbers.rs");

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

impl Board {
    /// The position's key in Polyglot opening books; unlike [`key`](Board::key), it is the same in
    /// every program. It is computed afresh at each call.
    ///
    /// The en-passant file counts as the format wants it: where a pawn stands beside the one that
    /// has just moved. This board remembers such a pawn only if the capture is legal, so in the
    /// rare case of a pinned capturer the key differs from Polyglot's own.
    ///
    /// ```
    /// use quevedo_rules::Board;
    /// assert_eq!(Board::start().polyglot_key().to_string(), "463b96181691fc9c");
    /// ```
    pub fn polyglot_key(&self) -> Key {
        let men = self.occupied().into_iter().fold(0, |key, square| {
            self.man_at(square).map_or(key, |man| key ^ NUMBERS[64 * kind(man) + square.index()])
        });
        let castling = Color::ALL.into_iter().fold(0, |key, color| {
            let king = self.king(color);
            let rooks = self.castling().rooks_of(color).into_iter();
            rooks.fold(key, |key, rook| {
                key ^ NUMBERS[CASTLING + 2 * color.index() + Wing::of(king, rook) as usize]
            })
        });
        let en_passant = self.en_passant().map_or(0, |square| NUMBERS[EN_PASSANT + square.file().index()]);
        let turn = if self.turn() == Color::White { NUMBERS[WHITE_TO_MOVE] } else { 0 };
        Key(men ^ castling ^ en_passant ^ turn)
    }
}

/// Polyglot counts black before white: black pawn 0, white pawn 1, black knight 2 …
const fn kind(man: Man) -> usize {
    man as usize ^ 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The format's own examples: a line from the start position with the key after each move.
    #[test]
    fn keys_are_those_of_the_format() {
        let examples = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
        ];
        for (fen, key) in examples {
            let board = Board::from_fen(fen).expect("a legal position");
            assert_eq!(board.polyglot_key(), Key(key), "{fen}");
        }
    }
}
