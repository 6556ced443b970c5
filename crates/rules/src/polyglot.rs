//! The key of the Polyglot opening-book format.

use crate::{Board, Color, File, Key, Man, Move, MoveKind, Piece, Square, Wing};

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
        self.polyglot_key_with(self.en_passant().map(Square::file))
    }

    /// The key as Polyglot itself computes it after `last`, the move that led here: it also counts a pawn that may
    /// not take en passant because it is pinned, which this board has forgotten.
    pub fn polyglot_key_after(&self, last: Move) -> Key {
        let (to, them) = (last.to(), self.turn());
        let beside = [to.offset(-1, 0), to.offset(1, 0)].into_iter().flatten();
        let stands_beside = last.kind() == MoveKind::DoublePush
            && beside.into_iter().any(|square| self.man_at(square) == Some(Man::new(them, Piece::Pawn)));
        if stands_beside { self.polyglot_key_with(Some(to.file())) } else { self.polyglot_key() }
    }

    fn polyglot_key_with(&self, en_passant: Option<File>) -> Key {
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
        let en_passant = en_passant.map_or(0, |file| NUMBERS[EN_PASSANT + file.index()]);
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

    /// The pawn on e4 is pinned, so this board forgets that it stands beside the one that has just come to d4. Polyglot does not.
    #[test]
    fn a_pinned_capturer_counts_after_the_move_and_no_other_pawn_does() {
        let key_after = |fen: &str, mv: &str| {
            let board = Board::from_fen(fen).expect("a position");
            let mv = board.parse_san(mv).expect("a move");
            let after = board.play(mv);
            (after.polyglot_key(), after.polyglot_key_after(mv))
        };
        let file_d = Key(NUMBERS[EN_PASSANT + File::D.index()]);
        let (known, wanted) = key_after("4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1", "d4");
        assert_eq!(Key(known.0 ^ file_d.0), wanted);
        for fen in ["4k3/8/8/8/4p3/8/3P4/5K2 w - - 0 1", "4k3/8/8/8/5p2/8/3P4/5K2 w - - 0 1"] {
            let (known, wanted) = key_after(fen, "d4");
            assert_eq!(known, wanted, "{fen}");
        }
    }

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
