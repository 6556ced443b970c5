//! Accumulators of positions seen before, one for each view of the board. When a king's move changes the view,
//! the new accumulator is made from the last one of that view, which usually differs by few men, instead of
//! from nothing. (Known among programmers as "Finny tables".)

use arrayvec::ArrayVec;
use quevedo_rules::{Bitboard, Board, Man};
use quevedo_simd::{Block, Path};

use super::network::Network;
use super::perspective::Perspective;

/// Features that have come or gone: no more than there are squares.
type Rows<'a> = ArrayVec<&'a [Block], 64>;

/// One accumulator for each colour, each half of the board and each king bucket.
#[derive(Clone)]
pub(super) struct Cache {
    /// The men of each kind that the accumulator knows of.
    men: Vec<[Bitboard; 12]>,
    sums: Vec<Block>,
    king_buckets: usize,
}

impl Cache {
    /// Accumulators of empty boards.
    pub(super) fn new(network: &Network) -> Cache {
        let views = 4 * network.king_buckets();
        Cache {
            men: vec![[Bitboard::EMPTY; 12]; views],
            sums: network.feature_biases.repeat(views),
            king_buckets: network.king_buckets(),
        }
    }

    /// The accumulator of a position in one view.
    pub(super) fn refresh(
        &mut self,
        network: &Network,
        path: Path,
        perspective: Perspective,
        board: &Board,
    ) -> &[Block] {
        let half = 2 * perspective.color().index() + usize::from(perspective.is_mirrored());
        let view = half * self.king_buckets + perspective.bucket();
        let known = &mut self.men[view];
        let (mut come, mut gone) = (Rows::new(), Rows::new());
        for man in Man::ALL {
            let now = board.colored(man.color(), man.piece());
            let before = std::mem::replace(&mut known[man.index()], now);
            let row = |square| network.row(perspective.feature(man, square));
            come.extend((now & !before).into_iter().map(row));
            gone.extend((before & !now).into_iter().map(row));
        }
        let blocks = network.blocks();
        let sums = &mut self.sums[view * blocks..(view + 1) * blocks];
        apply(path, sums, &come, &gone);
        sums
    }
}

/// Adds and takes away many rows, several in each pass.
fn apply(path: Path, sums: &mut [Block], come: &[&[Block]], gone: &[&[Block]]) {
    let both = come.len().min(gone.len());
    let (come, more_come) = come.split_at(both);
    let (gone, more_gone) = gone.split_at(both);
    let (come_pairs, come_rest) = come.as_chunks::<2>();
    let (gone_pairs, gone_rest) = gone.as_chunks::<2>();
    for (&come, &gone) in come_pairs.iter().zip(gone_pairs) {
        path.update_in_place(sums, come, gone);
    }
    for (&come, &gone) in come_rest.iter().zip(gone_rest) {
        path.update_in_place(sums, [come], [gone]);
    }
    let (fours, rest) = more_come.as_chunks::<4>();
    for &rows in fours {
        path.update_in_place(sums, rows, []);
    }
    for &row in rest {
        path.update_in_place(sums, [row], []);
    }
    let (fours, rest) = more_gone.as_chunks::<4>();
    for &rows in fours {
        path.update_in_place(sums, [], rows);
    }
    for &row in rest {
        path.update_in_place(sums, [], [row]);
    }
}
