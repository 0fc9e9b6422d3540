// The evaluation of a position: a bar, and a table of the eight terms with small bars of their own.

import { capital, element, pawns } from "./common.js";

/** The share of the bar that is White's, for a score in centipawns or in moves to mate. */
export function whiteShare(cp, mate) {
  if (mate !== null && mate !== undefined) return mate < 0 ? 0 : 1;
  return 1 / (1 + Math.exp(-(cp ?? 0) / 250));
}

/** Sets a bar made by `evaluationBar`. */
export function setBar(bar, share, text) {
  bar.querySelector(".white").style.width = `${(share * 100).toFixed(1)}%`;
  bar.setAttribute("aria-label", `Evaluation ${text}, as White sees it`);
}

/** A horizontal bar of White's and Black's chances. */
export function evaluationBar() {
  return element("div", { class: "evalbar", role: "img", "aria-label": "Evaluation" },
    element("div", { class: "white" }));
}

/** A value as a bar to the left or to the right of the middle. */
function termBar(value, widest) {
  const half = Math.min(50, Math.abs(value) / widest * 50);
  const bar = element("span", { class: value < 0 ? "term black" : "term white" });
  bar.style.width = `${half}%`;
  bar.style.left = value < 0 ? `${50 - half}%` : "50%";
  return element("span", { class: "terms", "aria-hidden": "true" }, bar);
}

function termRow(name, value, widest) {
  return element("tr", {},
    element("th", { scope: "row" }, capital(name)),
    element("td", {}, termBar(value, widest)),
    element("td", { class: "figure" }, pawns(value)));
}

/** The table of the terms of an evaluation. */
export function termTable(evaluation) {
  const terms = evaluation.terms.map(({ name, value }) => [name, value]);
  if (evaluation.ending) terms.push(["ending", evaluation.ending]);
  const widest = Math.max(100, ...terms.map(([, value]) => Math.abs(value)));
  return element("table", { class: "evaluation" },
    element("caption", { class: "hidden" }, "Terms of the evaluation, in pawns for White"),
    element("tbody", {}, ...terms.map(([name, value]) => termRow(name, value, widest))),
    element("tfoot", {}, termRow("total", evaluation.total, widest)));
}

/** Where between opening and ending a position stands, in words. */
export function stageSentence({ stage }) {
  return `Stage ${stage} of 10, from opening (0) to ending (10).`;
}
