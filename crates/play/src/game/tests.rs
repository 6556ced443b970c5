use super::*;
use quevedo_engine::{Engine, Options};

const SECOND: Duration = Duration::from_secs(1);

fn terms(fen: &str) -> Terms {
    Terms { start: Board::from_fen(fen).expect("a FEN"), level: Terms::nodes(500), ..Terms::default() }
}

fn play(game: &mut CasualGame, san: &str) -> Result<(), Refusal> {
    let mv = game.board().parse_san(san).expect("a legal move");
    let answer = |score| {
        let mut engine = Engine::new(Options { hash: 1, ..Options::default() }).expect("one mebibyte");
        let found = engine.search(game.game(), Limits::depth(1)).finish();
        Answer { best: Some(mv), score: Some(score), ..found }
    };
    match game.turn() {
        Turn::Engine => {
            let answer = answer(Score::cp(10));
            game.engine_moves(&answer, SECOND)
        }
        _ => game.human_moves(mv, SECOND),
    }
}

#[test]
fn turns_change_and_mate_ends_it() {
    let mut game = CasualGame::new(Terms::default());
    for san in ["f3", "e5", "g4", "Qh4#"] {
        assert_ne!(game.turn(), Turn::Over);
        play(&mut game, san).expect("a move");
    }
    assert_eq!(game.turn(), Turn::Over);
    let result = game.result().expect("a result");
    assert_eq!((result.outcome, result.termination), (Outcome::Win(Color::Black), Termination::Normal));
    assert!(!game.resign() && !game.draw(), "it is over already");
    // Taken back, it goes on.
    game.take_back().expect("a move");
    assert_eq!((game.turn(), game.game().moves().len()), (Turn::Human, 2));
    assert!(game.result().is_none());
}

#[test]
fn nobody_moves_for_the_other() {
    let mut game = CasualGame::new(Terms { human: Color::Black, ..Terms::default() });
    let e4 = game.board().parse_san("e4").expect("a move");
    assert_eq!(game.human_moves(e4, SECOND), Err(Refusal::NotYourTurn));
    assert_eq!(game.take_back(), Err(Refusal::NothingToTakeBack));
    play(&mut game, "e4").expect("a move");
    assert_eq!(game.human_moves(e4, SECOND), Err(Refusal::Illegal));
    assert_eq!(game.take_back(), Err(Refusal::NothingToTakeBack), "the person has not moved");
}

#[test]
fn clocks_run_are_given_back_and_decide() {
    let clock = Some("10+2".parse().expect("a clock"));
    let mut game = CasualGame::new(Terms { clock, ..Terms::default() });
    play(&mut game, "e4").expect("a move");
    play(&mut game, "e5").expect("a move");
    assert_eq!(game.clock(Color::White), Some(SECOND * 11));
    assert_eq!(game.limits().clocks[1].map(|clock| clock.time), Some(SECOND * 11));
    game.take_back().expect("a move");
    assert_eq!(game.clock(Color::White), Some(SECOND * 10));
    let d4 = game.board().parse_san("d4").expect("a move");
    game.human_moves(d4, SECOND * 11).expect("a move, if too late");
    let result = game.result().expect("a result");
    assert_eq!((result.outcome, result.termination), (Outcome::Win(Color::Black), Termination::TimeForfeit));
    assert_eq!(game.game().moves().len(), 0, "a move after the flag does not count");
}

#[test]
fn a_bare_king_does_not_win_on_time() {
    let mut game = CasualGame::new(terms("8/8/8/4k3/8/8/3QP3/4K3 w - - 0 1"));
    game.time_is_over(Color::White);
    assert_eq!(game.result().map(|result| result.outcome), Some(Outcome::Draw));
}

#[test]
fn draws_are_taken_when_there_is_nothing_to_win() {
    let takes = |score: Option<Score>, move_number: u16| {
        let fen = format!("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 {move_number}");
        let mut game = CasualGame::new(terms(&fen));
        game.score = score;
        game.draw()
    };
    assert!(!takes(None, 60));
    assert!(!takes(Some(Score::DRAW), 10), "too early");
    assert!(takes(Some(Score::DRAW), 40));
    assert!(takes(Some(Score::cp(-80)), 10), "glad to escape");
    assert!(!takes(Some(Score::cp(80)), 90));
    assert!(takes(Some(Score::mated_in(quevedo_value::Ply::new(4))), 10));
    assert!(!takes(Some(Score::mate_in(quevedo_value::Ply::new(4))), 90));
}

#[test]
fn repetitions_are_claimed_by_whoever_is_content() {
    let mut game = CasualGame::new(Terms::default());
    for san in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"] {
        play(&mut game, san).expect("a move");
    }
    assert!(!game.engine_claims_draw(), "only the next move repeats for the third time");
    play(&mut game, "Ng8").expect("a move");
    assert!(game.claim().is_some());
    assert!(!game.engine_claims_draw(), "it is the person's turn");
    assert!(game.draw());
    assert_eq!(game.result().map(|result| result.outcome), Some(Outcome::Draw));
}

#[test]
fn a_game_goes_on_where_it_was() {
    let mut first = CasualGame::new(Terms::default());
    for san in ["e4", "c5", "Nf3"] {
        play(&mut first, san).expect("a move");
    }
    let again = CasualGame::resumed(Terms::default(), first.game().moves()).expect("a game");
    assert_eq!((again.board(), again.turn()), (first.board(), Turn::Engine));
    assert!(CasualGame::resumed(Terms::default(), &first.game().moves()[1..]).is_err());
}

#[test]
fn the_level_can_change() {
    let mut game = CasualGame::new(Terms { human: Color::Black, ..Terms::default() });
    assert_eq!(game.limits().move_time, Some(SECOND));
    game.set_level(Terms::nodes(100));
    assert_eq!((game.limits().move_time, game.limits().nodes), (None, Some(100)));
}
