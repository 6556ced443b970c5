//! Random games with everything that can be written: what is written is read as it was.

use core::ops::ControlFlow;
use core::time::Duration;

use proptest::prelude::*;
use quevedo_games::{
    Arrow, Comment, Eval, GameTree, Games, Mark, Nag, NodeId, Outcome, Paint, Part, scan, split,
};
use quevedo_rules::{Board, Color, Square};
use quevedo_value::Verdict;
use rand::RngExt;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

struct Dice(Xoshiro256PlusPlus);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0.random_range(0..end)
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn square(&mut self) -> Square {
        Square::new(self.below(64) as u8)
    }
}

const WORDS: [&str; 24] = [
    "a",
    "good",
    "move",
    "1.",
    "e4",
    "{",
    "}",
    "(",
    ")",
    "%",
    "[",
    "]",
    "[%",
    "\\",
    "\"",
    ";",
    "$1",
    "é",
    "♞",
    "→",
    "\n",
    "1-0",
    "[Event \"x\"]",
    "*",
];

fn words(dice: &mut Dice) -> String {
    let count = dice.below(30);
    (0..count).map(|_| dice.pick(&WORDS)).collect::<Vec<_>>().join(" ")
}

fn comment(dice: &mut Dice) -> Comment {
    let mut comment = Comment::parse(&words(dice));
    for _ in 0..dice.below(4) {
        let paint = dice.pick(&[Paint::Green, Paint::Red, Paint::Yellow, Paint::Blue]);
        let part = match dice.below(8) {
            0 => Part::Eval(Eval {
                score: Verdict::Centipawns(dice.below(2_000) as i32 - 1_000),
                depth: dice.one_in(3).then_some(20),
            }),
            1 => Part::Eval(Eval { score: Verdict::Mate(dice.below(20) as i32 - 10), depth: None }),
            2 => Part::Clock(Duration::from_millis(dice.below(10_000_000) as u64)),
            3 => Part::Elapsed(Duration::from_secs(dice.below(100) as u64)),
            4 => Part::Arrows(
                (0..=dice.below(3))
                    .map(|_| Arrow { paint, from: dice.square(), to: dice.square() })
                    .collect(),
            ),
            5 => Part::Marks((0..=dice.below(3)).map(|_| Mark { paint, square: dice.square() }).collect()),
            6 => Part::Command { name: "other".into(), arguments: words(dice) },
            _ => Part::Text(words(dice)),
        };
        comment.push(&part);
    }
    comment
}

fn start(dice: &mut Dice) -> Board {
    match dice.below(3) {
        0 => Board::chess960(dice.below(960) as u16).expect("a number below 960"),
        1 => "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().expect("legal"),
        _ => Board::start(),
    }
}

/// A game with random moves, variations, notes and tags.
fn random_game(dice: &mut Dice) -> GameTree {
    let mut game = GameTree::from_board(start(dice));
    let mut nodes = vec![game.root()];
    for _ in 0..dice.below(60) {
        // Mostly the end of the line, sometimes anywhere.
        let node = if dice.one_in(4) { dice.pick(&nodes) } else { *nodes.last().expect("the root") };
        let moves = game.board_at(node).legal_moves();
        let added = if moves.is_empty() || dice.one_in(30) {
            game.add_pass(node).ok()
        } else {
            game.add_move(node, moves[dice.below(moves.len())]).ok()
        };
        nodes.extend(added);
    }
    for &node in &nodes {
        annotate(&mut game, node, dice);
    }
    for (name, value) in [("White", words(dice)), ("Annotator", words(dice)), ("Odd_Name", String::new())] {
        if dice.one_in(2) {
            game.headers_mut().set(name, &value);
        }
    }
    game.set_result(dice.pick(&[
        Outcome::Open,
        Outcome::Draw,
        Outcome::Win(Color::White),
        Outcome::Win(Color::Black),
    ]));
    game
}

fn annotate(game: &mut GameTree, node: NodeId, dice: &mut Dice) {
    while dice.one_in(3) {
        game.add_comment(node, comment(dice));
    }
    if dice.one_in(6) {
        game.add_comment_before(node, comment(dice));
    }
    while dice.one_in(5) {
        game.add_nag(node, Nag(dice.below(256) as u8));
    }
}

#[test]
fn random_games_round_trip() {
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(1912));
    let mut file = String::new();
    let mut games = Vec::new();
    for _ in 0..1_500 {
        let mut game = random_game(&mut dice);
        for _ in 0..dice.below(3) {
            let nodes: Vec<NodeId> = game.nodes_below(game.root()).collect();
            if nodes.is_empty() {
                break;
            }
            let node = dice.pick(&nodes);
            match dice.below(3) {
                0 => game.promote(node),
                1 => game.promote_to_main(node),
                _ => game.delete(node),
            }
        }
        let written = game.to_pgn();
        let again = GameTree::from_pgn(&written).unwrap_or_else(|error| panic!("{error} in\n{written}"));
        assert_eq!(again.to_pgn(), written);
        assert_eq!(again, game, "\n{written}");
        file.push_str(&written);
        games.push(game);
    }
    // All of them in one file, read in all three ways.
    let all: Vec<GameTree> = Games::new(file.as_bytes()).map(|game| game.expect("a good game")).collect();
    assert!(all == games);
    let mut expected = games.iter();
    let seen = scan(file.as_bytes(), |summary| {
        let game = expected.next().expect("as many games");
        assert_eq!(*summary.last, game.final_board());
        assert_eq!((summary.plies(), summary.result), (game.main_line().count(), game.result()));
        ControlFlow::Continue(())
    });
    assert_eq!(seen.expect("bytes can be read"), games.len() as u64);
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    split(file.as_bytes(), |chunk| {
        if chunk.begins {
            pieces.push(Vec::new());
        }
        pieces.last_mut().expect("it has begun").extend(chunk.bytes);
        Ok(())
    })
    .expect("bytes can be read");
    assert_eq!(pieces.len(), games.len());
    assert!(pieces.iter().zip(&games).all(|(piece, game)| *piece == game.to_pgn().into_bytes()));
}

/// Whatever is read can be written, and is then read as the same.
fn check_any_text(bytes: &[u8]) {
    let mut games = 0;
    for game in Games::new(bytes) {
        games += 1;
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                error.into_game().expect("what could be read")
            }
        };
        let written = game.to_pgn();
        let again = GameTree::from_pgn(&written).unwrap_or_else(|error| panic!("{error} in\n{written}"));
        assert_eq!(again, game, "\n{written}");
    }
    let seen = scan(bytes, |_| ControlFlow::Continue(())).expect("bytes can be read");
    assert_eq!(seen, games);
    split(bytes, |_| Ok(())).expect("bytes can be read");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check_any_text(&bytes);
    }

    #[test]
    fn anything_like_a_game_is_read(
        text in r#"([(){};%!?$\[\]"\\.,*\r\n ]|e4|e5|Nf3|Nc6|Bb5|O-O|--|[a-h][1-8]|[KQRBN]?[a-hx]{1,2}[1-8]=?Q?[+#]?|1\. |2\. |1-0|1/2-1/2|\$1|\[Event "x"\]\n|\[FEN "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 40"\]\n|\{ | \}|\[%eval 0\.3\]){0,60}"#
    ) {
        check_any_text(text.as_bytes());
    }
}
