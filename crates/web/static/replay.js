// The replay of a finished Kriegspiel game: the three boards and the beliefs, scene by scene.

import {
  ask, byId, capital, element, guarded, picture, stepKeys, themePictures,
} from "./common.js";

export class Replay {
  #seat = null;
  #count = 0;
  #scene = 0;
  /** Counts the scenes asked for, so that late answers are not shown. */
  #asked = 0;
  #transcript = null;

  constructor() {
    byId("scene").addEventListener("input", () => this.#go(Number(byId("scene").value)));
    byId("scene-back").addEventListener("click", () => this.#go(this.#scene - 1));
    byId("scene-forward").addEventListener("click", () => this.#go(this.#scene + 1));
    stepKeys((where) => {
      if (!this.#seat) return false;
      const last = this.#count - 1;
      this.#go({ first: 0, back: this.#scene - 1, forward: this.#scene + 1, last }[where]);
      return true;
    });
  }

  /** Shows the replay of a seat, from its first scene. */
  show(seat) {
    if (this.#seat === seat) return;
    this.#seat = seat;
    this.#count = 1;
    byId("replay").hidden = false;
    this.#go(0);
  }

  hide() {
    this.#seat = null;
    byId("replay").hidden = true;
  }

  #go(scene) {
    this.#scene = Math.max(0, Math.min(this.#count - 1, scene));
    guarded(() => this.#ask());
  }

  async #ask() {
    const mine = ++this.#asked;
    const answer = await ask(`/api/kriegspiel/${this.#seat}/replay?scene=${this.#scene}`);
    if (mine !== this.#asked) return;
    this.#count = answer.count;
    this.#keepTranscript(answer.transcript);
    this.#draw(answer.scene);
  }

  #keepTranscript(text) {
    if (this.#transcript === text) return;
    this.#transcript = text;
    byId("transcript").href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  }

  #draw(scene) {
    byId("scene").max = this.#count - 1;
    byId("scene").value = this.#scene;
    byId("scene").setAttribute("aria-valuetext", scene.caption);
    byId("scene-back").disabled = this.#scene === 0;
    byId("scene-forward").disabled = this.#scene === this.#count - 1;
    byId("caption").textContent = `${this.#scene + 1} of ${this.#count}. ${scene.caption}`;
    byId("scene-text").textContent = scene.text;
    byId("announced").replaceChildren(...announced(scene.text));
    byId("boards").replaceChildren(...scene.boards.map(figure));
    byId("beliefs").replaceChildren(...beliefs(scene.beliefs ?? {}));
    themePictures();
  }
}

/** A picture; its title is drawn in it. */
function figure(svg) {
  return element("figure", {}, picture(svg));
}

/** What the umpire told each side, which the scene as text says in lines of their own. */
function announced(text) {
  return text.split("\n").filter((line) => /^to (white|black):/.test(line.trim()))
    .map((line) => element("li", {}, capital(line.trim())));
}

/** For each side that keeps beliefs, its three heat maps. */
function beliefs(all) {
  return ["white", "black"].filter((side) => all[side]?.length).map((side) => {
    return element("section", {},
      element("h3", {}, `What ${capital(side)} believes`),
      element("div", { class: "pictures" }, ...all[side].map(figure)));
  });
}
