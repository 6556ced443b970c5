//! Themes of puzzles, coded again from their definitions, as another project's tagger understands them (docs/results/tutor.md).
//!
//! A theme is a predicate on a puzzle's moves, not a cause: it says what can be seen on the way, whether or not anything is won by it.
//! These predicates are here to be held against the labels of the shared puzzles; the tutor's own facts are defined elsewhere
//! and asked of a proof. Where the two differ, docs/results/tutor.md says how often.

mod kinds;
mod mates;
mod motifs;
mod pins;
mod terms;
mod timing;

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Move, Position, Role, Square};

use crate::ground::{after, landing, man, position};

/// A move with the positions before and after it.
#[derive(Clone, Debug)]
pub struct Played {
    pub(crate) before: Chess,
    pub(crate) after: Chess,
    pub(crate) mv: Move,
    pub(crate) from: Square,
    /// Where the man stands afterwards; castling: the king.
    pub(crate) to: Square,
}

impl Played {
    fn new(before: &Chess, mv: Move) -> Option<Played> {
        let (from, to) = (mv.from()?, landing(before, mv));
        Some(Played { before: before.clone(), after: after(before, mv), mv, from, to })
    }

    /// What the man is after the move.
    pub(crate) fn role(&self) -> Role {
        man(&self.after, self.to).map_or(Role::King, |man| man.role)
    }

    /// The man that stood where the move ends, which castling may share and en passant has not.
    pub(crate) fn met(&self) -> Option<Role> {
        man(&self.before, self.to).map(|man| man.role)
    }

    pub(crate) fn is_capture(&self) -> bool {
        self.mv.is_capture()
    }

    pub(crate) fn gives_check(&self) -> bool {
        self.after.is_check()
    }

    /// A pawn that comes to its seventh rank or further; `ranks` is the least, as its owner counts.
    pub(crate) fn is_pawn_to(&self, ranks: u32) -> bool {
        self.mv.is_promotion()
            || self.role() == Role::Pawn && crate::ground::own_rank(self.before.turn(), self.to) >= ranks
    }
}

/// The moves of a puzzle: first the other side's, which sets it, then by turns the solver's and the replies.
#[derive(Clone, Debug)]
pub struct Puzzle {
    moves: Vec<Played>,
    solver: Color,
}

impl Puzzle {
    /// From the position before the setting move and all moves as UCI writes them.
    ///
    /// # Errors
    /// Says in words what is wrong.
    pub fn read(fen: &str, moves: &str) -> Result<Puzzle, String> {
        let mut here = position(fen)?;
        let solver = !here.turn();
        let mut played = Vec::new();
        for text in moves.split_whitespace() {
            let uci: UciMove = text.parse().map_err(|_| format!("{text:?} is no move"))?;
            let mv = uci.to_move(&here).map_err(|_| format!("{text} is not legal"))?;
            let step = Played::new(&here, mv).ok_or_else(|| format!("{text} has no beginning"))?;
            here = step.after.clone();
            played.push(step);
        }
        if played.len() < 2 {
            return Err("a puzzle has a setting move and a solution".to_owned());
        }
        Ok(Puzzle { moves: played, solver })
    }

    /// The solver's moves with their places.
    fn own(&self) -> impl DoubleEndedIterator<Item = (usize, &Played)> + Clone {
        self.moves.iter().enumerate().filter(|(place, _)| place % 2 == 1)
    }

    /// The solver's moves from the second on, each with the reply before it and the solver's move before that.
    fn later(&self) -> impl Iterator<Item = Later<'_>> {
        self.own().skip(1).map(|(place, now)| Later {
            earlier: &self.moves[place - 3],
            first: &self.moves[place - 2],
            reply: &self.moves[place - 1],
            now,
        })
    }

    fn first(&self) -> &Played {
        &self.moves[0]
    }

    fn last(&self) -> &Played {
        &self.moves[self.moves.len() - 1]
    }
}

/// A move of the solver with the three moves before it.
#[derive(Clone, Copy)]
struct Later<'a> {
    /// The other side's move before `first`.
    earlier: &'a Played,
    /// The solver's move before.
    first: &'a Played,
    /// The reply to it.
    reply: &'a Played,
    now: &'a Played,
}

/// A theme: the label, and what it asks of a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// As the collection writes it.
    pub label: &'static str,
    /// Whether a puzzle has it.
    pub has: fn(&Puzzle) -> bool,
}

macro_rules! themes {
    ($($label:literal => $has:path),+ $(,)?) => {
        /// All themes that are coded here.
        pub const THEMES: &[Theme] = &[$(Theme { label: $label, has: $has }),+];
    };
}

themes! {
    "fork" => motifs::fork,
    "pin" => pins::pin,
    "skewer" => motifs::skewer,
    "discoveredAttack" => motifs::discovered_attack,
    "discoveredCheck" => motifs::discovered_check,
    "doubleCheck" => motifs::double_check,
    "xRayAttack" => motifs::x_ray,
    "hangingPiece" => motifs::hanging_piece,
    "trappedPiece" => motifs::trapped_piece,
    "attraction" => timing::attraction,
    "deflection" => timing::deflection,
    "interference" => timing::interference,
    "intermezzo" => timing::intermezzo,
    "clearance" => timing::clearance,
    "capturingDefender" => timing::capturing_defender,
    "sacrifice" => kinds::sacrifice,
    "quietMove" => kinds::quiet_move,
    "defensiveMove" => kinds::defensive_move,
    "exposedKing" => kinds::exposed_king,
    "kingsideAttack" => kinds::kingside_attack,
    "queensideAttack" => kinds::queenside_attack,
    "attackingF2F7" => kinds::attacking_f2_f7,
    "advancedPawn" => kinds::advanced_pawn,
    "promotion" => kinds::promotion,
    "underPromotion" => kinds::under_promotion,
    "enPassant" => kinds::en_passant,
    "castling" => kinds::castling,
    "pawnEndgame" => kinds::pawn_endgame,
    "knightEndgame" => kinds::knight_endgame,
    "bishopEndgame" => kinds::bishop_endgame,
    "rookEndgame" => kinds::rook_endgame,
    "queenEndgame" => kinds::queen_endgame,
    "queenRookEndgame" => kinds::queen_rook_endgame,
    "oneMove" => kinds::one_move,
    "short" => kinds::short,
    "long" => kinds::long,
    "veryLong" => kinds::very_long,
    "mate" => mates::mate,
    "mateIn1" => mates::mate_in::<1>,
    "mateIn2" => mates::mate_in::<2>,
    "mateIn3" => mates::mate_in::<3>,
    "mateIn4" => mates::mate_in::<4>,
    "mateIn5" => mates::mate_in_five,
    "smotheredMate" => mates::smothered,
    "backRankMate" => mates::back_rank,
    "anastasiaMate" => mates::anastasia,
    "hookMate" => mates::hook,
    "arabianMate" => mates::arabian,
    "bodenMate" => mates::boden,
    "doubleBishopMate" => mates::double_bishop,
    "dovetailMate" => mates::dovetail,
}

/// The theme with this label.
pub fn theme(label: &str) -> Option<&'static Theme> {
    THEMES.iter().find(|theme| theme.label == label)
}

#[cfg(test)]
mod tests;
