//! Everything against a replay of all games, and against damage.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use quevedo_games::{Date, PgnResult};
use quevedo_rules::{Board, Color, Move};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    Builder, Explorer, Filter, GameOrder, GameRecord, PositionStatistics, Results, Segment, SegmentError,
};

/// Random games in which people prefer the first moves of an order, so that they meet in many positions; some begin elsewhere.
pub(crate) fn games(count: usize, seed: u64) -> Vec<GameRecord> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let elsewhere = Board::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let elsewhere = elsewhere.expect("a position");
    (0..count)
        .map(|number| {
            let start = if number % 10 == 9 { elsewhere } else { Board::start() };
            let (mut board, mut moves) = (start, Vec::new());
            for ply in 0..random.random_range(1..60) {
                let legal = board.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let choices = if ply < 6 { legal.len().min(3) } else { legal.len() };
                let mv = legal[random.random_range(0..choices)];
                moves.push(mv);
                board.make(mv);
            }
            let result = [
                PgnResult::Win(Color::White),
                PgnResult::Draw,
                PgnResult::Win(Color::Black),
                PgnResult::Open,
            ];
            let rating = |random: &mut Xoshiro256PlusPlus| {
                random.random_bool(0.8).then(|| random.random_range(1000..2800))
            };
            GameRecord {
                start,
                moves,
                result: result[random.random_range(0..4)],
                white: format!("Player{}, A", random.random_range(0..20)),
                black: format!("Player{}, B{number}", random.random_range(0..20)),
                white_rating: rating(&mut random),
                black_rating: rating(&mut random),
                date: Date {
                    year: random.random_bool(0.9).then(|| random.random_range(1900..2026)),
                    month: random.random_bool(0.7).then(|| random.random_range(1..13)),
                    day: None,
                },
                event: ["", "Open", "Casual game"][random.random_range(0..3)].to_owned(),
                site: String::new(),
            }
        })
        .collect()
}

fn segment_bytes(games: &[GameRecord]) -> Vec<u8> {
    let mut builder = Builder::new(HashSet::new());
    for game in games {
        assert!(builder.add(game));
    }
    let mut bytes = Vec::new();
    let (summary, known) = builder.finish(&mut bytes).expect("memory");
    assert_eq!((summary.games as usize, known.len()), (games.len(), games.len()));
    bytes
}

pub(crate) fn explorer(games: &[GameRecord]) -> Explorer {
    Explorer::new(vec![Segment::open(Arc::new(segment_bytes(games))).expect("a segment")])
}

/// The boards of a game, each with the move that follows.
fn boards(game: &GameRecord) -> Vec<(Board, Option<Move>)> {
    let mut board = game.start;
    let mut boards = Vec::new();
    for &mv in &game.moves {
        boards.push((board, Some(mv)));
        board.make(mv);
    }
    boards.push((board, None));
    boards
}

fn wants(filter: &Filter, game: &GameRecord) -> bool {
    let has = |name: &str, wanted: &str| name.to_lowercase().contains(&wanted.to_lowercase());
    let ratings = [game.white_rating, game.black_rating];
    let is_rated = |test: &dyn Fn(u16) -> bool| ratings.iter().all(|rating| rating.is_some_and(test));
    let named = |wanted: &Option<String>, names: &[&str]| {
        wanted.as_ref().is_none_or(|wanted| names.iter().any(|name| has(name, wanted)))
    };
    named(&filter.player, &[&game.white, &game.black])
        && named(&filter.white, &[&game.white])
        && named(&filter.black, &[&game.black])
        && filter.least_rating.is_none_or(|least| is_rated(&|rating| rating >= least))
        && filter.most_rating.is_none_or(|most| is_rated(&|rating| rating <= most))
        && filter.result.is_none_or(|result| game.result == result)
        && filter.event.as_ref().is_none_or(|event| has(&game.event, event))
        && filter.since.is_none_or(|since| game.date.year.is_some() && game.date >= since)
        && filter.until.is_none_or(|until| game.date.year.is_some_and(|year| Some(year) <= until.year))
}

/// What a replay of all games says.
fn replayed(
    games: &[GameRecord],
    board: &Board,
    filter: &Filter,
) -> (Results, u64, BTreeMap<String, Results>) {
    let (mut all, mut ended, mut moves) = (Results::default(), 0, BTreeMap::<String, Results>::new());
    for game in games.iter().filter(|game| wants(filter, game)) {
        let met = boards(game).into_iter().find(|(here, _)| here.key() == board.key());
        let Some((_, next)) = met else { continue };
        all.add(game.result);
        match next {
            Some(mv) => moves.entry(board.uci(mv).to_string()).or_default().add(game.result),
            None => ended += 1,
        }
    }
    (all, ended, moves)
}

fn random_filter(random: &mut Xoshiro256PlusPlus) -> Filter {
    let mut maybe = |chance| random.random_bool(chance);
    let mut filter = Filter::default();
    let flags: Vec<bool> = (0..8).map(|_| maybe(0.2)).collect();
    filter.player = flags[0].then(|| format!("PLAYER{}", random.random_range(0..20)));
    filter.white = flags[1].then(|| "player1".to_owned());
    filter.black = (flags[0] && flags[1]).then(|| "b1".to_owned());
    filter.least_rating = flags[2].then(|| random.random_range(900..2000));
    filter.most_rating = flags[3].then(|| random.random_range(2000..2900));
    filter.since = flags[4].then(|| Date { year: Some(random.random_range(1890..1960)), ..Date::default() });
    filter.until = flags[5].then(|| Date { year: Some(random.random_range(1960..2030)), ..Date::default() });
    filter.result = flags[6].then_some(PgnResult::Draw);
    filter.event = flags[7].then(|| "open".to_owned());
    filter
}

fn assert_same(
    answer: &PositionStatistics,
    expected: &(Results, u64, BTreeMap<String, Results>),
    words: &str,
) {
    let (all, ended, moves) = expected;
    assert_eq!(answer.results, *all, "{words}");
    assert_eq!(answer.ended_here, *ended, "{words}");
    let told: BTreeMap<String, Results> =
        answer.moves.iter().map(|row| (row.uci.to_string(), row.results)).collect();
    assert_eq!(told, *moves, "{words}");
    assert!(answer.moves.is_sorted_by_key(|row| std::cmp::Reverse(row.results.games)));
}

#[test]
fn answers_are_those_of_a_replay() {
    let all = games(1500, 1);
    let one = explorer(&all);
    let parts: Vec<Segment> = all.chunks(400).flat_map(|part| explorer(part).segments().to_vec()).collect();
    let many = Explorer::new(parts);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let queries = if quevedo_testkit::is_full_run() { 10_000 } else { 400 };
    for query in 0..queries {
        let of_game = boards(&all[random.random_range(0..all.len())]);
        // Half of them early, where games meet.
        let end = if query % 2 == 0 { of_game.len().min(7) } else { of_game.len() };
        let (board, _) = of_game[random.random_range(0..end)];
        let filter = if query % 3 == 0 { Filter::default() } else { random_filter(&mut random) };
        let expected = replayed(&all, &board, &filter);
        let words = format!("{} {filter:?}", board.fen());
        assert_same(&one.query(&board, &filter).expect("an answer"), &expected, &words);
        assert_same(&many.query(&board, &filter).expect("an answer"), &expected, &words);
        let (count, notes) = many.games_with(&board, &filter, 3, GameOrder::Newest).expect("games");
        assert_eq!(count, expected.0.games, "{words}");
        assert_eq!(notes.len() as u64, count.min(3));
        for note in &notes {
            assert!(
                wants(&filter, &note.game)
                    && boards(&note.game).iter().any(|(here, _)| here.key() == board.key())
            );
            assert!(all.contains(&note.game), "the whole game comes back");
        }
        assert!(notes.is_sorted_by(|one, other| one.game.date >= other.game.date), "{words}");
    }
}

#[test]
fn positions_that_never_occurred_have_no_games() {
    let explorer = explorer(&games(300, 3));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    for game in games(50, 99) {
        let mut board = game.start;
        for mv in game.moves {
            board.make(mv);
        }
        let expected = replayed(&games(300, 3), &board, &Filter::default());
        assert_same(&explorer.query(&board, &Filter::default()).expect("an answer"), &expected, &board.fen());
    }
    let empty = Explorer::default();
    assert_eq!(
        empty.query(&Board::start(), &random_filter(&mut random)).expect("an answer").results.games,
        0
    );
}

#[test]
fn a_game_counts_once_however_often_it_comes() {
    let all = games(100, 5);
    let mut builder = Builder::new(explorer(&all[..60]).identities());
    let added = all.iter().filter(|game| builder.add(game)).count();
    assert_eq!(added, 40);
    assert!(!builder.add(&GameRecord { event: "another".to_owned(), ..all[70].clone() }));
    let mut repeated = GameRecord { moves: Vec::new(), ..all[0].clone() };
    repeated.start = Board::start();
    let mut board = Board::start();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "e2e4"] {
        let mv = board.parse_uci(text).expect("a move");
        repeated.moves.push(mv);
        board.make(mv);
    }
    let once = explorer(&[repeated]).query(&Board::start(), &Filter::default()).expect("an answer");
    assert_eq!((once.results.games, once.moves.len(), once.moves[0].san.as_str()), (1, 1, "Nf3"));
}

#[test]
fn a_collection_without_games_answers_too() {
    let empty = explorer(&[]);
    assert_eq!(empty.query(&Board::start(), &Filter::default()).expect("an answer").moves, []);
    empty.segments()[0].check(|_| true).expect("nothing is wrong");
}

#[test]
fn a_whole_segment_is_checked() {
    explorer(&games(300, 6)).segments()[0].check(|_| true).expect("nothing is wrong");
}

/// No flipped bit and no cut leads to a wrong answer: it is found when the file is opened, asked or checked.
#[test]
fn damage_is_found() {
    let all = games(120, 8);
    let bytes = segment_bytes(&all);
    let trials = if quevedo_testkit::is_full_run() { 1000 } else { 150 };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let whole = |bytes: Vec<u8>| Segment::open(Arc::new(bytes)).and_then(|segment| segment.check(|_| true));
    whole(bytes.clone()).expect("it is whole");
    for _ in 0..trials {
        let mut flipped = bytes.clone();
        let place = random.random_range(0..flipped.len());
        flipped[place] ^= 1 << random.random_range(0..8);
        assert!(whole(flipped).is_err(), "byte {place} of {}", bytes.len());
    }
    for _ in 0..trials / 5 {
        let length = random.random_range(0..bytes.len());
        assert!(whole(bytes[..length].to_vec()).is_err(), "cut to {length}");
    }
    let error = |bytes: &[u8]| whole(bytes.to_vec()).expect_err("no segment").to_string();
    assert_eq!(error(b"1. e4 e5"), "this is no file of games with an index (.qvx)");
    assert!(matches!(Segment::open(Arc::new(vec![0; 4000])), Err(SegmentError::NoSegment)));
}
