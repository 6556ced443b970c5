//! What a match has shown so far, in lines of text.

use std::io::Write;
use std::ops::ControlFlow;

use quevedo_arena::stats::{Estimate, Pentanomial, Sprt, Tally, Verdict};
use quevedo_arena::{Fixture, Match, PairingStanding, Played, Standing};

use super::versus;
use crate::console::{Console, Format};
use crate::failure::Finding;

/// Counts games and tells how the match stands.
pub(super) struct Reporter<'a> {
    game: &'a Match,
    console: &'a Console,
    sprt: Option<Sprt>,
    every: u64,
    standing: Standing,
    reported: u64,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(
        game: &'a Match,
        sprt: Option<Sprt>,
        every: u64,
        console: &'a Console,
    ) -> Reporter<'a> {
        Reporter { game, console, sprt, every, standing: Standing::new(&game.schedule), reported: 0 }
    }

    /// Counts a game; the match may end with it.
    pub(super) fn add(&mut self, fixture: &Fixture, played: &Played) -> anyhow::Result<ControlFlow<()>> {
        self.standing.add(fixture, played.reason.outcome());
        if played.reason.fault().is_some() {
            self.console.note(versus(self.game, fixture, played));
        } else {
            self.console.detail(versus(self.game, fixture, played));
        }
        for (color, warning) in &played.warnings {
            let name = &self.game.contestants[fixture.player(*color)].name;
            self.console.note(format_args!("game {}: {name}: {warning}", fixture.number + 1));
        }
        if self.standing.games().is_multiple_of(self.every) {
            self.tell()?;
        }
        Ok(match self.verdict() {
            Verdict::Continue => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        })
    }

    /// How the sequential test stands.
    fn verdict(&self) -> Verdict {
        match (self.sprt, self.standing.pairings().first()) {
            (Some(sprt), Some(pairing)) => sprt.verdict(llr(&sprt, pairing)),
            _ => Verdict::Continue,
        }
    }

    fn tell(&mut self) -> anyhow::Result<()> {
        self.reported = self.standing.games();
        if self.console.format == Format::Text {
            let mut out = self.console.stdout();
            for (pairing, &(one, two)) in
                self.standing.pairings().iter().zip(self.game.schedule.pairings())
            {
                let [one, two] = [one, two].map(|index| self.game.contestants[index].name.as_str());
                writeln!(out, "{one} - {two}: {}", line(pairing, self.sprt.as_ref()))?;
            }
            out.flush()?;
        }
        Ok(())
    }

    /// The last word.
    pub(super) fn finish(&mut self) -> anyhow::Result<Finding> {
        if self.reported != self.standing.games() || self.reported == 0 {
            self.tell()?;
        }
        let verdict = self.verdict();
        if self.console.format == Format::Text && self.sprt.is_some() {
            let mut out = self.console.stdout();
            let words = match verdict {
                Verdict::Continue => "the test is not decided",
                Verdict::AcceptH0 => "H0 is accepted: no improvement",
                Verdict::AcceptH1 => "H1 is accepted: an improvement",
            };
            writeln!(out, "SPRT: {words}")?;
            out.flush()?;
        }
        Ok(Finding::good_if(verdict != Verdict::AcceptH0))
    }
}

/// Pairs say more than games, but the first ones may not be finished yet.
fn llr(sprt: &Sprt, pairing: &PairingStanding) -> f64 {
    sprt.llr(&pairing.pairs)
}

/// `20 games +8 =9 -3 62.5 %, pairs 0-1-4-3-2, Elo 88.7 ± 60.1, nElo …, LOS 99.8 %, LLR 0.52 (-2.94, 2.94)`.
fn line(pairing: &PairingStanding, sprt: Option<&Sprt>) -> String {
    let PairingStanding { tally, pairs, .. } = pairing;
    let Tally { wins, draws, losses } = tally;
    let mut parts =
        vec![format!("{} games +{wins} ={draws} -{losses} {:.1} %", tally.games(), 100.0 * tally.score())];
    let Pentanomial(counts) = pairs;
    let (elo, normalized, los) = if pairs.pairs() > 0 {
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        parts.push(format!("pairs {}", counts.join("-")));
        (pairs.elo(), pairs.normalized_elo(), pairs.los())
    } else {
        (tally.elo(), tally.normalized_elo(), tally.los())
    };
    parts.extend(elo.map(|elo| format!("Elo {}", with_error(elo))));
    parts.extend(normalized.map(|elo| format!("nElo {}", with_error(elo))));
    parts.extend(los.map(|los| format!("LOS {:.1} %", 100.0 * los)));
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        parts.push(format!("LLR {:.2} ({lower:.2}, {upper:.2})", llr(sprt, pairing)));
    }
    parts.join(", ")
}

fn with_error(Estimate { value, error }: Estimate) -> String {
    if error.is_finite() { format!("{value:.1} ± {error:.1}") } else { format!("{value:.1} ± ∞") }
}
