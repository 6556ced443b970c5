//! The best lines on a terminal, redrawn as they change.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use quevedo_report::PvLine;

use crate::console::{Console, Format};

/// Lines at the bottom of a terminal. Where there is none, nothing is drawn.
#[derive(Debug)]
pub(super) struct Live {
    screen: MultiProgress,
    head: ProgressBar,
    lines: Vec<ProgressBar>,
}

impl Live {
    pub(super) fn new(lines: usize, console: &Console) -> Live {
        let is_seen = io::stderr().is_terminal() && !console.is_quiet() && console.format == Format::Text;
        let target =
            if is_seen { ProgressDrawTarget::stderr_with_hz(8) } else { ProgressDrawTarget::hidden() };
        let screen = MultiProgress::with_draw_target(target);
        let line = |template: &str| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            screen.add(bar)
        };
        let head = line("{elapsed_precise} {wide_msg}");
        head.enable_steady_tick(Duration::from_millis(500));
        Live { head, lines: (0..lines).map(|_| line("{wide_msg}")).collect(), screen }
    }

    /// Shows a report in its place.
    pub(super) fn show(&self, news: &PvLine) {
        self.head.set_message(format!(
            "depth {}/{}, {:.1} million nodes, {} thousand nodes/s, hash {:.0} % full",
            news.depth,
            news.selective_depth,
            news.nodes as f64 / 1e6,
            news.nodes_per_second / 1000,
            100.0 * news.hash_full
        ));
        if let Some(line) = self.lines.get(news.rank.max(1) - 1) {
            let chances = news.wdl.map_or_else(String::new, |wdl| format!(" ({wdl})"));
            line.set_message(format!("{:>7}{chances}  {}", news.marked_score(), news.san));
        }
    }

    /// Makes room for the result.
    pub(super) fn clear(&mut self) {
        self.head.finish_and_clear();
        self.lines.iter().for_each(ProgressBar::finish_and_clear);
        // A screen that cannot be cleared is no reason to lose the result.
        let _ = self.screen.clear();
    }
}
