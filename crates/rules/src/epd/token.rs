//! An EPD record cut into its parts, before anybody knows what they mean.

use arrayvec::ArrayVec;

use super::{EpdError, Operand, OperandFault};
use crate::excerpt::excerpt;

/// The fields of the position, and the operations behind them. Two numbers after the four fields
/// are a FEN's counters, which some programs leave in.
pub(super) fn split_position(text: &str) -> (ArrayVec<&str, 6>, &str) {
    let mut fields = ArrayVec::new();
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while !fields.is_full() {
        let (word, behind) = split_word(rest);
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        if word.is_empty() || (fields.len() >= 4 && !is_number) {
            break;
        }
        fields.push(word);
        rest = behind.trim_start();
    }
    (fields, rest)
}

/// The text up to the next white space or semicolon, and what follows.
fn split_word(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| letter.is_whitespace() || letter == ';').unwrap_or(text.len());
    text.split_at(end)
}

/// An opcode with its operands.
pub(super) struct RawOperation<'a> {
    pub(super) opcode: &'a str,
    pub(super) operands: Vec<Operand>,
}

/// Cuts the next operation off the front of the text; `None` at its end.
pub(super) fn next_operation<'a>(text: &mut &'a str) -> Result<Option<RawOperation<'a>>, EpdError> {
    *text = text.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ';');
    if text.is_empty() {
        return Ok(None);
    }
    let (opcode, rest) = split_word(text);
    if !is_opcode(opcode) {
        return Err(EpdError::Opcode(excerpt(opcode)));
    }
    *text = rest;
    let mut operands = Vec::new();
    while let Some(operand) =
        next_operand(text).map_err(|fault| EpdError::Operation { opcode: excerpt(opcode), fault })?
    {
        operands.push(operand);
    }
    Ok(Some(RawOperation { opcode, operands }))
}

fn is_opcode(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Cuts the next operand off the front of the text; `None` at the end of the operation.
fn next_operand(text: &mut &str) -> Result<Option<Operand>, OperandFault> {
    let rest = text.trim_start();
    if rest.is_empty() || rest.starts_with(';') {
        *text = rest;
        return Ok(None);
    }
    if let Some(quoted) = rest.strip_prefix('"') {
        let (content, behind) = split_quoted(quoted).ok_or(OperandFault::UnclosedText)?;
        *text = behind;
        return Ok(Some(Operand::Text(content)));
    }
    let (word, behind) = split_word(rest);
    *text = behind;
    Ok(Some(Operand::Word(word.to_owned())))
}

/// The text up to the closing quotation mark, and what follows it. A backslash protects a quotation
/// mark or another backslash; before anything else it stands for itself.
fn split_quoted(text: &str) -> Option<(String, &str)> {
    let mut content = String::new();
    let mut letters = text.char_indices().peekable();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '"' => return Some((content, &text[index + 1..])),
            '\\' => match letters.next_if(|&(_, next)| matches!(next, '"' | '\\')) {
                Some((_, protected)) => content.push(protected),
                None => content.push('\\'),
            },
            _ => content.push(letter),
        }
    }
    None
}
