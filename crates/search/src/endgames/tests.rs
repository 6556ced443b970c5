use std::path::Path;
use std::time::Instant;

use quevedo_eval::AnyEvaluator;
use quevedo_rules::{Color, Man, Piece, Setup, Square};
use quevedo_tables::{Ending, Library, Metric, Unwatched, Value, generate, write};
use quevedo_testkit::{Random, is_full_run, shared_or_skip};

use super::*;
use crate::heuristic::{HeuristicSet, Play, Tunable};
use crate::limits::Limits;
use crate::pool::{Pool, Searcher};
use crate::table::Table;

fn board(fen: &str) -> Board {
    Board::from_fen(fen).expect("a legal position")
}

fn pool(tables: Option<TableUse>) -> Pool<Play> {
    let mut pool = Pool::new(Play, Arc::new(Table::new(1).expect("one mebibyte")), AnyEvaluator::classical);
    pool.set_endgames(tables);
    pool
}

/// The end of a search, and its last report of each line.
fn search<P: Profile>(
    pool: &mut Pool<P>,
    board: &Board,
    history: &[Key],
    limits: &Limits,
    lines: usize,
) -> (SearchResult, Vec<Report>) {
    let budget = Budget::unlimited(Instant::now());
    let mut last: Vec<Report> = Vec::new();
    let outcome = pool.search(board, history, limits, &budget, lines, &mut |report| {
        last.truncate(report.multi_pv - 1);
        last.push(report.clone());
    });
    (outcome, last)
}

/// Lets a pool play both sides until mate; the plies that it took. No draw may come before.
fn play_out(pool: &mut Pool<Play>, start: &Board, limits: &Limits) -> usize {
    let mut game = quevedo_rules::Game::new(*start);
    let mut plies = 0;
    loop {
        let board = *game.board();
        if !board.has_legal_moves() {
            assert!(board.in_check(), "stalemate: {}", board.fen());
            return plies;
        }
        assert!(game.claim().is_none(), "a draw can be claimed: {} from {}", board.fen(), start.fen());
        let history = game.repeatable_keys();
        let (outcome, _) = search(pool, &board, &history, limits, 1);
        assert!(game.play(outcome.best.expect("a move")).is_ok());
        plies += 1;
    }
}

/// Random positions with these men that the side to move wins.
fn won_positions(endgames: &Endgames, name: &str, count: usize, seed: u64) -> Vec<Board> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let Some(board) = random_position(&mut random, name) else { continue };
        if endgames.outcome(&board, true) == Some(Wdl::Win) {
            found.push(board);
        }
    }
    found
}

/// A position with the men of a name like `KQKR`, if chance makes a legal one.
fn random_position(random: &mut Random, name: &str) -> Option<Board> {
    let mut setup = Setup::EMPTY;
    setup.turn = random.pick(&Color::ALL);
    let mut color = random.pick(&Color::ALL);
    for letter in name.chars() {
        let piece = Piece::from_char(letter).expect("a piece");
        if piece == Piece::King {
            color = !color;
        }
        setup.put(Square::new(random.below(64) as u8), Man::new(color, piece));
    }
    Board::try_from(setup).ok().filter(|board| board.occupied().len() as usize == name.len())
}

#[test]
fn endings_of_three_men_are_won_in_the_fewest_moves() {
    let tables = TableUse::builtin().expect("tables");
    let endgames = Arc::clone(&tables.endgames);
    let mut pool = pool(Some(tables));
    let games = if is_full_run() { 2_000 } else { 30 };
    for name in ["KQK", "KRK", "KPK"] {
        for start in won_positions(&endgames, name, games, 3) {
            let known = endgames.own().probe_dtm(&start).and_then(Value::plies);
            let (outcome, lines) = search(&mut pool, &start, &[], &Limits::depth(1), 1);
            assert_eq!(outcome.score.plies_to_mate(), known.map(u32::from), "{}", start.fen());
            assert_eq!(lines[0].line.len(), usize::from(known.expect("a win")), "a mate's line is complete");
            assert_eq!(Some(play_out(&mut pool, &start, &Limits::depth(1)) as u16), known);
        }
    }
}

/// Makes the tables of bishop and knight against the bare king, and puts them into a folder.
fn bishop_and_knight(folder: &Path, metrics: &[Metric]) -> TableUse {
    for &metric in metrics {
        let mut library = Library::new(metric);
        let ending: Ending = "KBNK".parse().expect("an ending");
        for next in ending.with_successors() {
            library.add(generate(next, metric, &library, &Unwatched).expect("a table"));
        }
        let mut bytes = Vec::new();
        write(library.table(ending).expect("a table"), &mut bytes).expect("bytes");
        std::fs::write(folder.join(format!("KBNK.{metric}")), bytes).expect("a file");
    }
    let (endgames, notes) = Endgames::open(&[folder.to_owned()], &[]).expect("tables");
    assert!(notes.is_empty(), "{notes:?}");
    TableUse::of(Arc::new(endgames))
}

#[test]
fn bishop_and_knight_win_with_either_table() {
    let folder = tempfile::tempdir().expect("a folder");
    // Distances to the next capture alone: the search chooses how to win, and must not be late.
    let tables = bishop_and_knight(folder.path(), &[Metric::Zeroing]);
    let starts = won_positions(&tables.endgames, "KBNK", 3, 9);
    let mut by_search = pool(Some(tables));
    for start in &starts {
        assert!(play_out(&mut by_search, start, &Limits::depth(4)) <= 100);
    }
    // With distances to mate: as short as can be.
    let tables = bishop_and_knight(folder.path(), &[Metric::Mate]);
    let endgames = Arc::clone(&tables.endgames);
    let mut by_tables = pool(Some(tables));
    for start in won_positions(&endgames, "KBNK", 20, 10) {
        let known = endgames.own().probe_dtm(&start).and_then(Value::plies);
        assert_eq!(Some(play_out(&mut by_tables, &start, &Limits::depth(1)) as u16), known);
    }
}

#[test]
fn all_lines_of_a_known_root_are_told() {
    let mut pool = pool(TableUse::builtin());
    // All moves but those that lose the queen win.
    let root = board("8/8/8/4k3/8/8/8/3QK3 w - - 0 1");
    let moves = root.legal_moves().len();
    let (outcome, lines) = search(&mut pool, &root, &[], &Limits::depth(1), 100);
    assert_eq!((lines.len(), outcome.score.plies_to_mate()), (moves, Some(13)));
    assert!(lines.is_sorted_by(|one, other| one.score >= other.score));
    assert!(lines[0].score.is_mate() && lines.iter().all(|line| line.table_hits > 0));
    // Only one move draws. It alone is searched, but all are told.
    let root = board("8/5k2/8/4K3/4P3/8/8/8 b - - 0 1");
    let (outcome, lines) = search(&mut pool, &root, &[], &Limits::depth(6), 100);
    assert_eq!((outcome.score, lines.len()), (Score::DRAW, root.legal_moves().len()));
    assert_eq!(lines[0].score, Score::DRAW);
    assert!(lines.last().is_some_and(|line| line.score.is_lost()));
}

#[test]
fn wanted_moves_are_obeyed() {
    let mut pool = pool(TableUse::builtin());
    let root = board("8/8/8/4k3/8/8/8/3QK3 w - - 0 1");
    let wanted = root.parse_uci("d1d5").expect("a legal move");
    let limits = Limits { search_moves: vec![wanted], ..Limits::depth(4) };
    let (outcome, _) = search(&mut pool, &root, &[], &limits, 1);
    assert_eq!((outcome.best, outcome.score), (Some(wanted), Score::DRAW), "the queen is lost");
}

#[test]
fn the_tree_asks_the_tables() {
    // White takes the last pawn but one and wins with the other: known after two captures.
    let root = board("8/8/8/8/2k5/3p4/1P1K4/8 w - - 0 1");
    let (with, lines) = search(&mut pool(TableUse::builtin()), &root, &[], &Limits::depth(14), 1);
    assert!(lines[0].table_hits > 0 && with.score.is_decided() == with.score.is_won());
    let (_, lines) = search(&mut pool(None), &root, &[], &Limits::depth(6), 1);
    assert_eq!(lines[0].table_hits, 0);
    let table = Arc::new(Table::new(1).expect("one mebibyte"));
    let heuristics = HeuristicSet::ALL.without(Heuristic::EndgameTables);
    let mut without = Pool::new(Tunable { heuristics, ..Tunable::default() }, table, AnyEvaluator::classical);
    without.set_endgames(TableUse::builtin());
    let (_, lines) = search(&mut without, &root, &[], &Limits::depth(10), 1);
    assert_eq!(lines[0].table_hits, 0, "a switch for experiments");
}

#[test]
fn limits_of_probing_are_kept() {
    let root = board("8/8/8/8/2k5/3p4/1P1K4/8 w - - 0 1");
    let hits = |change: &dyn Fn(&mut TableUse)| {
        let mut tables = TableUse::builtin().expect("tables");
        change(&mut tables);
        search(&mut pool(Some(tables)), &root, &[], &Limits::depth(8), 1).1[0].table_hits
    };
    let all = hits(&|_| {});
    assert!(all > 0);
    assert_eq!(hits(&|tables| tables.probe_limit = 2), 0);
    assert!(hits(&|tables| tables.probe_depth = Depth(4)) < all);
}

#[test]
fn wins_that_come_too_late_are_draws() {
    let folder = shared_or_skip!("wins_that_come_too_late_are_draws").join("syzygy");
    let (endgames, _) = Endgames::open(&[], &[folder]).expect("Syzygy tables");
    let mut tables = TableUse::of(Arc::new(endgames));
    // Two bishops win against a knight, but not within fifty moves.
    let root = board("7b/8/6b1/8/5Nk1/4K3/8/8 b - - 0 1");
    let judged = tables.endgames.judge_moves(&root, true).expect("known moves");
    let best = judged.iter().map(|judged| judged.outcome).max();
    let (with_rule, _) = search(&mut pool(Some(tables.clone())), &root, &[], &Limits::depth(4), 1);
    assert_eq!((best, with_rule.score), (Some(Wdl::CursedWin), Score::DRAW));
    tables.fifty_moves = false;
    let (without, _) = search(&mut pool(Some(tables)), &root, &[], &Limits::depth(4), 1);
    assert!(without.score.is_won());
}

/// Syzygy's distances alone win within the fifty-move rule, against the longest defence that they know.
#[test]
fn syzygy_alone_wins_in_time() {
    let folder = shared_or_skip!("syzygy_alone_wins_in_time").join("syzygy");
    let (endgames, _) = Endgames::open(&[], &[folder]).expect("Syzygy tables");
    let tables = TableUse::of(Arc::new(endgames));
    let endgames = Arc::clone(&tables.endgames);
    let mut pool = pool(Some(tables));
    let games = if is_full_run() { 50 } else { 2 };
    for name in ["KQKR", "KBBK", "KPKP", "KRPK", "KQRKR"] {
        for start in won_positions(&endgames, name, games, 21) {
            play_out(&mut pool, &start, &Limits::depth(5));
        }
    }
}

#[test]
fn circles_end_with_the_shortest_way() {
    let judged = |mv: Move, to_zeroing| JudgedMove {
        mv,
        outcome: Wdl::Win,
        to_mate: None,
        to_zeroing: Some(to_zeroing),
    };
    let root = board("8/8/8/4k3/8/2r5/8/3QK3 w - - 0 1");
    let moves = root.legal_moves();
    let class = vec![judged(moves[0], 9), judged(moves[1], 5), judged(moves[2], 7)];
    assert_eq!(keep(&root, &[], Wdl::Win, class.clone()), class);
    assert_eq!(keep(&root, &[root.key()], Wdl::Win, class.clone()), [class[1]]);
    // A move back to where the game has been is no progress.
    let mates: Vec<JudgedMove> =
        class.iter().map(|judged| JudgedMove { to_mate: judged.to_zeroing, ..*judged }).collect();
    assert_eq!(keep(&root, &[], Wdl::Win, mates.clone()), [mates[1]]);
    assert_eq!(keep(&root, &[root.play(moves[1]).key()], Wdl::Win, mates.clone()), [mates[2]]);
}

/// Plays a drawn position, the other side answering with the drawing move that takes most; the plies until the side to
/// move first has lost its last pawn, or a limit.
fn plies_with_pawns(pool: &mut Pool<Play>, start: &Board, limits: &Limits, limit: usize) -> usize {
    let endgames = Arc::new(Endgames::builtin().expect("tables"));
    let mut game = quevedo_rules::Game::new(*start);
    let us = start.turn();
    for ply in 0..limit {
        let board = *game.board();
        if board.colored(us, Piece::Pawn).is_empty() || !board.has_legal_moves() {
            return ply;
        }
        let mv = if board.turn() == us {
            search(pool, &board, &game.repeatable_keys(), limits, 1).0.best.expect("a move")
        } else {
            let judged = endgames.judge_moves(&board, true).expect("known moves");
            let best = judged.iter().map(|it| it.outcome).max();
            let holds = judged.iter().filter(|it| Some(it.outcome) == best);
            holds.max_by_key(|it| it.mv.is_capture()).expect("a move").mv
        };
        assert!(game.play(mv).is_ok());
    }
    limit
}

#[test]
fn a_drawn_pawn_is_not_given_away() {
    let mut pool = pool(TableUse::builtin());
    let limits = Limits::nodes(3_000);
    for fen in [
        "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
        "8/8/8/3k4/8/8/3P4/3K4 w - - 0 1",
        "8/8/8/8/1k6/8/1P6/1K6 w - - 0 1",
    ] {
        let start = board(fen);
        assert_eq!(
            TableUse::builtin().and_then(|it| it.endgames.outcome(&start, true)),
            Some(Wdl::Draw),
            "{fen}"
        );
        assert!(plies_with_pawns(&mut pool, &start, &limits, 40) >= 40, "{fen}");
    }
}

#[test]
fn a_known_draw_is_told_as_one() {
    let mut pool = pool(TableUse::builtin());
    let root = board("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1");
    let (outcome, lines) = search(&mut pool, &root, &[], &Limits::nodes(2_000), 3);
    assert_eq!((outcome.score, outcome.lines[0].score), (Score::DRAW, Score::DRAW));
    assert!(lines.iter().all(|line| line.table_draw && line.score == Score::DRAW));
    let root = board("8/5k2/8/4K3/4P3/8/8/8 b - - 0 1");
    let (_, lines) = search(&mut pool, &root, &[], &Limits::depth(4), 100);
    assert!(lines[0].table_draw && lines.last().is_some_and(|lost| !lost.table_draw));
}
