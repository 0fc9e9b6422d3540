"""Umpires of Kriegspiel side by side: uniformly random tries, one thread each, taking turns.

    python3 -m venv env && env/bin/pip install kriegspiel open_spiel
    env/bin/python bench/umpires.py [rounds] [seconds]

OpenSpiel plays with its own random bots, so that no Python stands between its tries; the package
`kriegspiel` is Python itself. Games are of different lengths under different rules: tries per
second compare umpires, games per second what a user waits for.
"""

import json
import pathlib
import random
import statistics
import subprocess
import sys
import time

import pyspiel
from kriegspiel.wild16 import Wild16Game

root = pathlib.Path(__file__).resolve().parents[1]
rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 3.0


def zermelo(_seed):
    command = ["cargo", "run", "--quiet", "--release", "-p", "zermelo-kriegspiel", "--example"]
    out = subprocess.run(
        command + ["umpire_speed", "--", str(seconds)], cwd=root, check=True, capture_output=True
    )
    value = json.loads(out.stdout)
    return value["games_per_second"], value["tries_per_second"]


def open_spiel(seed):
    game = pyspiel.load_game("kriegspiel(threefold_repetition=True,50_move_rule=True)")
    bots = [pyspiel.make_uniform_random_bot(side, seed + side) for side in (0, 1)]
    games = tries = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed + games)
        tries += len(state.history())
        games += 1
    elapsed = time.perf_counter() - begun
    return games / elapsed, tries / elapsed


def package(seed):
    rng = random.Random(seed)
    games = tries = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        game = Wild16Game()
        # It knows no repetition and no fifty moves: long games are cut where ours end at the latest.
        while not game.game_over and game._board.halfmove_clock < 100:
            game.ask_for(rng.choice(game.possible_to_ask))
            tries += 1
        games += 1
    elapsed = time.perf_counter() - begun
    return games / elapsed, tries / elapsed


umpires = {"zermelo": zermelo, "open_spiel": open_spiel, "kriegspiel": package}
found = {name: [] for name in umpires}
for number in range(rounds):
    names = list(umpires)
    names = names[number % 3 :] + names[: number % 3]
    for name in names:
        found[name].append(umpires[name](number))
for name, results in found.items():
    games, tries = (statistics.median(values) for values in zip(*results))
    print(f"{name:12} {games:10.1f} games/s {tries:12.0f} tries/s  (median of {rounds})")
