//! What the endgame tables say.

use shakmaty::{Chess, Color, Position, Role, Square};

use super::{Told, ensure};
use crate::brute::Brute;
use crate::case::Case;
use crate::ground::{king, man, passed};
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
    let value = value(case, &case.now, owner)?;
    ensure(value == 1, "the tables say it is not won")
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
    let tree = case.proof()?;
    ensure(matches!(tree.goal(), Goal::Table(proven) if proven >= value), "the proof is of something else")?;
    ensure(case.line.iter().any(|step| step.mv.is_capture()), "the line exchanges nothing")
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
