// The front page: lists the chess games that are not finished.

import { ask, byId, capital, counted, element, guarded } from "./common.js";

/** "5 minutes ago" for a moment given as text or as seconds since 1970. */
function ago(moment) {
  const then = typeof moment === "number" ? moment * 1000 : Date.parse(moment);
  if (Number.isNaN(then)) return "";
  const seconds = (then - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return format.format(Math.round(seconds / size), unit);
}

function row(game) {
  const turn = game.turn === game.side ? "your move" : "the program's move";
  const details = `${counted(Math.ceil(game.ply / 2), "move")}, ${turn}, ${ago(game.changed)}`;
  return element("li", {},
    element("a", { href: `/play?game=${encodeURIComponent(game.id)}` },
      `${capital(game.side)} against ${game.player}`),
    element("span", { class: "muted" }, details));
}

guarded(async () => {
  const { games } = await ask("/api/chess");
  const open = games.filter((game) => !game.result);
  byId("games").replaceChildren(...open.map(row));
  if (open.length === 0) {
    byId("games").append(element("li", { class: "muted" }, "None at present."));
  }
});
