//! What is counted in files of games.

use std::io::{self, Write};

use quevedo_games::{GameSummary, GameTree, PgnResult, Step, Tally};
use quevedo_rules::Color;
use serde::Serialize;

/// Games and what they have.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Numbers {
    pub(super) games: u64,
    plies: u64,
    results: Results,
    pub(super) faulty: u64,
    /// Games in which somebody passes, which is no chess.
    with_passes: u64,
    /// Games whose tag and last word disagree about the result.
    results_differ: u64,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Results {
    white: u64,
    black: u64,
    draw: u64,
    open: u64,
}

impl From<Tally> for Numbers {
    fn from(tally: Tally) -> Numbers {
        Numbers {
            games: tally.games,
            plies: tally.plies,
            results: Results {
                white: tally.white_wins,
                black: tally.black_wins,
                draw: tally.draws,
                open: tally.open,
            },
            faulty: tally.broken,
            with_passes: tally.with_passes,
            results_differ: tally.results_differ,
        }
    }
}

impl Numbers {
    pub(super) fn add(&mut self, game: &GameSummary<'_>) {
        let mut tally = Tally::default();
        tally.add(game);
        self.add_all(&tally.into());
    }

    /// Counts a game that was read whole.
    pub(super) fn add_tree(&mut self, game: &GameTree, is_faulty: bool) {
        let mut results = Results::default();
        *match game.result() {
            PgnResult::Win(Color::White) => &mut results.white,
            PgnResult::Win(Color::Black) => &mut results.black,
            PgnResult::Draw => &mut results.draw,
            PgnResult::Open => &mut results.open,
        } += 1;
        let passes = game.main_line().any(|played| played.step == Step::Pass);
        self.add_all(&Numbers {
            games: 1,
            plies: game.main_line().count() as u64,
            results,
            faulty: u64::from(is_faulty),
            with_passes: u64::from(passes),
            results_differ: 0,
        });
    }

    fn add_all(&mut self, other: &Numbers) {
        self.games += other.games;
        self.plies += other.plies;
        self.results.white += other.results.white;
        self.results.black += other.results.black;
        self.results.draw += other.results.draw;
        self.results.open += other.results.open;
        self.faulty += other.faulty;
        self.with_passes += other.with_passes;
        self.results_differ += other.results_differ;
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Results { white, black, draw, open } = self.results;
        let average = self.plies as f64 / self.games.max(1) as f64;
        writeln!(out, "games    {}", self.games)?;
        writeln!(out, "plies    {}, {average:.1} per game", self.plies)?;
        writeln!(out, "results  {white} 1-0, {black} 0-1, {draw} 1/2-1/2, {open} *")?;
        writeln!(out, "faulty   {}", self.faulty)?;
        if self.with_passes > 0 {
            writeln!(out, "passes   {} with moves left out (--)", self.with_passes)?;
        }
        if self.results_differ > 0 {
            writeln!(
                out,
                "differ   {} with another result in the tag than after the moves",
                self.results_differ
            )?;
        }
        Ok(())
    }
}
