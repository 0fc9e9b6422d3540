# needs: chess
"""Polyglot books and counts of an archive, read by python-chess and by polyglot itself.

Random games made by python-chess go in as PGN. Every entry of the exported book must be what
python-chess counts for it, and Debian's polyglot, where it is installed, must make the same book
of the same games and read ours.
"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile

import chess
import chess.pgn
import chess.polyglot

root = pathlib.Path(__file__).resolve().parents[2]
target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target"))
binary = target / "release" / "zermelo"
if not binary.exists():
    subprocess.run(["cargo", "build", "--release", "-p", "zermelo"], cwd=root, check=True)
PLIES = 70


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


def random_game(generator, number):
    game = chess.pgn.Game({"White": f"W{number}", "Black": f"B{number}", "Round": str(number)})
    board, node = chess.Board(), game
    for _ in range(generator.randrange(10, 60)):
        moves = list(board.legal_moves)
        if not moves:
            break
        # Few different moves, so that games share positions, and castling and captures happen.
        moves.sort(key=lambda m: (not board.is_castling(m), not board.is_capture(m), m.uci()))
        move = moves[generator.randrange(min(3, len(moves)))]
        node = node.add_variation(move)
        board.push(move)
    game.headers["Result"] = generator.choice(["1-0", "0-1", "1/2-1/2"])
    return game


def counted(games):
    """Twice the mover's wins and once the draws, by position and move."""
    weights, played = {}, {}
    for game in games:
        board, seen = game.board(), set()
        result = game.headers["Result"]
        for move in list(game.mainline_moves())[:PLIES]:
            key = (chess.polyglot.zobrist_hash(board), move)
            if key not in seen:
                seen.add(key)
                wins = result == ("1-0" if board.turn else "0-1")
                weights[key] = weights.get(key, 0) + (2 if wins else result == "1/2-1/2")
                played[key] = played.get(key, 0) + 1
            board.push(move)
    return weights, played


def check(folder):
    generator = random.Random(7)
    games = [random_game(generator, number) for number in range(400)]
    pgn, archive, book = folder / "games.pgn", folder / "archive", folder / "book.bin"
    pgn.write_text("\n\n".join(map(str, games)) + "\n")
    built = json.loads(run(binary, "archive", "build", pgn, "-o", archive, "--json"))
    assert built["games"] == len(games), built
    run(binary, "archive", "export", archive, "-o", book, "--min-games", "2")
    weights, played = counted(games)
    expected = {k: w for k, w in weights.items() if w > 0 and played[k] >= 2}
    found, keys = {}, []
    with chess.polyglot.open_reader(book) as reader:
        for entry in reader:
            found[(entry.key, entry.raw_move)] = entry.weight
            keys.append(entry.key)
        assert keys == sorted(keys)
        assert len(found) == len(expected), (len(found), len(expected))
        board = chess.Board()
        for entry in reader.find_all(board):
            assert entry.weight == expected[(entry.key, entry.move)], entry
    seen = 0
    for game in games:
        board = game.board()
        with chess.polyglot.open_reader(book) as reader:
            for move in list(game.mainline_moves())[:PLIES]:
                for entry in reader.find_all(board):
                    assert entry.weight == expected[(entry.key, entry.move)], board.fen()
                    seen += 1
                board.push(move)
    assert seen > 1000, seen
    print(f"{len(found)} entries agree with python-chess")
    debian(folder, pgn, archive, book)


def debian(folder, pgn, archive, book):
    program = shutil.which("polyglot", path=os.environ["PATH"] + ":/usr/games")
    if program is None:
        print("skipped: polyglot is not installed")
        return
    theirs = folder / "theirs.bin"
    run(program, "make-book", "-pgn", pgn, "-bin", theirs, "-max-ply", PLIES, "-min-game", "2")
    with chess.polyglot.open_reader(theirs) as reader:
        theirs_entries = {(e.key, e.raw_move): e.weight for e in reader}
    with chess.polyglot.open_reader(book) as reader:
        ours = {(e.key, e.raw_move): e.weight for e in reader}
    # Polyglot counts a game once for every time it comes by; we once for a position.
    common = [k for k in ours if k in theirs_entries]
    equal = sum(ours[k] == theirs_entries[k] for k in common)
    assert len(common) == len(ours), (len(common), len(ours))
    assert equal > 0.9 * len(ours), (equal, len(ours))
    print(f"{len(ours)} entries are in polyglot's own book, {equal} with equal weights")
    text = folder / "book.txt"
    run(program, "dump-book", "-bin", book, "-color", "white", "-out", text)
    assert len(text.read_text().splitlines()) > 10, text.read_text()
    print("polyglot reads our book")


with tempfile.TemporaryDirectory() as name:
    check(pathlib.Path(name))
