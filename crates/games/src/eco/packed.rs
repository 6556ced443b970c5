//! Our own table of openings: a tree of moves with names that grow along it.

use quevedo_rules::{Board, Move};

use super::Opening;

/// A row on the way to the one that is read.
struct Row {
    plies: usize,
    parts: Vec<String>,
}

/// Reads the tree and hands on each opening with its position; the number of the line that is no row, if
/// there is one. What the columns are stands at the head of the file.
pub(super) fn read(text: &str, mut add: impl FnMut(Opening, &Board)) -> Result<(), usize> {
    let mut line: Vec<Move> = Vec::new();
    // The boards along the line, the start first: each move is read once.
    let mut boards = vec![Board::start()];
    let mut way: Vec<Row> = Vec::new();
    for (index, row) in text.lines().enumerate().filter(|(_, row)| !row.starts_with('#')) {
        let number = index + 1;
        let (kept, words, code, shared, name) = columns(row).ok_or(number)?;
        if kept > line.len() {
            return Err(number);
        }
        line.truncate(kept);
        boards.truncate(kept + 1);
        for word in words.split(' ') {
            let board = boards.last().ok_or(number)?;
            let mv = board.parse_san(word).map_err(|_| number)?;
            boards.push(board.play(mv));
            line.push(mv);
        }
        // Rows that end before or at the fork are continued here; the others are left behind.
        way.retain(|row| row.plies <= kept);
        let mut parts: Vec<String> = way.last().map(|row| row.parts.clone()).unwrap_or_default();
        if shared > parts.len() {
            return Err(number);
        }
        parts.truncate(shared);
        parts.extend(parts_of(name, shared == 0));
        let opening = Opening { code: code.into(), name: join(&parts).into(), moves: line.as_slice().into() };
        add(opening, boards.last().ok_or(number)?);
        way.push(Row { plies: line.len(), parts });
    }
    Ok(())
}

fn columns(row: &str) -> Option<(usize, &str, &str, usize, &str)> {
    let mut columns = row.split('\t');
    let (kept, moves) = columns.next()?.split_once(' ')?;
    let (code, shared, name) = (columns.next()?, columns.next()?, columns.next()?);
    let is_whole = columns.next().is_none() && super::is_code(code);
    is_whole.then_some((kept.parse().ok()?, moves, code, shared.parse().ok()?, name))
}

/// The parts of a name: the opening, its variation, the variation's own.
fn parts_of(name: &str, is_whole: bool) -> Vec<String> {
    let (opening, rest) = match name.split_once(": ") {
        Some((opening, rest)) if is_whole => (Some(opening), rest),
        _ if is_whole => (Some(name), ""),
        _ => (None, name),
    };
    let rest = rest.split(", ").filter(|part| !part.is_empty());
    opening.into_iter().chain(rest).map(str::to_owned).collect()
}

fn join(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [opening] => opening.clone(),
        [opening, rest @ ..] => format!("{opening}: {}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_grow_along_the_tree() {
        let text = "# a comment\n0 e4\tB00\t0\tKing's Pawn Game\n1 c5\tB20\t0\tSicilian Defense\n\
            2 Nf3 d6\tB50\t1\tModern Variations\n4 d4\tB53\t2\tOpen, With a Comma\n1 e5 Nf3\tC40\t0\tA: B\n";
        let mut found = Vec::new();
        read(text, |opening, board| {
            assert_eq!(&opening.moves.iter().fold(Board::start(), |board, &mv| board.play(mv)), board);
            found.push((opening.code.to_string(), opening.name.to_string(), opening.moves.len()));
        })
        .expect("a table");
        let names: Vec<(&str, &str, usize)> =
            found.iter().map(|(code, name, plies)| (&**code, &**name, *plies)).collect();
        assert_eq!(
            names,
            [
                ("B00", "King's Pawn Game", 1),
                ("B20", "Sicilian Defense", 2),
                ("B50", "Sicilian Defense: Modern Variations", 4),
                ("B53", "Sicilian Defense: Modern Variations, Open, With a Comma", 5),
                ("C40", "A: B", 3),
            ]
        );
    }

    #[test]
    fn rows_that_are_none_are_named() {
        for row in
            ["0 e4\tB00\t0", "1 e4\tB00\t0\tA", "0 e5\tB00\t0\tA", "0 e4\tX00\t0\tA", "0 e4\tB00\t1\tA", ""]
        {
            assert_eq!(read(&format!("# x\n{row}\n"), |_, _| {}), Err(2), "{row}");
        }
    }
}
