//! Counting allocations, to prove that a piece of code makes none.
//!
//! The one module here with `unsafe`: a global allocator cannot be written without it.

use core::cell::Cell;
use std::alloc::{GlobalAlloc, Layout, System};

thread_local! {
    // Initialised by a constant and without a destructor, so that touching it never allocates.
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator with a counter for each thread. A test installs it:
///
/// ```
/// use quevedo_testkit::allocations::{self, CountingAllocator};
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator;
///
/// let (count, boxed) = allocations::during(|| Box::new(7));
/// assert_eq!((count, *boxed), (1, 7));
/// ```
#[derive(Debug)]
pub struct CountingAllocator;

// SAFETY: every call goes to the system's allocator with its arguments unchanged, so its guarantees are
// ours; counting touches only a thread-local integer and can neither allocate nor unwind.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promises about `layout` are passed on as they are.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as in `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count();
        // SAFETY: `block` came from `System` through one of these functions, with this layout.
        unsafe { System.realloc(block, layout, new_size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as in `realloc`.
        unsafe { System.dealloc(block, layout) }
    }
}

fn count() {
    // A thread that is ending has no counter any more, and nobody who would read it.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

/// How many allocations `work` makes on this thread, and its result. Always 0 unless
/// [`CountingAllocator`] is the program's global allocator, so every test needs a control.
pub fn during<R>(work: impl FnOnce() -> R) -> (u64, R) {
    let before = COUNT.get();
    let result = work();
    (COUNT.get() - before, result)
}
