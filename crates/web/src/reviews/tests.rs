use core::time::Duration;
use std::time::Instant;

use quevedo_engine::{Engine, Options};

use super::*;
use crate::desk::Desk;
use crate::shelf::Memory;

/// White loses a queen, and Black mates.
const GAME: &str = "[White \"Ada\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

fn maker() -> EngineMaker {
    Arc::new(|| Engine::new(Options { hash: 1, ..Options::default() }).map_err(|error| error.to_string()))
}

fn reviews(shelf: &Arc<Memory>) -> Arc<Reviews> {
    let desk = Desk::open(1, &maker()).expect("a thread");
    let shelf: Arc<dyn Shelf> = Arc::<Memory>::clone(shelf);
    Reviews::open(shelf, desk, maker(), "test".to_owned(), 1).expect("a thread")
}

fn wait_for(reviews: &Reviews, job: &str, state: JobState) -> JobFacts {
    let start = Instant::now();
    loop {
        let facts = reviews.job(job).expect("a job");
        if facts.state == state {
            return facts;
        }
        assert!(start.elapsed() < Duration::from_mins(1), "{facts:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_review_is_ordered_once_made_and_kept() {
    let shelf = Arc::<Memory>::default();
    let reviews_ = reviews(&shelf);
    let owner = PageId::new();
    let first = reviews_.submit(owner, GAME.as_bytes(), 0, Care::Quick).expect("an order");
    let again = reviews_.submit(owner, GAME.as_bytes(), 0, Care::Quick).expect("an order");
    assert_eq!(first.job, again.job);
    let other =
        reviews_.submit(owner, GAME.replace("Bob", "Eve").as_bytes(), 0, Care::Quick).expect("an order");
    assert_ne!(first.job, other.job);
    let done = wait_for(&reviews_, &first.job, JobState::Done);
    assert!(done.accuracy.is_some_and(|both| both.white < both.black), "{done:?}");
    assert_eq!(done.title, "Ada - Bob");
    let review = reviews_.read(&first.job).expect("a review");
    assert!(review.moves[2].mark.is_some(), "2. g4 allows mate");
    reviews_.close();
    // Another program finds it done, under the same name.
    let after = reviews(&shelf);
    assert_eq!(after.submit(owner, GAME.as_bytes(), 0, Care::Quick).expect("an order").state, JobState::Done);
    assert_eq!(after.read(&first.job).expect("a review").moves.len(), 4);
    after.close();
}

#[test]
fn what_was_ordered_and_not_done_is_done_later() {
    let shelf = Arc::<Memory>::default();
    let tree = pick(GAME.as_bytes(), 0).expect("a game");
    let record = JobRecord::new(&tree, &ReviewInput::of(&tree).expect("moves"), Care::Quick);
    shelf.save(Drawer::Jobs, "0123", &record.write()).expect("kept");
    shelf.save(Drawer::Jobs, "4567", "no record").expect("kept");
    let reviews = reviews(&shelf);
    wait_for(&reviews, "0123", JobState::Done);
    assert_eq!(reviews.list().len(), 1);
    reviews.close();
}

#[test]
fn games_that_cannot_be_reviewed_are_refused() {
    let reviews = reviews(&Arc::default());
    let refused =
        |pgn: &str| reviews.submit(PageId::new(), pgn.as_bytes(), 0, Care::Quick).expect_err("a problem");
    assert_eq!(refused("").code, Code::Pgn);
    assert!(refused("1. e4 Ke4 *").words.contains("Ke4"));
    assert!(refused("[White \"A\"]\n\n*").words.contains("no move"));
    assert_eq!(reviews.read("../../etc/passwd").expect_err("a problem").code, Code::Missing);
    assert_eq!(reviews.cancel("0123").expect_err("a problem").code, Code::Missing);
    reviews.close();
}
