//! Random conversations.

use quevedo_rules::Board;
use quevedo_value::Score;

use super::fake_engine::FakeEngine;
use crate::xboard::{Action, Xboard};
use quevedo_testkit::{Random, garbled_line};

const WORDS: &[&str] = &[
    "xboard",
    "protover 2",
    "new",
    "variant fischerandom",
    "variant normal",
    "force",
    "go",
    "playother",
    "white",
    "black",
    "level 40 5 0",
    "level 0 0:10 0.1",
    "st 1",
    "sd 3",
    "nps 100",
    "nps 0",
    "time 100",
    "otim -5",
    "?",
    "ping 7",
    "draw",
    "result 1-0 {x}",
    "setboard",
    "setboard 8/8/8/8/8/8/8/8 w - -",
    "setboard 4k3/P7/8/8/8/8/8/4K2R w K - 98 70",
    "edit",
    "Ke1",
    "c",
    "#",
    ".",
    "xe2",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    "pause",
    "resume",
    "memory 8",
    "cores 2",
    "option MultiPV=2",
    "option Clear Hash",
    "egtpath syzygy /x",
    "usermove",
    "e2e4",
    "e7e5",
    "Nf3",
    "O-O",
    "a7a8q",
    "name x",
    "99999999999999999999999999999999999999999",
    "-1",
    "é",
];

/// Commands as a program sends them, most of the time with a legal move where one belongs.
fn sensible_line(random: &mut Random, board: &Board) -> Vec<u8> {
    let moves = board.legal_moves();
    if random.one_in(2) && !moves.is_empty() {
        return format!("usermove {}", board.uci(random.pick(&moves))).into_bytes();
    }
    random.pick(WORDS).as_bytes().to_vec()
}

/// What came out of a conversation so far.
#[derive(Default)]
struct Tally {
    pings: usize,
    pongs: usize,
    moves: usize,
    searches: usize,
}

impl Tally {
    fn take(&mut self, actions: Vec<Action>, engine: &mut FakeEngine) {
        for action in actions {
            match action {
                Action::Command(command) => {
                    self.searches += usize::from(matches!(command, quevedo_engine::Command::Go { .. }));
                    engine.obey(&command);
                }
                Action::Line(line) => {
                    let body = line.strip_prefix('\t').unwrap_or(&line);
                    assert!(!body.contains(char::is_control), "{line:?}");
                    self.pongs += usize::from(line.starts_with("pong "));
                    self.moves += usize::from(line.starts_with("move "));
                }
            }
        }
    }
}

/// Lets the engine say something, if it is searching, and says whether it did.
fn speak(random: &mut Random, xboard: &mut Xboard, engine: &mut FakeEngine, tally: &mut Tally) -> bool {
    if !engine.is_searching() {
        return false;
    }
    let board = *engine.board();
    let best = random.pick(&board.legal_moves());
    let answers = board.play(best).legal_moves();
    let ends = engine.may_end() && random.one_in(2);
    let event = if ends {
        let ponder = (!answers.is_empty()).then(|| random.pick(&answers));
        engine.best_move(Some(best), ponder)
    } else {
        engine.report(random.below(30) as i32, Score::cp(random.below(200) as i32 - 100), vec![best])
    };
    let before = tally.moves;
    tally.take(xboard.event(&event), engine);
    assert!(tally.moves - before <= usize::from(ends), "one move for one best move");
    true
}

/// Lets the engine speak until nothing is left to be done; what is endless is ended by `force`.
fn drain(random: &mut Random, xboard: &mut Xboard, engine: &mut FakeEngine, tally: &mut Tally) {
    for line in [&b"."[..], b"setboard 4k3/8/8/8/8/8/8/4K3 w - -", b"force"] {
        tally.take(xboard.line(line), engine);
    }
    while engine.is_searching() {
        speak(random, xboard, engine, tally);
    }
}

#[test]
fn random_conversations_keep_their_manners() {
    let mut moves = 0;
    let mut searches = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed + 1);
        let mut xboard = Xboard::new("Quevedo");
        let mut engine = FakeEngine::default();
        let mut tally = Tally::default();
        let garbled = seed % 4 == 0;
        for _ in 0..300 {
            if random.one_in(3) && speak(&mut random, &mut xboard, &mut engine, &mut tally) {
                continue;
            }
            let line = if garbled && random.one_in(2) {
                garbled_line(&mut random, WORDS)
            } else {
                sensible_line(&mut random, xboard.game().board())
            };
            // The editor takes no pings.
            tally.pings += usize::from(line == b"ping 7" && xboard.editor.is_none());
            tally.take(xboard.line(&line), &mut engine);
        }
        drain(&mut random, &mut xboard, &mut engine, &mut tally);
        // A garbled line may hold a ping of its own.
        assert!(tally.pongs == tally.pings || garbled, "seed {seed}: {} pongs", tally.pongs);
        let last = xboard.line(b"ping 99");
        assert_eq!(last, [Action::Line("pong 99".to_owned())], "seed {seed}");
        moves += tally.moves;
        searches += tally.searches;
    }
    assert!(moves > 1000 && searches > moves, "{moves} moves in {searches} searches");
}

/// Two engines play each other through this protocol: every game comes to a proper end.
#[test]
fn games_are_played_to_their_ends() {
    for seed in 0..20 {
        let mut random = Random::new(seed + 1000);
        let mut xboard = Xboard::new("Quevedo");
        let mut engine = FakeEngine::default();
        let mut result = None;
        let ponder = if seed % 2 == 0 { &b"hard"[..] } else { b"easy" };
        let mut actions = [&b"new"[..], ponder].map(|line| xboard.line(line)).concat();
        for _ in 0..5000 {
            for action in core::mem::take(&mut actions) {
                match action {
                    Action::Command(command) => engine.obey(&command),
                    Action::Line(line) if line.starts_with("move ") => {}
                    Action::Line(line) => result = Some(line),
                }
            }
            if result.is_some() {
                break;
            }
            let board = *xboard.game().board();
            actions = if engine.may_end() {
                let root = *engine.board();
                let best = random.pick(&root.legal_moves());
                let answers = root.play(best).legal_moves();
                let ponder = (!answers.is_empty()).then(|| random.pick(&answers));
                xboard.event(&engine.best_move(Some(best), ponder))
            } else {
                let mv = random.pick(&board.legal_moves());
                xboard.line(format!("usermove {}", board.uci(mv)).as_bytes())
            };
        }
        let result = result.expect("a result");
        assert!(xboard.game().ending().is_some() || xboard.game().claim().is_some(), "{result}");
        let decided = xboard.game().outcome().map_or("1/2-1/2".to_owned(), |outcome| outcome.to_string());
        assert!(result.starts_with(&decided), "{result}");
    }
}
