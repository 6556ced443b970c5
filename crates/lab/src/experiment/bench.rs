//! Where an experiment works: it hands out cells of work, and keeps what is done.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::collections::HashMap;
use std::io::BufRead;
use std::sync::Mutex;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// As little as shows that the experiment works: for tests, in seconds for all experiments.
    Tiny,
    /// All experiments together in minutes: shows the direction of every effect.
    Quick,
    /// As the papers did it, as far as patience reaches.
    Full,
}

impl Scale {
    /// One of three values.
    pub fn pick<T>(self, tiny: T, quick: T, full: T) -> T {
        match self {
            Scale::Tiny => tiny,
            Scale::Quick => quick,
            Scale::Full => full,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.pick("tiny", "quick", "full")
    }
}

/// Why an experiment ended without a report.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Halt {
    /// Somebody asked for the end.
    #[error("the run was stopped")]
    Stopped,
    /// A finished cell cannot be kept.
    #[error("what was measured cannot be kept: {0}")]
    Keep(String),
    /// A report on what was measured so far was asked for, and too little was.
    #[error("too little was measured so far for a report: {0} is not finished")]
    Unfinished(String),
    /// Something that the program itself carries is broken.
    #[error("{0}")]
    Broken(String),
}

/// What an experiment needs of the world. The command line gives it files and a terminal.
pub trait Host: Sync {
    /// A file of the data folder, decompressed; `None` if it is not there.
    fn open(&self, name: &str) -> Option<Box<dyn BufRead>>;

    /// Keeps the result of a cell for a later run.
    ///
    /// # Errors
    /// Why it cannot.
    fn keep(&self, cell: &str, value: &Value) -> Result<(), String>;

    /// Hears how far the work is.
    fn progress(&self, done: usize, total: usize, what: &str);

    /// The flag that is set when the run is to end.
    fn stop(&self) -> &AtomicBool;
}

/// The place of work of one experiment.
pub struct Bench<'a> {
    /// How much to measure.
    pub scale: Scale,
    /// The source of all chance.
    pub seed: u64,
    /// How many cells are worked on at a time.
    pub threads: usize,
    /// Whether only to report on what earlier runs measured.
    pub so_far: bool,
    host: &'a dyn Host,
    known: HashMap<String, Value>,
}

impl core::fmt::Debug for Bench<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Bench").field("scale", &self.scale).field("seed", &self.seed).finish_non_exhaustive()
    }
}

impl<'a> Bench<'a> {
    /// A bench with the cells that an earlier run of the same experiment, scale and seed finished.
    pub fn new(
        host: &'a dyn Host,
        scale: Scale,
        seed: u64,
        threads: usize,
        known: HashMap<String, Value>,
    ) -> Self {
        Bench { scale, seed, threads: threads.max(1), so_far: false, host, known }
    }

    /// The same bench for work that must have the machine for itself: one cell at a time.
    pub fn alone(&self) -> Bench<'a> {
        Bench { threads: 1, known: self.known.clone(), ..*self }
    }

    /// The same bench, which measures nothing more.
    pub fn so_far(self) -> Bench<'a> {
        Bench { so_far: true, ..self }
    }

    /// A data file as text, or `None` where it is missing or no text.
    pub fn text(&self, name: &str) -> Option<String> {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut self.host.open(name)?, &mut text).ok()?;
        Some(text)
    }

    /// A data file.
    pub fn open(&self, name: &str) -> Option<Box<dyn BufRead>> {
        self.host.open(name)
    }

    /// Whether the run is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop().load(Relaxed)
    }

    /// The flag that is set when the run is to end.
    pub fn stop(&self) -> &AtomicBool {
        self.host.stop()
    }

    /// Works through jobs, several at a time, and gives their results in the jobs' order. The name of a job
    /// must be its own within the experiment; the result of a job that was done before is remembered.
    ///
    /// # Errors
    /// If the run is stopped or a result cannot be kept; what is finished stays kept.
    pub fn each<J: Sync, T: Serialize + DeserializeOwned + Send>(
        &self,
        what: &str,
        jobs: &[J],
        name: impl Fn(&J) -> String,
        work: impl Fn(&J) -> T + Sync,
    ) -> Result<Vec<T>, Halt> {
        let results = self.each_so_far(what, jobs, name, work)?;
        let missing = if self.so_far { Halt::Unfinished(what.to_owned()) } else { Halt::Stopped };
        results.into_iter().collect::<Option<Vec<T>>>().ok_or(missing)
    }

    /// The same for work that a report can be made on before all of it is done: jobs that are still to do have no
    /// result where only [what was measured so far](Bench::so_far) counts.
    ///
    /// # Errors
    /// If the run is stopped or a result cannot be kept; what is finished stays kept.
    pub fn each_so_far<J: Sync, T: Serialize + DeserializeOwned + Send>(
        &self,
        what: &str,
        jobs: &[J],
        name: impl Fn(&J) -> String,
        work: impl Fn(&J) -> T + Sync,
    ) -> Result<Vec<Option<T>>, Halt> {
        let names: Vec<String> = jobs.iter().map(|job| format!("{what}: {}", name(job))).collect();
        let mut results: Vec<Option<T>> = names.iter().map(|name| self.recall(name)).collect();
        if self.so_far {
            return Ok(results);
        }
        let open: Vec<usize> = (0..jobs.len()).filter(|&place| results[place].is_none()).collect();
        let done = AtomicUsize::new(jobs.len() - open.len());
        let next = AtomicUsize::new(0);
        let finished: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::new());
        let failure: Mutex<Option<Halt>> = Mutex::new(None);
        self.host.progress(done.load(Relaxed), jobs.len(), what);
        let worker = || {
            while let Some(&place) = open.get(next.fetch_add(1, Relaxed)) {
                if self.is_stopped() || lock(&failure).is_some() {
                    return;
                }
                let result = work(&jobs[place]);
                // A piece of work that was broken off in the middle is not a result.
                if self.is_stopped() {
                    return;
                }
                if let Err(halt) = self.keep(&names[place], &result) {
                    lock(&failure).get_or_insert(halt);
                    return;
                }
                lock(&finished).push((place, result));
                self.host.progress(done.fetch_add(1, Relaxed) + 1, jobs.len(), what);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(open.len()) {
                scope.spawn(worker);
            }
            worker();
        });
        if let Some(halt) = lock(&failure).take() {
            return Err(halt);
        }
        for (place, result) in lock(&finished).drain(..) {
            results[place] = Some(result);
        }
        if results.iter().any(Option::is_none) { Err(Halt::Stopped) } else { Ok(results) }
    }

    fn recall<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        self.known.get(name).and_then(|value| T::deserialize(value).ok())
    }

    fn keep(&self, name: &str, result: &impl Serialize) -> Result<(), Halt> {
        let value = serde_json::to_value(result).map_err(|error| Halt::Keep(error.to_string()))?;
        self.host.keep(name, &value).map_err(Halt::Keep)
    }
}

/// A thread that panicked while it held the lock has told so already; the data is whole.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A host with no files, a memory and a fuse: it asks for the end after so many kept cells.
    #[derive(Default)]
    pub(crate) struct TestHost {
        pub(crate) kept: Mutex<HashMap<String, Value>>,
        pub(crate) fuse: Option<usize>,
        pub(crate) folder: Option<std::path::PathBuf>,
        pub(crate) stopped: AtomicBool,
    }

    impl Host for TestHost {
        fn open(&self, name: &str) -> Option<Box<dyn BufRead>> {
            let file = std::fs::File::open(self.folder.as_ref()?.join(name)).ok()?;
            Some(Box::new(std::io::BufReader::new(file)))
        }

        fn keep(&self, cell: &str, value: &Value) -> Result<(), String> {
            let mut kept = lock(&self.kept);
            kept.insert(cell.to_owned(), value.clone());
            self.stopped.store(self.fuse.is_some_and(|fuse| kept.len() >= fuse), Relaxed);
            Ok(())
        }

        fn progress(&self, done: usize, total: usize, _: &str) {
            assert!(done <= total);
        }

        fn stop(&self) -> &AtomicBool {
            &self.stopped
        }
    }

    #[test]
    fn what_is_done_is_not_done_again() {
        let jobs: Vec<u64> = (0..20).collect();
        let calls = AtomicUsize::new(0);
        let square = |&job: &u64| {
            calls.fetch_add(1, Relaxed);
            job * job
        };
        let broken_off = TestHost { fuse: Some(7), ..TestHost::default() };
        let bench = Bench::new(&broken_off, Scale::Tiny, 1, 1, HashMap::new());
        assert_eq!(bench.each("squares", &jobs, u64::to_string, square), Err(Halt::Stopped));
        assert_eq!(calls.load(Relaxed), 7);
        let known = lock(&broken_off.kept).clone();
        assert_eq!(known.len(), 7);
        assert_eq!(known["squares: 3"], 9);

        for threads in [1, 3] {
            calls.store(0, Relaxed);
            let again = TestHost::default();
            let bench = Bench::new(&again, Scale::Tiny, 1, threads, known.clone());
            let found = bench.each("squares", &jobs, u64::to_string, square).expect("nobody stops it");
            assert_eq!(found, jobs.iter().map(|job| job * job).collect::<Vec<_>>());
            assert_eq!(calls.load(Relaxed), 13);
        }
    }

    #[test]
    fn a_report_so_far_measures_nothing() {
        let host = TestHost::default();
        let known = HashMap::from([("n: 1".to_owned(), Value::from(7))]);
        let bench = Bench::new(&host, Scale::Tiny, 1, 2, known).so_far();
        let work = |_: &u32| -> u32 { panic!("nothing is to be measured") };
        assert_eq!(bench.each_so_far("n", &[1_u32, 2], u32::to_string, work), Ok(vec![Some(7), None]));
        assert_eq!(bench.each("n", &[1_u32], u32::to_string, work), Ok(vec![7]));
        assert_eq!(bench.each("n", &[2_u32], u32::to_string, work), Err(Halt::Unfinished("n".to_owned())));
    }

    #[test]
    fn a_result_of_another_shape_is_measured_again() {
        let host = TestHost::default();
        let known = HashMap::from([("n: 1".to_owned(), Value::from("text"))]);
        let bench = Bench::new(&host, Scale::Tiny, 1, 2, known);
        assert_eq!(bench.each("n", &[1_u32], u32::to_string, |&n| n + 1), Ok(vec![2]));
    }
}
