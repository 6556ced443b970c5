//! Networks as files. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 0 | `QVNN` |
//! | 4 | version, `u16`: 1 |
//! | 6 | N, the neurons of the hidden layer per side, `u16` |
//! | 8 | king buckets, `u8` |
//! | 9 | output buckets, `u8` |
//! | 10 | activation, `u8`: 1, squared clipped ReLU |
//! | 11 | zero |
//! | 12 | QA, QB and the scale, three `i16`: 255, 64, at most 400 from our trainer |
//! | 18 | zero, two bytes |
//! | 20 | the king table: 32 buckets, for `4 * rank + file` |
//! | 52 | a description: 64 bytes of UTF-8, filled up with zeros |
//! | 116 | feature weights, `i16`: for each king bucket 768 rows of N |
//! | | feature biases, `i16`: N |
//! | | output weights, `i16`: for each output bucket 2 N, the side to move's half first |
//! | | output biases, `i32`: one for each output bucket |
//! | | the checksum of all bytes before, `u64`: see `nnue/checksum.rs` |

use super::checksum;
use super::fault::NetworkError;
use super::network::{FEATURES, Network, Parts, QA, QB, check_sizes};
use super::perspective::KingTable;

const MAGIC: &[u8] = b"QVNN";
const VERSION: u16 = 1;
const SQUARED_CLIPPED: u8 = 1;
const HEADER: usize = 52 + DESCRIPTION;
const CHECKSUM: usize = size_of::<u64>();
/// Room for the description.
pub(super) const DESCRIPTION: usize = 64;

/// The sizes that decide how long a file is.
#[derive(Clone, Copy)]
struct Sizes {
    hidden: usize,
    king_buckets: usize,
    output_buckets: usize,
}

impl Sizes {
    /// The bytes of the whole file.
    fn file(self) -> usize {
        let Sizes { hidden, king_buckets, output_buckets } = self;
        let small = king_buckets * FEATURES * hidden + hidden + output_buckets * 2 * hidden;
        HEADER + small * size_of::<i16>() + output_buckets * size_of::<i32>() + CHECKSUM
    }
}

/// Reads numbers from the front of some bytes; where they end it reads zeros.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes<const COUNT: usize>(&mut self) -> [u8; COUNT] {
        let (first, rest) = self.0.split_first_chunk().unwrap_or((&[0; COUNT], &[]));
        self.0 = rest;
        *first
    }

    fn byte(&mut self) -> u8 {
        self.bytes::<1>()[0]
    }

    fn number(&mut self) -> i16 {
        i16::from_le_bytes(self.bytes())
    }

    fn take(&mut self, count: usize) -> &'a [u8] {
        let (first, rest) = self.0.split_at_checked(count).unwrap_or((self.0, &[]));
        self.0 = rest;
        first
    }

    fn numbers(&mut self, count: usize) -> Vec<i16> {
        let (pairs, _) = self.take(count * size_of::<i16>()).as_chunks();
        pairs.iter().copied().map(i16::from_le_bytes).collect()
    }

    fn long_numbers(&mut self, count: usize) -> Vec<i32> {
        let (fours, _) = self.take(count * size_of::<i32>()).as_chunks();
        fours.iter().copied().map(i32::from_le_bytes).collect()
    }
}

impl Network {
    /// Reads a network file.
    ///
    /// # Errors
    /// If the bytes are no network, one of another kind, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let header = bytes.get(..HEADER).filter(|header| header.starts_with(MAGIC));
        let mut header = Reader(header.ok_or_else(|| too_short(bytes))?);
        header.take(MAGIC.len());
        let sizes = read_sizes(&mut header)?;
        let scale = read_units(&mut header)?;
        let king_table: KingTable = header.bytes();
        let description = read_description(header.0)?;
        let (content, kept_sum) = split_checksum(bytes, sizes)?;
        let found = checksum::of(content);
        if found != kept_sum {
            return Err(NetworkError::Checksum { expected: kept_sum, found });
        }
        let Sizes { hidden, king_buckets, output_buckets } = sizes;
        let mut rest = Reader(content.get(HEADER..).unwrap_or_default());
        Network::new(Parts {
            hidden,
            king_buckets,
            output_buckets,
            king_table,
            scale,
            description,
            feature_weights: rest.numbers(king_buckets * FEATURES * hidden),
            feature_biases: rest.numbers(hidden),
            output_weights: rest.numbers(output_buckets * 2 * hidden),
            output_biases: rest.long_numbers(output_buckets),
        })
    }

    /// The network as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (hidden, king_buckets, output_buckets) = (self.hidden, self.king_buckets, self.output_buckets());
        let mut bytes = Vec::with_capacity(Sizes { hidden, king_buckets, output_buckets }.file());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((hidden as u16).to_le_bytes());
        bytes.extend([king_buckets as u8, output_buckets as u8, SQUARED_CLIPPED, 0]);
        for unit in [QA, QB, self.scale, 0] {
            bytes.extend(unit.to_le_bytes());
        }
        bytes.extend(self.king_table);
        bytes.extend(self.description.bytes());
        bytes.resize(HEADER, 0);
        for numbers in [self.feature_weights(), self.feature_biases(), self.output_weights()] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.output_biases.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(checksum::of(&bytes).to_le_bytes());
        bytes
    }
}

/// What is wrong with bytes that have no whole header.
fn too_short(bytes: &[u8]) -> NetworkError {
    if bytes.starts_with(MAGIC) {
        let least = Sizes { hidden: 16, king_buckets: 1, output_buckets: 1 };
        NetworkError::Length { expected: least.file(), found: bytes.len() }
    } else {
        NetworkError::NotANetwork
    }
}

fn read_sizes(header: &mut Reader<'_>) -> Result<Sizes, NetworkError> {
    let version = u16::from_le_bytes(header.bytes());
    if version != VERSION {
        return Err(NetworkError::Version(version));
    }
    let hidden = usize::from(u16::from_le_bytes(header.bytes()));
    let [king_buckets, output_buckets] = header.bytes().map(usize::from);
    check_sizes(hidden, king_buckets, output_buckets)?;
    Ok(Sizes { hidden, king_buckets, output_buckets })
}

/// The activation and the units; gives the scale.
fn read_units(header: &mut Reader<'_>) -> Result<i16, NetworkError> {
    let activation = header.byte();
    if activation != SQUARED_CLIPPED {
        return Err(NetworkError::Activation(activation));
    }
    if header.byte() != 0 {
        return Err(NetworkError::Reserved(11));
    }
    let (qa, qb, scale) = (header.number(), header.number(), header.number());
    if (qa, qb) != (QA, QB) {
        return Err(NetworkError::Quantisation { qa, qb });
    }
    if header.number() != 0 {
        return Err(NetworkError::Reserved(18));
    }
    Ok(scale)
}

fn read_description(bytes: &[u8]) -> Result<String, NetworkError> {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let text = bytes.get(..end).unwrap_or_default();
    String::from_utf8(text.to_vec()).map_err(|_| NetworkError::Description)
}

/// The bytes before the checksum, and the checksum.
fn split_checksum(bytes: &[u8], sizes: Sizes) -> Result<(&[u8], u64), NetworkError> {
    let expected = sizes.file();
    let wrong_length = NetworkError::Length { expected, found: bytes.len() };
    if bytes.len() != expected {
        return Err(wrong_length);
    }
    let (content, sum) = bytes.split_last_chunk().ok_or(wrong_length)?;
    Ok((content, u64::from_le_bytes(*sum)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::network::tests::random_network;

    fn small() -> Vec<u8> {
        random_network(1, 16, 3, 2).to_bytes()
    }

    fn error(bytes: &[u8]) -> String {
        Network::from_bytes(bytes).expect_err("a fault").to_string()
    }

    #[test]
    fn files_are_read_as_they_were_written() {
        for (hidden, king_buckets, output_buckets) in [(16, 1, 1), (48, 4, 8), (256, 32, 3)] {
            let network = random_network(7, hidden, king_buckets, output_buckets);
            let bytes = network.to_bytes();
            let read = Network::from_bytes(&bytes).expect("a network");
            assert_eq!(read, network);
            assert_eq!(read.to_bytes(), bytes);
        }
    }

    /// The table at the top of this file, field by field.
    #[test]
    fn fields_stand_where_the_format_says() {
        let network = random_network(3, 32, 2, 1);
        let bytes = network.to_bytes();
        assert_eq!(bytes[..12], *b"QVNN\x01\0\x20\0\x02\x01\x01\0");
        assert_eq!(bytes[12..20], [255, 0, 64, 0, 0x90, 1, 0, 0]);
        assert_eq!(bytes[20..52], *network.king_table());
        assert!(bytes[52..].starts_with(network.description().as_bytes()));
        let at = |index: usize| i16::from_le_bytes([bytes[116 + 2 * index], bytes[117 + 2 * index]]);
        let rows = 2 * 768 * 32;
        assert_eq!(at(768 * 32 + 5), network.feature_weights()[768 * 32 + 5]);
        assert_eq!(at(rows + 31), network.feature_biases()[31]);
        assert_eq!(at(rows + 32 + 40), network.output_weights()[40]);
        assert_eq!(bytes.len(), 116 + 2 * (rows + 32 + 64) + 4 + 8);
    }

    #[test]
    fn every_truncation_is_noticed() {
        let bytes = small();
        assert_eq!(error(b""), NetworkError::NotANetwork.to_string());
        for length in 0..bytes.len() {
            assert!(Network::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(matches!(Network::from_bytes(&longer), Err(NetworkError::Length { .. })));
        assert!(Network::from_bytes(&bytes.repeat(2)).is_err());
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let mut bytes = small();
        let (step, ends) = if quevedo_testkit::is_full_run() { (1, 0) } else { (61, 300) };
        for index in 0..bytes.len() {
            if index % step != 0 && index >= ends && index + ends < bytes.len() {
                continue;
            }
            for bit in 0..8 {
                bytes[index] ^= 1 << bit;
                assert!(Network::from_bytes(&bytes).is_err(), "bit {bit} of byte {index}");
                bytes[index] ^= 1 << bit;
            }
        }
        assert!(Network::from_bytes(&bytes).is_ok());
    }

    #[test]
    fn faults_are_named() {
        let with = |changes: &[(usize, u8)]| {
            let mut bytes = small();
            for &(index, byte) in changes {
                bytes[index] = byte;
            }
            let end = bytes.len() - 8;
            let sum = checksum::of(&bytes[..end]);
            bytes[end..].copy_from_slice(&sum.to_le_bytes());
            Network::from_bytes(&bytes).expect_err("a fault")
        };
        assert_eq!(with(&[(0, b'X')]), NetworkError::NotANetwork);
        assert_eq!(with(&[(4, 2)]), NetworkError::Version(2));
        assert_eq!(with(&[(6, 17)]), NetworkError::Hidden(17));
        assert_eq!(with(&[(6, 0)]), NetworkError::Hidden(0));
        assert_eq!(with(&[(6, 16), (7, 8)]), NetworkError::Hidden(2064));
        assert_eq!(with(&[(8, 0)]), NetworkError::KingBuckets(0));
        assert_eq!(with(&[(8, 33)]), NetworkError::KingBuckets(33));
        assert_eq!(with(&[(9, 9)]), NetworkError::OutputBuckets(9));
        assert_eq!(with(&[(10, 0)]), NetworkError::Activation(0));
        assert_eq!(with(&[(11, 1)]), NetworkError::Reserved(11));
        assert_eq!(with(&[(12, 254)]), NetworkError::Quantisation { qa: 254, qb: 64 });
        assert_eq!(with(&[(16, 0), (17, 0)]), NetworkError::Scale(0));
        assert_eq!(with(&[(19, 1)]), NetworkError::Reserved(18));
        assert_eq!(with(&[(21, 3)]), NetworkError::KingTable { entry: 1, bucket: 3, buckets: 3 });
        assert_eq!(with(&[(52, 0xff)]), NetworkError::Description);
        assert_eq!(with(&[(52, 0)]), NetworkError::Description);
        assert!(matches!(with(&[(8, 2)]), NetworkError::Length { .. }));
        let large = with(&[(116, 0xc1), (117, 3)]);
        assert_eq!(
            large.to_string(),
            "number 0 of the network's feature weights is 961, expected at most 960 either way"
        );
        let mut damaged = small();
        damaged[200] ^= 1;
        assert!(error(&damaged).starts_with("the network file is damaged"));
    }
}
