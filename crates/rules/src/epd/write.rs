//! Operations into text.

use core::fmt::{Formatter, Result, Write};

use super::{Epd, Operand, Operation};
use crate::{Board, Move};

/// Writes a record on one line.
pub(super) fn write(epd: &Epd, f: &mut Formatter<'_>) -> Result {
    f.write_str(&epd.board.setup().fen_without_counters())?;
    for operation in &epd.operations {
        write_operation(&epd.board, operation, f)?;
    }
    for (operation, is_default) in [
        (Operation::HalfmoveClock, epd.board.halfmove_clock() == 0),
        (Operation::FullmoveNumber, epd.board.fullmove_number() == 1),
    ] {
        if !is_default && !epd.operations.contains(&operation) {
            write_operation(&epd.board, &operation, f)?;
        }
    }
    Ok(())
}

fn write_operation(board: &Board, operation: &Operation, f: &mut Formatter<'_>) -> Result {
    write!(f, " {}", operation.opcode())?;
    match operation {
        Operation::AnalysisDepth(number)
        | Operation::RepetitionCount(number)
        | Operation::GameSelector(number) => write!(f, " {number}")?,
        Operation::AnalysisNodes(number) | Operation::AnalysisSeconds(number) => write!(f, " {number}")?,
        Operation::Evaluation(number) | Operation::DirectMate(number) => write!(f, " {number}")?,
        Operation::HalfmoveClock => write!(f, " {}", board.halfmove_clock())?,
        Operation::FullmoveNumber => write!(f, " {}", board.fullmove_number())?,
        Operation::AvoidMoves(moves) | Operation::BestMoves(moves) => {
            moves.iter().try_for_each(|&mv| write!(f, " {}", board.san(mv)))?;
        }
        Operation::PredictedMove(mv) | Operation::SuppliedMove(mv) => write!(f, " {}", board.san(*mv))?,
        Operation::PredictedVariation(moves) => write_variation(*board, moves, f)?,
        Operation::Comment(_, text) | Operation::VariationName(_, text) | Operation::Id(text) => {
            write_text(text, f)?;
        }
        Operation::Eco(code) | Operation::Nic(code) => {
            code.iter().try_for_each(|code| write_text(code, f))?;
        }
        Operation::Receiver(address, name) | Operation::Sender(address, name) => {
            write_text(address, f)?;
            write_text(name, f)?;
        }
        Operation::Noop(operands) | Operation::Other { operands, .. } => {
            operands.iter().try_for_each(|operand| write_operand(operand, f))?;
        }
        Operation::DrawAccept
        | Operation::DrawClaim
        | Operation::DrawOffer
        | Operation::DrawReject
        | Operation::Resign => {}
    }
    f.write_char(';')
}

/// Writes moves that follow each other, up to the first one that is not legal.
fn write_variation(mut board: Board, moves: &[Move], f: &mut Formatter<'_>) -> Result {
    for &mv in moves {
        if !board.is_legal(mv) {
            break;
        }
        write!(f, " {}", board.san(mv))?;
        board = board.play(mv);
    }
    Ok(())
}

/// Writes a text in quotation marks. What would end the line becomes a space.
fn write_text(text: &str, f: &mut Formatter<'_>) -> Result {
    f.write_str(" \"")?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(f, "\\{letter}")?,
            _ if letter.is_control() => f.write_char(' ')?,
            _ => f.write_char(letter)?,
        }
    }
    f.write_char('"')
}

/// Writes an operand as it was written, unless it would be read as something else.
fn write_operand(operand: &Operand, f: &mut Formatter<'_>) -> Result {
    let ends_word = |letter: char| letter.is_whitespace() || letter.is_control() || letter == ';';
    match operand {
        Operand::Word(word) if !word.is_empty() && !word.starts_with('"') && !word.contains(ends_word) => {
            write!(f, " {word}")
        }
        _ => write_text(operand.as_str(), f),
    }
}
