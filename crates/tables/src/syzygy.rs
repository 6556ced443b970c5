//! Syzygy tables, where the user has them, through the library `shakmaty-syzygy`.

use std::io;
use std::path::Path;

use quevedo_rules::{Board, Color, Piece, Square};
use shakmaty::{CastlingMode, Chess, FromSetup};
use shakmaty_syzygy::{MaybeRounded, Tablebase};

use crate::value::FIFTY_MOVES;
use crate::{Step, Value, Wdl};

/// The Syzygy tables of some folders.
#[derive(Debug, Default)]
pub struct Syzygy {
    tables: Tablebase<Chess>,
    files: usize,
}

impl Syzygy {
    /// No tables.
    pub fn new() -> Syzygy {
        Syzygy { tables: Tablebase::new(), files: 0 }
    }

    /// Adds the tables of a folder; how many files there are.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn add_folder(&mut self, folder: &Path) -> io::Result<usize> {
        let added = self.tables.add_directory(folder)?;
        self.files += added;
        Ok(added)
    }

    /// How many files there are.
    pub fn files(&self) -> usize {
        self.files
    }

    /// The most men that any of the tables has.
    pub fn max_men(&self) -> usize {
        self.tables.max_pieces()
    }

    /// Who wins, the fifty-move rule counting from a capture or pawn move just played.
    pub fn probe_wdl(&self, board: &Board) -> Option<Wdl> {
        let position = self.position(board)?;
        Some(match self.tables.probe_wdl_after_zeroing(&position).ok()? {
            shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
            shakmaty_syzygy::Wdl::Win => Wdl::Win,
        })
    }

    /// The plies to the next capture or pawn move, positive if the side to move wins, and whether they are
    /// exact; else one more is possible.
    pub fn probe_dtz(&self, board: &Board) -> Option<(i32, bool)> {
        let position = self.position(board)?;
        match self.tables.probe_dtz(&position).ok()? {
            MaybeRounded::Rounded(dtz) => Some((dtz.0, false)),
            MaybeRounded::Precise(dtz) => Some((dtz.0, true)),
        }
    }

    /// The distance as our own tables have it, in a position that was reached by such a step. Where it is not
    /// exact, it is one too many rather than one too few.
    pub(crate) fn zeroing_value(&self, board: &Board, step: Step) -> Option<Value> {
        if !board.has_legal_moves() {
            return Some(if board.in_check() { Value::Loss(0) } else { Value::Draw });
        }
        if step != Step::Quiet {
            // Only whether the rest is in time counts after such a move.
            return Some(match self.probe_wdl(board)? {
                Wdl::Loss => Value::Loss(1),
                Wdl::BlessedLoss => Value::Loss(FIFTY_MOVES + 1),
                Wdl::Draw => Value::Draw,
                Wdl::CursedWin => Value::Win(FIFTY_MOVES + 1),
                Wdl::Win => Value::Win(1),
            });
        }
        let (plies, is_exact) = self.probe_dtz(board)?;
        let distance = (plies.unsigned_abs() + u32::from(!is_exact)).min(u32::from(u16::MAX)) as u16;
        Some(match plies.signum() {
            0 => Value::Draw,
            1 => Value::Win(distance),
            _ => Value::Loss(distance),
        })
    }

    /// The position as `shakmaty` has it, if the tables could know it.
    fn position(&self, board: &Board) -> Option<Chess> {
        if !board.castling().is_empty() || board.occupied().len() as usize > self.max_men() {
            return None;
        }
        let mut setup = shakmaty::Setup::empty();
        for square in board.occupied() {
            let man = board.man_at(square)?;
            let role = match man.piece() {
                Piece::Pawn => shakmaty::Role::Pawn,
                Piece::Knight => shakmaty::Role::Knight,
                Piece::Bishop => shakmaty::Role::Bishop,
                Piece::Rook => shakmaty::Role::Rook,
                Piece::Queen => shakmaty::Role::Queen,
                Piece::King => shakmaty::Role::King,
            };
            setup.board.set_piece_at(square_of(square), role.of(color_of(man.color())));
        }
        setup.turn = color_of(board.turn());
        setup.ep_square = board.en_passant().map(square_of);
        Chess::from_setup(setup, CastlingMode::Standard).ok()
    }
}

fn square_of(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index() as u32)
}

fn color_of(color: Color) -> shakmaty::Color {
    shakmaty::Color::from_white(color == Color::White)
}
