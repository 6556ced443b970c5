//! What the tablebases say of moves and of squares.

use quevedo_rules::{Board, Square};
use quevedo_tables::{Endgames, JudgedMove, Metric, Value, Wdl};

use crate::problem::Problem;
use crate::tell::{Code, TableMove, TableResult, TableValue};

/// Every move with what the tables say of it, the best first.
pub(crate) fn moves(endgames: &Endgames, board: &Board) -> Option<Vec<TableMove>> {
    let mut judged = endgames.judge_moves(board, true)?;
    // The quickest mate first; of lost moves, the longest way.
    judged.sort_by_key(|one| core::cmp::Reverse((one.outcome, distance_rank(one))));
    let told = |one: &JudgedMove| TableMove {
        uci: board.uci(one.mv).to_string(),
        san: board.san(one.mv).to_string(),
        value: TableValue { result: result(one.outcome), mate: one.to_mate.map(|plies| plies.div_ceil(2)) },
    };
    Some(judged.iter().map(told).collect())
}

/// Grows as the distance gets better for the side that moves.
fn distance_rank(one: &JudgedMove) -> i32 {
    let plies = i32::from(one.to_mate.or(one.to_zeroing).unwrap_or(0));
    if one.outcome > Wdl::Draw { -plies } else { plies }
}

fn result(outcome: Wdl) -> TableResult {
    match outcome {
        Wdl::Loss => TableResult::Loss,
        Wdl::BlessedLoss => TableResult::BlessedLoss,
        Wdl::Draw => TableResult::Draw,
        Wdl::CursedWin => TableResult::CursedWin,
        Wdl::Win => TableResult::Win,
    }
}

/// What the tables say with the man of a square on every square, for the side to move.
pub(crate) fn map(
    endgames: &Endgames,
    board: &Board,
    square: &str,
) -> Result<Vec<Option<TableValue>>, Problem> {
    let missing = || Problem::new(Code::Missing, format!("no man stands on \"{}\"", shown(square)));
    let from: Square = square.parse().map_err(|_| missing())?;
    let values = endgames.own().map(Metric::Mate, board, from).ok_or_else(missing)?;
    let told = |value: Value| TableValue { result: result(value.outcome()), mate: value.moves() };
    Ok(values.into_iter().map(|value| value.map(told)).collect())
}

fn shown(text: &str) -> String {
    text.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        Board::from_fen(fen).expect("a position")
    }

    #[test]
    fn the_best_move_comes_first() {
        let endgames = Endgames::builtin().expect("tables");
        let moves = moves(&endgames, &board("k7/8/1K6/8/8/8/8/7R w - - 0 1")).expect("a known ending");
        assert_eq!((moves[0].san.as_str(), moves[0].value.mate), ("Rh8#", Some(1)));
        assert_eq!(moves[0].value.result, TableResult::Win);
        assert!(super::moves(&endgames, &Board::start()).is_none());
    }

    #[test]
    fn a_map_has_every_square() {
        let endgames = Endgames::builtin().expect("tables");
        let krk = board("8/8/8/4k3/8/8/3R4/4K3 w - - 0 1");
        let map = map(&endgames, &krk, "e5").expect("a map");
        assert_eq!(map.len(), 64);
        assert!(map[3].is_none(), "in check with White to move");
        assert_eq!(map[56].map(|value| value.result), Some(TableResult::Win));
        assert!(super::map(&endgames, &krk, "a1").is_err() && super::map(&endgames, &krk, "x9").is_err());
    }
}
