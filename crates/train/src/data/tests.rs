//! Files and positions against all that can befall them.

use proptest::prelude::*;
use quevedo_rules::{Board, Color, Outcome};
use quevedo_testkit::{Random, RandomWalk, Start};
use serde_json::json;

use super::*;

fn random_game(random: &mut Random) -> Game {
    let start = if random.one_in(2) { Board::start() } else { quevedo_testkit::random_placement(random) };
    let result = random.pick(&[Outcome::Draw, Outcome::Win(Color::White), Outcome::Win(Color::Black)]);
    let mut game = Game { start, plies: Vec::new(), result };
    let mut board = start;
    for _ in 0..random.below(60) {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = random.pick(&moves);
        game.plies.push(Ply { mv, score: random.below(65_536) as u16 as i16 });
        board = board.play(mv);
    }
    game
}

/// A file of random games, and where each of them ends.
fn random_file(seed: u64, games: usize) -> (Vec<u8>, Vec<Game>, Vec<usize>) {
    let mut random = Random::new(seed);
    let mut bytes = Header { settings: json!({ "seed": seed }) }.encode();
    let mut ends = vec![bytes.len()];
    let games: Vec<Game> = (0..games).map(|_| random_game(&mut random)).collect();
    for game in &games {
        game.encode(&mut bytes);
        ends.push(bytes.len());
    }
    (bytes, games, ends)
}

fn read(bytes: &[u8]) -> Result<Vec<Game>, DataError> {
    Reader::new(bytes)?.collect()
}

#[test]
fn positions_come_back_as_they_were() {
    let results = [Outcome::Draw, Outcome::Win(Color::White), Outcome::Win(Color::Black)];
    let mut random = Random::new(7);
    for visit in RandomWalk::new(1912, &Start::ALL).take(20_000) {
        let score = random.below(65_536) as u16 as i16;
        let result = random.pick(&results);
        let packed = Packed::pack(&visit.board, score, result);
        assert_eq!(packed.unpack().as_ref(), Ok(&visit.board));
        assert_eq!(Packed::from_bytes(&packed.to_bytes()), packed);
        assert_eq!((packed.score(), packed.result()), (score, Ok(result)));
        assert_eq!(packed.turn(), visit.board.turn());
        let men = visit
            .board
            .occupied()
            .into_iter()
            .filter_map(|square| Some((visit.board.man_at(square)?, square)));
        assert!(packed.men().eq(men));
        assert_eq!(packed.count(), packed.men().len());
    }
}

#[test]
fn kept_for_white_and_told_to_the_mover() {
    for (fen, sign, points) in
        [("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 1, 1.0), ("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", -1, 0.0)]
    {
        let board: Board = fen.parse().expect("a position");
        let packed = Packed::pack(&board, 900, Outcome::Win(Color::White));
        assert_eq!((packed.score(), packed.score_for_mover()), (900, sign * 900));
        assert!((packed.points() - 1.0).abs() < 1e-6 && (packed.result_for_mover() - points).abs() < 1e-6);
        assert_eq!(packed.with_score(-1).score(), -1);
    }
    assert_eq!(Packed::pack(&Board::start(), i16::MIN, Outcome::Draw).score_for_mover(), i16::MIN);
}

#[test]
fn files_come_back_as_they_were() {
    let (bytes, games, _) = random_file(1, 50);
    assert_eq!(read(&bytes).expect("a good file"), games);
    let reader = Reader::new(&bytes[..]).expect("a good file");
    assert_eq!(reader.header().settings, json!({ "seed": 1 }));
    let survey = Survey::of(reader, |_| {}).expect("a good file");
    assert_eq!((survey.games, survey.good_length, survey.is_torn), (50, bytes.len() as u64, false));
    assert_eq!(survey.plies, games.iter().map(|game| game.plies.len() as u64).sum::<u64>());
    assert_eq!(survey.results.iter().sum::<u64>() + survey.not_played, 50);
}

/// Wherever a writer is killed, the games before are whole and the place to go on is known.
#[test]
fn every_torn_tail_is_found() {
    let (bytes, games, ends) = random_file(2, 8);
    for length in ends[0]..=bytes.len() {
        let whole = ends.iter().filter(|&&end| end <= length).count() - 1;
        let mut found = Vec::new();
        let reader = Reader::new(&bytes[..length]).expect("a header");
        let survey = Survey::of(reader, |game| found.push(game.clone())).expect("nothing is damaged");
        assert_eq!(found, games[..whole]);
        assert_eq!((survey.good_length, survey.is_torn), (ends[whole] as u64, ends[whole] != length));
    }
    for length in 0..ends[0] {
        assert!(matches!(read(&bytes[..length]), Err(DataError::Header(_))), "{length}");
    }
    // What a loss of power can leave: the length is there, the content is not.
    let mut zeros = bytes[..ends[5]].to_vec();
    zeros.extend([0; 5000]);
    let survey = Survey::of(Reader::new(&zeros[..]).expect("a header"), |_| {}).expect("torn");
    assert_eq!((survey.games, survey.is_torn), (5, true));
    zeros.push(1);
    assert!(matches!(read(&zeros), Err(DataError::Damaged { game: 6, .. })));
}

#[test]
fn every_changed_byte_is_found() {
    let (bytes, games, ends) = random_file(3, 4);
    for place in ends[0]..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        let number = ends.iter().filter(|&&end| end <= place).count();
        match read(&changed) {
            Err(DataError::Damaged { game, offset, .. } | DataError::Torn { game, offset }) => {
                assert!(game >= number as u64 && offset >= ends[number - 1] as u64, "byte {place}");
            }
            other => panic!("byte {place}: {other:?}"),
        }
    }
    assert_eq!(games.len(), 4);
}

#[test]
fn faults_have_words() {
    let (bytes, _, ends) = random_file(4, 3);
    let words = |bytes: &[u8]| read(bytes).expect_err("damaged").to_string();
    assert_eq!(words(b"QVGAMES"), "this is no file of games (it does not begin with QVGAMES)");
    assert_eq!(
        words(b"QVGAMES3...."),
        "this file of games is of version 3; this program reads versions 1 and 2"
    );
    assert_eq!(words(b"QVGAMES1\x05\0\0\0{}"), "the file ends within its settings");
    assert!(words(b"QVGAMES1\xff\xff\xff\xff").ends_with("bytes long, at most 65536 can be"));
    assert!(words(b"QVGAMES1\x01\0\0\0{").starts_with("the settings cannot be read"));
    let torn = words(&bytes[..ends[1] + 7]);
    assert_eq!(torn, format!("game 2 (at byte {}) is not finished; the file ends within it", ends[1]));
    let mut endless = bytes[..ends[0]].to_vec();
    endless.extend(Packed::pack(&Board::start(), 0, Outcome::Draw).to_bytes());
    endless.extend([1u8; 4].repeat(LONGEST_GAME + 10));
    assert!(words(&endless).ends_with("is damaged: it has more than 2048 plies"), "{}", words(&endless));
    let mut odd = Packed::pack(&Board::start(), 0, Outcome::Draw).to_bytes();
    odd[24] = 77;
    assert_eq!(Packed::from_bytes(&odd).unpack(), Err(BadPacked::EnPassant(77)));
    odd[..8].fill(255);
    assert_eq!(Packed::from_bytes(&odd).unpack(), Err(BadPacked::TooManyMen(64)));
}

#[test]
fn a_load_has_each_position_once() {
    let (bytes, games, _) = random_file(5, 20);
    let mut twice = bytes.clone();
    for game in &games {
        game.encode(&mut twice);
    }
    let mut seen = Seen::default();
    let load = |bytes: &[u8], seen: &mut Seen| -> Vec<Packed> {
        let positions = Reader::new(bytes).expect("a good file").positions(Filter::default(), seen);
        positions.collect::<Result<_, _>>().expect("a good file")
    };
    let once = load(&bytes, &mut Seen::default());
    assert_eq!(load(&twice, &mut seen), once);
    assert!(seen.repeated() as usize >= once.len() && seen.len() == once.len());
    let keys: std::collections::HashSet<_> =
        once.iter().map(|packed| packed.unpack().expect("a position").key()).collect();
    assert_eq!(keys.len(), once.len());
    assert!(!once.is_empty() && once.iter().all(|packed| !packed.unpack().expect("legal").in_check()));
}

proptest! {
    #[test]
    fn no_bytes_do_harm(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes);
        let _ = Game::decode(&bytes);
        let mut file = Header::default().encode();
        file.extend_from_slice(&bytes);
        let _ = read(&file);
        if let Some(start) = bytes.first_chunk() {
            let packed = Packed::from_bytes(start);
            prop_assert_eq!(&packed.to_bytes(), start);
            prop_assert_eq!(packed.men().count(), packed.count());
            let _ = (packed.unpack(), format!("{packed:?}"));
        }
    }
}

#[test]
fn headers_without_a_checksum_are_read() {
    let mut bytes = b"QVGAMES1\x0a\0\0\0{\"nodes\":7}".to_vec();
    bytes[8] = 11;
    let (header, length) = Header::read(&mut &bytes[..]).expect("a header of version 1");
    assert_eq!((header.settings["nodes"].as_u64(), length), (Some(7), bytes.len() as u64));
}

#[test]
fn every_flipped_bit_of_a_header_is_detected() {
    let header = Header { settings: serde_json::json!({ "nodes": 2000, "seed": 1 }) };
    // What follows must not mend it.
    let bytes = [header.encode(), vec![b' '; 70_000]].concat();
    let length = header.encode().len();
    assert_eq!(Header::read(&mut &bytes[..]).expect("a header"), (header, length as u64));
    for bit in 0..8 * length {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(Header::read(&mut &damaged[..]).is_err(), "bit {bit}");
    }
}
