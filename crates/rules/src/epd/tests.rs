//! Tests of EPD records, and of all suites at hand.

use std::path::Path;

use super::*;
use crate::FenError;
use crate::walk::Dice;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn epd(text: &str) -> Epd {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn with_start(operations: &str) -> Epd {
    epd(&format!("{START} {operations}"))
}

fn error(operations: &str) -> String {
    format!("{START} {operations}").parse::<Epd>().expect_err(operations).to_string()
}

/// Every opcode of the standard, in its canonical form.
const ALL: &str = "acd 12; acn 123456789012; acs 60; am f3 g4; bm e4 d4; c0 \"one\"; c9 \"t\\\"e\\\\n\"; ce -35; \
    dm 3; draw_accept; draw_claim; draw_offer; draw_reject; eco \"C50\"; eco; fmvn 12; hmvc 3; id \"x; y\"; \
    nic \"KP 6\"; nic; noop 1 \"two\" three; pm e4; pv e4 e5 Nf3; pv; rc 2; resign; sm Nf3; tcgs 7; \
    tcri \"a@b.c\" \"Torres\"; tcsi \"d@e.f\" \"Quevedo\"; v0 \"main\"; v9 \"side\"; Ae \"engine\" 15;";

#[test]
fn every_opcode_goes_both_ways() {
    let record = with_start(ALL);
    assert_eq!(record.to_string(), format!("{START} {ALL}"));
    assert_eq!(epd(&record.to_string()), record);
    let other = |operation: &&Operation| matches!(operation, Operation::Other { .. });
    let others: Vec<&Operation> = record.operations.iter().filter(other).collect();
    let operands = vec![Operand::Text("engine".to_owned()), Operand::Word("15".to_owned())];
    assert_eq!(others, [&Operation::Other { opcode: "Ae".to_owned(), operands }]);
    for operation in &record.operations {
        assert!(ALL.contains(operation.opcode()));
    }
}

#[test]
fn the_common_opcodes_have_short_ways() {
    let record = with_start("bm e4 Nf3; am f3; id \"no. 1\"; dm -4; c3 \"three\"; pv e4 c5;");
    let board = record.board;
    let texts = |moves: &[Move]| moves.iter().map(|&mv| board.san(mv).to_string()).collect::<Vec<_>>();
    assert_eq!(texts(record.best_moves()), ["e4", "Nf3"]);
    assert_eq!(texts(record.avoid_moves()), ["f3"]);
    assert_eq!(record.predicted_variation().len(), 2);
    assert_eq!(record.id(), Some("no. 1"));
    assert_eq!(record.direct_mate(), Some(-4));
    assert_eq!((record.comment(3), record.comment(0)), (Some("three"), None));
    let bare = epd(START);
    assert_eq!(bare, Epd::new(Board::start()));
    assert_eq!((bare.best_moves().len(), bare.id(), bare.direct_mate()), (0, None, None));
}

#[test]
fn counters_belong_to_the_board() {
    let record = with_start("bm e4; hmvc 7; fmvn 30;");
    assert_eq!(record.board.fen(), format!("{START} 7 30"));
    let from_fen = epd(&format!("{START} 7 30 bm e4;"));
    assert_eq!(from_fen.board, record.board);
    assert_eq!(from_fen.to_string(), format!("{START} bm e4; hmvc 7; fmvn 30;"));
    assert_eq!(epd(&from_fen.to_string()), record);
}

#[test]
fn carelessness_is_forgiven() {
    for text in [
        "bm e4; id \"a\";",
        "bm e4; id \"a\"",
        "bm e4;id \"a\"",
        "bm e2e4; id a;;",
        "; bm e4! ; id \"a\" ;",
        "\tbm 1.e4 ;id \"a\"\r\n",
        "bm 1. e4,; id a",
        "bm \"e4\"; id \"a\";",
    ] {
        assert_eq!(with_start(text).to_string(), format!("{START} bm e4; id \"a\";"), "{text}");
    }
    assert_eq!(with_start("id two words;").id(), Some("two words"));
    assert_eq!(with_start("c0 \"C:\\dir\";").comment(0), Some("C:\\dir"));
    assert_eq!(with_start("bm e4, d4;").best_moves().len(), 2);
    assert_eq!(epd("4k3/8/8/8/8/8/8/4K3 w KQkq e6;id x").to_string(), "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";");
}

#[test]
fn texts_keep_to_their_line() {
    let mut record = Epd::new(Board::start());
    record.operations.push(Operation::Id("two\nlines".to_owned()));
    let operands = vec![Operand::Word("a;b".to_owned()), Operand::Word(String::new())];
    record.operations.push(Operation::Noop(operands));
    assert_eq!(record.to_string(), format!("{START} id \"two lines\"; noop \"a;b\" \"\";"));
}

#[test]
fn foreign_moves_do_not_panic() {
    let mut record = with_start("pv e4 e5;");
    record.board = Board::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("a FEN");
    assert_eq!(record.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - pv;");
}

#[test]
fn errors_name_the_opcode_and_the_fault() {
    for (operations, message) in [
        ("bm;", "in the operation bm: found 0 operands, expected one or more moves"),
        ("bm e5;", "in the operation bm: \"e5\" is not legal: a pawn cannot go from e2 to e5"),
        ("pv e4 e4;", "in the operation pv: \"e4\" is not legal: a pawn cannot go from e7 to e4"),
        ("pm e4 d4;", "in the operation pm: found 2 operands, expected one move"),
        ("dm;", "in the operation dm: found 0 operands, expected one number"),
        ("dm three;", "in the operation dm: \"three\" is not a whole number, perhaps negative"),
        ("acn -1;", "in the operation acn: \"-1\" is not a whole number"),
        ("hmvc 70000;", "in the operation hmvc: \"70000\" is not a half-move clock from 0 to 65535"),
        ("id;", "in the operation id: found 0 operands, expected a text"),
        ("id \"x;", "in the operation id: the closing quotation mark is missing"),
        ("resign now;", "in the operation resign: found 1 operands, expected none"),
        ("tcri \"a\";", "in the operation tcri: found 1 operands, expected two texts: an address and a name"),
        (
            "=3 x;",
            "\"=3\" is not an opcode, which begins with a letter and has letters, digits and underscores",
        ),
    ] {
        assert_eq!(error(operations), message);
    }
    assert_eq!("".parse::<Epd>().expect_err("nothing").to_string(), "the FEN is empty");
    assert_eq!(
        "8/8 w - - bm e4;".parse::<Epd>().expect_err("two ranks").to_string(),
        "the board has 2 ranks, expected 8"
    );
    assert_eq!("x".repeat(70_000).parse::<Epd>(), Err(EpdError::TooLong(70_000)));
}

#[test]
fn mutilated_records_never_panic() {
    let whole: Vec<char> = format!("{START} {ALL}").chars().collect();
    let letters: Vec<char> = "\"\\; ;abe4-♘\u{0}\n019".chars().collect();
    let mut dice = Dice::new(9);
    let mut read = 0;
    for _ in 0..5_000 {
        let mut text = whole.clone();
        for _ in 0..=dice.below(3) {
            let place = dice.below(text.len());
            text[place] = letters[dice.below(letters.len())];
        }
        text.truncate(1 + dice.below(2 * text.len()));
        let text: String = text.into_iter().collect();
        if let Ok(record) = text.parse::<Epd>() {
            read += 1;
            assert_eq!(epd(&record.to_string()).to_string(), record.to_string(), "{text}");
        }
    }
    assert!(read > 100, "some records should survive: {read}");
}

/// A composition with eight black pawns and two black bishops on light squares: no game leads there.
const IMPOSSIBLE: &str = "id \"loyd.597\";";

#[test]
#[allow(clippy::print_stderr)] // says why nothing was tested
fn all_suites_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/suites");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: there are no suites in {}", folder.display());
        return;
    };
    let (mut records, mut faults) = (0, Vec::new());
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.extension().is_none_or(|extension| extension != "epd") {
            continue;
        }
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            records += 1;
            match line.parse::<Epd>() {
                Ok(record) => assert_eq!(epd(&record.to_string()), record, "{line}"),
                Err(EpdError::Position(FenError::Illegal(_))) if line.contains(IMPOSSIBLE) => {}
                Err(error) => faults.push(format!("{}:{}: {error}\n  {line}", path.display(), index + 1)),
            }
        }
    }
    assert!(faults.is_empty(), "{} of {records} records:\n{}", faults.len(), faults.join("\n"));
}
