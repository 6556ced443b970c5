//! What the tablebases say.

use shakmaty::{Chess, Color, File, Position, Role, Square};

use super::{Told, ensure};
use crate::brute::Brute;
use crate::case::Case;
use crate::exchange::{see, see_on};
use crate::ground::{balance, king, man, own_rank, passed};
use crate::schema::{Goal, Truth};

fn value(case: &Case, position: &Chess, side: Color) -> Result<i32, String> {
    case.checker.table_value(position, side)
}

fn turned(case: &Case) -> Result<Chess, String> {
    passed(&case.now).ok_or_else(|| "nobody can pass in check".to_owned())
}

pub fn opposition(case: &Case, holder: Color) -> Told {
    let (white, black) = (king(&case.now, Color::White), king(&case.now, Color::Black));
    let (white, black) = white.zip(black).ok_or("no kings")?;
    let board = case.now.board();
    ensure((board.occupied() & !board.pawns() & !board.kings()).is_empty(), "there are pieces on the board")?;
    let on_line = white.file() == black.file() || white.rank() == black.rank();
    ensure(on_line && white.distance(black).is_multiple_of(2), "the kings do not face each other so")?;
    ensure(
        holder == case.side && case.now.turn() != holder,
        "its holder is to move, or it favours the other",
    )?;
    let (here, there) = (value(case, &case.now, holder)?, value(case, &turned(case)?, holder)?);
    ensure(here > there, format!("the turn does not matter ({here}, {there})"))
}

pub fn key_square(case: &Case, square: Square, pawn: Square) -> Told {
    let owner = case.side;
    ensure(man(&case.now, pawn) == Some(Role::Pawn.of(owner)), format!("no such pawn on {pawn}"))?;
    ensure(king(&case.now, owner) == Some(square), format!("the king is not on {square}"))?;
    ensure(case.now.board().occupied().count() == 3, "it is not king and pawn against king")?;
    ensure(is_key(square, pawn, owner), format!("{square} is no key square of a pawn on {pawn}"))?;
    let theirs = king(&case.now, !owner).ok_or("no king")?.distance(pawn);
    let theirs = theirs - u32::from(case.now.turn() != owner);
    let near = square.distance(pawn) == 1 || theirs >= square.distance(pawn);
    ensure(near, "the other king is nearer to the pawn")?;
    let value = value(case, &case.now, owner)?;
    ensure(value == 1, "the tables say it is not won")
}

/// The textbook's squares from which a king brings its pawn home.
fn is_key(square: Square, pawn: Square, owner: Color) -> bool {
    let (rank, pawns) = (own_rank(owner, square), own_rank(owner, pawn));
    let files = square.file().distance(pawn.file());
    match pawn.file() {
        File::A => square.file() == File::B && rank >= 7,
        File::H => square.file() == File::G && rank >= 7,
        _ if files > 1 => false,
        _ => match pawns {
            2..=4 => rank == pawns + 2,
            5 | 6 => rank == pawns + 1 || rank == pawns + 2,
            7 => rank == 7 && files == 1,
            _ => false,
        },
    }
}

pub fn fortress(case: &Case, points: u8) -> Told {
    let behind = -balance(&case.now, case.side);
    ensure(behind == i32::from(points) && behind >= 3, format!("the side is {behind} behind"))?;
    let board = case.now.board();
    let heavy = board.by_color(!case.side) & (board.pawns() | board.rooks() | board.queens());
    ensure(heavy.any(), "the other side cannot mate anyway")?;
    let other = turned(case)?;
    let mine = if case.now.turn() == case.side { &case.now } else { &other };
    for square in board.by_color(!case.side) {
        let won = see_on(mine, square, None).unwrap_or(0);
        ensure(won <= 0, format!("the man on {square} falls"))?;
    }
    for position in [&case.now, &other] {
        let value = value(case, position, case.side)?;
        ensure(value == 0, format!("the tables say {value}"))?;
    }
    Ok(())
}

pub fn zugzwang(case: &Case) -> Told {
    if case.finding.truth == Truth::Opinion {
        case.leave_untold("an opinion");
        return Ok(());
    }
    let mover = case.now.turn();
    ensure(mover != case.side, "it favours the side that is to move")?;
    let (here, there) = (value(case, &case.now, mover)?, value(case, &turned(case)?, mover)?);
    ensure(here < there, format!("a pass would not be better ({here}, {there})"))
}

pub fn simplification(case: &Case, value: i8) -> Told {
    if case.finding.truth == Truth::Opinion {
        case.leave_untold("an opinion");
        return Ok(());
    }
    let mv = case.needed_move()?;
    let tree = case.proof()?;
    ensure(tree.begin() == case.at && tree.first() == Some(mv), "the proof does not begin with the move")?;
    ensure(mv.is_capture() && see(case.at, mv) <= 0, "the move exchanges nothing")?;
    ensure((0..=1).contains(&value), format!("{value} is nothing to simplify to"))?;
    ensure(matches!(tree.goal(), Goal::Table(proven) if proven >= value), "the proof is of something else")
}

pub fn table_value(case: &Case, said: i8, moves: Option<u16>) -> Told {
    ensure(case.finding.truth == Truth::Table, "it is said of the tables")?;
    let found = value(case, &case.now, case.now.turn())?;
    ensure(found == i32::from(said), format!("the tables say {found}"))?;
    ensure(moves.is_none() || said != 0, "a draw has no moves to mate")?;
    let Some(moves) = moves else { return Ok(()) };
    if moves == 0 || moves > 4 {
        case.leave_untold("how many moves to mate");
        return ensure(moves > 0 || case.now.is_checkmate(), "there is no mate on the board");
    }
    let brute = Brute::default();
    let within =
        |moves: u8| if said > 0 { brute.mates(&case.now, moves) } else { brute.mated(&case.now, moves) };
    let moves = moves as u8;
    match within(moves).zip(within(moves - 1)) {
        Some((true, false)) => Ok(()),
        Some(_) => Err(format!("the mate does not take {moves} moves")),
        None => {
            case.leave_untold("how many moves to mate");
            Ok(())
        }
    }
}
