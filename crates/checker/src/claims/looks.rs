//! What a position looks like: predicates on one board.

use shakmaty::{Bitboard, Color, File, Piece, Position, Role, Square, attacks};

use super::{Told, ensure};
use crate::case::Case;
use crate::ground::{king, man, own_rank, zone};

fn own(case: &Case, square: Square, owner: Color, roles: &[Role]) -> Result<Piece, String> {
    let man = man(&case.now, square).ok_or_else(|| format!("{square} is empty"))?;
    ensure(man.color == owner, format!("the man on {square} is the wrong side's"))?;
    ensure(roles.contains(&man.role), format!("the man on {square} is of another kind"))?;
    Ok(man)
}

fn pawns(case: &Case, color: Color) -> Bitboard {
    case.now.board().by_piece(Role::Pawn.of(color))
}

fn file(square: Square) -> i32 {
    square.file().to_u32() as i32
}

fn beside(square: Square) -> impl Iterator<Item = i32> {
    [file(square) - 1, file(square) + 1].into_iter()
}

pub fn outpost(case: &Case, square: Square) -> Told {
    let owner = case.side;
    own(case, square, owner, &[Role::Knight, Role::Bishop])?;
    let rank = own_rank(owner, square);
    ensure((4..=6).contains(&rank), format!("{square} is on its rank {rank}"))?;
    let guarded = (attacks::pawn_attacks(!owner, square) & pawns(case, owner)).any();
    ensure(guarded, "no own pawn guards it")?;
    let ahead = zone(beside(square), owner, rank + 1..=8);
    ensure((pawns(case, !owner) & ahead).is_empty(), "an enemy pawn can still attack it")
}

pub fn hole(case: &Case, square: Square, of: Color) -> Told {
    ensure(of != case.side, "it favours the side whose weakness it is")?;
    let rank = own_rank(of, square);
    ensure((3..=6).contains(&rank), format!("{square} is on its rank {rank}"))?;
    let seat = king(&case.now, of).ok_or("no king")?;
    ensure(seat.file().distance(square.file()) <= 1, "it is not before the king")?;
    ensure(rank > own_rank(of, seat), "it is behind the king")?;
    let guards = zone(beside(square), of, 1..=rank - 1);
    ensure((pawns(case, of) & guards).is_empty(), "an own pawn can still guard it")
}

pub fn bad_bishop(case: &Case, square: Square) -> Told {
    let owner = !case.side;
    own(case, square, owner, &[Role::Bishop])?;
    let same = pawns(case, owner).into_iter().filter(|pawn| pawn.is_light() == square.is_light());
    let same: Vec<Square> = same.collect();
    let occupied = case.now.board().occupied();
    let blocked = same
        .iter()
        .filter(|pawn| pawn.offset(owner.fold_wb(8, -8)).is_some_and(|ahead| occupied.contains(ahead)));
    let (count, blocked) = (same.len(), blocked.count());
    ensure(count >= 4 && blocked >= 2, format!("{count} pawns on its colour, {blocked} of them blocked"))
}

pub fn open_file(case: &Case, square: Square, line: File, half: bool) -> Told {
    own(case, square, case.side, &[Role::Rook, Role::Queen])?;
    ensure(square.file() == line, format!("{square} is on another file"))?;
    let on_line = Bitboard::from(line);
    let (ours, theirs) = (pawns(case, case.side) & on_line, pawns(case, !case.side) & on_line);
    ensure(ours.is_empty(), "own pawns stand on it")?;
    ensure(theirs.any() == half, if half { "no enemy pawns stand on it" } else { "enemy pawns stand on it" })
}

pub fn seventh(case: &Case, square: Square) -> Told {
    let owner = case.side;
    own(case, square, owner, &[Role::Rook, Role::Queen])?;
    ensure(own_rank(owner, square) == 7, format!("{square} is not on its seventh rank"))?;
    let enclosed = king(&case.now, !owner).is_some_and(|king| own_rank(owner, king) == 8);
    let prey = pawns(case, !owner).into_iter().any(|pawn| own_rank(owner, pawn) == 7);
    ensure(enclosed || prey, "neither king nor pawns are there")
}

pub fn shelter(case: &Case, square: Square, missing: u8) -> Told {
    let owner = !case.side;
    own(case, square, owner, &[Role::King])?;
    let rank = own_rank(owner, square);
    let files = (file(square) - 1..=file(square) + 1).filter(|file| (0..8).contains(file));
    let bare = files.filter(|file| {
        (pawns(case, owner) & zone([*file].into_iter(), owner, rank + 1..=rank + 2)).is_empty()
    });
    let found = bare.count();
    ensure(found == usize::from(missing), format!("{found} files are bare"))
}

pub fn attackers(case: &Case, square: Square, count: u8) -> Told {
    own(case, square, !case.side, &[Role::King])?;
    let around = attacks::king_attacks(square);
    let board = case.now.board();
    let pieces = board.by_color(case.side) & !board.pawns() & !board.kings();
    let found = pieces.into_iter().filter(|piece| (board.attacks_from(*piece) & around).any()).count();
    ensure(found == usize::from(count) && found > 0, format!("{found} pieces attack there"))
}

pub fn development(case: &Case, white: u8, black: u8) -> Told {
    for (color, said) in [(Color::White, white), (Color::Black, black)] {
        let home = |file, role| {
            let rank = color.fold_wb(shakmaty::Rank::First, shakmaty::Rank::Eighth);
            man(&case.now, Square::from_coords(file, rank)) == Some(Piece { color, role })
        };
        let knights = [File::B, File::G].into_iter().filter(|file| home(*file, Role::Knight)).count();
        let bishops = [File::C, File::F].into_iter().filter(|file| home(*file, Role::Bishop)).count();
        let board = case.now.board();
        let all = board.by_color(color) & (board.knights() | board.bishops());
        let found = all.count() - knights - bishops;
        ensure(found == usize::from(said), format!("{found} of {color}'s have left, not {said}"))?;
    }
    Ok(())
}

pub fn space(case: &Case, said: [u8; 2]) -> Told {
    let room = |owner: Color| {
        let middle = zone(2..=5, owner, 2..=4);
        let hit = pawns(case, !owner)
            .into_iter()
            .fold(Bitboard::EMPTY, |all, pawn| all | attacks::pawn_attacks(!owner, pawn));
        (middle & !hit & !pawns(case, owner)).count()
    };
    let found = [room(Color::White), room(Color::Black)];
    ensure(found == said.map(usize::from), format!("it is {found:?}"))?;
    let [ours, theirs] = if case.side == Color::White { found } else { [found[1], found[0]] };
    ensure(ours > theirs, "it favours the side with less")
}

/// What the evaluation counts is not known here; what frames it is.
pub fn term_differs(case: &Case, hundredths: i16) -> Told {
    case.needed_move()?;
    ensure(case.at.turn() == case.side, "the favoured side did not move")?;
    ensure(case.line.len() >= 5, "the line is too short to have an end")?;
    ensure((15..=2000).contains(&hundredths), format!("{hundredths} hundredths are not worth a word"))?;
    case.leave_untold("the evaluation's terms");
    Ok(())
}

pub fn imbalance(case: &Case, surplus: [i8; 5]) -> Told {
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let count = |color, role| case.now.board().by_piece(Piece { color, role }).count() as i8;
    let found = roles.map(|role| count(Color::White, role) - count(Color::Black, role));
    ensure(found == surplus, format!("it is {found:?}"))?;
    let both = found.iter().any(|more| *more > 0) && found.iter().any(|more| *more < 0);
    ensure(both, "nothing differs in kind")
}

pub fn opening(case: &Case, eco: &str, name: &str) -> Told {
    let code =
        matches!(eco.as_bytes(), [b'A'..=b'E', tens, ones] if tens.is_ascii_digit() && ones.is_ascii_digit());
    ensure(code && !name.trim().is_empty(), format!("{eco:?} {name:?} is no opening"))?;
    let Some((code, family)) = case.checker.opening(&case.now) else {
        case.leave_untold("the opening's name");
        return Ok(());
    };
    ensure(code == eco, format!("its code is {code}"))?;
    let said = name.split([':', ',']).next().unwrap_or(name).trim();
    ensure(said == family, format!("it belongs to the {family}"))
}
