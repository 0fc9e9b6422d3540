//! A table no larger than the machine.
//!
//! Where the system promises more memory than it has, a table that is too large is not refused but
//! ends the program when it is filled: what is available is asked for first. *Cost.* One small
//! file is read, on Linux; elsewhere nothing is asked, and an allocation that fails is halved.

/// The part of the available memory that a table may take, in percent.
const SHARE: usize = 80;

/// Brings the size of a table, in megabytes, to what the machine has; a sentence if it had to.
pub fn fit_memory(megabytes: &mut usize) -> Option<String> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let most = (available(&text)? * SHARE / 100).max(1);
    if *megabytes <= most {
        return None;
    }
    let asked = std::mem::replace(megabytes, most);
    Some(format!(
        "{asked} MB are not to be had: the table takes {most} MB"
    ))
}

/// The megabytes available according to `/proc/meminfo`.
fn available(text: &str) -> Option<usize> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_available_memory_is_read_and_kept_to() {
        let text = "MemTotal: 16000000 kB\nMemAvailable:    2048000 kB\n";
        assert_eq!(available(text), Some(2000));
        assert_eq!(available("MemTotal: 1 kB"), None);
        let mut small = 1;
        assert_eq!(fit_memory(&mut small), None);
        assert_eq!(small, 1);
    }
}
