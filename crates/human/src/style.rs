//! Styles: what somebody likes and dislikes, whatever his strength.

use crate::model::Position;
use crate::scene::{FEATURES, Feature, Scene};
use crate::sight::{DEPTHS, Seen};
use quevedo_rules::Move;
use quevedo_value::Score;

/// A player's taste: what features add to the liking of a move, in units of the model.
#[derive(Clone, PartialEq, Debug)]
pub struct Style {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub sentence: String,
    likes: [f64; FEATURES],
    /// How much it likes moves that look worse at two plies than they are: traps, for whoever looks no further.
    tricks: f64,
}

use Feature as F;

/// A built-in style: its name, a sentence, its likings and how much it likes traps.
type Row = (&'static str, &'static str, &'static [(Feature, f64)], f64);

const STYLES: [Row; 8] = [
    (
        "attacker",
        "Brings its men towards your king, gives checks and makes threats, and does not trade queens.",
        &[
            (F::NearKing, 1.2),
            (F::TowardsKing, 1.5),
            (F::Check, 0.6),
            (F::MakesThreat, 0.8),
            (F::Retreats, -0.7),
            (F::QueenTrade, -2.0),
            (F::EqualTrade, -0.6),
        ],
        0.0,
    ),
    (
        "positional",
        "Improves its worst man, takes open files and the centre, and leaves pawns where they shelter the king.",
        &[
            (F::Centralises, 0.9),
            (F::OpenFile, 0.9),
            (F::Mobility, 0.9),
            (F::Develops, 0.6),
            (F::ShelterPawn, -1.2),
            (F::EdgePawn, -0.7),
            (F::Check, -0.5),
            (F::IntoAttack, -0.4),
        ],
        0.0,
    ),
    (
        "materialist",
        "Takes what can be taken and keeps what it has.",
        &[
            (F::Capture, 0.5),
            (F::Captured, 1.5),
            (F::WinsExchange, 1.5),
            (F::SavesMan, 1.0),
            (F::LosesExchange, -3.0),
            (F::LeavesHanging, -2.0),
        ],
        0.0,
    ),
    (
        "gambiteer",
        "Gives a pawn or more for quick play, and rather goes on than takes back.",
        &[
            (F::LosesExchange, 5.0),
            (F::LeavesHanging, 2.5),
            (F::Develops, 0.8),
            (F::Recapture, -0.8),
            (F::MakesThreat, 0.8),
            (F::Retreats, -0.7),
            (F::Advances, 0.6),
        ],
        0.0,
    ),
    (
        "solid",
        "Keeps everything guarded, castles early and lets you come.",
        &[
            (F::Guarded, 0.8),
            (F::CastlesShort, 1.0),
            (F::ShelterPawn, -1.5),
            (F::IntoAttack, -0.8),
            (F::LosesCastling, -1.0),
            (F::LeavesHanging, -2.0),
            (F::DoublePush, -0.4),
        ],
        0.0,
    ),
    (
        "drawish",
        "Trades whatever can be traded and repeats moves rather than risk something.",
        &[
            (F::EqualTrade, 1.6),
            (F::QueenTrade, 1.5),
            (F::Recapture, 0.5),
            (F::GoesBack, 1.2),
            (F::NearKing, -0.8),
            (F::PassedPawn, -0.3),
        ],
        0.0,
    ),
    (
        "trickster",
        "Likes moves that look worse than they are, and sets traps for whoever looks two plies ahead.",
        &[(F::MakesThreat, 0.5), (F::LeavesHanging, 1.0)],
        1.0,
    ),
    (
        "combination",
        "Shannon's combination player: sacrifices, checks and captures, wherever they lead to open play.",
        &[
            (F::Check, 1.2),
            (F::Capture, 0.6),
            (F::LosesExchange, 4.0),
            (F::MakesThreat, 0.8),
            (F::Uncovers, 1.0),
            (F::QueenTrade, -1.0),
        ],
        0.3,
    ),
];

/// Why a personality file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PersonalityError {
    /// A line that is none of `name = value`.
    #[error("line {0}: expected NAME = VALUE, or [likes]")]
    Line(usize),
    /// Nothing has that name.
    #[error("line {line}: there is nothing called \"{name}\" to like; there are {}, and Tricks", Feature::NAMES.join(", "))]
    Name {
        /// The line.
        line: usize,
        /// The name.
        name: String,
    },
    /// A number that is none.
    #[error("line {0}: expected a number from -10 to 10")]
    Number(usize),
    /// A text without quotation marks.
    #[error("line {0}: a text stands in quotation marks")]
    Text(usize),
    /// No such style.
    #[error("line {0}: there is no style of that name")]
    Base(usize),
}

impl Style {
    /// The names of the built-in styles.
    pub const NAMES: [&str; 8] = {
        let mut names = [""; 8];
        let mut at = 0;
        while at < 8 {
            names[at] = STYLES[at].0;
            at += 1;
        }
        names
    };

    /// The built-in style of that name, in any case.
    pub fn from_name(name: &str) -> Option<Style> {
        let &(name, sentence, likes, tricks) = STYLES.iter().find(|row| row.0.eq_ignore_ascii_case(name))?;
        let mut style =
            Style { name: name.to_owned(), sentence: sentence.to_owned(), likes: [0.0; FEATURES], tricks };
        for &(feature, amount) in likes {
            style.likes[feature as usize] = amount;
        }
        Some(style)
    }

    /// Reads a personality file: TOML with `name`, `sentence`, `base` (a built-in style to begin with) and a table `[likes]` of
    /// features with numbers. Only single lines and plain values are understood.
    ///
    /// ```
    /// let style = quevedo_human::Style::read("name = \"my own\"\nbase = \"attacker\"\n[likes]\nCheck = 2.5\n")?;
    /// assert_eq!(style.name, "my own");
    /// # Ok::<(), quevedo_human::PersonalityError>(())
    /// ```
    ///
    /// # Errors
    /// With the line that is not understood.
    pub fn read(text: &str) -> Result<Style, PersonalityError> {
        let mut style = Style {
            name: "personality".to_owned(),
            sentence: String::new(),
            likes: [0.0; FEATURES],
            tricks: 0.0,
        };
        let mut in_likes = false;
        for (number, line) in text.lines().enumerate() {
            let number = number + 1;
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if line.starts_with('[') {
                in_likes = line == "[likes]";
                if !in_likes {
                    return Err(PersonalityError::Line(number));
                }
                continue;
            }
            let (key, value) = line.split_once('=').ok_or(PersonalityError::Line(number))?;
            let (key, value) = (key.trim(), value.trim());
            if in_likes {
                style.like(key, value, number)?;
                continue;
            }
            let text = value.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            let text = text.ok_or(PersonalityError::Text(number))?;
            match key {
                "name" => text.clone_into(&mut style.name),
                "sentence" => text.clone_into(&mut style.sentence),
                "base" => {
                    let base = Style::from_name(text).ok_or(PersonalityError::Base(number))?;
                    (style.likes, style.tricks) = (base.likes, base.tricks);
                }
                _ => return Err(PersonalityError::Line(number)),
            }
        }
        Ok(style)
    }

    fn like(&mut self, name: &str, value: &str, line: usize) -> Result<(), PersonalityError> {
        let value = value.split('#').next().unwrap_or_default().trim();
        let amount: f64 = value.parse().map_err(|_| PersonalityError::Number(line))?;
        if !(-10.0..=10.0).contains(&amount) {
            return Err(PersonalityError::Number(line));
        }
        if name.eq_ignore_ascii_case("tricks") {
            self.tricks = amount;
            return Ok(());
        }
        let place = Feature::NAMES.iter().position(|known| known.eq_ignore_ascii_case(name));
        let place =
            place.ok_or_else(|| PersonalityError::Name { line, name: name.chars().take(40).collect() })?;
        self.likes[place] = amount;
        Ok(())
    }

    /// How much it likes each move.
    pub fn liking(&self, position: &Position) -> Vec<f64> {
        // Better at the last depth than at two plies, beside the other moves.
        let trick = |place: usize| {
            ((position.loss_at(place, 2) - position.loss_at(place, DEPTHS)) / 10.0).clamp(-2.0, 2.0)
        };
        let like = |place: usize| {
            let features = position.features(place);
            features.iter().zip(&self.likes).map(|(x, like)| f64::from(*x) * like).sum::<f64>()
                + self.tricks * trick(place)
        };
        (0..position.len()).map(like).collect()
    }
}

impl Style {
    /// How much it likes a legal move by what there is to see at a glance.
    pub fn likes_at_a_glance(&self, scene: &Scene, mv: Move) -> f64 {
        let look = scene.look(&Seen { mv, scores: [Score::DRAW; DEPTHS], reply: None });
        look.features.iter().zip(&self.likes).map(|(x, like)| f64::from(*x) * like).sum()
    }
}

/// Changes the chances so that they lose as much on average as `wanted`, by as little as possible: a style must not change the
/// level. Bisection on the weight of the loss.
pub fn keep_level(chances: &mut [f64], losses: &[f64], wanted: f64) {
    let mean = |weight: f64| {
        let tilted =
            chances.iter().zip(losses).map(|(chance, loss)| (chance * libm::exp(-weight * loss), loss));
        let (all, lost) =
            tilted.fold((0.0, 0.0), |(all, lost), (chance, loss)| (all + chance, lost + chance * loss));
        lost / all
    };
    let (mut low, mut high) = (-0.2, 1.0);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if mean(middle) > wanted { low = middle } else { high = middle }
    }
    let weight = f64::midpoint(low, high);
    for (chance, loss) in chances.iter_mut().zip(losses) {
        *chance *= libm::exp(-weight * loss);
    }
    let all: f64 = chances.iter().sum();
    for chance in chances {
        *chance /= all;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_has_its_sentence() {
        for name in Style::NAMES {
            let style = Style::from_name(&name.to_uppercase()).expect("a style");
            assert!(style.sentence.ends_with('.') && style.likes.iter().any(|&like| like != 0.0), "{name}");
        }
        assert_eq!(Style::from_name("none"), None);
    }

    #[test]
    fn personality_files_are_read_and_their_faults_named() {
        let text = "# mine\nname = \"The Pawn\"\nsentence = \"Pushes.\"\nbase = \"solid\"\n\n[likes]\nPawnMove = 3 # much\nTricks = -1\n";
        let style = Style::read(text).expect("a personality");
        assert_eq!(
            (style.name.as_str(), style.likes[Feature::PawnMove as usize], style.tricks),
            ("The Pawn", 3.0, -1.0)
        );
        assert!(style.likes[Feature::ShelterPawn as usize] < 0.0);
        for (text, words) in [
            ("x", "line 1: expected NAME"),
            ("name = x", "quotation marks"),
            ("\n[likes]\nLuck = 1", "line 3: there is nothing called \"Luck\""),
            ("[likes]\nCheck = many", "a number"),
            ("[likes]\nCheck = 11", "a number"),
            ("base = \"nobody\"", "no style"),
            ("[terms]", "expected NAME"),
        ] {
            let error = Style::read(text).expect_err(text).to_string();
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn the_level_is_kept() {
        let losses = [0.0, 1.0, 8.0, 30.0];
        for start in [[0.1, 0.2, 0.3, 0.4], [0.7, 0.1, 0.1, 0.1]] {
            let mut chances = start;
            keep_level(&mut chances, &losses, 5.0);
            let mean: f64 = chances.iter().zip(losses).map(|(chance, loss)| chance * loss).sum();
            assert!((mean - 5.0).abs() < 0.01, "{mean}");
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}
