//! What weighs more: mate before material before tables before structure, and within each what wins more, sooner.

use quevedo_rules::Color;

use crate::choose::carries_its_proof;
use crate::words::Topic;
use crate::{Fact, Finding, Goal, Truth};

/// What a fact is about, from the lightest to the weightiest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    /// What the position looks like.
    Picture,
    /// Men that stand badly.
    Men,
    /// What the tables know.
    Table,
    /// An answer to a threat, or a threat.
    Answer,
    /// That something is won.
    Gain,
    /// How something is won.
    Motif,
    /// Mate.
    Mate,
}

/// The class of a fact.
pub(crate) fn class(fact: &Fact) -> Class {
    match fact {
        Fact::MateIn { .. }
        | Fact::Threat { goal: Goal::Mate(_), .. }
        | Fact::Allows { goal: Goal::Mate(_), .. }
        | Fact::Misses { goal: Goal::Mate(_), .. }
        | Fact::Achieves { goal: Goal::Mate(_) } => Class::Mate,
        Fact::Fork { .. }
        | Fact::DoubleAttack { .. }
        | Fact::PinAbsolute { .. }
        | Fact::Skewer { .. }
        | Fact::DiscoveredAttack { .. }
        | Fact::DiscoveredCheck { .. }
        | Fact::DoubleCheck { .. }
        | Fact::Overloaded { .. }
        | Fact::RemovedDefender { .. }
        | Fact::Deflection { .. }
        | Fact::Attraction { .. }
        | Fact::Interference { .. }
        | Fact::Intermezzo { .. }
        | Fact::Clearance { .. }
        | Fact::Desperado { .. }
        | Fact::Stock { .. }
        | Fact::BackRank { .. }
        | Fact::Trapped { .. }
        | Fact::Unstoppable { .. }
        | Fact::Breakthrough { .. }
        | Fact::UnderPromotion { .. } => Class::Motif,
        Fact::Achieves { .. }
        | Fact::Allows { .. }
        | Fact::Misses { .. }
        | Fact::OnlyMove { .. }
        | Fact::SavesDraw { .. }
        | Fact::Sacrifice { .. } => Class::Gain,
        Fact::Threat { .. } | Fact::Parries { .. } | Fact::Tempo { .. } | Fact::Initiative => Class::Answer,
        Fact::Opposition { .. }
        | Fact::KeySquare { .. }
        | Fact::Zugzwang
        | Fact::Simplification { .. }
        | Fact::Fortress { .. }
        | Fact::TableValue { .. } => Class::Table,
        Fact::Hanging { .. } | Fact::Loose { .. } | Fact::PinRelative { .. } | Fact::XRay { .. } => {
            Class::Men
        }
        Fact::Passed { .. }
        | Fact::Outpost { .. }
        | Fact::Hole { .. }
        | Fact::BadBishop { .. }
        | Fact::OpenFile { .. }
        | Fact::Seventh { .. }
        | Fact::WeakPawn { .. }
        | Fact::Lever { .. }
        | Fact::Shelter { .. }
        | Fact::Attackers { .. }
        | Fact::Development { .. }
        | Fact::Imbalance { .. }
        | Fact::Majority { .. }
        | Fact::StructureChange { .. }
        | Fact::Space { .. }
        | Fact::TermDiffers { .. }
        | Fact::Opening { .. } => Class::Picture,
    }
}

/// Whether a fact speaks of a gain by force, so that it is only said with a proof.
fn needs_proof(fact: &Fact) -> bool {
    match fact {
        // Geometry and exchanges on one board.
        Fact::Desperado { .. } | Fact::Sacrifice { .. } | Fact::DoubleCheck { .. } => false,
        fact => matches!(class(fact), Class::Mate | Class::Motif | Class::Gain | Class::Answer),
    }
}

/// Whether a finding carries what its words will promise.
pub(crate) fn is_sayable(finding: &Finding) -> bool {
    let is_known =
        finding.truth == Truth::Table && matches!(class(&finding.fact), Class::Table | Class::Gain);
    carries_its_proof(finding) && (is_known || !needs_proof(&finding.fact) || !finding.proofs.is_empty())
}

/// What a finding weighs: its class, then what it gains, less what comes late. In hundredths within the class.
pub(crate) fn weight(finding: &Finding) -> (Class, i32, u8) {
    let class = class(&finding.fact);
    let plies = finding.line.len().min(12) as i32;
    let late = 0.85_f64.powi(plies);
    let gain = f64::from(finding.gain.clamp(0, 100)) * 100.0 * late;
    (class, gain as i32, interest(&finding.fact))
}

/// Among facts that gain the same: the more telling, the higher.
fn interest(fact: &Fact) -> u8 {
    match fact {
        // Among pictures the opening's name comes first.
        Fact::Opening { .. } => 11,
        Fact::Stock { .. } | Fact::Breakthrough { .. } | Fact::Zugzwang => 10,
        Fact::Trapped { .. }
        | Fact::BackRank { .. }
        | Fact::Hanging { .. }
        | Fact::Unstoppable { .. }
        | Fact::Opposition { .. }
        | Fact::KeySquare { .. }
        | Fact::Simplification { .. } => 9,
        Fact::Fork { .. } | Fact::Skewer { .. } | Fact::PinAbsolute { .. } | Fact::Parries { .. } => 8,
        Fact::RemovedDefender { .. }
        | Fact::Overloaded { .. }
        | Fact::Deflection { .. }
        | Fact::Intermezzo { .. }
        | Fact::Desperado { .. }
        | Fact::Fortress { .. }
        | Fact::Passed { .. } => 7,
        Fact::DiscoveredAttack { .. } | Fact::DiscoveredCheck { .. } | Fact::PinRelative { .. } => 6,
        Fact::DoubleAttack { .. }
        | Fact::Interference { .. }
        | Fact::Outpost { .. }
        | Fact::Threat { .. } => 5,
        Fact::StructureChange { .. }
        | Fact::WeakPawn { .. }
        | Fact::OpenFile { .. }
        | Fact::Seventh { .. }
        | Fact::BadBishop { .. } => 4,
        Fact::Shelter { .. }
        | Fact::Attackers { .. }
        | Fact::Imbalance { .. }
        | Fact::Development { .. }
        | Fact::Space { .. }
        | Fact::Majority { .. } => 3,
        Fact::Loose { .. } | Fact::Lever { .. } => 2,
        Fact::Hole { .. } => 0,
        _ => 1,
    }
}

/// What a finding is about and whom it favours: of each such pair a few are told.
pub(crate) fn topic_side(finding: &Finding) -> (Topic, Color) {
    (Topic::of(&finding.fact), finding.side)
}
