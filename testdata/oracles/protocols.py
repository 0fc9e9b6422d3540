# needs: chess
"""The protocols driven by python-chess: UCI and XBoard, play, analysis, pondering, Chess960.

Every move must be legal to python-chess, every line of analysis playable, every answer in time.
Beside that, FEN, SAN, legal moves and Polyglot keys are compared along random games.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import time

import chess
import chess.engine
import chess.polyglot

root = pathlib.Path(__file__).resolve().parents[2]
target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target"))
binary = target / "release" / "zermelo"
if not binary.exists():
    subprocess.run(["cargo", "build", "--release", "-p", "zermelo"], cwd=root, check=True)
binary = str(binary)


def play_some(engine, board, plies, limit, **options):
    for _ in range(plies):
        if board.is_game_over():
            break
        result = engine.play(board, limit, **options)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        board.push(result.move)


def uci():
    with chess.engine.SimpleEngine.popen_uci([binary, "uci"]) as engine:
        assert engine.id["name"].startswith("Zermelo"), engine.id
        engine.configure({"Hash": 8})
        play_some(engine, chess.Board(), 12, chess.engine.Limit(time=0.02))
        play_some(engine, chess.Board(), 8, chess.engine.Limit(white_clock=1, black_clock=1))
        play_some(engine, chess.Board(), 6, chess.engine.Limit(depth=4), ponder=True)
        board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
        lines = engine.analyse(board, chess.engine.Limit(nodes=20000), multipv=3)
        assert [line["multipv"] for line in lines] == [1, 2, 3]
        assert lines[0]["pv"][0] == chess.Move.from_uci("f3f7"), lines[0]
        assert lines[0]["score"].white() == chess.engine.Mate(1)
        assert len({line["pv"][0] for line in lines}) == 3
        for line in lines:
            position = board.copy()
            for move in line["pv"]:
                assert move in position.legal_moves
                position.push(move)
        only = [chess.Move.from_uci("a2a3")]
        assert engine.play(board, chess.engine.Limit(depth=3), root_moves=only).move == only[0]
        with engine.analysis(chess.Board()) as analysis:
            begun = time.time()
            for info in analysis:
                if time.time() - begun > 0.3:
                    break
            engine.ping()
        assert time.time() - begun < 3
        wdl = chess.engine.SimpleEngine.popen_uci([binary])
        wdl.configure({"UCI_ShowWDL": True})
        info = wdl.analyse(chess.Board(), chess.engine.Limit(depth=5))
        assert sum(info["wdl"].white()) == 1000
        wdl.quit()
        for number in [0, 5, 356, 518, 959]:
            board = chess.Board.from_chess960_pos(number)
            play_some(engine, board, 20, chess.engine.Limit(nodes=500))
        mated = chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
        assert engine.play(mated, chess.engine.Limit(depth=3)).move is None


def xboard():
    with chess.engine.SimpleEngine.popen_xboard([binary, "xboard"]) as engine:
        play_some(engine, chess.Board(), 10, chess.engine.Limit(time=0.02))
        play_some(engine, chess.Board(), 6, chess.engine.Limit(depth=3))
        clock = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1)
        play_some(engine, chess.Board(), 6, clock)
        board = chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
        info = engine.analyse(board, chess.engine.Limit(time=0.2))
        assert info["pv"][0] == chess.Move.from_uci("a1a8"), info
        board = chess.Board.from_chess960_pos(5)
        play_some(engine, board, 10, chess.engine.Limit(time=0.02))


def rules():
    generator = random.Random(5)
    engine = subprocess.Popen([binary, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True, bufsize=1)

    def ask(text, last):
        engine.stdin.write(text + "\n")
        engine.stdin.flush()
        lines = []
        while True:
            line = engine.stdout.readline().strip()
            lines.append(line)
            if line.startswith(last):
                return lines

    ask("setoption name UCI_Chess960 value true\nisready", "readyok")
    for game in range(40):
        board = chess.Board.from_chess960_pos(generator.randrange(960)) if game % 2 else chess.Board()
        for _ in range(60):
            chess960, board.chess960 = board.chess960, True
            moves = {move.uci() for move in board.legal_moves}
            fen = board.shredder_fen()
            board.chess960 = chess960
            lines = ask(f"position fen {fen}\ngo perft 1", "Nodes searched")
            found = {line.split(":")[0] for line in lines if ": 1" in line and len(line) < 12}
            assert found == moves, (fen, found ^ moves)
            lines = ask("d", "Key:")
            key = int(lines[-1].split()[1], 16)
            assert key == chess.polyglot.zobrist_hash(board), fen
            if board.is_game_over():
                break
            board.push(generator.choice(list(board.legal_moves)))
    engine.stdin.write("quit\n")
    engine.stdin.flush()
    assert engine.wait(timeout=5) == 0
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1"
    text = subprocess.run([binary, "analyse", fen, "--depth", "6", "--json"],
                          capture_output=True, text=True, check=True).stdout
    line = json.loads(text)["lines"][0]
    board = chess.Board(fen)
    for uci_text, san in zip(line["pv"], line["san"]):
        move = board.parse_san(san)
        assert move.uci() == uci_text
        board.push(move)


uci()
xboard()
rules()
print("python-chess", chess.__version__, "agrees")
