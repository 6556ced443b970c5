//! Which words the tutor's facts are, and which of them a label or a lesson may be told by.

use quevedo_engine::Options;
use quevedo_rules::{Board, Game, Move};
use quevedo_tutor::{
    Basis, Explanation, Fact, Goal, Language, Level, MatePattern, Question, Sentence, Tutor, TutorError, say,
};

/// The word of a fact that names a way of winning; mates without a name are `mate`.
pub fn word(fact: &Fact) -> Option<&'static str> {
    Some(match fact {
        Fact::Fork { .. } | Fact::DoubleAttack { .. } => "fork",
        Fact::PinAbsolute { .. } | Fact::PinRelative { .. } => "pin",
        Fact::Skewer { .. } => "skewer",
        Fact::DiscoveredAttack { .. } | Fact::DiscoveredCheck { .. } => "discovered",
        Fact::DoubleCheck { .. } => "double check",
        Fact::XRay { .. } => "x-ray",
        Fact::Overloaded { .. } => "overloaded",
        Fact::RemovedDefender { .. } => "guard taken",
        Fact::Deflection { .. } => "deflection",
        Fact::Attraction { .. } => "attraction",
        Fact::Interference { .. } => "interference",
        Fact::Intermezzo { .. } => "intermezzo",
        Fact::Clearance { .. } => "clearance",
        Fact::Desperado { .. } => "desperado",
        Fact::Trapped { .. } => "trapped",
        Fact::Unstoppable { .. } | Fact::Breakthrough { .. } => "pawn runs",
        Fact::UnderPromotion { .. } => "underpromotion",
        Fact::Zugzwang => "zugzwang",
        Fact::BackRank { .. } | Fact::MateIn { pattern: Some(MatePattern::BackRank), .. } => "back rank",
        Fact::MateIn { pattern: Some(pattern), .. } => named(*pattern),
        Fact::MateIn { pattern: None, .. } | Fact::Achieves { goal: Goal::Mate(_) } => "mate",
        _ => return None,
    })
}

fn named(pattern: MatePattern) -> &'static str {
    match pattern {
        MatePattern::BackRank => "back rank",
        MatePattern::Smothered => "smothered",
        MatePattern::Arabian => "arabian",
        MatePattern::Anastasia => "anastasia",
        MatePattern::Boden => "boden",
        MatePattern::TwoBishops => "two bishops",
        MatePattern::Epaulette => "epaulette",
        MatePattern::Dovetail => "dovetail",
        MatePattern::Opera => "opera",
        MatePattern::Hook => "hook",
        _ => "mate",
    }
}

/// Words that tell of a mate, with a name or without.
pub const MATES: &[&str] = &[
    "mate",
    "back rank",
    "smothered",
    "arabian",
    "anastasia",
    "boden",
    "two bishops",
    "epaulette",
    "dovetail",
    "opera",
    "hook",
];

/// The words that a puzzle's label may be told by; a discovered check is often a double check, and what is drawn away leaves a guard's duty.
pub const FAMILIES: &[(&str, &[&str])] = &[
    ("fork", &["fork"]),
    ("skewer", &["skewer"]),
    ("discoveredAttack", &["discovered", "double check"]),
    ("pin", &["pin"]),
    ("backRankMate", &["back rank"]),
    ("mate", MATES),
    ("smotheredMate", &["smothered"]),
    ("doubleCheck", &["double check", "discovered"]),
    ("deflection", &["deflection", "overloaded"]),
    ("attraction", &["attraction"]),
    ("trappedPiece", &["trapped"]),
    ("capturingDefender", &["guard taken"]),
    ("interference", &["interference"]),
    ("intermezzo", &["intermezzo"]),
    ("clearance", &["clearance"]),
    ("xRayAttack", &["x-ray"]),
];

/// The words of a label's family.
pub fn family(label: &str) -> &'static [&'static str] {
    FAMILIES.iter().find(|(name, _)| *name == label).map_or(&[], |(_, words)| words)
}

/// A tutor for measurements.
pub fn tutor() -> Result<Tutor, TutorError> {
    Tutor::new(Options { hash: 16, ..Options::default() })
}

/// What is found of a position or a move, with nothing remembered from before.
pub fn explain(
    tutor: &mut Tutor,
    board: &Board,
    played: Option<Move>,
    nodes: u64,
) -> Result<Explanation, TutorError> {
    tutor.engine().new_game();
    let question = Question { played, candidates: 1, limits: Question::nodes(nodes), ..Question::default() };
    tutor.explain(&Game::new(*board), &question)
}

/// A word that is said.
#[derive(Clone, Copy)]
pub struct Said {
    pub word: &'static str,
    /// Whether the motif is the asked position's, not one of a later move.
    pub is_here: bool,
}

/// What is said, and the words of it in their order.
pub fn words(explanation: &Explanation, level: Level) -> (Vec<Sentence>, Vec<Said>) {
    let sentences = say(explanation, level, Language::English);
    let words = sentences.iter().filter_map(|sentence| match sentence.rests_on {
        Basis::Finding(place) => {
            let finding = explanation.findings.get(place)?;
            let is_here = finding.at.fen() == explanation.fen;
            word(&finding.fact).map(|word| Said { word, is_here })
        }
        _ => None,
    });
    let words = words.collect();
    (sentences, words)
}
