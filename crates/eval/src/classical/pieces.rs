//! Knights, bishops, rooks and queens: material, squares, mobility and good places.

use quevedo_rules::{Bitboard, Board, File, Piece, Rank, Square, attacks};

use super::facts::Facts;
use super::side::Side;
use super::tables::PawnFacts;
use super::terms::{
    BISHOP, BISHOP_BEHIND_PAWN, BISHOP_FIXED_PAWNS, BISHOP_FROM_KING, BISHOP_LONG_DIAGONAL, BISHOP_MOBILITY,
    BISHOP_OUTPOST, BISHOP_OWN_PAWNS, BISHOP_SQUARES, BISHOP_THEIR_PAWNS, BISHOP_TRAPPED, DANGER_ATTACKERS,
    DANGER_RING, KNIGHT, KNIGHT_BEHIND_PAWN, KNIGHT_FROM_KING, KNIGHT_MOBILITY, KNIGHT_NEAR_OUTPOST,
    KNIGHT_OUTPOST, KNIGHT_SQUARES, QUEEN, QUEEN_INFILTRATED, QUEEN_MOBILITY, QUEEN_SQUARES, QUEEN_XRAYED,
    ROOK, ROOK_CLOSED_FILE, ROOK_HALF_OPEN_FILE, ROOK_MOBILITY, ROOK_ON_QUEEN_FILE, ROOK_OPEN_FILE,
    ROOK_SEVENTH, ROOK_SQUARES, ROOK_TRAPPED, ROOKS_DOUBLED,
};
use super::trace::{Tally, Tracer};
use crate::masks;

const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
const LONG_DIAGONALS: Bitboard = Bitboard(0x8142_2418_1824_4281);

/// The part of the evaluation that walks over one side's pieces.
pub(super) struct Walk<'w, 'a, T> {
    pub(super) board: &'w Board,
    pub(super) facts: &'w mut Facts,
    pub(super) pawns: &'w PawnFacts,
    pub(super) tally: &'w mut Tally<'a, T>,
}

impl<T: Tracer> Walk<'_, '_, T> {
    /// All pieces of one side but the king.
    #[inline]
    pub(super) fn count<S: Side>(&mut self) {
        self.knights::<S>();
        self.bishops::<S>();
        self.rooks::<S>();
        self.queens::<S>();
    }

    /// A pinned piece reaches only along the line to its king.
    #[inline]
    fn unpinned<S: Side>(&self, square: Square, reach: Bitboard) -> Bitboard {
        if self.facts.pinned[S::US.index()].contains(square) {
            reach & attacks::line(self.facts.kings[S::US.index()], square)
        } else {
            reach
        }
    }

    /// Writes down what a piece attacks, and how it presses upon their king; gives back its number
    /// of safe squares.
    #[inline]
    fn note<S: Side>(&mut self, piece: Piece, reach: Bitboard) -> usize {
        self.facts.note(S::US, piece, reach);
        let ring = (reach & self.facts.rings[S::THEM.index()]).len() as i32;
        self.tally.danger::<S>(i32::from(ring != 0), DANGER_ATTACKERS.at(piece.index() - 1));
        self.tally.danger::<S>(ring, DANGER_RING.only());
        (reach & self.facts.area[S::US.index()] & !self.facts.men[S::US.index()]).len() as usize
    }

    /// Squares on ranks 4 to 6 that no enemy pawn attacks or can come to attack.
    #[inline]
    fn outposts<S: Side>(&self) -> Bitboard {
        masks::ranks(S::US, Rank::Fourth, Rank::Sixth) & !self.pawns.spans[S::THEM.index()]
    }

    #[inline]
    fn is_behind_pawn<S: Side>(&self, square: Square) -> bool {
        self.board.pieces(Piece::Pawn).intersects(Bitboard::of(square).forward(S::US))
    }

    #[inline]
    fn knights<S: Side>(&mut self) {
        let outposts = self.outposts::<S>();
        let defended = self.facts.pawn_attacks(S::US);
        for square in self.board.colored(S::US, Piece::Knight) {
            let reach = self.unpinned::<S>(square, attacks::knight(square));
            let mobility = self.note::<S>(Piece::Knight, reach);
            self.tally.once::<S>(KNIGHT.only());
            self.tally.once::<S>(KNIGHT_SQUARES.at(masks::half_board(S::US, square)));
            self.tally.once::<S>(KNIGHT_MOBILITY.at(mobility));
            if outposts.contains(square) {
                let inner = usize::from(masks::from_edge(square.file()) >= 2);
                let index = 2 * inner + usize::from(defended.contains(square));
                self.tally.once::<S>(KNIGHT_OUTPOST.at(index));
            } else if reach.intersects(outposts & defended & !self.facts.men[S::US.index()]) {
                self.tally.once::<S>(KNIGHT_NEAR_OUTPOST.only());
            }
            self.tally.once_if::<S>(self.is_behind_pawn::<S>(square), KNIGHT_BEHIND_PAWN.only());
            let steps = square.distance(self.facts.kings[S::US.index()]);
            self.tally.once::<S>(KNIGHT_FROM_KING.at(steps.into()));
        }
    }

    #[inline]
    fn bishops<S: Side>(&mut self) {
        let bishops = self.board.colored(S::US, Piece::Bishop);
        // Queens give way, so a bishop is thought to look through them.
        let occupied = self.facts.occupied & !self.board.pieces(Piece::Queen);
        for square in bishops {
            let reach = self.unpinned::<S>(square, attacks::bishop(square, occupied));
            let mobility = self.note::<S>(Piece::Bishop, reach);
            self.tally.once::<S>(BISHOP.only());
            self.tally.once::<S>(BISHOP_SQUARES.at(masks::half_board(S::US, square)));
            self.tally.once::<S>(BISHOP_MOBILITY.at(mobility));
            if self.outposts::<S>().contains(square) {
                let defended = self.facts.pawn_attacks(S::US).contains(square);
                self.tally.once::<S>(BISHOP_OUTPOST.at(defended.into()));
            }
            self.tally.once_if::<S>(self.is_behind_pawn::<S>(square), BISHOP_BEHIND_PAWN.only());
            let steps = square.distance(self.facts.kings[S::US.index()]);
            self.tally.once::<S>(BISHOP_FROM_KING.at(steps.into()));
            self.bishop_and_pawns::<S>(square);
        }
    }

    #[inline]
    fn bishop_and_pawns<S: Side>(&mut self, square: Square) {
        let color = if square.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        let (ours, theirs) = (self.facts.pawns[S::US.index()], self.facts.pawns[S::THEM.index()]);
        let like = ours & color;
        self.tally.once::<S>(BISHOP_OWN_PAWNS.at(like.len() as usize));
        let fixed = like & self.facts.occupied.forward(S::THEM);
        self.tally.times::<S>(fixed.len() as i32, BISHOP_FIXED_PAWNS.only());
        let through = attacks::bishop(square, Bitboard::EMPTY);
        self.tally.times::<S>((through & theirs).len() as i32, BISHOP_THEIR_PAWNS.only());
        if LONG_DIAGONALS.contains(square) {
            let centre = attacks::bishop(square, ours | theirs) & CENTRE;
            self.tally.once_if::<S>(centre.more_than_one(), BISHOP_LONG_DIAGONAL.only());
        }
        let corner = square.relative_to(S::US);
        if corner == Square::A7 || corner == Square::H7 {
            // The pawn diagonally behind (b6 or g6) shuts the door.
            let door = attacks::pawn(S::THEM, square);
            self.tally.once_if::<S>(theirs.intersects(door), BISHOP_TRAPPED.only());
        }
    }

    #[inline]
    fn rooks<S: Side>(&mut self) {
        let rooks = self.board.colored(S::US, Piece::Rook);
        // Rooks support each other and the queens along a line.
        let occupied = self.facts.occupied & !(rooks | self.board.pieces(Piece::Queen));
        for square in rooks {
            let reach = self.unpinned::<S>(square, attacks::rook(square, occupied));
            let mobility = self.note::<S>(Piece::Rook, reach);
            self.tally.once::<S>(ROOK.only());
            self.tally.once::<S>(ROOK_SQUARES.at(masks::half_board(S::US, square)));
            self.tally.once::<S>(ROOK_MOBILITY.at(mobility));
            self.rook_on_file::<S>(square, reach & rooks);
            if mobility <= 3 {
                self.rook_shut_in::<S>(square);
            }
            let on_seventh = masks::rank_of(S::US, square) == 6 && self.seventh_matters::<S>(square);
            self.tally.once_if::<S>(on_seventh, ROOK_SEVENTH.only());
        }
    }

    #[inline]
    fn seventh_matters<S: Side>(&self, rook: Square) -> bool {
        let rank = Bitboard::from(rook.rank());
        self.facts.pawns[S::THEM.index()].intersects(rank)
            || masks::rank_of(S::US, self.facts.kings[S::THEM.index()]) == 7
    }

    /// `others` are own rooks that this one sees.
    #[inline]
    fn rook_on_file<S: Side>(&mut self, square: Square, others: Bitboard) {
        let file = Bitboard::from(square.file());
        let is_half_open = |side: usize| self.pawns.half_open[side] >> square.file().index() & 1 != 0;
        if is_half_open(S::US.index()) {
            let open = is_half_open(S::THEM.index());
            self.tally.once::<S>(if open { ROOK_OPEN_FILE.only() } else { ROOK_HALF_OPEN_FILE.only() });
            self.tally.once_if::<S>(others.intersects(file), ROOKS_DOUBLED.only());
        } else {
            let stuck = self.facts.pawns[S::US.index()] & self.facts.occupied.forward(S::THEM);
            self.tally.once_if::<S>(stuck.intersects(file), ROOK_CLOSED_FILE.only());
        }
        let queen = self.board.pieces(Piece::Queen).intersects(file);
        self.tally.once_if::<S>(queen, ROOK_ON_QUEEN_FILE.only());
    }

    /// The king stands between the rook and the middle of the board.
    #[inline]
    fn rook_shut_in<S: Side>(&mut self, square: Square) {
        let king = self.facts.kings[S::US.index()];
        let king_right = king.file() >= File::E;
        let rook_outside = if king_right { square.file() > king.file() } else { square.file() < king.file() };
        let low = masks::rank_of(S::US, square) <= 1 && masks::rank_of(S::US, king) <= 1;
        if rook_outside && low {
            let may_castle = self.board.castling().rooks_of(S::US).any();
            self.tally.once::<S>(ROOK_TRAPPED.at(may_castle.into()));
        }
    }

    /// A bishop or rook of theirs looks at the queen through one man. `diagonal` and `straight` are
    /// what the queen sees.
    #[inline]
    fn is_xrayed<S: Side>(&self, queen: Square, diagonal: Bitboard, straight: Bitboard) -> bool {
        let bishops = self.board.colored(S::THEM, Piece::Bishop) & !diagonal;
        let rooks = self.board.colored(S::THEM, Piece::Rook) & !straight;
        let bishops = bishops & attacks::bishop(queen, Bitboard::EMPTY);
        let rooks = rooks & (Bitboard::from(queen.file()) | queen.rank());
        let occupied = self.facts.occupied;
        (bishops | rooks).any()
            && ((bishops & attacks::bishop(queen, occupied & !diagonal)).any()
                || (rooks & attacks::rook(queen, occupied & !straight)).any())
    }

    #[inline]
    fn queens<S: Side>(&mut self) {
        for square in self.board.colored(S::US, Piece::Queen) {
            let occupied = self.facts.occupied;
            let (diagonal, straight) = (attacks::bishop(square, occupied), attacks::rook(square, occupied));
            let reach = self.unpinned::<S>(square, diagonal | straight);
            let mobility = self.note::<S>(Piece::Queen, reach);
            self.tally.once::<S>(QUEEN.only());
            self.tally.once::<S>(QUEEN_SQUARES.at(masks::half_board(S::US, square)));
            self.tally.once::<S>(QUEEN_MOBILITY.at(mobility));
            let xrayed = self.is_xrayed::<S>(square, diagonal, straight);
            self.tally.once_if::<S>(xrayed, QUEEN_XRAYED.only());
            let deep = masks::rank_of(S::US, square) >= 4;
            let left_alone = !self.pawns.spans[S::THEM.index()].contains(square);
            self.tally.once_if::<S>(deep && left_alone, QUEEN_INFILTRATED.only());
        }
    }
}
