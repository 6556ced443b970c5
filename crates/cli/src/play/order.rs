//! What the user types.

/// What the user wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Nothing,
    /// Whatever is no other word is taken for a move.
    Move(String),
    Undo,
    Hint,
    Moves,
    Eval,
    Board,
    Flip,
    Draw,
    Resign,
    Game,
    Save(String),
    Load(String),
    Level(String),
    Clock,
    New,
    Quit,
    Help,
}

/// What the words mean, for `help`.
pub(super) const HELP: &str = "\
Moves are written like Nf3, exd5, O-O, e8=Q, or g1f3, e7e8q. Other words:
  undo      take your last move back         hint      what the engine would play
  moves     the legal moves                  eval      what the engine thinks
  board     draw the board again             flip      look from the other side
  draw      claim a draw, or offer one       resign    give up
  game      the moves so far                 save FILE keep the game in another file, too
  load FILE go on with a kept game           level L   how it thinks: depth=4, nodes=500, time=2
  clock     what the clocks show             new       another game
  quit      leave (the game is kept)         Ctrl-C    move at once; at your move: leave";

impl Order {
    pub(super) fn read(line: &str) -> Order {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => Order::Nothing,
            "undo" | "back" | "takeback" => Order::Undo,
            "hint" => Order::Hint,
            "moves" => Order::Moves,
            "eval" => Order::Eval,
            "board" | "show" => Order::Board,
            "flip" => Order::Flip,
            "draw" => Order::Draw,
            "resign" => Order::Resign,
            "game" | "pgn" => Order::Game,
            "save" => Order::Save(rest.trim().to_owned()),
            "load" => Order::Load(rest.trim().to_owned()),
            "level" => Order::Level(rest.trim().to_owned()),
            "clock" | "time" => Order::Clock,
            "new" => Order::New,
            "quit" | "exit" | "bye" => Order::Quit,
            "help" | "?" => Order::Help,
            _ => Order::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves() {
        assert_eq!(Order::read("  UNDO \r"), Order::Undo);
        assert_eq!(Order::read("save my games.pgn"), Order::Save("my games.pgn".to_owned()));
        assert_eq!(Order::read("takeback"), Order::Undo);
        assert_eq!(Order::read("level depth=4"), Order::Level("depth=4".to_owned()));
        assert_eq!(Order::read("Nf3"), Order::Move("Nf3".to_owned()));
        assert_eq!(Order::read(""), Order::Nothing);
    }

    #[test]
    fn every_word_of_the_help_is_known() {
        let words = HELP.lines().skip(1).flat_map(|line| [line.get(2..10), line.get(43..53)]);
        for word in words.flatten().map(str::trim).filter(|word| !word.is_empty() && *word != "Ctrl-C") {
            let order = Order::read(word);
            assert!(!matches!(order, Order::Move(_) | Order::Nothing), "{word}");
        }
    }
}
