// The report on a position of the explorer, as tables.

import { counted, element } from "./common.js";
import { resultBar } from "./resultbar.js";

const RESULTS = "Results";

/** A table with a heading, or nothing if it has no rows. Numbers stand at the right. */
function section(title, heads, rows) {
  if (rows.length === 0) return [];
  const figure = (content) => typeof content === "number" && "figure";
  const cell = (content) => element("td", { class: figure(content) },
    figure(content) ? content.toLocaleString("en-GB") : content);
  const head = heads.map((text, index) => element("th", {
    scope: "col", class: figure(rows[0][index]),
  }, text));
  return [
    element("h3", {}, title),
    element("div", { class: "scroll long", role: "region", "aria-label": title, tabindex: "0" },
      element("table", {},
        element("thead", {}, element("tr", {}, ...head)),
        element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell)))))),
  ];
}

function percent(share) {
  return `${Math.round(share * 100)}%`;
}

function yearRows(years) {
  return Object.entries(years).reverse()
    .map(([year, tally]) => [year, tally.games, resultBar(tally)]);
}

function playerRows(players) {
  return players.map(({ name, games, points }) => [name, games, points, percent(points / games)]);
}

function trapRows(traps) {
  return traps.map(({ moves, results, score, parent }) => [
    moves.join(" "), results.games, percent(score), percent(parent)]);
}

function modelGames(list) {
  if (list.length === 0) return [];
  return [
    element("h3", {}, "Model games"),
    element("ul", { class: "rows" }, ...list.map((game) => element("li", {}, game))),
  ];
}

/** All parts of a report. */
export function reportParts(report) {
  if (report.results.games === 0) {
    return [element("p", { class: "muted" }, "No games reached this position.")];
  }
  const people = ["Player", "Games", "Points", "Score"];
  return [
    element("p", {}, `${counted(report.results.games, "game")}.`),
    ...section("Main lines, with the games of their first move", ["Moves", "Games", RESULTS],
      report.lines.map(({ moves, results }) => [
        moves.join(" "), results.games, resultBar(results)])),
    ...section("Traps: frequent moves that did badly", ["Moves", "Games", "Score", "Usual score"],
      trapRows(report.traps)),
    ...section("When each move came up", ["Move", "Year", "Games", "First game"],
      report.novelties.map(({ san, year, games, first }) => [
        san, String(year ?? "?"), games, first])),
    ...section("Frequent players", people, playerRows(report.frequent_players)),
    ...section("Best players", people, playerRows(report.best_players)),
    ...modelGames(report.model_games),
    ...section("Results by year", ["Year", "Games", RESULTS], yearRows(report.years)),
  ];
}
