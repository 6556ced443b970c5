//! The agreement about the JSON, written down a second time: what `crates/tutor` documents, in shakmaty's types.

use serde::Deserialize;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, File, Role, Square};

use crate::ground;

macro_rules! from_text {
    ($(#[$doc:meta])* $name:ident, $type:ty, $read:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
        #[serde(try_from = "String")]
        pub struct $name(pub $type);

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<$name, String> {
                let read: fn(&str) -> Option<$type> = $read;
                read(&text).map($name).ok_or_else(|| format!("{text:?} is no {}", stringify!($name)))
            }
        }
    };
}

from_text!(
    /// A square like `e4`.
    Sq, Square, |text| text.parse().ok()
);
from_text!(
    /// A move like `e7e8q`.
    Uci, UciMove, |text| text.parse().ok()
);
from_text!(
    /// `white` or `black`.
    Side, Color, |text| match text {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
);
from_text!(
    /// A piece's name like `knight`.
    Man, Role, |text| match text {
        "pawn" => Some(Role::Pawn),
        "knight" => Some(Role::Knight),
        "bishop" => Some(Role::Bishop),
        "rook" => Some(Role::Rook),
        "queen" => Some(Role::Queen),
        "king" => Some(Role::King),
        _ => None,
    }
);
from_text!(
    /// A file like `e`.
    Line, File, |text| match text.as_bytes() {
        [letter] => File::from_char(*letter as char),
        _ => None,
    }
);

/// A position as FEN.
#[derive(Clone, PartialEq, Eq, Deserialize, Debug)]
#[serde(try_from = "String")]
pub struct Fen(pub Chess);

impl TryFrom<String> for Fen {
    type Error = String;

    fn try_from(text: String) -> Result<Fen, String> {
        ground::position(&text).map(Fen)
    }
}

/// A fact with what makes it true.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Finding {
    pub fact: Fact,
    pub at: Fen,
    #[serde(rename = "move")]
    pub mv: Option<Uci>,
    pub side: Side,
    pub truth: Truth,
    pub gain: i8,
    pub line: Vec<Uci>,
    pub proofs: Vec<Proof>,
}

/// What makes a fact true.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Truth {
    Static,
    Table,
    Proven,
    Opinion,
}

/// What one side wants to reach against every defence.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Goal {
    Mate(u8),
    Material(i8),
    Promotion,
    Draw,
    Table(i8),
}

/// A proof that the attacker reaches a goal whatever the defender does.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Proof {
    pub start: Fen,
    #[serde(default)]
    pub after_pass: bool,
    pub attacker: Side,
    pub goal: Goal,
    pub tree: Root,
}

/// Where a tree begins.
#[derive(Clone, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Root {
    Attack(Attack),
    Defence(Defence),
}

/// A move of the attacker and what can follow.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Attack {
    #[serde(rename = "m")]
    pub mv: Uci,
    #[serde(rename = "d")]
    pub then: Defence,
}

/// A position with the defender to move.
#[derive(Clone, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Defence {
    Holds,
    Replies(Vec<Reply>),
}

/// A move of the defender and the attacker's answer to it.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Reply {
    #[serde(rename = "r")]
    pub mv: Uci,
    #[serde(rename = "a")]
    pub then: Attack,
}

/// What can be said.
#[derive(Clone, Deserialize, Debug)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Fact {
    Hanging {
        man: Sq,
    },
    Loose {
        man: Sq,
    },
    Trapped {
        man: Sq,
    },
    Fork {
        by: Sq,
        targets: Vec<Sq>,
    },
    DoubleAttack {
        by: Vec<Sq>,
        targets: Vec<Sq>,
    },
    PinAbsolute {
        pinner: Sq,
        pinned: Sq,
        king: Sq,
        #[serde(default)]
        refuted: Option<Uci>,
    },
    PinRelative {
        pinner: Sq,
        pinned: Sq,
        behind: Sq,
    },
    Skewer {
        by: Sq,
        front: Sq,
        behind: Sq,
    },
    DiscoveredAttack {
        by: Sq,
        target: Sq,
    },
    DiscoveredCheck {
        by: Sq,
    },
    DoubleCheck {
        by: [Sq; 2],
    },
    XRay {
        rear: Sq,
        on: Sq,
    },
    Overloaded {
        guard: Sq,
        duties: Vec<Sq>,
    },
    RemovedDefender {
        guard: Sq,
        target: Sq,
    },
    Deflection {
        guard: Sq,
        duty: Duty,
    },
    Attraction {
        from: Sq,
        to: Sq,
    },
    Interference {
        slider: Sq,
        target: Sq,
    },
    Intermezzo {
        recapture: Uci,
    },
    Clearance {
        follow_up: Uci,
    },
    Desperado {
        man: Sq,
    },
    BackRank {
        king: Sq,
    },
    MateIn {
        moves: u8,
        pattern: Option<MatePattern>,
    },
    Achieves {
        goal: Goal,
    },
    Threat {
        by: Side,
        goal: Goal,
        mv: Uci,
    },
    Parries {
        goal: Goal,
        threat: Uci,
        how: Remedy,
    },
    Allows {
        goal: Goal,
        by: Uci,
        better: Uci,
    },
    Misses {
        goal: Goal,
        better: Uci,
    },
    OnlyMove {
        others: Goal,
    },
    Sacrifice {
        points: i8,
    },
    SavesDraw {
        how: DrawKind,
    },
    Tempo {
        goal: Goal,
    },
    Initiative,
    Stock {
        pattern: StockPattern,
    },
    Passed {
        pawn: Sq,
    },
    Unstoppable {
        pawn: Sq,
    },
    Breakthrough {
        pawn: Sq,
    },
    UnderPromotion {
        piece: Man,
    },
    Opposition {
        holder: Side,
    },
    KeySquare {
        square: Sq,
        pawn: Sq,
    },
    Zugzwang,
    Simplification {
        value: i8,
    },
    TableValue {
        value: i8,
        moves: Option<u16>,
    },
    Fortress {
        points: u8,
    },
    Outpost {
        man: Sq,
    },
    Hole {
        square: Sq,
        of: Side,
    },
    BadBishop {
        bishop: Sq,
    },
    OpenFile {
        man: Sq,
        file: Line,
        half: bool,
    },
    Seventh {
        man: Sq,
    },
    WeakPawn {
        pawn: Sq,
        flaw: PawnFlaw,
    },
    Lever {
        pawn: Sq,
        target: Sq,
    },
    Shelter {
        king: Sq,
        missing: u8,
    },
    Attackers {
        king: Sq,
        count: u8,
    },
    Majority {
        wing: Flank,
        own: u8,
        other: u8,
    },
    StructureChange {
        pawn: Sq,
        flaw: PawnFlaw,
        taken_back: bool,
    },
    Space {
        white: u8,
        black: u8,
    },
    Development {
        white: u8,
        black: u8,
    },
    Imbalance {
        surplus: [i8; 5],
    },
    TermDiffers {
        term: Term,
        hundredths: i16,
    },
    Opening {
        eco: String,
        name: String,
    },
}

/// Attacks that have a name.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum StockPattern {
    GreekGift,
    KnightOnF7,
    PhilidorsLegacy,
}

/// A wing of the board.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Flank {
    Kingside,
    Queenside,
}

/// What a guard guards.
#[derive(Clone, Copy, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Duty {
    Man(Sq),
    MateSquare(Sq),
    PromotionSquare(Sq),
}

/// How a threat is met.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Remedy {
    Moves,
    Guards,
    Blocks,
    Takes,
    Counters,
}

/// A weakness of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum PawnFlaw {
    Doubled,
    Isolated,
    Backward,
}

/// How half a point is saved.
#[derive(Clone, Copy, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum DrawKind {
    Perpetual,
    Stalemate,
}

/// Final positions with a name.
#[derive(Clone, Copy, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum MatePattern {
    BackRank,
    Smothered,
    Kiss,
    Arabian,
    Ladder,
    Anastasia,
    Boden,
    TwoBishops,
    Epaulette,
    Dovetail,
    Opera,
    Hook,
}

/// A group of the evaluation's terms.
#[derive(Clone, Copy, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Term {
    Material,
    Activity,
    Pawns,
    PassedPawns,
    KingSafety,
    Threats,
    Space,
}
