//! King and pawn against king, exactly: one bit a position, 24 kilobytes, found backwards from the
//! end at first use.

use std::sync::OnceLock;

use quevedo_rules::{Bitboard, Board, Color, File, Piece, Rank, Square, attacks};

use crate::masks;

/// Who wins when White has the pawn. An index is: side to move, pawn (files a to d, ranks 2 to 7),
/// White's king, Black's king.
struct Bitbase(Vec<u64>);

const POSITIONS: usize = 2 * 24 * 64 * 64;

/// What is known about a position while the table is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Impossible,
    Unknown,
    Draw,
    Win,
}

/// A position with White's pawn on the files a to d.
#[derive(Clone, Copy)]
struct Position {
    turn: Color,
    pawn: Square,
    white: Square,
    black: Square,
}

impl Position {
    fn of_index(index: usize) -> Position {
        let turn = if index < POSITIONS / 2 { Color::White } else { Color::Black };
        let index = index % (POSITIONS / 2);
        let pawn = index >> 12;
        Position {
            turn,
            pawn: Square::at(File::new(pawn as u8 % 4), Rank::new(pawn as u8 / 4 + 1)),
            white: Square::new((index >> 6) as u8),
            black: Square::new(index as u8),
        }
    }

    /// Turned so that the pawn is White's and on the left half.
    fn normal(board: &Board, strong: Color, pawn: Square) -> Position {
        let mirror = pawn.file() > File::D;
        let turn = |square: Square| {
            let square = square.relative_to(strong);
            if mirror { square.flip_file() } else { square }
        };
        Position {
            turn: if board.turn() == strong { Color::White } else { Color::Black },
            pawn: turn(pawn),
            white: turn(board.king(strong)),
            black: turn(board.king(!strong)),
        }
    }

    fn index(self) -> usize {
        let pawn = 4 * (self.pawn.rank().index() - 1) + self.pawn.file().index();
        self.turn.index() * POSITIONS / 2 + (pawn << 12 | self.white.index() << 6 | self.black.index())
    }

    fn ahead(self) -> Bitboard {
        Bitboard::of(self.pawn).north()
    }

    /// What can be said without looking at any move but promotions and captures.
    fn first_look(self) -> Known {
        let touching = self.white.distance(self.black) <= 1;
        let on_pawn = self.white == self.pawn || self.black == self.pawn;
        let pawn_attacks = attacks::pawn(Color::White, self.pawn);
        if touching || on_pawn || (self.turn == Color::White && pawn_attacks.contains(self.black)) {
            return Known::Impossible;
        }
        match self.turn {
            Color::White if self.promotes_safely() => Known::Win,
            Color::Black if self.black_takes() || self.is_stalemate() => Known::Draw,
            _ => Known::Unknown,
        }
    }

    /// A new queen or rook stands safe, and one of the two does not stalemate.
    fn promotes_safely(self) -> bool {
        let Some(goal) = self.ahead().first() else { return false };
        self.pawn.rank() == Rank::Seventh
            && goal != self.white
            && goal != self.black
            && (goal.distance(self.black) > 1 || goal.distance(self.white) == 1)
    }

    fn black_steps(self) -> Bitboard {
        attacks::king(self.black) & !attacks::king(self.white) & !attacks::pawn(Color::White, self.pawn)
    }

    fn is_stalemate(self) -> bool {
        let in_check = attacks::pawn(Color::White, self.pawn).contains(self.black);
        self.black_steps().is_empty() && !in_check
    }

    fn black_takes(self) -> bool {
        self.black_steps().contains(self.pawn)
    }

    /// What the known successors say.
    fn look(self, known: &[Known]) -> Known {
        let of = |next: Position| known[next.index()];
        match self.turn {
            Color::White => {
                let steps = attacks::king(self.white) & !attacks::king(self.black) & !Bitboard::of(self.pawn);
                let kings = steps.into_iter().map(|white| of(Position { turn: Color::Black, white, ..self }));
                let pawns = self.pushes().map(|pawn| of(Position { turn: Color::Black, pawn, ..self }));
                judge(kings.chain(pawns), Known::Win, Known::Draw)
            }
            Color::Black => {
                let steps = self.black_steps().into_iter();
                judge(
                    steps.map(|black| of(Position { turn: Color::White, black, ..self })),
                    Known::Draw,
                    Known::Win,
                )
            }
        }
    }

    /// Where the pawn can go without promoting.
    fn pushes(self) -> impl Iterator<Item = Square> {
        let taken = Bitboard::of(self.white) | self.black;
        let one = self.ahead() & !taken & !Bitboard::rank(Rank::Eighth);
        let two = (one & Bitboard::rank(Rank::Third)).north() & !taken;
        (one | two).into_iter()
    }
}

/// A side reaches its goal if one move does, and fails if all moves fail.
fn judge(moves: impl Iterator<Item = Known>, goal: Known, failure: Known) -> Known {
    let mut all_fail = true;
    for known in moves {
        if known == goal {
            return goal;
        }
        all_fail &= known == failure || known == Known::Impossible;
    }
    if all_fail { failure } else { Known::Unknown }
}

impl Bitbase {
    fn make() -> Bitbase {
        let mut known: Vec<Known> =
            (0..POSITIONS).map(|index| Position::of_index(index).first_look()).collect();
        loop {
            let mut changed = false;
            for index in 0..POSITIONS {
                if known[index] == Known::Unknown {
                    known[index] = Position::of_index(index).look(&known);
                    changed |= known[index] != Known::Unknown;
                }
            }
            if !changed {
                break;
            }
        }
        let mut bits = vec![0u64; POSITIONS / 64];
        for (index, _) in known.iter().enumerate().filter(|&(_, &known)| known == Known::Win) {
            bits[index / 64] |= 1 << (index % 64);
        }
        Bitbase(bits)
    }

    fn is_won(&self, position: Position) -> bool {
        let index = position.index();
        self.0[index / 64] >> (index % 64) & 1 != 0
    }
}

static BITBASE: OnceLock<Bitbase> = OnceLock::new();

/// Whether king and pawn of `strong` win against the bare king; `None` if that is not the material.
pub fn is_won(board: &Board, strong: Color) -> Option<bool> {
    let pawn = board.colored(strong, Piece::Pawn).single()?;
    if board.occupied().len() != 3 {
        return None;
    }
    let position = Position::normal(board, strong, pawn);
    Some(BITBASE.get_or_init(Bitbase::make).is_won(position))
}

/// The value for `strong`, in hundredths of a pawn: a win counts more the farther the pawn is.
pub(super) fn value(board: &Board, strong: Color) -> Option<i32> {
    let won = is_won(board, strong)?;
    let pawn = board.colored(strong, Piece::Pawn).single()?;
    Some(if won { 600 + 20 * masks::rank_of(strong, pawn) as i32 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_rules::{Man, Setup};

    fn board_of(position: Position) -> Option<Board> {
        let mut setup = Setup::EMPTY;
        setup.put(position.pawn, Man::WhitePawn);
        setup.put(position.white, Man::WhiteKing);
        setup.put(position.black, Man::BlackKing);
        setup.turn = position.turn;
        if position.white == position.pawn || position.black == position.pawn {
            return None;
        }
        Board::try_from(setup).ok()
    }

    /// After White's move: won in the table, or a queen or rook that cannot be taken and does not
    /// stalemate.
    fn stays_won(board: &Board) -> bool {
        is_won(board, Color::White).unwrap_or_else(|| {
            let piece = board.pieces(Piece::Queen) | board.pieces(Piece::Rook);
            piece.any() && !board.is_stalemate() && board.captures().is_empty()
        })
    }

    #[test]
    fn the_table_agrees_with_the_rules_one_move_on() {
        let mut wins = 0;
        for index in 0..POSITIONS {
            let position = Position::of_index(index);
            let Some(board) = board_of(position) else { continue };
            let won = is_won(&board, Color::White).expect("king and pawn against king");
            let mut next = board.legal_moves().into_iter().map(|mv| board.play(mv));
            let expected = match position.turn {
                Color::White => next.any(|child| stays_won(&child)),
                Color::Black => {
                    !board.is_stalemate() && next.all(|child| is_won(&child, Color::White) == Some(true))
                }
            };
            assert_eq!(won, expected, "{}", board.fen());
            wins += u32::from(won);
        }
        assert_eq!(wins, 111_282, "the number that the literature gives");
    }

    #[test]
    fn textbook_positions() {
        let won = |fen: &str, strong| is_won(&Board::from_fen(fen).expect(fen), strong);
        assert_eq!(won("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Color::White), Some(true));
        assert_eq!(won("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", Color::White), Some(false), "stalemate");
        assert_eq!(won("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", Color::White), Some(true));
        assert_eq!(won("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", Color::White), Some(false));
        assert_eq!(won("7k/8/6K1/7P/8/8/8/8 w - - 0 1", Color::White), Some(false));
        assert_eq!(won("8/4p3/4k3/8/4K3/8/8/8 w - - 0 1", Color::Black), Some(true));
        assert_eq!(won("8/4pp2/4k3/8/4K3/8/8/8 w - - 0 1", Color::Black), None);
    }
}
