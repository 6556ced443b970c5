//! Time that the host of a virtual machine takes from it: no program on it can do anything then.

use core::time::Duration;

/// How long each core has been kept from running since the machine started, as the kernel counts it.
/// Empty where the kernel does not tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stolen(Vec<Duration>);

/// The unit in which the kernel counts; the same on every machine.
const TICK: Duration = Duration::from_millis(10);
/// The eighth number of a core's line.
const STEAL: usize = 8;

impl Stolen {
    pub(crate) fn by_now() -> Stolen {
        Stolen::parse(&std::fs::read_to_string("/proc/stat").unwrap_or_default())
    }

    fn parse(stat: &str) -> Stolen {
        let cores = stat.lines().filter(|line| line.starts_with("cpu") && !line.starts_with("cpu "));
        let ticks = cores.filter_map(|line| line.split_whitespace().nth(STEAL)?.parse::<u32>().ok());
        Stolen(ticks.map(|ticks| TICK * ticks).collect())
    }

    /// What was taken since `earlier` from the core that lost most.
    pub(crate) fn most_since(&self, earlier: &Stolen) -> Duration {
        let cores = self.0.iter().zip(&earlier.0);
        cores.map(|(now, then)| now.saturating_sub(*then)).max().unwrap_or_default()
    }
}

#[test]
fn the_core_that_lost_most_counts() {
    let earlier =
        Stolen::parse("cpu  9 9 9 9 9 9 9 30 0 0\ncpu0 1 2 3 4 5 6 7 10 0 0\ncpu1 1 2 3 4 5 6 7 20 0 0\n");
    let now = Stolen::parse(
        "cpu  9 9 9 9 9 9 9 99 0 0\ncpu0 1 2 3 4 5 6 7 13 0 0\ncpu1 9 9 9 9 9 9 9 25 0 0\nintr 5\n",
    );
    assert_eq!(now.most_since(&earlier), Duration::from_millis(50));
    assert_eq!(now.most_since(&now), Duration::ZERO);
    assert_eq!(Stolen::parse("").most_since(&now), Duration::ZERO);
}
