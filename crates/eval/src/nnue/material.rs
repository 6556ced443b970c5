//! The smallest network that says something: it counts material, exactly. It shows what the parts mean, and
//! tests can tell its values in advance.

use quevedo_rules::Piece;

use super::network::{FEATURES, Network, Parts};

/// The classic values of the pieces, in pawns.
const PAWNS: [i16; 6] = [1, 3, 3, 5, 9, 0];

/// Half of what lies between the two neurons of a pair.
const APART: i16 = 16;
/// The middle of the clipped range, where a balance of 0 is.
const MIDDLE: i16 = 127;
/// Pairs of neurons. With five of them, this weight and this scale a pawn is exactly 100.
const PAIRS: usize = 5;
const WEIGHT: i16 = 102;
const SCALE: i16 = 12_750;

/// A network that gives the side to move a hundred for each pawn's worth that it has more, up to 111 pawns.
///
/// Its neurons square their input, so the balance `m` is counted by pairs: `(m + d)² - (m - d)² = 4 d m`.
///
/// ```
/// use quevedo_eval::nnue;
/// use quevedo_rules::Board;
///
/// let board = Board::from_fen("4k3/pp6/8/8/8/8/8/R3K3 w - - 0 1")?;
/// assert_eq!(nnue::material().map(|network| network.value(&board)), Ok(300));
/// # Ok::<(), quevedo_rules::FenError>(())
/// ```
///
/// # Errors
/// Never, as its test shows; the parts are checked as those of any network.
pub fn material() -> Result<Network, super::NetworkError> {
    let hidden = 16;
    let mut feature_weights = vec![0; FEATURES * hidden];
    for (feature, row) in feature_weights.chunks_mut(hidden).enumerate() {
        let sign = if feature < FEATURES / 2 { 1 } else { -1 };
        row[..2 * PAIRS].fill(sign * PAWNS[feature / 64 % Piece::ALL.len()]);
    }
    let mut feature_biases = vec![0; hidden];
    let mut output_weights = vec![0; 2 * hidden];
    for pair in 0..PAIRS {
        feature_biases[2 * pair..][..2].copy_from_slice(&[MIDDLE + APART, MIDDLE - APART]);
        output_weights[2 * pair..][..2].copy_from_slice(&[WEIGHT, -WEIGHT]);
    }
    let unit = 4 * i32::from(APART) * i32::from(WEIGHT) * PAIRS as i32 / i32::from(super::QA);
    Network::new(Parts {
        hidden,
        king_buckets: 1,
        output_buckets: 1,
        king_table: [0; 32],
        scale: SCALE,
        description: "material, counted by hand".to_owned(),
        feature_weights,
        feature_biases,
        output_weights,
        output_biases: vec![-unit * i32::from(MIDDLE)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_rules::{Board, Color};
    use quevedo_testkit::{RandomWalk, Start};

    fn balance(board: &Board) -> i32 {
        let side = |color| {
            let count = |piece: Piece| board.material().count(color, piece) as i32;
            Piece::ALL.into_iter().map(|piece| i32::from(PAWNS[piece.index()]) * count(piece)).sum::<i32>()
        };
        let white = side(Color::White) - side(Color::Black);
        if board.turn() == Color::White { white } else { -white }
    }

    #[test]
    fn values_are_the_balance_of_material() {
        let network = material().expect("a network");
        for visit in RandomWalk::new(5, &Start::ALL).take(5_000) {
            assert_eq!(network.value(&visit.board), 100 * balance(&visit.board), "{}", visit.board);
        }
    }

    #[test]
    fn men_are_worth_what_they_count() {
        let board = Board::from_fen("4k3/pp6/8/8/8/8/1Q6/R3K3 b - - 0 1").expect("a position");
        let worths: Vec<i32> =
            material().expect("a network").worths(&board).into_iter().map(|(_, _, worth)| worth).collect();
        assert_eq!(worths, [500, 900, -100, -100]);
    }
}
