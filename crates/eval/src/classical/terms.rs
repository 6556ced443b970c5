//! The one table of everything that the classical evaluation looks at.
//!
//! A line here gives a term its name, its number of entries and what they are indexed by, its words,
//! and the key under which the tutor finds a sentence about it. From this table come the layout of
//! the [weights](super::Weights), the columns of the tuner and the lines of the
//! [breakdown](crate::Breakdown). The numbers themselves are in `weights.rs`, which the tuner writes.

use super::pair::Pair;
use super::weights;

/// A term with `N` entries: where its weights start in the table of all weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term<const N: usize> {
    first: usize,
}

impl<const N: usize> Term<N> {
    /// The entry with this index; the last one stands for everything beyond.
    #[inline]
    pub const fn at(self, index: usize) -> WeightIndex {
        WeightIndex(self.first + if index < N { index } else { N - 1 })
    }
}

impl Term<1> {
    /// The only entry.
    #[inline]
    pub const fn only(self) -> WeightIndex {
        WeightIndex(self.first)
    }
}

/// One weight of one term: an index into the table of all weights, always below [`ENTRIES`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WeightIndex(usize);

impl WeightIndex {
    /// The index into the table of all weights.
    #[inline]
    pub const fn index(self) -> usize {
        self.0
    }
}

/// What the table says about a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermInfo {
    /// The name, in capitals as in the source.
    pub name: &'static str,
    /// The family that the term belongs to.
    pub group: Group,
    /// The index of its first weight.
    pub first: usize,
    /// The number of its weights.
    pub len: usize,
    /// What the entries are indexed by; empty for a single entry.
    pub by: &'static str,
    /// What the term means.
    pub doc: &'static str,
    /// The key of the sentence that the tutor says about it.
    pub key: &'static str,
}

const fn fill<const N: usize>(table: &mut [Pair; ENTRIES], first: usize, weights: &[(i16, i16); N]) {
    let mut index = 0;
    while index < N {
        table[first + index] = Pair::new(weights[index].0, weights[index].1);
        index += 1;
    }
}

macro_rules! terms {
    ($(
        $(#[doc = $group_doc:literal])+
        $group:ident {$(
            $(#[doc = $doc:literal])+
            $name:ident: $len:literal $(by $by:literal)?, $key:literal;
        )+}
    )+) => {
        /// The families of terms.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Group {$(
            $(#[doc = $group_doc])+
            $group,
        )+}

        impl Group {
            /// All families in the order of the table.
            pub const ALL: &[Group] = &[$(Group::$group),+];

            /// The family's name in words.
            pub const fn name(self) -> &'static str {
                match self {$(
                    Group::$group => concat!($($group_doc),+),
                )+}
            }
        }

        /// One byte per weight: the compiler computes where each term starts.
        #[repr(C)]
        #[allow(non_snake_case)]
        struct Layout {$($(
            $name: [u8; $len],
        )+)+}

        /// The number of all weights.
        pub const ENTRIES: usize = size_of::<Layout>();

        $($(
            $(#[doc = $doc])+
            pub const $name: Term<$len> = Term { first: core::mem::offset_of!(Layout, $name) };
        )+)+

        /// All terms, in the order of their weights.
        pub static TERMS: &[TermInfo] = &[$($(
            TermInfo {
                name: stringify!($name),
                group: Group::$group,
                first: $name.first,
                len: $len,
                by: concat!($($by)?),
                doc: concat!($($doc),+),
                key: $key,
            },
        )+)+];

        /// The weights of `weights.rs`, in one row.
        pub(super) const DEFAULTS: [Pair; ENTRIES] = {
            let mut table = [Pair::ZERO; ENTRIES];
            $($(
                fill::<$len>(&mut table, $name.first, &weights::$name);
            )+)+
            table
        };
    };
}

terms! {
    /// Material
    Material {
        /// A pawn.
        PAWN: 1, "material.pawn";
        /// A knight.
        KNIGHT: 1, "material.knight";
        /// A bishop.
        BISHOP: 1, "material.bishop";
        /// A rook.
        ROOK: 1, "material.rook";
        /// A queen.
        QUEEN: 1, "material.queen";
    }
    /// Imbalance
    Imbalance {
        /// Two bishops, on squares of both colours.
        BISHOP_PAIR: 9 by "own pawns", "imbalance.bishop-pair";
        /// Two knights: they get in each other's way.
        KNIGHT_PAIR: 1, "imbalance.knight-pair";
        /// Two rooks: the second is worth less.
        ROOK_PAIR: 1, "imbalance.rook-pair";
        /// A knight, by how closed the position is.
        KNIGHT_WITH_PAWNS: 17 by "pawns on the board", "imbalance.knight-pawns";
        /// A rook, by how open the position is.
        ROOK_WITH_PAWNS: 17 by "pawns on the board", "imbalance.rook-pawns";
        /// A queen against rooks.
        QUEEN_AGAINST_ROOKS: 3 by "their rooks", "imbalance.queen-rooks";
    }
    /// Piece squares
    Squares {
        /// Where pawns stand.
        PAWN_SQUARES: 32 by "square", "squares.pawn";
        /// Where knights stand.
        KNIGHT_SQUARES: 32 by "square", "squares.knight";
        /// Where bishops stand.
        BISHOP_SQUARES: 32 by "square", "squares.bishop";
        /// Where rooks stand.
        ROOK_SQUARES: 32 by "square", "squares.rook";
        /// Where queens stand.
        QUEEN_SQUARES: 32 by "square", "squares.queen";
        /// Where the king stands.
        KING_SQUARES: 32 by "square", "squares.king";
    }
    /// Pawns
    Pawns {
        /// No own pawn on the files beside; an enemy pawn is on the file ahead.
        ISOLATED_OPPOSED: 4 by "files from the edge", "pawns.isolated";
        /// No own pawn on the files beside, and no enemy pawn ahead: exposed on a half-open file.
        ISOLATED_EXPOSED: 4 by "files from the edge", "pawns.isolated-exposed";
        /// An own pawn ahead on the file, none of the two defended by the other's neighbours.
        DOUBLED: 4 by "files from the edge", "pawns.doubled";
        /// An own pawn ahead on the file, and a pawn that defends this one.
        DOUBLED_SUPPORTED: 1, "pawns.doubled-supported";
        /// Left behind by its neighbours, and it cannot safely go on; an enemy pawn is ahead.
        BACKWARD_OPPOSED: 8 by "rank", "pawns.backward";
        /// Left behind by its neighbours on a half-open file.
        BACKWARD_EXPOSED: 8 by "rank", "pawns.backward-exposed";
        /// An own pawn beside it on the same rank.
        PHALANX: 8 by "rank", "pawns.phalanx";
        /// Defended by an own pawn.
        SUPPORTED: 8 by "rank", "pawns.supported";
        /// It can take a pawn, or be taken by one.
        LEVER: 8 by "rank", "pawns.lever";
        /// Not passed, but its helpers are at least as many as the pawns that bar its way.
        CANDIDATE: 8 by "rank", "pawns.candidate";
        /// An enemy pawn directly ahead.
        RAMMED: 8 by "rank", "pawns.rammed";
    }
    /// Passed pawns
    Passed {
        /// No enemy pawn can stop it.
        PASSED: 8 by "rank", "passed.pawn";
        /// A passed pawn, by its file.
        PASSED_FILE: 4 by "files from the edge", "passed.file";
        /// Something stands on the square ahead.
        PASSED_BLOCKED: 8 by "rank", "passed.blocked";
        /// Nothing stands on its way to the last rank.
        PASSED_FREE: 8 by "rank", "passed.free";
        /// The square ahead is not attacked.
        PASSED_SAFE_STEP: 8 by "rank", "passed.safe-step";
        /// No square of its way is attacked.
        PASSED_SAFE_PATH: 8 by "rank", "passed.safe-path";
        /// The square ahead is defended.
        PASSED_HELPED: 8 by "rank", "passed.helped";
        /// Steps of the own king to the square ahead, counted for each.
        PASSED_OWN_KING: 8 by "rank", "passed.own-king";
        /// Steps of the enemy king to the square ahead, counted for each.
        PASSED_THEIR_KING: 8 by "rank", "passed.their-king";
        /// An own rook pushes from behind.
        PASSED_ROOK_BEHIND: 1, "passed.rook-behind";
        /// An enemy rook attacks from behind.
        PASSED_ROOK_AGAINST: 1, "passed.rook-against";
        /// The enemy has only king and pawns, and its king comes too late.
        PASSED_UNSTOPPABLE: 1, "passed.unstoppable";
    }
    /// Mobility
    Mobility {
        /// Squares that a knight can safely go to.
        KNIGHT_MOBILITY: 9 by "safe squares", "mobility.knight";
        /// Squares that a bishop can safely go to.
        BISHOP_MOBILITY: 14 by "safe squares", "mobility.bishop";
        /// Squares that a rook can safely go to.
        ROOK_MOBILITY: 15 by "safe squares", "mobility.rook";
        /// Squares that a queen can safely go to.
        QUEEN_MOBILITY: 28 by "safe squares", "mobility.queen";
    }
    /// Minor pieces
    Minors {
        /// A knight on a square that no pawn can attack, without or with a pawn that defends it;
        /// on the outer files, then on the inner ones.
        KNIGHT_OUTPOST: 4 by "inner files and defended", "knight.outpost";
        /// A knight that can go to a defended outpost.
        KNIGHT_NEAR_OUTPOST: 1, "knight.near-outpost";
        /// A knight right behind a pawn, which shields it.
        KNIGHT_BEHIND_PAWN: 1, "knight.behind-pawn";
        /// A knight's steps from its own king.
        KNIGHT_FROM_KING: 8 by "king steps", "knight.from-king";
        /// A bishop on a square that no pawn can attack, without or with a pawn that defends it.
        BISHOP_OUTPOST: 2 by "defended", "bishop.outpost";
        /// A bishop right behind a pawn.
        BISHOP_BEHIND_PAWN: 1, "bishop.behind-pawn";
        /// Own pawns on squares of the bishop's colour.
        BISHOP_OWN_PAWNS: 9 by "pawns", "bishop.bad";
        /// Own pawns of the bishop's colour that cannot move, counted for each.
        BISHOP_FIXED_PAWNS: 1, "bishop.fixed-pawns";
        /// Enemy pawns on the bishop's diagonals, counted for each.
        BISHOP_THEIR_PAWNS: 1, "bishop.their-pawns";
        /// A bishop that sees both central squares of a long diagonal.
        BISHOP_LONG_DIAGONAL: 1, "bishop.long-diagonal";
        /// A bishop's steps from its own king.
        BISHOP_FROM_KING: 8 by "king steps", "bishop.from-king";
        /// A bishop shut in behind enemy pawns on a7 or h7.
        BISHOP_TRAPPED: 1, "bishop.trapped";
    }
    /// Rooks and queens
    Majors {
        /// A rook on a file without pawns.
        ROOK_OPEN_FILE: 1, "rook.open-file";
        /// A rook on a file without own pawns.
        ROOK_HALF_OPEN_FILE: 1, "rook.half-open-file";
        /// A rook on a file with an own pawn that cannot move.
        ROOK_CLOSED_FILE: 1, "rook.closed-file";
        /// A rook on the seventh rank, with enemy pawns there or the enemy king behind.
        ROOK_SEVENTH: 1, "rook.seventh";
        /// Two rooks that see each other on a file without own pawns.
        ROOKS_DOUBLED: 1, "rook.doubled";
        /// A rook on the file of a queen.
        ROOK_ON_QUEEN_FILE: 1, "rook.queen-file";
        /// A rook shut in by its own king; the second entry while castling is still allowed.
        ROOK_TRAPPED: 2 by "castling allowed", "rook.trapped";
        /// An enemy slider looks at the queen through one man.
        QUEEN_XRAYED: 1, "queen.xrayed";
        /// A queen deep in the enemy's side, where no pawn can attack it.
        QUEEN_INFILTRATED: 1, "queen.infiltrated";
    }
    /// King
    King {
        /// The foremost shelter pawn on the king's file: the rank nearest to the king, 0 for none.
        SHELTER_FRONT: 32 by "files from the edge and rank", "king.shelter";
        /// The shelter pawns on the files beside the king's.
        SHELTER_SIDE: 32 by "files from the edge and rank", "king.shelter";
        /// Enemy pawns near the king that can still advance; rank 0 for none.
        STORM_FREE: 32 by "files from the edge and rank", "king.storm";
        /// Enemy pawns near the king that run against a pawn of the shelter.
        STORM_BLOCKED: 8 by "rank", "king.storm-blocked";
        /// The king's steps to the nearest pawn.
        KING_TO_PAWN: 8 by "king steps", "king.to-pawn";
        /// Own pieces and pawns around the king.
        KING_GUARDS: 9 by "men around the king", "king.guards";
        /// Castling is still allowed, counted for each side of the board.
        CASTLING: 1, "king.castling";
    }
    /// King danger
    Danger {
        /// Always there where there is an attack at all.
        DANGER_BASE: 1, "danger.base";
        /// Pieces that attack the squares around the king: knights, bishops, rooks, queens.
        DANGER_ATTACKERS: 4 by "knight, bishop, rook, queen", "danger.attackers";
        /// Attacks on squares around the king, counted for each.
        DANGER_RING: 1, "danger.ring";
        /// Squares around the king that are attacked and weakly guarded, counted for each.
        DANGER_WEAK: 1, "danger.weak-squares";
        /// Squares from which a piece can safely give check.
        DANGER_SAFE_CHECKS: 4 by "knight, bishop, rook, queen", "danger.safe-checks";
        /// Squares from which a piece can give check that costs it.
        DANGER_OTHER_CHECKS: 1, "danger.other-checks";
        /// The attacker has no queen.
        DANGER_NO_QUEEN: 1, "danger.no-queen";
        /// Men pinned to the king, counted for each.
        DANGER_PINNED: 1, "danger.pinned";
        /// Files at the king without a pawn to shelter it, counted for each.
        DANGER_OPEN_FILES: 1, "danger.open-files";
        /// Enemy pawns that have come close, counted for each.
        DANGER_STORM: 1, "danger.storm";
        /// Attacked squares on the king's wing, counted for each.
        DANGER_WING: 1, "danger.wing";
        /// Squares on the king's wing that are attacked twice, counted for each.
        DANGER_WING_TWICE: 1, "danger.wing-twice";
        /// Squares on the king's wing that the defender guards, counted for each.
        DANGER_WING_GUARD: 1, "danger.wing-guard";
        /// A knight of the defender guards squares around the king.
        DANGER_KNIGHT_GUARD: 1, "danger.knight-guard";
        /// Pawns that attack squares around the king, counted for each square.
        DANGER_PAWNS: 1, "danger.pawns";
    }
    /// Threats
    Threats {
        /// Pieces attacked by a safe pawn: knights, bishops, rooks, queens.
        THREAT_BY_PAWN: 4 by "knight, bishop, rook, queen", "threat.by-pawn";
        /// Men attacked by a knight or bishop.
        THREAT_BY_MINOR: 5 by "pawn, knight, bishop, rook, queen", "threat.by-minor";
        /// Weak men attacked by a rook.
        THREAT_BY_ROOK: 5 by "pawn, knight, bishop, rook, queen", "threat.by-rook";
        /// Weak men attacked by the king, counted for each.
        THREAT_BY_KING: 1, "threat.by-king";
        /// Weak men attacked by a queen, counted for each.
        THREAT_BY_QUEEN: 1, "threat.by-queen";
        /// Pieces that are attacked and not defended, counted for each.
        THREAT_HANGING: 1, "threat.hanging";
        /// Pawns that are attacked and not defended, counted for each.
        THREAT_HANGING_PAWN: 1, "threat.hanging-pawn";
        /// Attacked men that a single piece defends, so that it is committed there, for each.
        THREAT_COMMITTED: 1, "threat.committed";
        /// Pieces that a safe pawn push would attack, counted for each.
        THREAT_PUSH: 1, "threat.push";
        /// Squares from which a knight could safely attack the queen, counted for each.
        THREAT_KNIGHT_ON_QUEEN: 1, "threat.knight-on-queen";
        /// Squares from which a bishop or rook could safely attack the queen, counted for each.
        THREAT_SLIDER_ON_QUEEN: 1, "threat.slider-on-queen";
        /// Contested squares to which the enemy cannot freely go, counted for each.
        THREAT_RESTRICTED: 1, "threat.restricted";
        /// Own men pinned to the king: pawn, knight, bishop, rook, queen.
        PINNED: 5 by "pawn, knight, bishop, rook, queen", "threat.pinned";
    }
    /// Space
    Space {
        /// Safe squares behind and among the own central pawns, counted for each, by how many
        /// pieces there are to use them.
        SPACE: 9 by "own pieces", "space.safe";
        /// Central squares attacked by own pawns, counted for each.
        CENTRE_CONTROL: 1, "space.centre";
    }
    /// Initiative
    Initiative {
        /// The right to move.
        TEMPO: 1, "initiative.tempo";
    }
    /// Complexity
    Complexity {
        /// Always there (endgame only, as all of this family: how winnable the better side's game is).
        COMPLEXITY_BASE: 1, "complexity.base";
        /// Pawns on the board, counted for each.
        COMPLEXITY_PAWNS: 1, "complexity.pawns";
        /// Pawns on both wings.
        COMPLEXITY_WINGS: 1, "complexity.wings";
        /// Nothing but kings and pawns.
        COMPLEXITY_PAWN_ENDING: 1, "complexity.pawn-ending";
        /// Passed pawns on the board, counted for each.
        COMPLEXITY_PASSED: 1, "complexity.passed";
        /// Kings farther apart in files than in ranks.
        COMPLEXITY_OUTFLANKING: 1, "complexity.outflanking";
    }
}
