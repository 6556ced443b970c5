//! EPD records into positions and operations.

use core::str::FromStr;

use super::token::{RawOperation, next_operation, split_position};
use super::{Epd, EpdError, Operand, OperandFault, Operation};
use crate::excerpt::excerpt;
use crate::{Board, Move, fen};

/// Longer records are not even looked at.
const LONGEST: usize = 65_536;

/// Reads one record.
pub(super) fn read(text: &str) -> Result<Epd, EpdError> {
    if text.len() > LONGEST {
        return Err(EpdError::TooLong(text.len()));
    }
    let (fields, mut rest) = split_position(text);
    let mut setup = fen::lenient_fields(fields.into_iter())?;
    let mut raw_operations = Vec::new();
    while let Some(raw) = next_operation(&mut rest)? {
        // The counters belong to the position, so they are needed before any move is read.
        match raw.opcode {
            "hmvc" => setup.halfmove_clock = raw.number("a half-move clock from 0 to 65535")?,
            "fmvn" => setup.fullmove_number = raw.number("a move number from 0 to 65535")?,
            _ => {}
        }
        raw_operations.push(raw);
    }
    let board = Board::try_from(setup).map_err(fen::FenError::from)?;
    let operations = raw_operations.into_iter().map(|raw| raw.read(&board)).collect::<Result<_, _>>()?;
    Ok(Epd { board, operations })
}

const COUNT: &str = "a whole number";
const INTEGER: &str = "a whole number, perhaps negative";

impl RawOperation<'_> {
    /// What the operation means in a position.
    fn read(self, board: &Board) -> Result<Operation, EpdError> {
        Ok(match self.opcode {
            "acd" => Operation::AnalysisDepth(self.number(COUNT)?),
            "acn" => Operation::AnalysisNodes(self.number(COUNT)?),
            "acs" => Operation::AnalysisSeconds(self.number(COUNT)?),
            "am" => Operation::AvoidMoves(self.alternatives(board)?),
            "bm" => Operation::BestMoves(self.alternatives(board)?),
            "ce" => Operation::Evaluation(self.number(INTEGER)?),
            "dm" => Operation::DirectMate(self.number(INTEGER)?),
            "draw_accept" => self.bare(Operation::DrawAccept)?,
            "draw_claim" => self.bare(Operation::DrawClaim)?,
            "draw_offer" => self.bare(Operation::DrawOffer)?,
            "draw_reject" => self.bare(Operation::DrawReject)?,
            "eco" => Operation::Eco(self.optional_text()),
            "fmvn" => Operation::FullmoveNumber,
            "hmvc" => Operation::HalfmoveClock,
            "id" => Operation::Id(self.text()?),
            "nic" => Operation::Nic(self.optional_text()),
            "noop" => Operation::Noop(self.operands),
            "pm" => Operation::PredictedMove(self.single_move(board)?),
            "pv" => Operation::PredictedVariation(self.variation(board)?),
            "rc" => Operation::RepetitionCount(self.number(COUNT)?),
            "resign" => self.bare(Operation::Resign)?,
            "sm" => Operation::SuppliedMove(self.single_move(board)?),
            "tcgs" => Operation::GameSelector(self.number(COUNT)?),
            "tcri" => self.two_texts().map(|(address, name)| Operation::Receiver(address, name))?,
            "tcsi" => self.two_texts().map(|(address, name)| Operation::Sender(address, name))?,
            _ => match *self.opcode.as_bytes() {
                [b'c', digit @ b'0'..=b'9'] => Operation::Comment(digit - b'0', self.text()?),
                [b'v', digit @ b'0'..=b'9'] => Operation::VariationName(digit - b'0', self.text()?),
                _ => Operation::Other { opcode: self.opcode.to_owned(), operands: self.operands },
            },
        })
    }

    fn fault(&self, fault: OperandFault) -> EpdError {
        EpdError::Operation { opcode: excerpt(self.opcode), fault }
    }

    fn wrong_count(&self, expected: &'static str) -> EpdError {
        self.fault(OperandFault::Count { found: self.operands.len(), expected })
    }

    fn bare(&self, operation: Operation) -> Result<Operation, EpdError> {
        if self.operands.is_empty() { Ok(operation) } else { Err(self.wrong_count("none")) }
    }

    fn number<N: FromStr>(&self, expected: &'static str) -> Result<N, EpdError> {
        let [operand] = &self.operands[..] else { return Err(self.wrong_count("one number")) };
        let text = operand.as_str();
        text.parse().map_err(|_| self.fault(OperandFault::Number { text: excerpt(text), expected }))
    }

    /// One text. Without quotation marks it may be several words.
    fn text(&self) -> Result<String, EpdError> {
        self.optional_text().ok_or_else(|| self.wrong_count("a text"))
    }

    fn optional_text(&self) -> Option<String> {
        let words: Vec<&str> = self.operands.iter().map(Operand::as_str).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    fn two_texts(&self) -> Result<(String, String), EpdError> {
        match &self.operands[..] {
            [address, name] => Ok((address.as_str().to_owned(), name.as_str().to_owned())),
            _ => Err(self.wrong_count("two texts: an address and a name")),
        }
    }

    /// The words that are meant as moves: not the commas and move numbers between them.
    fn move_texts(&self) -> impl Iterator<Item = &str> {
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        self.operands
            .iter()
            .flat_map(|operand| {
                operand.as_str().split(|letter: char| letter == ',' || letter.is_whitespace())
            })
            .filter(move |word| !is_number(word))
    }

    fn parse(&self, board: &Board, text: &str) -> Result<Move, EpdError> {
        board.parse_san(text).map_err(|error| self.fault(OperandFault::Move(error)))
    }

    /// One or more moves in the same position.
    fn alternatives(&self, board: &Board) -> Result<Vec<Move>, EpdError> {
        let moves: Vec<Move> =
            self.move_texts().map(|text| self.parse(board, text)).collect::<Result<_, _>>()?;
        if moves.is_empty() { Err(self.wrong_count("one or more moves")) } else { Ok(moves) }
    }

    fn single_move(&self, board: &Board) -> Result<Move, EpdError> {
        match self.alternatives(board)?[..] {
            [mv] => Ok(mv),
            _ => Err(self.wrong_count("one move")),
        }
    }

    /// Moves one after the other.
    fn variation(&self, board: &Board) -> Result<Vec<Move>, EpdError> {
        let mut board = *board;
        self.move_texts()
            .map(|text| {
                let mv = self.parse(&board, text)?;
                board = board.play(mv);
                Ok(mv)
            })
            .collect()
    }
}
