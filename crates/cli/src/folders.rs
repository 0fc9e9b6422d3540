//! Where the user's files live.

use std::path::PathBuf;

/// Where the folders of learned players are: as given, else the user's.
pub fn of_players(given: Option<&PathBuf>) -> Option<PathBuf> {
    given.cloned().or_else(|| of_user("players"))
}

/// A folder or file of ours in the user's data folder; `None` if the user has no such folder.
pub fn of_user(name: &str) -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let data = if cfg!(windows) {
        variable("APPDATA").map(PathBuf::from)
    } else {
        let home = || variable("HOME").map(|home| PathBuf::from(home).join(".local/share"));
        variable("XDG_DATA_HOME").map(PathBuf::from).or_else(home)
    };
    data.map(|data| data.join("zermelo").join(name))
}
