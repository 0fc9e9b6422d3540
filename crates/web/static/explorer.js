// The page that shows what was played in an archive of games.

import "./board.js";
import {
  Refusal, aboutProgram, addressValues, alertLine, ask, byId, capital, counted, element,
  fillSelect, grouped, guarded, query, setAddress, stepKeys,
} from "./common.js";
import { SVG, START, otherSide, readFen } from "./men.js";
import { moveNumber } from "./movelist.js";
import { reportParts } from "./report.js";
import { resultBar } from "./resultbar.js";

const FILTERS = ["since", "until", "min_elo", "max_elo", "player", "white", "black", "result",
  "eco", "time_control"];
const board = byId("board");

let orientation = "white";
/** The question of the address, and the position it leads to. */
let asking = {};
let position = null;
/** Counts the questions, so that late answers are not shown. */
let asked = 0;

function moves() {
  return asking.play ? asking.play.split(",") : [];
}

/** Goes to the position after other moves. */
function go(play) {
  setAddress({ ...asking, play: play.join(",") });
  guarded(follow);
}

/** Shows what the address asks for. */
async function follow() {
  asking = addressValues();
  const mine = ++asked;
  byId("report-details").open = false;
  fillFilters();
  const { fen, play } = asking;
  const fresh = await ask(`/api/position${query({ fen, play })}`);
  if (mine !== asked) return;
  position = fresh;
  drawPosition();
  try {
    const answer = await ask(`/api/explorer${query(asking)}`);
    if (mine === asked) drawAnswer(answer);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    if (mine === asked) showNone(error.message);
  }
}

/** Says kindly that there is nothing to explore yet. */
function showNone(sentence) {
  byId("none").hidden = false;
  byId("none-why").textContent = `${capital(sentence)}.`;
  byId("explorer").hidden = true;
  byId("below").hidden = true;
}

function drawPosition() {
  const { fen, turn, legal, check, last } = position;
  board.show({
    pieces: readFen(fen), moves: legal, turn, side: turn, check, last, orientation, arrows: [],
    label: `Chessboard, ${turn} to move`,
  });
  byId("back").disabled = position.moves.length === 0;
  byId("analyse").href = `/analysis${query({ fen: asking.fen, play: asking.play })}`;
  drawCrumbs();
}

/** The way to the position; each move goes back to where it led. */
function drawCrumbs() {
  const crumb = (text, play, current) => element("li", {}, element("a", {
    href: `/explorer${query({ ...asking, play: play.join(",") })}`,
    "aria-current": current && "true",
    onclick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(play);
    },
  }, text));
  const all = moves();
  const steps = position.moves.map((move, ply) => {
    const number = moveNumber(position.start, ply);
    const text = number.endsWith(".") || ply === 0 ? `${number} ${move.san}` : move.san;
    return crumb(text, all.slice(0, ply + 1), ply + 1 === all.length);
  });
  const start = position.start === START ? "Start" : "Given position";
  byId("crumbs").replaceChildren(crumb(start, [], all.length === 0), ...steps);
}

function drawAnswer(answer) {
  byId("none").hidden = true;
  byId("explorer").hidden = false;
  byId("below").hidden = false;
  const { opening } = answer;
  const total = answer.white + answer.draws + answer.black;
  byId("opening").textContent = opening ? `${opening.eco} ${opening.name}` : "";
  byId("count").textContent = total === 0
    ? "No game of the archive reached this position with these filters."
    : `${counted(total, "game")} of ${answer.archive}.`;
  byId("sum").replaceChildren(...(total ? [resultBar(answer)] : []));
  byId("moves").replaceChildren(...(answer.moves.length ? [moveTable(answer.moves)] : []));
  byId("plot").hidden = answer.moves.length === 0;
  if (answer.moves.length) byId("plot").src = `/api/explorer/plot.svg${query(asking)}`;
  drawGames(answer);
}

function moveTable(list) {
  const heads = ["Move", "Results", "Score", "Played", "Reached", "Rating",
    element("abbr", { title: "Performance" }, "Perf."), "Last", "Opening"];
  const figures = new Set([3, 4, 5, 6, 7]);
  const head = heads.map((text, index) => element("th", {
    scope: "col", class: figures.has(index) && "figure",
  }, text));
  return element("table", { class: "explored" },
    element("caption", { class: "hidden" }, "Moves played in this position"),
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...list.map(moveRow)));
}

function moveRow(move) {
  const arrow = [move.uci.slice(0, 2), move.uci.slice(2, 4), "first"];
  const point = (arrows) => () => board.show({ arrows });
  const choose = element("button", {
    type: "button", class: "quiet move", "data-uci": move.uci, onclick: () => go(next(move.uci)),
    onfocus: point([arrow]), onblur: point([]),
  }, move.san);
  const figure = (value) => element("td", { class: "figure" },
    value === null || value === undefined ? "–" : String(value));
  return element("tr", { onmouseenter: point([arrow]), onmouseleave: point([]) },
    element("th", { scope: "row" }, choose),
    element("td", {}, resultBar(move)),
    element("td", { class: "score" }, whisker(move)),
    figure(grouped(move.played)), figure(grouped(move.reached)),
    figure(move.averageRating), figure(move.performance), figure(move.last_year),
    element("td", { class: "opening" },
      move.opening ? `${move.opening.eco} ${move.opening.name}` : ""));
}

function next(uci) {
  return [...moves(), uci];
}

/** The score with its interval: a dot on a line, between 0 and 100%. */
function whisker({ score, interval }) {
  const percent = (share) => Math.round(share * 100);
  const svg = document.createElementNS(SVG, "svg");
  const [low, high] = interval;
  const text = `${percent(score)}%, between ${percent(low)}% and ${percent(high)}%`;
  const x = (share) => 2 + share * 60;
  const shapes = [
    ["path", { class: "axis", d: "M2 7H62M32 3V11" }],
    ["path", { class: "range", d: `M${x(low)} 3V11M${x(high)} 3V11M${x(low)} 7H${x(high)}` }],
    ["circle", { class: "dot", cx: x(score), cy: 7, r: 3.4 }],
  ];
  for (const [name, attributes] of shapes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    svg.append(made);
  }
  svg.setAttribute("viewBox", "0 0 64 14");
  svg.setAttribute("class", "whisker");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", text);
  return element("span", { title: text },
    svg, element("span", { "aria-hidden": "true" }, `${percent(score)}%`));
}

function gameItem(game, archive) {
  const name = ({ name: who, rating }) => (rating ? `${who} (${rating})` : who);
  const result = { white: "1-0", black: "0-1" }[game.winner] ?? "½-½";
  const when = game.month ?? game.year ?? "";
  return element("li", {},
    element("a", { href: `/analysis${query({ archive, id: game.id })}` },
      `${name(game.white)} – ${name(game.black)}`),
    element("span", { class: "muted" }, `${result} ${when}`));
}

function drawGames(answer) {
  const part = (title, games) => (games?.length ? [
    element("h3", {}, title),
    element("ul", { class: "rows" }, ...games.map((game) => gameItem(game, answer.archive))),
  ] : []);
  const parts = [...part("Strongest", answer.topGames), ...part("Latest", answer.recentGames)];
  byId("games").replaceChildren(...(parts.length ? parts
    : [element("p", { class: "muted" }, "No games to show.")]));
}

async function showReport() {
  const mine = asked;
  byId("report").replaceChildren(element("p", { class: "muted" }, "Counting."));
  const report = await ask(`/api/explorer/report${query(asking)}`);
  if (mine === asked) byId("report").replaceChildren(...reportParts(report));
}

function fillFilters() {
  for (const name of FILTERS) byId(name).value = asking[name] ?? "";
  const set = FILTERS.filter((name) => asking[name]).length;
  byId("filter-count").textContent = set ? `(${set} set)` : "";
  byId("archive").value = asking.archive ?? byId("archive").options[0]?.value ?? "";
}

function setFilters(values) {
  const { fen, play, archive } = asking;
  setAddress({ fen, play, archive, ...values });
  guarded(follow);
}

function filterValues() {
  return Object.fromEntries(FILTERS.map((name) => [name, byId(name).value.trim()]));
}

async function fillArchives() {
  const { archives } = await aboutProgram();
  const choices = archives.map(({ name, games }) => [name, `${name} (${grouped(games)})`]);
  fillSelect(byId("archive"), choices, addressValues().archive);
  byId("archive-box").hidden = archives.length < 2;
}

function wire() {
  board.addEventListener("move", (event) => go(next(event.detail.uci)));
  byId("back").addEventListener("click", () => go(moves().slice(0, -1)));
  byId("flip").addEventListener("click", () => {
    orientation = otherSide(orientation);
    board.show({ orientation });
  });
  byId("filters").addEventListener("submit", (event) => {
    event.preventDefault();
    alertLine(null);
    setFilters(filterValues());
  });
  byId("clear").addEventListener("click", () => setFilters({}));
  byId("archive").addEventListener("change", () => {
    setAddress({ ...asking, archive: byId("archive").value });
    guarded(follow);
  });
  byId("report-details").addEventListener("toggle", (event) => {
    if (event.target.open) guarded(showReport);
  });
  stepKeys((where) => {
    if (where !== "back" || moves().length === 0) return false;
    go(moves().slice(0, -1));
    return true;
  });
  addEventListener("popstate", () => guarded(follow));
}

wire();
guarded(fillArchives);
guarded(follow);
