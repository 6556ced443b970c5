//! What many games say about one player: where the points are lost.

use std::collections::BTreeMap;

use quevedo_rules::Color;
use serde::{Deserialize, Serialize};

use super::result::MarkCounts;
use super::{GameReview, KeyMoment, Phase, PhasePlay, ReviewedMove};
use crate::Fact;

/// One player's games.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct PlayerSummary {
    /// The player, as asked for.
    pub player: String,
    /// His games.
    pub games: usize,
    /// Won, drawn, lost; those without a result are in none.
    pub results: [usize; 3],
    /// The mean of his accuracies, 0 to 100.
    pub accuracy: Option<f64>,
    /// His moves.
    pub moves: usize,
    /// Expected score lost, in all games.
    pub lost: f64,
    /// His marks.
    pub marks: MarkCounts,
    /// By phase.
    pub phases: Vec<PhasePlay>,
    /// By what the key moments were about, the costliest first.
    pub motifs: Vec<MotifCount>,
    /// By opening, the costliest first.
    pub openings: Vec<OpeningRow>,
    /// By what was left on his clock, where the games tell.
    pub clock: Vec<ClockBand>,
    /// Games in which he had a winning position and did not win.
    pub wins_let_slip: usize,
    /// Games in which he had a lost position and did not lose.
    pub losses_saved: usize,
}

/// How often something was at the bottom of a key moment of the player's.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct MotifCount {
    /// The kind of fact: `fork`, `allows`.
    pub motif: String,
    /// How often.
    pub count: usize,
    /// Expected score lost there.
    pub lost: f64,
}

/// An opening of the player's.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct OpeningRow {
    /// The family: the name up to its colon.
    pub name: String,
    /// His side.
    pub color: Color,
    /// Games.
    pub games: usize,
    /// Points, half for a draw.
    pub points: f64,
    /// Expected score lost in the opening phase of a game, on average.
    pub lost: f64,
}

/// Moves with so much on the clock.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct ClockBand {
    /// Which part of the player's first clock was left: `below a tenth`.
    pub left: String,
    /// His moves.
    pub moves: usize,
    /// Expected score lost in them.
    pub lost: f64,
    /// Blunders among them.
    pub blunders: usize,
}

/// The parts of the clock that are told apart, with their upper bounds.
const BANDS: [(&str, f64); 3] =
    [("below a tenth", 0.1), ("a tenth to a half", 0.5), ("more than half", f64::INFINITY)];

impl PlayerSummary {
    /// The summary of a player's games among these.
    pub fn of<'a>(player: &str, reviews: impl IntoIterator<Item = &'a GameReview>) -> PlayerSummary {
        let mut gathering = Gathering::default();
        for review in reviews {
            for color in Color::ALL.into_iter().filter(|&color| is_player(review, color, player)) {
                gathering.add(review, color);
            }
        }
        gathering.summary(player)
    }

    /// The expected score lost in a game, on average.
    pub fn lost_per_game(&self) -> f64 {
        self.lost / self.games.max(1) as f64
    }
}

/// Whether a side's player has this name; case does not count.
pub(crate) fn is_player(review: &GameReview, color: Color, name: &str) -> bool {
    let own = review.side(color).player.as_deref();
    own.is_some_and(|own| own.trim().to_lowercase() == name.trim().to_lowercase())
}

#[derive(Default)]
struct Gathering {
    games: usize,
    results: [usize; 3],
    accuracies: Vec<f64>,
    moves: usize,
    lost: f64,
    marks: MarkCounts,
    /// Moves, the sum of their accuracies, what was lost.
    phases: BTreeMap<Phase, (usize, f64, f64)>,
    motifs: BTreeMap<String, (usize, f64)>,
    /// Games, points, what was lost in the opening.
    openings: BTreeMap<(String, usize), (usize, f64, f64)>,
    bands: [(usize, f64, usize); BANDS.len()],
    wins_let_slip: usize,
    losses_saved: usize,
}

impl Gathering {
    fn add(&mut self, review: &GameReview, color: Color) {
        let side = review.side(color);
        let points = points(review, color);
        self.games += 1;
        match points {
            Some(1.0) => self.results[0] += 1,
            Some(0.5) => self.results[1] += 1,
            Some(_) => self.results[2] += 1,
            None => {}
        }
        self.accuracies.extend(side.accuracy);
        self.moves += side.moves;
        self.lost += side.lost;
        self.marks.good += side.marks.good;
        self.marks.inaccuracies += side.marks.inaccuracies;
        self.marks.mistakes += side.marks.mistakes;
        self.marks.blunders += side.marks.blunders;
        for phase in &side.phases {
            let sums = self.phases.entry(phase.phase).or_default();
            sums.0 += phase.moves;
            sums.1 += phase.accuracy * phase.moves as f64;
            sums.2 += phase.lost;
        }
        self.add_motifs(review, color);
        self.add_opening(review, color, points.unwrap_or(0.0));
        self.add_clock(review, color);
        let best =
            |worst: f64, value: f64| worst.max(if color == Color::White { value } else { 1.0 - value });
        let expectations = review.expectations();
        let highest = expectations.iter().fold(0.0, |worst, &value| best(worst, value));
        let lowest = 1.0 - expectations.iter().fold(0.0, |worst, &value| best(worst, 1.0 - value));
        self.wins_let_slip +=
            usize::from(highest >= super::moments::WINNING && points.is_some_and(|points| points < 1.0));
        self.losses_saved +=
            usize::from(lowest <= 1.0 - super::moments::WINNING && points.is_some_and(|points| points > 0.0));
    }

    fn add_motifs(&mut self, review: &GameReview, color: Color) {
        for moment in &review.moments {
            if review.at(moment.ply).is_none_or(|mv| mv.color != color) {
                continue;
            }
            let sums = self.motifs.entry(skill_of(moment)).or_default();
            sums.0 += 1;
            sums.1 += moment.loss;
        }
    }

    fn add_opening(&mut self, review: &GameReview, color: Color, points: f64) {
        let Some(opening) = &review.opening else { return };
        let family = opening.name.split(':').next().unwrap_or_default().to_owned();
        let lost = review.side(color).phases.iter().find(|phase| phase.phase == Phase::Opening);
        let sums = self.openings.entry((family, color.index())).or_default();
        sums.0 += 1;
        sums.1 += points;
        sums.2 += lost.map_or(0.0, |phase| phase.lost);
    }

    fn add_clock(&mut self, review: &GameReview, color: Color) {
        let own: Vec<&ReviewedMove> = review.moves.iter().filter(|mv| mv.color == color).collect();
        let Some(first) = own.iter().find_map(|mv| mv.clock).filter(|&clock| clock > 0.0) else { return };
        // What was on the clock when he began to think about a move.
        let before = core::iter::once(Some(first)).chain(own.iter().map(|mv| mv.clock));
        for (mv, clock) in own.iter().zip(before) {
            let Some(clock) = clock else { continue };
            let band = BANDS.iter().position(|(_, below)| clock / first < *below).unwrap_or(BANDS.len() - 1);
            let sums = &mut self.bands[band];
            sums.0 += 1;
            sums.1 += mv.loss;
            sums.2 += usize::from(mv.mark == Some(super::Mark::Blunder));
        }
    }

    fn summary(self, player: &str) -> PlayerSummary {
        let mean = (!self.accuracies.is_empty())
            .then(|| self.accuracies.iter().sum::<f64>() / self.accuracies.len() as f64);
        let mut motifs: Vec<MotifCount> =
            self.motifs.into_iter().map(|(motif, (count, lost))| MotifCount { motif, count, lost }).collect();
        motifs.sort_by(|one, other| other.lost.total_cmp(&one.lost));
        let row = |((name, color), (games, points, lost)): ((String, usize), (usize, f64, f64))| OpeningRow {
            name,
            color: Color::ALL[color],
            games,
            points,
            lost: lost / games as f64,
        };
        let mut openings: Vec<OpeningRow> = self.openings.into_iter().map(row).collect();
        openings.sort_by(|one, other| {
            (other.lost * other.games as f64).total_cmp(&(one.lost * one.games as f64))
        });
        let clock = BANDS.iter().zip(self.bands).filter(|(_, (moves, ..))| *moves > 0);
        PlayerSummary {
            player: player.to_owned(),
            games: self.games,
            results: self.results,
            accuracy: mean,
            moves: self.moves,
            lost: self.lost,
            marks: self.marks,
            phases: self
                .phases
                .into_iter()
                .map(|(phase, (moves, sum, lost))| PhasePlay {
                    phase,
                    moves,
                    accuracy: sum / moves as f64,
                    lost,
                })
                .collect(),
            motifs,
            openings,
            clock: clock
                .map(|((left, _), (moves, lost, blunders))| ClockBand {
                    left: (*left).to_owned(),
                    moves,
                    lost,
                    blunders,
                })
                .collect(),
            wins_let_slip: self.wins_let_slip,
            losses_saved: self.losses_saved,
        }
    }
}

fn points(review: &GameReview, color: Color) -> Option<f64> {
    match (review.result.as_str(), color) {
        ("1-0", Color::White) | ("0-1", Color::Black) => Some(1.0),
        ("1-0" | "0-1", _) => Some(0.0),
        ("1/2-1/2", _) => Some(0.5),
        _ => None,
    }
}

/// What a key moment was about. A motif says more than that something was allowed; without one the first fact is what there is.
pub(crate) fn skill_of(moment: &KeyMoment) -> String {
    let motif = moment.facts.iter().find(|fact| !matches!(fact, Fact::Allows { .. } | Fact::Misses { .. }));
    motif.or(moment.facts.first()).map_or_else(|| "no single reason".to_owned(), kind_of)
}

/// The kind of a fact, as its JSON names it: `back_rank` becomes `back rank`.
fn kind_of(fact: &Fact) -> String {
    // The written form is the one list of names; a fact that cannot be written has none.
    let text = serde_json::to_value(fact).ok();
    let kind = text.as_ref().and_then(|value| value["kind"].as_str());
    kind.unwrap_or("other").replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::story::tests::review;

    fn game(result: &str, values: &[f64], player: &str) -> GameReview {
        let mut some = review(result, 0.5, values);
        some.sides.white.player = Some(player.to_owned());
        some.sides.white.moves = values.len().div_ceil(2);
        some.sides.white.lost =
            some.moves.iter().filter(|mv| mv.color == Color::White).map(|mv| mv.loss).sum();
        some.moments = super::super::moments::choose(&some.moves, 7);
        some
    }

    #[test]
    fn one_players_games_are_added_up() {
        let games = [
            game("1-0", &[0.5, 0.9, 0.9], "Ada"),
            game("0-1", &[0.9, 0.9, 0.1, 0.1], "ada "),
            game("1/2-1/2", &[0.5], "Bob"),
        ];
        let summary = PlayerSummary::of("ADA", &games);
        assert_eq!((summary.games, summary.results), (2, [1, 0, 1]));
        assert_eq!(summary.wins_let_slip, 1);
        assert!((summary.lost - 0.8).abs() < 1e-9, "{}", summary.lost);
        assert_eq!(
            summary.motifs,
            [MotifCount { motif: "no single reason".to_owned(), count: 1, lost: 0.8 }]
        );
        assert_eq!(PlayerSummary::of("nobody", &games).games, 0);
    }

    #[test]
    fn clocks_tell_where_time_was_short() {
        let mut some = game("0-1", &[0.5, 0.5, 0.5, 0.5, 0.1, 0.1], "Ada");
        for (mv, clock) in some.moves.iter_mut().zip([300.0, 300.0, 20.0, 290.0, 5.0, 280.0]) {
            mv.clock = Some(clock);
        }
        let clock = PlayerSummary::of("Ada", &[some]).clock;
        assert_eq!(clock[0].left, "below a tenth");
        assert_eq!((clock[0].moves, clock[0].blunders), (1, 1));
        assert_eq!(clock[1].moves, 2);
    }
}
