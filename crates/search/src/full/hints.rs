//! Hints to the processor and the kernel about the memory of the table.
//!
//! A probe of a large table waits for memory: a sixth of the time of a chess search, half of it for
//! the address to be translated. The line of a position can be asked for when its key is known,
//! while its evaluation is brought up to date, and larger pages make translation cheap. *Invariant.*
//! A hint changes no value: where one is not to be had, nothing happens.

// Neither hint can be given without `unsafe`; the speed they are worth stands in bench/REPORT.md.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;

/// Says that a place will be read soon.
#[inline]
pub fn soon<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing; the address is a reference's.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Asks for large pages under memory that has not been used yet.
pub fn large_pages<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        // Advice is for whole pages; the rest at either end stays as it is.
        const PAGE: usize = 1 << 21;
        let bytes = std::mem::size_of_val(memory);
        let start = memory.as_mut_ptr() as usize;
        let skipped = start.next_multiple_of(PAGE) - start;
        if let Some(length) = bytes.checked_sub(skipped).map(|rest| rest & !(PAGE - 1))
            && length > 0
        {
            let first = memory.as_mut_ptr().cast::<u8>().wrapping_add(skipped);
            // SAFETY: the range lies within memory that we hold exclusively, and this advice
            // leaves contents and permissions as they are.
            let _ = unsafe { libc::madvise(first.cast(), length, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
