use quevedo_engine::{Options, Report};
use quevedo_report::{PvLine, Side, VERSION, WrittenMove};
use quevedo_rules::{Board, Color, File, Move, Piece, Square, UciMove};
use quevedo_value::{Bound, Depth, Score, WdlModel};

use super::*;
use crate::explain::{Candidate, Judgement, Mark, Picks};
use crate::{
    Attack, Defence, DrawKind, Duty, Fact, Flank, Goal, MatePattern, PawnFlaw, Proof, Remedy, Reply, Root,
    StockPattern, Term, Truth,
};

fn board(fen: &str) -> Board {
    Board::from_fen(fen).expect("a FEN")
}

fn uci(text: &str) -> UciMove {
    text.parse().expect("a move")
}

/// A position with a man of each kind on known squares, for facts that only name them.
const CROWD: &str = "r2q1rk1/pp1n1ppp/2p1bn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1 w - - 0 12";

fn finding(fact: Fact) -> Finding {
    Finding {
        fact,
        at: board(CROWD),
        mv: None,
        side: Color::White,
        truth: Truth::Static,
        gain: 0,
        line: Vec::new(),
        proofs: Vec::new(),
    }
}

fn moved(fact: Fact, mv: &str) -> Finding {
    Finding { mv: Some(uci(mv)), line: vec![uci(mv)], ..finding(fact) }
}

/// A finding of every topic; what they say need not be true, only sayable.
fn samples() -> Vec<Finding> {
    use Square as S;
    let goal = Goal::Material(3);
    let mut all = vec![
        finding(Fact::Hanging { man: S::D5 }),
        finding(Fact::Loose { man: S::B7 }),
        finding(Fact::Trapped { man: S::E6 }),
        moved(Fact::Fork { by: S::B5, targets: vec![S::D5, S::D8] }, "c3b5"),
        moved(Fact::DoubleAttack { by: vec![S::B5, S::D3], targets: vec![S::H7, S::C6] }, "c3b5"),
        finding(Fact::PinAbsolute { pinner: S::D3, pinned: S::H7, king: S::G8, refuted: None }),
        finding(Fact::PinAbsolute { pinner: S::D3, pinned: S::F6, king: S::G8, refuted: Some(uci("f6d5")) }),
        finding(Fact::PinRelative { pinner: S::F4, pinned: S::D7, behind: S::D8 }),
        moved(Fact::Skewer { by: S::G5, front: S::F6, behind: S::D8 }, "f4g5"),
        moved(Fact::DiscoveredAttack { by: S::D3, target: S::H7 }, "c3b5"),
        moved(Fact::DiscoveredCheck { by: S::D3 }, "c3b5"),
        moved(Fact::DoubleCheck { by: [S::D3, S::B5] }, "c3b5"),
        finding(Fact::XRay { rear: S::D1, on: S::D5 }),
        finding(Fact::Overloaded { guard: S::F6, duties: vec![S::D5, S::H7] }),
        moved(Fact::RemovedDefender { guard: S::D5, target: S::E6 }, "c3d5"),
        moved(Fact::Deflection { guard: S::D8, duty: Duty::Man(S::D7) }, "c3d5"),
        moved(Fact::Deflection { guard: S::D8, duty: Duty::MateSquare(S::H7) }, "c3d5"),
        moved(Fact::Deflection { guard: S::D8, duty: Duty::PromotionSquare(S::A8) }, "c3d5"),
        moved(Fact::Attraction { from: S::G8, to: S::H7 }, "d3h7"),
        moved(Fact::Interference { slider: S::D8, target: S::D5 }, "c3b5"),
        moved(Fact::Intermezzo { recapture: uci("c3d5") }, "d3h7"),
        moved(Fact::Clearance { follow_up: uci("d1d3") }, "d3c2"),
        moved(Fact::Desperado { man: S::D3 }, "d3h7"),
        finding(Fact::BackRank { king: S::G8 }),
        moved(Fact::MateIn { moves: 2, pattern: None }, "d3h7"),
        moved(Fact::MateIn { moves: 1, pattern: Some(MatePattern::Smothered) }, "d3h7"),
        moved(Fact::Achieves { goal }, "d3h7"),
        moved(Fact::Threat { by: Color::White, goal, mv: uci("f4d6") }, "d3c2"),
        moved(Fact::Allows { goal, by: uci("g8h7"), better: uci("h2h3") }, "d3h7"),
        moved(Fact::Allows { goal: Goal::Mate(2), by: uci("g8h7"), better: uci("h2h3") }, "d3h7"),
        moved(Fact::Allows { goal: Goal::Table(0), by: uci("g8h7"), better: uci("h2h3") }, "d3h7"),
        moved(Fact::Misses { goal, better: uci("h2h3") }, "d3h7"),
        moved(Fact::OnlyMove { others: Goal::Mate(1) }, "d3h7"),
        moved(Fact::Sacrifice { points: 3 }, "d3h7"),
        moved(Fact::SavesDraw { how: DrawKind::Perpetual }, "d3h7"),
        moved(Fact::SavesDraw { how: DrawKind::Stalemate }, "d3h7"),
        moved(Fact::Tempo { goal }, "d3h7"),
        finding(Fact::Passed { pawn: S::D4 }),
        finding(Fact::Unstoppable { pawn: S::D4 }),
        moved(Fact::Breakthrough { pawn: S::A2 }, "b2b4"),
        moved(Fact::UnderPromotion { piece: Piece::Knight }, "b2b4"),
        finding(Fact::Opposition { holder: Color::Black }),
        finding(Fact::KeySquare { square: S::G1, pawn: S::G2 }),
        finding(Fact::Zugzwang),
        moved(Fact::Simplification { value: 1 }, "d3h7"),
        moved(Fact::Simplification { value: 0 }, "d3h7"),
        finding(Fact::TableValue { value: 1, moves: Some(12) }),
        finding(Fact::TableValue { value: 0, moves: None }),
        finding(Fact::TableValue { value: -1, moves: Some(9) }),
        finding(Fact::Outpost { man: S::F4 }),
        finding(Fact::Hole { square: S::E4, of: Color::White }),
        finding(Fact::BadBishop { bishop: S::E6 }),
        finding(Fact::OpenFile { man: S::A1, file: File::A, half: false }),
        finding(Fact::OpenFile { man: S::A1, file: File::A, half: true }),
        finding(Fact::Seventh { man: S::D8 }),
        finding(Fact::Lever { pawn: S::E3, target: S::D5 }),
        finding(Fact::Shelter { king: S::G8, missing: 2 }),
        finding(Fact::Attackers { king: S::G8, count: 3 }),
        finding(Fact::Development { white: 4, black: 3 }),
        finding(Fact::Imbalance { surplus: [-2, 0, 1, 0, 0] }),
        moved(Fact::TermDiffers { term: Term::KingSafety, hundredths: 31 }, "d3h7"),
        moved(Fact::Initiative, "d3h7"),
        moved(Fact::Stock { pattern: StockPattern::GreekGift }, "d3h7"),
        moved(Fact::Stock { pattern: StockPattern::KnightOnF7 }, "d3h7"),
        moved(Fact::Stock { pattern: StockPattern::PhilidorsLegacy }, "d3h7"),
        finding(Fact::Fortress { points: 4 }),
        finding(Fact::Majority { wing: Flank::Queenside, own: 3, other: 2 }),
        moved(Fact::StructureChange { pawn: S::D5, flaw: PawnFlaw::Isolated, taken_back: false }, "d3h7"),
        moved(Fact::StructureChange { pawn: S::H7, flaw: PawnFlaw::Doubled, taken_back: true }, "d3h7"),
        moved(Fact::StructureChange { pawn: S::H7, flaw: PawnFlaw::Isolated, taken_back: true }, "d3h7"),
        finding(Fact::Space { white: 12, black: 7 }),
        finding(Fact::Opening { eco: "D30".to_owned(), name: "Queen's Gambit Declined".to_owned() }),
    ];
    for flaw in [PawnFlaw::Doubled, PawnFlaw::Isolated, PawnFlaw::Backward] {
        all.push(finding(Fact::WeakPawn { pawn: S::C6, flaw }));
    }
    for how in [Remedy::Moves, Remedy::Guards, Remedy::Blocks, Remedy::Takes, Remedy::Counters] {
        all.push(moved(Fact::Parries { goal, threat: uci("f6e4"), how }, "d3c2"));
    }
    all
}

fn line(board: &Board, rank: usize, score: i32, moves: &str) -> PvLine {
    let moves: Vec<Move> = board.parse_line(moves).expect("a line");
    let report = Report {
        depth: Depth(9),
        selective_depth: 12,
        multi_pv: rank,
        score: Score::cp(score),
        bound: Bound::Exact,
        nodes: 1000,
        time: core::time::Duration::ZERO,
        fullness: 0,
        table_hits: 0,
        table_draw: false,
        line: moves,
    };
    PvLine::new(board, &report, WdlModel::CLASSICAL.chances(Score::cp(score), 60))
}

/// An explanation that says one finding in each of its places.
fn about(finding: &Finding) -> Explanation {
    let board = finding.at;
    let played = finding.mv.map_or_else(|| board.legal_moves()[0], |mv| board.find_uci(mv).expect("legal"));
    let best = *board.legal_moves().iter().find(|&&mv| mv != played).expect("another move");
    let (played_san, best_san) = (board.san(played).to_string(), board.san(best).to_string());
    let judgement = Judgement {
        mv: WrittenMove::new(&board, played),
        line: 1,
        expectation: 0.3,
        best_expectation: 0.6,
        loss: 0.3,
        mark: Mark::Blunder,
        picks: Picks { cause: Some(0), motif: Some(0), remedy: Some(0), rule: Some(0), ..Picks::default() },
    };
    Explanation {
        version: VERSION,
        fen: board.fen(),
        turn: Side::from(board.turn()),
        depth: 9,
        nodes: 1000,
        lines: vec![line(&board, 1, 30, &best_san), line(&board, 2, -200, &played_san)],
        played: Some(judgement),
        why_not: None,
        candidates: vec![Candidate { line: 1, reason: Some(0) }],
        standing: vec![0],
        findings: vec![finding.clone()],
    }
}

#[test]
fn every_fact_has_words_in_every_language_and_level() {
    let samples = samples();
    for &topic in Topic::ALL {
        let is_there = samples.iter().any(|finding| Topic::of(&finding.fact) == topic);
        assert!(is_there, "no sample of {topic:?}");
    }
    for finding in &samples {
        let explanation = about(finding);
        for language in Language::ALL {
            for level in Level::ALL {
                let desk = Desk { explanation: &explanation, level, language };
                let topic = Topic::of(&finding.fact);
                // All variants, not only the one that this position gets.
                let scene = Scene::new(finding, language).expect("a scene");
                for template in language.clause(topic, level.is_plain()) {
                    let piece = desk.pen().write(template, &|place| scene.fill(place).map(Part::from));
                    let text = piece.unwrap_or_else(|| panic!("{language:?} {level:?} {template}")).text;
                    assert!(!text.contains(['{', '}']) && !text.contains("  "), "{text}");
                }
                let standing = Explanation { played: None, ..explanation.clone() };
                let whole = [say(&explanation, level, language), say(&standing, level, language)].concat();
                assert!(
                    whole.iter().any(|sentence| sentence.rests_on == Basis::Finding(0)),
                    "{topic:?} is said"
                );
                for sentence in &whole {
                    assert!(sentence.text.ends_with('.'), "{}", sentence.text);
                    assert!(
                        !sentence.text.contains(" de el ") && !sentence.text.contains(" a el "),
                        "{}",
                        sentence.text
                    );
                }
            }
        }
    }
}

#[test]
fn frames_are_filled_in_every_language() {
    let explanation = about(&samples()[3]);
    for language in Language::ALL {
        for mark in [Mark::Forced, Mark::Best, Mark::Good, Mark::Mistake] {
            for picks in [Picks::default(), Picks { cause: Some(0), ..Picks::default() }] {
                let judgement = Judgement { mark, picks, ..explanation.played.clone().expect("a judgement") };
                let explanation = Explanation { played: Some(judgement), ..explanation.clone() };
                for level in Level::ALL {
                    let said = say(&explanation, level, language);
                    assert_eq!(said.first().map(|sentence| sentence.role), Some(Role::Verdict), "{mark:?}");
                }
            }
        }
        for number in 1..=4 {
            assert!(hint(&explanation, number, language).is_some(), "hint {number}");
        }
    }
}

/// A knight is put where a pawn takes it: with its whole proof.
fn loses_a_knight() -> Finding {
    let at = board("4k3/8/1n6/8/4P3/8/8/4K3 b - - 0 17");
    let start = at.play(at.parse_san("Nd5").expect("a move"));
    let proof = Proof {
        start,
        after_pass: false,
        attacker: Color::White,
        goal: Goal::Material(3),
        tree: Root::Attack(Attack { mv: uci("e4d5"), then: Defence::Holds }),
    };
    Finding {
        fact: Fact::Allows { goal: Goal::Material(3), by: uci("e4d5"), better: uci("b6a4") },
        at,
        mv: Some(uci("b6d5")),
        side: Color::White,
        truth: Truth::Proven,
        gain: 3,
        line: vec![uci("b6d5"), uci("e4d5"), uci("e8d7")],
        proofs: vec![proof],
    }
}

fn first_words(finding: &Finding, level: Level, language: Language) -> String {
    say(&about(finding), level, language).remove(0).text
}

#[test]
fn a_blunder_is_said_with_its_man_and_its_line() {
    let finding = loses_a_knight();
    assert_eq!(
        first_words(&finding, Level::Club, Language::English),
        "17... Nd5?? loses the knight on d5: 18. exd5 Kd7."
    );
    assert_eq!(
        first_words(&finding, Level::Beginner, Language::Spanish),
        "17... Cd5?? pierde el caballo de d5: 18. exd5 Rd7."
    );
    let said = say(&about(&finding), Level::Club, Language::English).remove(0);
    let spoken: Vec<&str> = said.moves.iter().map(|spoken| spoken.mv.uci.as_str()).collect();
    assert_eq!(spoken, ["b6d5", "e4d5", "e8d7"]);
    assert_eq!(said.squares, [Square::D5]);
    assert_eq!(said.rests_on, Basis::Finding(0));
}

#[test]
fn words_promise_no_more_than_the_proof_has() {
    // Two replies, in one of which another man falls: no man is named.
    let mut finding = loses_a_knight();
    finding.proofs[0].goal = Goal::Material(2);
    finding.fact = Fact::Allows { goal: Goal::Material(2), by: uci("e4d5"), better: uci("b6a4") };
    let words = first_words(&finding, Level::Club, Language::English);
    assert!(words.contains("loses at least two pawns' worth of material"), "{words}");
    // A proof of another goal says nothing about this one.
    let mut finding = loses_a_knight();
    finding.proofs[0].goal = Goal::Mate(2);
    let words = first_words(&finding, Level::Club, Language::English);
    assert!(words.contains("at least three pawns' worth"), "{words}");
    // A proof that cannot be followed names no man either.
    let mut finding = loses_a_knight();
    finding.proofs[0].tree = Root::Defence(Defence::Replies(vec![Reply {
        mv: uci("a7a6"),
        then: Attack { mv: uci("e4d5"), then: Defence::Holds },
    }]));
    let words = first_words(&finding, Level::Club, Language::English);
    assert!(words.contains("at least three pawns' worth"), "{words}");
}

#[test]
fn what_is_not_on_the_board_is_not_said() {
    for fact in [
        Fact::Hanging { man: Square::E4 },
        Fact::PinAbsolute { pinner: Square::D3, pinned: Square::H6, king: Square::G8, refuted: None },
        Fact::Fork { by: Square::B5, targets: vec![Square::D5, Square::D6] },
        Fact::Fork { by: Square::B5, targets: vec![] },
        Fact::Outpost { man: Square::E5 },
    ] {
        let finding = finding(fact);
        let explanation = Explanation { played: None, ..about(&finding) };
        for language in Language::ALL {
            let said = say(&explanation, Level::Expert, language);
            let clauses =
                said.iter().filter(|it| it.role == Role::Detail && it.rests_on == Basis::Finding(0));
            // A fork is told by its targets; who forks need not be named.
            assert_eq!(clauses.count(), 0, "{:?}", finding.fact);
        }
    }
}

#[test]
fn a_club_player_is_told_sixty_words_at_most_and_a_beginner_two_sentences() {
    for finding in samples() {
        let explanation = about(&finding);
        for language in Language::ALL {
            let words: usize = say(&explanation, Level::Club, language)
                .iter()
                .map(|sentence| sentence.text.split_whitespace().count())
                .sum();
            assert!(words <= 60, "{words} words");
            assert!(say(&explanation, Level::Beginner, language).len() <= 2);
        }
    }
}

#[test]
fn the_same_input_gives_the_same_words_and_others_vary() {
    let explanation = about(&samples()[3]);
    let words = |explanation: &Explanation| say(explanation, Level::Club, Language::English);
    assert_eq!(words(&explanation), words(&explanation.clone()));
    let variants = ["one", "two", "three"];
    let picked: std::collections::BTreeSet<&str> =
        (0..20).map(|salt| pick(&variants, &explanation.fen, salt)).collect();
    assert_eq!(picked.len(), 3, "all variants are used");
}

#[test]
fn an_explanation_can_be_sent() {
    let explanation = about(&loses_a_knight());
    let text = serde_json::to_string(&explanation).expect("JSON");
    let read: Explanation = serde_json::from_str(&text).expect("an explanation");
    assert_eq!(read, explanation);
    let said = say(&explanation, Level::Expert, Language::Spanish);
    let text = serde_json::to_string(&said).expect("JSON");
    assert_eq!(serde_json::from_str::<Vec<Sentence>>(&text).expect("sentences"), said);
    assert_eq!(Options::default().multi_pv, 1);
}

#[test]
fn surplus_is_told_of_whoever_has_more() {
    let words = |surplus| scene::surplus_words(Language::English, surplus);
    assert_eq!(words([0, 1, 0, 0, 0]), "White has a knight more");
    assert_eq!(words([-2, 0, 1, 0, 0]), "White has a bishop for two pawns");
    assert_eq!(words([1, 0, 0, -1, 0]), "Black has a rook for a pawn");
    assert_eq!(words([0; 5]), "material is level");
    assert_eq!(
        scene::surplus_words(Language::Spanish, [0, 0, 0, 0, -1]),
        "las negras tienen una dama de más"
    );
}
