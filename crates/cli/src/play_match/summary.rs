//! How a match stands, as data and as lines of text.

use quevedo_arena::stats::{Decision, Estimate, Outcomes, Sprt, Tally, ratings};
use quevedo_arena::{Match, PairingStanding, Standing};
use serde::Serialize;

/// Everything that a match has shown.
#[derive(Serialize, Debug)]
pub(super) struct Summary {
    pub(super) games: u64,
    pub(super) planned: u64,
    pub(super) pairings: Vec<PairingSummary>,
    pub(super) ratings: Vec<RatingSummary>,
    pub(super) faults: Vec<FaultSummary>,
    pub(super) warnings: u64,
}

/// One pairing, from the first one's view.
#[derive(Serialize, Debug)]
pub(super) struct PairingSummary {
    pub(super) first: String,
    pub(super) second: String,
    pub(super) games: u64,
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    pub(super) score: f64,
    pub(super) pairs: [u64; 5],
    pub(super) elo: Option<Estimate>,
    pub(super) normalized_elo: Option<Estimate>,
    pub(super) los: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sprt: Option<SprtSummary>,
}

/// How a sequential test stands.
#[derive(Serialize, Clone, Copy, Debug)]
pub(super) struct SprtSummary {
    pub(super) llr: f64,
    pub(super) lower: f64,
    pub(super) upper: f64,
    pub(super) verdict: Decision,
}

/// One player's place.
#[derive(Serialize, Debug)]
pub(super) struct RatingSummary {
    pub(super) name: String,
    pub(super) elo: Estimate,
    pub(super) games: u64,
    pub(super) points: f64,
}

/// Somebody's fault.
#[derive(Serialize, Clone, Debug)]
pub(super) struct FaultSummary {
    pub(super) game: u64,
    pub(super) fault: String,
    pub(super) reason: String,
}

impl Summary {
    pub(super) fn new(game: &Match, standing: &Standing, sprt: Option<&Sprt>) -> Summary {
        let pairings = game.schedule.pairings().iter().zip(standing.pairings());
        let results: Vec<(usize, usize, Tally)> =
            pairings.clone().map(|(&(one, two), pairing)| (one, two, pairing.tally)).collect();
        let names: Vec<&str> = game.contestants.iter().map(|contestant| contestant.name.as_str()).collect();
        Summary {
            games: standing.games(),
            planned: game.schedule.len(),
            pairings: pairings
                .map(|(&(one, two), pairing)| PairingSummary::new([names[one], names[two]], pairing, sprt))
                .collect(),
            ratings: ratings(&names, &results)
                .into_iter()
                .map(|rating| RatingSummary {
                    games: rating.games(),
                    points: rating.tally.points(),
                    elo: rating.elo,
                    name: rating.name,
                })
                .collect(),
            faults: Vec::new(),
            warnings: 0,
        }
    }
}

impl PairingSummary {
    fn new(names: [&str; 2], standing: &PairingStanding, sprt: Option<&Sprt>) -> PairingSummary {
        let PairingStanding { tally, pairs, .. } = standing;
        // Pairs say more than games, but the first ones may not be finished yet.
        let (elo, normalized_elo, los) = if pairs.pairs() > 0 {
            (pairs.elo(), pairs.normalized_elo(), pairs.los())
        } else {
            (tally.elo(), tally.normalized_elo(), tally.los())
        };
        PairingSummary {
            first: names[0].to_owned(),
            second: names[1].to_owned(),
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score(),
            pairs: pairs.0,
            elo,
            normalized_elo,
            los,
            sprt: sprt.map(|sprt| {
                let (lower, upper) = sprt.bounds();
                let llr = sprt.llr(pairs);
                SprtSummary { llr, lower, upper, verdict: sprt.verdict(llr) }
            }),
        }
    }

    /// `new - old: 20 games +8 =9 -3 62.5 %, pairs 0-1-4-3-2, Elo 88.7 ± 60.1, nElo …, LOS 99.8 %`.
    pub(super) fn line(&self) -> String {
        let PairingSummary { first, second, games, wins, draws, losses, .. } = self;
        let mut parts = vec![format!(
            "{first} - {second}: {games} games +{wins} ={draws} -{losses} {}",
            percent(self.score)
        )];
        if self.pairs.iter().any(|&count| count > 0) {
            let counts = self.pairs.map(|count| count.to_string());
            parts.push(format!("pairs {}", counts.join("-")));
        }
        parts.extend(self.elo.map(|elo| format!("Elo {}", with_error(elo))));
        parts.extend(self.normalized_elo.map(|elo| format!("nElo {}", with_error(elo))));
        parts.extend(self.los.map(|los| format!("LOS {}", percent(los))));
        parts.extend(
            self.sprt.map(|SprtSummary { llr, lower, upper, .. }| {
                format!("LLR {llr:.2} ({lower:.2}, {upper:.2})")
            }),
        );
        parts.join(", ")
    }
}

pub(super) fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

pub(super) fn with_error(Estimate { value, error }: Estimate) -> String {
    // No minus before what is printed as zero.
    let value = if value.abs() < 0.05 { 0.0 } else { value };
    if error.is_finite() { format!("{value:.1} ± {error:.1}") } else { format!("{value:.1} ± ∞") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_what_is_known() {
        let mut standing = PairingStanding::default();
        let line = |standing: &PairingStanding| PairingSummary::new(["a", "b"], standing, None).line();
        assert!(line(&standing).starts_with("a - b: 0 games +0 =0 -0"));
        standing.tally = Tally { wins: 3, draws: 4, losses: 1 };
        standing.pairs.0 = [0, 1, 1, 1, 1];
        let text = line(&standing);
        assert!(text.starts_with("a - b: 8 games +3 =4 -1 62.5 %, pairs 0-1-1-1-1, Elo 88.7 ± "), "{text}");
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, quevedo_arena::stats::EloModel::Logistic).expect("a test");
        let text = PairingSummary::new(["a", "b"], &standing, Some(&sprt)).line();
        assert!(text.ends_with("(-2.94, 2.94)"), "{text}");
    }
}
