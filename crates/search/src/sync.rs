//! The atomics of the tree, which the model checker `loom` can replace by its own.
//!
//! With `--cfg loom` every load and store goes through the checker, which then runs all
//! interleavings that the memory model allows. Otherwise these are the standard ones.
#![allow(unsafe_code)]

#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use std::mem::MaybeUninit;

/// A value alone in its cache lines, so that threads that write it do not disturb those that read
/// its neighbours. (Processors fetch lines in pairs.)
#[repr(align(128))]
pub(crate) struct Padded<T>(pub(crate) T);

/// A move that is written once, before its node is published, and only read after that.
pub(crate) struct MoveCell<M>(
    #[cfg(not(loom))] std::cell::UnsafeCell<MaybeUninit<M>>,
    #[cfg(loom)] loom::cell::UnsafeCell<MaybeUninit<M>>,
);

// SAFETY: the cell is written only by the thread that owns its unpublished block (`write`), and read
// only after the block was published with release order and found with acquire order (`read`), so
// no write runs beside another access. A move is `Send + Sync`.
unsafe impl<M: Send + Sync> Sync for MoveCell<M> {}

impl<M: Copy> MoveCell<M> {
    #[cfg(loom)]
    pub(crate) fn new() -> Self {
        Self(loom::cell::UnsafeCell::new(MaybeUninit::uninit()))
    }

    /// Writes the move.
    ///
    /// # Safety
    /// The node must not be published: no other thread can reach it.
    pub(crate) unsafe fn write(&self, m: M) {
        #[cfg(not(loom))]
        // SAFETY: the caller is alone with this cell.
        unsafe {
            (*self.0.get()).write(m);
        }
        #[cfg(loom)]
        // SAFETY: as above; the checker would report a second access.
        self.0.with_mut(|cell| unsafe {
            (*cell).write(m);
        });
    }

    /// The move.
    ///
    /// # Safety
    /// `write` must have happened before: the node was found through its parent's published link.
    #[inline(always)]
    pub(crate) unsafe fn read(&self) -> M {
        #[cfg(not(loom))]
        // SAFETY: it was written before it was published, and is not written again until no thread
        // can reach it.
        unsafe {
            (*self.0.get()).assume_init()
        }
        #[cfg(loom)]
        // SAFETY: as above.
        self.0.with(|cell| unsafe { (*cell).assume_init() })
    }
}
