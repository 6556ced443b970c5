//! Any bytes as lines of UCI: at most one thing to do per line, options that stay in their ranges,
//! positions that are legal, and answers that each stay on one line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quevedo_engine::{Command, Event, Options};
use quevedo_fuzz::{check_board, check_one_line};
use quevedo_protocol::uci::{self, Request};
use quevedo_rules::{Board, Move};

fuzz_target!(|data: &[u8]| {
    let mut options = Options::default();
    let mut board = Board::start();
    for line in data.split(|&byte| byte == b'\n') {
        let mut asked = 0;
        for request in uci::parse(line) {
            if let Request::Refused(refusal) = &request {
                check_one_line(&uci::info_string(refusal));
                continue;
            }
            asked += 1;
            if let Request::Command(command) = &request {
                obey(command, &mut options, &mut board);
            }
        }
        assert!(asked <= 1, "{asked} things to do");
        answer(&board, line, options.chess960);
    }
    check_board(&board);
});

fn obey(command: &Command, options: &mut Options, board: &mut Board) {
    match command {
        Command::SetOption { name, value } => {
            if let Err(error) = options.set(name, value.as_deref()) {
                check_one_line(&uci::info_string(&error));
            }
            assert!((1..=1 << 20).contains(&options.hash) && (1..=512).contains(&options.threads));
            assert!((1..=256).contains(&options.multi_pv));
        }
        Command::Position { setup, moves } => {
            let Ok(mut reached) = Board::try_from(**setup) else { return };
            for &text in moves {
                match reached.find_uci(text) {
                    Ok(mv) => reached = reached.play(mv),
                    Err(error) => return check_one_line(&uci::info_string(&error)),
                }
            }
            *board = reached;
        }
        Command::Go { limits: go, .. } => {
            let times = go.clocks.iter().flatten().map(|clock| clock.time + clock.increment);
            assert!(times.chain(go.move_time).all(|time| time.as_secs() <= 2_000_000_000));
            assert!(go.infinite || go.nodes != Some(0));
        }
        _ => {}
    }
}

/// Whatever moves an event holds, legal or not, and whatever a message says.
fn answer(board: &Board, line: &[u8], chess960: bool) {
    let mut moves = line.chunks_exact(2).map(|pair| Move::from_bits(u16::from_le_bytes([pair[0], pair[1]])));
    let (best, ponder) = (moves.next().flatten(), moves.next().flatten());
    let best = Event::BestMove { board: Box::new(*board), best, ponder };
    let message = Event::Message(String::from_utf8_lossy(line).into_owned());
    for event in [best, message] {
        check_one_line(&uci::write(&event, chess960));
    }
}
