//! How soon the random machine is mated.

use quevedo_arena::{Adjudication, Opening};
use quevedo_rules::Board;

use super::super::duel;
use super::super::{Bench, Halt, Table};
use crate::shannon::{Extent, Machine, Strategy};

/// Games against the random machine from the first position, and the move on which it was mated.
pub(super) fn table(bench: &Bench<'_>, type_b: Extent) -> Result<Table, Halt> {
    let games = bench.scale.pick(1, 10, 30);
    let teachers = [Strategy::TypeA(2), Strategy::TypeA(3), Strategy::TypeB(type_b)];
    let places = |teacher: usize| (0..games).map(move |game| (teacher, game));
    let jobs: Vec<(usize, u64)> = (0..teachers.len()).flat_map(places).collect();
    let rules = Adjudication { most_moves: Some(bench.scale.pick(12, 100, 100)), ..Adjudication::default() };
    let opening = Opening::from_board(Board::start());
    let name = |&(teacher, game): &(usize, u64)| format!("{}, game {game}", teachers[teacher].name());
    let found = bench.each("against random", &jobs, name, |&(teacher, game)| {
        // As in the paper's example, random has White.
        let mut white = Machine::new(Strategy::Random, bench.seed ^ game);
        let mut black = Machine::new(teachers[teacher], !bench.seed ^ game);
        let played = duel::record(bench, &opening, [&mut white, &mut black], rules);
        let end = played.map(|game| *game.board());
        let mated = end.filter(|board| board.in_check() && !board.has_legal_moves());
        mated
            .filter(|board| board.turn() == quevedo_rules::Color::White)
            .map(|board| board.fullmove_number() - 1)
    })?;
    let mut table =
        Table::new("against-random", "How soon random is mated", ["machine", "game", "mated on move"]).long();
    for ((teacher, game), found) in jobs.iter().zip(found) {
        let when = found.map_or(String::new(), |number: u16| number.to_string());
        table.row([teachers[*teacher].name(), (game + 1).to_string(), when]);
    }
    Ok(table)
}
