"""An independent count of positions and moves with python-chess.

Reads a PGN and prints, one JSON object a line, sampled positions with their results and moves,
and the number of different positions. Arguments: file, games, plies, samples, seed.
"""
import json, random, sys
import chess, chess.pgn

path, games, plies, samples, seed = sys.argv[1], *map(int, sys.argv[2:6])
positions = {}
with open(path, encoding="utf-8", errors="replace") as file:
    for number in range(games):
        game = chess.pgn.read_game(file)
        if game is None:
            break
        result = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}[game.headers["Result"]]
        board = game.board()
        moves = list(game.mainline_moves())[:plies]
        for ply in range(len(moves) + 1):
            # python-chess gives the square of a double step in EPD only where a capture is legal.
            here = positions.setdefault(board.epd(), ({}, {}))
            here[0][number] = result
            if ply < len(moves):
                here[1].setdefault(moves[ply].uci(), {})[number] = result
                board.push(moves[ply])


def tally(games):
    counts = [0, 0, 0]
    for result in games.values():
        counts[result] += 1
    return counts


print(json.dumps({"positions": len(positions)}))
rng = random.Random(seed)
keys = sorted(positions)
# Half of the sample from positions of several games, which are few among all.
often = [key for key in keys if len(positions[key][0]) > 1]
chosen = rng.sample(keys, min(samples // 2, len(keys))) + rng.sample(often, min(samples - samples // 2, len(often)))
for key in chosen + [chess.Board().epd()]:
    total, moves = positions[key]
    print(json.dumps({"epd": key, "total": tally(total), "moves": {uci: tally(g) for uci, g in sorted(moves.items())}}))
