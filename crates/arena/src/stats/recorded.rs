//! Results that others published, with what their programs printed about them: ours must print the same.
//!
//! Where a source computes otherwise, the data says how, next to the row. Only two published rows are missing: samples with a
//! single kind of result in fastchess' tests, where it regularises differently from fishtest and from us.

use super::{EloModel, Outcomes, Pentanomial, Sprt, Tally};

/// A printed number with the digits it was printed with.
struct Printed {
    row: &'static str,
    field: &'static str,
    text: String,
    /// Whether the last digit may be off by one.
    roughly: bool,
}

/// The rows of the data file: `kind counts field=value ...`, with `#` lines that name the source.
fn rows() -> Vec<(&'static str, Vec<u64>, Vec<Printed>)> {
    let lines =
        include_str!("recorded.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|row| {
            let mut words = row.split_whitespace();
            let kind = words.next().expect("a kind");
            let counts =
                words.next().expect("counts").split(',').map(|n| n.parse().expect("a count")).collect();
            let printed = words.map(|word| {
                let (field, text) = word.split_once(['=', '~']).expect("field=value");
                Printed { row, field, text: text.to_owned(), roughly: word.contains('~') }
            });
            (kind, counts, printed.collect())
        })
        .collect()
}

impl Printed {
    /// Whether a number of ours, printed with the same digits, reads the same.
    fn check(&self, ours: f64) {
        let digits = self.text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        if self.roughly {
            let printed: f64 = self.text.parse().expect("a number");
            let unit = 0.1f64.powi(digits as i32);
            assert!((ours - printed).abs() <= unit, "{ours} for {} of {}", self.field, self.row);
            return;
        }
        let ours = format!("{ours:.digits$}");
        let ours =
            if ours.trim_start_matches(['-', '0', '.']).is_empty() { ours.replace('-', "") } else { ours };
        assert_eq!(ours, self.text, "{} of {}", self.field, self.row);
    }
}

/// `llr=2.95@0,5,logistic`: the ratio, and the test it belongs to.
fn check_llr(printed: &Printed, llr: impl Fn(&Sprt) -> f64) {
    let (value, hypotheses) = printed.text.split_once('@').expect("a test");
    let parts: Vec<&str> = hypotheses.split(',').collect();
    let elo = |i: usize| parts[i].parse::<f64>().expect("an Elo difference");
    let model = if parts[2] == "logistic" { EloModel::Logistic } else { EloModel::Normalized };
    let sprt = Sprt::new(elo(0), elo(1), 0.05, 0.05, model).expect("a sensible test");
    Printed { text: value.to_owned(), ..*printed }.check(llr(&sprt));
}

fn check_games(counts: &[u64], printed: &Printed) {
    let tally = Tally { wins: counts[0], losses: counts[1], draws: counts[2] };
    let (elo, normalised) = (tally.elo().expect("games"), tally.normalized_elo().expect("games"));
    match printed.field {
        "elo" => printed.check(elo.value),
        "error" => printed.check(elo.error),
        "nelo" => printed.check(normalised.value),
        "nerror" => printed.check(normalised.error),
        "los" => printed.check(100.0 * tally.los().expect("games")),
        "draws" => printed.check(100.0 * tally.draw_rate().expect("games")),
        "llr" => check_llr(printed, |sprt| sprt.llr(&tally)),
        other => panic!("unknown field {other}"),
    }
}

fn check_pairs(counts: &[u64], printed: &Printed) {
    let pairs = Pentanomial(counts.try_into().expect("five counts"));
    let (elo, normalised) = (pairs.elo().expect("pairs"), pairs.normalized_elo().expect("pairs"));
    match printed.field {
        "elo" => printed.check(elo.value),
        "error" => printed.check(elo.error),
        "nelo" => printed.check(normalised.value),
        "nerror" => printed.check(normalised.error),
        "los" => printed.check(100.0 * pairs.los().expect("pairs")),
        "draws" => printed.check(100.0 * pairs.draw_rate().expect("pairs")),
        "ratio" => printed.check(pairs.pairs_ratio().expect("lost pairs")),
        "llr" => check_llr(printed, |sprt| sprt.llr(&pairs)),
        other => panic!("unknown field {other}"),
    }
}

#[test]
fn we_print_what_others_printed() {
    let rows = rows();
    assert!(rows.len() >= 40, "only {} rows were read", rows.len());
    for (kind, counts, printed) in &rows {
        for printed in printed {
            match *kind {
                "games" => check_games(counts, printed),
                "pairs" => check_pairs(counts, printed),
                other => panic!("unknown kind {other}"),
            }
        }
    }
}
