//! Conversations written down: `>` the user's program says, `!` the engine behind says, `<` we print,
//! `=` we have the engine do.

use quevedo_engine::{Command, Event};

use super::fake_engine::FakeEngine;
use crate::xboard::{Action, Xboard};

/// A command in one line.
fn describe(command: &Command) -> String {
    match command {
        Command::NewGame => "new game".to_owned(),
        Command::Position { setup, moves } => {
            let start =
                if **setup == quevedo_rules::Setup::start() { "start".to_owned() } else { setup.fen() };
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            format!("position {start} {}", moves.join(" ")).trim_end().to_owned()
        }
        Command::SetOption { name, value } => {
            format!("set {name} to {}", value.as_deref().unwrap_or("nothing"))
        }
        Command::Go { limits: go, .. } => {
            let flag = |wanted: bool, word: &str| wanted.then(|| word.to_owned());
            let clock = |index: usize, name: &str| {
                let clock = go.clocks[index]?;
                Some(format!("{name} {}+{}", clock.time.as_millis(), clock.increment.as_millis()))
            };
            let parts = [
                flag(true, "go"),
                flag(go.ponder, "ponder"),
                flag(go.infinite, "infinite"),
                clock(0, "white"),
                clock(1, "black"),
                go.moves_to_go.map(|moves| format!("moves {moves}")),
                go.depth.map(|depth| format!("depth {depth}")),
                go.nodes.map(|nodes| format!("nodes {nodes}")),
                go.move_time.map(|time| format!("time {}", time.as_millis())),
            ];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        Command::Stop => "stop".to_owned(),
        Command::PonderHit => "ponder hit".to_owned(),
        Command::Book { setup, moves } => {
            let position = Command::Position { setup: setup.clone(), moves: moves.clone() };
            describe(&position).replacen("position", "book", 1)
        }
        Command::ClearHash => "clear hash".to_owned(),
        Command::Quit => "quit".to_owned(),
    }
}

/// The event of a line after `!`.
fn event(engine: &mut FakeEngine, text: &str) -> Event {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["best", "none"] => engine.best_move(None, None),
        ["best", ref moves @ ..] => {
            let moves = engine.moves(moves);
            assert!(engine.is_searching(), "{text}");
            engine.best_move(moves.first().copied(), moves.get(1).copied())
        }
        ["line", depth, kind, number, ref moves @ ..] => {
            let score = FakeEngine::score(kind, number.parse().expect("a number"));
            engine.report(depth.parse().expect("a number"), score, engine.moves(moves))
        }
        ["gives", "up"] => Event::GivesUp,
        ["offers", "draw"] => Event::OffersDraw,
        ["at", mv, number] => Event::CurrentMove {
            board: Box::new(*engine.board()),
            mv: engine.moves(&[mv])[0],
            number: number.parse().expect("a number"),
        },
        ["book", ref moves @ ..] => {
            // In proportion 3 : 2 : 1 and so on.
            let moves =
                moves.iter().map(|&mv| engine.moves(&[mv])[0]).zip((1..=moves.len() as u16).rev()).collect();
            Event::Book { board: Box::new(*engine.board()), moves }
        }
        _ => Event::Message(text.to_owned()),
    }
}

/// Plays the `>` and `!` lines of a transcript and compares everything that comes out with the rest.
fn check(transcript: &str) {
    let mut xboard = Xboard::new("Quevedo");
    let mut engine = FakeEngine::default();
    let mut played = Vec::new();
    let expected: Vec<&str> = transcript.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    for line in &expected {
        let actions = match line.split_at(1) {
            (">", said) => xboard.line(said.trim().as_bytes()),
            ("!", said) => xboard.event(&event(&mut engine, said.trim())),
            _ => continue,
        };
        played.push((*line).to_owned());
        for action in actions {
            played.push(match action {
                Action::Line(line) => format!("< {line}").trim_end().to_owned(),
                Action::Command(command) => {
                    engine.obey(&command);
                    format!("= {}", describe(&command))
                }
            });
        }
    }
    assert_eq!(played, expected, "\nplayed:\n{}\n", played.join("\n"));
}

#[test]
fn introduction() {
    let mut transcript = r#"
        > xboard
        > protover 2
        < feature done=0
        < feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 variants="normal,fischerandom" name=1 memory=1 smp=1 egt="syzygy" debug=1
        < feature option="Clear Hash -button"
        < feature option="MultiPV -spin 1 1 256"
        < feature option="Move Overhead -spin 30 0 5000"
        < feature option="Slow Mover -spin 100 10 1000"
        < feature option="nodestime -spin 0 0 10000"
        < feature option="Debug Log File -string"
        < feature option="SyzygyProbeDepth -spin 1 1 100"
        < feature option="SyzygyProbeLimit -spin 7 0 7"
        < feature option="Syzygy50MoveRule -check 1"
        < feature option="TablesPath -string"
        < feature option="EvalFile -string"
        < feature option="Evaluation -combo *classical /// network /// shannon"
        < feature option="UCI_LimitStrength -check 0"
        < feature option="UCI_Elo -spin 1500 600 2900"
        < feature option="Rating Scale -combo *lichess /// fide"
        < feature option="Style -combo *none /// attacker /// positional /// materialist /// gambiteer /// solid /// drawish /// trickster /// combination"
        < feature option="Personality File -string"
        < feature option="Seed -spin 0 0 2147483647"
        < feature option="Variety -spin 0 0 100"
        < feature option="Contempt -spin 0 -100 100"
        < feature option="Human Pace -check 0"
        < feature option="Resign -check 0"
        < feature option="Draw Offers -check 0"
        < feature option="Opponent -combo *none /// random /// first-move /// type-a-1 /// type-a-2 /// type-a-3 /// type-b /// turing /// torres"
        < feature option="OwnBook -check 1"
        < feature option="Book File -string <builtin>"
        < feature option="Book Variety -spin 100 0 100"
        < feature option="Book Depth -spin 20 0 255"
        < feature option="Book Seed -spin 0 0 2147483647"
        < feature option="Learning -combo *off /// positions /// book /// all"
        < feature option="Memory Path -string"
        < feature option="Memory Read Only -check 0"
        < feature myname="Quevedo" done=1
        > accepted ping
        > rejected debug
        > memory 64
        = set Hash to 64
        > cores 2
        = set Threads to 2
        > egtpath syzygy /tables/a b:/c
        = set SyzygyPath to /tables/a b:/c
        > egtpath nalimov /n
        > option Move Overhead=100
        = set Move Overhead to 100
        > option UCI_ShowWDL=1
        = set UCI_ShowWDL to true
        > option Clear Hash
        = clear hash
        ! the option Hash wants a number
        < # the option Hash wants a number
        > quit
        = quit
        > ping 1
        "#
    .to_owned();
    if quevedo_engine::Options::default().evaluation.name() == "network" {
        transcript = transcript
            .replace("EvalFile -string", "EvalFile -string <builtin>")
            .replace("*classical /// network", "classical /// *network");
    }
    check(&transcript);
}

#[test]
fn levels_give_up_and_offer_draws() {
    check(
        "
        > new
        = new game
        > st 1
        > usermove e2e4
        = position start e2e4
        = go time 1000
        ! offers draw
        < offer draw
        ! best e7e5
        < move e7e5
        > usermove d2d4
        = position start e2e4 e7e5 d2d4
        = go time 1000
        ! gives up
        < resign
        = stop
        ! best e5d4
        ",
    );
}

#[test]
fn draws_are_taken_by_whoever_stands_worse() {
    check(
        "
        > new
        = new game
        > st 1
        > draw
        > usermove e2e4
        = position start e2e4
        = go time 1000
        ! line 5 cp 30 e7e5 g1f3
        ! best e7e5
        < move e7e5
        > draw
        > usermove d2d4
        = position start e2e4 e7e5 d2d4
        = go time 1000
        ! line 5 cp -90 e5d4
        ! best e5d4
        < move e5d4
        > draw
        < offer draw
        > new
        = new game
        > draw
        ",
    );
}

#[test]
fn a_game_to_mate() {
    check(
        "
        > new
        = new game
        > level 40 5 0
        > post
        > hard
        = set Ponder to true
        > easy
        = set Ponder to false
        > time 30000
        > otim 29900
        > usermove f2f3
        = position start f2f3
        = go white 299000+0 black 300000+0 moves 40
        ! line 5 cp -12 e7e5 g2g4
        < 5 -12 50 5000 e7e5 g2g4
        ! line 6 mate 2 e7e5 g2g4 d8h4
        < 6 100002 60 6000 e7e5 g2g4 d8h4
        ! best e7e5 g2g4
        < move e7e5
        > hint
        < Hint: g2g4
        > time 29000
        > otim 29800
        > g2g4
        = position start f2f3 e7e5 g2g4
        = go white 298000+0 black 290000+0 moves 39
        > ping 5
        ! best d8h4
        < move d8h4
        < 0-1 {Black mates}
        < pong 5
        > result 0-1 {Black mates}
        > ping 6
        < pong 6
        ",
    );
}

#[test]
fn pondering_hits_misses_and_ends() {
    check(
        "
        > hard
        = set Ponder to true
        > level 0 1 1
        > post
        > usermove e2e4
        = position start e2e4
        = go white 60000+1000 black 60000+1000
        ! line 10 cp 5 e7e5 g1f3
        < 10 5 100 10000 e7e5 g1f3
        ! best e7e5 g1f3
        < move e7e5
        = position start e2e4 e7e5 g1f3
        = go ponder white 60000+1000 black 59500+1000
        ! line 4 cp 7 b8c6
        < 4 7 40 4000 g1f3 b8c6
        > ping 1
        < pong 1
        > time 5990
        > otim 6000
        > usermove g1f3
        = ponder hit
        > ping 2
        ! best b8c6 f1b5
        < move b8c6
        = position start e2e4 e7e5 g1f3 b8c6 f1b5
        = go ponder white 60000+1000 black 60300+1000
        < pong 2
        > usermove d2d4
        = stop
        ! line 7 cp 7 a7a6
        ! best a7a6
        = position start e2e4 e7e5 g1f3 b8c6 d2d4
        = go white 60000+1000 black 60300+1000
        ! best e5d4 f3d4
        < move e5d4
        = position start e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4
        = go ponder white 60000+1000 black 61300+1000
        > time 100
        > usermove f3d4
        = stop
        ! best f8c5
        = position start e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4
        = go white 60000+1000 black 1000+1000
        ! best f8c5 d4b3
        < move f8c5
        = position start e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4 f8c5 d4b3
        = go ponder white 60000+1000 black 2000+1000
        > easy
        = stop
        ! best c5b6
        = set Ponder to false
        ",
    );
}

#[test]
fn force_go_and_moves_in_between() {
    check(
        "
        > force
        > e4
        > usermove e7e5
        > usermove Nf3
        > usermove b8c6
        > usermove e5e4
        < Illegal move (there is a black pawn on e5, but White is to move): e5e4
        > usermove g1f3
        < Illegal move (there is no white man on g1): g1f3
        > usermove d2d5
        < Illegal move (a pawn cannot go from d2 to d5): d2d5
        > usermove
        < Error (wants a move): usermove
        > undo
        > undo
        > st 3
        > sd 9
        > go
        = position start e2e4 e7e5
        = go depth 9 time 3000
        > usermove e4e5
        < Illegal move (it is the engine's turn): e4e5
        > memory 32
        > ping 7
        > ?
        = stop
        > ?
        ! best f1c4
        < move f1c4
        = set Hash to 32
        < pong 7
        > playother
        > go
        = position start e2e4 e7e5 f1c4
        = go depth 9 time 3000
        > force
        = stop
        > go
        > ?
        > ping 8
        ! best d7d6
        = position start e2e4 e7e5 f1c4
        = go depth 9 time 3000
        = stop
        ! best b8c6
        < move b8c6
        < pong 8
        > remove
        > level 0 0:30 0.5
        > usermove f1c4
        = position start e2e4 e7e5 f1c4
        = go white 30000+500 black 30000+500 depth 9
        > new
        = stop
        > ping 9
        ! best d7d6
        = new game
        < pong 9
        > nps 1000
        > usermove d2d4
        = position start d2d4
        = go nodes 1500
        > pause
        = stop
        ! best d7d5
        > resume
        = position start d2d4
        = go nodes 1500
        ",
    );
}

#[test]
fn analysis_follows_the_board() {
    check(
        "
        > post
        > analyze
        = position start
        = go infinite
        ! line 3 cp 30 e2e4 e7e5
        < 3 30 30 3000 e2e4 e7e5
        ! at d2d4 2
        > .
        < stat01: 30 3000 3 18 20 d2d4
        > hint
        < Hint: e2e4
        > usermove e2e4
        = stop
        > ping 3
        ! line 4 cp 99 d2d4
        ! best d2d4
        = position start e2e4
        = go infinite
        < pong 3
        > option MultiPV=3
        = stop
        ! best e7e5
        = set MultiPV to 3
        = position start e2e4
        = go infinite
        > undo
        = stop
        ! best e7e5
        = position start
        = go infinite
        > undo
        < Error (no move to take back): undo
        > setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
        = stop
        ! best d2d4
        > setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1
        = position 4k3/8/8/8/8/8/8/4K2R w K - 0 1
        = go infinite
        ! best e1g1
        > .
        < stat01: 0 0 0 0 15
        > exit
        > analyze
        > bk
        = book 4k3/8/8/8/8/8/8/4K2R w K - 0 1
        ! book
        < \tThe book has no move here.
        <
        "
        .replace("\\t", "\t")
        .as_str(),
    );
}

#[test]
fn positions_illegal_and_edited() {
    check(
        "
        > force
        > setboard 8/8/8/8/8/8/8/8 w - - 0 1
        < tellusererror Illegal position
        > usermove e2e4
        < Illegal move (the position is illegal): e2e4
        > go
        > ping 1
        < pong 1
        > setboard nonsense
        < tellusererror Illegal position
        > force
        > new
        = new game
        > force
        > a2a3
        > edit
        > #
        > Ke1
        > Rh1
        > c
        > Kd8
        > Zz9
        < Error (unknown edit command): Zz9
        > Rb7
        > .
        > go
        = position 3k4/1r6/8/8/8/8/8/4K2R b K - 0 1
        = go white 300000+0 black 300000+0 moves 40
        > edit
        = stop
        > xd8
        ! best b7b1
        > .
        < tellusererror Illegal position
        > edit
        > new
        = new game
        ",
    );
}

#[test]
fn fischer_random_castles_in_letters() {
    check(
        "
        > new
        = new game
        > variant fischerandom
        > force
        > setboard 1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w HBhb - 0 1
        > usermove O-O
        > post
        > go
        = position 1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w KQkq - 0 1 c1h1
        = go white 300000+0 black 300000+0 moves 40
        ! line 2 cp 0 c8h8 g1h1
        < 2 0 20 2000 O-O g1h1
        ! best c8h8
        < move O-O
        > variant shogi
        < Error (unsupported variant): shogi
        ",
    );
    check(
        "
        > force
        > setboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1
        > usermove e1c1
        > go
        = position r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 e1a1
        = go white 300000+0 black 300000+0 moves 40
        ! best e8h8
        < move e8g8
        ",
    );
}

#[test]
fn draws_are_claimed() {
    check(
        "
        > st 1
        > force
        > g1f3
        > g8f6
        > f3g1
        > f6g8
        > g1f3
        > g8f6
        > playother
        > usermove f3g1
        = position start g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1
        = go time 1000
        ! best f6g8
        < move f6g8
        < 1/2-1/2 {Draw by repetition}
        > result 1/2-1/2 {Draw by repetition}
        > setboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1
        > playother
        > usermove g6f7
        < 1/2-1/2 {Stalemate}
        > undo
        > usermove g6g7
        < 1-0 {White mates}
        > go
        < 1-0 {White mates}
        > setboard 7k/8/5KR1/8/8/8/8/8 w - - 99 90
        > go
        = position 7k/8/5KR1/8/8/8/8/8 w - - 99 90
        = go time 1000
        ! best g6g5
        < move g6g5
        < 1/2-1/2 {Draw by fifty-move rule}
        > force
        > setboard 7k/6p1/5K2/8/8/8/8/8 w - - 0 1
        > playother
        > Kxg7
        < Illegal move (the king would be in check from h8): Kxg7
        > force
        > setboard 7k/8/6p1/5K2/8/8/8/8 w - - 0 1
        > playother
        > usermove f5g6
        < 1/2-1/2 {Draw by insufficient material}
        ",
    );
}

#[test]
fn errors_are_short_and_on_one_line() {
    check(
        "
        > frobnicate
        < Error (unknown command): frobnicate
        > play nicely
        < Error (unknown command): play nicely
        > level x
        < Error (wants moves, minutes and seconds): level x
        > st nan
        < Error (wants seconds): st nan
        > st -1
        < Error (wants seconds): st -1
        > sd
        < Error (wants a number): sd
        > ping x
        < Error (wants a number): ping x
        > option =3
        < Error (wants a name and a value): option =3
        > remove
        < Error (no move to take back): remove
        > e2e5
        < Illegal move (a pawn cannot go from e2 to e5): e2e5
        > usermove @@@@
        < Illegal move (this is no move): @@@@
        > draw
        > name Hans Berliner
        > rating 2400 2600
        > computer
        > random
        > .
        > hint
        > ?
        ",
    );
    let mut xboard = Xboard::new("Q\nfeature");
    let long = "x".repeat(1000);
    let shown = format!("Error (unknown command): {}…", "x".repeat(60));
    assert_eq!(xboard.line(long.as_bytes()), [Action::Line(shown)]);
    let huge = vec![b'x'; crate::LONGEST_LINE + 1];
    assert_eq!(xboard.line(&huge), [Action::Line("Error (too long: 1048577 bytes): line".to_owned())]);
    assert_eq!(xboard.end_of_input(), [Action::Command(Command::Quit)]);
    assert!(xboard.has_quit());
}

#[test]
fn the_old_colour_commands_change_the_turn() {
    check(
        "
        > st 1
        > black
        > usermove e7e5
        = position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1 e7e5
        = go time 1000
        > white
        = stop
        ! best e2e4
        > usermove e2e4
        = position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1 e7e5 e2e4
        = go time 1000
        ",
    );
}

#[test]
fn the_book_says_what_it_has_and_how_much_of_it() {
    check(
        "
        > new
        = new game
        > force
        > usermove e2e4
        > bk
        = book start e2e4
        ! book
        < \tThe book has no move here.
        <
        > go
        = position start e2e4
        = go white 300000+0 black 300000+0 moves 40
        > bk
        = book start e2e4
        ! book e7e5 c7c5
        < \te7e5 67%
        < \tc7c5 33%
        <
        "
        .replace("\\t", "\t")
        .as_str(),
    );
}
