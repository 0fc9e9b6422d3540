// The page on which one plays Kriegspiel against the program or against somebody elsewhere.

import "./board.js";
import {
  Follower, Refusal, aboutProgram, addressValues, alertLine, ask, byId, capital, confirmed,
  counted, element, fillSelect, guarded, post, rememberSeat, resultSentence, setAddress,
} from "./common.js";
import { otherSide } from "./men.js";
import { Phantoms } from "./phantoms.js";
import { Replay } from "./replay.js";

const board = byId("board");
const phantoms = new Phantoms(board, byId("tray"), byId("tray-help"));
const replay = new Replay();
const DIRECTIONS = {
  file: "on the file", rank: "on the rank", long: "on the long diagonal",
  short: "on the short diagonal", knight: "by a knight",
};

let seat = null;
let follower = null;
let flipped = false;
/** Squares that the last announcements spoke of. */
let marks = {};
let players = [];
/** The number of levels of the players that have any, by name. */
let levels = {};

function mine() {
  return seat.turn === seat.side && !seat.result;
}

/** Takes over the seat from the server. */
function take(fresh) {
  const known = seat?.id === fresh.id ? seat.heard.length : Math.max(0, fresh.heard.length - 3);
  if (seat && seat.id === fresh.id && seat.heard.length > fresh.heard.length) return;
  const last = seat?.id === fresh.id ? seat.last : fresh.last;
  seat = fresh;
  const news = fresh.heard.slice(known);
  if (news.length) marks = marksOf(news);
  if (fresh.last && String(fresh.last) !== String(last)) phantoms.remove(fresh.last[1]);
  draw();
}

/** Which squares to highlight for what was announced. */
function marksOf(news) {
  const found = {};
  for (const said of news) {
    const captured = /captur\w*.*?\b([a-h][1-8])\b/i.exec(said);
    const refused = /(?:illegal|nonsense)\W+[a-h][1-8]([a-h][1-8])/i.exec(said);
    if (captured) found[captured[1]] = "flash";
    if (refused) found[refused[1]] = "refused";
  }
  return found;
}

function draw() {
  drawBoard();
  drawStatus();
  drawFacts();
  drawLog();
}

function drawBoard() {
  const king = seat.side === "white" ? "K" : "k";
  const home = Object.keys(seat.men).find((square) => seat.men[square] === king);
  phantoms.begin(seat.id, otherSide(seat.side), seat.men, !seat.result);
  board.show({
    pieces: seat.men,
    moves: seat.tries,
    side: seat.result ? null : seat.side,
    turn: seat.turn,
    last: seat.last,
    check: mine() && seat.checks.length ? home : null,
    marks,
    orientation: flipped ? otherSide(seat.side) : seat.side,
    label: `Chessboard with your own men, you play ${seat.side}`,
  });
}

function checkSentence() {
  if (!seat.checks.length) return "";
  const where = seat.checks.map((word) => DIRECTIONS[word] ?? word).join(" and ");
  return mine() ? ` You are in check ${where}.` : ` You give check ${where}.`;
}

function drawStatus() {
  const { result } = seat;
  byId("banner").hidden = !result;
  byId("banner").textContent = result
    ? `${result.outcome}: ${resultSentence(result.outcome, result.cause)}` : "";
  const must = seat.must_capture ? " You must capture with a pawn." : "";
  const turn = mine() ? `Your turn: try a move.${must}` : "The other side is to move.";
  byId("status").textContent = result ? "" : turn + checkSentence();
  byId("any").hidden = !seat.may_ask || Boolean(result);
  byId("phantom-tray").hidden = Boolean(result);
  byId("resign").disabled = Boolean(result);
  if (result) replay.show(seat.id);
  else replay.hide();
}

function fact(name, value) {
  return element("div", {}, element("dt", {}, name), element("dd", {}, value));
}

function pawnTries() {
  if (typeof seat.pawn_tries === "number") return [fact("Pawn tries", String(seat.pawn_tries))];
  if (seat.pawn_tries === true || seat.any === true) return [fact("Pawn tries", "yes")];
  if (seat.pawn_tries === false || seat.any === false) return [fact("Pawn tries", "no")];
  return [];
}

function drawFacts() {
  const { men, pawns, unknown } = seat.enemy;
  const left = pawns === null || pawns === undefined
    ? String(men) : `${men}, of them ${counted(pawns, "pawn")}`;
  const facts = [
    fact("Rules", seat.title),
    fact("Opponent", capital(seat.player) + (seat.level ? `, level ${seat.level}` : "")),
    fact("Their men", unknown ? `${left} (${unknown} captured unseen)` : left),
    fact("Moves made", `White ${seat.completed.white}, Black ${seat.completed.black}`),
    ...(mine() ? pawnTries() : []),
  ];
  if (seat.refused.length) facts.push(fact("Refused now", seat.refused.join(", ")));
  byId("facts").replaceChildren(...facts);
}

/** Adds what was said anew, so that screen readers read only that. */
function drawLog() {
  const log = byId("log");
  if (log.dataset.seat !== seat.id) {
    log.replaceChildren();
    log.dataset.seat = seat.id;
  }
  const fresh = seat.heard.slice(log.children.length);
  if (fresh.length === 0) return;
  const kind = (said) => (/captur|check|result/i.test(said) ? "loud"
    : /illegal|nonsense/i.test(said) ? "refusal" : null);
  log.append(...fresh.map((said) => element("p", { class: kind(said) }, capital(said))));
  log.scrollTop = log.scrollHeight;
}

/** Sends a request of the seat. What was asked of a state that has passed is explained. */
async function act(name, body = {}) {
  try {
    alertLine(null);
    await follower.send(name, { heard: seat.heard.length, ...body });
  } catch (error) {
    await guarded(() => follower.refresh());
    drawBoard();
    if (error instanceof Refusal && error.status === 409) {
      alertLine(`The game had gone on elsewhere, so this is its present state: ${error.message}`);
    } else {
      throw error;
    }
  }
}

async function startGame() {
  const player = byId("player").value;
  const fresh = await post("/api/kriegspiel", {
    player,
    level: levels[player] ? Number(byId("level").value) : undefined,
    rules: byId("rules").value,
    side: document.querySelector("input[name=side]:checked").value,
    seconds: player === "person" ? undefined : Number(byId("seconds").value),
  });
  if (fresh.invitation) localStorage.setItem(`invitation-${fresh.id}`, fresh.invitation);
  setAddress({ seat: fresh.id });
  begin(fresh);
}

/** Shows a seat and hears of its changes. */
function begin(fresh) {
  alertLine(null);
  byId("setup").hidden = true;
  byId("intro").hidden = true;
  byId("game").hidden = false;
  rememberSeat(fresh.id);
  const invitation = localStorage.getItem(`invitation-${fresh.id}`);
  byId("invitation-card").hidden = !invitation;
  byId("invitation").value = `${location.origin}/kriegspiel?seat=${invitation}`;
  take(fresh);
  follower?.close();
  follower = new Follower(`/api/kriegspiel/${fresh.id}`, "seat", take);
}

async function showSetup() {
  follower?.close();
  seat = null;
  replay.hide();
  byId("game").hidden = true;
  byId("intro").hidden = false;
  byId("setup").hidden = false;
  const { kriegspiel } = await aboutProgram();
  ({ players, levels } = kriegspiel);
  const choices = players.map(({ name }) => [name, capital(name)]);
  if (!players.some(({ name }) => name === "person")) {
    choices.push(["person", "A person elsewhere"]);
  }
  fillSelect(byId("player"), choices, "belief");
  fillSelect(byId("rules"), kriegspiel.rules.map(({ name, title }) => [name, title]), "wild16");
  showFields();
}

/** Offers the levels up to the strongest, and keeps the one that was chosen. */
function fillLevels(count) {
  const names = { 1: "1, the weakest", [count]: `${count}, the strongest` };
  const choices = Array.from({ length: count }, (_, index) => String(index + 1));
  const chosen = byId("level").value || String(Math.ceil(count / 2));
  fillSelect(byId("level"), choices.map((level) => [level, names[level] ?? level]), chosen);
}

function showFields() {
  const { value } = byId("player");
  const chosen = players.find(({ name }) => name === value);
  byId("seconds-field").hidden = value === "person";
  byId("level-field").hidden = !levels[value];
  if (levels[value]) fillLevels(levels[value]);
  byId("player-about").textContent = value === "person"
    ? "You get a link to send to the other player." : capital(chosen?.about ?? "");
}

/** Shows what the address says: a seat, or the form for a new game. */
async function followAddress() {
  const { seat: id } = addressValues();
  if (!id) return showSetup();
  try {
    begin(await ask(`/api/kriegspiel/${encodeURIComponent(id)}`));
  } catch (error) {
    await showSetup();
    throw error;
  }
}

async function copyInvitation() {
  byId("invitation").select();
  if (!navigator.clipboard) {
    // Without https a page may not write to the clipboard; the text is selected already.
    byId("copy").textContent = "Press Ctrl+C";
    return;
  }
  await navigator.clipboard.writeText(byId("invitation").value);
  byId("copy").textContent = "Copied";
}

function wire() {
  byId("new-game").addEventListener("submit", (event) => {
    event.preventDefault();
    guarded(startGame);
  });
  byId("player").addEventListener("change", showFields);
  board.addEventListener("move", (event) => {
    guarded(() => act("action", { action: event.detail.uci }));
  });
  byId("any").addEventListener("click", () => guarded(() => act("action", { action: "any" })));
  byId("resign").addEventListener("click", () => guarded(async () => {
    if (await confirmed("Do you want to resign this game?", "Resign")) await act("resign");
  }));
  byId("flip").addEventListener("click", () => {
    flipped = !flipped;
    drawBoard();
  });
  byId("copy").addEventListener("click", () => guarded(copyInvitation));
  byId("again").addEventListener("click", (event) => {
    event.preventDefault();
    setAddress({});
    guarded(showSetup);
  });
  addEventListener("popstate", () => guarded(followAddress));
}

wire();
guarded(followAddress);
