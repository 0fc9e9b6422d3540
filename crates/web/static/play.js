// The page on which one plays chess against the program.

import "./board.js";
import {
  Follower, Refusal, aboutProgram, addressValues, alertLine, ask, byId, capital, confirmed,
  element, fillSelect, grouped, guarded, pawns, post, query, resultSentence, score, setAddress,
  stepKeys,
} from "./common.js";
import { evaluationBar, setBar, stageSentence, termTable, whiteShare } from "./evaluation.js";
import { START, otherSide, readFen } from "./men.js";
import { MoveList } from "./movelist.js";

const board = byId("board");
const bar = evaluationBar();
const moveList = new MoveList(byId("moves"), (ply) => view(ply));

/** The game as the server last told it, when that was, and the half-move shown (null: live). */
let game = null;
let heardAt = 0;
let shownPly = null;
let flipped = false;
let follower = null;

/** The number of half-moves after which the shown position stands. */
function plyShown() {
  return shownPly ?? game.moves.length;
}

function opponentName() {
  if (game.elo) return `${capital(game.player)}, Elo ${game.elo}`;
  return game.level ? `${capital(game.player)}, level ${game.level}` : capital(game.player);
}

/** Takes over a game from the server. */
function take(fresh) {
  const before = game;
  game = fresh;
  heardAt = performance.now();
  if (before && fresh.moves.length < before.moves.length) shownPly = null;
  if (before && fresh.moves.length > before.moves.length) {
    shownPly = null;
    announce();
  }
  draw();
}

/** Tells screen readers what the program has played. */
function announce() {
  const last = game.moves.at(-1);
  if (!last || game.turn !== game.side) return;
  const check = game.check ? " You are in check." : "";
  board.say(`${last.san} by the program.${check} ${game.result ? "" : "Your move."}`);
}

function draw() {
  drawBoard();
  drawSeats();
  drawStatus();
  drawMoves();
  drawEvaluation();
}

function drawBoard() {
  const ply = plyShown();
  const live = ply === game.moves.length;
  const shown = ply === 0 ? null : game.moves[ply - 1];
  const orientation = flipped ? otherSide(game.side) : game.side;
  board.show({
    pieces: readFen(shown?.fen ?? game.start),
    moves: live ? game.legal : [],
    side: live && !game.result ? game.side : null,
    turn: game.turn,
    last: shown ? [shown.uci.slice(0, 2), shown.uci.slice(2, 4)] : null,
    check: live ? game.check : null,
    premoves: live,
    orientation,
    label: `Chessboard, you play ${game.side}`,
  });
}

function drawSeats() {
  const below = board.orientation;
  for (const [place, side] of [["below", below], ["above", otherSide(below)]]) {
    const name = side === game.side ? "You" : opponentName();
    byId(`${place}-name`).textContent = `${name} (${capital(side)})`;
    byId(place).classList.toggle("turn", !game.result && game.turn === side);
    byId(`${place}-clock`).hidden = !game.time;
    byId(`${place}-clock`).dataset.side = side;
  }
  drawClocks();
}

/** Minutes and seconds; tenths when less than twenty seconds are left. */
function clockText(milliseconds) {
  const left = Math.max(0, milliseconds);
  if (left < 20000) return `0:${(left / 1000).toFixed(1).padStart(4, "0")}`;
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Draws both clocks as they stand now; asks the server when one has run out. */
function drawClocks() {
  if (!game?.time) return;
  const { running } = game.time;
  for (const place of ["below", "above"]) {
    const clock = byId(`${place}-clock`);
    const { side } = clock.dataset;
    const passed = running === side ? performance.now() - heardAt : 0;
    const left = game.time[side] - passed;
    clock.textContent = clockText(left);
    clock.classList.toggle("running", running === side);
    clock.classList.toggle("short", left < 20000);
    if (left < -500 && running === side && !game.result) {
      heardAt = performance.now();
      guarded(() => follower.refresh());
    }
  }
}

function statusText() {
  if (game.result) return "";
  if (shownPly !== null) return "You look at an earlier position. Live goes back to the game.";
  if (game.turn !== game.side) return "The program is thinking; you may move ahead.";
  return game.check ? "Check. Your move." : "Your move.";
}

/** Whether the person has made a move that can be taken back. */
function hasMoved() {
  const first = game.start.split(" ")[1] === "b" ? "black" : "white";
  return game.moves.length > (first === game.side ? 0 : 1);
}

function drawStatus() {
  const over = game.result;
  byId("banner").hidden = !over;
  byId("banner").textContent = over
    ? `${over.outcome}: ${resultSentence(over.outcome, over.reason)}` : "";
  byId("status").textContent = statusText();
  byId("opening").textContent = game.opening ? `${game.opening.eco} ${game.opening.name}` : "";
  byId("takeback").disabled = Boolean(over) || !hasMoved();
  byId("draw").disabled = Boolean(over) || game.turn !== game.side;
  byId("resign").disabled = Boolean(over);
  byId("pgn").href = `/api/chess/${game.id}/pgn`;
  byId("pgn").download = `zermelo-${game.id}.pgn`;
  const fen = game.start === START ? null : game.start;
  const play = game.moves.map((move) => move.uci).join(",");
  byId("analyse").href = `/analysis${query({ fen, play })}`;
}

function drawMoves() {
  const ply = plyShown();
  moveList.show(game.moves, game.start, ply);
  byId("first").disabled = ply === 0;
  byId("back").disabled = ply === 0;
  byId("forward").disabled = ply === game.moves.length;
  byId("live").disabled = ply === game.moves.length;
}

function drawEvaluation() {
  const { evaluation, thought } = game;
  byId("total").textContent = pawns(evaluation.total);
  setBar(bar, whiteShare(evaluation.total, null), pawns(evaluation.total));
  byId("terms").replaceChildren(termTable(evaluation));
  byId("stage").textContent = stageSentence(evaluation);
  byId("thought").replaceChildren(...thoughtParts(thought));
}

function thoughtParts(thought) {
  if (!thought) return ["Nothing yet: it has not searched in this game."];
  const figures = `depth ${thought.depth}, ${grouped(thought.nodes)} nodes`;
  return [
    element("strong", {}, score(thought)), ` at ${figures}. `,
    element("span", { class: "variation" }, thought.variation.join(" ")),
  ];
}

/** Shows the position after some half-moves. */
function view(ply) {
  const bounded = Math.max(0, Math.min(game.moves.length, ply));
  shownPly = bounded === game.moves.length ? null : bounded;
  draw();
}

/** Sends a request of the game. What was asked of a state that has passed is explained. */
async function act(name, body = {}) {
  try {
    alertLine(null);
    const answer = await follower.send(name, { ply: game.moves.length, ...body });
    if (answer.message) alertLine(answer.message);
  } catch (error) {
    await guarded(() => follower.refresh());
    if (error instanceof Refusal && error.status === 409) {
      alertLine(`This came too late: ${error.message}.`);
    } else {
      throw error;
    }
  }
}

function step(where) {
  if (!game) return false;
  const ply = plyShown();
  view({ first: 0, back: ply - 1, forward: ply + 1, last: game.moves.length }[where]);
  return true;
}

function clockChoice() {
  const { value } = byId("clock");
  if (value === "") return undefined;
  const [minutes, increment] = value === "other"
    ? [byId("minutes").value, byId("increment").value] : value.split("+");
  return { minutes: Number(minutes), increment: Number(increment) };
}

async function startGame() {
  const chosen = document.querySelector("input[name=side]:checked").value;
  const either = Math.random() < 0.5 ? "white" : "black";
  const body = {
    player: byId("player").value,
    side: chosen === "either" ? either : chosen,
    clock: clockChoice(),
    fen: byId("fen").value.trim() || undefined,
  };
  const strength = byId("strength").value;
  if (strength === "level") body.level = Number(byId("level").value);
  if (strength === "elo") body.elo = Number(byId("elo").value);
  if (strength === "full") body.level = Number(byId("level").max);
  const fresh = await post("/api/chess", body);
  setAddress({ game: fresh.id });
  begin(fresh);
}

/** Shows a game and hears of its changes. */
function begin(fresh) {
  alertLine(null);
  byId("setup").hidden = true;
  byId("game").hidden = false;
  document.title = "Game in progress – Zermelo";
  take(fresh);
  follower?.close();
  follower = new Follower(`/api/chess/${fresh.id}`, "game", take);
  board.scrollIntoView({ block: "nearest" });
}

async function showSetup() {
  follower?.close();
  game = null;
  shownPly = null;
  byId("game").hidden = true;
  byId("setup").hidden = false;
  document.title = "Play chess – Zermelo";
  for (const place of ["above", "below"]) {
    byId(`${place}-name`).textContent = "";
    byId(`${place}-clock`).hidden = true;
  }
  board.show({ moves: [], side: null, last: null, check: null, orientation: "white" });
  previewFen();
  const { chess } = await aboutProgram();
  fillSelect(byId("player"), chess.players.map((name) => [name, capital(name)]), "tuned");
  byId("level").max = chess.levels;
  [byId("elo").min, byId("elo").max] = chess.elo;
}

/** Shows the position from which the new game shall start. */
function previewFen() {
  board.show({ pieces: readFen(byId("fen").value.trim() || START) });
}

function showFields() {
  byId("level-field").hidden = byId("strength").value !== "level";
  byId("elo-field").hidden = byId("strength").value !== "elo";
  byId("clock-fields").hidden = byId("clock").value !== "other";
  byId("level-shown").textContent = byId("level").value;
}

/** Shows what the address says: a game, or the form for a new one. */
async function followAddress() {
  const { game: id, fen } = addressValues();
  if (fen) byId("fen").value = fen;
  if (!id) return showSetup();
  try {
    begin(await ask(`/api/chess/${encodeURIComponent(id)}`));
  } catch (error) {
    await showSetup();
    throw error;
  }
}

function wire() {
  byId("bar").append(bar);
  byId("new-game").addEventListener("submit", (event) => {
    event.preventDefault();
    guarded(startGame);
  });
  byId("new-game").addEventListener("input", showFields);
  byId("fen").addEventListener("input", previewFen);
  board.addEventListener("move", (event) => {
    guarded(() => act("move", { uci: event.detail.uci }));
  });
  for (const where of ["first", "back", "forward"]) {
    byId(where).addEventListener("click", () => step(where));
  }
  byId("live").addEventListener("click", () => step("last"));
  byId("takeback").addEventListener("click", () => guarded(() => act("takeback")));
  byId("draw").addEventListener("click", () => guarded(() => act("draw")));
  byId("resign").addEventListener("click", () => guarded(async () => {
    if (await confirmed("Do you want to resign this game?", "Resign")) await act("resign");
  }));
  byId("flip").addEventListener("click", () => {
    flipped = !flipped;
    draw();
  });
  byId("again").addEventListener("click", (event) => {
    event.preventDefault();
    setAddress({});
    guarded(showSetup);
  });
  stepKeys(step);
  addEventListener("popstate", () => guarded(followAddress));
  setInterval(drawClocks, 100);
}

wire();
showFields();
guarded(followAddress);
