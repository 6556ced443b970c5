//! Legal moves, without trial and error.
//!
//! Checks and pins are turned into masks first: in check only captures of the checker and squares
//! between it and the king are targets; a pinned man stays on its ray. What passes the masks is
//! legal, so nothing needs to be played to be tested. One body serves all callers: the colour is a
//! type (so that pawns move by constant shifts), the wanted kind of moves is a type, and the moves
//! go into a [`Sink`] that lists or merely counts them.

use super::Board;
use super::queries::{Danger, PinRays};
use crate::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Rank, Square, attacks};

/// Where generated moves go.
trait Sink {
    /// A piece's moves from one square to each target, captures where `enemies` stand.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);
    /// Pawn moves to each target, which is `step` squares from where the pawn stands.
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind);
    /// Promotions on each target.
    fn promotions(&mut self, targets: Bitboard, step: i8, is_capture: bool);
    /// One move of a rare kind.
    fn one(&mut self, from: Square, to: Square, kind: MoveKind);
}

#[inline]
fn origin(to: Square, step: i8) -> Square {
    Square::new((to.index() as u8).wrapping_sub(step as u8))
}

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets {
            self.push(Move::ordinary(from, to, enemies.contains(to)));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        for to in targets {
            self.push(Move::pack(origin(to, step), to, kind));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8, is_capture: bool) {
        for to in targets {
            let from = origin(to, step);
            for piece in [Piece::Queen, Piece::Knight, Piece::Rook, Piece::Bishop] {
                if let Some(kind) = MoveKind::promotion(piece, is_capture) {
                    self.push(Move::pack(from, to, kind));
                }
            }
        }
    }

    #[inline]
    fn one(&mut self, from: Square, to: Square, kind: MoveKind) {
        self.push(Move::pack(from, to, kind));
    }
}

/// Counts moves without naming them.
struct Count(u32);

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += targets.len();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind) {
        self.0 += targets.len();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i8, _: bool) {
        self.0 += 4 * targets.len();
    }

    #[inline]
    fn one(&mut self, _: Square, _: Square, _: MoveKind) {
        self.0 += 1;
    }
}

/// Which moves are wanted.
trait Wanted {
    const CAPTURES: bool;
    const QUIETS: bool;
}

struct All;
struct Captures;
struct Quiets;

impl Wanted for All {
    const CAPTURES: bool = true;
    const QUIETS: bool = true;
}

impl Wanted for Captures {
    const CAPTURES: bool = true;
    const QUIETS: bool = false;
}

impl Wanted for Quiets {
    const CAPTURES: bool = false;
    const QUIETS: bool = true;
}

/// A colour known to the compiler.
trait Side {
    const US: Color;
    const UP: i8;
}

struct White;
struct Black;

impl Side for White {
    const US: Color = Color::White;
    const UP: i8 = 8;
}

impl Side for Black {
    const US: Color = Color::Black;
    const UP: i8 = -8;
}

impl Board {
    /// All legal moves.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.list::<All>()
    }

    /// The legal captures and promotions: the moves that change the material.
    #[inline]
    pub fn captures(&self) -> MoveList {
        self.list::<Captures>()
    }

    /// The legal moves that neither capture nor promote.
    #[inline]
    pub fn quiets(&self) -> MoveList {
        self.list::<Quiets>()
    }

    /// The legal answers to a check; no moves at all if there is no check.
    #[inline]
    pub fn evasions(&self) -> MoveList {
        if self.in_check() { self.list::<All>() } else { MoveList::new() }
    }

    /// How many legal moves there are, found faster than the moves themselves.
    #[inline]
    pub fn count_legal_moves(&self) -> u32 {
        let mut count = Count(0);
        self.generate::<All>(&mut count);
        count.0
    }

    /// Whether there is any legal move.
    #[inline]
    pub fn has_legal_moves(&self) -> bool {
        self.count_legal_moves() > 0
    }

    #[inline]
    fn list<W: Wanted>(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate::<W>(&mut moves);
        moves
    }

    #[inline]
    fn generate<W: Wanted>(&self, sink: &mut impl Sink) {
        match self.turn {
            Color::White => Generator::new::<White>(self).run::<White, W>(sink),
            Color::Black => Generator::new::<Black>(self).run::<Black, W>(sink),
        }
    }
}

/// The facts that all of one position's moves depend on.
struct Generator<'a> {
    board: &'a Board,
    king: Square,
    own: Bitboard,
    enemies: Bitboard,
    occupied: Bitboard,
}

impl<'a> Generator<'a> {
    #[inline]
    fn new<S: Side>(board: &'a Board) -> Self {
        let (own, enemies) = (board.color(S::US), board.color(S::US.other()));
        Generator { board, king: board.king(S::US), own, enemies, occupied: own | enemies }
    }

    #[inline]
    fn run<S: Side, W: Wanted>(&self, sink: &mut impl Sink) {
        let Danger { checkers, pins } = self.board.danger(S::US);
        self.king_steps::<S, W>(sink);
        if checkers.is_empty() {
            if W::QUIETS {
                self.castling::<S>(sink);
            }
            self.pawns::<S, W>(sink, Bitboard::ALL, &pins);
            self.pieces::<S, W>(sink, Bitboard::ALL, &pins);
        } else if let Some(checker) = checkers.single() {
            let answers = attacks::between(self.king, checker) | checker;
            self.pawns::<S, W>(sink, answers, &pins);
            self.pieces::<S, W>(sink, answers, &pins);
        }
    }

    /// The squares that the wanted moves of pieces may go to.
    #[inline]
    fn targets<W: Wanted>(&self) -> Bitboard {
        match (W::CAPTURES, W::QUIETS) {
            (true, true) => !self.own,
            (true, false) => self.enemies,
            _ => !self.occupied,
        }
    }

    #[inline]
    fn king_steps<S: Side, W: Wanted>(&self, sink: &mut impl Sink) {
        let them = S::US.other();
        let board = self.board;
        let mut steps = attacks::king(self.king) & self.targets::<W>();
        steps -= attacks::pawns(them, board.colored(them, Piece::Pawn));
        steps -= attacks::king(board.king(them));
        let without_king = self.occupied ^ Bitboard::of(self.king);
        let diagonal = board.diagonal_sliders(them);
        let straight = board.straight_sliders(them);
        let knights = board.colored(them, Piece::Knight);
        for to in steps {
            let attacked = (attacks::knight(to) & knights)
                | (attacks::bishop(to, without_king) & diagonal)
                | (attacks::rook(to, without_king) & straight);
            if attacked.any() {
                steps.remove(to);
            }
        }
        sink.piece(self.king, steps, self.enemies);
    }

    #[inline]
    fn castling<S: Side>(&self, sink: &mut impl Sink) {
        for rook in self.board.castling.rooks_of(S::US) {
            if self.board.can_castle(rook) {
                sink.one(self.king, rook, MoveKind::Castle);
            }
        }
    }

    #[inline]
    fn pieces<S: Side, W: Wanted>(&self, sink: &mut impl Sink, mask: Bitboard, pins: &PinRays) {
        let board = self.board;
        let targets = self.targets::<W>() & mask;
        let pinned = pins.diagonal | pins.straight;
        for from in board.colored(S::US, Piece::Knight) - pinned {
            sink.piece(from, attacks::knight(from) & targets, self.enemies);
        }
        let diagonal = board.diagonal_sliders(S::US) - pins.straight;
        for from in diagonal - pins.diagonal {
            sink.piece(from, attacks::bishop(from, self.occupied) & targets, self.enemies);
        }
        for from in diagonal & pins.diagonal {
            sink.piece(from, attacks::bishop(from, self.occupied) & targets & pins.diagonal, self.enemies);
        }
        let straight = board.straight_sliders(S::US) - pins.diagonal;
        for from in straight - pins.straight {
            sink.piece(from, attacks::rook(from, self.occupied) & targets, self.enemies);
        }
        for from in straight & pins.straight {
            sink.piece(from, attacks::rook(from, self.occupied) & targets & pins.straight, self.enemies);
        }
    }

    #[inline]
    fn pawns<S: Side, W: Wanted>(&self, sink: &mut impl Sink, mask: Bitboard, pins: &PinRays) {
        let last = Bitboard::rank(Rank::Eighth.relative_to(S::US));
        let third = Bitboard::rank(Rank::Third.relative_to(S::US));
        let pawns = self.board.colored(S::US, Piece::Pawn);

        // A straight pin lets a pawn push only along the pin, which is then its file.
        let pushers = pawns - pins.diagonal;
        let free = (pushers - pins.straight).forward(S::US);
        let held = (pushers & pins.straight).forward(S::US) & pins.straight;
        let single = (free | held) - self.occupied;
        if W::QUIETS {
            let double = (single & third).forward(S::US) - self.occupied;
            sink.pawns((single - last) & mask, S::UP, MoveKind::Quiet);
            sink.pawns(double & mask, 2 * S::UP, MoveKind::DoublePush);
        }
        if !W::CAPTURES {
            return;
        }
        sink.promotions(single & last & mask, S::UP, false);

        // A diagonal pin lets a pawn capture only along the pin.
        let takers = pawns - pins.straight;
        let free = (takers - pins.diagonal).forward(S::US);
        let held = (takers & pins.diagonal).forward(S::US);
        let victims = self.enemies & mask;
        let east = (free.east() | (held.east() & pins.diagonal)) & victims;
        let west = (free.west() | (held.west() & pins.diagonal)) & victims;
        sink.pawns(east - last, S::UP + 1, MoveKind::Capture);
        sink.pawns(west - last, S::UP - 1, MoveKind::Capture);
        sink.promotions(east & last, S::UP + 1, true);
        sink.promotions(west & last, S::UP - 1, true);

        if let Some(to) = self.board.en_passant {
            for from in attacks::pawn(S::US.other(), to) & pawns {
                if self.board.en_passant_is_safe(from, to) {
                    sink.one(from, to, MoveKind::EnPassant);
                }
            }
        }
    }
}
