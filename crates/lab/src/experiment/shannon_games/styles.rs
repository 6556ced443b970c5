//! Section 7: the statistical element, and what other coefficients make of a player.

use std::collections::HashSet;

use quevedo_arena::stats::Tally;
use quevedo_arena::{Adjudication, Opening};
use quevedo_eval::shannon::{Counts, Formula};
use quevedo_rules::{Board, Color};

use super::super::duel;
use super::super::evidence::{EloRange, mean, told};
use super::super::{Bench, Halt, Table};
use crate::shannon::{Machine, Strategy, Style};

/// Margins of "nearly equal value", in tenths of a pawn; `None` is a machine that always plays the first of the
/// best moves.
const MARGINS: [Option<i32>; 4] = [None, Some(0), Some(2), Some(5)];
const PLIES: u32 = 2;

fn margin_name(margin: Option<i32>) -> String {
    match margin {
        None => "none: the first of the best".to_owned(),
        Some(0) => "equal value".to_owned(),
        Some(margin) => format!("within {:.1} pawns", f64::from(margin) / 10.0),
    }
}

/// Without a statistical element the seed is the same in every game.
fn with_margin(margin: Option<i32>, seed: u64) -> Machine {
    let machine = Machine::new(Strategy::TypeA(PLIES), if margin.is_none() { 0 } else { seed });
    machine.with_margin(margin.unwrap_or(0))
}

/// How many different games a machine plays against the same opponent, and what the variety costs.
pub(super) fn variety(bench: &Bench<'_>) -> Result<Table, Halt> {
    let (games, plies) = (bench.scale.pick(2, 12, 40), 16);
    let places = |margin: usize| (0..games).map(move |game| (margin, game));
    let jobs: Vec<(usize, u64)> = (0..MARGINS.len()).flat_map(places).collect();
    let name = |&(margin, game): &(usize, u64)| format!("{}, game {game}", margin_name(MARGINS[margin]));
    let lines = bench.each("variety", &jobs, name, |&(margin, game)| {
        let seed = bench.seed.wrapping_add(game.wrapping_mul(0x9e37_79b9));
        let (mut one, mut other) = (with_margin(MARGINS[margin], seed), with_margin(None, 0));
        let mut board = Board::start();
        let mut line = String::new();
        for ply in 0..plies {
            let machine = if ply % 2 == 0 { &mut one } else { &mut other };
            let Some(mv) = machine.choose(&board) else { break };
            line.extend([board.san(mv).to_string().as_str(), " "]);
            board = board.play(mv);
        }
        line
    })?;
    let rules = Adjudication { most_moves: Some(bench.scale.pick(12, 100, 100)), ..Adjudication::default() };
    let openings = Opening::builtin();
    let matches: Vec<(usize, u64)> = jobs.iter().copied().filter(|(margin, _)| *margin > 0).collect();
    let points = bench.each("variety, matches", &matches, name, |&(margin, game)| {
        let seed = bench.seed ^ game;
        let (mut one, mut other) = (with_margin(MARGINS[margin], seed), with_margin(Some(0), !seed));
        let opening = duel::opening(&openings, (game * 11 / 2 * 2 + game % 2) as usize);
        duel::play(bench, &opening, [&mut one, &mut other], game % 2 == 0, rules)
    })?;
    let heads = ["statistical element", "games", "different after 8 moves", "won", "drawn", "lost", "Elo"];
    let title = format!(
        "The statistical element: type A, {PLIES} plies, against the machine without one, and against equal value"
    );
    let mut table = Table::new("variety", title, heads);
    for (place, margin) in MARGINS.iter().enumerate() {
        let mine = jobs.iter().zip(&lines).filter(|((of, _), _)| *of == place);
        let different: HashSet<&String> = mine.map(|(_, line)| line).collect();
        let played = matches.iter().zip(&points).filter(|((of, _), _)| *of == place);
        let tally: Tally = duel::tally(played.filter_map(|(_, points)| *points));
        let mut cells = vec![margin_name(*margin), games.to_string(), different.len().to_string()];
        if let Some(range) = EloRange::of(&tally) {
            cells.extend([tally.wins, tally.draws, tally.losses].map(|count| count.to_string()));
            cells.push(range.words());
        }
        table.row(cells);
    }
    Ok(table)
}

/// Our weak pawns, theirs, our legal moves, theirs, as means over moves 10 to 30 of a game.
type Habits = [f64; 4];

/// What each style does on the board, against the paper's own.
pub(super) fn table(bench: &Bench<'_>) -> Result<Table, Halt> {
    let games = bench.scale.pick(2, 10, 40);
    let styles: Vec<Style> =
        Style::ALL.into_iter().filter(|style| style.name != Style::SHANNON.name).collect();
    let places = |style: usize| (0..games).map(move |game| (style, game));
    let jobs: Vec<(usize, u64)> = (0..styles.len()).flat_map(places).collect();
    let rules = Adjudication { most_moves: Some(bench.scale.pick(12, 31, 31)), ..Adjudication::default() };
    let openings = Opening::builtin();
    let name = |&(style, game): &(usize, u64)| format!("{}, game {game}", styles[style].name);
    let found = bench.each("styles", &jobs, name, |&(style, game)| {
        let seed = bench.seed ^ game;
        let mut one = Machine::new(Strategy::TypeA(PLIES), seed).with_style(styles[style]);
        let mut other = Machine::new(Strategy::TypeA(PLIES), !seed);
        let opening = duel::opening(&openings, game as usize);
        let color = if game % 2 == 0 { Color::White } else { Color::Black };
        let played = match color {
            Color::White => duel::record(bench, &opening, [&mut one, &mut other], rules),
            Color::Black => duel::record(bench, &opening, [&mut other, &mut one], rules),
        };
        played.map(|game| habits(game.boards(), color))
    })?;
    let heads =
        ["style", "game", "weak pawns", "weak pawns of the rival", "legal moves", "legal moves of the rival"];
    let title = format!("Styles: type A, {PLIES} plies, against the paper's coefficients, moves 10 to 30");
    let mut table = Table::new("styles", title, heads).long();
    for ((style, game), found) in jobs.iter().zip(found) {
        let cells = found.flatten().unwrap_or_default().map(|value: f64| format!("{value:.3}"));
        table.row([styles[*style].name.to_owned(), (game + 1).to_string()].into_iter().chain(cells));
    }
    let mut words = Vec::new();
    for style in &styles {
        let mine = || table.rows.iter().filter(|row| row[0] == style.name);
        let gap = |ours: usize| -> Vec<f64> {
            mine()
                .filter_map(|row| Some(row[ours].parse::<f64>().ok()? - row[ours + 1].parse::<f64>().ok()?))
                .collect()
        };
        words.push(format!(
            "{}: weak pawns {}, legal moves {}",
            style.name,
            told(mean(&gap(2)), 2),
            told(mean(&gap(4)), 2)
        ));
    }
    Ok(table.noted(format!("Means, ours less the rival's: {}.", words.join("; "))))
}

fn habits(boards: &[Board], color: Color) -> Option<Habits> {
    let counted: Vec<Habits> = boards
        .iter()
        .filter(|board| (10..=30).contains(&board.fullmove_number()))
        .map(|board| {
            let formula = Formula::of(board);
            let weak = |counts: &Counts| f64::from(counts.doubled + counts.backward + counts.isolated);
            let (ours, theirs) = match color {
                Color::White => (formula.white, formula.black),
                Color::Black => (formula.black, formula.white),
            };
            [weak(&ours), weak(&theirs), f64::from(ours.mobility), f64::from(theirs.mobility)]
        })
        .collect();
    let count = counted.len() as f64;
    (count > 0.0)
        .then(|| core::array::from_fn(|place| counted.iter().map(|it| it[place]).sum::<f64>() / count))
}
