//! Tests of writing.

use super::*;
use crate::{Comment, Eval, Nag};
use core::time::Duration;
use quevedo_value::Verdict;

fn movetext(pgn: &str) -> String {
    let written = GameTree::from_pgn(pgn).unwrap_or_else(|error| panic!("{pgn}: {error}")).to_pgn();
    let (_, movetext) = written.split_once("\n\n").expect("tags and moves");
    movetext.trim_end().to_owned()
}

#[test]
fn numbers_stand_where_they_are_needed() {
    for (pgn, written) in [
        ("1. e4 e5 2. Nf3", "1. e4 e5 2. Nf3 *"),
        ("1. e4 {a} e5", "1. e4 { a } 1... e5 *"),
        (
            "1. e4 (1. d4 d5) (1. c4) e5 (1... c5 {b} 2. Nf3)",
            "1. e4 (1. d4 d5) (1. c4) 1... e5 (1... c5 { b } 2. Nf3) *",
        ),
        ("1. e4 (1. d4 {a} d5) 1-0", "1. e4 (1. d4 { a } 1... d5) 1-0"),
        ("1. e4! $14 e5?? 0-1", "1. e4 $1 $14 e5 $4 0-1"),
        ("{a} 1. e4 ({b} 1. d4) *", "{ a } 1. e4 ({ b } 1. d4) *"),
        ("1. e4 e5 (1... c5 (1... e6 (1... d5))) 2. d4", "1. e4 e5 (1... c5) (1... e6) (1... d5) 2. d4 *"),
        ("1. -- e5", "1. -- e5 *"),
        ("*", "*"),
    ] {
        assert_eq!(movetext(pgn), written, "{pgn}");
    }
}

/// The example of the house's conventions.
#[test]
fn lichess_style() {
    let text = "1. c4?! { (0.36 → -0.36) Inaccuracy. Nf3 was best. } { [%eval -0.36] [%clk 0:15:28] } (1. Nf3) 1... e5 { [%eval #-2] } *";
    assert_eq!(
        movetext(text),
        "1. c4 $6 { (0.36 → -0.36) Inaccuracy. Nf3 was best. }\n\
         { [%eval -0.36] [%clk 0:15:28] } (1. Nf3) 1... e5 { [%eval #-2] } *"
    );
}

#[test]
fn tags_are_escaped_and_positions_set_up() {
    let mut game =
        GameTree::from_board(Board::from_fen("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 40").expect("legal"));
    game.headers_mut().set("White", "a \"b\" \\ c");
    game.headers_mut().set("Annotator", "me");
    let pgn = game.to_pgn();
    assert!(pgn.contains("[White \"a \\\"b\\\" \\\\ c\"]\n"), "{pgn}");
    assert!(
        pgn.contains(
            "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 40\"]\n[Annotator"
        ),
        "{pgn}"
    );
    assert_eq!(GameTree::from_pgn(&pgn).expect("good"), game);
}

#[test]
fn lines_are_wrapped_and_commands_kept_whole() {
    let mut game = GameTree::new();
    let node = game.add_move(game.root(), game.start().parse_san("Nf3").expect("legal")).expect("legal");
    for number in 0..12 {
        game.add_comment(
            node,
            Comment::parse("words [and brackets] 100 % sure ;-) more words to fill some lines"),
        );
        let mut comment =
            Comment::from(Part::Eval(Eval { score: Verdict::Centipawns(number), depth: Some(20) }));
        comment.push(&Part::Clock(Duration::from_mins(1)));
        game.add_comment(node, comment);
    }
    game.add_nag(node, Nag::GOOD);
    let pgn = game.to_pgn();
    assert!(pgn.lines().all(|line| line.chars().count() < 80), "{pgn}");
    assert!(pgn.lines().skip(8).all(|line| !line.starts_with(['%', '[', ';'])), "{pgn}");
    assert_eq!(pgn.matches("[%eval 0.0").count(), 10);
    assert_eq!(pgn.matches(",20] [%clk 0:01:00] }").count(), 12);
    assert_eq!(GameTree::from_pgn(&pgn).expect("good"), game);
}

#[test]
fn streams_and_their_errors() {
    struct Full;
    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is full"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let game = GameTree::from_pgn("1. e4 *").expect("good");
    let mut bytes = Vec::new();
    game.write_pgn_to(&mut bytes).expect("memory takes everything");
    assert_eq!(bytes, game.to_pgn().into_bytes());
    assert_eq!(game.write_pgn_to(&mut Full).expect_err("full").to_string(), "the disk is full");
}
