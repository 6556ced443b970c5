//! Tactical structure as data about one position (Shannon 1950, section 8: pins, forks, overloads): for pages, for `show`, and for searches
//! that choose their moves by it.

use quevedo_rules::{Bitboard, Board, Color, Piece, Square, attacks};
use serde::{Deserialize, Serialize};

use crate::detect::lines::{attacked_from, rays, without};
use crate::detect::men::{guards, with_turn};
use crate::exchange::{best_capture_of, points};

/// Who holds whom, by squares. Everything follows from the board alone; nothing of it is a promise of gain.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Default, Debug)]
pub struct Structure {
    /// Men that cannot leave their line because of their king, or not without giving up something greater.
    pub pins: Vec<Pin>,
    /// Pieces and the men that guard them; pawns are left out.
    pub guards: Vec<GuardOf>,
    /// Men whose loss would let two others or more fall that do not fall now.
    pub overloads: Vec<Overload>,
    /// Men that attack two or more enemies with profit, if it were their turn.
    pub forks: Vec<Double>,
    /// Two sliders of one side on one line, the rear through the front.
    pub batteries: Vec<Battery>,
    /// Pieces that nobody guards.
    pub loose: Vec<Square>,
    /// Men that a capture wins, for the side to move now or after a pass.
    pub hanging: Vec<Square>,
}

/// A pin.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Pin {
    /// The slider.
    pub pinner: Square,
    /// Who is held.
    pub held: Square,
    /// What stands behind.
    pub behind: Square,
    /// Whether it is the king, so that the man may not leave by the rules.
    pub absolute: bool,
}

/// A piece and its guards.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct GuardOf {
    /// The piece.
    pub man: Square,
    /// Who guards it.
    pub by: Vec<Square>,
}

/// A man with too many duties.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Overload {
    /// The guard.
    pub guard: Square,
    /// What it holds.
    pub duties: Vec<Square>,
}

/// A man that attacks several.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Double {
    /// Who attacks.
    pub by: Square,
    /// What it attacks.
    pub targets: Vec<Square>,
}

/// Two sliders one behind the other.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Battery {
    /// The one in front.
    pub front: Square,
    /// The one behind.
    pub rear: Square,
}

/// The tactical structure of a position, for both sides.
pub fn structure(board: &Board) -> Structure {
    let mut whole = Structure::default();
    for side in Color::ALL {
        add_lines(board, side, &mut whole);
        add_men(board, side, &mut whole);
        if let Some(turned) = with_turn(board, side) {
            add_attacks(&turned, side, &mut whole);
        }
    }
    whole
}

fn worth(board: &Board, square: Square) -> i8 {
    board.piece_at(square).map_or(0, |piece| if piece == Piece::King { i8::MAX } else { points(piece) })
}

fn add_lines(board: &Board, side: Color, whole: &mut Structure) {
    for ray in rays(board, side) {
        let is_ours = |square| board.color(side).contains(square);
        if !is_ours(ray.front) && !is_ours(ray.behind) && worth(board, ray.behind) > worth(board, ray.front) {
            let absolute = worth(board, ray.behind) == i8::MAX;
            whole.pins.push(Pin { pinner: ray.slider, held: ray.front, behind: ray.behind, absolute });
        }
    }
    add_batteries(board, board.straight_sliders(side), true, whole);
    add_batteries(board, board.diagonal_sliders(side), false, whole);
}

/// Sliders of one kind that guard each other along their line; in front is the one that has the board before it.
fn add_batteries(board: &Board, sliders: Bitboard, are_straight: bool, whole: &mut Structure) {
    for rear in sliders {
        for front in sliders & attacked_from(board, rear) {
            let is_straight = rear.file() == front.file() || rear.rank() == front.rank();
            let behind = attacks::between(rear, front) | Bitboard::of(rear);
            let ahead = (attacks::line(rear, front) & attacked_from(board, front)) - behind;
            if is_straight == are_straight && ahead.any() {
                whole.batteries.push(Battery { front, rear });
            }
        }
    }
}

fn add_men(board: &Board, side: Color, whole: &mut Structure) {
    for man in board.color(side) - board.pieces(Piece::King) - board.pieces(Piece::Pawn) {
        let by: Vec<Square> = guards(board, man, side).into_iter().collect();
        if by.is_empty() {
            whole.loose.push(man);
        } else {
            whole.guards.push(GuardOf { man, by });
        }
    }
}

/// What `side`, to move on this board, attacks.
fn add_attacks(board: &Board, side: Color, whole: &mut Structure) {
    let falls = |board: &Board, man| best_capture_of(board, man).is_some_and(|(_, see)| see > 0);
    let enemies = board.color(!side) - board.pieces(Piece::King);
    let hanging: Vec<Square> = enemies.into_iter().filter(|&man| falls(board, man)).collect();
    for by in board.color(side) {
        let targets: Vec<Square> =
            hanging.iter().copied().filter(|&man| attacked_from(board, by).contains(man)).collect();
        if targets.len() >= 2 {
            whole.forks.push(Double { by, targets });
        }
    }
    for guard in enemies {
        let wards = attacked_from(board, guard) & enemies;
        let Some(gone) = without(board, guard).filter(|_| wards.more_than_one()) else { continue };
        let duties: Vec<Square> =
            wards.into_iter().filter(|man| !hanging.contains(man) && falls(&gone, *man)).collect();
        if duties.len() >= 2 {
            whole.overloads.push(Overload { guard, duties });
        }
    }
    whole.hanging.extend(hanging);
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_testkit::{RandomWalk, Start};

    #[test]
    fn a_ruy_lopez_has_its_pin_and_its_guards() -> Result<(), Box<dyn std::error::Error>> {
        let board = Board::from_fen("r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4")?;
        let found = structure(&board);
        let pin = Pin { pinner: Square::B5, held: Square::C6, behind: Square::E8, absolute: true };
        assert!(found.pins.contains(&pin), "{:?}", found.pins);
        assert!(found.loose.contains(&Square::B5));
        assert!(found.hanging.is_empty());
        Ok(())
    }

    #[test]
    fn a_rook_behind_its_queen_is_a_battery() -> Result<(), Box<dyn std::error::Error>> {
        let board = Board::from_fen("3r2k1/6pp/8/3q4/8/8/6PP/6K1 w - - 0 1")?;
        assert!(structure(&board).batteries.contains(&Battery { front: Square::D5, rear: Square::D8 }));
        Ok(())
    }

    #[test]
    fn structure_is_the_same_for_both_colours() {
        for visit in RandomWalk::new(41, &[Start::Standard, Start::Suite]).step_by(13).take(100) {
            let found = structure(&visit.board);
            let Ok(flipped) = Board::try_from(visit.board.setup().flipped()) else { continue };
            let mirrored = structure(&flipped);
            assert_eq!(found.pins.len(), mirrored.pins.len());
            assert_eq!(found.forks.len(), mirrored.forks.len());
            assert_eq!(found.overloads.len(), mirrored.overloads.len());
            let squares = |all: &[Square]| {
                let mut all: Vec<Square> = all.to_vec();
                all.sort_unstable();
                all
            };
            let back: Vec<Square> = mirrored.hanging.iter().map(|square| square.flip_rank()).collect();
            assert_eq!(squares(&found.hanging), squares(&back), "{}", visit.board.fen());
        }
    }
}
