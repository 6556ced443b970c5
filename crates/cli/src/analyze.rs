//! `quevedo analyze`: what the engine thinks of a position.

mod live;
mod text;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::{Args, value_parser};
use quevedo_engine::{Limits, Options, Update};
use quevedo_report::{Analysis, PvLine};
use quevedo_rules::Game;

use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::interrupt;
use crate::position::{self, Reading};
use crate::thinking::{self, LimitArgs, MachineArgs};
use live::Live;

/// Think about a position and show the best lines
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo analyze                                       the start position, for ten seconds
  quevedo analyze r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3
  quevedo analyze --moves \"e4 e5 f4\" --lines 3          the three best moves
  quevedo analyze --depth 20 --threads 2 --hash 256
  quevedo analyze --infinite                            until Ctrl-C

Scores and chances are White's: +0.35 is a third of a pawn more for White, #5 says that White
mates in five moves, #-5 that Black does. Ctrl-C ends the analysis with what it has found.

Fields of --json: version, fen, best_move (uci, san), expected_answer (uci, san), origin (search,
tablebase, rules), ending, depth, selective_depth, nodes, seconds, nodes_per_second, hash_full (0 to 1),
lines (rank, depth, score, centipawns, mate, table, bound, wdl (win, draw, loss in thousandths), moves (UCI), san). With --jsonl each report is a line
(rank, depth, selective_depth, nodes, seconds, … as in lines), and the whole is the last one.")]
pub(crate) struct AnalyzeArgs {
    /// The position: a FEN (quoted or not), a Chess960 number like 960:518, or startpos
    #[arg(value_name = "FEN")]
    position: Vec<String>,

    /// Play these moves first, in algebraic or UCI notation
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,

    #[command(flatten)]
    limits: LimitArgs,

    /// Think until Ctrl-C
    #[arg(long, conflicts_with_all = ["time", "nodes", "depth"])]
    infinite: bool,

    /// Show so many lines, the best first
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    lines: u16,

    #[command(flatten)]
    machine: MachineArgs,
}

/// How long to think if nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &AnalyzeArgs, console: &Console) -> anyhow::Result<Finding> {
    let text = if args.position.is_empty() { "startpos".to_owned() } else { args.position.join(" ") };
    let position = position::read(&text, Reading::Lenient)?;
    let game = position::play(position.board, &args.moves)?;
    position.tell_notes(console);
    let analysis = analyse(args, &game, console)?;
    let mut out = console.stdout();
    match console.format {
        Format::Text => text::write(&analysis, screen_width(), &mut out)?,
        _ => console.write_json(&mut out, &analysis)?,
    }
    out.flush()?;
    // Without a limit Ctrl-C is the only end there is, and no interruption.
    Ok(if interrupt::is_wanted() && !args.infinite { Finding::Interrupted } else { Finding::Good })
}

/// The columns of the terminal that people read on; nothing is broken where programs read.
fn screen_width() -> Option<usize> {
    let size = terminal_size::terminal_size().filter(|_| io::stdout().is_terminal());
    size.map(|(width, _)| usize::from(width.0))
}

/// Searches, and shows what is known on the way.
fn analyse(args: &AnalyzeArgs, game: &Game, console: &Console) -> anyhow::Result<Analysis> {
    let mut engine = args.machine.engine()?;
    engine.configure(Options { multi_pv: usize::from(args.lines), ..engine.options().clone() })?;
    interrupt::catch()?;
    let lines = usize::from(args.lines).min(game.board().legal_moves().len());
    let mut live = Live::new(lines, console);
    let mut plain = Plain::new(lines > 1, console);
    let answer = thinking::follow(engine.search(game, args.limits()), |update| {
        match update {
            Update::Line { report, wdl } => {
                let news = PvLine::new(game.board(), &report, wdl);
                live.show(&news);
                plain.write(&news)?;
            }
            Update::CurrentMove { .. } => {}
            Update::Failure(text) => console.note(text),
        }
        Ok(())
    })?;
    live.clear();
    Ok(Analysis::new(game, &answer))
}

impl AnalyzeArgs {
    fn limits(&self) -> Limits {
        let mut limits = Limits { infinite: self.infinite, ..self.limits.limits() };
        if self.limits.is_empty() && !self.infinite {
            limits.move_time = Some(DEFAULT_TIME);
        }
        limits
    }
}

/// Reports as lines of their own, where nothing can be redrawn.
struct Plain {
    format: Format,
    is_wanted: bool,
    has_ranks: bool,
    has_head: bool,
}

impl Plain {
    fn new(has_ranks: bool, console: &Console) -> Plain {
        let is_wanted = match console.format {
            Format::Text => !io::stdout().is_terminal(),
            Format::Json => false,
            Format::JsonLines => true,
        };
        Plain { format: console.format, is_wanted, has_ranks, has_head: false }
    }

    fn write(&mut self, line: &PvLine) -> anyhow::Result<()> {
        if !self.is_wanted {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        if self.format == Format::JsonLines {
            writeln!(out, "{}", serde_json::to_string(line)?)?;
        } else {
            if !self.has_head {
                writeln!(out, "{}", text::head(self.has_ranks))?;
                self.has_head = true;
            }
            writeln!(out, "{}", text::row(line, self.has_ranks))?;
        }
        out.flush()?;
        Ok(())
    }
}
