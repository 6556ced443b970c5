//! E2: random commands in mid-search, lines of a megabyte, NUL and bytes that are no text: `readyok`
//! within a second, and exactly one legal best move for each `go`.

use core::time::Duration;

use quevedo_engine::Command;
use quevedo_protocol::uci::{Request, parse};
use quevedo_testkit::{Random, RandomWalk, Start, garbled_line};

use crate::conversation::Conversation;
use crate::player::Player;

const PROMISED: Duration = Duration::from_secs(1);
/// A program that has lived through so many sequences makes room for a new one.
const LIFE: usize = 200;

const COMMANDS: &[&str] = &[
    "go infinite",
    "go infinite",
    "go",
    "go depth 3",
    "go depth 30",
    "go nodes 20000",
    "go nodes 1",
    "go movetime 5",
    "go movetime 0",
    "go mate 2",
    "go wtime 1000 btime 1000 winc 10 binc 10",
    "go wtime 10 btime 10",
    "go wtime -5 btime 0 movestogo 1",
    "go ponder wtime 1000 btime 1000",
    "go ponder movetime 5",
    "go searchmoves e2e4 d2d4 a7a8q infinite",
    "go perft 2",
    "stop",
    "stop",
    "ponderhit",
    "uci",
    "ucinewgame",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
    "position startpos moves e2e5",
    "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen",
    "setoption name Hash value 1",
    "setoption name Hash value 7",
    "setoption name Hash value 0",
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 3",
    "setoption name Threads value -1",
    "setoption name MultiPV value 1",
    "setoption name MultiPV value 4",
    "setoption name Move Overhead value 0",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value false",
    "setoption name UCI_ShowWDL value true",
    "setoption name Clear Hash",
    "setoption name Nonsense value 7",
    "d",
    "eval",
    "flip",
    "compiler",
    "help",
    "debug on",
    "register later",
    "joho debug on",
    "",
];

/// Words from which garbled lines are made.
const WORDS: &[&str] = &[
    "go",
    "stop",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "infinite",
    "depth",
    "3",
    "nodes",
    "movetime",
    "wtime",
    "-1",
    "99999999999999999999",
    "ponder",
    "ponderhit",
    "searchmoves",
    "setoption",
    "name",
    "value",
    "MultiPV",
    "ucinewgame",
    "uci",
    "d",
    "eval",
    "flip",
    "é♞",
    "\u{1b}[2J",
];

#[test]
fn e2_random_commands_are_survived() {
    let sequences = crate::count(150, 10_000);
    let mut random = Random::new(20_260_101);
    let mut positions = RandomWalk::new(7, &Start::ALL);
    let mut slowest = Duration::ZERO;
    let (mut moves, mut lines) = (0, 0);
    for first in (0..sequences).step_by(LIFE) {
        let mut player = Player::start();
        let mut conversation = Conversation::new();
        for _ in first..sequences.min(first + LIFE) {
            let took = sequence(&mut random, &mut positions, &mut player, &mut conversation);
            slowest = slowest.max(took);
        }
        player.say("quit");
        player.end().check(PROMISED, "after quit");
        moves += conversation.best_moves;
        lines += conversation.lines;
    }
    crate::note(&format!(
        "E2: {sequences} sequences, {moves} best moves and {lines} lines, all legal; slowest readyok {slowest:?}"
    ));
    assert!(moves > sequences, "the sequences should search: {moves} best moves");
    assert!(slowest <= crate::within(PROMISED), "{slowest:?}");
}

/// Sends some lines, asks whether the program is there, ends what is going on. How long the answer
/// took while a search was going on.
fn sequence(
    random: &mut Random,
    positions: &mut RandomWalk,
    player: &mut Player,
    conversation: &mut Conversation,
) -> Duration {
    for _ in 0..2 + random.below(8) {
        let line = line(random, positions);
        conversation.sent(&line);
        player.say_bytes(&line);
        if random.one_in(3) {
            std::thread::sleep(Duration::from_micros(random.below(4000) as u64));
        }
    }
    let took = ready(player, conversation);
    player.say("stop");
    // Nothing may come after the best moves that were owed, either.
    ready(player, conversation);
    while conversation.awaits_move() {
        let said = player.hear(crate::within(PROMISED)).expect("a best move after stop");
        conversation.heard(&said.text);
    }
    took
}

fn ready(player: &mut Player, conversation: &mut Conversation) -> Duration {
    let start = std::time::Instant::now();
    player.say("isready");
    loop {
        let said = player.hear(crate::within(10 * PROMISED)).expect("readyok");
        conversation.heard(&said.text);
        if said.text == "readyok" {
            return said.at.saturating_duration_since(start);
        }
    }
}

/// A line that leaves the program alive and in this protocol, takes no minutes, and asks for no
/// `readyok`, which is for the test to ask.
fn line(random: &mut Random, positions: &mut RandomWalk) -> Vec<u8> {
    loop {
        let line = match random.below(100) {
            0..60 => random.pick(COMMANDS).as_bytes().to_vec(),
            60..75 => position(positions),
            75..98 => garbled_line(random, WORDS),
            _ => long_line(random),
        };
        let one_line = !line.contains(&b'\n');
        let harmless = |request: &Request| match request {
            Request::Command(Command::Quit) | Request::XBoard | Request::Bench(_) | Request::IsReady => false,
            Request::Perft(depth) => *depth <= 2,
            _ => true,
        };
        if one_line && parse(&line).iter().all(harmless) {
            return line;
        }
    }
}

fn position(positions: &mut RandomWalk) -> Vec<u8> {
    let board = positions.next().expect("walks are endless").board;
    format!("position fen {}", board.fen()).into_bytes()
}

/// About a megabyte: of letters, of words, of bytes that are no text, of a game.
fn long_line(random: &mut Random) -> Vec<u8> {
    let filler = random.pick(&[&b"x"[..], b"x ", b"\0", b"\xff", b"go ", "é".as_bytes()]);
    let mut line = match random.below(4) {
        0 => b"position startpos moves ".to_vec(),
        1 => b"position fen ".to_vec(),
        2 => b"setoption name ".to_vec(),
        _ => Vec::new(),
    };
    let filler = if random.one_in(4) { &b"g1f3 g8f6 f3g1 f6g8 "[..] } else { filler };
    let length = (1 << 20) - 50 + random.below(100);
    line.extend(filler.iter().copied().cycle().take(length.saturating_sub(line.len())));
    line
}
