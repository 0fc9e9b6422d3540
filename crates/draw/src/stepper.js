// Replays recorded searches. The state at a step is folded from the beginning each time, so that
// forwards and backwards cannot differ; a few thousand steps take about a millisecond.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const picture = document.querySelector("#panels svg");
  const children = data.parents.map(() => []);
  data.parents.forEach((parent, node) => { if (parent !== null) children[parent].push(node); });
  const quiet = matchMedia("(prefers-reduced-motion: reduce)");
  const PACE = 900;

  function make(tag, properties, ...inside) {
    const { label, ...rest } = properties || {};
    const element = Object.assign(document.createElement(tag), rest);
    if (label) element.setAttribute("aria-label", label);
    element.append(...inside);
    return element;
  }

  // What was set with the pointer gives the keys back to the stepping.
  let pointed = false;
  document.addEventListener("pointerdown", () => { pointed = true; }, true);
  document.addEventListener("keydown", () => { pointed = false; }, true);
  function releasing(element) {
    element.addEventListener("change", () => { if (pointed) element.blur(); });
    return element;
  }

  function below(node, visit) {
    for (const child of children[node]) { visit(child); below(child, visit); }
  }

  // What every node looks like after the first `step` steps of a search.
  function stateAt(run, step) {
    const nodes = data.parents.map(() => ({ status: "", value: null, window: null, cut: false }));
    const cuts = [];
    for (let i = 0; i < step; i++) {
      const event = run.steps[i], node = nodes[event.node];
      switch (event.kind) {
        case "enter":
        case "leaf":
          // A node that is visited again forgets what was found below it.
          Object.assign(node, { status: "open", value: null, window: event.window || null, cut: false });
          below(event.node, (child) => { nodes[child] = { status: "", value: null, window: null, cut: false }; });
          if (event.kind === "leaf") Object.assign(node, { status: "seen", value: event.value });
          break;
        case "improve":
          node.value = event.value;
          if (event.window) node.window = event.window;
          break;
        case "cut":
          for (const child of event.children) {
            nodes[child].status = "pruned";
            nodes[child].cut = true;
            below(child, (deeper) => { nodes[deeper].status = "pruned"; });
          }
          cuts.push({ sentence: event.sentence, step: i });
          break;
        case "leave":
          node.status = "seen";
          node.value = event.value;
          break;
      }
    }
    const last = step > 0 ? run.steps[step - 1] : null;
    return { nodes, cuts, last };
  }

  class Panel {
    constructor(side, run) {
      this.side = side;
      this.step = 0;
      this.svg = picture.cloneNode(true);
      this.groups = data.parents.map((_, node) => [...this.svg.querySelectorAll(`[data-node="${node}"]`)]);
      this.given = this.groups.map((group) => this.text(group, ".value").textContent);
      this.select = releasing(make("select", { label: `Algorithm on the ${side}` }));
      data.runs.forEach((one, i) => this.select.append(make("option", { value: String(i), textContent: one.name })));
      this.counts = make("span", { className: "counts" });
      this.slider = make("input", { type: "range", min: "0", value: "0", label: `Step on the ${side}` });
      this.said = make("p", { className: "said" });
      this.said.setAttribute("aria-live", "polite");
      this.frame = make("div", { className: "frame", tabIndex: 0, label: `Tree on the ${side}` }, this.svg);
      this.frame.setAttribute("role", "group");
      this.summary = make("p", { className: "summary" });
      this.list = make("ol");
      this.heading = make("h2", { textContent: "Cut so far, and why", hidden: true });
      this.notes = make("div");
      this.element = make("section", { className: "panel" },
        make("div", { className: "row" }, this.select, this.counts), this.summary,
        make("div", { className: "row" }, this.slider), this.said, this.frame,
        this.heading, this.list, this.notes);
      this.element.dataset.side = side;
      this.select.addEventListener("change", () => { this.choose(Number(this.select.value)); remember(); });
      this.slider.addEventListener("input", () => { pause(); this.go(Number(this.slider.value)); remember(); });
      this.svg.addEventListener("click", (event) => this.clicked(event));
      this.choose(run);
    }

    text(group, selector) {
      return group[group.length - 1].querySelector(selector);
    }

    choose(run) {
      this.run = data.runs[run] || data.runs[0];
      this.select.value = String(data.runs.indexOf(this.run));
      this.slider.max = String(this.run.steps.length);
      this.summary.textContent = this.run.summary;
      this.notes.replaceChildren(...this.run.notes.map((text) => make("p", { className: "note", textContent: text })));
      this.go(0);
    }

    get end() { return this.run.steps.length; }

    go(step) {
      this.step = Math.max(0, Math.min(this.end, step));
      this.show();
    }

    // The next step at the node that was clicked, from the first again after the last.
    clicked(event) {
      const group = event.target.closest("[data-node]");
      if (!group) return;
      const node = Number(group.dataset.node);
      const steps = this.run.steps;
      let found = steps.findIndex((one, i) => i >= this.step && one.node === node);
      if (found < 0) found = steps.findIndex((one) => one.node === node);
      if (found >= 0) { pause(); this.go(found + 1); remember(); }
    }

    show() {
      const state = stateAt(this.run, this.step);
      const best = this.step === this.end ? new Set(this.run.line) : new Set();
      state.nodes.forEach((node, i) => {
        const now = state.last !== null && state.last.node === i;
        const classes = [node.status, node.cut && "cut", best.has(i) && "best", now && "now", node.window && "windowed"];
        const group = this.groups[i];
        for (const element of group) {
          element.setAttribute("class", [element.classList[0], ...classes].filter(Boolean).join(" "));
        }
        this.text(group, ".value").textContent = node.value === null ? this.given[i] : node.value;
        this.text(group, ".window").textContent = node.window === null ? "" : `[${node.window[0]}, ${node.window[1]}]`;
      });
      this.slider.value = String(this.step);
      this.slider.setAttribute("aria-valuetext", `step ${this.step} of ${this.end}`);
      const { nodes, leaves } = state.last || { nodes: 0, leaves: 0 };
      this.counts.replaceChildren("step ", make("b", { textContent: `${this.step}` }), `/${this.end} · `,
        make("b", { textContent: `${nodes}` }), " nodes · ", make("b", { textContent: `${leaves}` }), " leaves");
      this.said.textContent = state.last ? state.last.sentence : "Nothing has been searched yet.";
      this.heading.hidden = state.cuts.length === 0;
      this.list.replaceChildren(...state.cuts.map((cut) =>
        make("li", { textContent: cut.sentence, className: cut.step === this.step - 1 ? "now" : "" })));
      this.element.dataset.step = String(this.step);
      if (state.last) this.reveal(state.last.node);
    }

    // Scrolls the frame, never the page, until the node is inside.
    reveal(node) {
      const group = this.groups[node][this.groups[node].length - 1];
      const there = group.getBoundingClientRect(), here = this.frame.getBoundingClientRect();
      const room = 24;
      const outside = (from, to, low, high) => from < low + room || to > high - room;
      const move = { behavior: quiet.matches || player ? "auto" : "smooth" };
      if (outside(there.left, there.right, here.left, here.right)) {
        move.left = this.frame.scrollLeft + (there.left + there.right - here.left - here.right) / 2;
      }
      if (outside(there.top, there.bottom, here.top, here.bottom)) {
        move.top = this.frame.scrollTop + (there.top + there.bottom - here.top - here.bottom) / 2;
      }
      if (move.left !== undefined || move.top !== undefined) this.frame.scrollTo(move);
    }
  }

  let player = null;
  const chosen = releasing(make("select", { label: "Which search steps" }));
  for (const [value, text] of [["both", "step both"], ["left", "step left"], ["right", "step right"]]) {
    chosen.append(make("option", { value, textContent: text }));
  }
  const button = (textContent, label, act, className = "") => {
    const element = make("button", { type: "button", textContent, label, title: label, className });
    element.addEventListener("click", act);
    return element;
  };
  const playButton = button("Play", "Play or pause", () => (player ? pause() : play()));
  const buttons = make("div", { className: "buttons" },
    button("|◀", "To the beginning", () => { pause(); go(() => 0); }),
    button("◀", "One step back", () => { pause(); go((panel) => panel.step - 1); }),
    button("▶", "One step forward", () => { pause(); go((panel) => panel.step + 1); }, "main"),
    button("▶|", "To the end", () => { pause(); go((panel) => panel.end); }),
    playButton);

  const panels = [];
  if (data.runs.length > 0) {
    panels.push(new Panel("left", data.first[0]), new Panel("right", data.first[1]));
    document.getElementById("panels").replaceChildren(...panels.map((panel) => panel.element));
    const whole = releasing(make("input", { type: "checkbox" }));
    whole.addEventListener("change", () => {
      for (const panel of panels) panel.frame.classList.toggle("whole", whole.checked);
    });
    document.getElementById("controls").append(buttons, chosen, make("label", {}, whole, "whole tree"));
  }

  function go(where) {
    for (const panel of panels) {
      if (chosen.value === "both" || chosen.value === panel.side) panel.go(where(panel));
    }
    remember();
  }

  function play() {
    const moving = () => panels.filter((panel) => chosen.value === "both" || chosen.value === panel.side);
    if (moving().every((panel) => panel.step === panel.end)) go(() => 0);
    player = setInterval(() => {
      go((panel) => panel.step + 1);
      if (moving().every((panel) => panel.step === panel.end)) pause();
    }, PACE);
    playButton.textContent = "Pause";
  }

  function pause() {
    clearInterval(player);
    player = null;
    playButton.textContent = "Play";
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // A slider moves by the same keys itself; the space bar belongs to whatever has the focus.
    if (event.target.type === "range") return;
    if (event.key === " " && ["BUTTON", "SELECT", "INPUT"].includes(event.target.tagName)) return;
    const acts = {
      ArrowRight: () => { pause(); go((panel) => panel.step + 1); },
      ArrowLeft: () => { pause(); go((panel) => panel.step - 1); },
      Home: () => { pause(); go(() => 0); },
      End: () => { pause(); go((panel) => panel.end); },
      " ": () => (player ? pause() : play()),
    };
    if (acts[event.key]) { event.preventDefault(); acts[event.key](); }
  });

  // The address keeps the place, so that a reload or a link comes back to it.
  function remember() {
    if (panels.length < 2) return;
    const [left, right] = panels;
    const text = `#step=${left.step}&right-step=${right.step}&left=${left.run.name}&right=${right.run.name}`;
    try { history.replaceState(null, "", text); } catch { /* some viewers of files forbid it */ }
  }

  function recall() {
    if (panels.length < 2) return;
    const wanted = new URLSearchParams(location.hash.slice(1));
    for (const panel of panels) {
      const run = data.runs.findIndex((one) => one.name === wanted.get(panel.side));
      if (run >= 0) panel.choose(run);
      const own = panel.side === "right" ? wanted.get("right-step") : null;
      const step = Number.parseInt(own ?? wanted.get("step") ?? "", 10);
      if (Number.isInteger(step)) panel.go(step);
    }
  }
  window.addEventListener("hashchange", recall);
  recall();
})();
