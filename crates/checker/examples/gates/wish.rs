//! What is asked for on the command line.

use std::path::{Path, PathBuf};

use quevedo_testkit::shared;

use crate::GATES;

pub struct Wish {
    pub gates: Vec<String>,
    /// How many puzzles; each gate has its own usual number.
    pub sample: Option<usize>,
    pub seed: u64,
    data: PathBuf,
    pub stockfish: PathBuf,
    /// For the other engine.
    pub nodes: u64,
    /// For our own, before the tutor speaks.
    pub search: u64,
    /// How many misses are listed.
    pub list: usize,
    /// Whether proofs take the greater effort.
    pub is_deep: bool,
}

impl Wish {
    pub fn read(mut arguments: impl Iterator<Item = String>) -> Result<Wish, String> {
        let mut wish = Wish {
            gates: Vec::new(),
            sample: None,
            seed: 1,
            data: shared().unwrap_or_default(),
            stockfish: PathBuf::from("/usr/games/stockfish"),
            nodes: 1_000_000,
            search: 60_000,
            list: 0,
            is_deep: false,
        };
        while let Some(name) = arguments.next() {
            if !name.starts_with("--") {
                if !GATES.iter().any(|(gate, _)| *gate == name) {
                    let names: Vec<&str> = GATES.iter().map(|(gate, _)| *gate).collect();
                    return Err(format!("there is no gate {name}; there are {}", names.join(", ")));
                }
                wish.gates.push(name);
                continue;
            }
            if name == "--deep" {
                wish.is_deep = true;
                continue;
            }
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("{name} needs a number, not {value:?}"));
            match name.as_str() {
                "--sample" => wish.sample = Some(number()? as usize),
                "--seed" => wish.seed = number()?,
                "--data" => wish.data = PathBuf::from(&value),
                "--stockfish" => wish.stockfish = PathBuf::from(&value),
                "--nodes" => wish.nodes = number()?,
                "--search" => wish.search = number()?,
                "--list" => wish.list = number()? as usize,
                _ => return Err(format!("there is no option {name}")),
            }
        }
        if wish.gates.is_empty() {
            return Err("which gate? labels, causes, explained, opinion, lessons, hints".to_owned());
        }
        Ok(wish)
    }

    /// A file or folder of the shared data.
    pub fn data(&self, path: &str) -> Result<PathBuf, String> {
        let full = self.data.join(path);
        if self.data.as_os_str().is_empty() || !full.exists() {
            return Err(format!(
                "{} is not there; --data names the folder of shared data",
                show(&full, path)
            ));
        }
        Ok(full)
    }
}

fn show(full: &Path, path: &str) -> String {
    if full.is_absolute() { full.display().to_string() } else { format!("../shared/data/{path}") }
}
