//! The method in words.

use quevedo_methods::{Language, Method};

use crate::console::{WIDTH, wrap};

/// The title, the idea and the rules or goals, in lines.
pub(super) fn lines(method: &Method, language: Language) -> Vec<String> {
    let mut lines = vec![capitalised(method.title.text(language)) + " (" + method.id + ")", String::new()];
    lines.extend(wrap(method.idea.text(language), WIDTH));
    lines.push(String::new());
    lines.push(heading(method, language).to_owned());
    for number in 0..method.parts() {
        let Some((name, words)) = method.part(number) else { continue };
        let text = format!("{}: {}", name.text(language), words.text(language));
        for (row, line) in wrap(&text, WIDTH - 5).into_iter().enumerate() {
            let margin = if row == 0 { format!("  {}. ", number + 1) } else { "     ".to_owned() };
            lines.push(margin + &line);
        }
    }
    lines
}

fn heading(method: &Method, language: Language) -> &'static str {
    match (language, method.is_chain()) {
        (Language::English, false) => "The first of these rules that gives a move is played:",
        (Language::English, true) => "One goal after another; each can be forced from the one before:",
        (Language::Spanish, false) => "Se juega la primera de estas reglas que dé una jugada:",
        (Language::Spanish, true) => "Una meta tras otra; cada una se puede forzar desde la anterior:",
    }
}

pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
