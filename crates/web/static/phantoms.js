// Phantoms: men of the other side that one puts on one's Kriegspiel board as reminders. They are
// dragged from a tray, or chosen there and put down with a click or Enter; on the board they can be
// moved and removed. They are kept in this browser, for each seat.

import { byId, element } from "./common.js";
import { isWhite, manName, manPicture, readFen } from "./men.js";

const HELP = "Drag a man to the board, or choose one and then a square. "
  + "Drag it off the board, or press Delete on it, to remove it.";

export class Phantoms {
  #seat = null;
  #men = {};
  #own = {};
  #chosen = null;
  #side = null;
  /** True just after a drag, whose end the browser also reports as a click. */
  #dragged = false;

  constructor(board, tray, help) {
    this.board = board;
    this.tray = tray;
    this.help = help;
    board.addEventListener("ghost", (event) => this.#move(event.detail.from, event.detail.to));
    board.addEventListener("square", (event) => this.#put(event.detail.square));
    byId("phantom-start").addEventListener("click", () => this.#startPosition());
    byId("phantom-clear").addEventListener("click", () => this.#set({}));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#chosen) this.#choose(null);
    });
  }

  /** Shows the phantoms of a seat; `side` is the colour of the other side. */
  begin(seat, side, own, active) {
    this.#own = own;
    if (seat !== this.#seat) {
      this.#seat = seat;
      this.#side = side;
      this.#men = this.#kept();
      this.#fillTray();
    }
    this.board.show({ ghosts: this.#men, ghostly: active });
  }

  /** Takes a phantom away, if there is one. */
  remove(square) {
    if (this.#men[square]) this.#move(square, null);
  }

  #kept() {
    try {
      return JSON.parse(localStorage.getItem(`phantoms-${this.#seat}`)) ?? {};
    } catch {
      return {};
    }
  }

  #set(men) {
    this.#men = men;
    localStorage.setItem(`phantoms-${this.#seat}`, JSON.stringify(men));
    this.board.show({ ghosts: men });
  }

  #startPosition() {
    const all = readFen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    const theirs = Object.entries(all)
      .filter(([square, man]) => isWhite(man) === (this.#side === "white") && !this.#own[square]);
    this.#set(Object.fromEntries(theirs));
  }

  #move(from, to) {
    const men = { ...this.#men };
    if (to) men[to] = men[from];
    delete men[from];
    this.#set(men);
  }

  /** Puts the chosen man on a square; the same man again takes it away. */
  #put(square) {
    const letter = this.#chosen;
    if (!letter) return;
    this.#choose(null);
    this.#place(letter, square);
  }

  #place(letter, square) {
    if (this.#own[square]) return;
    const men = { ...this.#men };
    if (men[square] === letter) delete men[square];
    else men[square] = letter;
    this.#set(men);
  }

  #choose(letter) {
    this.#chosen = letter;
    for (const button of this.tray.children) {
      button.setAttribute("aria-pressed", String(button.dataset.man === letter));
    }
    this.board.show({ placing: letter !== null });
    this.help.textContent = letter
      ? `Choose a square for the ${manName(letter)}. Escape stops.` : HELP;
  }

  #fillTray() {
    const letters = [..."kqrbnp"];
    const men = this.#side === "white" ? letters.map((one) => one.toUpperCase()) : letters;
    this.tray.replaceChildren(...men.map((letter) => this.#trayMan(letter)));
    this.#choose(null);
  }

  #trayMan(letter) {
    const button = element("button", {
      type: "button", class: "trayman", "data-man": letter, "aria-pressed": "false",
      "aria-label": manName(letter),
    }, manPicture(letter));
    button.addEventListener("click", () => {
      if (this.#dragged) this.#dragged = false;
      else this.#choose(this.#chosen === letter ? null : letter);
    });
    button.addEventListener("pointerdown", (event) => this.#grasp(event, button, letter));
    return button;
  }

  /** Lets a man of the tray follow the pointer until it is put down. */
  #grasp(event, button, letter) {
    if (event.button !== 0) return;
    this.#dragged = false;
    let held = null;
    const size = this.board.getBoundingClientRect().width / 8;
    const move = ({ clientX: x, clientY: y }) => {
      if (!held && Math.hypot(x - event.clientX, y - event.clientY) < 5) return;
      if (!held) {
        held = manPicture(letter, "trayheld");
        held.style.width = `${size}px`;
        document.body.append(held);
      }
      held.style.left = `${x - size / 2}px`;
      held.style.top = `${y - size / 2}px`;
    };
    const end = ({ type, clientX, clientY }) => {
      button.removeEventListener("pointermove", move);
      button.removeEventListener("pointerup", end);
      button.removeEventListener("pointercancel", end);
      if (!held) return;
      held.remove();
      this.#dragged = true;
      const square = type === "pointerup" ? this.board.squareAt(clientX, clientY) : null;
      if (square) this.#place(letter, square);
    };
    button.setPointerCapture(event.pointerId);
    button.addEventListener("pointermove", move);
    button.addEventListener("pointerup", end);
    button.addEventListener("pointercancel", end);
  }
}
