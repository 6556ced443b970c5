//! Telling how a match goes: a live table on a terminal, plain lines or JSON otherwise, a picture at the end.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context;
use indicatif::ProgressBar;
use quevedo_arena::stats::{Decision, Outcomes, Point, Sprt, plot_svg};
use quevedo_arena::{Fixture, JournalEntry, Match, Played, Standing};
use serde::Serialize;

use super::summary::{FaultSummary, PairingSummary, Summary};
use super::table::crosstable;
use crate::console::{Console, Format};
use crate::failure::Finding;

/// Counts games and tells how the match stands.
pub(crate) struct Reporter<'a> {
    game: &'a Match,
    console: &'a Console,
    sprt: Option<Sprt>,
    every: u64,
    plot: Option<PathBuf>,
    standing: Standing,
    /// How many games the last report was about.
    reported: u64,
    faults: Vec<FaultSummary>,
    warnings: u64,
    points: Vec<Point>,
    bar: ProgressBar,
}

/// What the user wants to see.
#[derive(Debug)]
pub(crate) struct Wishes<'a> {
    pub(crate) sprt: Option<Sprt>,
    pub(crate) every: u64,
    pub(crate) plot: Option<&'a Path>,
}

/// A line of `--jsonl`.
#[derive(Serialize, Debug)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum JsonLine<'a> {
    Game(&'a JournalEntry),
    Summary(&'a Summary),
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(game: &'a Match, wishes: &Wishes<'_>, console: &'a Console) -> Reporter<'a> {
        let template = "{elapsed_precise} {bar:30} {pos}/{len} games, {eta} left{msg}";
        Reporter {
            game,
            console,
            sprt: wishes.sprt,
            every: wishes.every,
            plot: wishes.plot.map(Path::to_owned),
            standing: Standing::new(&game.schedule),
            reported: 0,
            faults: Vec::new(),
            warnings: 0,
            points: Vec::new(),
            bar: console.bar(Some(game.schedule.len()), template),
        }
    }

    /// Counts the games that were played before.
    pub(super) fn recall(&mut self, entries: &[JournalEntry]) -> anyhow::Result<()> {
        entries.iter().try_for_each(|entry| self.count(entry))?;
        if !entries.is_empty() {
            self.console.note(format_args!("{} games were played before", entries.len()));
        }
        self.bar.set_position(self.standing.games());
        self.bar.reset_eta();
        Ok(())
    }

    /// Counts a game that was played before or elsewhere.
    pub(crate) fn count(&mut self, entry: &JournalEntry) -> anyhow::Result<()> {
        let game = entry.game + 1;
        let fixture = self.game.schedule.fixture(entry.game);
        let fixture =
            fixture.with_context(|| format!("the journal has a game {game}; this match has not"))?;
        if let Some(outcome) = entry.outcome() {
            self.standing.add(&fixture, outcome);
            self.note_fault(entry);
            self.plot_point();
        }
        Ok(())
    }

    /// Counts a game; the match may end with it.
    pub(super) fn add(&mut self, fixture: &Fixture, played: &Played) -> anyhow::Result<ControlFlow<()>> {
        self.standing.add(fixture, played.reason.outcome());
        let entry = JournalEntry::new(self.game, fixture, played, None);
        self.note_fault(&entry);
        self.plot_point();
        self.bar.suspend(|| self.tell_game(&entry, fixture, played))?;
        self.warnings += played.warnings.len() as u64;
        self.bar.set_position(self.standing.games());
        if self.standing.games().is_multiple_of(self.every) {
            self.tell()?;
        }
        Ok(if self.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn tell_game(&self, entry: &JournalEntry, fixture: &Fixture, played: &Played) -> anyhow::Result<()> {
        let line = words(entry);
        if entry.fault.is_some() {
            self.console.note(line);
        } else {
            self.console.detail(line);
        }
        for (color, warning) in &played.warnings {
            let name = &self.game.contestants[fixture.player(*color)].name;
            self.console.note(format_args!("game {}: {name}: {warning}", fixture.number + 1));
        }
        if self.console.format == Format::JsonLines {
            let mut out = self.console.stdout();
            self.console.write_json(&mut out, &JsonLine::Game(entry))?;
            out.flush()?;
        }
        Ok(())
    }

    fn note_fault(&mut self, entry: &JournalEntry) {
        if let Some(fault) = &entry.fault {
            let (game, fault) = (entry.game + 1, fault.clone());
            self.faults.push(FaultSummary { game, fault, reason: entry.reason.clone() });
        }
    }

    /// Remembers how the match stands, for the picture.
    fn plot_point(&mut self) {
        let games = self.standing.games();
        let wanted = self.plot.is_some() && games.is_multiple_of(2);
        let Some(pairing) = self.standing.pairings().first().filter(|_| wanted) else { return };
        if let Some(elo) = pairing.pairs.elo() {
            let llr = self.sprt.map_or(0.0, |sprt| sprt.llr(&pairing.pairs));
            self.points.push(Point { games, elo: elo.value, error: elo.error, llr });
        }
    }

    fn summary(&self) -> Summary {
        let mut summary = Summary::new(self.game, &self.standing, self.sprt.as_ref());
        summary.faults.clone_from(&self.faults);
        summary.warnings = self.warnings;
        summary
    }

    fn verdict(&self) -> Decision {
        match (self.sprt, self.standing.pairings().first()) {
            (Some(sprt), Some(pairing)) => sprt.verdict(sprt.llr(&pairing.pairs)),
            _ => Decision::Continue,
        }
    }

    /// Whether a sequential test has seen enough.
    pub(super) fn is_decided(&self) -> bool {
        self.verdict() != Decision::Continue
    }

    /// How the match stands: in the live table, or in lines for those who keep them.
    fn tell(&mut self) -> anyhow::Result<()> {
        self.reported = self.standing.games();
        let summary = self.summary();
        let lines: Vec<String> = summary.pairings.iter().map(PairingSummary::line).collect();
        if self.bar.is_hidden() || !io::stdout().is_terminal() {
            if self.console.format == Format::Text {
                self.print(&lines)?;
            }
        } else {
            self.bar.set_message(lines.iter().fold(String::new(), |text, line| text + "\n" + line));
        }
        self.draw_plot()
    }

    fn print(&self, lines: &[String]) -> anyhow::Result<()> {
        let mut out = self.console.stdout();
        for line in lines {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
        Ok(())
    }

    fn draw_plot(&self) -> anyhow::Result<()> {
        let Some(path) = &self.plot else { return Ok(()) };
        let names: Vec<&str> = self.game.contestants.iter().map(|it| it.name.as_str()).collect();
        let picture = plot_svg(&self.points, self.sprt.map(|sprt| sprt.bounds()), &names.join(" - "));
        std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))
    }

    /// The last word.
    pub(crate) fn finish(&mut self) -> anyhow::Result<Finding> {
        self.bar.finish_and_clear();
        self.draw_plot()?;
        let summary = self.summary();
        match self.console.format {
            Format::Text => self.print(&self.last_lines(&summary))?,
            format => {
                let mut out = self.console.stdout();
                if format == Format::Json {
                    self.console.write_json(&mut out, &summary)?;
                } else {
                    self.console.write_json(&mut out, &JsonLine::Summary(&summary))?;
                }
                out.flush()?;
            }
        }
        Ok(Finding::good_if(self.verdict() != Decision::AcceptH0))
    }

    fn last_lines(&self, summary: &Summary) -> Vec<String> {
        let is_said = self.reported == self.standing.games() && self.bar.is_hidden() && self.reported > 0;
        let mut lines: Vec<String> =
            if is_said { Vec::new() } else { summary.pairings.iter().map(PairingSummary::line).collect() };
        if summary.ratings.len() > 2 {
            lines.push(String::new());
            lines.extend(crosstable(self.game, &self.standing, &summary.ratings));
        }
        if !summary.faults.is_empty() {
            lines.push(faults(&summary.faults));
        }
        if self.sprt.is_some() {
            let words = match self.verdict() {
                Decision::Continue => "the test is not decided",
                Decision::AcceptH0 => "H0 is accepted: no improvement",
                Decision::AcceptH1 => "H1 is accepted: an improvement",
            };
            lines.push(format!("SPRT: {words}"));
        }
        lines
    }
}

/// `faults: old time 3, new crash 1`.
fn faults(faults: &[FaultSummary]) -> String {
    let mut counts = std::collections::BTreeMap::<&str, u64>::new();
    for fault in faults {
        *counts.entry(&fault.fault).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|(fault, count)| format!("{fault} {count}")).collect();
    format!("faults: {}", counts.join(", "))
}

/// A finished game in a line.
fn words(entry: &JournalEntry) -> String {
    let JournalEntry { game, white, black, result, reason, plies, .. } = entry;
    let moves = plies.div_ceil(2);
    format!("game {}: {white} - {black} {result} ({reason}, {moves} moves)", game + 1)
}
