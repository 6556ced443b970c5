//! Networks as users name them: a file, or the one that is part of the program.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use quevedo_engine::Options;
use quevedo_eval::Evaluation;
use quevedo_eval::nnue::{self, Network};
use quevedo_farm::kind::evaluation::Evaluated;
use quevedo_train::datagen::EngineKind;

use crate::failure::Usage;

/// More than the largest network has.
const LARGEST: u64 = 256 << 20;

/// Reads a file that an option of the engine names.
pub(crate) fn read_file(path: &str) -> io::Result<Vec<u8>> {
    read_bounded(Path::new(path))
}

/// What comes after the largest network is not read: no file should cost all memory.
fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a network.
pub(crate) fn read(path: &Path) -> anyhow::Result<Arc<Network>> {
    let bytes = read_bounded(path).with_context(|| format!("cannot read {}", path.display()))?;
    let network = Network::from_bytes(&bytes).with_context(|| path.display().to_string())?;
    Ok(Arc::new(network))
}

/// The network of a file, or without one the built-in network.
pub(crate) fn chosen(file: Option<&Path>) -> anyhow::Result<Arc<Network>> {
    match file {
        Some(path) => read(path),
        None => nnue::builtin().ok_or_else(|| {
            Usage("no network is built into this program; --eval-file names one".to_owned()).into()
        }),
    }
}

/// What positions are evaluated with.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct EvaluationArgs {
    /// Evaluate with this: classical, network or shannon
    #[arg(long, value_name = "KIND", value_parser = evaluation)]
    evaluation: Option<Evaluation>,

    /// Evaluate with the network in this file
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

impl EvaluationArgs {
    /// Engines that evaluate so, with a name that tells evaluations apart: of a network its checksum, too.
    pub(crate) fn engine_kind(&self) -> anyhow::Result<EngineKind> {
        let (kind, network) = self.chosen()?;
        let name = match &network {
            Some(network) => network_name(network),
            None => kind.name().to_owned(),
        };
        let mut options = Options::default();
        self.choose(&mut options)?;
        Ok(EngineKind::new(name, options, read_file))
    }

    /// Lets an engine with these options evaluate so.
    pub(crate) fn choose(&self, options: &mut Options) -> anyhow::Result<()> {
        let (kind, _) = self.chosen()?;
        options.evaluation = kind;
        if let Some(path) = self.eval_file.as_ref().filter(|_| kind == Evaluation::Network) {
            options.eval_file = path.display().to_string();
        }
        Ok(())
    }

    /// The same for workers elsewhere, and the network if it is a file.
    pub(crate) fn evaluated(&self) -> anyhow::Result<(Evaluated, Option<Vec<u8>>)> {
        let (kind, _) = self.chosen()?;
        let name = self.engine_kind()?.evaluation().to_owned();
        let path = self.eval_file.as_ref().filter(|_| kind == Evaluation::Network);
        let network =
            path.map(|path| read_bounded(path).with_context(|| format!("cannot read {}", path.display())));
        Ok((Evaluated { kind: kind.name().to_owned(), name }, network.transpose()?))
    }

    /// The file that is read for it.
    pub(crate) fn file(&self) -> Option<&PathBuf> {
        self.eval_file.as_ref()
    }

    fn chosen(&self) -> anyhow::Result<(Evaluation, Option<Arc<Network>>)> {
        let file = self.eval_file.as_deref();
        let default = if file.is_some() { Evaluation::Network } else { Evaluation::default() };
        let kind = self.evaluation.unwrap_or(default);
        let network = if kind == Evaluation::Network { Some(chosen(file)?) } else { None };
        Ok((kind, network))
    }
}

/// What a network says of itself, and the checksum that ends its file.
fn network_name(network: &Network) -> String {
    let bytes = network.to_bytes();
    let checksum = bytes.last_chunk::<8>().map_or(0, |end| u64::from_le_bytes(*end));
    let name = format!("network {} {checksum:016x}", network.description());
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(crate) fn evaluation(name: &str) -> Result<Evaluation, Usage> {
    Evaluation::from_name(name)
        .ok_or_else(|| Usage(format!("expected one of {}", Evaluation::NAMES.join(", "))))
}
