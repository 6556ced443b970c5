//! `quevedo human explain`: what somebody of a level would play, and why.

use std::io::Write;

use anyhow::Context;
use clap::{Args, value_parser};
use quevedo_human::{Level, Likely, Player, RATINGS, Scale, Style, Thoughts, Weights, with_stack};
use quevedo_rules::{Board, Game};
use serde::Serialize;

use super::check;
use crate::console::Console;
use crate::failure::{Finding, Usage};
use crate::position::{self, Reading};

/// Tell what a player of some strength would play in a position, with chances and reasons
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo human explain --elo 1400 --moves \"e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5\"
  quevedo human explain \"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3\" --elo 800
  quevedo human explain --elo 1400 --elo 2000           two levels

The chances are those of the model that plays the levels, without the form of the day. Reasons are what a
move has that players of this strength like; for a move that loses much it is said from which depth on
one sees it: who looks less far ahead plays it.

Fields of --json: fen, levels (elo, scale, moves (uci, san, percent, loss, reasons, seen_from), ways (per
cent of players of this level who look 0, 1, ... 6 plies ahead)).")]
pub(super) struct ExplainArgs {
    /// The position: a FEN, or startpos
    #[arg(value_name = "FEN", default_value = "startpos", hide_default_value = true)]
    fen: String,

    /// Play these moves first
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// The strength; again for more
    #[arg(long, value_name = "ELO", default_value = "1500", value_parser = value_parser!(u32).range(i64::from(*RATINGS.start())..=i64::from(*RATINGS.end())))]
    elo: Vec<u32>,

    /// Whose ratings: lichess or fide
    #[arg(long, value_name = "SCALE", default_value = "lichess", value_parser = check::scale)]
    scale: Scale,

    /// With a style
    #[arg(long, value_name = "STYLE", value_parser = style)]
    style: Option<Style>,

    /// Show so many moves
    #[arg(long, value_name = "N", default_value_t = 6)]
    top: usize,
}

pub(crate) fn style(text: &str) -> Result<Style, Usage> {
    Style::from_name(text).ok_or_else(|| Usage(format!("expected one of {}", Style::NAMES.join(", "))))
}

#[derive(Serialize, Debug)]
struct Report {
    fen: String,
    levels: Vec<LevelReport>,
}

#[derive(Serialize, Debug)]
struct LevelReport {
    elo: u32,
    scale: &'static str,
    moves: Vec<MoveReport>,
    ways: Vec<f64>,
}

#[derive(Serialize, Debug)]
struct MoveReport {
    uci: String,
    san: String,
    percent: f64,
    loss: f64,
    reasons: Vec<&'static str>,
    seen_from: Option<usize>,
}

pub(super) fn run(args: &ExplainArgs, console: &Console) -> anyhow::Result<Finding> {
    let position = position::read(&args.fen, Reading::Lenient)?;
    position.tell_notes(console);
    let game = match &args.moves {
        Some(moves) => position::play(position.board, moves)?,
        None => Game::new(position.board),
    };
    anyhow::ensure!(game.board().has_legal_moves(), "there is no legal move in this position");
    let levels = with_stack(|| -> anyhow::Result<Vec<LevelReport>> {
        let mut player = Player::new()?;
        let mut report = |&rating: &u32| {
            let level = Level { rating, scale: args.scale, seed: 1, style: args.style.clone() };
            let thoughts = player.think(&game, &level, true);
            LevelReport::new(game.board(), &level, &thoughts, &player.weights(args.scale), args.top)
        };
        Ok(args.elo.iter().map(&mut report).collect())
    });
    let report = Report { fen: game.board().fen(), levels: levels.context("no thread to think in")?? };
    console.present(&report, |report, out| report.levels.iter().try_for_each(|level| level.write(out)))?;
    Ok(Finding::Good)
}

impl LevelReport {
    fn new(board: &Board, level: &Level, thoughts: &Thoughts, weights: &Weights, top: usize) -> LevelReport {
        let tenth = |number: f64| (number * 10.0).round() / 10.0;
        let report = |likely: Likely| {
            let mv = thoughts.sight.moves[likely.place].mv;
            MoveReport {
                uci: board.uci(mv).to_string(),
                san: board.san(mv).to_string(),
                percent: tenth(likely.percent),
                loss: tenth(likely.loss),
                reasons: likely.reasons,
                seen_from: likely.seen_from,
            }
        };
        LevelReport {
            elo: level.rating,
            scale: level.scale.name(),
            moves: thoughts.likely(weights, top).into_iter().map(report).collect(),
            ways: weights.ways(f64::from(level.rating)).into_iter().map(tenth).collect(),
        }
    }

    fn write(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "A player of {} ({}) would play:", self.elo, self.scale)?;
        for found in &self.moves {
            let MoveReport { san, percent, loss, reasons, seen_from, .. } = found;
            let best = (*loss < 0.5).then_some("is as good as any");
            let mut words = best.into_iter().chain(reasons.iter().copied()).collect::<Vec<_>>().join(", ");
            if let Some(depth) = seen_from {
                let plies = if *depth == 1 { "one ply".to_owned() } else { format!("{depth} plies") };
                let and = if words.is_empty() { "" } else { "; " };
                words = format!("{words}{and}loses {loss:.0} of 100 points, which shows {plies} deep");
            }
            writeln!(out, "  {percent:>5.1} %  {san:<8} {words}")?;
        }
        Ok(())
    }
}
