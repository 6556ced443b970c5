//! Finds the magic factors again: prints the contents of `src/attacks/magic_factors.rs`.
#![allow(clippy::print_stdout)]

use quevedo_rules::attacks::magic;

fn main() {
    let (bishop, rook) = magic::find(0x5155_4556_4544_4f21);
    println!("// Made by `cargo run --release -p quevedo-rules --example find_magics`.");
    for (name, factors) in [("BISHOP", bishop), ("ROOK", rook)] {
        println!(
            "\n#[rustfmt::skip]\n#[allow(clippy::unreadable_literal)]\nconst {name}_FACTORS: [u64; 64] = ["
        );
        for row in factors.chunks(4) {
            let cells: Vec<String> = row.iter().map(|factor| format!("{factor:#018x}")).collect();
            println!("    {},", cells.join(", "));
        }
        println!("];");
    }
}
