//! What the tutor says of endings that the tables know, on random positions, against Syzygy's tables read by shakmaty.

use std::collections::BTreeMap;

use quevedo_checker::{Checker, Standing};
use quevedo_rules::{Board, Man, Setup, Square};
use quevedo_tables::Endgames;
use quevedo_testkit::{Random, is_full_run, report_skipped, shared};
use quevedo_tutor::{Finding, allows_by_tables, findings_of_tables, misses_by_tables, simplification};

/// The men of each ending, as a FEN has them: what the tables know, and one where an exchange leads there.
const ENDINGS: [&str; 8] = ["KPk", "KPk", "KPkp", "KRkb", "KBPk", "KQkp", "KRPkr", "KRPkb"];

/// Kinds that must be met, so that the test cannot pass by silence.
const KINDS: [&str; 8] =
    ["allows", "fortress", "key_square", "misses", "opposition", "simplification", "table_value", "zugzwang"];

/// A legal position with these men, or none by bad luck.
fn placed(men: &str, random: &mut Random) -> Option<Board> {
    let mut setup = Setup::EMPTY;
    for letter in men.chars() {
        let man = Man::from_fen_char(letter).expect("a man");
        let square = Square::new(random.below(64) as u8);
        if setup.man_at(square).is_some() {
            return None;
        }
        setup.put(square, man);
    }
    if random.one_in(2) {
        setup.turn = !setup.turn;
    }
    Board::try_from(setup).ok()
}

#[test]
fn what_the_tables_say_is_said_of_random_endings() {
    let Some(folder) = shared().map(|folder| folder.join("syzygy")) else {
        report_skipped("what_the_tables_say_is_said_of_random_endings", "there are no Syzygy tables");
        return;
    };
    let checker = Checker::with_tables(&folder).expect("tables");
    let (tables, _) = Endgames::open(&[], &[folder]).expect("tables");
    let mut random = Random::new(11);
    let mut said: BTreeMap<String, u64> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut see = |finding: &Finding| {
        let value = serde_json::to_value(finding).expect("a finding can be written");
        let kind = value["fact"]["kind"].as_str().unwrap_or_default().to_owned();
        if let Err(fault) = checker.check(&value) {
            wrong.push(format!("{fault}: {} {} {}", value["at"], value["move"], value["fact"]));
        } else if !matches!(checker.check(&value), Ok(Standing::Unchecked(quevedo_checker::NO_TABLE))) {
            *said.entry(kind).or_default() += 1;
        }
    };
    let count = if is_full_run() { 40_000 } else { 6_000 };
    for number in 0..count {
        let Some(board) = placed(ENDINGS[number % ENDINGS.len()], &mut random) else { continue };
        let moves = board.legal_moves();
        findings_of_tables(&board, None, &tables).iter().for_each(&mut see);
        for &mv in moves.iter().filter(|mv| mv.is_capture()) {
            simplification(&board, mv, &tables).iter().for_each(&mut see);
        }
        if moves.len() < 2 {
            continue;
        }
        let (mv, other) = (random.pick(&moves[..]), random.pick(&moves[..]));
        findings_of_tables(&board, Some(mv), &tables).iter().for_each(&mut see);
        allows_by_tables(&board, mv, other, &tables).iter().for_each(&mut see);
        misses_by_tables(&board, mv, other, &tables).iter().for_each(&mut see);
    }
    assert!(wrong.is_empty(), "{} false:\n{}", wrong.len(), wrong[..wrong.len().min(10)].join("\n"));
    for kind in KINDS {
        assert!(said.get(kind).is_some_and(|count| *count > 0), "no {kind} among {said:?}");
    }
}
