//! Tests of reading games.

use super::*;
use crate::{Comment, Fault, Nag, Outcome};
use quevedo_rules::{Board, Color};

fn read(pgn: &str) -> GameTree {
    GameTree::from_pgn(pgn).unwrap_or_else(|error| panic!("{pgn}: {error}"))
}

fn all(pgn: &[u8]) -> Vec<Result<GameTree, GameError>> {
    Games::new(pgn).collect()
}

fn complaint(pgn: &str) -> String {
    GameTree::from_pgn(pgn).expect_err("something is wrong").to_string()
}

fn san(game: &GameTree) -> String {
    let words = game.main_line().map(|played| match played.step.mv() {
        Some(mv) => played.before.san(mv).to_string(),
        None => "--".to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn texts(comments: &[Comment]) -> Vec<String> {
    comments.iter().map(Comment::to_string).collect()
}

#[test]
fn sloppy_moves_are_read() {
    for (pgn, moves) in [
        ("1.e4e5 *", ""),
        ("e2e4 e7e5 g1f3", "e4 e5 Nf3"),
        ("1. e2-e4 e7-e5 2. Ng1-f3 b8c6 3. Bf1b5 Nf6 4. 0-0", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O"),
        ("1…", ""),
        ("1. e4 d5 2. e5 f5 3. exf6e.p. *", "e4 d5 e5 f5 exf6"),
        ("1. e4 d5 2. e5 f5 3. ef6 e.p. Nf6: *", "e4 d5 e5 f5 exf6"),
        ("1. ♘f3 Nf6! 2. nc3", "Nf3 Nf6 Nc3"),
        ("1. f4 e5 2. fxe5 d6 3. exd6 Bxd6+? 4. Nf3", "f4 e5 fxe5 d6 exd6 Bxd6 Nf3"),
        ("1. -- e5 2. Z0 d5 3. 0000 @@@@", "-- e5 -- d5 -- --"),
    ] {
        let game = Games::new(pgn.as_bytes()).next().map(|game| match game {
            Ok(game) => game,
            Err(error) => error.into_game().expect("what could be read"),
        });
        assert_eq!(game.map_or(String::new(), |game| san(&game)), moves, "{pgn}");
    }
}

#[test]
fn faults_say_where_and_why() {
    let tags = "[White \"Smith\"]\n[Black \"Jones\"]\n[Date \"1987.05.04\"]\n\n";
    for (moves, message) in [
        ("1. e4 e5 2. Ke3 *", "move 2. \"Ke3\" is not legal: a king cannot go from e1 to e3"),
        ("1. e4 Sf6 *", "move 1... \"Sf6\" is not a move; expected something like Nf3, exd5, O-O or e8=Q"),
        (
            "1. e4 e5 (1... e4) *",
            "in a variation, move 1... \"e4\" is not legal: a pawn cannot go from e7 to e4",
        ),
        (
            "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7+ -- *",
            "move 4... \"--\" is not possible: the king is in check",
        ),
        ("1. N@f3 *", "move 1. \"N@f3\" is not a move; expected something like Nf3, exd5, O-O or e8=Q"),
        (
            "1. e4 { no end",
            "a comment is never closed: its \"}\" is missing, and the rest of the file is taken as comment",
        ),
    ] {
        let expected = format!("game 1 (\"Smith - Jones, 1987\", line 1): {message}");
        assert_eq!(complaint(&format!("{tags}{moves}")), expected);
    }
    assert!(
        complaint("[FEN \"8/8 w - - 0 1\"]\n\n*")
            .contains("the FEN tag cannot be used: the board has 2 ranks")
    );
    assert_eq!(complaint(""), "there is no game in the text");
}

#[test]
fn a_broken_game_keeps_its_good_part_and_harms_no_other() {
    let pgn = "[White \"A\"]\n\n1. e4 e5 2. Ke3 {x} Nc6 (1. y) 1-0\n\n[White \"B\"]\n\n1. d4 (1. d5 {x} (1. e4) e9) (1. c4) d5 0-1\n\n1. c4 *\n";
    let games = all(pgn.as_bytes());
    assert_eq!(games.len(), 3);
    let mut games = games.into_iter();
    let GameError::Broken(first) = games.next().expect("first").expect_err("broken") else {
        panic!("not broken")
    };
    assert_eq!((first.place.number, first.place.line, first.place.offset), (1, 1, 0));
    assert!(matches!(first.fault, Fault::Move { ply: 3, .. }));
    assert_eq!(san(&first.game), "e4 e5");
    let GameError::Broken(second) = games.next().expect("second").expect_err("broken") else {
        panic!("not broken")
    };
    assert_eq!((second.place.number, second.place.line), (2, 5));
    assert_eq!(second.game, read("[White \"B\"]\n\n1. d4 (1. c4) d5 0-1"));
    assert_eq!(san(&games.next().expect("third").expect("good")), "c4");
}

#[test]
fn annotations_find_their_moves() {
    let game =
        read("{a} 1. $7 {b} e4! {c} {d} ({e} $2 1. d4 $1 {f} (1. c4) {g}) {h} $3 1... {i} e5 ({j}) 1-0 {k}");
    let e4 = game.main_child(game.root()).expect("a move");
    let e5 = game.main_child(e4).expect("a move");
    let d4 = game.children(game.root()).nth(1).expect("a variation");
    assert_eq!(texts(game.comments(game.root())), ["a", "b"]);
    assert_eq!(texts(game.comments(e4)), ["c", "d", "h", "i"]);
    assert_eq!(game.nags(e4), [Nag(7), Nag::GOOD, Nag::BRILLIANT]);
    assert_eq!(texts(game.comments_before(d4)), ["e"]);
    assert_eq!(game.nags(d4), [Nag::MISTAKE, Nag::GOOD]);
    assert_eq!(texts(game.comments(d4)), ["f", "g"]);
    assert_eq!(texts(game.comments(e5)), ["j", "k"]);
}

#[test]
fn odd_brackets_do_no_harm() {
    for (pgn, same) in [
        ("1. e4 (1. d4 (1. c4 d5", "1. e4 (1. d4) (1. c4 d5)"),
        ("(1. d4) 1. e4 e5", "1. d4 (1. e4 e5)"),
        ("1. e4 ((1. d4) 1. c4) e5", "1. e4 (1. d4) (1. c4) e5"),
        ("1. e4 () ( ( ) ) e5 )", "1. e4 e5"),
        ("1. e4 ({a} ({b} 1. d4)) e5", "1. e4 ({a} {b} 1. d4) e5"),
        (
            "1. e4 e5 (1... c5 2. Nf3 (2. c3) d6) (1... e6) 2. d4",
            "1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) (1... e6) 2. d4",
        ),
    ] {
        assert_eq!(read(pgn), read(same), "{pgn}");
    }
}

#[test]
fn results_come_from_the_moves_or_the_tag() {
    for (pgn, result) in [
        ("1. e4 1-0", Outcome::Win(Color::White)),
        ("1. e4", Outcome::Open),
        ("[Result \"0-1\"]\n\n1. e4", Outcome::Win(Color::Black)),
        ("[Result \"0-1\"]\n\n1. e4 *", Outcome::Win(Color::Black)),
        ("[Result \"0-1\"]\n\n1. e4 1/2-1/2", Outcome::Draw),
        ("1. e4 (1. d4 1-0) ½–½", Outcome::Draw),
    ] {
        assert_eq!(read(pgn).result(), result, "{pgn}");
    }
}

#[test]
fn encodings_and_line_ends() {
    let utf8 =
        "\u{feff}[White \"Grünfeld\"]\r\n[Site \"a \\\"b\\\" \\\\\"]\r\n\r\n1. e4 {é} e5 *\r\n".as_bytes();
    let latin1 = b"[White \"Gr\xfcnfeld\"]\n[Site \"a \\\"b\\\" \\\\\"]\n\n1. e4 {\xe9} e5 *";
    let games = [all(utf8), all(latin1)].map(|mut games| games.remove(0).expect("a good game"));
    assert_eq!(games[0], games[1]);
    assert_eq!(games[0].headers().get("White"), Some("Grünfeld"));
    assert_eq!(games[0].headers().get("Site"), Some("a \"b\" \\"));
}

#[test]
fn positions_and_chess960() {
    let game = read("[FEN \"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 40\"]\n[SetUp \"1\"]\n\n40... exd3 41. Kd2 *");
    assert_eq!(san(&game), "exd3+ Kd2".replace('+', ""));
    assert_eq!((game.headers().get("FEN"), game.headers().get("SetUp")), (None, None));
    assert_eq!(game.start().turn(), Color::Black);
    let game = read("[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4K1R1 w G - 2 9\"]\n\n9. O-O *");
    assert_eq!(game.moves().len(), 1);
    assert!(game.moves()[0].is_castle());
    assert_eq!(read("[FEN \"\"]\n\n1. e4 *").start(), &Board::start());
}

#[test]
fn tags_are_kept_in_order_and_number() {
    use core::fmt::Write;
    let mut pgn = String::new();
    for number in 0..2_000 {
        let _ = writeln!(pgn, "[T{number} \"{number}\"]");
    }
    pgn.push_str("\n1. e4 *\n");
    let game = read(&pgn);
    assert_eq!(game.headers().others(), Limits::default().tags);
    let names: Vec<&str> = game.headers().iter().map(|(name, _)| name).skip(7).take(3).collect();
    assert_eq!(names, ["T0", "T1", "T2"]);
    let long = format!("[White \"{}\"]\n[Black \"b\"]\n\n1. e4 *", "é".repeat(100_000));
    let game = read(&long);
    assert!(game.headers().player(Color::White).len() > 8_000);
    assert_eq!((game.headers().player(Color::Black), game.moves().len()), ("b", 1));
}

#[test]
fn cut_tags_are_counted() {
    let mut pgn = format!("[Event \"{}\"]\n[A \"1\"]\n[B \"2\"]\n\n1. e4 *\n", "x".repeat(9_000));
    pgn.push_str("[Event \"short\"]\n\n1. d4 *\n");
    let mut games = Games::with_limits(pgn.as_bytes(), Limits { tags: 1, ..Limits::default() });
    assert_eq!(games.by_ref().flatten().count(), 2);
    assert_eq!(games.cut_tags(), 2, "one too long, one too many");
}

#[test]
fn limits_are_kept_and_told() {
    let limits = Limits { moves: 3, nesting: 1, comment: 5, notes: 600, tags: 1 };
    let pgn = "1. e4 {a long comment} {b} {c} e5 (1... c5 (1... e6 (1... d5)) 2. d4) 2. Nf3 *\n\n1. d4 *";
    let mut games = Games::with_limits(pgn.as_bytes(), limits);
    let GameError::Broken(broken) = games.next().expect("a game").expect_err("over the limit") else {
        panic!("not broken")
    };
    assert_eq!(broken.fault, Fault::TooDeep(1));
    assert_eq!(broken.game.to_pgn().lines().nth(8), Some("1. e4 { a lon […] } { b } 1... e5 (1... c5) *"));
    assert_eq!(games.cut_comments(), 2);
    assert_eq!(games.next().expect("a game").expect("a good one").moves().len(), 1);
}

/// Latin-1 grows when it becomes UTF-8; what is kept must still be short enough to be read again.
#[test]
fn a_cut_comment_is_not_cut_again() {
    for (letter, count) in
        [(b'\xe9', 60_000), (b'\x96', 70_000), (b'x', 65_536), (b'x', 65_543), (b'x', 65_600)]
    {
        let pgn = [b"1. e4 {", &vec![letter; count][..], b"} *"].concat();
        let mut games = Games::new(&pgn[..]);
        let game = games.next().expect("a game").expect("a good one");
        let node = game.last();
        let is_cut = game.comments(node)[0].text().ends_with("[…]");
        assert_eq!(is_cut, games.cut_comments() == 1, "{count} times {letter}");
        assert_eq!(is_cut, letter != b'x' || count > 65_542, "{count} times {letter}");
        assert_eq!(read(&game.to_pgn()), game, "{count} times {letter}");
    }
}

#[test]
fn reading_errors_end_the_stream() {
    struct Failing(u8);
    impl Read for Failing {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 => Err(std::io::ErrorKind::Interrupted.into()),
                2 => (&b"1. e4 e5 *\n\n1. d4 "[..]).read(into),
                _ => Err(std::io::Error::other("the disk is gone")),
            }
        }
    }
    let mut games = Games::new(Failing(0));
    let error = games.find_map(Result::err).expect("it fails");
    assert_eq!(error.to_string(), "reading failed after game 0: the disk is gone");
    assert!(error.into_game().is_none());
    assert!(games.next().is_none());
}
