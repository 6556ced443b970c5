//! Structures of pawns that have a name.

use quevedo_rules::{Bitboard, Board, Color, File, Piece, Square};
use serde::Serialize;

/// A structure with a name, as it is when the side that it is named after has the white men.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
pub struct Structure {
    /// What players call it.
    pub name: &'static str,
    /// White has pawns here, and Black here.
    #[serde(skip)]
    pawns: [&'static str; 2],
    /// White has none on these files, and Black none on these.
    #[serde(skip)]
    without: [&'static str; 2],
}

const fn named(
    name: &'static str,
    white: &'static str,
    black: &'static str,
    no_white: &'static str,
    no_black: &'static str,
) -> Structure {
    Structure { name, pawns: [white, black], without: [no_white, no_black] }
}

impl Structure {
    /// All of them. Of two that fit, the first is told.
    pub const ALL: [Structure; 22] = [
        named("Stonewall", "d4", "c6 d5 e6 f5", "", ""),
        named("Winawer structure", "c2 c3 d4 e5", "d5 e6", "b", ""),
        named("French chain", "d4 e5", "d5 e6", "", ""),
        named("Nimzo-Indian doubled pawns", "c3 c4 d4", "d6", "b", ""),
        named("closed Benoni", "c4 d5 e4", "c5 d6 e5", "", ""),
        named("King's Indian chain", "c4 d5 e4", "d6 e5", "", "c"),
        named("King's Indian chain", "c4 d5 e4", "c7 d6 e5", "", ""),
        named("modern Benoni", "d5 e4", "c5 d6", "c", "e"),
        named("Carlsbad structure", "d4 e3", "c6 d5", "c", "e"),
        named("Hedgehog", "c4 e4", "a6 b6 d6 e6", "d", "c"),
        named("Maroczy bind", "c4 e4", "d6 e7", "d", "c"),
        named("Dragon structure", "e4", "d6 e7 g6", "d", "c"),
        named("Boleslavsky structure", "e4", "d6 e5", "d", "c"),
        named("Scheveningen structure", "e4", "d6 e6", "d", "c"),
        named("Grunfeld centre", "d4 e4", "", "c", "cd"),
        named("Berlin wall", "e5 f2", "c6 c7 f7", "d", "de"),
        named("hanging pawns", "c4 d4", "", "be", "cd"),
        named("isolated queen's pawn", "d4", "e6", "ce", "cd"),
        named("Slav triangle", "c4 d4 e3", "c6 d5 e6", "", ""),
        named("Caro-Kann formation", "d4", "c6 e6", "e", "d"),
        named("Ruy Lopez tension", "c3 d4 e4", "d6 e5", "", ""),
        named("open file e", "d4", "d5", "e", "e"),
    ];

    /// The structure of a position, and whether it is the black men that it is named after.
    pub fn of(board: &Board) -> Option<(Structure, bool)> {
        Structure::ALL.into_iter().find_map(|structure| {
            [false, true]
                .into_iter()
                .find(|&turned| structure.fits(board, turned))
                .map(|turned| (structure, turned))
        })
    }

    /// Whether a position has it, with the colours exchanged if `is_turned` says so.
    pub fn fits(self, board: &Board, is_turned: bool) -> bool {
        Color::ALL.into_iter().zip(self.pawns).zip(self.without).all(|((color, pawns), without)| {
            let color = if is_turned { !color } else { color };
            let own = board.colored(color, Piece::Pawn);
            let mut squares = pawns.split_whitespace().filter_map(|text| text.parse::<Square>().ok());
            let mut files = without.chars().filter_map(File::from_char);
            squares.all(|square| own.contains(if is_turned { square.flip_rank() } else { square }))
                && files.all(|file| !own.intersects(Bitboard::file(file)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_have_their_names() {
        for (fen, name, is_turned) in [
            (
                "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 1",
                "Carlsbad structure",
                false,
            ),
            ("rnbqk2r/pp3ppp/2pbpn2/3p4/2PP4/2NBPN2/PP3PPP/R1BQK2R w KQkq - 0 1", "Slav triangle", false),
            (
                "r1bq1rk1/pp2bppp/2n1pn2/8/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 1",
                "isolated queen's pawn",
                false,
            ),
            ("r1bq1rk1/pp3ppp/2n1pn2/3p4/8/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 1", "", false),
            ("rnbqkbnr/pp3ppp/4p3/2ppP3/3P4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1", "French chain", false),
            ("r2q1rk1/1b1nbppp/pp1ppn2/8/2P1P3/1PN2N2/PB3PPP/R2QRBK1 w - - 0 1", "Hedgehog", false),
            ("r1bq1rk1/pp2ppbp/2np1np1/8/2P1P3/2N1B3/PP2BPPP/R2QNRK1 w - - 0 1", "Maroczy bind", false),
            ("rnbqkb1r/pp2pp1p/3p1np1/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1", "Dragon structure", false),
            ("r1bq1rk1/pp3ppp/2nb1n2/3p4/8/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 1", "isolated queen's pawn", true),
        ] {
            let board = Board::from_fen(fen).expect("a position");
            let found = Structure::of(&board).map(|(structure, turned)| (structure.name, turned));
            assert_eq!(found.unwrap_or(("", false)), (name, is_turned), "{fen}");
            let turned = Board::try_from(board.setup().flipped()).expect("a position");
            let found = Structure::of(&turned).map(|(structure, turned)| (structure.name, turned));
            assert_eq!(found.is_some(), !name.is_empty());
            assert!(found.is_none_or(|found| found == (name, !is_turned)), "{fen} turned");
        }
        assert_eq!(Structure::of(&Board::start()), None);
    }
}
