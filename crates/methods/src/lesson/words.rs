//! What is said about a learner's move, in every language.

use quevedo_rules::Move;

use crate::answer::{Advice, Assessment, Conclusion};
use crate::method::{End, Language};

/// All that the words are made from.
#[derive(Debug)]
pub(super) struct Spoken<'a> {
    pub(super) language: Language,
    pub(super) end: End,
    pub(super) verdict: Assessment,
    pub(super) advice: Option<&'a Advice>,
    /// Another rule that chooses the learner's move.
    pub(super) own_rule: Option<&'static str>,
    pub(super) is_chain: bool,
    /// Moves to the end with perfect play after the learner's move, and after the best.
    pub(super) moves_after: Option<u8>,
    pub(super) best_after: Option<u8>,
    pub(super) reply: Option<(String, Move)>,
    pub(super) conclusion: Option<Conclusion>,
}

impl Spoken<'_> {
    /// The sentences.
    pub(super) fn words(&self) -> String {
        if self.conclusion == Some(Conclusion::Mate) {
            return self.pick("Mate!", "¡Mate!").to_owned();
        }
        if self.conclusion == Some(Conclusion::Won) {
            return match self.end {
                End::Promotion => self.pick(
                    "Promoted, and nothing can take it: the rest is the ending with a queen or rook.",
                    "Coronado, y nadie puede comerlo: lo que queda es el final de dama o torre.",
                ),
                _ => self.pick("Won: what is left is queen against king.", "Ganado: queda dama contra rey."),
            }
            .to_owned();
        }
        match self.verdict {
            Assessment::SameRule => self.same(),
            Assessment::OtherRule => self.other(),
            Assessment::Slower => self.slower(),
            Assessment::ThrowsAway => self.thrown_away(),
        }
    }

    fn pick<'s>(&self, en: &'s str, es: &'s str) -> &'s str {
        match self.language {
            Language::English => en,
            Language::Spanish => es,
        }
    }

    fn name(&self) -> &'static str {
        self.advice.map_or("", |advice| advice.name)
    }

    fn same(&self) -> String {
        let name = self.name();
        match (self.language, self.is_chain) {
            (Language::English, false) => format!("Good: {name}, rule {}.", self.part()),
            (Language::Spanish, false) => format!("Bien: {name}, regla {}.", self.part()),
            (Language::English, true) => format!("Good: on the way to {name}."),
            (Language::Spanish, true) => format!("Bien: camino de {name}."),
        }
    }

    fn part(&self) -> usize {
        self.advice.map_or(0, |advice| advice.part)
    }

    fn other(&self) -> String {
        let method = self.method_plays();
        match (self.language, self.own_rule) {
            (Language::English, Some(rule)) => {
                format!("This keeps the win, by another rule: {rule}. {method}")
            }
            (Language::Spanish, Some(rule)) => {
                format!("Conserva la victoria, con otra regla: {rule}. {method}")
            }
            (Language::English, None) => format!("This is no slower than the method. {method}"),
            (Language::Spanish, None) => format!("No es más lento que el método. {method}"),
        }
    }

    fn slower(&self) -> String {
        let rule = match (self.language, self.own_rule) {
            (Language::English, Some(rule)) => {
                format!(" It would be the rule {rule}, but an earlier one goes first.")
            }
            (Language::Spanish, Some(rule)) => {
                format!(" Sería la regla {rule}, pero otra anterior tiene preferencia.")
            }
            (_, None) => String::new(),
        };
        let lost =
            self.moves_after.zip(self.best_after).map_or(0, |(after, best)| after.saturating_sub(best));
        let cost = match (self.language, lost) {
            (Language::English, 0) if self.is_chain => "It wins, but brings the goal no nearer.".to_owned(),
            (Language::Spanish, 0) if self.is_chain => "Gana, pero no acerca la meta.".to_owned(),
            (Language::English, 1) => "It wins, but one move later than it could.".to_owned(),
            (Language::Spanish, 1) => "Gana, pero una jugada más tarde de lo posible.".to_owned(),
            (Language::English, lost) => format!("It wins, but {lost} moves later than it could."),
            (Language::Spanish, lost) => format!("Gana, pero {lost} jugadas más tarde de lo posible."),
        };
        format!("{cost}{rule} {}", self.method_plays())
    }

    fn thrown_away(&self) -> String {
        let why = match (self.language, self.conclusion, &self.reply) {
            (Language::English, Some(Conclusion::Stalemate), _) => "it is stalemate".to_owned(),
            (Language::Spanish, Some(Conclusion::Stalemate), _) => "es ahogado".to_owned(),
            (Language::English, Some(Conclusion::Lost), Some((reply, mv))) if mv.is_capture() => {
                format!("{reply} takes the man you need")
            }
            (Language::Spanish, Some(Conclusion::Lost), Some((reply, mv))) if mv.is_capture() => {
                format!("{reply} se come la pieza que necesita")
            }
            (Language::English, _, Some((reply, _))) => format!("after {reply} the best play no longer wins"),
            (Language::Spanish, _, Some((reply, _))) => format!("tras {reply} ya no se gana"),
            (Language::English, ..) => "the win is gone".to_owned(),
            (Language::Spanish, ..) => "se acabó la victoria".to_owned(),
        };
        let opening = self.pick("This throws the win away", "Así se pierde la victoria");
        format!("{opening}: {why}. {}", self.method_plays())
    }

    fn method_plays(&self) -> String {
        let Some(advice) = self.advice else { return String::new() };
        let opening = self.pick("The method plays", "El método juega");
        format!("{opening} {} ({}: {}).", advice.san, advice.name, advice.words)
    }
}
