//! What decided a game, in five lines at most, from its figures alone.

use quevedo_rules::Color;
use serde::{Deserialize, Serialize};

use super::moments::{BETTER, WINNING};
use super::{GameReview, ReviewedMove};

/// A line of a game's story. Sides and plies, no words: those come from [`StoryLine::words`].
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(tag = "line", rename_all = "snake_case")]
pub enum StoryLine {
    /// Which opening, and up to where it is known by name.
    Opening {
        /// Its name.
        name: String,
        /// The plies with a name.
        plies: usize,
    },
    /// Nobody was better up to this ply.
    LevelUntil {
        /// The last such ply.
        ply: usize,
    },
    /// A side was better from this ply until the end.
    BetterFrom {
        /// Who.
        side: Color,
        /// The first such ply; 0 for the whole game.
        ply: usize,
    },
    /// The game was back and forth.
    LeadChanges {
        /// How often another side was better.
        changes: usize,
    },
    /// A side had a winning position and lost it again.
    LetSlip {
        /// Who.
        side: Color,
        /// The move.
        ply: usize,
        /// His expected score before it.
        before: f64,
        /// And after it.
        after: f64,
    },
    /// The move after which the later winner was never worse than level again.
    Decided {
        /// Who made the move: the side that lost.
        side: Color,
        /// The move.
        ply: usize,
        /// The winner's expected score before it.
        before: f64,
        /// And after it.
        after: f64,
    },
    /// The winner got there without any single large mistake of the other side.
    Gradual {
        /// The winner.
        side: Color,
    },
    /// How it ended.
    End(EndOfGame),
}

/// How a game ended.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(tag = "end", rename_all = "snake_case")]
pub enum EndOfGame {
    /// The last position ended it: checkmate, stalemate and the like.
    ByRules {
        /// How.
        how: String,
        /// Who won, if anybody did.
        winner: Option<Color>,
        /// The last move.
        ply: usize,
    },
    /// Somebody's time ran out.
    OnTime {
        /// Who won, if anybody did.
        winner: Option<Color>,
        /// White's expected score in the last position.
        expectation: f64,
    },
    /// Resigned, agreed or broken off: the file does not say.
    ByResult {
        /// Who won, if anybody did.
        winner: Option<Color>,
        /// Whether the result is known.
        is_known: bool,
        /// White's expected score in the last position.
        expectation: f64,
    },
}

/// The most lines of a story.
const MOST: usize = 5;

/// Who stands better at this expectation of White.
fn leader(expectation: f64) -> Option<Color> {
    match expectation {
        high if high >= BETTER => Some(Color::White),
        low if low <= 1.0 - BETTER => Some(Color::Black),
        _ => None,
    }
}

fn of(side: Color, expectation: f64) -> f64 {
    if side == Color::White { expectation } else { 1.0 - expectation }
}

/// The story of a reviewed game.
pub fn story(review: &GameReview) -> Vec<StoryLine> {
    let expectations = review.expectations();
    let mut lines = Vec::new();
    if let Some(opening) = &review.opening {
        lines.push(StoryLine::Opening { name: opening.name.clone(), plies: opening.plies });
    }
    let winner = match review.result.as_str() {
        "1-0" => Some(Color::White),
        "0-1" => Some(Color::Black),
        _ => None,
    };
    lines.extend(course(&expectations));
    let decided = winner.and_then(|winner| decision(review, winner, &expectations));
    let skip = match &decided {
        Some(StoryLine::Decided { ply, .. }) => Some(*ply),
        _ => None,
    };
    let room = MOST.saturating_sub(lines.len() + usize::from(decided.is_some()) + 1);
    lines.extend(slips(review, skip).into_iter().take(room));
    lines.extend(decided);
    lines.push(StoryLine::End(end(review, winner, &expectations)));
    lines
}

/// Who was better, from when on.
fn course(expectations: &[f64]) -> Option<StoryLine> {
    let leaders: Vec<Option<Color>> = expectations.iter().map(|&value| leader(value)).collect();
    let known: Vec<Color> = leaders.iter().copied().flatten().collect();
    let changes = known.windows(2).filter(|pair| pair[0] != pair[1]).count();
    if changes >= 2 {
        return Some(StoryLine::LeadChanges { changes });
    }
    let last = leaders.len().checked_sub(1)?;
    match leaders.iter().position(Option::is_some) {
        None => Some(StoryLine::LevelUntil { ply: last }),
        Some(first) => {
            let side = leaders[first]?;
            if leaders[first..].iter().all(|&now| now == Some(side)) {
                return Some(StoryLine::BetterFrom { side, ply: first });
            }
            (first > 0).then(|| StoryLine::LevelUntil { ply: first - 1 })
        }
    }
}

/// Winning positions that were let slip, the costliest first.
fn slips(review: &GameReview, skip: Option<usize>) -> Vec<StoryLine> {
    let slipped = |mv: &&ReviewedMove| {
        mv.expected_before() >= WINNING && mv.expected_after() < BETTER && Some(mv.ply) != skip
    };
    let mut found: Vec<&ReviewedMove> = review.moves.iter().filter(slipped).collect();
    found.sort_by(|one, other| other.loss.total_cmp(&one.loss));
    let line = |mv: &ReviewedMove| StoryLine::LetSlip {
        side: mv.color,
        ply: mv.ply,
        before: mv.expected_before(),
        after: mv.expected_after(),
    };
    found.into_iter().map(line).collect()
}

/// The last step by which the winner came from no more than level to better for good.
fn decision(review: &GameReview, winner: Color, expectations: &[f64]) -> Option<StoryLine> {
    // Somebody who lost on time in a good position was not outplayed.
    if of(winner, *expectations.last()?) < BETTER {
        return None;
    }
    let good =
        expectations.iter().rposition(|&value| of(winner, value) < BETTER).map_or(0, |place| place + 1);
    let by_loser = |mv: &&ReviewedMove| mv.color != winner && mv.loss >= 0.1;
    let crossing = review.at(good).filter(by_loser);
    // Where the lead came slowly, the largest mistake after it decided.
    let largest = || {
        let later = review.moves.iter().skip(good).filter(by_loser);
        later.max_by(|one, other| one.loss.total_cmp(&other.loss).then(other.ply.cmp(&one.ply)))
    };
    match crossing.or_else(largest) {
        Some(mv) => Some(StoryLine::Decided {
            side: mv.color,
            ply: mv.ply,
            before: 1.0 - mv.expected_before(),
            after: 1.0 - mv.expected_after(),
        }),
        None if good > 0 => Some(StoryLine::Gradual { side: winner }),
        None => None,
    }
}

fn end(review: &GameReview, winner: Option<Color>, expectations: &[f64]) -> EndOfGame {
    let expectation = expectations.last().copied().unwrap_or(0.5);
    if let Some(how) = &review.ending {
        let winner = (how == "checkmate").then(|| review.moves.last().map(|mv| mv.color)).flatten();
        return EndOfGame::ByRules { how: how.clone(), winner, ply: review.moves.len() };
    }
    let is_on_time = review.tag("Termination").is_some_and(|words| {
        let words = words.to_ascii_lowercase();
        ["time forfeit", "on time", "out of time"].iter().any(|known| words.contains(known))
    });
    if is_on_time {
        return EndOfGame::OnTime { winner, expectation };
    }
    EndOfGame::ByResult { winner, is_known: review.result != "*", expectation }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::review::moments::tests::game;
    use crate::review::{Effort, REVIEW_VERSION, Scale, SidePlay};
    use quevedo_report::Both;

    pub(crate) fn review(result: &str, first: f64, values: &[f64]) -> GameReview {
        let plies: Vec<(f64, &str)> = values.iter().map(|&value| (value, "b4")).collect();
        GameReview {
            version: REVIEW_VERSION,
            engine: String::new(),
            scale: Scale::Expectation,
            effort: Effort::QUICK,
            scores_of_file: false,
            tags: vec![("Termination".to_owned(), "Normal".to_owned())],
            start: String::new(),
            result: result.to_owned(),
            ending: None,
            opening: None,
            sides: Both { white: SidePlay::default(), black: SidePlay::default() },
            first_score: None,
            first_expectation: first,
            moves: game(first, &plies),
            moments: Vec::new(),
            story: Vec::new(),
        }
    }

    #[test]
    fn one_mistake_decides() {
        let lines = story(&review("0-1", 0.5, &[0.5, 0.5, 0.1, 0.1, 0.05, 0.05]));
        assert_eq!(lines[0], StoryLine::BetterFrom { side: Color::Black, ply: 3 });
        let StoryLine::Decided { side, ply, before, after } = lines[1] else { panic!("{lines:?}") };
        assert_eq!((side, ply), (Color::White, 3));
        assert!((before - 0.5).abs() < 1e-9 && (after - 0.9).abs() < 1e-9);
        assert!(matches!(lines[2], StoryLine::End(EndOfGame::ByResult { winner: Some(Color::Black), .. })));
    }

    #[test]
    fn a_win_that_was_let_slip_is_told() {
        let lines = story(&review("1/2-1/2", 0.5, &[0.5, 0.9, 0.5, 0.5]));
        assert!(
            lines.iter().any(|line| matches!(line, StoryLine::LetSlip { side: Color::White, ply: 3, .. })),
            "{lines:?}"
        );
        assert_eq!(lines[0], StoryLine::LevelUntil { ply: 1 });
    }

    #[test]
    fn changes_of_the_lead_are_counted() {
        let lines = story(&review("1-0", 0.5, &[0.2, 0.8, 0.2, 0.8, 0.8, 0.9]));
        assert_eq!(lines[0], StoryLine::LeadChanges { changes: 3 });
        assert!(
            lines.contains(&StoryLine::Decided {
                side: Color::Black,
                ply: 4,
                before: lines
                    .iter()
                    .find_map(|line| if let StoryLine::Decided { before, .. } = line {
                        Some(*before)
                    } else {
                        None
                    })
                    .unwrap_or(0.0),
                after: 0.8,
            }),
            "{lines:?}"
        );
        assert!(lines.len() <= MOST);
    }

    #[test]
    fn slow_wins_have_no_culprit() {
        let lines = story(&review("1-0", 0.5, &[0.5, 0.56, 0.56, 0.62, 0.62, 0.69, 0.69, 0.76]));
        assert!(lines.contains(&StoryLine::Gradual { side: Color::White }), "{lines:?}");
        let lost_on_time = story(&review("1-0", 0.5, &[0.5, 0.5, 0.2]));
        assert!(
            !lost_on_time.iter().any(|line| matches!(line, StoryLine::Decided { .. })),
            "{lost_on_time:?}"
        );
    }
}
