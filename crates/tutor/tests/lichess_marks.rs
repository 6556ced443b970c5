//! Our reading of Lichess' marks against those that Lichess itself wrote into its games.

// Figures are shown with --no-capture.
#![allow(clippy::print_stdout)]

use std::fs::File;
use std::io::Read;

use quevedo_games::{GameTree, Games};
use quevedo_report::Score;
use quevedo_testkit::shared_or_skip;
use quevedo_tutor::review::{Mark, ReviewInput, lichess_marks};

fn games(path: &std::path::Path) -> Vec<GameTree> {
    let mut text = Vec::new();
    let file = File::open(path).expect("the games");
    zstd::stream::read::Decoder::new(file).expect("compressed").read_to_end(&mut text).expect("text");
    Games::new(&text[..]).filter_map(Result::ok).collect()
}

/// A move's mark in the file, ours, and its score.
type Marks = (Option<Mark>, Option<Mark>, Score);

/// The marks in a game's file, and ours from its scores, of every move that has a score.
fn compare(tree: &GameTree) -> Option<Vec<Marks>> {
    let input = ReviewInput::of(tree).ok().filter(ReviewInput::has_evals)?;
    let ours = lichess_marks(&input);
    let theirs =
        tree.main_line().map(|played| tree.nags(played.node).iter().find_map(|&nag| Mark::of_nag(nag)));
    let scores = input.plies.iter().map(|ply| ply.eval.map_or(Score::Cp(0), |eval| Score::from(eval.score)));
    Some(theirs.zip(ours).zip(scores).map(|((theirs, ours), score)| (theirs, ours, score)).collect())
}

#[test]
fn marks_are_those_of_lichess() {
    let folder = shared_or_skip!("marks_are_those_of_lichess").join("games");
    // Older files have another rule, by hundredths of a pawn alone.
    let trees = games(&folder.join("lichess_2025-05_438games.pgn.zst"));
    let (mut moves, mut same, mut count) = (0, 0, 0);
    let mut unlike = Vec::new();
    for tree in &trees {
        let Some(pairs) = compare(tree) else { continue };
        count += 1;
        for (index, (theirs, ours, _)) in pairs.into_iter().enumerate() {
            moves += 1;
            same += usize::from(theirs == ours);
            if theirs != ours {
                unlike.push((tree.headers().get("Site").unwrap_or("?").to_owned(), index + 1, theirs, ours));
            }
        }
    }
    unlike.truncate(12);
    println!("{count} games, {moves} moves, {same} with the same mark; unlike: {unlike:?}");
    assert!(count >= 30 && moves > 1500, "{count} games, {moves} moves");
    assert!(same * 1000 >= moves * 995, "{same} of {moves}: {unlike:?}");
}
