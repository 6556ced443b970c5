//! Men on a board and who is to move, legal or not: what an index counts.

use quevedo_rules::{Bitboard, Board, Color, Man, Piece, Setup, Square, attacks};

/// Where the men stand and who is to move; nothing is known about whether the rules allow it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placement {
    sets: [[Bitboard; 6]; 2],
    pub(crate) turn: Color,
}

impl Placement {
    pub(crate) const EMPTY: Placement = Placement { sets: [[Bitboard::EMPTY; 6]; 2], turn: Color::White };

    pub(crate) fn of(board: &Board) -> Placement {
        let side = |color| Piece::ALL.map(|piece| board.colored(color, piece));
        Placement { sets: [side(Color::White), side(Color::Black)], turn: board.turn() }
    }

    #[inline]
    pub(crate) fn set(&self, color: Color, piece: Piece) -> Bitboard {
        self.sets[color.index()][piece.index()]
    }

    #[inline]
    pub(crate) fn put(&mut self, man: Man, square: Square) {
        self.sets[man.color().index()][man.piece().index()].insert(square);
    }

    #[inline]
    pub(crate) fn take(&mut self, man: Man, square: Square) {
        self.sets[man.color().index()][man.piece().index()].remove(square);
    }

    /// The same without whatever man of `color` stands on a square.
    pub(crate) fn without(mut self, color: Color, square: Square) -> Placement {
        for set in &mut self.sets[color.index()] {
            set.remove(square);
        }
        self
    }

    pub(crate) fn with_turn(mut self, turn: Color) -> Placement {
        self.turn = turn;
        self
    }

    #[inline]
    pub(crate) fn color(&self, color: Color) -> Bitboard {
        self.sets[color.index()].iter().fold(Bitboard::EMPTY, |all, &set| all | set)
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.color(Color::White) | self.color(Color::Black)
    }

    /// The king's square; a1 if there is none.
    #[inline]
    pub(crate) fn king(&self, color: Color) -> Square {
        Square::new((self.set(color, Piece::King).0.trailing_zeros() & 63) as u8)
    }

    /// The men of a side with their squares.
    pub(crate) fn men(&self, color: Color) -> impl Iterator<Item = (Man, Square)> + '_ {
        Piece::ALL.into_iter().flat_map(move |piece| {
            self.set(color, piece).into_iter().map(move |square| (Man::new(color, piece), square))
        })
    }

    /// How many men of each kind, in the form of `Material::to_bits`.
    pub(crate) fn material_bits(&self) -> u64 {
        let mut bits = 0;
        for man in Man::ALL {
            bits |= u64::from(self.set(man.color(), man.piece()).len() & 15) << (4 * man as u32);
        }
        bits
    }

    /// The same game with colours changed and the board turned upside down.
    #[inline]
    pub(crate) fn swapped(&self) -> Placement {
        let [white, black] = self.sets;
        let flipped = |side: [Bitboard; 6]| side.map(Bitboard::flip_ranks);
        Placement { sets: [flipped(black), flipped(white)], turn: !self.turn }
    }

    /// The squares that White's men attack, as if Black's king were not there.
    fn attacked_by_white(&self, occupied: Bitboard) -> Bitboard {
        self.men(Color::White).fold(Bitboard::EMPTY, |all, (man, square)| {
            all | attacks::of(man.piece(), Color::White, square, occupied)
        })
    }

    /// The squares on which Black's king may stand, this placement being without it, so that the side
    /// that has just moved is not in check.
    pub(crate) fn legal_black_kings(&self) -> Bitboard {
        let free = self.squares_for_black_king();
        match self.turn {
            Color::White => free - self.attacked_by_white(self.occupied()),
            Color::Black => free & self.shields_of_white_king(),
        }
    }

    /// The squares on which Black's king touches neither a man nor White's king.
    pub(crate) fn squares_for_black_king(&self) -> Bitboard {
        !(self.occupied() | attacks::king(self.king(Color::White)))
    }

    /// The squares on which Black's own king would keep its men from giving check: all squares if
    /// they give none.
    fn shields_of_white_king(&self) -> Bitboard {
        let king = self.king(Color::White);
        let occupied = self.occupied();
        self.men(Color::Black)
            .filter(|&(man, from)| attacks::of(man.piece(), Color::Black, from, occupied).contains(king))
            .fold(Bitboard::ALL, |all, (man, from)| match man.piece() {
                Piece::Bishop | Piece::Rook | Piece::Queen => all & attacks::between(from, king),
                _ => Bitboard::EMPTY,
            })
    }

    /// The position to set up, with an en-passant square or not.
    pub(crate) fn setup(&self, en_passant: Option<Square>) -> Setup {
        let mut setup = Setup::EMPTY;
        setup.turn = self.turn;
        setup.en_passant = en_passant;
        for color in Color::ALL {
            for (man, square) in self.men(color) {
                setup.put(square, man);
            }
        }
        setup
    }

    /// The position, if the rules allow it.
    pub(crate) fn board(&self) -> Option<Board> {
        // Men on one square hide each other in a setup, so count first.
        let men = Color::ALL.iter().map(|&color| self.men(color).count() as u32).sum::<u32>();
        if self.occupied().len() != men {
            return None;
        }
        Board::try_from(self.setup(None)).ok()
    }
}
