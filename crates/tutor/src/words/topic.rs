//! What a sentence is about: the keys of the message tables.

use crate::{Duty, Fact, Goal, PawnFlaw, Remedy, StockPattern};

macro_rules! topics {
    ($($topic:ident),+ $(,)?) => {
        /// A kind of fact, as fine as the words need it.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub(crate) enum Topic { $($topic),+ }

        impl Topic {
            /// All of them.
            #[cfg(test)]
            pub(crate) const ALL: &[Topic] = &[$(Topic::$topic),+];
        }
    };
}

topics! {
    Hanging, Loose, Trapped, Fork, DoubleAttack, PinAbsolute, PinUsed, PinRelative, Skewer, DiscoveredAttack, DiscoveredCheck,
    DoubleCheck, XRay, Overloaded, RemovedDefender, DeflectedGuard, DeflectedFromMate, DeflectedFromPromotion, Attraction,
    Interference, Intermezzo, Clearance, Desperado, BackRank, MateIn, NamedMate, Achieves, Threat, ParriedByMoving,
    ParriedByGuarding, ParriedByBlocking, ParriedByTaking, ParriedByCounter, Allows, AllowsMate, AllowsOther, Misses, OnlyMove, Sacrifice, Perpetual,
    Stalemate, Tempo, Passed, Unstoppable, Breakthrough, UnderPromotion, Opposition, KeySquare, Zugzwang, SimplifiesToWin,
    SimplifiesToDraw, TableWin, TableDraw, TableLoss, Outpost, Hole, BadBishop, OpenFile, HalfOpenFile, Seventh, Doubled,
    Isolated, Backward, Lever, Shelter, Attackers, Development, Imbalance, TermDiffers, Opening, Initiative, GreekGift, KnightOnF7,
    PhilidorsLegacy, Fortress, Majority, LeavesWeakPawn, TakenBackDoubles, TakenBackIsolates, Space,
}

impl Topic {
    /// What a fact is about.
    pub(crate) fn of(fact: &Fact) -> Topic {
        match fact {
            Fact::Hanging { .. } => Topic::Hanging,
            Fact::Loose { .. } => Topic::Loose,
            Fact::Trapped { .. } => Topic::Trapped,
            Fact::Fork { .. } => Topic::Fork,
            Fact::DoubleAttack { .. } => Topic::DoubleAttack,
            Fact::PinAbsolute { refuted: None, .. } => Topic::PinAbsolute,
            Fact::PinAbsolute { refuted: Some(_), .. } => Topic::PinUsed,
            Fact::PinRelative { .. } => Topic::PinRelative,
            Fact::Skewer { .. } => Topic::Skewer,
            Fact::DiscoveredAttack { .. } => Topic::DiscoveredAttack,
            Fact::DiscoveredCheck { .. } => Topic::DiscoveredCheck,
            Fact::DoubleCheck { .. } => Topic::DoubleCheck,
            Fact::XRay { .. } => Topic::XRay,
            Fact::Overloaded { .. } => Topic::Overloaded,
            Fact::RemovedDefender { .. } => Topic::RemovedDefender,
            Fact::Deflection { duty, .. } => match duty {
                Duty::Man(_) => Topic::DeflectedGuard,
                Duty::MateSquare(_) => Topic::DeflectedFromMate,
                Duty::PromotionSquare(_) => Topic::DeflectedFromPromotion,
            },
            Fact::Attraction { .. } => Topic::Attraction,
            Fact::Interference { .. } => Topic::Interference,
            Fact::Intermezzo { .. } => Topic::Intermezzo,
            Fact::Clearance { .. } => Topic::Clearance,
            Fact::Desperado { .. } => Topic::Desperado,
            Fact::BackRank { .. } => Topic::BackRank,
            Fact::MateIn { pattern: None, .. } => Topic::MateIn,
            Fact::MateIn { pattern: Some(_), .. } => Topic::NamedMate,
            Fact::Achieves { .. } => Topic::Achieves,
            Fact::Threat { .. } => Topic::Threat,
            Fact::Parries { how, .. } => match how {
                Remedy::Moves => Topic::ParriedByMoving,
                Remedy::Guards => Topic::ParriedByGuarding,
                Remedy::Blocks => Topic::ParriedByBlocking,
                Remedy::Takes => Topic::ParriedByTaking,
                Remedy::Counters => Topic::ParriedByCounter,
            },
            Fact::Allows { goal: Goal::Mate(_), .. } => Topic::AllowsMate,
            Fact::Allows { goal: Goal::Material(_), .. } => Topic::Allows,
            Fact::Allows { .. } => Topic::AllowsOther,
            Fact::Misses { .. } => Topic::Misses,
            Fact::OnlyMove { .. } => Topic::OnlyMove,
            Fact::Sacrifice { .. } => Topic::Sacrifice,
            Fact::SavesDraw { how: crate::DrawKind::Perpetual } => Topic::Perpetual,
            Fact::SavesDraw { how: crate::DrawKind::Stalemate } => Topic::Stalemate,
            Fact::Tempo { .. } => Topic::Tempo,
            Fact::Passed { .. } => Topic::Passed,
            Fact::Unstoppable { .. } => Topic::Unstoppable,
            Fact::Breakthrough { .. } => Topic::Breakthrough,
            Fact::UnderPromotion { .. } => Topic::UnderPromotion,
            Fact::Opposition { .. } => Topic::Opposition,
            Fact::KeySquare { .. } => Topic::KeySquare,
            Fact::Zugzwang => Topic::Zugzwang,
            Fact::Simplification { value: 1.. } => Topic::SimplifiesToWin,
            Fact::Simplification { .. } => Topic::SimplifiesToDraw,
            Fact::TableValue { value: 1.., .. } => Topic::TableWin,
            Fact::TableValue { value: 0, .. } => Topic::TableDraw,
            Fact::TableValue { .. } => Topic::TableLoss,
            Fact::Outpost { .. } => Topic::Outpost,
            Fact::Hole { .. } => Topic::Hole,
            Fact::BadBishop { .. } => Topic::BadBishop,
            Fact::OpenFile { half: false, .. } => Topic::OpenFile,
            Fact::OpenFile { half: true, .. } => Topic::HalfOpenFile,
            Fact::Seventh { .. } => Topic::Seventh,
            Fact::WeakPawn { flaw, .. } => match flaw {
                PawnFlaw::Doubled => Topic::Doubled,
                PawnFlaw::Isolated => Topic::Isolated,
                PawnFlaw::Backward => Topic::Backward,
            },
            Fact::Lever { .. } => Topic::Lever,
            Fact::Shelter { .. } => Topic::Shelter,
            Fact::Attackers { .. } => Topic::Attackers,
            Fact::Development { .. } => Topic::Development,
            Fact::Imbalance { .. } => Topic::Imbalance,
            Fact::TermDiffers { .. } => Topic::TermDiffers,
            Fact::Opening { .. } => Topic::Opening,
            Fact::Initiative => Topic::Initiative,
            Fact::Stock { pattern } => match pattern {
                StockPattern::GreekGift => Topic::GreekGift,
                StockPattern::KnightOnF7 => Topic::KnightOnF7,
                StockPattern::PhilidorsLegacy => Topic::PhilidorsLegacy,
            },
            Fact::Fortress { .. } => Topic::Fortress,
            Fact::Majority { .. } => Topic::Majority,
            Fact::StructureChange { taken_back: false, .. } => Topic::LeavesWeakPawn,
            Fact::StructureChange { flaw: PawnFlaw::Doubled, .. } => Topic::TakenBackDoubles,
            Fact::StructureChange { .. } => Topic::TakenBackIsolates,
            Fact::Space { .. } => Topic::Space,
        }
    }

    /// Whether its clause is said of a move ("forks the rooks"); else it is a sentence about the position ("the knight is loose").
    pub(crate) fn is_of_a_move(self) -> bool {
        matches!(
            self,
            Topic::Fork
                | Topic::DoubleAttack
                | Topic::Skewer
                | Topic::DiscoveredAttack
                | Topic::DiscoveredCheck
                | Topic::DoubleCheck
                | Topic::RemovedDefender
                | Topic::DeflectedGuard
                | Topic::DeflectedFromMate
                | Topic::DeflectedFromPromotion
                | Topic::Attraction
                | Topic::Interference
                | Topic::Intermezzo
                | Topic::Clearance
                | Topic::Desperado
                | Topic::MateIn
                | Topic::NamedMate
                | Topic::Achieves
                | Topic::ParriedByMoving
                | Topic::ParriedByGuarding
                | Topic::ParriedByBlocking
                | Topic::ParriedByTaking
                | Topic::ParriedByCounter
                | Topic::Allows
                | Topic::AllowsMate
                | Topic::AllowsOther
                | Topic::Misses
                | Topic::OnlyMove
                | Topic::Sacrifice
                | Topic::Perpetual
                | Topic::Stalemate
                | Topic::Tempo
                | Topic::Breakthrough
                | Topic::UnderPromotion
                | Topic::SimplifiesToWin
                | Topic::SimplifiesToDraw
                | Topic::TermDiffers
                | Topic::Initiative
                | Topic::GreekGift
                | Topic::KnightOnF7
                | Topic::PhilidorsLegacy
                | Topic::LeavesWeakPawn
                | Topic::TakenBackDoubles
                | Topic::TakenBackIsolates
        )
    }
}

/// The goal that a fact speaks of.
pub(crate) fn goal_of(fact: &Fact) -> Option<Goal> {
    match *fact {
        Fact::Achieves { goal }
        | Fact::Threat { goal, .. }
        | Fact::Parries { goal, .. }
        | Fact::Allows { goal, .. }
        | Fact::Misses { goal, .. }
        | Fact::OnlyMove { others: goal }
        | Fact::Tempo { goal } => Some(goal),
        Fact::MateIn { moves, .. } => Some(Goal::Mate(moves)),
        _ => None,
    }
}
