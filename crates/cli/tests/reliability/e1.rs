//! E1: the number of nodes of `quevedo bench` is the same in every build.

use std::path::{Path, PathBuf};
use std::process::Command;

use quevedo_testkit::{is_full_run, report_skipped};

use crate::player::QUEVEDO;

/// The signature of the search. It equals the `Bench:` line of the newest commit that has one
/// (`git log --grep=^Bench: -1`); whoever changes the search changes both.
const SIGNATURE: u64 = 3_566_862;

#[test]
fn e1_the_signature_is_the_recorded_one() {
    let nodes = bench(Path::new(QUEVEDO));
    assert_eq!(nodes, SIGNATURE, "the search is another one; if that is meant, record {nodes} here");
}

/// A way to build the program: the profile, and what the compiler may assume about the machine.
struct Build {
    name: &'static str,
    profile: &'static str,
    flags: &'static str,
}

const BUILDS: [Build; 5] = [
    Build { name: "debug", profile: "dev", flags: "-C target-cpu=native" },
    Build { name: "release", profile: "release", flags: "-C target-cpu=native" },
    // Sliders by multiplication, bits counted without an instruction for it.
    Build { name: "x86-64", profile: "release", flags: "-C target-cpu=x86-64" },
    // Sliders by multiplication.
    Build { name: "x86-64-v2", profile: "release", flags: "-C target-cpu=x86-64-v2" },
    // Sliders by PEXT, fused multiplication and addition, AVX2.
    Build { name: "x86-64-v3", profile: "release", flags: "-C target-cpu=x86-64-v3" },
];

#[test]
fn e1_all_builds_agree() {
    if !is_full_run() || cfg!(not(target_arch = "x86_64")) {
        return report_skipped("e1_all_builds_agree", "five builds belong to the full run on x86-64");
    }
    for build in BUILDS {
        let nodes = bench(&build.make());
        crate::note(&format!("E1: {}: {nodes} nodes", build.name));
        assert_eq!(nodes, SIGNATURE, "{}", build.name);
    }
}

impl Build {
    /// Builds the program in a folder of its own. Only the `release` build takes the time for
    /// optimisation across crates.
    fn make(&self) -> PathBuf {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folder = root.join("target/soak").join(self.name);
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(&root).args(["build", "--locked", "--quiet", "--package", "quevedo"]);
        cargo.args(["--profile", self.profile]).arg("--target-dir").arg(&folder);
        cargo.env("RUSTFLAGS", self.flags);
        if self.name.starts_with("x86") {
            cargo.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
        }
        assert!(cargo.status().expect("cargo starts").success(), "the {} build", self.name);
        folder.join(if self.profile == "dev" { "debug" } else { self.profile }).join("quevedo")
    }
}

/// The number of nodes on the last line of a bench.
fn bench(program: &Path) -> u64 {
    let output = Command::new(program).arg("bench").output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    let last = text.lines().last().expect("a line");
    let nodes = last.split(' ').next().and_then(|word| word.parse().ok());
    nodes.unwrap_or_else(|| panic!("no number of nodes: {last}"))
}
