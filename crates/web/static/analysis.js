// The page on which one looks at positions and games, with the engine's best lines.

import "./board.js";
import {
  Refusal, addressValues, alertLine, ask, askText, byId, element, fillSelect, grouped, guarded,
  listen, pawns, post, query, resultSentence, score, setAddress, stepKeys,
} from "./common.js";
import { evaluationBar, setBar, stageSentence, termTable, whiteShare } from "./evaluation.js";
import { START, otherSide, readFen } from "./men.js";
import { MoveList, moveNumber } from "./movelist.js";

const board = byId("board");
const bar = evaluationBar();
const moveList = new MoveList(byId("moves"), (ply) => guarded(() => view(ply)));

/** The line on the board: its start, its moves, and after how many of them we stand. */
let line = { start: START, moves: [] };
let at = 0;
/** The loaded game, if the line began as one: {start, moves, title, source}. */
let loaded = null;
/** What the server says of the position on the board. */
let position = null;
let orientation = "white";
let stopEngine = null;
/** Counts the positions asked for, so that late answers are not shown. */
let asked = 0;

function played(plies = at) {
  return line.moves.slice(0, plies).map((move) => move.uci).join(",");
}

function startFen() {
  return line.start === START ? null : line.start;
}

/** The part of the address and of requests that names the position on the board. */
function placeQuery() {
  return { fen: startFen(), play: played() };
}

/** True while the line is the loaded game itself. */
function onGame() {
  return loaded !== null && line.moves === loaded.moves;
}

/** Writes the line into the address, so that it can be reloaded and sent to others. */
function writeAddress(keep) {
  const ply = at === line.moves.length ? null : at;
  if (onGame() && loaded.source) setAddress({ ...loaded.source, ply: at }, keep);
  else setAddress({ fen: startFen(), play: played(line.moves.length), ply }, keep);
}

/** Shows the position after some half-moves of the line. */
async function view(ply, keep = true) {
  at = Math.max(0, Math.min(line.moves.length, ply));
  writeAddress(keep);
  drawPlace();
  const mine = ++asked;
  const fresh = await ask(`/api/position${query(placeQuery())}`);
  if (mine !== asked) return;
  position = fresh;
  drawPosition();
  if (stopEngine) startEngine();
}

/** Draws what is known without asking the server. */
function drawPlace() {
  const move = at === 0 ? null : line.moves[at - 1];
  const fen = move?.fen ?? line.start;
  const turn = fen.split(" ")[1] === "b" ? "black" : "white";
  board.show({
    pieces: readFen(fen), moves: [], side: turn, turn, check: null, arrows: [], orientation,
    last: move ? [move.uci.slice(0, 2), move.uci.slice(2, 4)] : null,
    label: `Chessboard, ${turn} to move`,
  });
  moveList.show(line.moves, line.start, at);
  byId("fen").value = fen;
  byId("first").disabled = at === 0;
  byId("back").disabled = at === 0;
  byId("forward").disabled = at === line.moves.length;
  byId("last").disabled = at === line.moves.length;
  byId("to-game").hidden = !loaded || onGame();
  byId("title").textContent = loaded?.title ?? "";
  byId("explore").href = `/explorer${query(placeQuery())}`;
  byId("play-here").href = `/play${query({ fen })}`;
}

/** Draws what the server says of the position. */
function drawPosition() {
  const { evaluation, opening, result } = position;
  board.show({ moves: position.legal, turn: position.turn, side: position.turn,
    check: position.check });
  byId("opening").textContent = opening ? `${opening.eco} ${opening.name}` : "";
  byId("result").hidden = !result;
  byId("result").textContent = result ? resultSentence(result.outcome, result.reason) : "";
  byId("total").textContent = pawns(evaluation.total);
  byId("terms").replaceChildren(termTable(evaluation));
  byId("stage").textContent = stageSentence(evaluation);
  if (!stopEngine) {
    setBar(bar, whiteShare(evaluation.total, null), pawns(evaluation.total));
    byId("found").replaceChildren();
  }
}

/** Plays a move from where we stand; it may leave the line. */
async function play(uci) {
  alertLine(null);
  if (line.moves[at]?.uci === uci) return view(at + 1);
  const before = played();
  const answer = await ask(`/api/position${query({
    fen: startFen(), play: before ? `${before},${uci}` : uci,
  })}`);
  line = { start: line.start, moves: [...line.moves.slice(0, at), answer.moves.at(-1)] };
  return view(line.moves.length);
}

/** Takes over a line given as a start and moves. */
async function setLine(fen, play, ply) {
  const answer = await ask(`/api/position${query({ fen, play })}`);
  line = { start: answer.start, moves: answer.moves };
  await view(ply ?? line.moves.length, true);
}

function gameTitle({ white, black, result, event, date }) {
  const where = [event, date].filter((part) => part && !/^[?.]*$/.test(part)).join(", ");
  return `${white || "?"} – ${black || "?"}, ${result}${where ? ` (${where})` : ""}`;
}

function tagsTitle({ tags, result }) {
  return gameTitle({
    white: tags.White, black: tags.Black, result: tags.Result ?? result, event: tags.Event,
    date: tags.Date,
  });
}

/** Shows a game that the server has read. `source` says in the address where it comes from. */
async function takeGame(game, source, ply) {
  loaded = { start: game.start, moves: game.moves, title: tagsTitle(game), source };
  line = { start: game.start, moves: game.moves };
  if (game.error) alertLine(`The game stops making sense: ${game.error}`);
  await view(ply ?? 0, ply !== undefined);
}

function listGames(answer, number) {
  byId("games-box").hidden = answer.count < 2;
  const choices = answer.games.map((game, index) => [index, `${index + 1}. ${gameTitle(game)}`]);
  fillSelect(byId("games"), choices, number);
}

/** Reads a game of the PGN that is kept for this tab. */
async function readKept(number, ply) {
  const text = sessionStorage.getItem("pgn");
  if (!text) throw new Refusal(0, "The pasted games are no longer here; paste them again.");
  const answer = await post(`/api/pgn?game=${number}`, text);
  listGames(answer, number);
  await takeGame(answer.game, { pgn: "kept", number }, ply);
}

/** Reads what was pasted or chosen as a file. */
async function readPgn() {
  alertLine(null);
  const file = byId("pgn-file").files[0];
  const text = file ? await file.text() : byId("pgn").value;
  if (!text.trim()) throw new Refusal(0, "There is no PGN yet: paste one or choose a file.");
  const answer = await post("/api/pgn?game=0", text);
  let source = { pgn: "kept", number: 0 };
  try {
    sessionStorage.setItem("pgn", text);
  } catch {
    // A file that is too large to be kept is shown all the same; its address names the moves.
    source = null;
  }
  listGames(answer, 0);
  byId("pgn-details").open = false;
  await takeGame(answer.game, source);
}

async function readArchived(archive, id, ply) {
  const path = `/api/explorer/games/${encodeURIComponent(id)}${query({ archive })}`;
  const answer = await post("/api/pgn?game=0", await askText(path));
  await takeGame(answer.game, { archive, id }, ply);
}

/** The first moves of the best lines as arrows. */
function arrows(lines) {
  return lines.filter(({ pv }) => pv.length)
    .map(({ pv }, index) => [pv[0].slice(0, 2), pv[0].slice(2, 4), index ? "second" : "first"])
    .reverse();
}

function lineItem(found) {
  const number = moveNumber(line.start, at);
  const first = element("button", {
    type: "button", class: "quiet", onclick: () => guarded(() => play(found.pv[0])),
  }, `${number} ${found.san[0] ?? ""}`);
  return element("li", {},
    element("strong", {}, score(found)), found.san.length ? first : null,
    element("span", { class: "variation" }, found.san.slice(1).join(" ")));
}

function showLines(answer) {
  const best = answer.lines[0];
  byId("found").replaceChildren(...answer.lines.map(lineItem));
  byId("progress").textContent = `Depth ${answer.depth} to ${answer.seldepth}, `
    + `${grouped(answer.nodes)} nodes, ${grouped(answer.nps)} a second.`;
  board.show({ arrows: arrows(answer.lines) });
  if (best) setBar(bar, whiteShare(best.cp, best.mate), score(best));
}

function startEngine() {
  stopEngine?.();
  byId("found").replaceChildren();
  byId("progress").textContent = "Searching.";
  const [lines, seconds] = [byId("lines").value, byId("seconds").value];
  const path = `/api/analysis${query({ ...placeQuery(), lines, seconds })}`;
  const close = listen(path, {
    lines: showLines,
    done: () => {
      close();
      byId("progress").textContent += " Finished.";
    },
  }, (error) => {
    alertLine(error.message);
    haltEngine();
  });
  stopEngine = close;
  drawEngine();
}

function haltEngine() {
  stopEngine?.();
  stopEngine = null;
  board.show({ arrows: [] });
  byId("progress").textContent = "Stopped.";
  drawEngine();
}

function drawEngine() {
  const runs = stopEngine !== null;
  byId("engine").textContent = runs ? "Stop" : "Start";
  byId("engine").setAttribute("aria-pressed", String(runs));
  byId("engine").classList.toggle("main", !runs);
}

function step(where) {
  const places = { first: 0, back: at - 1, forward: at + 1, last: line.moves.length };
  guarded(() => view(places[where]));
}

/** Shows what the address says. */
async function followAddress() {
  const values = addressValues();
  const ply = values.ply === undefined ? undefined : Number(values.ply);
  if (values.pgn) return readKept(Number(values.number ?? 0), ply ?? 0);
  if (values.id) return readArchived(values.archive, values.id, ply ?? 0);
  return setLine(values.fen, values.play, ply);
}

/** Shows the start position when the address makes no sense. */
async function begin() {
  try {
    await followAddress();
  } catch (error) {
    await setLine();
    throw error;
  }
}

function wireLoading() {
  byId("fen-form").addEventListener("submit", (event) => {
    event.preventDefault();
    alertLine(null);
    guarded(async () => {
      const fen = byId("fen").value.trim();
      const answer = await ask(`/api/position${query({ fen })}`);
      loaded = null;
      line = { start: answer.start, moves: [] };
      await view(0, false);
    });
  });
  byId("pgn-form").addEventListener("submit", (event) => {
    event.preventDefault();
    guarded(readPgn);
  });
  byId("games").addEventListener("change", () => {
    guarded(() => readKept(Number(byId("games").value)));
  });
  byId("reset").addEventListener("click", () => guarded(async () => {
    loaded = null;
    line = { start: START, moves: [] };
    await view(0, false);
  }));
  byId("to-game").addEventListener("click", () => guarded(async () => {
    const same = line.moves.findIndex((move, ply) => move.uci !== loaded.moves[ply]?.uci);
    line = { start: loaded.start, moves: loaded.moves };
    await view(same < 0 ? at : same);
  }));
}

function wire() {
  byId("bar").append(bar);
  wireLoading();
  board.addEventListener("move", (event) => guarded(async () => {
    try {
      await play(event.detail.uci);
    } catch (error) {
      drawPlace();
      drawPosition();
      throw error;
    }
  }));
  for (const where of ["first", "back", "forward", "last"]) {
    byId(where).addEventListener("click", () => step(where));
  }
  byId("flip").addEventListener("click", () => {
    orientation = otherSide(orientation);
    board.show({ orientation });
  });
  byId("engine").addEventListener("click", () => (stopEngine ? haltEngine() : startEngine()));
  for (const id of ["lines", "seconds"]) {
    byId(id).addEventListener("change", () => stopEngine && startEngine());
  }
  stepKeys(step);
  addEventListener("popstate", () => guarded(followAddress));
}

wire();
guarded(begin);
