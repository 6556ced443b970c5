//! What an EPD record says about its position.

use crate::Move;

/// One operation: an opcode of the standard with its operands, or one of somebody's own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Operation {
    /// `acd`: the depth in plies to which the position was analysed.
    AnalysisDepth(u32),
    /// `acn`: the number of nodes that the analysis took.
    AnalysisNodes(u64),
    /// `acs`: the number of seconds that the analysis took.
    AnalysisSeconds(u64),
    /// `am`: moves to be avoided.
    AvoidMoves(Vec<Move>),
    /// `bm`: the best moves, all equally good.
    BestMoves(Vec<Move>),
    /// `c0` to `c9`: a comment with its number, 0 to 9.
    Comment(u8, String),
    /// `ce`: the evaluation in hundredths of a pawn, seen by the side to move.
    Evaluation(i32),
    /// `dm`: the side to move mates in this many moves (negative: it is mated).
    DirectMate(i32),
    /// `draw_accept`: an offered draw is accepted.
    DrawAccept,
    /// `draw_claim`: a draw is claimed.
    DrawClaim,
    /// `draw_offer`: a draw is offered.
    DrawOffer,
    /// `draw_reject`: an offered draw is rejected.
    DrawReject,
    /// `eco`: the code of the opening in the Encyclopaedia of Chess Openings; without an operand it is asked for.
    Eco(Option<String>),
    /// `fmvn`: the number of the move. It is the board's; this only keeps its place.
    FullmoveNumber,
    /// `hmvc`: the half-move clock. It is the board's; this only keeps its place.
    HalfmoveClock,
    /// `id`: the name of the record.
    Id(String),
    /// `nic`: the code of the opening in New In Chess; without an operand it is asked for.
    Nic(Option<String>),
    /// `noop`: nothing, with any operands.
    Noop(Vec<Operand>),
    /// `pm`: the move that is expected to be played.
    PredictedMove(Move),
    /// `pv`: the predicted variation, each move in the position after the one before.
    PredictedVariation(Vec<Move>),
    /// `rc`: how often the position has occurred in its game.
    RepetitionCount(u32),
    /// `resign`: the side to move resigns.
    Resign,
    /// `sm`: the move that is played here.
    SuppliedMove(Move),
    /// `tcgs`: the number of a game played by mail.
    GameSelector(u32),
    /// `tcri`: address and name of the receiver of a game played by mail.
    Receiver(String, String),
    /// `tcsi`: address and name of the sender of a game played by mail.
    Sender(String, String),
    /// `v0` to `v9`: the name of a variation with its number, 0 to 9.
    VariationName(u8, String),
    /// An opcode that the standard does not know.
    Other {
        /// The opcode: a letter, then letters, digits or underscores.
        opcode: String,
        /// Its operands as they were written.
        operands: Vec<Operand>,
    },
}

/// An operand of an operation whose meaning is not known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A text that stood in quotation marks.
    Text(String),
    /// Anything else: a move, a number.
    Word(String),
}

impl Operand {
    /// What was written, without quotation marks.
    pub fn as_str(&self) -> &str {
        match self {
            Operand::Text(text) | Operand::Word(text) => text,
        }
    }
}

const COMMENTS: [&str; 10] = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];
const VARIATIONS: [&str; 10] = ["v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9"];

impl Operation {
    /// The word that stands for this operation.
    pub fn opcode(&self) -> &str {
        match self {
            Operation::AnalysisDepth(_) => "acd",
            Operation::AnalysisNodes(_) => "acn",
            Operation::AnalysisSeconds(_) => "acs",
            Operation::AvoidMoves(_) => "am",
            Operation::BestMoves(_) => "bm",
            Operation::Comment(number, _) => COMMENTS[usize::from(*number).min(9)],
            Operation::Evaluation(_) => "ce",
            Operation::DirectMate(_) => "dm",
            Operation::DrawAccept => "draw_accept",
            Operation::DrawClaim => "draw_claim",
            Operation::DrawOffer => "draw_offer",
            Operation::DrawReject => "draw_reject",
            Operation::Eco(_) => "eco",
            Operation::FullmoveNumber => "fmvn",
            Operation::HalfmoveClock => "hmvc",
            Operation::Id(_) => "id",
            Operation::Nic(_) => "nic",
            Operation::Noop(_) => "noop",
            Operation::PredictedMove(_) => "pm",
            Operation::PredictedVariation(_) => "pv",
            Operation::RepetitionCount(_) => "rc",
            Operation::Resign => "resign",
            Operation::SuppliedMove(_) => "sm",
            Operation::GameSelector(_) => "tcgs",
            Operation::Receiver(..) => "tcri",
            Operation::Sender(..) => "tcsi",
            Operation::VariationName(number, _) => VARIATIONS[usize::from(*number).min(9)],
            Operation::Other { opcode, .. } => opcode,
        }
    }
}
