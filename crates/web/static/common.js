// What all pages share: asking the server, hearing its events, saying what went wrong, making
// elements, numbers and dialogs, and the switch between the light and the dark theme.

/** What the server would not do, with its sentence. */
export class Refusal extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** Makes an element. Keys of `properties` are attributes, or handlers if they begin with "on". */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** The element with an id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Says a sentence in the page's alert line; without one the line goes away. */
export function alertLine(sentence) {
  const line = byId("alert");
  line.replaceChildren();
  line.hidden = !sentence;
  if (!sentence) return;
  const close = element("button", {
    type: "button", class: "quiet", "aria-label": "Close this message",
    onclick: () => alertLine(null),
  }, "Close");
  line.append(element("span", {}, capital(sentence)), close);
}

/** Runs something and shows the sentence of what fails. */
export async function guarded(action) {
  try {
    return await action();
  } catch (error) {
    if (error.name === "AbortError") return null;
    alertLine(error.message);
    if (!(error instanceof Refusal)) console.error(error);
    return null;
  }
}

/** Turns an answer that is no success into a refusal with the server's sentence. */
async function refusal(response) {
  let sentence = `The server answered ${response.status}.`;
  try {
    sentence = (await response.json()).error ?? sentence;
  } catch {
    // What is not JSON has no sentence of its own.
  }
  return new Refusal(response.status, sentence);
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, "The server cannot be reached. Is `zermelo serve` still running?");
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

/** The JSON that the server answers to a path. */
export async function ask(path, signal) {
  return (await send(path, { signal })).json();
}

/** The text that the server answers to a path. */
export async function askText(path) {
  return (await send(path, {})).text();
}

/** Sends a body (JSON, or text as it stands) and gives the JSON that comes back. */
export async function post(path, body) {
  const text = typeof body === "string";
  const type = text ? "application/x-chess-pgn" : "application/json";
  const options = {
    method: "POST", headers: { "Content-Type": type }, body: text ? body : JSON.stringify(body),
  };
  return (await send(path, options)).json();
}

/** What the program is and has, asked once. */
let about = null;
export function aboutProgram() {
  about ??= ask("/api/about");
  return about;
}

/** A query from an object, without what is empty. */
export function query(values) {
  const filled = Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(filled).toString().replaceAll("%2C", ",");
  return text ? `?${text}` : "";
}

/** The values of the page's address. */
export function addressValues() {
  return Object.fromEntries(new URLSearchParams(location.search));
}

/** Changes the address; `keep` replaces the entry of the history instead of adding one. */
export function setAddress(values, keep = false) {
  const path = location.pathname + query(values);
  if (path === location.pathname + location.search) return;
  if (keep) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
}

/**
 * Hears server-sent events while the page can be seen: browsers allow few connections at a time,
 * so that hidden pages must not hold them. A broken connection is opened again after a while; what
 * the server refuses ends it.
 */
class Events {
  #source = null;
  #closed = false;
  #wait = 1000;
  #lost = false;
  #timer = null;

  constructor(path, handlers, refused) {
    Object.assign(this, { path, handlers, refused });
    this.seen = () => (document.hidden ? this.#rest() : this.#open());
    document.addEventListener("visibilitychange", this.seen);
    this.seen();
  }

  /** Ends it for good. */
  close() {
    this.#closed = true;
    this.#rest();
    document.removeEventListener("visibilitychange", this.seen);
  }

  #rest() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #open() {
    if (this.#closed || this.#source || document.hidden) return;
    const source = new EventSource(this.path);
    this.#source = source;
    for (const [name, handler] of Object.entries(this.handlers)) {
      source.addEventListener(name, (event) => {
        this.#found();
        if (this.#source === source) handler(JSON.parse(event.data));
      });
    }
    source.addEventListener("error", () => this.#source === source && this.#again());
  }

  /** The server has spoken: what was said of a lost connection is no longer true. */
  #found() {
    this.#wait = 1000;
    if (this.#lost) alertLine(null);
    this.#lost = false;
  }

  /** Learns why the connection broke, and opens it again unless the server has refused. */
  async #again() {
    this.#rest();
    const test = new AbortController();
    try {
      await send(this.path, { signal: test.signal });
      test.abort();
    } catch (error) {
      if (this.#closed) return;
      if (error.status > 0) {
        this.close();
        this.refused(error);
        return;
      }
      this.#lost = true;
      alertLine(error.message);
    }
    this.#timer = setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, 15000);
  }
}

/**
 * Hears the events of a path. `handlers` are by the name of the event and get its data; `refused`
 * gets what the server would not do. Returns a function that closes the connection.
 */
export function listen(path, handlers, refused = (error) => alertLine(error.message)) {
  const events = new Events(path, handlers, refused);
  return () => events.close();
}

/**
 * Follows a game of the server: hears of its changes and sends requests. An answer that comes
 * after a newer event is not taken, since the state would go back.
 */
export class Follower {
  #heard = 0;

  constructor(path, name, take) {
    this.path = path;
    this.take = take;
    this.close = listen(`${path}/events`, {
      [name]: (state) => {
        this.#heard += 1;
        take(state);
      },
    });
  }

  /** Sends a request, takes the answer over and returns it. */
  async send(action, body) {
    const before = this.#heard;
    const state = await post(`${this.path}/${action}`, body);
    if (this.#heard === before) this.take(state);
    return state;
  }

  /** Asks for the present state. */
  async refresh() {
    this.take(await ask(this.path));
  }
}

/** Asks a question in a dialog of the page; true if it was answered with yes. */
export function confirmed(question, yes, no = "Cancel") {
  return new Promise((resolve) => {
    const dialog = element("dialog", { "aria-labelledby": "question" },
      element("form", { method: "dialog" },
        element("p", { id: "question" }, question),
        element("div", { class: "buttons" },
          element("button", { value: "no" }, no),
          element("button", { value: "yes", class: "main", id: "confirm" }, yes))));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Fills a select with choices of [value, text]. */
export function fillSelect(select, choices, chosen) {
  select.replaceChildren(...choices.map(([value, text]) => element("option", { value }, text)));
  if (chosen !== undefined && choices.some(([value]) => String(value) === String(chosen))) {
    select.value = chosen;
  }
}

/** Centipawns as pawns with a sign. */
export function pawns(centipawns) {
  const text = (Math.abs(centipawns) / 100).toFixed(2);
  if (centipawns > 0) return `+${text}`;
  return centipawns < 0 ? `−${text}` : text;
}

/** A score of the search: pawns, or the moves to mate. */
export function score({ cp, mate }) {
  if (mate !== null && mate !== undefined) return `${mate < 0 ? "−" : ""}#${Math.abs(mate)}`;
  return cp === null || cp === undefined ? "" : pawns(cp);
}

/** A number with its thousands apart. */
export function grouped(number) {
  return Number(number).toLocaleString("en-GB");
}

/** A number with its thing: "1 game", "2 games". */
export function counted(number, thing) {
  return `${grouped(number)} ${thing}${number === 1 ? "" : "s"}`;
}

/** A word with a capital at its beginning. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "White wins: checkmate" for a result. */
export function resultSentence(outcome, reason) {
  const why = reason ? `: ${reason.replaceAll("-", " ")}` : "";
  if (outcome === "1-0") return `White wins${why}.`;
  return outcome === "0-1" ? `Black wins${why}.` : `Draw${why}.`;
}

/**
 * Reads a picture that our own server drew. It comes in a box with a shadow root, so that its
 * style sheet and the page's do not touch each other.
 */
export function picture(text) {
  const read = new DOMParser().parseFromString(text, "image/svg+xml");
  const svg = document.importNode(read.documentElement, true);
  if (svg.localName !== "svg") throw new Error("The server's picture cannot be read.");
  for (const script of svg.querySelectorAll("script")) script.remove();
  const box = element("div", { class: "picture" });
  const style = element("style", {}, 
    "svg { display: block; margin: 0 auto; max-width: 100%; height: auto; }");
  box.attachShadow({ mode: "open" }).append(style, svg);
  return box;
}

/** Makes the dark rules of pictures in the page follow the switch instead of the system. */
export function themePictures() {
  const chosen = document.documentElement.dataset.theme;
  const media = { dark: "all", light: "not all" }[chosen] ?? "(prefers-color-scheme: dark)";
  for (const box of document.querySelectorAll(".picture")) {
    for (const style of box.shadowRoot.querySelectorAll("svg style")) {
      for (const rule of style.sheet?.cssRules ?? []) {
        if (rule instanceof CSSMediaRule) rule.media.mediaText = media;
      }
    }
  }
}

/** True if a key was pressed where it means something else, such as in a field. */
function typing(event) {
  const target = event.composedPath()[0];
  return event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey
    || Boolean(target.closest?.("input, textarea, select, dialog, iframe"));
}

/** Left, Right, Home and End step through something. */
export function stepKeys(step) {
  const steps = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  addEventListener("keydown", (event) => {
    if (!steps[event.key] || typing(event)) return;
    if (step(steps[event.key]) !== false) event.preventDefault();
  });
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function themeSwitch() {
  const button = byId("theme");
  const name = () => {
    const next = isDark() ? "light" : "dark";
    button.setAttribute("aria-label", `Use the ${next} theme`);
    button.title = `Use the ${next} theme`;
  };
  button.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem("theme", next);
    } catch {
      // Without storage the choice holds for this page only.
    }
    name();
    themePictures();
  });
  name();
}

themeSwitch();

const SEATS = "kriegspiel-seats";

/** The seats at which this browser has sat down, the latest first. */
export function ownSeats() {
  return JSON.parse(localStorage.getItem(SEATS) ?? "[]");
}

export function rememberSeat(id) {
  const others = ownSeats().filter((other) => other !== id);
  localStorage.setItem(SEATS, JSON.stringify([id, ...others].slice(0, 20)));
}

export function forgetSeat(id) {
  localStorage.setItem(SEATS, JSON.stringify(ownSeats().filter((other) => other !== id)));
}
