//! Writing PGN in the export format of the standard.

mod lines;

use core::fmt::{self, Write};
use std::io;

use quevedo_rules::{Board, Color};

use crate::boards::Boards;
use crate::comment::write_part;
use crate::tree::{NodeId, Step, standard_start};
use crate::{Comment, GameTree, Part};
use lines::Lines;

impl GameTree {
    /// The game as PGN, with an empty line at its end.
    ///
    /// ```
    /// use quevedo_games::GameTree;
    ///
    /// let game = GameTree::from_pgn("1.e4 e5 (1...c5!? {Sicilian}) 2.Nf3 1-0")?;
    /// assert_eq!(game.to_pgn(), "\
    /// [Event \"?\"]
    /// [Site \"?\"]
    /// [Date \"????.??.??\"]
    /// [Round \"?\"]
    /// [White \"?\"]
    /// [Black \"?\"]
    /// [Result \"1-0\"]
    ///
    /// 1. e4 e5 (1... c5 $5 { Sicilian }) 2. Nf3 1-0
    ///
    /// ");
    /// # Ok::<(), quevedo_games::GameError>(())
    /// ```
    pub fn to_pgn(&self) -> String {
        let mut text = String::new();
        // Strings take everything.
        let _ = self.write_pgn(&mut text);
        text
    }

    /// Writes the game as PGN, with an empty line at its end.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write_pgn(&self, out: &mut impl Write) -> fmt::Result {
        self.write_tags(out)?;
        out.write_char('\n')?;
        let mut lines = Lines::new(out);
        Movetext { tree: self, lines: &mut lines, needs_number: true }.write()?;
        lines.word(self.result().as_str())?;
        lines.end()?;
        out.write_char('\n')
    }

    /// Writes the game as PGN to a file or stream, best a buffered one.
    ///
    /// # Errors
    /// What the system says if writing fails.
    pub fn write_pgn_to(&self, out: &mut impl io::Write) -> io::Result<()> {
        let mut adapter = Adapter { out, error: None };
        match self.write_pgn(&mut adapter) {
            Ok(()) => Ok(()),
            Err(fmt::Error) => Err(adapter.error.unwrap_or_else(|| io::Error::other("formatting failed"))),
        }
    }

    fn write_tags(&self, out: &mut impl Write) -> fmt::Result {
        for (place, (name, value)) in self.headers().iter().enumerate() {
            write_tag(out, name, value)?;
            if place == crate::headers::ROSTER.len() - 1 && self.start() != standard_start() {
                write_tag(out, "SetUp", "1")?;
                write_tag(out, "FEN", &self.start().fen())?;
            }
        }
        Ok(())
    }
}

fn write_tag(out: &mut impl Write, name: &str, value: &str) -> fmt::Result {
    write!(out, "[{name} \"")?;
    for letter in value.chars() {
        if matches!(letter, '"' | '\\') {
            out.write_char('\\')?;
        }
        out.write_char(letter)?;
    }
    out.write_str("\"]\n")
}

/// Lets what writes text write to a stream of bytes, and keeps the stream's error.
struct Adapter<'a, W> {
    out: &'a mut W,
    error: Option<io::Error>,
}

impl<W: io::Write> Write for Adapter<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}

/// The movetext of one game.
struct Movetext<'a, 'b, W> {
    tree: &'a GameTree,
    lines: &'b mut Lines<'a, W>,
    /// Black's next move needs a number: it is the first of its line or stands after a comment.
    needs_number: bool,
}

/// Lines to go on with when their variations are written.
#[derive(Default)]
struct Waiting {
    lines: Vec<WaitingLine>,
    /// The positions before the moves that the variations replace.
    boards: Boards,
}

struct WaitingLine {
    /// The move that the variations replace.
    main: NodeId,
    next_variation: Option<NodeId>,
}

impl<W: Write> Movetext<'_, '_, W> {
    /// Writes all moves. Waiting lines are kept in a list, because no stack is as deep as a file
    /// may be.
    fn write(mut self) -> fmt::Result {
        self.comments(self.tree.comments(NodeId::ROOT))?;
        let mut waiting = Waiting::default();
        let mut board = *self.tree.start();
        let mut next = self.tree.main_child(NodeId::ROOT);
        loop {
            while let Some(node) = next {
                let before = board;
                board = self.step(node, &before)?;
                next = self.tree.main_child(node);
                // The other children of the same parent are written after its main one.
                let variation = self.tree.next_sibling(node).filter(|_| self.is_main_child(node));
                if let Some(variation) = variation {
                    let next_variation = self.tree.next_sibling(variation);
                    waiting.lines.push(WaitingLine { main: node, next_variation });
                    waiting.boards.push(before);
                    board = before;
                    next = Some(variation);
                    self.open(variation)?;
                }
            }
            let (Some(line), Some(before)) = (waiting.lines.last_mut(), waiting.boards.last()) else {
                return Ok(());
            };
            self.lines.close(")")?;
            self.needs_number = true;
            board = *before;
            next = line.next_variation;
            if let Some(variation) = next {
                line.next_variation = self.tree.next_sibling(variation);
                self.open(variation)?;
            } else {
                board = self.tree.step(line.main).map_or(board, |step| step.play(&board));
                next = self.tree.main_child(line.main);
                waiting.lines.pop();
                waiting.boards.pop();
            }
        }
    }

    fn is_main_child(&self, node: NodeId) -> bool {
        self.tree.parent(node).and_then(|parent| self.tree.main_child(parent)) == Some(node)
    }

    fn open(&mut self, first: NodeId) -> fmt::Result {
        self.lines.open("(")?;
        self.needs_number = true;
        self.comments(self.tree.comments_before(first))
    }

    /// Writes one move with all that belongs to it, and returns the position after it.
    fn step(&mut self, node: NodeId, board: &Board) -> Result<Board, fmt::Error> {
        let number = board.fullmove_number();
        match board.turn() {
            Color::White => self.lines.word(format_args!("{number}."))?,
            Color::Black if self.needs_number => self.lines.word(format_args!("{number}..."))?,
            Color::Black => {}
        }
        self.needs_number = false;
        let step = self.tree.step(node).unwrap_or(Step::Pass);
        match step {
            Step::Move(mv) => self.lines.word(board.san(mv))?,
            Step::Pass => self.lines.word("--")?,
        }
        for nag in self.tree.nags(node) {
            self.lines.word(nag)?;
        }
        self.comments(self.tree.comments(node))?;
        Ok(step.play(board))
    }

    fn comments(&mut self, comments: &[Comment]) -> fmt::Result {
        for comment in comments {
            self.lines.open("{ ")?;
            for part in comment.parts() {
                self.part(part)?;
            }
            self.lines.close(" }")?;
            self.needs_number = true;
        }
        Ok(())
    }

    /// Text may be broken at any blank, commands at none: other programs look for them whole.
    fn part(&mut self, part: &Part) -> fmt::Result {
        if let Part::Text(text) = part {
            return text.split(' ').try_for_each(|word| self.lines.word(word));
        }
        let mut command = String::new();
        write_part(&mut command, part)?;
        self.lines.word(command)
    }
}

#[cfg(test)]
mod tests;
