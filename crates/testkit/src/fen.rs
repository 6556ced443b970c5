//! FEN written the obvious way: a twin of the library's own writer, and of none of its code.

use quevedo_rules::{Bitboard, CastlingRights, Color, File, Man, MoveKind, Piece, Rank, Setup, Square};

use crate::{Random, Visit};

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Castling {
    /// `KQkq` for the outermost rooks, file letters for others.
    Outermost,
    /// File letters always.
    Files,
}

/// The six fields of a position, legal or not. The en-passant square is written wherever the setup has one.
pub fn fields(setup: &Setup, castling: Castling) -> [String; 6] {
    [
        placement(setup),
        setup.turn.fen_char().to_string(),
        rights(setup, castling),
        setup.en_passant.map_or_else(|| "-".to_owned(), |square| square.to_string()),
        setup.halfmove_clock.to_string(),
        setup.fullmove_number.to_string(),
    ]
}

/// The FEN of a position, legal or not.
pub fn write(setup: &Setup, castling: Castling) -> String {
    fields(setup, castling).join(" ")
}

fn placement(setup: &Setup) -> String {
    let rank_text = |&rank: &Rank| {
        let letter = |file| setup.man_at(Square::at(file, rank)).map_or('1', Man::fen_char);
        let letters: String = File::ALL.into_iter().map(letter).collect();
        // The longest runs first, so that no shorter one eats into them.
        (2..=8).rev().fold(letters, |text, run| text.replace(&"1".repeat(run), &run.to_string()))
    };
    Rank::ALL.iter().rev().map(rank_text).collect::<Vec<_>>().join("/")
}

fn rights(setup: &Setup, castling: Castling) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        // From the h file to the a file, which is the order of `KQ`.
        for rook in setup.castling.rooks_of(color).into_iter().collect::<Vec<_>>().into_iter().rev() {
            let letter = match castling {
                Castling::Outermost => outermost_letter(setup, color, rook),
                Castling::Files => None,
            };
            let letter = letter.unwrap_or(rook.file().char());
            text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// `k` or `q` if no other rook of this colour stands further out on that wing.
fn outermost_letter(setup: &Setup, color: Color, rook: Square) -> Option<char> {
    let home = Bitboard::rank(rook.rank());
    let rooks = setup.squares_of(Man::new(color, Piece::Rook)) & home;
    let king = (setup.squares_of(Man::new(color, Piece::King)) & home).single()?;
    if rook > king && rooks.last() == Some(rook) {
        Some('k')
    } else if rook < king && rooks.first() == Some(rook) {
        Some('q')
    } else {
        None
    }
}

/// The FEN of a visited position in one of the ways that programs write it: castling rights by wing or by
/// file, and an en-passant square where a capture is legal or after every double push.
pub fn some_valid(random: &mut Random, visit: &Visit) -> String {
    let mut setup = visit.board.setup();
    let style = random.pick(&[Castling::Outermost, Castling::Files]);
    if let Some(mv) = visit.played.filter(|mv| mv.kind() == MoveKind::DoublePush && random.one_in(2)) {
        setup.en_passant = Some(Square::new(usize::midpoint(mv.from().index(), mv.to().index()) as u8));
    }
    write(&setup, style)
}

/// Adds the right of a rook, whether it is there or not.
pub(crate) fn grant(rights: CastlingRights, color: Color, file: File) -> CastlingRights {
    rights.with(Square::at(file, Rank::First.relative_to(color)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_is_written() {
        let start = Setup::start();
        let placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(write(&start, Castling::Outermost), format!("{placement} w KQkq - 0 1"));
        assert_eq!(write(&start, Castling::Files), format!("{placement} w HAha - 0 1"));
        assert_eq!(write(&Setup::EMPTY, Castling::Files), "8/8/8/8/8/8/8/8 w - - 0 1");
    }

    #[test]
    fn inner_rooks_are_named_by_their_file() {
        let mut setup = Setup::EMPTY;
        setup.put(Square::C1, Man::WhiteKing);
        for square in [Square::A1, Square::B1, Square::F1] {
            setup.put(square, Man::WhiteRook);
        }
        setup.castling = CastlingRights::NONE.with(Square::B1).with(Square::F1);
        assert_eq!(write(&setup, Castling::Outermost), "8/8/8/8/8/8/8/RRK2R2 w KB - 0 1");
        setup.castling = CastlingRights::NONE.with(Square::A1);
        assert_eq!(write(&setup, Castling::Outermost), "8/8/8/8/8/8/8/RRK2R2 w Q - 0 1");
    }
}
