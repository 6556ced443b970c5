//! What the lesson says beside the answers to moves, in every language.

use quevedo_methods::{Advice, Conclusion, End, Language, Method};

use super::order;

/// The phrases of one language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speech(pub(super) Language);

impl Speech {
    fn pick(self, en: &'static str, es: &'static str) -> &'static str {
        match self.0 {
            Language::English => en,
            Language::Spanish => es,
        }
    }

    pub(super) fn help(self) -> &'static str {
        self.pick(order::HELP, order::HELP_ES)
    }

    pub(super) fn example(self) -> &'static str {
        self.pick("For example, from here:", "Por ejemplo, desde aquí:")
    }

    pub(super) fn your_turn(self, side: &str) -> String {
        match self.0 {
            Language::English => format!("Now you: you are {side}. `help` tells what can be said."),
            Language::Spanish => format!("Ahora usted: lleva las {side}. `ayuda` dice qué se puede decir."),
        }
    }

    pub(super) fn noise(self) -> &'static str {
        self.pick("That is no text; `help` tells what can be said.", "Eso no es texto; pruebe con `ayuda`.")
    }

    pub(super) fn nothing_to_undo(self) -> &'static str {
        self.pick("There is no move to take back.", "No hay jugada que retirar.")
    }

    pub(super) fn over(self) -> &'static str {
        self.pick(
            "It is over; `undo` takes the last move back, `new` sets another position.",
            "Ha terminado; `atrás` retira la última jugada, `nueva` pone otra posición.",
        )
    }

    pub(super) fn reply(self, reply: &str) -> String {
        match self.0 {
            Language::English => format!("The defender plays {reply}."),
            Language::Spanish => format!("El defensor juega {reply}."),
        }
    }

    /// How far it is still, in the words of the method.
    pub(super) fn way(self, advice: &Advice, method: &Method) -> String {
        let end = match (self.0, method.end) {
            (Language::English, End::Mate) => "mate",
            (Language::English, End::Promotion) => "the new queen",
            (Language::English, End::RookWon) => "the rook",
            (Language::Spanish, End::Mate) => "al mate",
            (Language::Spanish, End::Promotion) => "a la nueva dama",
            (Language::Spanish, End::RookWon) => "a la torre",
        };
        match (self.0, advice.to_goal) {
            (Language::English, Some(moves)) => format!(
                "Stage {} of {} ({}): {} to go at most; {end} within {}.",
                advice.part,
                advice.parts,
                advice.name,
                count(moves.into(), "move", "moves"),
                count(advice.within, "move", "moves")
            ),
            (Language::English, None) => format!(
                "By the method {end} comes within {}, by perfect play in {}.",
                count(advice.within, "move", "moves"),
                advice.best
            ),
            (Language::Spanish, Some(moves)) => format!(
                "Etapa {} de {} ({}): quedan como mucho {}; se llega {end} en {}.",
                advice.part,
                advice.parts,
                advice.name,
                count(moves.into(), "jugada", "jugadas"),
                count(advice.within, "jugada", "jugadas")
            ),
            (Language::Spanish, None) => format!(
                "Con el método se llega {end} en {} como mucho; con juego perfecto en {}.",
                count(advice.within, "jugada", "jugadas"),
                advice.best
            ),
        }
    }

    /// The first hint: the rule; then also the man.
    pub(super) fn hint(self, advice: &Advice, man: Option<&str>) -> String {
        let part = match (self.0, advice.to_goal.is_some()) {
            (Language::English, false) => "Rule",
            (Language::English, true) => "Stage",
            (Language::Spanish, false) => "Regla",
            (Language::Spanish, true) => "Etapa",
        };
        let hint = format!("{part} {}, {}: {}.", advice.part, advice.name, advice.words);
        match (self.0, man) {
            (_, None) => hint,
            (Language::English, Some(man)) => format!("{hint} Look at the {man}."),
            (Language::Spanish, Some(man)) => format!("{hint} Fíjese en: {man}."),
        }
    }

    pub(super) fn shown(self, advice: &Advice) -> String {
        let (number, name, words) = (advice.part, advice.name, advice.words);
        match self.0 {
            Language::English => format!("The method plays {}: {name} ({number}), {words}.", advice.san),
            Language::Spanish => format!("El método juega {}: {name} ({number}), {words}.", advice.san),
        }
    }

    pub(super) fn ended(self, conclusion: Conclusion, moves: usize) -> String {
        let end = match conclusion {
            Conclusion::Mate => self.pick("Mate", "Mate"),
            Conclusion::Won => self.pick("Won", "Ganado"),
            Conclusion::Stalemate => self.pick("Stalemate", "Ahogado"),
            Conclusion::Lost | Conclusion::Drawn => self.pick("The win is gone", "Se acabó la victoria"),
        };
        match self.0 {
            Language::English => format!("{end}, after {}.", count(moves as u16, "move", "moves")),
            Language::Spanish => format!("{end}, tras {}.", count(moves as u16, "jugada", "jugadas")),
        }
    }
}

fn count(number: u16, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}
