//! What UCI engines say while they think.

use quevedo_rules::{Board, Move};
use quevedo_value::Verdict;

use crate::Thought;

/// A line that begins with `info`, as far as referees care.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info<'a> {
    /// The rank of the line among several.
    pub multi_pv: Option<u32>,
    /// The depth.
    pub depth: Option<u32>,
    /// The score for the side to move.
    pub verdict: Option<Verdict>,
    /// The nodes.
    pub nodes: Option<u64>,
    /// The line.
    pub pv: Vec<&'a str>,
}

impl<'a> Info<'a> {
    /// Reads what follows the word `info`; what cannot be understood is passed over.
    pub fn parse(text: &'a str) -> Info<'a> {
        let mut info = Info::default();
        let mut words = text.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.next().and_then(|number| number.parse().ok()),
                "multipv" => info.multi_pv = words.next().and_then(|number| number.parse().ok()),
                "nodes" => info.nodes = words.next().and_then(|number| number.parse().ok()),
                "score" => {
                    let kind = words.next();
                    let number = words.next().and_then(|number| number.parse().ok());
                    info.verdict = match (kind, number) {
                        (Some("cp"), Some(number)) => Some(Verdict::Centipawns(number)),
                        (Some("mate"), Some(number)) => Some(Verdict::Mate(number)),
                        _ => None,
                    };
                }
                "pv" => {
                    let is_move = |word: &str| matches!(word.len(), 4 | 5);
                    while let Some(mv) = words.next_if(|word| is_move(word)) {
                        info.pv.push(mv);
                    }
                }
                "string" => break,
                _ => {}
            }
        }
        info
    }

    /// Whether the line is about the best move.
    pub fn is_main(&self) -> bool {
        self.verdict.is_some() && self.multi_pv.is_none_or(|rank| rank == 1)
    }

    /// The line in moves, and the word at which it stops to be legal.
    pub fn line(&self, start: &Board) -> (Vec<Move>, Option<&'a str>) {
        let mut board = *start;
        let mut line = Vec::with_capacity(self.pv.len());
        for &word in &self.pv {
            let Ok(mv) = board.parse_uci(word) else { return (line, Some(word)) };
            line.push(mv);
            board = board.play(mv);
        }
        (line, None)
    }

    /// What a player thinks, with the line as far as it is legal.
    pub fn thought(&self, start: &Board) -> Thought {
        let (line, _) = self.line(start);
        Thought { verdict: self.verdict, depth: self.depth, nodes: self.nodes, line }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read() {
        let text = "depth 12 seldepth 18 multipv 1 score cp -35 lowerbound nodes 12345 nps 99 hashfull 1 \
                    tbhits 0 time 10 pv e2e4 e7e5 e2e4";
        let info = Info::parse(text);
        assert_eq!((info.depth, info.nodes, info.multi_pv), (Some(12), Some(12345), Some(1)));
        assert_eq!(info.verdict, Some(Verdict::Centipawns(-35)));
        assert!(info.is_main());
        let (line, illegal) = info.line(&Board::start());
        assert_eq!((line.len(), illegal), (2, Some("e2e4")));
    }

    #[test]
    fn odd_lines_do_no_harm() {
        for text in
            ["", "depth", "score", "score cp", "score cp x", "score mate", "nodes -1", "pv", "pv x y z"]
        {
            let info = Info::parse(text);
            assert_eq!(info.verdict, None, "{text}");
            assert!(!info.is_main() && info.pv.is_empty());
        }
        assert_eq!(Info::parse("score mate -3 pv").verdict, Some(Verdict::Mate(-3)));
        assert_eq!(Info::parse("string score cp 3").verdict, None);
        assert!(!Info::parse("multipv 2 score cp 3").is_main());
    }
}
