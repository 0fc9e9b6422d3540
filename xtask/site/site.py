"""The pages of a running server in a real browser.

    python site.py ADDRESS CHROMIUM FOLDER

plays chess by drag and by keyboard to mate, Kriegspiel with refused tries to its end, its replay,
asks the explorer and the tree laboratory, and looks at every page at two widths, light and dark:
nothing overflows, nothing is written to the console, axe-core finds nothing serious (which includes
contrast). Screenshots go to FOLDER. Ends with 1 and a list if something is wrong.
"""

import json
import random
import sys
import urllib.parse
import urllib.request
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

ADDRESS, CHROMIUM, FOLDER = sys.argv[1], sys.argv[2], Path(sys.argv[3])
SIZES = [(1280, 900), (360, 740)]
wrong = []


def check(what, holds):
    """Notes whether something holds."""
    print(("ok    " if holds else "WRONG ") + what, flush=True)
    if not holds:
        wrong.append(what)


def ask(path, body=None):
    """The answer to a request, as JSON."""
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(ADDRESS + path, data)) as answer:
        return json.load(answer)


def best_move(fen):
    """What the engine would play."""
    query = urllib.parse.urlencode({"fen": fen, "lines": 1, "seconds": 1})
    with urllib.request.urlopen(f"{ADDRESS}/api/analysis?{query}") as events:
        lines = events.read().decode().splitlines()
    return json.loads(lines[lines.index("event: done") + 1].removeprefix("data: "))["best"]


def watch(page):
    """Whatever a page complains of is wrong."""
    page.on("console", lambda said: said.type in ("error", "warning")
            and check(f"{page.url} is silent: {said.text}", False))
    page.on("pageerror", lambda error: check(f"{page.url} runs: {error}", False))


def square(page, name):
    return page.locator(f'z-board [data-square="{name}"]')


def drag(page, start, end):
    """Moves a man with the mouse."""
    boxes = [square(page, name).bounding_box() for name in (start, end)]
    (x, y), (u, v) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(u, v, steps=5)
    page.mouse.up()


def walk(page, start, end):
    """Goes from one square to another with the arrow keys."""
    across, up = ord(end[0]) - ord(start[0]), int(end[1]) - int(start[1])
    for _ in range(abs(across)):
        page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(up)):
        page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")


def by_keyboard(page, start, end):
    """Moves a man with the keyboard alone."""
    square(page, start).focus()
    page.keyboard.press("Enter")
    walk(page, start, end)
    page.keyboard.press("Enter")


def play_to_mate(page, fen, move, how):
    """Wins a won game, its moves chosen by the engine."""
    game = ask("/api/chess", {"level": 1, "fen": fen})
    page.goto(f"{ADDRESS}/play?game={game['id']}")
    while game["result"] is None:
        expect(page.locator("#status")).to_have_text("Your move.", timeout=20_000)
        uci = best_move(game["fen"])
        move(page, uci[:2], uci[2:4])
        moves = page.locator(".move")
        expect(moves).not_to_have_count(game["ply"], timeout=20_000)
        expect(page.locator("#banner").or_(page.get_by_text("Your move."))).not_to_have_count(0)
        page.wait_for_function("""() => !document.querySelector('#banner').hidden
            || document.querySelector('#status').textContent === 'Your move.'""")
        game = ask(f"/api/chess/{game['id']}")
    check(f"chess {how} to mate in {game['ply']} half-moves",
          game["result"] == {"outcome": "1-0", "reason": "checkmate"})
    check(f"the page says so ({how})", "checkmate" in page.inner_text("#banner").lower())


def chess(page):
    play_to_mate(page, "8/8/8/3k4/8/8/8/Q3K2R w - - 0 1", drag, "by drag")
    page.screenshot(path=FOLDER / "chess-mate.png")
    play_to_mate(page, "8/8/8/3k4/8/8/8/RR2K3 w - - 0 1", by_keyboard, "by keyboard")
    game = ask("/api/chess", {"level": 1, "fen": "8/P3k3/8/8/8/8/8/4K3 w - - 0 1"})
    page.goto(f"{ADDRESS}/play?game={game['id']}")
    drag(page, "a7", "a8")
    expect(page.locator("z-board .chooser button")).to_have_count(4)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".move").first).to_have_text("a8=R")
    check("a pawn becomes what was chosen", True)


def two_tabs(page):
    """A move in one tab is seen in the other; a late one there is refused kindly."""
    game = ask("/api/chess", {"level": 1})
    page.goto(f"{ADDRESS}/play?game={game['id']}")
    other = page.context.new_page()
    watch(other)
    other.goto(f"{ADDRESS}/play?game={game['id']}")
    drag(page, "e2", "e4")
    expect(other.locator(".move")).to_have_count(2, timeout=20_000)
    check("two tabs show one game", True)
    other.close()


def kriegspiel(page):
    """Tries by chance until the game is over; then its replay."""
    page.goto(f"{ADDRESS}/kriegspiel")
    expect(page.locator("#level option")).to_have_count(5)
    page.select_option("#player", "random")
    expect(page.locator("#level")).to_be_hidden()
    page.select_option("#player", "belief")
    page.select_option("#level", "5")
    page.fill("#seconds", "0.1")
    page.click("#start")
    page.wait_for_url("**/kriegspiel?seat=*")
    path = "/api/kriegspiel/" + page.url.split("seat=")[1]
    chance, refused = random.Random(1), 0
    for _ in range(400):
        page.wait_for_function("""() => !document.querySelector('#banner').hidden
            || document.querySelector('#status').textContent.startsWith('Your turn')""")
        seat = ask(path)
        if seat["result"]:
            break
        chosen = chance.choice([t for t in seat["tries"] if len(t) == 4] or seat["tries"])
        drag(page, chosen[:2], chosen[2:4])
        if len(chosen) == 5:
            page.keyboard.press("Enter")
        page.wait_for_function("heard => document.querySelectorAll('#log p').length > heard",
                               arg=len(seat["heard"]))
        after = ask(path)
        if chosen in after["refused"]:
            refused += 1
            if chosen in after["tries"]:
                check(f"the refused {chosen} is no longer offered", False)
    seat = ask(path)
    check(f"Kriegspiel to the end: {seat['result']}, {refused} tries refused",
          bool(seat["result"]) and refused > 0)
    expect(page.locator("#boards figure")).to_have_count(3, timeout=30_000)
    page.keyboard.press("End")
    expect(page.locator("#beliefs figure")).to_have_count(6)
    page.screenshot(path=FOLDER / "kriegspiel-replay.png", full_page=True)
    check("the replay shows three boards and six heat maps", True)


def explorer(page):
    page.goto(f"{ADDRESS}/explorer?play=e2e4")
    rows = page.locator("#moves tbody tr")
    expect(rows).not_to_have_count(0)
    first = page.locator("#moves tbody tr").first
    san = first.locator("th, td").first.inner_text()
    first.get_by_text(san, exact=True).first.click()
    page.wait_for_function("() => decodeURIComponent(location.search).includes('play=e2e4,')")
    expect(page.locator("#plot img, #plot")).not_to_have_count(0)
    page.click("#report-details summary")
    expect(page.locator("#report h3")).not_to_have_count(0)
    page.screenshot(path=FOLDER / "explorer-report.png", full_page=True)
    check("the explorer goes on by a click and reports", True)
    page.locator("#games a").first.click()
    expect(page.locator(".move")).not_to_have_count(0)
    check("a game of the archive opens on the analysis board", True)


def analysis(page):
    page.goto(f"{ADDRESS}/analysis?play=e2e4,e7e5")
    page.click("#engine")
    expect(page.locator("#found li")).to_have_count(3, timeout=20_000)
    page.screenshot(path=FOLDER / "analysis-lines.png")
    page.click("#engine")
    page.click("#pgn-details summary")
    page.fill("#pgn", '[White "A"]\n\n1. d4 d5 {solid} 2. c4 *')
    page.click("#read-pgn")
    expect(page.locator(".move")).to_have_count(3)
    check("analysis tells three lines and reads a PGN", True)


def tree(page):
    page.goto(f"{ADDRESS}/tree")
    expect(page.locator("#picture svg")).to_have_count(1, timeout=20_000)
    cuts = page.inner_text("#cuts")
    check("a tree is drawn with the reason of its cut", "Min can hold Max" in cuts)
    page.click("#step")
    steps = page.frame_locator("#steps")
    expect(steps.get_by_text("Nothing has been searched yet.").first).to_be_visible(timeout=20_000)
    check("the search can be stepped through", True)
    page.goto(f"{ADDRESS}/tree?algorithm=all")
    expect(page.locator("#rows tr")).not_to_have_count(0, timeout=30_000)
    check("all algorithms stand in one table", True)


def places():
    """Every page in a state worth looking at."""
    running = ask("/api/chess", {"level": 3, "clock": {"minutes": 5, "increment": 3}})
    over = ask("/api/chess", {})
    ask(f"/api/chess/{over['id']}/resign", {"ply": 0})
    seat, ended = ask("/api/kriegspiel", {"player": "random"}), ask("/api/kriegspiel", {})
    ask(f"/api/kriegspiel/{ended['id']}/resign", {"heard": len(ended["heard"])})
    return {
        "front": "/", "play-setup": "/play", "play": f"/play?game={running['id']}",
        "play-over": f"/play?game={over['id']}", "analysis": "/analysis?play=e2e4,e7e5",
        "explorer": "/explorer?play=e2e4", "kriegspiel-setup": "/kriegspiel",
        "kriegspiel": f"/kriegspiel?seat={seat['id']}", "replay": f"/kriegspiel?seat={ended['id']}",
        "tree": "/tree", "tree-all": "/tree?algorithm=all",
    }


def look(browser):
    """Every page at both widths, light and dark."""
    axe, pages = Axe(), places()
    for width, height in SIZES:
        for scheme in ("light", "dark"):
            context = browser.new_context(viewport={"width": width, "height": height},
                                          color_scheme=scheme, reduced_motion="reduce")
            page = context.new_page()
            watch(page)
            for name, path in pages.items():
                page.goto(ADDRESS + path)
                page.wait_for_timeout(700)
                page.screenshot(path=FOLDER / f"{name}-{width}-{scheme}.png", full_page=True)
                over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                check(f"{name} fits into {width} px ({scheme})", over <= 0)
                found = axe.run(page).response["violations"]
                serious = [v["id"] for v in found if v["impact"] in ("serious", "critical")]
                check(f"{name} is accessible at {width} px ({scheme}) {serious}", not serious)
            context.close()


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        width, height = SIZES[0]
        page = browser.new_context(viewport={"width": width, "height": height}).new_page()
        watch(page)
        for scene in (chess, two_tabs, kriegspiel, explorer, analysis, tree):
            try:
                scene(page)
            except Exception as error:  # The other scenes still run.
                check(f"{scene.__name__}: {str(error).splitlines()[0]}", False)
                page.screenshot(path=FOLDER / f"{scene.__name__}-wrong.png", full_page=True)
        look(browser)
        browser.close()
    for what in wrong:
        print("wrong:", what)
    sys.exit(1 if wrong else 0)


main()
