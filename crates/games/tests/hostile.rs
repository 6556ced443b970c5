//! R5 of the house's promises: files made to break readers are read at no less than 10 MB in two
//! seconds, with no more than 64 MB of memory, and without overflowing any stack.
//!
//! One test, because it watches the memory of the whole process.

use core::ops::ControlFlow;
use std::io::Read;
use std::time::{Duration, Instant};

use quevedo_games::{GameError, GameTree, Games, scan, split};

const MEGABYTE: usize = 1_000_000;
const MANY: usize = 3 * MEGABYTE;

/// A file that need not exist: a beginning, a piece so many times over that it makes so many
/// bytes, an end. And what its games should be.
struct Case(&'static str, &'static str, &'static str, usize, &'static str, Expected);

#[derive(Clone, Copy)]
enum Expected {
    /// Good games; the first has so many moves in its main line.
    Good(usize),
    /// One good game, which can be written and read again.
    RoundTrip(usize),
    /// Something is wrong, in these words; what could be read has so many moves.
    Broken(&'static str, usize),
}

use Expected::{Broken, Good, RoundTrip};

#[rustfmt::skip]
const CASES: &[Case] = &[
    Case("a comment of 100 MB", "1. e4 {", "words and more ", 100 * MEGABYTE, "} e5 1-0", RoundTrip(2)),
    Case("a comment of 20 MB of control characters", "1. e4 {", "\u{1}\u{7f} ", 20 * MEGABYTE, "} e5 1-0", RoundTrip(2)),
    Case("a comment without an end", "1. e4 {", "x", 20 * MEGABYTE, "", Broken("never closed", 1)),
    Case("a comment of nothing but half commands", "1. e4 {", "[% ", MANY, "]} *", RoundTrip(1)),
    Case("a comment of nothing but clocks", "1. e4 {", "[%clk 1]", MANY, "} *", RoundTrip(1)),
    Case("many short comments", "1. e4 ", "{a}", MANY, "e5 *", Good(2)),
    Case("a line comment of 20 MB", "1. e4 ;", "words ", 20 * MEGABYTE, "\n e5 *", RoundTrip(2)),
    Case("many line comments", "1. e4 ", ";\n", MANY, "e5 *", RoundTrip(2)),
    Case("comments before a game", "", "{a} ; b\n", MANY, "1. e4 *", RoundTrip(1)),
    Case("10^5 open brackets", "1. e4 ", "(", 100_000, "1. d4 e5 *", RoundTrip(1)),
    Case("10^5 variations of each other", "1. e4 ", "(1. d4 ", 700_000, "d5 *", RoundTrip(1)),
    Case("10^5 variations, each deeper", "1. Nf3 Nf6 2. Ng1 ", "(2. Nd4 Ng8 3. Nf3 Nf6 4. Ng1 ", 3_000_000, "*", RoundTrip(3)),
    Case("10^5 variations beside each other", "1. e4 ", "(1. d4)", 700_000, " e5 *", RoundTrip(2)),
    Case("more brackets than can be held", "1. e4 ", "(", MANY, " e5 *", Broken("nested more than", 1)),
    Case("brackets that only close", "1. e4 ", ")", MANY, " e5 *", RoundTrip(2)),
    Case("brackets without moves", "1. e4 ", "()", MANY, " e5 *", RoundTrip(2)),
    Case("2 * 10^4 moves", "", "Nf3 Nf6 Ng1 Ng8 ", 80_000, "*", RoundTrip(20_000)),
    Case("more moves than can be held", "", "Nf3 Nf6 Ng1 Ng8 ", MANY, "*", Broken("more than 524288 moves", 524_288)),
    Case("glyphs without end", "1. e4 ", "$12!?", MANY, "*", RoundTrip(1)),
    Case("a word of 10 MB", "1. e4 ", "N", MANY, " *", Broken("is not a move", 1)),
    Case("words of nonsense", "1. e4 ", "abc ", MANY, " *", Broken("\"abc\" is not", 1)),
    Case("a tag of 20 MB", "[White \"", "a\\\"", 20 * MEGABYTE, "\"]\n\n1. e4 *", Good(1)),
    Case("one tag without end", "", "[White \"a\"]\n", MANY, "\n1. e4 *", RoundTrip(1)),
    Case("tags without quotes or end", "[A \"a\"]", "[B\"\"", MANY, "\n1. e4 *", Good(1)),
    Case("games of nothing but a tag", "", "[White \"a\"]\n\n", MANY, "", Good(0)),
    Case("games of nothing but a result", "", "1-0\n\n", MANY, "", Good(0)),
    Case("games of one move", "", "1. e4 *\n", MANY, "", Good(1)),
    Case("empty lines", "", "\r\n", 20 * MEGABYTE, "1. e4 *", RoundTrip(1)),
    Case("escapes", "1. e4\n", "%\n", 20 * MEGABYTE, "e5 *", RoundTrip(2)),
    Case("zeros", "1. e4 ", "\0", 20 * MEGABYTE, "e5 *", RoundTrip(2)),
];

impl Case {
    fn file(&self) -> Endless {
        let &Case(_, begin, piece, bytes, end, _) = self;
        Endless { parts: [(begin, 1), (piece, bytes / piece.len()), (end, 1)], part: 0, offset: 0 }
    }
}

/// The bytes of such a file.
struct Endless {
    parts: [(&'static str, usize); 3],
    part: usize,
    offset: usize,
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let mut filled = 0;
        while filled < into.len() && self.part < self.parts.len() {
            let (text, times) = self.parts[self.part];
            if times == 0 || text.is_empty() {
                self.part += 1;
                continue;
            }
            let rest = &text.as_bytes()[self.offset..];
            let count = rest.len().min(into.len() - filled);
            into[filled..filled + count].copy_from_slice(&rest[..count]);
            filled += count;
            self.offset += count;
            if self.offset == text.len() {
                self.offset = 0;
                self.parts[self.part].1 -= 1;
            }
        }
        Ok(filled)
    }
}

/// The time that the process has worked, in hundredths of a second: other programs on the machine
/// do not count.
fn worked() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

/// The most memory that the process has had since the last call of `forget`, in bytes.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? * 1024)
}

fn forget() {
    // Linux sets the high-water mark back to what is in use now.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

#[allow(clippy::print_stderr)]
fn measure(name: &str, megabytes: usize, work: impl FnOnce()) {
    forget();
    let before = peak();
    let (begin, worked_before) = (Instant::now(), worked());
    work();
    let elapsed = match (worked_before, worked()) {
        (Some(before), Some(after)) => Duration::from_millis(10 * (after - before)),
        _ => begin.elapsed(),
    };
    let allowed = Duration::from_secs(2).mul_f64((megabytes as f64 / 10.0).max(0.5));
    assert!(elapsed <= allowed, "{name}: {elapsed:?} for {megabytes} MB, allowed are {allowed:?}");
    match (before, peak()) {
        (Some(before), Some(after)) => {
            let more = after.saturating_sub(before) / MEGABYTE;
            eprintln!("{name}: {elapsed:?}, +{more} MB");
            assert!(more <= 64, "{name}: {more} MB more than before");
        }
        _ => eprintln!("{name}: {elapsed:?}; memory is not measured on this system"),
    }
}

/// Reads a file in all three ways.
fn read(case: &Case) {
    let &Case(name, _, _, bytes, _, expected) = case;
    let megabytes = bytes / MEGABYTE;
    let mut games = 0;
    measure(&format!("{name}, trees"), megabytes, || {
        for game in Games::new(case.file()) {
            games += 1;
            if games == 1 {
                check(name, game, expected);
            }
        }
    });
    measure(&format!("{name}, scan"), megabytes, || {
        let seen = scan(case.file(), |_| ControlFlow::Continue(())).expect("bytes can be read");
        assert_eq!(seen, games, "{name}");
    });
    measure(&format!("{name}, split"), megabytes, || {
        let cut = split(case.file(), |_| Ok(())).expect("bytes can be read");
        assert_eq!(cut, games, "{name}");
    });
}

fn check(name: &str, game: Result<GameTree, GameError>, expected: Expected) {
    let (game, plies) = match (game, expected) {
        (Ok(game), Good(plies) | RoundTrip(plies)) => (game, plies),
        (Err(error), Broken(message, plies)) => {
            assert!(error.to_string().contains(message), "{name}: {error}");
            (error.into_game().expect("what could be read"), plies)
        }
        (Ok(_), Broken(..)) => panic!("{name}: nothing is wrong"),
        (Err(error), _) => panic!("{name}: {error}"),
    };
    assert_eq!(game.main_line().count(), plies, "{name}");
}

/// Reads the only game of a file, writes it, and reads it again.
fn round_trip(case: &Case) {
    let Case(name, ..) = case;
    let mut games = Games::new(case.file());
    let game = games.next().expect("a game").unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(games.next().is_none(), "{name}");
    let mut text = String::new();
    measure(&format!("{name}, written"), 1, || text = game.to_pgn());
    let again = GameTree::from_pgn(&text).expect("what was written can be read");
    assert!(again == game, "{name}: what was written is read as something else");
}

#[test]
fn files_made_to_break_readers() {
    // What is made once, like tables, must not count.
    assert!(GameTree::from_pgn("1. e4 {a} e5 (1... c5) *").is_ok());
    for case in CASES {
        read(case);
        if matches!(case.5, RoundTrip(_)) {
            round_trip(case);
        }
    }
}
