//! All methods against all defences, the quick verifier against an obvious one, and lessons.

use std::collections::HashMap;

use quevedo_rules::{Board, Color};
use quevedo_tables::{Tables, Value};

use crate::proof::MethodProof;
use crate::scene::Side;
use crate::symmetry::Symmetry;
use crate::{
    Assessment, Conclusion, DEFENCES, Difficulty, Ground, Language, Lesson, LessonError, METHODS,
    MethodReport, find, start,
};

fn ground(id: &str) -> Ground {
    Ground::new(find(id).expect("a method"))
}

fn report(id: &str) -> MethodReport {
    MethodReport::of(&ground(id), Language::English)
}

fn board(fen: &str) -> Board {
    Board::from_fen(fen).expect("a position")
}

#[test]
fn rook_and_queen_mate_from_everywhere() {
    let rook = report("KRK");
    assert_eq!((rook.won, rook.failures, rook.longest, rook.best_longest), (21_959, 0, 31, 16), "{rook:#?}");
    assert!(rook.parts.iter().all(|part| part.uses > 0), "a rule that is never used: {rook:#?}");
    assert_eq!(rook.parts.iter().map(|part| part.uses).sum::<usize>(), rook.won);
    let queen = report("KQK");
    assert_eq!(
        (queen.won, queen.failures, queen.longest, queen.best_longest),
        (18_081, 0, 18, 10),
        "{queen:#?}"
    );
    assert!(queen.parts.iter().all(|part| part.uses > 0), "a rule that is never used: {queen:#?}");
}

#[test]
fn the_machine_mates_but_passes_fifty_moves() {
    let machine = report("TORRES");
    assert_eq!((machine.won, machine.failures, machine.longest), (21_959, 0, 63), "{machine:#?}");
    assert!(machine.passes_fifty_moves);
}

#[test]
fn pawns_become_queens_and_rules_of_thumb_have_exceptions() {
    let pawn = report("KPK");
    assert_eq!((pawn.won, pawn.failures, pawn.best_longest), (62_480, 0, 19), "{pawn:#?}");
    let counts = |number: usize| {
        let [to_move, other] = &pawn.claims[number].counts;
        [(to_move.exceptions, to_move.positions), (other.exceptions, other.positions)]
    };
    assert_eq!(counts(0), [(55, 4414), (383, 4469)], "as usually stated");
    assert_eq!(counts(1), [(0, 4029), (1, 3522)], "with the pawn safe");
    for claim in [2, 4, 5].map(|number| &pawn.claims[number]) {
        assert!(claim.counts.iter().all(|count| count.exceptions == 0), "{claim:#?}");
        assert!(claim.counts.iter().any(|count| count.positions > 100), "{claim:#?}");
    }
}

/// The bounds are proved by the limits; that the method keeps them is played out from every position or from some.
fn check_chain(id: &str, limits: &[u8], longest: u8) {
    let ground = ground(id);
    assert_eq!(ground.chain.limits, limits);
    let is_full = std::env::var_os("QUEVEDO_FULL").is_some();
    let proof = MethodProof::of_every(&ground, if is_full { 1 } else { 199 });
    assert!(proof.won > 1000 && proof.failures.is_empty());
    assert!(u16::from(proof.longest()) <= ground.chain.bound());
    if is_full {
        assert_eq!(proof.longest(), longest);
    }
}

#[test]
fn two_bishops_mate_in_three_stages() {
    check_chain("KBBK", &[12, 9, 9], 21);
}

#[test]
#[ignore = "seconds even of a quick machine; the two bishops go through the same code. ./check --full runs it"]
fn bishop_and_knight_mate_behind_three_walls() {
    check_chain("KBNK", &[18, 10, 9, 7], 37);
}

#[test]
#[ignore = "a quarter of a minute; ./check --full runs it"]
fn the_queen_wins_the_rook_in_three_stages() {
    check_chain("KQKR", &[22, 10, 3], 34);
}

/// Every position with a pawn on d7 that is won at all is won over the bridge.
#[test]
#[ignore = "minutes: five men; ./check --full runs it"]
fn lucena_builds_a_bridge() {
    check_chain("LUCENA", &[20, 4], 22);
}

/// Moves to mate by a method, worked out on boards by the rules of chess alone: look at all positions again and again,
/// and call one mated in n when after the method's move every reply leads to one that is mated in less.
fn obvious_proof(ground: &Ground) -> HashMap<u32, u8> {
    let space = &ground.space;
    let mut open: Vec<(u32, Vec<u32>)> = Vec::new();
    for cell in space.legal(Side::Strong).cells() {
        let scene = space.scene(cell);
        let board = space.cast.board(&scene, Side::Strong).expect("a legal position");
        let (_, ply) = ground.choose(&scene).expect("a rule");
        let sight = space.cast.scene_of(&board).expect("its men");
        let after = board.play(sight.mv(&board, ply).expect("a legal move"));
        assert!(!after.is_stalemate() && after.captures().is_empty(), "{}", board.fen());
        let replies = after.legal_moves().into_iter().map(|mv| {
            let scene = space.cast.scene_of(&after.play(mv)).expect("its men").scene;
            space.cell(&scene).expect("kings apart")
        });
        open.push((cell, replies.collect()));
    }
    let mut mated = HashMap::new();
    for moves in 1..100 {
        let (done, rest): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|(_, replies)| replies.iter().all(|reply| mated.contains_key(reply)));
        mated.extend(done.into_iter().map(|(cell, _)| (cell, moves)));
        open = rest;
    }
    mated
}

#[test]
fn the_quick_proof_is_the_obvious_one() {
    let ground = ground("KRK");
    let quick = MethodProof::of(&ground);
    let obvious = obvious_proof(&ground);
    assert_eq!(obvious.len(), quick.won);
    for (cell, moves) in obvious {
        assert_eq!(quick.moves[cell as usize], moves, "{:?}", ground.fen(cell, Side::Strong));
    }
}

#[test]
fn distances_are_those_of_the_tables() {
    let tables = Tables::builtin(1 << 20).expect("the tables of three men");
    for id in ["KRK", "KQK", "KPK"] {
        let ground = ground(id);
        for side in [Side::Strong, Side::Weak] {
            for cell in ground.space.legal(side).cells() {
                let board = ground.space.cast.board(&ground.space.scene(cell), side).expect("legal");
                let (own, value) = match side {
                    Side::Strong => (ground.mate.strong_cell(cell), tables.probe_dtm(&board)),
                    Side::Weak => (ground.mate.weak_cell(cell), tables.probe_dtm(&board)),
                };
                let value = value.expect("a table");
                if id == "KPK" {
                    assert_eq!(own.is_some(), value != Value::Draw, "{}", board.fen());
                } else {
                    assert_eq!(own.map(u16::from), value.moves(), "{}", board.fen());
                }
            }
        }
    }
}

/// A method that fails somewhere is found out.
#[test]
fn the_verifier_has_teeth() {
    let mut broken = *find("KRK").expect("a method");
    let crate::Plan::Rules(rules) = broken.plan else { panic!("rules") };
    let fewer: Vec<crate::Rule> = rules.iter().filter(|rule| rule.name.en != "fence").copied().collect();
    broken.plan = crate::Plan::Rules(fewer.leak());
    let report = MethodReport::of(&Ground::new(Box::leak(Box::new(broken))), Language::English);
    assert!(report.failures > 1000, "{report:#?}");
    assert!(!report.failing.is_empty());
}

#[test]
fn the_method_is_the_same_however_one_turns_the_board() {
    let ground = ground("KRK");
    let cast = ground.space.cast;
    for cell in ground.space.legal(Side::Strong).cells().step_by(211) {
        let scene = ground.space.scene(cell);
        let (part, ply) = ground.choose(&scene).expect("a rule");
        for symmetry in Symmetry::all() {
            let mut image = scene;
            image.at[..3].iter_mut().for_each(|square| *square = symmetry.apply(*square));
            let (image_part, image_ply) = ground.choose_as_proved(&image).expect("a rule");
            assert_eq!(part, image_part);
            let cells = [scene.after(ply), image.after(image_ply)].map(|after| ground.space.cell(&after));
            assert_eq!(cells[0], cells[1], "{}", cast.board(&image, Side::Strong).expect("legal").fen());
        }
    }
}

#[test]
fn every_word_is_there_in_both_languages() {
    for method in METHODS {
        let parts =
            (0..method.parts()).filter_map(|part| method.part(part)).flat_map(|part| [part.0, part.1]);
        let claims = method.claims.iter().flat_map(|claim| [claim.name, claim.words]);
        for phrase in parts.chain(claims).chain([method.title, method.idea]) {
            let is_same_word = ["mate"].contains(&phrase.en);
            assert!(!phrase.en.is_empty() && (phrase.en != phrase.es || is_same_word), "{}", phrase.en);
            for text in [phrase.en, phrase.es] {
                assert!(!text.contains("  ") && !text.contains('\n') && text.trim() == text, "{text}");
            }
        }
        board(method.example);
    }
    for defence in DEFENCES {
        let rules = defence.rules.iter().flat_map(|rule| [rule.name, rule.words]);
        for phrase in rules.chain([defence.title, defence.idea]) {
            assert!(!phrase.en.is_empty() && phrase.en != phrase.es, "{}", phrase.en);
        }
        board(defence.example);
    }
}

fn answer(lesson: &mut Lesson<'_>, san: &str) -> (Assessment, String) {
    let mv = lesson.board().parse_san(san).expect("a legal move");
    let answer = lesson.play(mv).expect("the lesson goes on");
    (answer.verdict, answer.words)
}

#[test]
fn a_learners_moves_are_answered() {
    let ground = ground("KRK");
    let start = board("8/8/8/4k3/8/3K4/8/R7 w - - 0 1");
    let mut lesson = Lesson::new(&ground, Language::English, start).expect("a lesson");
    let advice = lesson.advice().expect("a rule");
    assert_eq!((&*advice.san, advice.name), ("Ra4", "squeeze"));
    assert_eq!(answer(&mut lesson, "Ra4"), (Assessment::SameRule, "Good: squeeze, rule 2.".to_owned()));
    assert!(lesson.take_back() && !lesson.take_back());
    let (verdict, words) = answer(&mut lesson, "Kc2");
    assert_eq!(verdict, Assessment::Slower);
    assert!(
        words.starts_with("It wins, but ") && words.contains("The method plays Ra4 (squeeze: "),
        "{words}"
    );
    lesson.take_back();
    let (verdict, words) = answer(&mut lesson, "Ra5+");
    assert_ne!(verdict, Assessment::ThrowsAway, "{words}");
    lesson.take_back();
    assert_eq!(lesson.board(), &start);
}

#[test]
fn a_win_thrown_away_is_called_so() {
    let ground = ground("KQK");
    let stalemate = board("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    let mut lesson = Lesson::new(&ground, Language::English, stalemate).expect("a lesson");
    let (verdict, words) = answer(&mut lesson, "Qg6");
    assert_eq!((verdict, lesson.conclusion()), (Assessment::ThrowsAway, Some(Conclusion::Stalemate)));
    assert!(words.starts_with("This throws the win away: it is stalemate. The method plays "), "{words}");
    assert!(lesson.advice().is_none() && lesson.play(stalemate.legal_moves()[0]).is_none());
    lesson.take_back();
    let (verdict, words) = answer(&mut lesson, "Qg8+");
    assert_eq!((verdict, lesson.conclusion()), (Assessment::ThrowsAway, Some(Conclusion::Lost)));
    assert!(words.contains("Kxg8 takes the man you need"), "{words}");
    let mut spanish = Lesson::new(&ground, Language::Spanish, stalemate).expect("a lesson");
    assert!(
        answer(&mut spanish, "Qg6").1.starts_with("Así se pierde la victoria: es ahogado. El método juega ")
    );
}

#[test]
fn black_can_learn_and_the_defender_can_begin() {
    let ground = ground("KRK");
    let mut lesson =
        Lesson::new(&ground, Language::English, board("8/8/8/4K3/8/3k4/8/r7 w - - 0 1")).expect("a lesson");
    assert_eq!((lesson.learner(), lesson.board().turn()), (Color::Black, Color::Black));
    for _ in 0..31 {
        let Some(advice) = lesson.advice() else { break };
        assert_eq!(lesson.play(advice.mv).expect("an answer").verdict, Assessment::SameRule);
    }
    assert_eq!(lesson.conclusion(), Some(Conclusion::Mate));
    assert!(lesson.board().is_checkmate());
}

#[test]
fn lessons_need_the_men_and_the_win() {
    let (rook, pawn) = (ground("KRK"), ground("KPK"));
    let error =
        |ground, fen| Lesson::new(ground, Language::English, board(fen)).expect_err("no lesson").to_string();
    assert_eq!(
        error(&rook, "8/8/8/4k3/8/3K4/8/RR6 w - - 0 1"),
        "the position does not have the men of KRK, with nothing else on the board"
    );
    assert_eq!(
        error(&pawn, "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1"),
        "White cannot win this position against the best defence"
    );
    let over = Lesson::new(&rook, Language::English, board("R3k3/8/4K3/8/8/8/8/8 b - - 0 1"));
    assert_eq!(over.expect_err("no lesson"), LessonError::Over);
}

#[test]
fn harder_starts_have_fewer_winning_moves() {
    let ground = ground("KPK");
    let keeping = |difficulty| -> usize {
        let starts = (0..20).filter_map(|number| start(&ground, difficulty, number));
        let tables = Tables::builtin(1 << 20).expect("tables");
        let share = |board: Board| {
            let moves = board.legal_moves();
            let wins = moves
                .iter()
                .filter(|&&mv| matches!(tables.probe_dtm(&board.play(mv)), Some(Value::Loss(_))))
                .count();
            assert!(wins > 0, "{}", board.fen());
            1000 * wins / moves.len()
        };
        starts.map(share).sum()
    };
    let [easy, medium, hard] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard].map(keeping);
    assert!(easy > medium && medium > hard, "{easy} {medium} {hard}");
    assert_eq!(start(&ground, Difficulty::Hard, 7), start(&ground, Difficulty::Hard, 7));
}

#[test]
fn answers_are_json() {
    let ground = ground("KRK");
    let mut lesson =
        Lesson::new(&ground, Language::English, board("8/8/8/4k3/8/3K4/8/R7 w - - 0 1")).expect("one");
    let answer = lesson.play(lesson.board().parse_san("Ra4").expect("legal")).expect("an answer");
    let json = serde_json::to_value(&answer).expect("JSON");
    assert_eq!((&json["verdict"], &json["method"]["name"]), (&"same_rule".into(), &"squeeze".into()));
    assert_eq!(json["method"]["mv"], "a1a4");
}
