//! `shannon`: Shannon's machines against each other, what they look at, and how many moves there are (Fig. 1).

mod efforts;
mod findings;
mod legal_moves;
mod lessons;
mod styles;

use quevedo_arena::stats::{Tally, ratings};
use quevedo_arena::{Adjudication, Opening};

use super::duel;
use super::{Axis, Bench, Experiment, ExperimentReport, Halt, Plot, Series, Table};
use crate::shannon::{Extent, Machine, Strategy, Style};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "shannon",
    title: "Shannon's machines",
    paper: "C.E. Shannon, Programming a computer for playing chess, Philosophical Magazine 41, 1950, sections 2, 4, 6, 7, note 6, Figs. 1 and 5",
    summary: "scores of first legal move, random, worse than random, type A and type B; the statistical element; styles; what type B looks at beside a master; his numbers; legal moves by move number over a game collection",
    measure,
    judge: findings::judge,
};

/// A machine under the name that tables and plots give it.
struct Entrant {
    name: String,
    short: &'static str,
    strategy: Strategy,
    style: Style,
}

impl Entrant {
    fn seated(&self, seed: u64) -> Machine {
        Machine::new(self.strategy, seed).with_style(self.style)
    }
}

fn entrants(type_b: Extent) -> Vec<Entrant> {
    let entrant = |short, strategy: Strategy, style: Style| {
        let name = match style {
            Style::SHANNON => strategy.name(),
            _ => format!("{}, {}", strategy.name(), style.name),
        };
        Entrant { name, short, strategy, style }
    };
    vec![
        entrant("worse", Strategy::WorseThanRandom, Style::SHANNON),
        entrant("first", Strategy::FirstLegal, Style::SHANNON),
        entrant("random", Strategy::Random, Style::SHANNON),
        entrant("A1", Strategy::TypeA(1), Style::SHANNON),
        entrant("A2", Strategy::TypeA(2), Style::SHANNON),
        entrant("A3", Strategy::TypeA(3), Style::SHANNON),
        entrant("B", Strategy::TypeB(type_b), Style::SHANNON),
        entrant("A2 mat.", Strategy::TypeA(2), Style::MATERIAL),
        entrant("A2 pos.", Strategy::TypeA(2), Style::POSITIONAL),
        entrant("A2 mob.", Strategy::TypeA(2), Style::MOBILE),
    ]
}

fn measure(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    // A test has no time for ten moves.
    let type_b = bench.scale.pick(Extent { least: 1, most: 3 }, Extent::default(), Extent::default());
    let machines = entrants(type_b);
    let games = bench.scale.pick(2, 6, 20);
    let results = tournament(bench, &machines, games)?;
    let counts = legal_moves::count(bench)?;
    let (variety, lessons, efforts) =
        (styles::variety(bench)?, lessons::table(bench, type_b)?, efforts::tables(bench, type_b)?);
    let styles = styles::table(bench)?;

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "Every machine meets every other in {games} games from a book of openings, each opening with both colours; games end by the rules, or are \
         drawn after 100 moves. Type A looks at all variations to a fixed number of plies (with alpha-beta, which changes no decision); type B \
         follows forceful variations until g(P) = 0, at least 2 and at most 10 moves of both sides, which are 4 and 20 plies. Worse than random \
         picks the move after which the best answer harms it most (note 6). Moves of equal value are chosen from at random. \
         f(P) = 9Q + 5R + 3B + 3N + P - 0.5(D + S + I) + 0.1M for each side, or with the coefficients of another style."
    ));
    report.explain(
        "Intervals of scores are Wilson's, other errors those of the choice of games or positions, at 95 %. Of de Groot's protocol (Fig. 5) the \
         paper's text gives the numbers; the drawing is not in it. A variation is counted where a line of the machine's search ends.",
    );
    report.tables.push(cross_table(&machines, &results));
    report.tables.push(rating_table(&machines, &results));
    report.tables.extend([lessons, variety, styles]);
    report.tables.extend(efforts);
    report.tables.push(numbers());
    report.tables.push(counts.table());
    report.plots.push(rating_plot(&machines, &results));
    report.plots.push(counts.plot());
    Ok(report)
}

/// What section 2 works out, and the same again.
fn numbers() -> Table {
    use crate::shannon::numbers::{hours, longest_game, pawn_game, positions, variations, years};
    let mut table = Table::new("numbers", "His numbers", ["what", "paper", "ours"]);
    let exponent = |value: f64| format!("10^{value:.1}");
    let rows = [
        ("positions, 64!/32!(8!)^2(2!)^6", "10^43", exponent(positions())),
        ("possibilities of a move for each side, 30 legal moves", "10^3", exponent(variations(30.0, 1))),
        ("variations of 40 moves, 30 legal moves", "10^120", exponent(variations(30.0, 40))),
        ("years for them, one a microsecond", "more than 10^90", exponent(years(variations(30.0, 40)))),
        ("hours for half of a game, 10^9 positions a move", "10", format!("{:.1}", hours(9.0, 40))),
        ("moves of the longest game", "6350", longest_game().to_string()),
        ("hexapawn for who begins", "", pawn_game(3, false).to_string()),
        ("hexapawn for who begins, passing allowed", "at least 0", pawn_game(3, true).to_string()),
    ];
    for (what, paper, ours) in rows {
        table.row([what.to_owned(), paper.to_owned(), ours]);
    }
    table.noted(
        "Hexapawn: 1 won, 0 drawn, -1 lost; it has the mirror symmetry that the theorem on passing needs.",
    )
}

type Results = Vec<(usize, usize, Tally)>;

fn tournament(bench: &Bench<'_>, machines: &[Entrant], games: usize) -> Result<Results, Halt> {
    let openings = Opening::builtin();
    let mut jobs = Vec::new();
    for first in 0..machines.len() {
        for second in first + 1..machines.len() {
            jobs.extend((0..games).map(|game| (first, second, game)));
        }
    }
    let name = |&(first, second, game): &(usize, usize, usize)| {
        format!("{} - {}, game {game}", machines[first].name, machines[second].name)
    };
    let most_moves = Some(bench.scale.pick(12, 100, 100));
    let rules = Adjudication { most_moves, ..Adjudication::default() };
    let found = bench.each("games", &jobs, name, |&(first, second, game)| {
        let seed = bench.seed ^ ((first * 64 + second) * 4096 + game) as u64;
        let (mut one, mut two) = (machines[first].seated(seed), machines[second].seated(!seed));
        let opening = duel::opening(&openings, game * 11 / 2 * 2 + game % 2);
        duel::play(bench, &opening, [&mut one, &mut two], game % 2 == 0, rules)
    })?;
    let mut results: Results = Vec::new();
    for (games, points) in jobs.chunks(games).zip(found.chunks(games)) {
        if let Some(&(first, second, _)) = games.first() {
            results.push((first, second, duel::tally(points.iter().copied().flatten())));
        }
    }
    Ok(results)
}

/// The first player's result against the second, however they are listed.
fn between(results: &Results, first: usize, second: usize) -> Tally {
    let found = results.iter().find(|&&(one, two, _)| (one, two) == (first.min(second), first.max(second)));
    let tally = found.map(|&(.., tally)| tally).unwrap_or_default();
    if first < second { tally } else { tally.swapped() }
}

fn cross_table(machines: &[Entrant], results: &Results) -> Table {
    let names: Vec<&String> = machines.iter().map(|it| &it.name).collect();
    let heads = std::iter::once(String::new()).chain(names.iter().map(|it| (*it).clone()));
    let mut table = Table::new("scores", "Points of the machine at the left, with its games", heads);
    for (row, name) in names.iter().enumerate() {
        let cells = (0..names.len()).map(|column| {
            let tally = between(results, row, column);
            if row == column { String::new() } else { format!("{:.1}/{}", tally.points(), tally.games()) }
        });
        table.row(std::iter::once((*name).clone()).chain(cells));
    }
    table
}

fn rating_table(machines: &[Entrant], results: &Results) -> Table {
    let names: Vec<&str> = machines.iter().map(|it| it.name.as_str()).collect();
    let mut table =
        Table::new("ratings", "Ratings, the mean of all being 0", ["machine", "Elo", "points", "games"]);
    for rating in ratings(&names, results) {
        let elo = format!("{:+.0} \u{b1} {:.0}", rating.elo.value, rating.elo.error);
        let points = format!("{:.1}", rating.tally.points());
        table.row([rating.name, elo, points, rating.tally.games().to_string()]);
    }
    table
}

fn rating_plot(machines: &[Entrant], results: &Results) -> Plot {
    let names: Vec<&str> = machines.iter().map(|it| it.name.as_str()).collect();
    let list = ratings(&names, results);
    let elo = |name: &str| list.iter().find(|rating| rating.name == name).map(|rating| rating.elo);
    let known: Vec<(f64, quevedo_arena::stats::Estimate)> =
        names.iter().enumerate().filter_map(|(place, name)| Some((place as f64, elo(name)?))).collect();
    Plot {
        name: "ratings".to_owned(),
        title: "Shannon's machines, with 95 % intervals".to_owned(),
        across: Axis::named("machine", machines.iter().map(|it| it.short)),
        upward: Axis::linear("Elo, mean 0"),
        series: vec![
            Series::new("rating", known.iter().map(|(place, elo)| (*place, elo.value)))
                .with_errors(known.iter().map(|(_, elo)| (elo.value - elo.error, elo.value + elo.error))),
        ],
    }
}
