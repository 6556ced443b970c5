//! `quevedo explore plans`: what was done in positions like this one.

use std::fmt::Write as _;
use std::io::Write;

use clap::{Args, value_parser};
use quevedo_engine::{Engine, Limits, Options};
use quevedo_library::{Plan, PlanEvent, Plans, Structure, Wish};
use quevedo_rules::{Board, Color, Game, Move};
use serde::Serialize;

use super::similar::{CaseLine, head, themes};
use super::{Asked, Collection, FilterArgs};
use crate::console::Console;
use crate::failure::{EngineFailure, Finding};

/// Tell what was done in positions like this one, how often, how soon and with what result
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo explore plans master --moves d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 c6 e3 Be7
  quevedo explore plans master --most 4 --json \"r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 1\"

A plan is something that the moves of a game show, within twelve moves: a pawn break, a man's way to another square, an exchange,
an opened file, castling. Each is counted over the nearest positions (see `explore similar`), and can be counted
again: --json names the cases of every plan. What the side to move can begin at once is searched; if it loses more
than five of a hundred points, it says so. The exit code is 1 if there are no such games.

Fields of --json: structure, similar (as of `explore similar`), plans (side, event, cases by their places, results, median_moves,
is_rare), checks (plan, move, loss: the share of points that its first move loses).")]
pub(super) struct PlansArgs {
    #[command(flatten)]
    asked: Asked,

    #[command(flatten)]
    filter: FilterArgs,

    /// Rest on the nearest so many positions
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u32).range(1..=10_000))]
    cases: u32,

    /// Replay at most so many games
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = value_parser!(u32).range(1..))]
    games: u32,

    /// Show so many plans of each side
    #[arg(long, value_name = "N", default_value_t = 8)]
    most: usize,

    /// Nodes for the search of each plan that can be begun at once; 0 for none
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
}

#[derive(Serialize, Debug)]
struct Report {
    structure: Option<&'static str>,
    #[serde(flatten)]
    plans: Plans,
    checks: Vec<Check>,
    /// The nearest games, for people to look up.
    nearest: Vec<CaseLine>,
}

/// What our search says of a plan's first move.
#[derive(Serialize, Debug)]
struct Check {
    plan: usize,
    #[serde(rename = "move")]
    first: String,
    loss: f64,
}

/// A plan that loses more of the points to be expected is not offered without a word.
const MOST_LOSS: f64 = 0.05;
/// Games that are named.
const NAMED: usize = 5;

pub(super) fn run(args: &PlansArgs, console: &Console) -> anyhow::Result<Finding> {
    let game = args.asked.game(console)?;
    let filter = args.filter.filter()?;
    let collection = Collection::open(&args.asked.collection)?;
    themes(&collection, &args.asked.collection)?;
    let explorer = collection.explorer();
    let wish = Wish { cases: args.cases as usize, games: args.games as usize };
    let mut plans = explorer.plans(game.board(), &filter, wish)?;
    let mut shown = [0; 2];
    plans.plans.retain(|plan| {
        shown[plan.side.index()] += 1;
        shown[plan.side.index()] <= args.most
    });
    let nearest = plans.similar.cases.iter().take(NAMED).cloned();
    let nearest = nearest.map(|case| CaseLine::of(explorer, case)).collect::<anyhow::Result<_>>()?;
    let checks = if args.nodes > 0 { check(&game, &plans.plans, args.nodes)? } else { Vec::new() };
    let structure = Structure::of(game.board()).map(|(structure, _)| structure.name);
    let report = Report { structure, plans, checks, nearest };
    console.present(&report, |report, out| write_text(report, game.board(), out))?;
    Ok(Finding::good_if(!report.plans.similar.cases.is_empty()))
}

/// The move that begins a plan, if it can be made at once.
fn first_move(board: &Board, plan: &Plan) -> Option<Move> {
    if plan.side != board.turn() {
        return None;
    }
    let legal = board.legal_moves();
    legal.iter().copied().find(|mv| match plan.event {
        PlanEvent::Break { from, to } | PlanEvent::Route { from, to, .. } => {
            (mv.from(), mv.to()) == (from, to) && !mv.is_castle()
        }
        PlanEvent::Castle { is_short } => {
            mv.is_castle() && (mv.to().file().index() > mv.from().file().index()) == is_short
        }
        PlanEvent::Exchange { .. } | PlanEvent::Opened { .. } => false,
    })
}

/// Searches what can be begun at once.
fn check(game: &Game, plans: &[Plan], nodes: u64) -> anyhow::Result<Vec<Check>> {
    let board = game.board();
    let firsts: Vec<(usize, Move)> = plans
        .iter()
        .enumerate()
        .filter_map(|(number, plan)| Some((number, first_move(board, plan)?)))
        .collect();
    if firsts.is_empty() {
        return Ok(Vec::new());
    }
    let options = Options { hash: 16, ..Options::default() };
    let mut engine = Engine::new(options).map_err(|error| EngineFailure(error.to_string()))?;
    let mut points = |only: Option<Move>| {
        let limits = Limits { search_moves: only.into_iter().collect(), ..Limits::nodes(nodes) };
        let answer = engine.search(game, limits).finish();
        answer.lines.first().map(|(_, wdl)| (f64::from(wdl.win) + f64::from(wdl.draw) / 2.0) / 1000.0)
    };
    let Some(best) = points(None) else { return Ok(Vec::new()) };
    let checks = firsts.into_iter().filter_map(|(plan, mv)| {
        let loss = (best - points(Some(mv))?).max(0.0);
        Some(Check { plan, first: board.san(mv).to_string(), loss })
    });
    Ok(checks.collect())
}

fn write_text(report: &Report, board: &Board, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}", head(board, &report.plans.similar))?;
    let all = report.plans.similar.cases.len();
    for side in [board.turn(), !board.turn()] {
        let own: Vec<(usize, &Plan)> =
            report.plans.plans.iter().enumerate().filter(|(_, plan)| plan.side == side).collect();
        if own.is_empty() {
            continue;
        }
        writeln!(out, "\n{side}")?;
        for (number, plan) in own {
            let mut line = format!("  {:<28} {}", words(plan.event), count(plan, all));
            if let Some(check) = report.checks.iter().find(|check| check.plan == number) {
                if check.loss > MOST_LOSS {
                    let _ =
                        write!(line, "; {} now loses {:.0}% of the points", check.first, 100.0 * check.loss);
                } else {
                    let _ = write!(line, "; {} now is sound", check.first);
                }
            }
            writeln!(out, "{line}")?;
        }
    }
    if !report.nearest.is_empty() {
        writeln!(out, "\nnearest games")?;
        for CaseLine { case, game } in &report.nearest {
            writeln!(out, "  {game}, move {}", case.position.fullmove_number())?;
        }
    }
    Ok(())
}

/// How often, how soon, and with what result.
fn count(plan: &Plan, all: usize) -> String {
    let games = plan.results.games;
    let mut text = format!("{games} of {all} games, after {} moves", plan.median_moves);
    if plan.is_rare {
        text += " (few games: this says little)";
    } else if let Some(score) = plan.results.score(Color::White) {
        let _ = write!(text, ", White {:.0}%", 100.0 * score);
    }
    text
}

fn words(event: PlanEvent) -> String {
    match event {
        PlanEvent::Break { from, to } => format!("pawn break {from}-{to}"),
        PlanEvent::Route { piece, from, to } => format!("{} {from}-{to}", piece.name()),
        PlanEvent::Exchange { white, black } if white == black => format!("exchange of {}s", white.name()),
        PlanEvent::Exchange { white, black } => {
            format!("White's {} for {}", white.name(), black.name())
        }
        PlanEvent::Opened { file } => format!("the file {file} is opened"),
        PlanEvent::Castle { is_short: true } => "castling short".to_owned(),
        PlanEvent::Castle { is_short: false } => "castling long".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use quevedo_rules::Piece;

    use super::*;

    #[test]
    fn what_begins_a_plan_is_a_legal_move() {
        let board = Board::from_fen("r3k2r/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQkq - 0 1");
        let board = board.expect("a position");
        let first = |event, side| {
            let plan = Plan {
                side,
                event,
                cases: Vec::new(),
                results: quevedo_library::Results::default(),
                median_moves: 1.0,
                is_rare: true,
            };
            first_move(&board, &plan).map(|mv| board.san(mv).to_string())
        };
        let square = |text: &str| text.parse().expect("a square");
        let route = PlanEvent::Route { piece: Piece::Knight, from: square("f3"), to: square("e5") };
        assert_eq!(first(route, Color::White).as_deref(), Some("Ne5"));
        assert_eq!(first(route, Color::Black), None);
        let far = PlanEvent::Break { from: square("b4"), to: square("b5") };
        assert_eq!(first(far, Color::White), None);
        assert_eq!(first(PlanEvent::Castle { is_short: false }, Color::White).as_deref(), Some("O-O-O"));
        assert_eq!(words(far), "pawn break b4-b5");
    }
}
