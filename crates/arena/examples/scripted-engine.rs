//! The engine of `quevedo_testkit::scripted` as a program: `scripted-engine KIND [TAG]`. The tag only makes it
//! possible to find the process again.

use quevedo_testkit::scripted::{self, Kind};

fn main() -> Result<(), String> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "good".to_owned());
    scripted::run(Kind::from_name(&name).ok_or_else(|| format!("there is no kind \"{name}\""))?);
    Ok(())
}
