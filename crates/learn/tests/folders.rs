//! Folders of weights and networks compared, looked into, and put together or not.
#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod support;

use std::fs;
use std::path::Path;

use zermelo_engine::evaluation::Weights;
use zermelo_engine::learned::folder::{FolderError, Learnt, PlayerFolder};
use zermelo_engine::learned::{FITTED_FILE, NETWORK_FILE, ROTE_FILE};
use zermelo_engine::tuning::train::{TrainParams, Training};
use zermelo_game::random::Rng;
use zermelo_learn::diff::{self, Which};
use zermelo_learn::{inside, merge};

use support::Place;

fn folder(path: &Path, kind: &str, file: &str, bytes: &[u8]) -> PlayerFolder {
    let make = |folder: &Path| {
        fs::write(folder.join(file), bytes).unwrap();
        Ok::<_, FolderError>(Learnt::default())
    };
    PlayerFolder::write(path, kind, make).unwrap()
}

fn weights(path: &Path, weights: &Weights) -> PlayerFolder {
    folder(path, "weights", FITTED_FILE, weights.text().as_bytes())
}

fn network(path: &Path) -> PlayerFolder {
    let network = Training::new(TrainParams::default(), &mut Rng::new(1)).network();
    folder(path, "network", NETWORK_FILE, &network.bytes())
}

#[test]
fn folders_with_equal_figures_and_other_files_differ() {
    let place = Place::new("folders-diff");
    let first = weights(&place.join("first"), &Weights::reference());
    let second = weights(&place.join("second"), &Weights::tuned());
    let apart = diff::folders(&first, &second).unwrap();
    assert_eq!(apart.files, [(FITTED_FILE.to_string(), Which::Both)]);
    assert!(apart.figures.is_empty() && !apart.is_none());
    assert!(diff::folders(&first, &first).unwrap().is_none());
    let apart = diff::folders(&first, &network(&place.join("network"))).unwrap();
    assert_eq!(apart.files.len(), 2);
}

#[test]
fn weights_and_networks_are_shown() {
    let place = Place::new("folders-inside");
    let reference = weights(&place.join("weights"), &Weights::reference());
    let said = inside::sentences(&reference).unwrap();
    assert_eq!(said.len(), 8, "a sentence for each term: {said:?}");
    let men = inside::men(&reference).unwrap();
    let cost = |man: &str| men.iter().find(|(name, _)| *name == man).unwrap().1;
    assert!(cost("queen") > cost("rook") && cost("rook") > cost("knight"));
    assert!(cost("knight") > 2 * cost("pawn"), "{men:?}");
    let network = network(&place.join("network"));
    assert!(inside::sentences(&network).unwrap()[0].contains("64 units"));
    assert_eq!(inside::men(&network).unwrap().len(), 5);
}

#[test]
fn what_no_player_could_use_is_not_put_together() {
    let place = Place::new("folders-merge");
    let weights = weights(&place.join("weights"), &Weights::reference());
    let network = network(&place.join("network"));
    let rote = folder(&place.join("rote"), "rote", ROTE_FILE, b"");
    let output = place.join("both");
    for (first, second) in [
        (&weights, &network),
        (&network, &weights),
        (&rote, &weights),
    ] {
        let refused = merge::folders(first, second, &output).unwrap_err();
        assert!(
            refused.to_string().contains("no player could use"),
            "{refused}"
        );
    }
    assert!(!output.exists());
}
