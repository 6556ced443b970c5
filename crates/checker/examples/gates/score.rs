//! A figure and the gate that it is held against.

pub struct Score {
    pub what: String,
    pub good: usize,
    pub of: usize,
    /// The least share; `None` where a figure is only told.
    pub gate: Option<f64>,
    /// What else there is to say.
    pub note: String,
}

impl Score {
    pub fn new(what: impl Into<String>, good: usize, of: usize, gate: Option<f64>) -> Score {
        Score { what: what.into(), good, of, gate, note: String::new() }
    }

    pub fn noted(self, note: impl Into<String>) -> Score {
        Score { note: note.into(), ..self }
    }

    pub fn share(&self) -> f64 {
        if self.of == 0 { 0.0 } else { self.good as f64 / self.of as f64 }
    }

    pub fn is_met(&self) -> bool {
        self.gate.is_none_or(|gate| self.of > 0 && self.share() >= gate)
    }
}

/// As the documentation shows it.
pub fn table(scores: &[Score]) -> String {
    let mut rows = vec!["| what | found | share | gate | |\n|---|---|---|---|---|\n".to_owned()];
    for it in scores {
        let gate = it.gate.map_or_else(String::new, |gate| format!("{gate:.2}"));
        let mark = if it.is_met() { "" } else { "missed" };
        let note = if it.note.is_empty() { mark.to_owned() } else { format!("{mark} {}", it.note) };
        let (what, good, of, share) = (&it.what, it.good, it.of, it.share());
        let note = note.trim();
        rows.push(format!("| {what} | {good} of {of} | {share:.3} | {gate} | {note} |\n"));
    }
    rows.concat()
}
