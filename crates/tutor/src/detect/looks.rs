//! What a position looks like: predicates on one board.

use quevedo_rules::{Bitboard, Board, Color, File, Piece, Rank, Square, attacks};

use super::pawns::{ahead, beside};
use super::seen;
use crate::{Fact, Finding};

/// The facts about pieces, kings and material that one look shows.
pub(super) fn facts(board: &Board) -> Vec<Finding> {
    let mut found = Vec::new();
    for side in Color::ALL {
        let mut of = |facts: Vec<Fact>, favours: Color| {
            found.extend(facts.into_iter().map(|fact| seen(fact, board, None, favours, 0)));
        };
        of(outposts(board, side), side);
        of(bad_bishops(board, side), !side);
        of(open_files(board, side), side);
        of(sevenths(board, side), side);
        of(attackers(board, side).into_iter().collect(), side);
        of(shelter(board, side).into_iter().collect(), !side);
        of(holes(board, side), !side);
    }
    found.extend(imbalance(board));
    found.extend(development(board));
    found.extend(space(board));
    found
}

/// Squares before a king on its first two ranks that no own pawn can guard again; said only where an enemy piece looks at them and
/// enemy queens are on the board.
fn holes(board: &Board, side: Color) -> Vec<Fact> {
    let king = board.king(side);
    if board.colored(!side, Piece::Queen).is_empty() || rank_of(king, side) > 2 {
        return Vec::new();
    }
    let file = Bitboard::of(king) | beside(Bitboard::of(king));
    let third = Bitboard::rank(Rank::Third.relative_to(side));
    let pieces = board.color(!side) - board.pieces(Piece::Pawn) - board.pieces(Piece::King);
    let holds = |&square: &Square| {
        let near = file.into_iter().any(|other| other.file() == square.file());
        let guards = beside(ahead(square, !side)).intersects(board.colored(side, Piece::Pawn));
        let used = pieces.contains(square) || board.attackers(square, !side).intersects(pieces);
        near && !guards && used
    };
    third.into_iter().filter(holds).map(|square| Fact::Hole { square, of: side }).collect()
}

/// The least lead in development, and the last move, of which anything is said.
const LEAD: u8 = 2;
const OPENING: u16 = 15;

fn development(board: &Board) -> Option<Finding> {
    let out = |side: Color| {
        let home = |piece, files: [File; 2]| {
            let first = Rank::First.relative_to(side);
            let own = board.colored(side, piece);
            files.into_iter().filter(|&file| own.contains(Square::at(file, first))).count()
        };
        let all = board.colored(side, Piece::Knight).len() + board.colored(side, Piece::Bishop).len();
        let asleep = home(Piece::Knight, [File::B, File::G]) + home(Piece::Bishop, [File::C, File::F]);
        all as u8 - asleep as u8
    };
    let (white, black) = (out(Color::White), out(Color::Black));
    let side = if white > black { Color::White } else { Color::Black };
    let counts = white.abs_diff(black) >= LEAD && board.fullmove_number() <= OPENING;
    counts.then(|| seen(Fact::Development { white, black }, board, None, side, 0))
}

/// The least difference in room of which anything is said, and the fewest pieces (not pawns, not kings) that want room.
const MORE_ROOM: u8 = 4;
const PIECES: u32 = 8;

fn space(board: &Board) -> Option<Finding> {
    let room = |side: Color| {
        let ranks =
            [Rank::Second, Rank::Third, Rank::Fourth].map(|rank| Bitboard::rank(rank.relative_to(side)));
        let files = [File::C, File::D, File::E, File::F].map(Bitboard::file);
        let join = |all: &[Bitboard]| all.iter().fold(Bitboard::EMPTY, |sum, &one| sum | one);
        let hit = beside(board.colored(!side, Piece::Pawn).forward(!side));
        ((join(&ranks) & join(&files)) - board.colored(side, Piece::Pawn) - hit).len() as u8
    };
    let (white, black) = (room(Color::White), room(Color::Black));
    let pieces = board.occupied() - board.pieces(Piece::Pawn) - board.pieces(Piece::King);
    let side = if white > black { Color::White } else { Color::Black };
    (white.abs_diff(black) >= MORE_ROOM && pieces.len() >= PIECES)
        .then(|| seen(Fact::Space { white, black }, board, None, side, 0))
}

fn rank_of(square: Square, side: Color) -> usize {
    Rank::relative_to(square.rank(), side).index() + 1
}

fn outposts(board: &Board, side: Color) -> Vec<Fact> {
    let pieces = board.colored(side, Piece::Knight) | board.colored(side, Piece::Bishop);
    let holds = |&man: &Square| {
        let guarded = attacks::pawn(!side, man).intersects(board.colored(side, Piece::Pawn));
        let chased = beside(ahead(man, side)).intersects(board.colored(!side, Piece::Pawn));
        (4..=6).contains(&rank_of(man, side)) && guarded && !chased
    };
    pieces.into_iter().filter(holds).map(|man| Fact::Outpost { man }).collect()
}

fn bad_bishops(board: &Board, side: Color) -> Vec<Fact> {
    let pawns = board.colored(side, Piece::Pawn);
    let blocked = pawns & board.occupied().forward(!side);
    let bad = |&bishop: &Square| {
        let colour = if bishop.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        (pawns & colour).len() >= 4 && (blocked & colour).len() >= 2
    };
    board
        .colored(side, Piece::Bishop)
        .into_iter()
        .filter(bad)
        .map(|bishop| Fact::BadBishop { bishop })
        .collect()
}

fn open_files(board: &Board, side: Color) -> Vec<Fact> {
    let heavy = board.straight_sliders(side);
    let pawns = |color| board.colored(color, Piece::Pawn);
    let rooks = heavy.into_iter().filter(|man| !Bitboard::file(man.file()).intersects(pawns(side)));
    rooks
        .map(|man| {
            let half = Bitboard::file(man.file()).intersects(pawns(!side));
            Fact::OpenFile { man, file: man.file(), half }
        })
        .collect()
}

fn sevenths(board: &Board, side: Color) -> Vec<Fact> {
    let seventh = Bitboard::rank(Rank::Seventh.relative_to(side));
    let king_shut_in = board.king(!side).rank() == Rank::Eighth.relative_to(side);
    if !king_shut_in && !seventh.intersects(board.colored(!side, Piece::Pawn)) {
        return Vec::new();
    }
    (board.straight_sliders(side) & seventh).into_iter().map(|man| Fact::Seventh { man }).collect()
}

/// Said of two pieces or more.
fn attackers(board: &Board, side: Color) -> Option<Fact> {
    let king = board.king(!side);
    let pieces = board.color(side) - board.pieces(Piece::Pawn) - board.pieces(Piece::King);
    let near = |&man: &Square| super::lines::attacked_from(board, man).intersects(attacks::king(king));
    let count = pieces.into_iter().filter(near).count() as u8;
    (count >= 2).then_some(Fact::Attackers { king, count })
}

/// Said of a king on its first two ranks with two bare files or more, while enemy queens are on the board.
fn shelter(board: &Board, side: Color) -> Option<Fact> {
    let king = board.king(side);
    if board.colored(!side, Piece::Queen).is_empty() || rank_of(king, side) > 2 {
        return None;
    }
    let one = Bitboard::of(king).forward(side);
    let zone = one | one.forward(side);
    let files = Bitboard::of(king) | beside(Bitboard::of(king));
    let all = zone | beside(zone);
    let own = board.colored(side, Piece::Pawn);
    let bare = files.into_iter().filter(|square| !(Bitboard::file(square.file()) & all).intersects(own));
    let missing = bare.count() as u8;
    (missing >= 2).then_some(Fact::Shelter { king, missing })
}

fn imbalance(board: &Board) -> Option<Finding> {
    let material = board.material();
    let pieces = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    let surplus = pieces
        .map(|piece| material.count(Color::White, piece) as i8 - material.count(Color::Black, piece) as i8);
    let differs = surplus.iter().any(|more| *more > 0) && surplus.iter().any(|more| *more < 0);
    let white = crate::exchange::balance(board, Color::White) >= 0;
    let side = if white { Color::White } else { Color::Black };
    differs.then(|| seen(Fact::Imbalance { surplus }, board, None, side, 0))
}
