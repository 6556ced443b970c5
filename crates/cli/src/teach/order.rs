//! What the learner types.

/// What the learner wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Nothing,
    /// Whatever is no other word is taken for a move.
    Move(String),
    Hint,
    Show,
    Undo,
    Method,
    Board,
    Moves,
    New,
    Help,
    Quit,
}

/// What the words mean, for `help`.
pub(super) const HELP: &str = "\
Moves are written like Rd4, or d1d4. Other words in a lesson:
  hint      which rule applies; again: with which man
  show      the method's move, with its reason
  undo      take your last move back
  method    the rules again                  board     draw the board again
  moves     your legal moves                 new       another position
  help      these words                      quit      leave";

/// The same in Spanish.
pub(super) const HELP_ES: &str = "\
Las jugadas se escriben con letras inglesas (K rey, Q dama, R torre, B alfil,
N caballo) como Rd4, o así: d1d4. Otras palabras:
  pista     qué regla toca; otra vez: con qué pieza
  muestra   la jugada del método y su razón
  atrás     retirar la última jugada
  método    las reglas otra vez              tablero   dibujar el tablero
  jugadas   sus jugadas legales              nueva     otra posición
  ayuda     estas palabras                   salir     terminar";

impl Order {
    pub(super) fn read(line: &str) -> Order {
        let line = line.trim();
        match line.to_lowercase().as_str() {
            "" => Order::Nothing,
            "hint" | "pista" => Order::Hint,
            "show" | "muestra" => Order::Show,
            "undo" | "back" | "takeback" | "atrás" | "atras" => Order::Undo,
            "method" | "rules" | "método" | "metodo" | "reglas" => Order::Method,
            "board" | "tablero" => Order::Board,
            "moves" | "jugadas" => Order::Moves,
            "new" | "nueva" => Order::New,
            "help" | "?" | "ayuda" => Order::Help,
            "quit" | "exit" | "bye" | "salir" => Order::Quit,
            _ => Order::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_help_is_known() {
        for help in [HELP, HELP_ES] {
            let mut words = 0;
            for line in help.lines().filter(|line| line.starts_with("  ")) {
                let letters: Vec<char> = line.chars().collect();
                for start in [2, 45] {
                    let word: String =
                        letters.iter().skip(start).take_while(|it| !it.is_whitespace()).collect();
                    let is_word = start == 2 || letters.get(start - 2..start) == Some(&[' ', ' ']);
                    if word.is_empty() || !is_word {
                        continue;
                    }
                    assert!(!matches!(Order::read(&word), Order::Move(_) | Order::Nothing), "{word}");
                    words += 1;
                }
            }
            assert_eq!(words, 9);
        }
    }

    #[test]
    fn whatever_else_is_a_move() {
        assert_eq!(Order::read(" Rd4 \r"), Order::Move("Rd4".to_owned()));
        assert_eq!(Order::read("  "), Order::Nothing);
        assert_eq!(Order::read("HINT"), Order::Hint);
    }
}
