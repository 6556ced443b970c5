//! What can be said about a position or a move.
//!
//! A fact names squares and moves; it never says more than a checker can verify from them. Squares are those of the position
//! *after* the finding's move, where the finding has one, unless the field says otherwise. "Wins" in a description means that the
//! finding carries a [`Proof`](crate::Proof) of it.
//!
//! Two words are used throughout. The *see* of a capture is the exhaustive exchange on one square by legal moves (pins and checks
//! honoured): both sides take on that square as long as they like and may stop at any time; men count 1, 3, 3, 5, 9, and a king
//! takes only where it is legal. A pawn that promotes by taking counts as what it becomes; a pawn that takes en passant is taken back
//! on the square where it lands. The see of a move that takes nothing is what the other side then wins by taking the man that moved
//! (castling: nothing). "After a pass" means with the turn given to the other side, which is possible only out of check; where the side
//! to move is in check, "after a pass" means after at least one of its legal replies, with attacker and target still on their squares.
//!
//! The *main line* is the finding's `line`: its move, then the proof's first replies ([`Proof::main_line`](crate::Proof::main_line)).

use quevedo_rules::{Color, File, Piece, Square, UciMove};
use serde::{Deserialize, Serialize};

use crate::Goal;

/// What can be said.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fact {
    // ---- men that can be taken
    /// A legal capture of this man has a see above 0 (after a pass, if its own side is to move).
    Hanging {
        /// The man.
        man: Square,
    },
    /// No man of its side guards its square. A man pinned to its king guards only along the line of the pin; a king guards only squares
    /// that at most one enemy attacks: it takes back unless a second one stands behind. Kings are never loose.
    Loose {
        /// The man.
        man: Square,
    },
    /// Whatever its side plays, the other side wins this man: a proof that begins with the defence (its side to move, as the board stands or
    /// after the finding's move), of its value less one; the main line takes the man, and every legal move of the man itself leaves
    /// it to a capture with a see above 0. Not said of pawns.
    Trapped {
        /// The man.
        man: Square,
    },

    // ---- motifs: a move of the finding brings them about, a proof shows the gain
    /// One man attacks two or more, each a king or with a see above 0 (of its own capture) after a pass; in the main line it takes one of
    /// them on its square, or gives mate.
    Fork {
        /// Who attacks.
        by: Square,
        /// What is attacked.
        targets: Vec<Square>,
    },
    /// The same with two attackers, one of which did not move.
    DoubleAttack {
        /// Who attacks.
        by: Vec<Square>,
        /// What is attacked.
        targets: Vec<Square>,
    },
    /// A man cannot leave its line because its king is behind it, and that is used: the main line takes the man itself on its square,
    /// or else `refuted` is given: a capture by it that is illegal in the position after the finding's move (before it, without one), and
    /// with the pinner taken off the board is legal with a see above 0.
    PinAbsolute {
        /// The slider.
        pinner: Square,
        /// The man that is pinned.
        pinned: Square,
        /// The king behind.
        king: Square,
        /// What the man would take but for the pin.
        #[serde(default)]
        refuted: Option<UciMove>,
    },
    /// A man that can leave its line only by losing more: for every legal move of it off the line, taking what stands behind has a see
    /// above what that move took.
    PinRelative {
        /// The slider.
        pinner: Square,
        /// The man that is pinned.
        pinned: Square,
        /// What stands behind.
        behind: Square,
    },
    /// A slider attacks a king, or a man worth at least what is behind it, with see above 0; when it leaves the line, what is behind falls.
    Skewer {
        /// The slider.
        by: Square,
        /// What must go.
        front: Square,
        /// What falls.
        behind: Square,
    },
    /// A move unveils a slider that did not move: it attacks the target after the move and did not before.
    DiscoveredAttack {
        /// The slider.
        by: Square,
        /// The target, which is no king.
        target: Square,
    },
    /// The same against the king.
    DiscoveredCheck {
        /// The slider.
        by: Square,
    },
    /// Two men give check at once.
    DoubleCheck {
        /// Both.
        by: [Square; 2],
    },
    /// The see on a square changes its sign if this man behind another is taken off.
    XRay {
        /// The slider behind.
        rear: Square,
        /// The square.
        on: Square,
    },
    /// A man guards two things and cannot do both: with it taken off the see of both is above 0; the proof takes one and then the other.
    Overloaded {
        /// The guard.
        guard: Square,
        /// What it guards.
        duties: Vec<Square>,
    },
    /// The move takes a guard (that stood on the move's target); the see of `target` was at most 0 before and is above 0 after every
    /// legal recapture, or the proof wins it.
    RemovedDefender {
        /// Where the guard stood.
        guard: Square,
        /// What it guarded.
        target: Square,
    },
    /// A man is drawn away from its duty: in the main line it moves from `guard`, and with it put back the follow-up is no longer proven.
    Deflection {
        /// Where the guard stood before.
        guard: Square,
        /// What it guarded.
        duty: Duty,
    },
    /// A man is drawn to a square where it can be attacked: the follow-up is proven with the man there, not on its old square.
    Attraction {
        /// Where it stood.
        from: Square,
        /// Where it is drawn to.
        to: Square,
    },
    /// The move lands between a slider and what it guards; the see of the target was at most 0 before, is above 0 after.
    Interference {
        /// The slider whose line is cut.
        slider: Square,
        /// What it guarded.
        target: Square,
    },
    /// Instead of a capture with a see above 0 that was there, a move that comes first: the capture is still there after every answer, the
    /// main line plays it, and played at once it is not proven to reach the goal that the move reaches.
    Intermezzo {
        /// The recapture that waits.
        recapture: UciMove,
    },
    /// The move makes room: the follow-up was illegal before it (as if the turn were kept) and is proven after it.
    Clearance {
        /// The follow-up.
        follow_up: UciMove,
    },
    /// A man that is lost takes what it can: after every other legal move of its side but its own captures it can be taken, wherever it then
    /// stands, with a see above 0. The move takes something, has a see of at most 0, and the man can be taken there at a profit, too.
    Desperado {
        /// The man, where it stood before.
        man: Square,
    },
    /// A king that cannot leave its last rank is mated there, or would be if a guard were gone.
    BackRank {
        /// The king.
        king: Square,
    },
    /// Mate in so many moves of the attacker, counted with the finding's move; no shorter one exists.
    MateIn {
        /// Moves.
        moves: u8,
        /// The pattern of the final position, if it has a name.
        pattern: Option<MatePattern>,
    },
    /// The finding's move (or, without one, the position) reaches a goal by force: said where no motif names the way.
    Achieves {
        /// The goal.
        goal: Goal,
    },

    // ---- threats and answers
    /// After a pass of the other side the goal is proven.
    Threat {
        /// Who threatens.
        by: Color,
        /// The goal.
        goal: Goal,
        /// The move that would carry it out.
        mv: UciMove,
    },
    /// A threat of the other side was proven before the move; after it the old line fails.
    Parries {
        /// What was threatened.
        goal: Goal,
        /// The move that was threatened.
        threat: UciMove,
        /// How it is met.
        how: Remedy,
    },
    /// After the move the other side reaches a goal (proof), which it does not after `better`: the core of a blunder. The proof begins after
    /// the move; so what the move itself took is part of a material goal, and the finding's `gain` is net of it.
    Allows {
        /// The goal.
        goal: Goal,
        /// The best answer, where the proof begins.
        by: UciMove,
        /// The move that would not have allowed it.
        better: UciMove,
    },
    /// `better` reaches a goal (proof) that the move does not.
    Misses {
        /// The goal.
        goal: Goal,
        /// The move that reaches it.
        better: UciMove,
    },
    /// Every other legal move is proven to allow this; the finding's move, or the only move found, is not. Where the goal is material, what the
    /// other move took is added to the goal of its proof. The proofs are in the order of the legal moves, one for each other move.
    OnlyMove {
        /// What all others allow.
        others: Goal,
    },
    /// The move gives something up on purpose: its see is at most -2, or after it an own man of 3 or more on another square can be taken with
    /// a see of 2 or more above what the move itself took.
    Sacrifice {
        /// How much, in pawns: what the other side can win at once, net of what the move took.
        points: i8,
    },
    /// Half a point by force.
    SavesDraw {
        /// How.
        how: DrawKind,
    },
    /// A quiet move that gives no check and is safe (a see of at least 0) makes a threat that was not there: the goal is proven after a pass, and
    /// the move that would carry it out does not reach it when it is played instead. Every answer that does not meet it loses that much.
    Tempo {
        /// The goal.
        goal: Goal,
    },

    /// Each of the first three moves of the mover on the finding's line gives check or threatens (a proof after a pass for each that gives no
    /// check, in their order) mate or at least two pawns' worth; at least two of them threaten.
    Initiative,
    /// A pattern of attack that players know by its name, with a proof of a gain.
    Stock {
        /// Which.
        pattern: StockPattern,
    },

    // ---- pawns and endings
    /// No enemy pawn ahead on its file and the two beside it.
    Passed {
        /// The pawn.
        pawn: Square,
    },
    /// It becomes a queen by force.
    Unstoppable {
        /// The pawn.
        pawn: Square,
    },
    /// A pawn is given up so that another becomes a queen by force: on the main line an own pawn is taken and then this one, which was not passed
    /// before the move, is promoted.
    Breakthrough {
        /// Where the pawn that queens stands after the move.
        pawn: Square,
    },
    /// A queen would give stalemate or reach less.
    UnderPromotion {
        /// What is right instead.
        piece: Piece,
    },
    /// In an ending of pawns the kings face each other on a file or rank with an odd number of squares between, and the tables' value for the
    /// holder is better than if he were to move.
    Opposition {
        /// Who has it: the side that is not to move.
        holder: Color,
    },
    /// King and pawn against king: the king stands on a square from which the pawn is brought to the last rank, and the tables say that it wins.
    /// Key squares of a pawn on its ranks 2 to 4 are those two ranks ahead on three files, on rank 5 those on ranks 6 and 7, on rank 6 on ranks 7
    /// and 8, on rank 7 those beside it on rank 7; of a rook's pawn b7 and b8 (g7 and g8). The king is next to the pawn, or the other king is, a
    /// step less counted if it is to move, no nearer to the pawn.
    KeySquare {
        /// The square.
        square: Square,
        /// The pawn.
        pawn: Square,
    },
    /// By the table, the side to move would do better to pass.
    Zugzwang,
    /// An exchange leads by force to a position that the tables know: the move takes something with a see of at most 0, and a proof of the goal
    /// [`Goal::Table`](crate::Goal::Table) begins with it.
    Simplification {
        /// The value for the finding's side: 1 won, 0 drawn.
        value: i8,
    },
    /// The tables' value of the position for the side to move: 1 won, 0 drawn, -1 lost.
    TableValue {
        /// The value.
        value: i8,
        /// Moves to mate, where it is not drawn.
        moves: Option<u16>,
    },

    /// A side three pawns' worth or more behind draws by the tables, whoever is to move, although the other side has a pawn, a rook or a queen
    /// and nothing of it can be taken at a profit.
    Fortress {
        /// How much the side is behind, in pawns.
        points: u8,
    },

    // ---- what the position looks like: predicates on one board
    /// A knight or bishop on ranks 4 to 6 (from its side), guarded by an own pawn, that no enemy pawn can ever attack.
    Outpost {
        /// The man.
        man: Square,
    },
    /// A square on ranks 3 to 6 before the king's side that no own pawn can ever guard again.
    Hole {
        /// The square.
        square: Square,
        /// Whose weakness it is.
        of: Color,
    },
    /// A bishop with at least four own pawns on squares of its colour, two of them blocked.
    BadBishop {
        /// The bishop.
        bishop: Square,
    },
    /// A rook or queen on a file without pawns, or without own ones (half-open).
    OpenFile {
        /// The man.
        man: Square,
        /// The file.
        file: File,
        /// Whether enemy pawns stand on it.
        half: bool,
    },
    /// A rook or queen on the seventh rank (from its side) with the enemy king on the eighth or pawns on the seventh.
    Seventh {
        /// The man.
        man: Square,
    },
    /// A weakness of pawns.
    WeakPawn {
        /// The pawn.
        pawn: Square,
        /// Which.
        flaw: PawnFlaw,
    },
    /// A pawn attacks an enemy pawn, or can move so that it would: a break.
    Lever {
        /// The pawn.
        pawn: Square,
        /// The enemy pawn.
        target: Square,
    },
    /// Pawns of the king's shelter that are gone or have moved: of the three files around the king, on the two ranks before it.
    Shelter {
        /// The king.
        king: Square,
        /// Files without an own pawn there.
        missing: u8,
    },
    /// So many enemy pieces (not pawns, not the king) attack squares next to the king.
    Attackers {
        /// The king.
        king: Square,
        /// How many.
        count: u8,
    },
    /// More pawns than the other side, two or more and none of them doubled, against one or more on the three files of a wing.
    Majority {
        /// The wing: files a to c, or f to h.
        wing: Flank,
        /// The side's pawns there.
        own: u8,
        /// The other side's.
        other: u8,
    },
    /// The move leaves a pawn with a weakness that it did not have. Or, where the man that took is taken back, every way to do so is a pawn's
    /// and leaves two pawns on the square's file ([`PawnFlaw::Doubled`]), of which there was at most one, or an isolated pawn on the square.
    StructureChange {
        /// The pawn, or the square of the capture.
        pawn: Square,
        /// The weakness.
        flaw: PawnFlaw,
        /// Whether it comes about by taking back.
        taken_back: bool,
    },
    /// Room in the centre: squares on the files c to f and the ranks 2 to 4 (from each side) without an own pawn, which no enemy pawn
    /// attacks.
    Space {
        /// White's.
        white: u8,
        /// Black's.
        black: u8,
    },
    /// Knights and bishops that have left their first squares, by side.
    Development {
        /// White's.
        white: u8,
        /// Black's.
        black: u8,
    },
    /// Material that differs in kind: what each side has more of.
    Imbalance {
        /// White's surplus by piece: pawn, knight, bishop, rook, queen (negative: Black's).
        surplus: [i8; 5],
    },
    /// A term of the evaluation differs between the ends of two lines.
    TermDiffers {
        /// The term.
        term: Term,
        /// Hundredths of a pawn for the finding's side.
        hundredths: i16,
    },
    /// The position has a name in the Encyclopaedia of Chess Openings.
    Opening {
        /// Its code.
        eco: String,
        /// Its name.
        name: String,
    },
}

/// Attacks that have a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum StockPattern {
    /// A bishop takes the pawn before a king on g8 (g1) on h7 (h2) with check and can be taken by it; a knight attacks g5 (g4).
    GreekGift,
    /// A knight takes the pawn on f7 (f2) beside the king, which can take it.
    KnightOnF7,
    /// A queen gives itself up beside the king, and a knight gives smothered mate.
    PhilidorsLegacy,
}

/// A wing of the board, as players call it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Flank {
    /// Files f to h.
    Kingside,
    /// Files a to c.
    Queenside,
}

/// What a guard guards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Duty {
    /// A man.
    Man(Square),
    /// A square where mate threatens.
    MateSquare(Square),
    /// The promotion square of a pawn.
    PromotionSquare(Square),
}

/// How a threat is met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// The attacked man goes.
    Moves,
    /// It is guarded.
    Guards,
    /// The line is blocked.
    Blocks,
    /// The attacker is taken.
    Takes,
    /// By a check, or by something greater.
    Counters,
}

/// A weakness of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum PawnFlaw {
    /// Another own pawn stands before it on its file.
    Doubled,
    /// No own pawn on the files beside it.
    Isolated,
    /// No own pawn beside or behind on the files next to it, and an enemy pawn guards the square before it.
    Backward,
}

/// How half a point is saved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum DrawKind {
    /// Check after check.
    Perpetual,
    /// Stalemate.
    Stalemate,
}

/// Final positions with a name; each is a predicate on the mated position, coded here and again in the checker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum MatePattern {
    /// A rook or queen on the king's first rank, where it stands; own men on all squares before it.
    BackRank,
    /// A knight mates a king that own men shut in completely.
    Smothered,
    /// A queen next to the king, guarded by another man.
    Kiss,
    /// Rook and knight in the corner.
    Arabian,
    /// Two rooks (or queen and rook) on neighbouring lines.
    Ladder,
    /// Rook on the h- or a-file with a knight that takes g8 and g6.
    Anastasia,
    /// Two bishops on crossing diagonals.
    Boden,
    /// Two bishops on neighbouring diagonals.
    TwoBishops,
    /// The queen mates two squares before the king on its rank or file, own men on both its shoulders (the squares beside it).
    Epaulette,
    /// Queen next to the king on a diagonal, own men beside it on its rank and on its file, on the sides away from the queen.
    Dovetail,
    /// Bishop guards the rook that mates on the last rank before the king.
    Opera,
    /// A rook mates beside the king, guarded by a knight that a pawn guards.
    Hook,
}

/// A group of the classical evaluation's terms, as the tutor speaks of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// Men.
    Material,
    /// Where pieces stand and how far they reach.
    Activity,
    /// The pawns' structure.
    Pawns,
    /// Passed pawns.
    PassedPawns,
    /// The king's safety.
    KingSafety,
    /// Men under attack.
    Threats,
    /// Room.
    Space,
}
