//! Material as the chances to win count it.

use quevedo_rules::{Color, Material, Piece};

/// Both sides' material in pawns: 1, 3, 3, 5, 9. The model of chances is fitted and asked with it.
pub fn pawns_worth(material: Material) -> u32 {
    let worth =
        [(Piece::Pawn, 1), (Piece::Knight, 3), (Piece::Bishop, 3), (Piece::Rook, 5), (Piece::Queen, 9)];
    let count = |piece| material.count(Color::White, piece) + material.count(Color::Black, piece);
    worth.into_iter().map(|(piece, pawns)| pawns * count(piece)).sum()
}
