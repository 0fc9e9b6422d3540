// The front page: lists the games that are not finished.

import {
  ask, byId, capital, counted, element, forgetSeat, guarded, ownSeats,
} from "./common.js";

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

function strength(game) {
  return game.elo ? `Elo ${game.elo}` : `level ${game.level}`;
}

function row(game) {
  const turn = game.turn === game.side ? "your move" : "the program's move";
  const details = `${counted(Math.ceil(game.ply / 2), "move")}, ${turn}, ${ago(game.changed)}`;
  return element("li", {},
    element("a", { href: `/play?game=${encodeURIComponent(game.id)}` },
      `${capital(game.side)} against ${game.player}, ${strength(game)}`),
    element("span", { class: "muted" }, details));
}

/** The seats of this browser whose games are not over; the others are forgotten. */
async function openSeats() {
  const open = [];
  for (const id of ownSeats()) {
    const seat = await ask(`/api/kriegspiel/${id}`).catch(() => null);
    if (seat && !seat.result) open.push(seat);
    else forgetSeat(id);
  }
  return open;
}

function seatRow(seat) {
  const turn = seat.turn === seat.side ? "your turn" : "the other side's turn";
  const moves = counted(seat.completed[seat.side], "move");
  return element("li", {},
    element("a", { href: `/kriegspiel?seat=${encodeURIComponent(seat.id)}` },
      `Kriegspiel, ${seat.side} against ${seat.player}`),
    element("span", { class: "muted" }, `${moves}, ${turn}`));
}

guarded(async () => {
  const { games } = await ask("/api/chess?open=true");
  const blind = await openSeats();
  byId("games").replaceChildren(...games.map(row), ...blind.map(seatRow));
  if (games.length + blind.length === 0) {
    byId("games").append(element("li", { class: "muted" }, "None at present."));
  }
});
