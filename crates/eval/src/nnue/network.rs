//! The weights of a network, in numbers that cannot overflow.
//!
//! Feature weights and biases count in 1/[`QA`], output weights in 1/[`QB`]. With the limits below:
//!
//! - an accumulator is a bias and at most 32 rows (no position has more men), so that it stays within
//!   `MAX_BIAS + 32 * MAX_FEATURE_WEIGHT = 32,767`, an `i16`;
//! - a clipped input times its weight stays within `255 * 128 = 32,640`, an `i16`;
//! - 256 of these, times the input again, stay within `256 * 255 * 32,640 = 2,130,739,200`, an `i32`: so far the
//!   kernels add up before they widen to `i64`, where all the rest has room.

use quevedo_rules::Bitboard;
use quevedo_simd::{Block, SQUARED_CHUNK};
use quevedo_value::Score;

use super::fault::NetworkError;
use super::perspective::KingTable;

/// One in the feature layer: inputs are clipped to 0 ..= `QA`.
pub const QA: i16 = 255;
/// One in the output weights.
pub const QB: i16 = 64;
/// Hundredths of a pawn that an output of 1.0 means, where nothing else is said.
pub const DEFAULT_SCALE: i16 = 400;
/// Inputs of one king bucket: two colours, six pieces, 64 squares.
pub const FEATURES: usize = 768;
/// The most neurons of the hidden layer, per side.
pub const MAX_HIDDEN: usize = 2048;
/// The most king buckets.
pub const MAX_KING_BUCKETS: usize = 32;
/// The most output buckets.
pub const MAX_OUTPUT_BUCKETS: usize = 8;
/// The greatest feature weight, either way: 3.76.
pub const MAX_FEATURE_WEIGHT: i16 = 960;
/// The greatest feature bias, either way: 8.02.
pub const MAX_BIAS: i16 = 2047;
/// The greatest output weight, either way: 2.
pub const MAX_OUTPUT_WEIGHT: i16 = 128;

/// Beyond, values would be taken for mates.
const MOST_HUNDREDTHS: i64 = Score::BEST_EVALUATION.raw() as i64;
const MOST_MEN: i32 = 32;
const _: () = assert!(MAX_BIAS as i32 + MOST_MEN * MAX_FEATURE_WEIGHT as i32 <= i16::MAX as i32);
const _: () = assert!(QA as i32 * MAX_OUTPUT_WEIGHT as i32 <= i16::MAX as i32);
const _: () =
    assert!(SQUARED_CHUNK as i64 * QA as i64 * QA as i64 * MAX_OUTPUT_WEIGHT as i64 <= i32::MAX as i64);

/// What a network is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Neurons of the hidden layer, per side: a multiple of 16.
    pub hidden: usize,
    /// How many king buckets there are.
    pub king_buckets: usize,
    /// How many output buckets there are.
    pub output_buckets: usize,
    /// The bucket of each king square.
    pub king_table: KingTable,
    /// Hundredths of a pawn that an output of 1.0 means.
    pub scale: i16,
    /// Where the network comes from: at most 64 bytes.
    pub description: String,
    /// For each feature its row of `hidden` weights, times [`QA`].
    pub feature_weights: Vec<i16>,
    /// The `hidden` biases, times [`QA`].
    pub feature_biases: Vec<i16>,
    /// For each output bucket the weights of the side to move's half, then of the other half, times [`QB`].
    pub output_weights: Vec<i16>,
    /// For each output bucket its bias, times [`QA`] and [`QB`].
    pub output_biases: Vec<i32>,
}

/// A network that is ready to evaluate. Threads share one.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    pub(super) hidden: usize,
    pub(super) king_buckets: usize,
    pub(super) king_table: KingTable,
    pub(super) scale: i16,
    pub(super) description: String,
    pub(super) feature_weights: Vec<Block>,
    pub(super) feature_biases: Vec<Block>,
    pub(super) output_weights: Vec<Block>,
    pub(super) output_biases: Vec<i32>,
}

impl Network {
    /// A network of these parts.
    ///
    /// # Errors
    /// If the sizes do not fit together, or numbers are so large that sums could overflow.
    pub fn new(parts: Parts) -> Result<Network, NetworkError> {
        check(&parts)?;
        Ok(Network {
            hidden: parts.hidden,
            king_buckets: parts.king_buckets,
            king_table: parts.king_table,
            scale: parts.scale,
            description: parts.description,
            feature_weights: Block::pack(&parts.feature_weights),
            feature_biases: Block::pack(&parts.feature_biases),
            output_weights: Block::pack(&parts.output_weights),
            output_biases: parts.output_biases,
        })
    }

    /// Neurons of the hidden layer, per side.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// How many king buckets there are.
    pub fn king_buckets(&self) -> usize {
        self.king_buckets
    }

    /// How many output buckets there are.
    pub fn output_buckets(&self) -> usize {
        self.output_biases.len()
    }

    /// The bucket of each king square.
    pub fn king_table(&self) -> &KingTable {
        &self.king_table
    }

    /// Hundredths of a pawn that an output of 1.0 means.
    pub fn scale(&self) -> i16 {
        self.scale
    }

    /// Where the network comes from.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The rows of all features, one after the other.
    pub fn feature_weights(&self) -> &[i16] {
        Block::flatten(&self.feature_weights)
    }

    /// The biases of the hidden layer.
    pub fn feature_biases(&self) -> &[i16] {
        Block::flatten(&self.feature_biases)
    }

    /// The weights of all output buckets, one after the other.
    pub fn output_weights(&self) -> &[i16] {
        Block::flatten(&self.output_weights)
    }

    /// The biases of the output buckets.
    pub fn output_biases(&self) -> &[i32] {
        &self.output_biases
    }

    /// The blocks of one row of weights, and of one accumulator.
    #[inline]
    pub(super) fn blocks(&self) -> usize {
        self.feature_biases.len()
    }

    /// The row of weights of a feature.
    #[inline]
    pub(super) fn row(&self, feature: usize) -> &[Block] {
        let blocks = self.blocks();
        &self.feature_weights[feature * blocks..(feature + 1) * blocks]
    }

    /// The weights of an output bucket: for the side to move's half, and for the other one.
    #[inline]
    pub(super) fn output(&self, bucket: usize) -> (&[Block], &[Block]) {
        let blocks = self.blocks();
        self.output_weights[2 * bucket * blocks..2 * (bucket + 1) * blocks].split_at(blocks)
    }

    /// The sum of an output bucket's products as hundredths of a pawn.
    #[inline]
    pub(super) fn hundredths(&self, sum: i64, bucket: usize) -> i32 {
        let (qa, qb) = (i64::from(QA), i64::from(QB));
        let output = sum / qa + i64::from(self.output_biases[bucket]);
        let value = output * i64::from(self.scale) / (qa * qb);
        value.clamp(-MOST_HUNDREDTHS, MOST_HUNDREDTHS) as i32
    }

    /// The sizes in words: `(768 x 4 -> 256) x 2 -> 1 x 8`.
    pub fn architecture(&self) -> String {
        let (kings, hidden, outputs) = (self.king_buckets, self.hidden, self.output_buckets());
        format!("({FEATURES} x {kings} -> {hidden}) x 2 -> 1 x {outputs}")
    }
}

impl core::fmt::Debug for Network {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Network({}, {:?})", self.architecture(), self.description)
    }
}

/// The output bucket of a position: by the number of its men, in equal parts.
#[inline]
pub fn output_bucket(occupied: Bitboard, buckets: usize) -> usize {
    (occupied.len() as usize).saturating_sub(2) * buckets / 32
}

fn check(parts: &Parts) -> Result<(), NetworkError> {
    check_sizes(parts.hidden, parts.king_buckets, parts.output_buckets)?;
    let bad_entry = parts.king_table.iter().position(|&bucket| usize::from(bucket) >= parts.king_buckets);
    if let Some(entry) = bad_entry {
        let (bucket, buckets) = (parts.king_table[entry], parts.king_buckets);
        return Err(NetworkError::KingTable { entry, bucket, buckets });
    }
    if parts.scale <= 0 {
        return Err(NetworkError::Scale(parts.scale));
    }
    if parts.description.len() > super::file::DESCRIPTION {
        return Err(NetworkError::LongDescription(parts.description.len()));
    }
    if parts.description.contains('\0') {
        return Err(NetworkError::Description);
    }
    let (hidden, outputs) = (parts.hidden, parts.output_buckets);
    let rows = parts.king_buckets * FEATURES;
    check_part("feature weights", &parts.feature_weights, rows * hidden, MAX_FEATURE_WEIGHT)?;
    check_part("feature biases", &parts.feature_biases, hidden, MAX_BIAS)?;
    check_part("output weights", &parts.output_weights, outputs * 2 * hidden, MAX_OUTPUT_WEIGHT)?;
    check_count("output biases", parts.output_biases.len(), outputs)
}

/// Whether sizes are possible ones.
pub(super) fn check_sizes(
    hidden: usize,
    king_buckets: usize,
    output_buckets: usize,
) -> Result<(), NetworkError> {
    if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(Block::LEN) {
        return Err(NetworkError::Hidden(hidden));
    }
    if !(1..=MAX_KING_BUCKETS).contains(&king_buckets) {
        return Err(NetworkError::KingBuckets(king_buckets));
    }
    if !(1..=MAX_OUTPUT_BUCKETS).contains(&output_buckets) {
        return Err(NetworkError::OutputBuckets(output_buckets));
    }
    Ok(())
}

fn check_count(part: &'static str, found: usize, expected: usize) -> Result<(), NetworkError> {
    if found == expected { Ok(()) } else { Err(NetworkError::Count { part, expected, found }) }
}

fn check_part(part: &'static str, numbers: &[i16], count: usize, limit: i16) -> Result<(), NetworkError> {
    check_count(part, numbers.len(), count)?;
    match numbers.iter().position(|number| number.unsigned_abs() > limit.unsigned_abs()) {
        Some(index) => Err(NetworkError::TooLarge { part, index, value: numbers[index], limit }),
        None => Ok(()),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use quevedo_rules::Board;
    use quevedo_testkit::Random;

    /// A network of random weights, as large as trained ones are.
    pub(crate) fn random_network(
        seed: u64,
        hidden: usize,
        king_buckets: usize,
        output_buckets: usize,
    ) -> Network {
        let mut random = Random::new(seed);
        let mut number = |limit: usize| random.below(2 * limit + 1) as i16 - limit as i16;
        let mut numbers = |count: usize, limit| (0..count).map(|_| number(limit)).collect::<Vec<i16>>();
        Network::new(Parts {
            hidden,
            king_buckets,
            output_buckets,
            king_table: core::array::from_fn(|entry| (entry * king_buckets / 32) as u8),
            scale: DEFAULT_SCALE,
            description: "random weights".to_owned(),
            feature_weights: numbers(king_buckets * FEATURES * hidden, 60),
            feature_biases: numbers(hidden, 200),
            output_weights: numbers(output_buckets * 2 * hidden, 127),
            output_biases: numbers(output_buckets, 9999).into_iter().map(i32::from).collect(),
        })
        .expect("sizes that fit")
    }

    #[test]
    fn parts_must_fit_together() {
        let parts = Parts {
            hidden: 16,
            king_buckets: 1,
            output_buckets: 2,
            king_table: [0; 32],
            scale: 400,
            description: "é".repeat(32),
            feature_weights: vec![MAX_FEATURE_WEIGHT; 768 * 16],
            feature_biases: vec![-MAX_BIAS; 16],
            output_weights: vec![MAX_OUTPUT_WEIGHT; 64],
            output_biases: vec![i32::MIN; 2],
        };
        assert!(Network::new(parts.clone()).is_ok());
        let fault = |change: &dyn Fn(&mut Parts)| {
            let mut parts = parts.clone();
            change(&mut parts);
            Network::new(parts).expect_err("a fault").to_string()
        };
        for (words, found) in [
            ("the network has 24 hidden neurons", fault(&|parts| parts.hidden = 24)),
            ("the network has 0 king buckets", fault(&|parts| parts.king_buckets = 0)),
            ("the network has 12287 feature weights", fault(&|parts| parts.feature_weights.truncate(12_287))),
            ("the network has 17 feature biases", fault(&|parts| parts.feature_biases.push(0))),
            ("the network has 0 output weights", fault(&|parts| parts.output_weights.clear())),
            ("the network has 1 output biases", fault(&|parts| parts.output_biases.truncate(1))),
            ("the network's description has 65 bytes", fault(&|parts| parts.description.push('x'))),
            ("number 3 of the network's output weights is -129", {
                fault(&|parts| parts.output_weights[3] = -129)
            }),
            ("number 0 of the network's feature biases is -32768", {
                fault(&|parts| parts.feature_biases[0] = i16::MIN)
            }),
        ] {
            assert!(found.starts_with(words), "{found}");
        }
    }

    #[test]
    fn outputs_go_by_the_number_of_men() {
        let all = Board::start().occupied();
        assert_eq!(output_bucket(all, 8), 7);
        assert_eq!(output_bucket(all, 1), 0);
        let few = |fen: &str| output_bucket(Board::from_fen(fen).expect(fen).occupied(), 8);
        assert_eq!(few("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0);
        assert_eq!(few("4k3/pppp4/8/8/8/8/8/4K3 w - - 0 1"), 1);
    }
}
