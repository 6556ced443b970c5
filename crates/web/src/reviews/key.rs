//! The names of reviews: what decides what a review says, in one number.

use quevedo_tutor::review::ReviewInput;

use crate::ask::Care;

/// Fowler, Noll and Vo's hash, 1a with 128 bits: its offset and its prime.
const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// The name of a review of this game by this engine.
pub(super) fn of(identity: &str, care: Care, input: &ReviewInput) -> String {
    let mut hash = OFFSET;
    let mut add = |text: &str| {
        // Texts end with a byte that is in none of them, so that their borders count.
        for byte in text.bytes().chain([0xff]) {
            hash = (hash ^ u128::from(byte)).wrapping_mul(PRIME);
        }
    };
    add(identity);
    add(if care == Care::Quick { "quick" } else { "full" });
    for (name, value) in &input.tags {
        add(name);
        add(value);
    }
    add(&input.start.fen());
    let mut board = input.start;
    for ply in &input.plies {
        add(&board.uci(ply.mv).to_string());
        add(&ply.clock.map(|clock| clock.to_string()).unwrap_or_default());
        board = board.play(ply.mv);
    }
    format!("{hash:032x}")
}
