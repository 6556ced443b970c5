//! Positions of people's games with what there was to see in them, and what was played: a line of text each.

use core::fmt::Write as _;

use quevedo_rules::{Board, Move};
use quevedo_value::Score;

use crate::scale::Scale;
use crate::sight::{DEPTHS, Seen, Sight};

/// A position in which somebody of known strength had to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// A number for the game.
    pub game: u64,
    /// A number for the player who chose.
    pub player: u64,
    /// A number for the opponent.
    pub opponent: u64,
    /// Whose rating.
    pub scale: Scale,
    /// The player's rating.
    pub rating: u32,
    /// Plies of the game before.
    pub ply: u32,
    /// The position up to two plies earlier.
    pub earlier: Board,
    /// The moves since, two where there are so many: the player's last one and the answer to it.
    pub moves: Vec<Move>,
    /// What was played.
    pub played: Move,
}

/// A choice with what there was to see.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The choice.
    pub choice: Choice,
    /// The moves.
    pub sight: Sight,
}

/// Why a line is no label.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a label: {0}")]
pub struct LabelError(&'static str);

impl Choice {
    /// The position.
    pub fn board(&self) -> Board {
        self.moves.iter().fold(self.earlier, |board, &mv| board.play(mv))
    }
}

impl Label {
    /// The place of the move that was played.
    pub fn played(&self) -> Option<usize> {
        self.sight.place(self.choice.played)
    }

    /// The line of text, without its end.
    pub fn line(&self) -> String {
        let Choice { game, player, opponent, scale, rating, ply, earlier, moves, played } = &self.choice;
        let board = self.choice.board();
        let mut boards = *earlier;
        let before: Vec<String> = moves
            .iter()
            .map(|&mv| {
                let text = boards.uci(mv).to_string();
                boards = boards.play(mv);
                text
            })
            .collect();
        let before = if before.is_empty() { "-".to_owned() } else { before.join(",") };
        let mut line = format!(
            "{game:016x}\t{player:016x}\t{opponent:016x}\t{}\t{rating}\t{ply}\t{}\t{before}\t{}\t{}\t{}",
            scale.name(),
            earlier.fen(),
            board.uci(*played),
            self.sight.depth,
            self.sight.nodes,
        );
        for Seen { mv, scores, reply } in &self.sight.moves {
            let _ = write!(line, "\t{}", board.uci(*mv));
            for score in scores {
                let _ = write!(line, ",{}", score.raw());
            }
            if let Some(reply) = reply {
                let _ = write!(line, ",{}", board.play(*mv).uci(*reply));
            }
        }
        line
    }

    /// Reads a line.
    ///
    /// # Errors
    /// If it is none of ours.
    pub fn read(line: &str) -> Result<Label, LabelError> {
        let mut fields = line.split('\t');
        let mut next = |what| fields.next().ok_or(LabelError(what));
        let number = |text: &str, what| u64::from_str_radix(text, 16).map_err(|_| LabelError(what));
        let game = number(next("no game")?, "the game is no number")?;
        let player = number(next("no player")?, "the player is no number")?;
        let opponent = number(next("no opponent")?, "the opponent is no number")?;
        let scale = Scale::from_name(next("no scale")?).ok_or(LabelError("no such scale"))?;
        let rating = next("no rating")?.parse().map_err(|_| LabelError("the rating is no number"))?;
        let ply = next("no ply")?.parse().map_err(|_| LabelError("the ply is no number"))?;
        let earlier = Board::from_fen(next("no position")?).map_err(|_| LabelError("no such position"))?;
        let mut board = earlier;
        let mut moves = Vec::new();
        for text in next("no moves before")?.split(',').filter(|&text| text != "-") {
            let mv = board.parse_uci(text).map_err(|_| LabelError("an illegal move before"))?;
            moves.push(mv);
            board = board.play(mv);
        }
        let chosen =
            board.parse_uci(next("no move played")?).map_err(|_| LabelError("an illegal move played"))?;
        let depth = next("no depth")?.parse().map_err(|_| LabelError("the depth is no number"))?;
        let nodes = next("no nodes")?.parse().map_err(|_| LabelError("the nodes are no number"))?;
        let choice = Choice { game, player, opponent, scale, rating, ply, earlier, moves, played: chosen };
        let moves = fields.map(|field| read_move(&board, field)).collect::<Result<Vec<_>, _>>()?;
        if moves.len() != board.legal_moves().len() {
            return Err(LabelError("not all legal moves"));
        }
        Ok(Label { choice, sight: Sight { moves, depth, nodes } })
    }
}

fn read_move(board: &Board, field: &str) -> Result<Seen, LabelError> {
    let mut parts = field.split(',');
    let mv = board.parse_uci(parts.next().unwrap_or("")).map_err(|_| LabelError("an illegal move"))?;
    let mut scores = [Score::DRAW; DEPTHS];
    for score in &mut scores {
        let number = parts.next().and_then(|text| text.parse().ok()).and_then(Score::from_raw);
        *score = number.ok_or(LabelError("a score is missing"))?;
    }
    let after = board.play(mv);
    let reply = parts.next().map(|text| after.parse_uci(text).map_err(|_| LabelError("an illegal answer")));
    Ok(Seen { mv, scores, reply: reply.transpose()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_read_as_it_was_written() {
        let earlier = Board::start();
        let e4 = earlier.parse_san("e4").expect("a move");
        let d5 = earlier.play(e4).parse_san("d5").expect("a move");
        let board = earlier.play(e4).play(d5);
        let legal = board.legal_moves();
        let moves = legal.iter().enumerate().map(|(number, &mv)| {
            let reply = board.play(mv).legal_moves().first().copied();
            Seen { mv, scores: [Score::cp(number as i32 - 9); DEPTHS], reply }
        });
        let sight = Sight { moves: moves.collect(), depth: 5, nodes: 1234 };
        let choice = Choice {
            game: 1,
            player: 2,
            opponent: u64::MAX,
            scale: Scale::Lichess,
            rating: 1405,
            ply: 2,
            earlier,
            moves: vec![e4, d5],
            played: board.parse_san("exd5").expect("a move"),
        };
        let label = Label { choice, sight };
        let line = label.line();
        assert_eq!(Label::read(&line), Ok(label));
        assert!(Label::read(line.rsplit_once('\t').expect("fields").0).is_err());
        assert!(Label::read("").is_err());
    }
}
