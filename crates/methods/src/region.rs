//! Where their king can wander as long as the strong men stand still.

use quevedo_rules::{Bitboard, Square};

use crate::scene::{Cast, Scene, Side};

/// The squares that their king can come to, and whether it can take a man from one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Region {
    pub(crate) squares: Bitboard,
    pub(crate) takes: bool,
}

impl Region {
    /// Where their king can wander, the weak side to move.
    pub(crate) fn of(cast: Cast, scene: &Scene) -> Region {
        let bare = Bitboard::of(scene.bare());
        let strong = cast.side(scene, Side::Strong);
        let guarded = cast.strong_attacks(scene, cast.occupied(scene) - bare);
        let free = !(guarded | strong);
        let mut squares = bare;
        loop {
            let wider = squares | (neighbours(squares) & free);
            if wider == squares {
                break;
            }
            squares = wider;
        }
        Region { squares, takes: (neighbours(squares) & (strong - guarded)).any() }
    }

    /// Held within these squares, with nothing to take and a move to make.
    pub(crate) fn is_held_in(cast: Cast, scene: &Scene, squares: Bitboard) -> bool {
        if !squares.contains(scene.bare()) {
            return false;
        }
        let region = Region::of(cast, scene);
        !region.takes && region.squares.is_subset_of(squares) && cast.can_reply(scene)
    }
}

/// All squares next to some.
fn neighbours(squares: Bitboard) -> Bitboard {
    let row = squares | squares.east() | squares.west();
    (row | row.north() | row.south()) - squares
}

/// The outermost squares of the board.
pub(crate) const EDGE: Bitboard = Bitboard(0xff81_8181_8181_81ff);

/// The squares at most so many straight steps from a corner.
pub(crate) fn around(corner: Square, steps: i8) -> Bitboard {
    let straight = |square: Square| {
        let files = square.index() as i8 % 8 - corner.index() as i8 % 8;
        let ranks = square.index() as i8 / 8 - corner.index() as i8 / 8;
        files.abs() + ranks.abs()
    };
    Square::all().filter(|&square| straight(square) <= steps).collect()
}

/// The corners of the board.
pub(crate) const CORNERS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];
