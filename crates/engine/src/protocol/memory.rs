//! A table no larger than the machine.
//!
//! Where the system promises more memory than it has, a table that is too large is not refused but
//! ends the program when it is filled: what is available is asked for first. *Cost.* One small
//! file is read, on Linux; elsewhere nothing is asked, and an allocation that fails is halved.

use super::options::Configuration;

/// The part of the available memory that a table may take, in percent.
const SHARE: u64 = 80;

/// Brings a size of the table that was asked for, in megabytes, to what the machine has; a sentence
/// if it had to. The size `before` is there already: what is no larger is left alone, for the memory
/// of a table in use does not count as available.
pub fn fit_hash(configuration: &mut Configuration, before: u64) -> Option<String> {
    if configuration.hash <= before {
        return None;
    }
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    fit(&mut configuration.hash, before, &text)
}

fn fit(megabytes: &mut u64, before: u64, text: &str) -> Option<String> {
    let most = (available(text)? * SHARE / 100).max(before).max(1);
    if *megabytes <= most {
        return None;
    }
    let asked = std::mem::replace(megabytes, most);
    Some(format!(
        "{asked} MB are not to be had: the table takes {most} MB"
    ))
}

/// The megabytes available according to `/proc/meminfo`.
fn available(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
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
        let fitted = |asked: u64, before: u64| {
            let mut megabytes = asked;
            let said = fit(&mut megabytes, before, text).is_some();
            (megabytes, said)
        };
        assert_eq!(fitted(1600, 64), (1600, false));
        assert_eq!(fitted(4000, 64), (1600, true));
        // The table of before fills the memory: it may stay.
        assert_eq!(fitted(4000, 3000), (3000, true));
    }

    #[test]
    fn a_table_that_is_there_is_not_asked_about_again() {
        let mut configuration = Configuration {
            hash: u64::MAX,
            ..Configuration::default()
        };
        assert_eq!(fit_hash(&mut configuration, u64::MAX), None);
        assert_eq!(configuration.hash, u64::MAX);
    }
}
