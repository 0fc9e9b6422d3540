// A list of moves: numbered, with comments, the shown one marked; clicking one shows its position.

import { element } from "./common.js";

/** Who moves first and with which number, by the FEN of the start. */
function beginning(fen) {
  const parts = fen.split(" ");
  return { black: parts[1] === "b", number: Number(parts[5]) || 1 };
}

/** The number and side of a half-move counted from zero: "12." or "12…". */
export function moveNumber(start, ply) {
  const { black, number } = beginning(start);
  const half = ply + (black ? 1 : 0);
  return `${number + Math.floor(half / 2)}${half % 2 ? "…" : "."}`;
}

export class MoveList {
  /** `choose` is told the number of half-moves after which the position stands. */
  constructor(box, choose) {
    this.box = box;
    this.list = element("ol", { class: "moves", "aria-label": "Moves" });
    box.append(this.list);
    this.list.addEventListener("click", (event) => {
      const ply = event.target.closest("button")?.dataset.ply;
      if (ply !== undefined) choose(Number(ply));
    });
  }

  /** Shows moves ({san, comment}), with the position after `at` half-moves marked. */
  show(moves, start, at) {
    const { black } = beginning(start);
    const rows = [];
    moves.forEach((move, ply) => {
      const second = (ply + (black ? 1 : 0)) % 2 === 1;
      if (!second || rows.length === 0) {
        rows.push(element("li", {},
          element("span", { class: "number" }, moveNumber(start, ply).replace("…", "."))));
        if (second) rows.at(-1).append(element("span", { class: "gap" }, "…"));
      }
      rows.at(-1).append(this.#button(move, ply, at));
      if (move.comment) rows.at(-1).append(element("p", { class: "comment" }, move.comment));
    });
    if (rows.length === 0) rows.push(element("li", { class: "muted none" }, "No moves yet."));
    this.list.replaceChildren(...rows);
    this.#reveal();
  }

  #button(move, ply, at) {
    const current = ply + 1 === at;
    return element("button", {
      type: "button", "data-ply": ply + 1, class: "move", "aria-current": current && "true",
    }, move.san);
  }

  /** Scrolls the list, and only the list, to the marked move. */
  #reveal() {
    const current = this.list.querySelector("[aria-current]");
    if (!current) {
      this.list.scrollTop = 0;
      return;
    }
    const [outer, inner] = [this.list.getBoundingClientRect(), current.getBoundingClientRect()];
    if (inner.top < outer.top) this.list.scrollTop -= outer.top - inner.top + 8;
    if (inner.bottom > outer.bottom) this.list.scrollTop += inner.bottom - outer.bottom + 8;
  }
}
