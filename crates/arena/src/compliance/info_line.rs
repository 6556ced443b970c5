//! The lines in which an engine says what it thinks, read with a strict eye.

use quevedo_rules::{Board, Move};
use quevedo_value::Verdict;

/// What an `info` line says, as far as it is checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct InfoLine {
    pub(super) rank: Option<u32>,
    pub(super) score: Option<Verdict>,
    pub(super) is_bound: bool,
    pub(super) wdl: Option<[u32; 3]>,
    pub(super) line: Vec<Move>,
}

/// Words that are followed by one number that is not negative.
const NUMBERS: [&str; 9] =
    ["depth", "seldepth", "time", "nodes", "multipv", "currmovenumber", "nps", "tbhits", "cpuload"];

impl InfoLine {
    /// Reads a line that begins with `info`, about this position; what is wrong with it otherwise.
    pub(super) fn parse(board: &Board, text: &str) -> Result<InfoLine, String> {
        let mut info = InfoLine::default();
        let mut words = text.split_ascii_whitespace().skip(1);
        while let Some(word) = words.next() {
            match word {
                "string" => break,
                "multipv" => info.rank = Some(number(word, words.next())?),
                other if NUMBERS.contains(&other) => {
                    number::<u64>(word, words.next())?;
                }
                "hashfull" => {
                    let filled: u64 = number(word, words.next())?;
                    if filled > 1000 {
                        return Err(format!("hashfull is {filled}, expected at most 1000"));
                    }
                }
                "score" => info.score = Some(score(words.next(), words.next())?),
                "lowerbound" | "upperbound" => info.is_bound = true,
                "wdl" => {
                    let mut part = || number::<u32>("wdl", words.next());
                    info.wdl = Some([part()?, part()?, part()?]);
                }
                "pv" => {
                    info.line = line(board, words)?;
                    break;
                }
                // Words that are not checked: currmove, refutation, currline and what engines invent.
                _ => {}
            }
        }
        Ok(info)
    }
}

fn number<T: core::str::FromStr>(name: &str, word: Option<&str>) -> Result<T, String> {
    let word = word.unwrap_or("nothing");
    word.parse().map_err(|_| format!("{name} is \"{word}\", expected a number without fraction"))
}

fn score(kind: Option<&str>, value: Option<&str>) -> Result<Verdict, String> {
    match kind {
        Some("cp") => number("score cp", value).map(Verdict::Centipawns),
        Some("mate") => number("score mate", value).map(Verdict::Mate),
        other => Err(format!("the score is in \"{}\", expected cp or mate", other.unwrap_or("nothing"))),
    }
}

/// The moves of a line, all of which must be legal.
fn line<'a>(board: &Board, words: impl Iterator<Item = &'a str>) -> Result<Vec<Move>, String> {
    let mut board = *board;
    let mut line = Vec::new();
    for word in words {
        let mv = board.parse_uci(word).map_err(|error| format!("the line is not legal: {error}"))?;
        board = board.play(mv);
        line.push(mv);
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read() {
        let text = "info depth 12 seldepth 18 multipv 2 score cp -35 upperbound wdl 200 500 300 nodes 12345 nps 99 \
                    hashfull 1000 tbhits 0 time 10 pv e2e4 e7e5 g1f3";
        let info = InfoLine::parse(&Board::start(), text).expect("a good line");
        assert_eq!((info.rank, info.score, info.is_bound), (Some(2), Some(Verdict::Centipawns(-35)), true));
        assert_eq!((info.wdl, info.line.len()), (Some([200, 500, 300]), 3));
        let text = "info string depth x score cp 1.5";
        assert_eq!(InfoLine::parse(&Board::start(), text), Ok(InfoLine::default()));
        assert!(InfoLine::parse(&Board::start(), "info currmove e2e4 currmovenumber 1").is_ok());
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, words) in [
            ("info depth", "depth is \"nothing\", expected a number without fraction"),
            ("info depth 3.5", "depth is \"3.5\", expected a number without fraction"),
            ("info nodes -1", "nodes is \"-1\", expected a number without fraction"),
            ("info hashfull 1001", "hashfull is 1001, expected at most 1000"),
            ("info score 13", "the score is in \"13\", expected cp or mate"),
            ("info score cp 0.3", "score cp is \"0.3\", expected a number without fraction"),
            ("info wdl 1 2", "wdl is \"nothing\", expected a number without fraction"),
        ] {
            assert_eq!(InfoLine::parse(&Board::start(), text), Err(words.to_owned()));
        }
        let illegal = InfoLine::parse(&Board::start(), "info pv e2e4 e2e4").expect_err("illegal");
        assert!(illegal.starts_with("the line is not legal: "), "{illegal}");
    }
}
