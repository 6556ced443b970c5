//! Proofs are walked again move by move, and set beside an exhaustive search without tables, orders and candidates.

use quevedo_rules::{Board, Color};
use quevedo_testkit::{RandomWalk, Start};

use super::*;
use crate::exchange::balance;
use crate::quiet::Quiet;
use crate::{Attack, Defence, Fact, findings_of_move};

/// Whether the goal holds in a position with the defender to move, asked anew.
fn holds(board: &Board, proof: &Proof, promoted: bool, path: &[quevedo_rules::Key]) -> bool {
    let base = balance(&proof.start, proof.attacker);
    let keeps = |gain| Quiet::new(proof.attacker, base + gain).holds(board);
    match proof.goal {
        Goal::Mate(_) => board.is_checkmate(),
        Goal::Material(gain) => keeps(gain),
        Goal::Promotion => promoted && keeps(1),
        Goal::Draw => board.is_stalemate() || path.contains(&board.key()),
        Goal::Table(_) => false,
    }
}

/// Walks a whole tree: every reply is there once, every move is legal, every leaf holds. Returns the attacker's moves on the longest line.
fn walk_attack(
    board: &Board,
    attack: &Attack,
    proof: &Proof,
    promoted: bool,
    path: &mut Vec<quevedo_rules::Key>,
) -> u8 {
    let mv = board.find_uci(attack.mv).expect("a legal move of the attacker");
    assert_eq!(board.turn(), proof.attacker);
    path.push(board.key());
    let moves = 1 + walk_defence(&board.play(mv), &attack.then, proof, promoted || mv.is_promotion(), path);
    path.pop();
    moves
}

fn walk_defence(
    board: &Board,
    defence: &Defence,
    proof: &Proof,
    promoted: bool,
    path: &mut Vec<quevedo_rules::Key>,
) -> u8 {
    let Defence::Replies(replies) = defence else {
        assert!(holds(board, proof, promoted, path), "{:?} does not hold in {}", proof.goal, board.fen());
        return 0;
    };
    let mut written: Vec<_> = replies.iter().map(|reply| reply.mv.to_string()).collect();
    let mut legal: Vec<_> = board.legal_moves().into_iter().map(|mv| board.uci(mv).to_string()).collect();
    written.sort();
    legal.sort();
    assert_eq!(written, legal, "replies in {}", board.fen());
    assert!(!legal.is_empty());
    path.push(board.key());
    let replies = replies.iter().map(|reply| {
        let next = board.play(board.find_uci(reply.mv).expect("a legal reply"));
        walk_attack(&next, &reply.then, proof, promoted, path)
    });
    let longest = replies.max().unwrap_or(0);
    path.pop();
    longest
}

pub(crate) fn assert_sound(proof: &Proof) {
    let root = proof.root().expect("a pass is possible");
    let mut path = Vec::new();
    let moves = match &proof.tree {
        Root::Attack(attack) => walk_attack(&root, attack, proof, false, &mut path),
        Root::Defence(defence) => walk_defence(&root, defence, proof, false, &mut path),
    };
    if let Goal::Mate(most) = proof.goal {
        assert!(moves <= most, "{moves} moves for {:?}", proof.goal);
    }
}

/// An exhaustive search for the same goal: every move of both sides.
fn slow(board: &Board, attacker: Color, goal: Goal, base: i8, plies: u8) -> bool {
    if board.turn() == attacker {
        return plies > 0
            && board
                .legal_moves()
                .into_iter()
                .any(|mv| slow(&board.play(mv), attacker, goal, base, plies - 1));
    }
    let holds = match goal {
        Goal::Mate(_) => board.is_checkmate(),
        Goal::Material(gain) => Quiet::new(attacker, base + gain).holds(board),
        _ => false,
    };
    let moves = board.legal_moves();
    holds
        || plies >= 2
            && !moves.is_empty()
            && moves.into_iter().all(|mv| slow(&board.play(mv), attacker, goal, base, plies - 1))
}

#[test]
fn what_is_proven_is_what_an_exhaustive_search_finds() {
    let effort = Effort { plies: 3, nodes: 20_000 };
    let (mut both, mut only_slow) = (0, 0);
    for visit in RandomWalk::new(31, &Start::ALL).step_by(7).take(400) {
        let board = visit.board;
        if board.legal_moves().len() > 24 {
            continue;
        }
        let us = board.turn();
        for goal in [Goal::Mate(2), Goal::Material(1), Goal::Material(3)] {
            let found = prove(&board, us, goal, effort, &[]);
            let exists = slow(&board, us, goal, balance(&board, us), 3);
            // A check at the end may lengthen the proof beyond three plies; then the tree speaks for itself.
            if let Some(proof) = &found {
                assert_sound(proof);
                if goal == Goal::Mate(2) {
                    assert!(exists, "{goal:?} in {}", board.fen());
                }
            }
            both += u32::from(found.is_some() && exists);
            only_slow += u32::from(found.is_none() && exists);
        }
    }
    assert!(both > 30, "{both} proven by both");
    assert!(only_slow * 10 <= both, "{only_slow} of {both} are missed");
}

#[test]
fn all_that_is_found_in_random_games_is_sound() {
    let effort = Effort { plies: 5, nodes: 3_000 };
    let mut proofs = 0;
    for visit in RandomWalk::new(33, &Start::ALL).step_by(11).take(250) {
        let board = visit.board;
        for proof in [
            strongest(&board, board.turn(), None, effort, &[]),
            strongest(&board, !board.turn(), None, effort, &[]),
            strongest_threat(&board, !board.turn(), effort),
        ]
        .into_iter()
        .flatten()
        {
            assert_sound(&proof);
            assert!(!proof.main_line().is_empty() || matches!(proof.tree, Root::Defence(Defence::Holds)));
            assert_eq!(proof.main_moves().len(), proof.main_line().len());
            proofs += 1;
        }
    }
    assert!(proofs > 150, "{proofs} proofs");
}

#[test]
fn a_royal_fork_wins_the_queen() -> Result<(), Box<dyn std::error::Error>> {
    let board = Board::from_fen("3q3k/6pp/8/3N4/8/8/6PP/6K1 w - - 0 1")?;
    let fork = Board::from_fen("q3k3/6pp/8/3N4/8/8/6PP/6K1 w - - 0 1")?;
    assert!(prove(&board, Color::White, Goal::Material(3), Effort::default(), &[]).is_none());
    let mv = fork.parse_uci("d5c7")?;
    let proof = prove_move(&fork, mv, Goal::Material(9), Effort::default(), &[]).ok_or("the queen falls")?;
    assert_sound(&proof);
    let found = findings_of_move(&fork, &[mv], Effort::default());
    assert!(
        found.iter().any(|finding| matches!(&finding.fact, Fact::Fork { targets, .. } if targets.len() == 2))
    );
    Ok(())
}

#[test]
fn stalemate_and_perpetual_check_are_half_a_point() -> Result<(), Box<dyn std::error::Error>> {
    let perpetual = Board::from_fen("6k1/6p1/8/7Q/8/8/q1r5/7K w - - 0 1")?;
    let proof = prove(&perpetual, Color::White, Goal::Draw, Effort::default(), &[]);
    assert_sound(&proof.ok_or("the queen checks on e8 and h5 for ever")?);
    // With a luft on h6 the king walks away.
    let free = Board::from_fen("6k1/8/8/7Q/8/8/q1r5/7K w - - 0 1")?;
    assert!(prove(&free, Color::White, Goal::Draw, Effort { plies: 3, nodes: 2_000 }, &[]).is_none());
    let trick = Board::from_fen("7k/8/8/8/8/6q1/6p1/R5K1 w - - 0 1")?;
    let proof = prove(&trick, Color::White, Goal::Draw, Effort::default(), &[]);
    assert!(proof.is_none_or(|proof| {
        assert_sound(&proof);
        true
    }));
    Ok(())
}
