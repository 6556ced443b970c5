//! What the engine reports, for people and programs.

use std::io::{self, Write};

use quevedo_rules::{Board, Color, Ending, Game, Move};
use quevedo_search::Report;
use quevedo_value::{Bound, Verdict, Wdl};
use serde::Serialize;

/// A report about one line, with scores and chances as White has them.
#[derive(Clone, Serialize, Debug)]
pub(super) struct News {
    pub(super) rank: usize,
    pub(super) depth: i32,
    pub(super) selective_depth: usize,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) nodes_per_second: u64,
    pub(super) hash_full: f64,
    pub(super) score: String,
    centipawns: Option<i32>,
    mate: Option<i32>,
    bound: &'static str,
    pub(super) wdl: Option<Chances>,
    moves: Vec<String>,
    pub(super) san: String,
}

/// Chances of White in thousandths.
#[derive(Clone, Copy, Serialize, Debug)]
pub(super) struct Chances {
    win: u16,
    draw: u16,
    loss: u16,
}

impl std::fmt::Display for Chances {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = |thousandths: u16| (thousandths + 5) / 10;
        write!(f, "{:>3} {:>3} {:>3} %", percent(self.win), percent(self.draw), percent(self.loss))
    }
}

impl News {
    pub(super) fn new(board: &Board, report: &Report, wdl: Option<Wdl>) -> News {
        let is_white = board.turn() == Color::White;
        let verdict = if is_white { report.score.verdict() } else { -report.score.verdict() };
        let seconds = report.time.as_secs_f64();
        News {
            rank: report.multi_pv,
            depth: report.depth.plies(),
            selective_depth: report.selective_depth,
            nodes: report.nodes,
            seconds,
            nodes_per_second: (report.nodes as f64 / seconds.max(1e-6)) as u64,
            hash_full: f64::from(report.fullness) / 1000.0,
            score: verdict.to_string(),
            centipawns: if let Verdict::Centipawns(hundredths) = verdict { Some(hundredths) } else { None },
            mate: if let Verdict::Mate(moves) = verdict { Some(moves) } else { None },
            bound: match (report.bound, is_white) {
                (Bound::Exact, _) => "exact",
                (Bound::Lower, true) | (Bound::Upper, false) => "at least",
                (Bound::Upper, true) | (Bound::Lower, false) => "at most",
            },
            wdl: wdl.map(|wdl| {
                let (win, loss) = if is_white { (wdl.win, wdl.loss) } else { (wdl.loss, wdl.win) };
                Chances { win, draw: wdl.draw, loss }
            }),
            moves: board.uci_line(&report.line).map(|written| written.to_string()).collect(),
            san: board.san_line(&report.line),
        }
    }

    /// What stands above the rows.
    pub(super) fn head(has_ranks: bool) -> String {
        let rank = if has_ranks { "line " } else { "" };
        format!("depth  {rank}  score  win draw loss      nodes  kN/s  seconds  moves")
    }

    /// One line of text.
    pub(super) fn row(&self, has_ranks: bool) -> String {
        let rank = if has_ranks { format!("{:>4} ", self.rank) } else { String::new() };
        let wdl = self.wdl.map_or_else(String::new, |wdl| wdl.to_string());
        format!(
            "{:>5}  {rank}{:>7}  {wdl:>13}  {:>9} {:>5} {:>8.2}  {}",
            self.depth,
            self.marked_score(),
            self.nodes,
            self.nodes_per_second / 1000,
            self.seconds,
            self.san
        )
    }

    /// The score, with a sign if it is only a bound.
    pub(super) fn marked_score(&self) -> String {
        match self.bound {
            "at least" => format!("≥{}", self.score),
            "at most" => format!("≤{}", self.score),
            _ => self.score.clone(),
        }
    }
}

/// All that is known at the end.
#[derive(Serialize, Debug)]
pub(super) struct Analysis {
    fen: String,
    best_move: Option<WrittenMove>,
    expected_answer: Option<WrittenMove>,
    depth: i32,
    selective_depth: usize,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    hash_full: f64,
    lines: Vec<News>,
    #[serde(skip)]
    board: Board,
    #[serde(skip)]
    ending: Option<Ending>,
}

/// A move in two notations.
#[derive(Serialize, Debug)]
struct WrittenMove {
    uci: String,
    san: String,
}

impl WrittenMove {
    fn new(board: &Board, mv: Move) -> WrittenMove {
        WrittenMove { uci: board.uci(mv).to_string(), san: board.san(mv).to_string() }
    }
}

impl Analysis {
    pub(super) fn new(game: &Game) -> Analysis {
        Analysis {
            fen: game.board().fen(),
            best_move: None,
            expected_answer: None,
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            seconds: 0.0,
            nodes_per_second: 0,
            hash_full: 0.0,
            lines: Vec::new(),
            board: *game.board(),
            ending: game.ending(),
        }
    }

    /// Takes in a report.
    pub(super) fn take(&mut self, news: News) {
        self.depth = self.depth.max(news.depth);
        self.selective_depth = self.selective_depth.max(news.selective_depth);
        self.nodes = news.nodes;
        self.seconds = news.seconds;
        self.nodes_per_second = news.nodes_per_second;
        self.hash_full = news.hash_full;
        let place = news.rank.max(1) - 1;
        match self.lines.get_mut(place) {
            Some(line) => *line = news,
            None => self.lines.push(news),
        }
    }

    /// The search is over.
    pub(super) fn finish(&mut self, best: Option<Move>, ponder: Option<Move>) {
        self.best_move = best.map(|mv| WrittenMove::new(&self.board, mv));
        let after = best.map(|mv| self.board.play(mv));
        let answer = after.zip(ponder).filter(|(board, mv)| board.is_legal(*mv));
        self.expected_answer = answer.map(|(board, mv)| WrittenMove::new(&board, mv));
    }

    /// Writes the last words.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(best) = &self.best_move else {
            let why = self.ending.map_or_else(|| "no legal move".to_owned(), |ending| ending.to_string());
            return writeln!(out, "there is no move to find: {why}");
        };
        if !self.lines.is_empty() {
            writeln!(out)?;
        }
        for line in &self.lines {
            let score = line.marked_score();
            let chances = line.wdl.map_or_else(String::new, |wdl| format!("  ({wdl})"));
            writeln!(out, "{score:>7}{chances}  {}", line.san)?;
        }
        let answer = self.expected_answer.as_ref();
        let answer = answer.map_or_else(String::new, |answer| format!(", expecting {}", answer.san));
        writeln!(out, "best move {} ({}){answer}", best.san, best.uci)?;
        let (depth, nodes, speed) = (self.depth, self.nodes, self.nodes_per_second / 1000);
        writeln!(out, "depth {depth} after {nodes} nodes and {:.2} s, {speed} thousand nodes/s", self.seconds)
    }
}
