//! `quevedo lab list`: experiments, algorithms and switches.

use std::io::Write;

use clap::Args;
use quevedo_lab::experiment::Experiment;
use quevedo_lab::{Algorithm, SWITCHES};
use serde::Serialize;

use crate::console::{Console, Format};
use crate::failure::Finding;

/// List the experiments, algorithms and switches of the laboratory
#[derive(Args, Debug)]
#[command(after_help = "\
Fields of --json: experiments (name, title, paper, summary), algorithms (name, paper, about),
switches (name, values, about).")]
pub(crate) struct ListArgs {}

#[derive(Serialize)]
struct Listing {
    experiments: Vec<ExperimentLine>,
    algorithms: Vec<AlgorithmLine>,
    switches: Vec<SwitchLine>,
}

#[derive(Serialize)]
struct ExperimentLine {
    name: &'static str,
    title: &'static str,
    paper: &'static str,
    summary: &'static str,
}

#[derive(Serialize)]
struct AlgorithmLine {
    name: &'static str,
    paper: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct SwitchLine {
    name: &'static str,
    values: &'static str,
    about: &'static str,
}

pub(crate) fn run(_: &ListArgs, console: &Console) -> anyhow::Result<Finding> {
    let listing = listing();
    let mut out = console.stdout();
    if console.format == Format::Text {
        write_text(&mut out, &listing)?;
    } else {
        console.write_json(&mut out, &listing)?;
    }
    out.flush()?;
    Ok(Finding::Good)
}

fn listing() -> Listing {
    let experiments = Experiment::ALL.iter().map(|&Experiment { name, title, paper, summary, .. }| {
        ExperimentLine { name, title, paper, summary }
    });
    let algorithms = Algorithm::ALL.iter().map(|algorithm| AlgorithmLine {
        name: algorithm.name(),
        paper: algorithm.paper(),
        about: algorithm.about(),
    });
    let switches = SWITCHES.iter().map(|switch| SwitchLine {
        name: switch.name,
        values: switch.values,
        about: switch.about,
    });
    Listing {
        experiments: experiments.collect(),
        algorithms: algorithms.collect(),
        switches: switches.collect(),
    }
}

fn write_text(out: &mut impl Write, listing: &Listing) -> anyhow::Result<()> {
    writeln!(out, "Experiments (quevedo lab run NAME):")?;
    for line in &listing.experiments {
        writeln!(out, "  {:<16} {}", line.name, line.summary)?;
        writeln!(out, "  {:<16} {}", "", line.paper)?;
    }
    writeln!(out, "\nAlgorithms (quevedo lab tree --algo NAME):")?;
    for line in &listing.algorithms {
        writeln!(out, "  {:<16} {} ({})", line.name, line.about, line.paper)?;
    }
    writeln!(out, "\nSwitches (quevedo lab tree --set NAME or NAME=VALUE):")?;
    for line in &listing.switches {
        writeln!(out, "  {:<20} {}", line.name, line.about)?;
        if line.values != "on, off" {
            writeln!(out, "  {:<20} {}", "", line.values)?;
        }
    }
    Ok(())
}
