//! One record of a book: 16 bytes.

use quevedo_rules::{Board, Color, Move, Piece, Rank, Square, Wing};

pub(crate) const LENGTH: usize = 16;

/// A move in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Record {
    pub(crate) key: u64,
    /// Bits 0-5: to, 6-11: from, 12-14: promotion (0 none, 1 knight … 4 queen). Castling is the king taking its rook.
    pub(crate) mv: u16,
    pub(crate) weight: u16,
    pub(crate) learn: u32,
}

const PROMOTIONS: [Option<Piece>; 5] =
    [None, Some(Piece::Knight), Some(Piece::Bishop), Some(Piece::Rook), Some(Piece::Queen)];

impl Record {
    pub(crate) fn read(bytes: &[u8; LENGTH]) -> Record {
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, l0, l1, l2, l3] = *bytes;
        Record {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            mv: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
            learn: u32::from_be_bytes([l0, l1, l2, l3]),
        }
    }

    pub(crate) fn bytes(&self) -> [u8; LENGTH] {
        let mut out = [0; LENGTH];
        out[..8].copy_from_slice(&self.key.to_be_bytes());
        out[8..10].copy_from_slice(&self.mv.to_be_bytes());
        out[10..12].copy_from_slice(&self.weight.to_be_bytes());
        out[12..].copy_from_slice(&self.learn.to_be_bytes());
        out
    }

    /// A legal move as the format writes it.
    pub(crate) fn code(mv: Move) -> u16 {
        let promotion = PROMOTIONS.iter().position(|&piece| piece == mv.promotion()).unwrap_or(0);
        (mv.to().index() | mv.from().index() << 6 | promotion << 12) as u16
    }

    /// The legal move that is meant, if there is one.
    pub(crate) fn find(&self, board: &Board) -> Option<Move> {
        let code = Record::as_king_takes_rook(board, self.mv).unwrap_or(self.mv);
        board.legal_moves().iter().copied().find(|&mv| Record::code(mv) == code)
    }

    /// Castling as some programs write it: the king over two squares. `None` for all other moves.
    fn as_king_takes_rook(board: &Board, code: u16) -> Option<u16> {
        let square = |bits: u16| Square::new((bits & 63) as u8);
        let (to, from) = (square(code), square(code >> 6));
        let us = board.turn();
        let home = if us == Color::White { Rank::First } else { Rank::Eighth };
        let is_kings = from == board.king(us) && from.rank() == home && to.rank() == home;
        let goes_far = (from.file().index() as i32 - to.file().index() as i32).abs() == 2;
        if !is_kings || !goes_far || board.color(us).contains(to) {
            return None;
        }
        let wing = Wing::of(from, to);
        let rook = board.castling().rooks_of(us).into_iter().find(|&rook| Wing::of(from, rook) == wing)?;
        Some((code & !63) | rook.index() as u16)
    }
}
