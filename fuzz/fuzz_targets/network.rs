//! Any bytes as a network file: what is read can be written, and evaluates alike in the fast way and the plain one.

#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use quevedo_eval::Evaluator;
use quevedo_eval::nnue::{self, Network, Nnue};
use quevedo_fuzz::{check_message, position};

/// A file without a fault.
static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| nnue::material().map_or_else(|_| Vec::new(), |good| good.to_bytes()));

fn check(bytes: &[u8]) {
    let network = match Network::from_bytes(bytes) {
        Ok(network) => Arc::new(network),
        Err(error) => return check_message(&error),
    };
    assert!(network.to_bytes() == bytes, "what was read is not what is written");
    let mut nnue = Nnue::new(Arc::clone(&network));
    for choice in 0..16 {
        let board = position(choice);
        nnue.reset(&board);
        assert_eq!(nnue.value(&board), network.value(&board), "{}", board.fen());
        nnue.evaluate(&board);
    }
}

/// The good file with some bytes written over it, and a checksum that says that all is well.
fn damaged(data: &[u8]) -> Option<Vec<u8>> {
    let (place, bytes) = data.split_first_chunk()?;
    let mut file = GOOD.clone();
    let content = file.len().checked_sub(8)?;
    let start = usize::from(u16::from_le_bytes(*place)) % content;
    for (slot, &byte) in file[start..content].iter_mut().zip(bytes) {
        *slot = byte;
    }
    let sum = nnue::checksum(&file[..content]);
    file[content..].copy_from_slice(&sum.to_le_bytes());
    Some(file)
}

fuzz_target!(|data: &[u8]| {
    check(data);
    if let Some(file) = damaged(data) {
        check(&file);
    }
});
