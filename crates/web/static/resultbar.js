// A bar of three parts: the shares of White's wins, of draws and of Black's wins.

import { element } from "./common.js";

/** The bar of something with the counts `white`, `draws` and `black`. */
export function resultBar({ white, draws, black }) {
  const total = white + draws + black;
  if (total === 0) return element("span", { class: "muted" }, "none");
  const parts = [["w", white], ["d", draws], ["b", black]].filter(([, count]) => count > 0);
  const percent = (count) => Math.round(count / total * 100);
  const spans = parts.map(([kind, count]) => {
    const share = percent(count);
    const part = element("span", { class: kind }, share >= 15 ? `${share}%` : "");
    part.style.flexGrow = count;
    return part;
  });
  const text = `White wins ${percent(white)}%, draws ${percent(draws)}%, `
    + `Black wins ${percent(black)}%`;
  return element("span", { class: "wdb", role: "img", "aria-label": text, title: text }, ...spans);
}
