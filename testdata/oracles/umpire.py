# needs: kriegspiel chess
"""The scripted umpire against the package `kriegspiel`: 200 random games with tries per dialect.

Answers, captures, checks, pawn tries and ends must agree. Known departures of the package, each
allowed for where it is compared:

* It has no draw by repetition, and counts 2,000 plies for the fifty moves: where Wild 16 draws by
  either, our umpire's word ends the game here.
* A try that its player must know to be impossible is "impossible to ask" in Berkeley and, while
  a pawn capture is owed, in the English rules: nonsense and illegal with us.
* An en passant capture that a pin forbids may be asked for although "no pawn capture" was said, and
  is illegal there: nonsense with us.
* English rules: en passant names the square of the capturing pawn, not of the captured one.
"""

import json
import os
import pathlib
import random
import subprocess

import chess
from kriegspiel.game import KriegspielGame
from kriegspiel.move import KriegspielMove as KSMove
from kriegspiel.move import CapturedPieceAnnouncement as CPA
from kriegspiel.move import MainAnnouncement as MA
from kriegspiel.move import QuestionAnnouncement as QA
from kriegspiel.move import SpecialCaseAnnouncement as SCA

GAMES = 200
PLIES = 160
DIALECTS = {
    "wild16": "wild16",
    "berkeley": "berkeley",
    "berkeley-any": "berkeley_any",
    "cincinnati": "cincinnati",
    "english": "english",
}
CHECKS = {
    SCA.CHECK_RANK: "check rank",
    SCA.CHECK_FILE: "check file",
    SCA.CHECK_LONG_DIAGONAL: "check long",
    SCA.CHECK_SHORT_DIAGONAL: "check short",
    SCA.CHECK_KNIGHT: "check knight",
}
ENDS = {
    SCA.CHECKMATE_WHITE_WINS: "1-0 checkmate",
    SCA.CHECKMATE_BLACK_WINS: "0-1 checkmate",
    SCA.DRAW_STALEMATE: "1/2-1/2 stalemate",
    SCA.DRAW_INSUFFICIENT: "1/2-1/2 insufficient-material",
}

root = pathlib.Path(__file__).resolve().parents[2]
target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target"))
binary = next((target / p / "zermelo" for p in ("release", "debug") if (target / p / "zermelo").exists()), None)
if binary is None:
    subprocess.run(["cargo", "build", "--release", "-p", "zermelo"], cwd=root, check=True)
    binary = target / "release" / "zermelo"


class Umpire:
    def __init__(self, rules):
        command = [str(binary), "kriegspiel", "umpire", "--rules", rules, "--json"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def question(game, rng):
    """What to ask: mostly something possible, sometimes anything at all."""
    possible = sorted(game.possible_to_ask)
    draw = rng.random()
    if draw < 0.07 or not possible:
        move = chess.Move(rng.randrange(64), rng.randrange(64))
        if move.from_square != move.to_square:
            return KSMove(QA.COMMON, move)
    if draw < 0.12:
        return KSMove(QA.ASK_ANY)
    common = [move for move in possible if move.question_type == QA.COMMON]
    captures = [move for move in common if game._board.is_capture(move.chess_move)]
    if captures and draw < 0.4:
        return rng.choice(captures)
    return rng.choice(possible)


def expected_answer(rules, answer, passing):
    if answer.main_announcement in (MA.REGULAR_MOVE, MA.CAPTURE_DONE, MA.HAS_ANY, MA.NO_ANY):
        return {"accepted"}
    if answer.main_announcement == MA.ILLEGAL_MOVE:
        return {"illegal", "nonsense"} if passing else {"illegal"}
    # Impossible to ask, or nonsense.
    return {"nonsense"} if rules not in ("wild16", "english") else {"illegal"}


def expected_lines(rules, game, answer, en_passant):
    lines = []
    if answer.main_announcement == MA.CAPTURE_DONE:
        square = answer.capture_at_square
        if en_passant is not None and rules == "english":
            square = en_passant
        kind = {CPA.PAWN: "pawn ", CPA.PIECE: "piece "}.get(answer.captured_piece_announcement, "")
        lines.append(f"captured {kind}{chess.square_name(square)}")
    special = answer.special_announcement
    if special == SCA.CHECK_DOUBLE:
        order = list(CHECKS.values())
        both = [CHECKS[answer.check_1], CHECKS[answer.check_2]]
        lines += sorted(both, key=order.index)
    elif special in CHECKS:
        lines.append(CHECKS[special])
    return lines


def play(rules, seed):
    rng = random.Random(seed)
    game, umpire = KriegspielGame(ruleset=DIALECTS[rules]), Umpire(rules)
    prompts = plies = 0
    while not game.game_over and plies < PLIES:
        asked = question(game, rng)
        side = "white" if game._board.turn else "black"
        move = asked.chess_move
        en_passant = None
        if move is not None and game._board.is_legal(move) and game._board.is_en_passant(move):
            en_passant = move.to_square + (-8 if game._board.turn else 8)
        passing = move is not None and move.to_square == game._board.ep_square
        answer = game.ask_for(asked)
        line = "any" if asked.question_type == QA.ASK_ANY else move.uci()
        said = umpire.ask(line)
        prompts += 1
        context = (rules, seed, plies, line, str(answer.main_announcement), said)
        assert said["side"] == side, context
        assert said["answer"] in expected_answer(rules, answer, passing), context
        own, other = (said["to_white"], said["to_black"])
        if side == "black":
            own, other = other, own
        if answer.main_announcement in (MA.HAS_ANY, MA.NO_ANY):
            yes = "any yes" if answer.main_announcement == MA.HAS_ANY else "any no"
            assert own == other == [yes], context
            continue
        if not answer.move_done:
            assert own == [f"{said['answer']} {line}"], context
            public = said["answer"] == "illegal" and rules != "wild16"
            assert other == ([f"refused {side}"] if public else []), context
            continue
        plies += 1
        assert own[0] == f"accepted {line}" and other[0] == f"moved {side}", context
        assert own[1:] == other[1:], context
        told = [text for text in own if text.startswith(("captured", "check"))]
        if said["result"] in ("1/2-1/2 repetition", "1/2-1/2 fifty-moves"):
            assert rules == "wild16" and not game.game_over, context
            break
        assert told == expected_lines(rules, game, answer, en_passant), context
        assert said["result"] == ENDS.get(answer.special_announcement), context
        if rules == "wild16" and said["result"] is None:
            assert said["tries"] == answer.next_turn_pawn_tries, context
        if rules == "cincinnati" and said["result"] is None:
            assert said["tries"] == ("yes" if answer.next_turn_has_pawn_capture else "no"), context
    umpire.close()
    return prompts, plies


for rules in DIALECTS:
    prompts = plies = 0
    for seed in range(GAMES):
        more = play(rules, seed)
        prompts, plies = prompts + more[0], plies + more[1]
    print(f"{rules}: {GAMES} games, {plies} moves, {prompts} prompts, all answered alike")
