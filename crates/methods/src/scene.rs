//! Where the men of an ending stand, seen from the side that wants to win.
//!
//! In a scene the strong side is White and moves up the board, whoever it is in the game: [`Cast::scene_of`] turns the
//! board where Black is strong, and [`Sight`] remembers how, so that moves find their way back.

use arrayvec::ArrayVec;
use quevedo_rules::{Bitboard, Board, Color, Man, Move, Piece, Rank, Setup, Square, attacks};

/// Most men that a scene has.
pub(crate) const MAX_MEN: usize = 5;

/// The men of an ending in a fixed order: the strong king, the weak king, the strong men, the weak men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cast {
    men: &'static [Man],
    /// Where the pawn stands, if only that square is looked at.
    pawn: Option<Square>,
}

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side that wants to win.
    Strong,
    /// The side that wants to hold out.
    Weak,
}

/// Where the men of a [`Cast`] stand; slots beyond its men are a1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scene {
    pub(crate) at: [Square; MAX_MEN],
}

/// A move in a scene.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply {
    pub(crate) slot: u8,
    /// Where the man goes.
    pub to: Square,
    pub(crate) taken: Option<u8>,
    /// What the pawn becomes.
    pub promotion: Option<Piece>,
}

impl Ply {
    /// Whether the men change, so that another ending begins.
    pub(crate) fn leaves(self) -> bool {
        self.taken.is_some() || self.promotion.is_some()
    }
}

impl Scene {
    /// The strong king.
    #[inline]
    pub(crate) fn king(&self) -> Square {
        self.at[0]
    }

    /// The weak king.
    #[inline]
    pub(crate) fn bare(&self) -> Square {
        self.at[1]
    }

    /// The first man beside the kings.
    #[inline]
    pub(crate) fn first(&self) -> Square {
        self.at[2]
    }

    /// After a move that changes no men.
    #[inline]
    pub(crate) fn after(mut self, ply: Ply) -> Scene {
        self.at[usize::from(ply.slot)] = ply.to;
        self
    }

    /// With one man elsewhere.
    pub(crate) fn with(mut self, slot: usize, square: Square) -> Scene {
        self.at[slot] = square;
        self
    }
}

impl Cast {
    pub(crate) const fn new(men: &'static [Man]) -> Cast {
        assert!(men.len() <= MAX_MEN && matches!(men[0], Man::WhiteKing) && matches!(men[1], Man::BlackKing));
        Cast { men, pawn: None }
    }

    /// The same with the pawn, in the third slot, on one square (or its mirror image) for good.
    pub(crate) const fn with_pawn_on(self, square: Square) -> Cast {
        assert!(matches!(self.men[2], Man::WhitePawn));
        Cast { pawn: Some(square), ..self }
    }

    /// Where the pawn always stands, if it does.
    #[inline]
    pub(crate) fn pawn(self) -> Option<Square> {
        self.pawn
    }

    /// The men, in the order of their slots.
    pub(crate) fn men(self) -> &'static [Man] {
        self.men
    }

    pub(crate) fn has_pawns(self) -> bool {
        self.men.iter().any(|man| man.piece() == Piece::Pawn)
    }

    #[inline]
    pub(crate) fn occupied(self, scene: &Scene) -> Bitboard {
        scene.at[..self.men.len()].iter().fold(Bitboard::EMPTY, |all, &square| all | square)
    }

    /// The squares of one side's men.
    #[inline]
    pub(crate) fn side(self, scene: &Scene, side: Side) -> Bitboard {
        let color = if side == Side::Strong { Color::White } else { Color::Black };
        let mut all = Bitboard::EMPTY;
        for (man, &square) in self.men.iter().zip(&scene.at) {
            if man.color() == color {
                all |= square;
            }
        }
        all
    }

    /// All squares that the strong men attack when the board is occupied so.
    #[inline]
    pub(crate) fn strong_attacks(self, scene: &Scene, occupied: Bitboard) -> Bitboard {
        let mut all = attacks::king(scene.king());
        for (man, &square) in self.men.iter().zip(&scene.at).skip(2) {
            if man.color() == Color::White {
                all |= attacks::of(man.piece(), Color::White, square, occupied);
            }
        }
        all
    }

    /// All squares that the weak men other than the king attack.
    #[inline]
    pub(crate) fn weak_attacks(self, scene: &Scene, occupied: Bitboard, but: Option<u8>) -> Bitboard {
        let mut all = Bitboard::EMPTY;
        for (slot, (man, &square)) in self.men.iter().zip(&scene.at).enumerate().skip(2) {
            if man.color() == Color::Black && but != Some(slot as u8) {
                all |= attacks::of(man.piece(), Color::Black, square, occupied);
            }
        }
        all
    }

    /// Whether the weak king is in check.
    pub(crate) fn gives_check(self, scene: &Scene) -> bool {
        self.strong_attacks(scene, self.occupied(scene)).contains(scene.bare())
    }

    /// Whether the rules allow the scene with this side to move.
    pub(crate) fn is_legal(self, scene: &Scene, to_move: Side) -> bool {
        let occupied = self.occupied(scene);
        if occupied.len() as usize != self.men.len() || scene.king().distance(scene.bare()) < 2 {
            return false;
        }
        let pawns_stand = self
            .men
            .iter()
            .zip(&scene.at)
            .all(|(man, &square)| man.piece() != Piece::Pawn || !Bitboard::BACK_RANKS.contains(square));
        pawns_stand
            && match to_move {
                Side::Strong => !self.strong_attacks(scene, occupied).contains(scene.bare()),
                Side::Weak => !self.weak_attacks(scene, occupied, None).contains(scene.king()),
            }
    }

    /// The legal moves of the strong side.
    pub(crate) fn strong_plies(self, scene: &Scene, mut each: impl FnMut(Ply)) {
        let occupied = self.occupied(scene);
        let (own, their) = (self.side(scene, Side::Strong), self.side(scene, Side::Weak));
        let has_guards = self.men.iter().skip(2).any(|man| man.color() == Color::Black);
        for (slot, (man, &from)) in self.men.iter().zip(&scene.at).enumerate() {
            if man.color() != Color::White {
                continue;
            }
            let targets = match man.piece() {
                Piece::King => attacks::king(from) - attacks::king(scene.bare()),
                Piece::Pawn => pushes(from, occupied) | (attacks::pawn(Color::White, from) & their),
                piece => attacks::of(piece, Color::White, from, occupied),
            };
            for to in targets - own - Bitboard::of(scene.bare()) {
                let taken = if their.contains(to) { self.slot_at(scene, to) } else { None };
                if has_guards {
                    let king = if slot == 0 { to } else { scene.king() };
                    let after = (occupied - Bitboard::of(from)) | to;
                    if self.weak_attacks(scene, after, taken).contains(king) {
                        continue;
                    }
                }
                let ply = Ply { slot: slot as u8, to, taken, promotion: None };
                if man.piece() == Piece::Pawn && to.rank() == Rank::Eighth {
                    Piece::PROMOTIONS
                        .into_iter()
                        .rev()
                        .for_each(|piece| each(Ply { promotion: Some(piece), ..ply }));
                } else {
                    each(ply);
                }
            }
        }
    }

    /// The legal moves of the weak side; `each` says whether to go on. Weak pawns are not known.
    #[inline]
    pub(crate) fn weak_plies(self, scene: &Scene, mut each: impl FnMut(Ply) -> bool) {
        let occupied = self.occupied(scene);
        let (own, their) = (self.side(scene, Side::Weak), self.side(scene, Side::Strong));
        // The king does not hide behind itself.
        let unsafe_squares = self.strong_attacks(scene, occupied - Bitboard::of(scene.bare()));
        for to in attacks::king(scene.bare()) - own - unsafe_squares {
            let taken = if their.contains(to) { self.slot_at(scene, to) } else { None };
            if !each(Ply { slot: 1, to, taken, promotion: None }) {
                return;
            }
        }
        for (slot, (man, &from)) in self.men.iter().zip(&scene.at).enumerate().skip(2) {
            if man.color() != Color::Black {
                continue;
            }
            for to in
                attacks::of(man.piece(), Color::Black, from, occupied) - own - Bitboard::of(scene.king())
            {
                let taken = if their.contains(to) { self.slot_at(scene, to) } else { None };
                let after = (occupied - Bitboard::of(from)) | to;
                if self.is_checked_without(scene, after, taken) {
                    continue;
                }
                if !each(Ply { slot: slot as u8, to, taken, promotion: None }) {
                    return;
                }
            }
        }
    }

    /// Whether the strong men, one of them taken, attack the weak king when the board is occupied so.
    fn is_checked_without(self, scene: &Scene, occupied: Bitboard, taken: Option<u8>) -> bool {
        self.men.iter().zip(&scene.at).enumerate().skip(2).any(|(slot, (man, &square))| {
            man.color() == Color::White
                && taken != Some(slot as u8)
                && attacks::of(man.piece(), Color::White, square, occupied).contains(scene.bare())
        })
    }

    pub(crate) fn slot_at(self, scene: &Scene, square: Square) -> Option<u8> {
        scene.at[..self.men.len()].iter().position(|&it| it == square).map(|slot| slot as u8)
    }

    /// The legal moves of a side.
    pub(crate) fn plies(self, scene: &Scene, side: Side) -> Vec<Ply> {
        let mut all = Vec::new();
        match side {
            Side::Strong => self.strong_plies(scene, |ply| all.push(ply)),
            Side::Weak => self.weak_plies(scene, |ply| {
                all.push(ply);
                true
            }),
        }
        all
    }

    /// Where a strong man may have come from without taking anything, the other men being where they are.
    pub(crate) fn origins(self, scene: &Scene, slot: usize) -> Bitboard {
        let occupied = self.occupied(scene);
        let to = scene.at[slot];
        let reached = match self.men[slot].piece() {
            Piece::Pawn => {
                let one = Bitboard::of(to).south() - occupied - Bitboard::BACK_RANKS;
                let may_double = to.rank() == Rank::Fourth;
                one | if may_double { one.south() - occupied } else { Bitboard::EMPTY }
            }
            piece => attacks::of(piece, Color::White, to, occupied),
        };
        reached - occupied
    }

    /// Whether the weak side is mated.
    pub(crate) fn is_mate(self, scene: &Scene) -> bool {
        self.gives_check(scene) && !self.can_reply(scene)
    }

    /// Whether the weak side has a legal move.
    pub(crate) fn can_reply(self, scene: &Scene) -> bool {
        let mut any = false;
        self.weak_plies(scene, |_| {
            any = true;
            false
        });
        any
    }

    /// Whether the weak side can take something.
    pub(crate) fn can_take(self, scene: &Scene) -> bool {
        let mut any = false;
        self.weak_plies(scene, |ply| {
            any = ply.taken.is_some();
            !any
        });
        any
    }

    /// Neither stalemate nor anything to take, the weak side to move.
    pub(crate) fn is_sound(self, scene: &Scene) -> bool {
        !self.can_take(scene) && (self.can_reply(scene) || self.gives_check(scene))
    }

    /// The scene on a board with these men, whoever has them.
    pub(crate) fn scene_of(self, board: &Board) -> Option<Sight> {
        [Color::White, Color::Black].into_iter().find_map(|strong| {
            let mut scene = Scene { at: [Square::A1; MAX_MEN] };
            let mut used = Bitboard::EMPTY;
            for (slot, man) in self.men.iter().enumerate() {
                let color = if man.color() == Color::White { strong } else { !strong };
                let square = (board.colored(color, man.piece()) - used).first()?;
                used |= square;
                scene.at[slot] = square.relative_to(strong);
            }
            let side = if board.turn() == strong { Side::Strong } else { Side::Weak };
            let is_all =
                used == board.occupied() && board.castling().is_empty() && board.en_passant().is_none();
            is_all.then_some(Sight { scene, side, strong })
        })
    }
}

/// A board as a scene, and how it was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sight {
    pub(crate) scene: Scene,
    pub(crate) side: Side,
    pub(crate) strong: Color,
}

impl Sight {
    /// The move on the board that a ply of the scene is.
    pub(crate) fn mv(&self, board: &Board, ply: Ply) -> Option<Move> {
        let from = self.scene.at[usize::from(ply.slot)].relative_to(self.strong);
        let to = ply.to.relative_to(self.strong);
        board
            .legal_moves()
            .into_iter()
            .find(|mv| mv.from() == from && mv.to() == to && mv.promotion() == ply.promotion)
    }

    /// The ply that a legal move is.
    pub(crate) fn ply(&self, cast: Cast, mv: Move) -> Option<Ply> {
        let (from, to) = (mv.from().relative_to(self.strong), mv.to().relative_to(self.strong));
        cast.plies(&self.scene, self.side).into_iter().find(|ply| {
            self.scene.at[usize::from(ply.slot)] == from && ply.to == to && ply.promotion == mv.promotion()
        })
    }
}

/// The squares that a strong pawn can go to.
fn pushes(from: Square, occupied: Bitboard) -> Bitboard {
    let one = Bitboard::of(from).north() - occupied;
    let may_double = from.rank() == Rank::Second;
    one | if may_double { one.north() - occupied } else { Bitboard::EMPTY }
}

impl Cast {
    /// The board of a scene, White being strong.
    pub(crate) fn board(self, scene: &Scene, side: Side) -> Option<Board> {
        let mut setup = Setup::EMPTY;
        setup.turn = if side == Side::Strong { Color::White } else { Color::Black };
        for (&man, &square) in self.men.iter().zip(&scene.at) {
            setup.put(square, man);
        }
        Board::try_from(setup).ok()
    }

    /// The slots of the strong men.
    pub(crate) fn strong_slots(self) -> ArrayVec<usize, MAX_MEN> {
        (0..self.men.len()).filter(|&slot| self.men[slot].color() == Color::White).collect()
    }

    /// The slots of the weak men.
    pub(crate) fn weak_slots(self) -> ArrayVec<usize, MAX_MEN> {
        (0..self.men.len()).filter(|&slot| self.men[slot].color() == Color::Black).collect()
    }
}
