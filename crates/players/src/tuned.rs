//! Parameters of the search that suit one game better than the defaults.

use zermelo_search::full::Params;

/// The parameters with a game's own values wherever they still have the default.
///
/// # Panics
///
/// If a list names no parameter, or a value outside its range: lists are constants, and tests
/// apply each of them.
#[must_use]
pub fn tuned(params: Params, own: &[(&str, i64)]) -> Params {
    let mut tuned = params;
    for &(name, value) in own {
        if params.get(name) == Params::default().get(name) {
            tuned
                .set(name, value)
                .expect("lists name parameters and stay within their ranges");
        }
    }
    tuned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ConnectFourDomain, OthelloDomain};

    #[test]
    fn a_list_sets_what_nobody_else_has_set() {
        let mine = Params {
            look_depth: 7,
            ..Params::default()
        };
        let params = tuned(mine, ConnectFourDomain::TUNED);
        assert_eq!((params.look_depth, params.deepening_step), (7, 2));
        assert_eq!(tuned(mine, OthelloDomain::TUNED).child_cut, 0);
    }
}
