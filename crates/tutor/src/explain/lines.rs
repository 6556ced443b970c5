//! The lines that an explanation compares: all from one search, at one depth, so that their numbers cannot contradict each other.

use std::collections::BTreeMap;

use quevedo_engine::{Engine, EngineError, Limits, Options, Report, Update};
use quevedo_rules::{Game, Move};
use quevedo_value::Wdl;

/// What a search said of one line.
pub(crate) type Line = (Report, Wdl);

/// How much of the work goes into picking the candidates: one part of so many.
const PICKING: u32 = 5;

/// Lines of one depth, the best first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    pub(crate) now: Vec<Line>,
    /// The same moves an iteration earlier.
    pub(crate) before: Vec<Line>,
    pub(crate) nodes: u64,
}

impl Lines {
    /// The place of a move.
    pub(crate) fn place(&self, mv: Move) -> Option<usize> {
        self.now.iter().position(|(report, _)| report.line.first() == Some(&mv))
    }

    /// How much of the expected points a move gives away, at the last depth and at the one before, whichever is less: a loss that
    /// only one depth sees is not told.
    pub(crate) fn loss(&self, mv: Move) -> f64 {
        let now = loss_among(&self.now, mv).unwrap_or(0.0);
        loss_among(&self.before, mv).map_or(now, |before| now.min(before))
    }
}

fn loss_among(lines: &[Line], mv: Move) -> Option<f64> {
    let best = lines.first()?.1.expectation();
    let own = lines.iter().find(|(report, _)| report.line.first() == Some(&mv))?.1.expectation();
    Some((best - own).max(0.0))
}

/// Searches the `count` best moves together with those that are `wanted`.
pub(crate) fn search(
    engine: &mut Engine,
    game: &Game,
    wanted: &[Move],
    count: usize,
    limits: &Limits,
) -> Result<Lines, EngineError> {
    let first = search_some(engine, game, Vec::new(), count, &part(limits, 1))?;
    let mut moves: Vec<Move> =
        first.now.iter().filter_map(|(report, _)| report.line.first().copied()).collect();
    for &mv in wanted {
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    let count = moves.len();
    let mut all = search_some(engine, game, moves, count, &part(limits, PICKING - 1))?;
    all.nodes += first.nodes;
    Ok(all)
}

/// So many parts of the whole work. A depth stays what it is.
fn part(limits: &Limits, parts: u32) -> Limits {
    let share = |nodes: u64| (nodes * u64::from(parts) / u64::from(PICKING)).max(1);
    Limits {
        nodes: limits.nodes.map(share),
        soft_nodes: limits.soft_nodes.map(share),
        move_time: limits.move_time.map(|time| time * parts / PICKING),
        ..limits.clone()
    }
}

fn search_some(
    engine: &mut Engine,
    game: &Game,
    moves: Vec<Move>,
    count: usize,
    limits: &Limits,
) -> Result<Lines, EngineError> {
    let count = count.clamp(1, game.board().legal_moves().len().max(1));
    engine.configure(Options { multi_pv: count, ..engine.options().clone() })?;
    let mut search = engine.search(game, Limits { search_moves: moves, ..limits.clone() });
    let mut told = Told::new(count);
    for update in &mut search {
        if let Update::Line { report, wdl } = update {
            told.hear(report, wdl);
        }
    }
    let answer = search.finish();
    let (lines, before) = told.last_two();
    // So little time that no iteration was finished: what there is.
    let now = if lines.is_empty() { answer.lines } else { lines };
    Ok(Lines { now, before, nodes: answer.nodes })
}

/// The reports of each depth, kept as they were when all lines of it were there first: what an unfinished iteration says later
/// mixes depths.
struct Told {
    count: usize,
    open: BTreeMap<i32, Vec<Option<Line>>>,
    whole: Vec<Vec<Line>>,
}

impl Told {
    fn new(count: usize) -> Told {
        Told { count, open: BTreeMap::new(), whole: Vec::new() }
    }

    fn hear(&mut self, report: Report, wdl: Wdl) {
        let depth = report.depth.plies();
        let done =
            self.whole.last().and_then(|lines| lines.first()).map_or(0, |(report, _)| report.depth.plies());
        let count = self.count;
        if depth <= done || !(1..=count).contains(&report.multi_pv) {
            return;
        }
        let lines = self.open.entry(depth).or_insert_with(|| vec![None; count]);
        let place = report.multi_pv - 1;
        lines[place] = Some((report, wdl));
        let whole: Option<Vec<Line>> = lines.iter().cloned().collect();
        if let Some(mut whole) = whole.filter(|lines| have_own_moves(lines)) {
            whole.sort_by_key(|(report, _)| core::cmp::Reverse(report.score.raw()));
            self.whole.push(whole);
            self.open.clear();
        }
    }

    fn last_two(mut self) -> (Vec<Line>, Vec<Line>) {
        let last = self.whole.pop().unwrap_or_default();
        (last, self.whole.pop().unwrap_or_default())
    }
}

/// Whether each line begins with another move.
fn have_own_moves(lines: &[Line]) -> bool {
    let mut firsts: Vec<_> =
        lines.iter().map(|(report, _)| report.line.first().map(|mv| mv.to_bits())).collect();
    let all = firsts.len();
    firsts.sort_unstable();
    firsts.dedup();
    firsts.len() == all
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_rules::Board;

    fn engine() -> Engine {
        Engine::new(Options { hash: 4, ..Options::default() }).expect("four mebibytes")
    }

    #[test]
    fn lines_are_of_one_depth_and_hold_what_was_wanted() {
        let board = Board::from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
            .expect("a FEN");
        let game = Game::new(board);
        let bad = board.parse_san("a5").expect("a move");
        for nodes in [2_000, 20_000] {
            let limits = Limits { soft_nodes: Some(nodes), ..Limits::default() };
            let found = search(&mut engine(), &game, &[bad], 3, &limits).expect("lines");
            assert_eq!(found.now.len(), 4);
            assert!(found.now.iter().all(|(report, _)| report.depth == found.now[0].0.depth), "one depth");
            assert_eq!(found.place(bad), Some(3), "mate in one comes last");
            assert!(found.loss(bad) > 0.3, "{}", found.loss(bad));
        }
    }

    #[test]
    fn one_legal_move_is_one_line() {
        let board = Board::from_fen("8/8/8/8/8/5k2/7q/7K w - - 0 1").expect("a FEN");
        let found = search(&mut engine(), &Game::new(board), &[], 3, &Limits::nodes(500)).expect("a line");
        assert_eq!(found.now.len(), 1);
    }
}
