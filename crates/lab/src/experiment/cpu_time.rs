//! How much a thread computed, however busy the machine is with other things.

use core::time::Duration;

/// A stop-watch for the processor time of the calling thread.
///
/// Where the system cannot tell (not Unix), it is the time on the wall.
#[derive(Clone, Copy, Debug)]
pub struct CpuTime(Moment);

impl CpuTime {
    /// Starts to count.
    pub fn start() -> CpuTime {
        CpuTime(now())
    }

    /// What the thread computed since; the same thread must ask that started.
    pub fn elapsed(&self) -> Duration {
        since(self.0)
    }

    /// The same in seconds.
    pub fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}

#[cfg(unix)]
type Moment = Duration;

#[cfg(unix)]
fn now() -> Moment {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

#[cfg(unix)]
fn since(start: Moment) -> Duration {
    now().saturating_sub(start)
}

#[cfg(not(unix))]
type Moment = std::time::Instant;

#[cfg(not(unix))]
fn now() -> Moment {
    std::time::Instant::now()
}

#[cfg(not(unix))]
fn since(start: Moment) -> Duration {
    start.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_forward() {
        let clock = CpuTime::start();
        let mut sum = 0_u64;
        while clock.elapsed().is_zero() {
            sum = core::hint::black_box(sum + 1);
        }
        let first = clock.elapsed();
        assert!(first > Duration::ZERO && clock.elapsed() >= first, "{sum}");
    }
}
