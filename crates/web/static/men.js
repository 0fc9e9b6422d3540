// Chessmen: their pictures and names, where they stand by a FEN, and how far they reach.

export const SVG = "http://www.w3.org/2000/svg";
export const FILES = "abcdefgh";
export const NAMES = {
  p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king",
};
export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** True for the letter of a white man as in FEN. */
export function isWhite(letter) {
  return letter === letter.toUpperCase();
}

/** The other of "white" and "black". */
export function otherSide(side) {
  return side === "white" ? "black" : "white";
}

/** "white knight" for "N". */
export function manName(letter) {
  return `${isWhite(letter) ? "white" : "black"} ${NAMES[letter.toLowerCase()]}`;
}

/** The picture of a man by its letter as in FEN. */
export function manPicture(letter, classes = "man") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 45 45");
  svg.setAttribute("class", classes);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/men.svg#${isWhite(letter) ? "w" : "b"}${letter.toLowerCase()}`);
  svg.append(use);
  return svg;
}

/** The men of a FEN, by square. */
export function readFen(fen) {
  const pieces = {};
  fen.split(" ")[0].split("/").forEach((row, down) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else if (NAMES[letter.toLowerCase()] && file < 8 && down < 8) {
        pieces[FILES[file++] + (8 - down)] = letter;
      }
    }
  });
  return pieces;
}

/** The men after a move as it is drawn before the server has answered. */
export function afterMove(pieces, uci) {
  const [from, to, promotion] = [uci.slice(0, 2), uci.slice(2, 4), uci[4]];
  const next = { ...pieces };
  const letter = next[from];
  if (!letter) return next;
  delete next[from];
  const kind = letter.toLowerCase();
  const files = FILES.indexOf(to[0]) - FILES.indexOf(from[0]);
  const beside = next[to[0] + from[1]];
  const passed = kind === "p" && files !== 0 && !next[to] && beside;
  if (passed && isWhite(beside) !== isWhite(letter)) delete next[to[0] + from[1]];
  if (kind === "k" && Math.abs(files) === 2) {
    const [corner, goal] = files > 0 ? ["h", "f"] : ["a", "d"];
    next[goal + from[1]] = next[corner + from[1]];
    delete next[corner + from[1]];
  }
  next[to] = promotion ? (isWhite(letter) ? promotion.toUpperCase() : promotion) : letter;
  return next;
}

/** Whether a man could ever go from one square to another, whatever stands in between. */
export function reaches(letter, from, to) {
  const across = FILES.indexOf(to[0]) - FILES.indexOf(from[0]);
  const up = (Number(to[1]) - Number(from[1])) * (isWhite(letter) ? 1 : -1);
  const [wide, high] = [Math.abs(across), Math.abs(up)];
  if (wide === 0 && high === 0) return false;
  const straight = wide === 0 || high === 0;
  const diagonal = wide === high;
  switch (letter.toLowerCase()) {
    case "p": {
      const home = from[1] === (isWhite(letter) ? "2" : "7");
      return (up === 1 && wide <= 1) || (home && up === 2 && wide === 0);
    }
    case "n": return wide * high === 2;
    case "b": return diagonal;
    case "r": return straight;
    case "q": return straight || diagonal;
    default: {
      const castles = high === 0 && wide === 2 && from[0] === "e" && "18".includes(from[1]);
      return (wide <= 1 && high <= 1) || castles;
    }
  }
}
