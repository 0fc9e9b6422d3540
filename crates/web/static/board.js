// A chessboard as a web component.
//
// <z-board> shows men and lets one side move them: by dragging, by two clicks or taps, or with
// the keyboard (arrows, Enter or Space, Escape). It knows no rules: the page says which moves
// there are (`moves`, as in UCI), and is told of a choice by the event `move`. The choice is drawn
// at once; the page shows the true state when the server has answered.
//
// Properties, set together by `show`: pieces (square -> letter as in FEN), moves, orientation,
// side (who may be moved, or null), turn, last ([from, to]), check (square), arrows
// ([from, to, class]), marks (square -> class), ghosts (square -> letter, men that may be there),
// ghostly (whether ghosts may be moved), placing (whether every choice is just reported by
// `square`), premoves, label.
// Events: move {from, to, promotion, uci}, premove {uci or null}, square {square},
// ghost {from, to or null}.

import { STYLE } from "./board-style.js";
import {
  FILES, NAMES, SVG, afterMove, isWhite, manName, manPicture, otherSide, reaches,
} from "./men.js";

const PROMOTIONS = ["q", "r", "b", "n"];
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const GLIDE = 160;

/** The square names in the order in which they are shown. */
function shownOrder(orientation) {
  const order = [];
  for (let down = 0; down < 8; down++) {
    for (let across = 0; across < 8; across++) {
      order.push(orientation === "white"
        ? FILES[across] + (8 - down) : FILES[7 - across] + (down + 1));
    }
  }
  return order;
}

/** An HTML element with a class; screen readers do not hear of it if it is only for the eye. */
function box(className, forTheEye = false) {
  const made = document.createElement("div");
  made.className = className;
  if (forTheEye) made.setAttribute("aria-hidden", "true");
  return made;
}

/** An SVG element with attributes. */
function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** An arrow between two points of an eight by eight picture, or a ring if they are the same. */
function arrowShape([x, y], [u, v], kind) {
  const group = shape("g", { class: `arrow ${kind ?? ""}` });
  const long = Math.hypot(u - x, v - y);
  if (long === 0) {
    group.append(shape("circle", { cx: x, cy: y, r: 0.44, fill: "none", "stroke-width": 0.08 }));
    return group;
  }
  const [a, b] = [(u - x) / long, (v - y) / long];
  const [p, q] = [u - a * 0.45, v - b * 0.45];
  const line = `M${x + a * 0.3} ${y + b * 0.3}L${p} ${q}`;
  const head = `M${u - a * 0.08} ${v - b * 0.08}`
    + `L${p - b * 0.24} ${q + a * 0.24}L${p + b * 0.24} ${q - a * 0.24}z`;
  group.append(
    shape("path", { d: line, "stroke-width": 0.16 }),
    shape("path", { d: head, stroke: "none" }),
  );
  return group;
}

/** For each man that stands anew somewhere, the square it seems to have come from. */
function glides(before, after) {
  const left = Object.keys(before).filter((square) => before[square] !== after[square]);
  const moved = [];
  for (const [to, letter] of Object.entries(after)) {
    if (before[to] === letter) continue;
    const pawn = isWhite(letter) ? "P" : "p";
    const same = (square) => before[square] === letter;
    const from = left.find(same)
      ?? left.find((square) => before[square] === pawn && "27".includes(square[1]));
    if (from) {
      left.splice(left.indexOf(from), 1);
      moved.push([from, to]);
    }
  }
  return moved.length <= 2 ? moved : [];
}

class Board extends HTMLElement {
  #squares = new Map();
  #order = shownOrder("white");
  #selected = null;
  #drag = null;
  #premove = null;
  #drawing = null;
  #drawn = [];
  #state = {
    pieces: {}, moves: [], orientation: "white", side: null, turn: "white", last: null,
    check: null, arrows: [], marks: {}, ghosts: {}, ghostly: false, placing: false,
    premoves: false, label: "Chessboard",
  };

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = STYLE;
    this.grid = box("grid");
    this.grid.setAttribute("role", "grid");
    this.frame = box("frame");
    this.ranks = box("labels ranks", true);
    this.files = box("labels files", true);
    this.overlay = shape("svg", { class: "arrows", viewBox: "0 0 8 8", "aria-hidden": "true" });
    this.speech = box("speech");
    this.speech.setAttribute("aria-live", "polite");
    const whole = box("whole");
    whole.append(this.ranks, this.frame, this.files);
    this.frame.append(this.grid, this.overlay);
    root.append(style, whole, this.speech);
    this.#build();
    this.#listen();
    this.#draw();
  }

  #listen() {
    const on = (type, handler) => this.grid.addEventListener(type, handler);
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", () => this.#letGo());
    on("contextmenu", (event) => event.preventDefault());
    // A click of the mouse shall not take the keyboard to the board: arrow keys then still step
    // through the moves of the page.
    on("mousedown", (event) => event.preventDefault());
    on("keydown", (event) => this.#key(event));
    // Enter, Space and assistive programs make a click without a pointer.
    on("click", (event) => {
      const name = event.target.closest(".square")?.dataset.square;
      if (name && event.detail === 0) this.#activate(name);
    });
  }

  /** Changes some properties and draws the board anew. */
  show(changes) {
    const before = this.#state.pieces;
    const turned = "orientation" in changes
      && changes.orientation !== this.#state.orientation;
    Object.assign(this.#state, changes);
    if (turned) {
      this.#order = shownOrder(this.#state.orientation);
      this.#build();
    }
    if ("pieces" in changes) this.#forgetWhatHasGone(before);
    if (this.#selected && !this.#movable(this.#selected)) this.#selected = null;
    this.#draw();
    if (!turned && "pieces" in changes) this.#glide(before);
    this.#playPremove();
  }

  get orientation() { return this.#state.orientation; }

  /** Says something to those who listen to the page. */
  say(text) { this.speech.textContent = text; }

  /** The square at a point of the window, or null. */
  squareAt(x, y) {
    const { left, top, width, height } = this.grid.getBoundingClientRect();
    const across = Math.floor((x - left) / width * 8);
    const down = Math.floor((y - top) / height * 8);
    const inside = across >= 0 && across < 8 && down >= 0 && down < 8;
    return inside ? this.#order[down * 8 + across] : null;
  }

  /** Takes back a premove and a selection. */
  cancel() {
    this.#selected = null;
    this.#setPremove(null);
    this.#draw();
  }

  #forgetWhatHasGone(before) {
    const { pieces } = this.#state;
    const same = (name) => before[name] === pieces[name];
    if (this.#drag && !this.#drag.ghost && !same(this.#drag.name)) this.#letGo();
    if (Object.keys({ ...before, ...pieces }).every(same)) return;
    this.#closeChooser();
    this.#drawn = [];
  }

  #build() {
    const active = this.shadowRoot.activeElement?.dataset?.square;
    const kept = active ?? [...this.#squares].find(([, el]) => el.tabIndex === 0)?.[0];
    this.#squares.clear();
    const rows = [];
    this.#order.forEach((name, place) => {
      if (place % 8 === 0) {
        rows.push(box("row"));
        rows.at(-1).setAttribute("role", "row");
      }
      const square = document.createElement("button");
      square.type = "button";
      square.dataset.square = name;
      square.setAttribute("role", "gridcell");
      square.tabIndex = name === (kept ?? this.#order[52]) ? 0 : -1;
      this.#squares.set(name, square);
      rows.at(-1).append(square);
    });
    this.grid.replaceChildren(...rows);
    this.#label();
    if (active) this.#squares.get(active).focus();
  }

  /** Writes the letters of the files and the numbers of the ranks beside the board. */
  #label() {
    const span = (text) => {
      const made = document.createElement("span");
      made.textContent = text;
      return made;
    };
    this.ranks.replaceChildren(...this.#order.filter((_, i) => i % 8 === 0)
      .map((name) => span(name[1])));
    this.files.replaceChildren(...this.#order.slice(56).map((name) => span(name[0])));
  }

  #draw() {
    const s = this.#state;
    this.grid.setAttribute("aria-label", s.label);
    const interactive = Boolean(s.side) || s.ghostly || s.placing;
    this.toggleAttribute("active", interactive);
    const targets = new Set(this.#selected ? this.#targets(this.#selected) : []);
    this.#squares.forEach((square, name) => {
      square.className = this.#classes(name, targets).join(" ");
      this.#fill(square, name);
      square.setAttribute("aria-label", this.#spoken(name, targets));
      square.setAttribute("aria-selected", String(this.#selected === name));
    });
    this.#drawArrows();
  }

  #classes(name, targets) {
    const s = this.#state;
    const pre = this.#premove;
    const classes = {
      square: true,
      dark: (FILES.indexOf(name[0]) + Number(name[1])) % 2 === 1,
      last: s.last?.includes(name),
      check: s.check === name,
      from: this.#selected === name,
      pre: pre && (pre.slice(0, 2) === name || pre.slice(2, 4) === name),
      target: targets.has(name),
      full: targets.has(name) && s.pieces[name],
      movable: this.#movable(name),
      lifted: this.#drag?.held && this.#drag.name === name,
      [s.marks[name] ?? "square"]: true,
    };
    return Object.keys(classes).filter((key) => classes[key]);
  }

  /** Puts the man into a square, unless it is there. */
  #fill(square, name) {
    const letter = this.#state.pieces[name];
    const ghost = letter ? null : this.#state.ghosts[name];
    const key = letter ?? (ghost ? `?${ghost}` : "");
    if (square.dataset.man === key) return;
    square.dataset.man = key;
    square.replaceChildren();
    if (letter) square.append(manPicture(letter));
    if (ghost) square.append(manPicture(ghost, "man ghost"));
  }

  #spoken(name, targets) {
    const s = this.#state;
    const letter = s.pieces[name];
    const parts = [name];
    if (letter) parts.push(manName(letter));
    else if (s.ghosts[name]) parts.push(`perhaps ${manName(s.ghosts[name])}`);
    else parts.push("empty");
    if (s.check === name) parts.push("in check");
    if (s.last?.[1] === name) parts.push("moved last");
    if (targets.has(name)) parts.push(letter ? "can be taken" : "can be moved to");
    return parts.join(", ");
  }

  #drawArrows() {
    const centre = (name) => {
      const place = this.#order.indexOf(name);
      return [place % 8 + 0.5, Math.floor(place / 8) + 0.5];
    };
    const arrows = [...this.#state.arrows, ...this.#drawn];
    this.overlay.replaceChildren(
      ...arrows.map(([from, to, kind]) => arrowShape(centre(from), centre(to), kind)),
    );
  }

  /** Lets men slide to where they stand now. */
  #glide(before) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [from, to] of glides(before, this.#state.pieces)) {
      const [a, b] = [this.#order.indexOf(from), this.#order.indexOf(to)];
      const across = (a % 8 - b % 8) * 100;
      const down = (Math.floor(a / 8) - Math.floor(b / 8)) * 100;
      const square = this.#squares.get(to);
      const start = { transform: `translate(${across}%, ${down}%)` };
      square.classList.add("gliding");
      square.querySelector(".man")
        .animate([start, { transform: "none" }], { duration: GLIDE, easing: "ease-out" })
        .addEventListener("finish", () => square.classList.remove("gliding"));
    }
  }

  #from(name) {
    const s = this.#state;
    return s.side && s.turn === s.side ? s.moves.filter((uci) => uci.startsWith(name)) : [];
  }

  #mayPremove(name) {
    const s = this.#state;
    const letter = s.pieces[name];
    const ours = letter && isWhite(letter) === (s.side === "white");
    return Boolean(s.premoves && s.side && s.turn !== s.side && ours);
  }

  #isGhost(name) {
    const s = this.#state;
    return Boolean(s.ghostly && s.ghosts[name] && !s.pieces[name]);
  }

  #movable(name) {
    return this.#from(name).length > 0 || this.#mayPremove(name) || this.#isGhost(name);
  }

  #targets(name) {
    if (this.#isGhost(name)) return [];
    if (this.#mayPremove(name)) {
      const letter = this.#state.pieces[name];
      return this.#order.filter((to) => reaches(letter, name, to));
    }
    return this.#from(name).map((uci) => uci.slice(2, 4));
  }

  /** Goes from one square to another, if that is a move or may be one later. */
  #try(from, to, dropped) {
    if (this.#isGhost(from)) return this.#moveGhost(from, to);
    const found = this.#from(from).filter((uci) => uci.slice(2, 4) === to);
    if (found.length > 1) return this.#choose(from, to, found);
    if (found.length === 1) return this.#tell(found[0], dropped);
    if (this.#mayPremove(from) && this.#targets(from).includes(to)) {
      const last = this.#state.side === "white" ? "8" : "1";
      const pawn = this.#state.pieces[from].toLowerCase() === "p";
      this.#selected = null;
      this.#setPremove(from + to + (pawn && to[1] === last ? "q" : ""));
      this.#draw();
      return true;
    }
    return false;
  }

  #moveGhost(from, to) {
    if (to && this.#state.pieces[to]) return false;
    this.#selected = null;
    this.dispatchEvent(new CustomEvent("ghost", { detail: { from, to } }));
    return true;
  }

  #setPremove(uci) {
    if (this.#premove === uci) return;
    this.#premove = uci;
    this.dispatchEvent(new CustomEvent("premove", { detail: { uci } }));
  }

  #playPremove() {
    const s = this.#state;
    const uci = this.#premove;
    if (!uci || (s.side && s.turn !== s.side)) return;
    this.#setPremove(null);
    if (s.side && s.moves.includes(uci)) this.#tell(uci, false);
    else this.#draw();
  }

  /** Draws a chosen move and reports it. */
  #tell(uci, dropped) {
    const s = this.#state;
    const before = s.pieces;
    this.#selected = null;
    Object.assign(s, {
      pieces: afterMove(before, uci), moves: [], turn: otherSide(s.turn), check: null, marks: {},
      last: [uci.slice(0, 2), uci.slice(2, 4)],
    });
    this.#draw();
    if (!dropped) this.#glide(before);
    const detail = { uci, from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] ?? null };
    this.dispatchEvent(new CustomEvent("move", { detail }));
    return true;
  }

  /** Asks what a pawn becomes. */
  #choose(from, to, found) {
    this.#closeChooser();
    const chooser = document.createElement("div");
    chooser.className = "chooser";
    chooser.setAttribute("role", "menu");
    chooser.setAttribute("aria-label", "Promote to");
    const place = this.#order.indexOf(to);
    chooser.style.left = `${(place % 8) * 12.5}%`;
    chooser.style[place < 32 ? "top" : "bottom"] = "0";
    const white = this.#state.side === "white";
    for (const kind of PROMOTIONS) {
      const uci = found.find((text) => text[4] === kind);
      if (!uci) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.promotion = kind;
      button.setAttribute("role", "menuitem");
      button.setAttribute("aria-label", NAMES[kind]);
      button.append(manPicture(white ? kind.toUpperCase() : kind));
      button.addEventListener("click", (event) => {
        this.#closeChooser();
        // Only the keyboard, whose clicks have no count, goes on from the board.
        if (event.detail === 0) this.#squares.get(to).focus({ preventScroll: true });
        this.#tell(uci, false);
      });
      chooser.append(button);
    }
    chooser.addEventListener("keydown", (event) => this.#chooserKey(event, from));
    this.#selected = from;
    this.#draw();
    this.frame.append(chooser);
    chooser.firstElementChild.focus({ preventScroll: true });
    return true;
  }

  #chooserKey(event, from) {
    const buttons = [...event.currentTarget.children];
    const at = buttons.indexOf(this.shadowRoot.activeElement);
    if (event.key === "ArrowDown") buttons[(at + 1) % buttons.length].focus();
    else if (event.key === "ArrowUp") buttons.at(at - 1).focus();
    else if (event.key === "Escape" || event.key === "Tab") {
      this.#closeChooser();
      this.#selected = null;
      this.#draw();
      this.#squares.get(from).focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #closeChooser() {
    this.shadowRoot.querySelector(".chooser")?.remove();
  }

  /** A click, a tap or Enter on a square. */
  #activate(name) {
    const report = () => {
      this.dispatchEvent(new CustomEvent("square", { detail: { square: name } }));
    };
    if (this.#state.placing) return report();
    const waiting = this.#premove;
    this.#setPremove(null);
    if (this.#selected === name) this.#selected = null;
    else if (this.#selected && this.#try(this.#selected, name, false)) return;
    else if (this.#movable(name) && !waiting) this.#selected = name;
    else {
      this.#selected = null;
      report();
    }
    this.#draw();
  }

  #down(event) {
    if (this.shadowRoot.querySelector(".chooser")) {
      this.#closeChooser();
      this.#selected = null;
      this.#draw();
      return;
    }
    const name = this.squareAt(event.clientX, event.clientY);
    if (!name || this.#drag) return;
    if (event.button === 2) this.#drawing = name;
    else if (event.button !== 0) return;
    else this.#grasp(name, event);
    this.grid.setPointerCapture(event.pointerId);
  }

  #grasp(name, event) {
    if (this.#drawn.length) {
      this.#drawn = [];
      this.#drawArrows();
    }
    document.activeElement?.blur();
    this.#rove(name);
    const movable = this.#movable(name) && !this.#state.placing;
    const ghost = this.#isGhost(name);
    this.#drag = { name, x: event.clientX, y: event.clientY, movable, ghost, held: null };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag?.movable) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.held && far < 5) return;
    if (!drag.held) this.#lift(drag);
    const { left, top, width, height } = this.grid.getBoundingClientRect();
    drag.held.style.left = `${(event.clientX - left) / width * 100 - 6.25}%`;
    drag.held.style.top = `${(event.clientY - top) / height * 100 - 6.25}%`;
    const over = this.squareAt(event.clientX, event.clientY);
    for (const [name, square] of this.#squares) square.classList.toggle("over", name === over);
  }

  #lift(drag) {
    const s = this.#state;
    drag.held = manPicture(drag.ghost ? s.ghosts[drag.name] : s.pieces[drag.name], "man held");
    this.frame.append(drag.held);
    this.#setPremove(null);
    this.#selected = drag.name;
    this.#draw();
  }

  #up(event) {
    const name = this.squareAt(event.clientX, event.clientY);
    if (event.button === 2 && this.#drawing) return this.#toggleDrawn(this.#drawing, name);
    const drag = this.#drag;
    if (!drag || event.button !== 0) return;
    const held = drag.held;
    this.#letGo();
    if (!held) return this.#activate(drag.name);
    this.#selected = null;
    if (name !== drag.name && (name || drag.ghost) && this.#try(drag.name, name, true)) return;
    this.#draw();
  }

  /** Draws an arrow or a ring of the reader's own, or wipes it out if it is there. */
  #toggleDrawn(from, to) {
    const arrow = [from, to ?? from, "drawn"];
    const same = (other) => other[0] === arrow[0] && other[1] === arrow[1];
    const there = this.#drawn.some(same);
    this.#drawn = there ? this.#drawn.filter((other) => !same(other)) : [...this.#drawn, arrow];
    this.#drawing = null;
    this.#drawArrows();
  }

  #letGo() {
    this.#drag?.held?.remove();
    this.#drag = null;
    this.#drawing = null;
    for (const square of this.#squares.values()) square.classList.remove("over", "lifted");
  }

  #rove(name) {
    for (const [other, square] of this.#squares) square.tabIndex = other === name ? 0 : -1;
  }

  #key(event) {
    const name = event.target.dataset?.square;
    if (!name || event.altKey || event.ctrlKey || event.metaKey) return;
    if (STEPS[event.key]) this.#step(name, STEPS[event.key]);
    else if (event.key === "Escape") this.cancel();
    else if ((event.key === "Delete" || event.key === "Backspace") && this.#isGhost(name)) {
      this.#moveGhost(name, null);
    } else return;
    event.preventDefault();
  }

  #step(name, [right, below]) {
    const place = this.#order.indexOf(name);
    const [across, down] = [place % 8 + right, Math.floor(place / 8) + below];
    if (across < 0 || across > 7 || down < 0 || down > 7) return;
    const next = this.#order[down * 8 + across];
    this.#rove(next);
    this.#squares.get(next).focus();
  }
}

customElements.define("z-board", Board);
