// The page that searches a small tree or game and shows the searched tree.

import {
  aboutProgram, addressValues, alertLine, ask, byId, capital, element, fillSelect, grouped,
  guarded, picture, query, setAddress, themePictures,
} from "./common.js";

const TREE = "((3 12 8)(2 4 6)(14 5 2))";
const EXAMPLES = [
  ["Textbook tree", { game: TREE, algorithm: "alpha-beta" }],
  ["A deep cut", { game: "((3 5)(((0 9) 5)(7 8)(9)))", algorithm: "alpha-beta" }],
  ["Tic-tac-toe, 3 plies", { game: "tictactoe", algorithm: "alpha-beta", depth: 3 }],
  ["Grundy's game of 7", { game: "grundy", position: "7", algorithm: "alpha-beta" }],
  ["All algorithms", { game: TREE, algorithm: "all" }],
];

/** The scale below which the numbers of a picture cannot be read. */
const READABLE = 0.7;

let zoom = null;
let games = [];
let algorithms = [];
/** Counts the questions, so that late answers are not shown. */
let asked = 0;

/** The question of the address. A tree is both a game and its position, so it has one field. */
function addressQuestion() {
  const { game = TREE, position, algorithm = "alpha-beta", depth, show } = addressValues();
  return { game, position, algorithm, depth, show };
}

function fillForm(question) {
  const written = question.game.startsWith("(");
  byId("game").value = written ? "tree" : question.game;
  byId("position").value = written ? question.game : question.position ?? "";
  byId("algorithm").value = question.algorithm;
  byId("depth").value = question.depth ?? "";
  byId("show").value = question.show ?? 200;
  describe();
}

/** The question of the form. */
function formQuestion() {
  const [game, position] = [byId("game").value, byId("position").value.trim()];
  const tree = game === "tree" && position;
  const show = byId("show").value === "200" ? "" : byId("show").value;
  return {
    game: tree ? position : game,
    position: tree ? "" : position,
    algorithm: byId("algorithm").value,
    depth: byId("depth").value,
    show,
  };
}

/** Says what the chosen game and algorithm are. */
function describe() {
  const game = games.find(({ name }) => name === byId("game").value);
  const algorithm = algorithms.find(({ name }) => name === byId("algorithm").value);
  const tree = byId("game").value === "tree";
  byId("position-label").textContent = tree ? "Tree" : "Position (empty: the start)";
  const sentence = (text) => (text ? `${capital(text).replace(/\.$/, "")}.` : "");
  byId("about").replaceChildren(...[game, algorithm].filter(Boolean).flatMap(({ name, about }) => [
    element("strong", {}, `${capital(name)}: `), `${sentence(about)} `,
  ]));
}

/** Searches what the address asks for. */
async function follow() {
  const question = addressQuestion();
  fillForm(question);
  const mine = ++asked;
  alertLine(null);
  byId("busy").textContent = "Searching.";
  try {
    const answer = await ask(`/api/tree${query(question)}`);
    if (mine !== asked) return;
    if (answer.rows) drawAll(answer.rows);
    else drawResult(answer, question);
  } finally {
    if (mine === asked) byId("busy").textContent = "";
  }
}

function drawResult(answer, question) {
  byId("all").hidden = true;
  byId("result").hidden = false;
  const line = answer.principal_variation ?? [];
  byId("value").replaceChildren("Value ", element("strong", {}, String(answer.value)),
    line.length ? ` for Max; best line ${line.join(" ")}.` : " for Max.");
  drawPicture(answer.svg);
  byId("figures").replaceChildren(figureTable(answer));
  drawCuts(answer.cuts ?? []);
  byId("notes").replaceChildren(
    ...(answer.notes ?? []).map((note) => element("li", {}, capital(note))),
  );
  byId("step-link").href = `/api/tree/steps${query(question)}`;
  closeSteps();
}

/** Shows the searched tree; some algorithms do not visit one node by node and have none. */
function drawPicture(svg) {
  const none = "This algorithm does not visit the tree node by node, so there is no picture.";
  byId("picture").replaceChildren(svg ? picture(svg) : element("p", { class: "muted" }, none));
  byId("zoom").hidden = !svg;
  byId("stepping").hidden = !svg;
  themePictures();
  setZoom(null);
  if (!svg) return;
  // What would be too small to read when it is fitted is shown larger.
  if (shownScale() < READABLE) setZoom(READABLE);
  showRoot();
}

/** Scrolls the root, which is the highest node, to the middle of the box. */
function showRoot() {
  const frame = byId("picture");
  const boxes = [...pictureShown().querySelectorAll(".node")]
    .map((node) => node.getBoundingClientRect());
  if (boxes.length === 0) return;
  const root = boxes.reduce((best, box) => (box.top < best.top ? box : best));
  const { left, width } = frame.getBoundingClientRect();
  frame.scrollLeft += root.left + root.width / 2 - left - width / 2;
}

/** The figures of a search with their names. */
function figures(answer) {
  const cut = answer.cutoffs ?? {};
  const all = [
    ["Nodes", answer.nodes], ["Interior nodes", answer.interior], ["Leaves", answer.leaves],
    ["Evaluations", answer.evaluations], ["Shallow cut-offs", cut.shallow],
    ["Deep cut-offs", cut.deep], ["Window cut-offs", cut.window],
    ["Searched again", answer.researches], ["Found in the table", answer.table_hits],
  ];
  return all.filter(([, value]) => value !== undefined && value !== null);
}

function figureTable(answer) {
  const rows = figures(answer).map(([name, value]) => element("tr", {},
    element("th", { scope: "row" }, name),
    element("td", { class: "figure" }, grouped(value))));
  return element("table", { class: "figures" },
    element("caption", { class: "hidden" }, "Figures of the search"),
    element("tbody", {}, ...rows));
}

function drawCuts(cuts) {
  const none = element("li", { class: "muted none" }, "Nothing was cut: every node was looked at.");
  byId("cuts").replaceChildren(...(cuts.length
    ? cuts.map((sentence) => element("li", {}, sentence)) : [none]));
}

/** What a row of the table of all algorithms has to say instead of figures, or null. */
function rowFailure(row) {
  return row.error ?? row.skipped ?? null;
}

function allRow(row) {
  const cell = (value) => element("td", { class: "figure" },
    value === undefined || value === null ? "–" : grouped(value));
  const link = element("a", {
    href: `/tree${query({ ...addressQuestion(), algorithm: row.algorithm })}`,
  }, row.algorithm);
  const name = element("th", { scope: "row" }, link);
  if (rowFailure(row)) {
    return element("tr", {}, name, element("td", { colspan: 7, class: "muted" }, rowFailure(row)));
  }
  const cut = row.cutoffs ?? {};
  return element("tr", {}, name, element("td", { class: "figure" }, String(row.value)),
    cell(row.nodes), cell(row.leaves), cell(row.evaluations),
    cell((cut.shallow ?? 0) + (cut.deep ?? 0) + (cut.window ?? 0)), cell(row.researches),
    cell(row.table_hits));
}

function drawAll(rows) {
  byId("result").hidden = true;
  byId("all").hidden = false;
  closeSteps();
  const heads = ["Algorithm", "Value", "Nodes", "Leaves", "Evaluations", "Cut-offs",
    "Searched again", "Table hits"];
  byId("rows").replaceChildren(element("table", {},
    element("caption", { class: "hidden" }, "All algorithms on this tree"),
    element("thead", {}, element("tr", {}, ...heads.map((text, index) => element("th", {
      scope: "col", class: index > 0 && "figure",
    }, text)))),
    element("tbody", {}, ...rows.map(allRow))));
}

/** The picture of the searched tree, if there is one. */
function pictureShown() {
  return byId("picture").querySelector(".picture")?.shadowRoot.querySelector("svg");
}

/** Draws the picture at a size: null fits it into its box. */
function setZoom(factor) {
  const svg = pictureShown();
  if (!svg) return;
  zoom = factor;
  const { width, height } = svg.viewBox.baseVal;
  const box = byId("picture").clientWidth - 2;
  const shown = factor ?? Math.min(1, box / width);
  svg.style.maxWidth = "none";
  svg.style.width = `${width * shown}px`;
  svg.style.height = `${height * shown}px`;
  svg.parentNode.host.style.width = `${width * shown}px`;
  byId("fit").setAttribute("aria-pressed", String(factor === null));
}

/** How large the picture is shown, compared with how it was drawn. */
function shownScale() {
  const svg = pictureShown();
  return svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
}

/** Makes the picture larger or smaller than it is shown now. */
function changeZoom(by) {
  setZoom(Math.min(6, Math.max(0.05, shownScale() * by)));
}

function closeSteps() {
  byId("steps").hidden = true;
  byId("steps").removeAttribute("src");
  byId("step").setAttribute("aria-expanded", "false");
}

function openSteps() {
  byId("steps").src = byId("step-link").href;
  byId("steps").hidden = false;
  byId("step").setAttribute("aria-expanded", "true");
}

function search(question) {
  setAddress(question);
  guarded(follow);
}

async function fillChoices() {
  const { tree } = await aboutProgram();
  ({ games, algorithms } = tree);
  fillSelect(byId("game"), games.map(({ name }) => [name, capital(name)]));
  if (!games.some(({ name }) => name === "tree")) {
    byId("game").prepend(element("option", { value: "tree" }, "Tree"));
  }
  const names = algorithms.filter(({ name }) => name !== "all").map(({ name }) => [name, name]);
  fillSelect(byId("algorithm"), [...names, ["all", "all of them, as a table"]]);
}

function wire() {
  byId("examples").append(...EXAMPLES.map(([text, question]) => element("button", {
    type: "button", onclick: () => search(question),
  }, text)));
  byId("question").addEventListener("submit", (event) => {
    event.preventDefault();
    search(formQuestion());
  });
  for (const id of ["game", "algorithm"]) byId(id).addEventListener("change", describe);
  byId("smaller").addEventListener("click", () => changeZoom(0.8));
  byId("larger").addEventListener("click", () => changeZoom(1.25));
  byId("fit").addEventListener("click", () => setZoom(null));
  byId("step").addEventListener("click", () => (byId("steps").hidden ? openSteps() : closeSteps()));
  addEventListener("resize", () => zoom === null && setZoom(null));
  addEventListener("popstate", () => guarded(follow));
}

wire();
guarded(async () => {
  await fillChoices();
  await follow();
});
