// Talking with the server: questions, streams of events, and what to do while it does not answer.

/** An answer that says no, with the server's own words. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The server cannot be reached at all. */
export class Away extends Error {
  constructor() {
    super("The server does not answer.");
  }
}

const RETRY_MS = 1500;
let away = null; // a promise that comes true when the server is back, while it is away

/** The answer as text, whether it says yes or no. */
async function answer(path, options) {
  try {
    const response = await fetch(path, options);
    return { response, text: await response.text() };
  } catch {
    lost();
    throw new Away();
  }
}

async function ask(path, options) {
  const { response, text } = await answer(path, options);
  let body = null;
  try {
    body = text === "" ? null : JSON.parse(text);
  } catch {
    throw new Refused(response.status, "The server's answer could not be read.");
  }
  if (!response.ok) throw new Refused(response.status, body?.error ?? `The server answered ${response.status}.`);
  return body;
}

export function get(path) {
  return ask(path, { headers: { Accept: "application/json" }, cache: "no-store" });
}

/** A file of the page or a record of a game, as text. */
export async function getText(path) {
  const { response, text } = await answer(path, { cache: "no-store" });
  if (response.ok) return text;
  throw new Refused(response.status, `The server answered ${response.status}.`);
}

export function post(path, body = {}) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

/** Says that the server is away and asks for it until it is back. */
function lost() {
  if (away) return away;
  const bar = document.getElementById("connection");
  bar.className = "connection";
  bar.textContent = "The server does not answer. Start it again with “tengen serve”; this page reconnects by itself.";
  bar.hidden = false;
  away = (async () => {
    for (;;) {
      await new Promise((resume) => setTimeout(resume, RETRY_MS));
      try {
        const response = await fetch("/api/about", { cache: "no-store" });
        if (response.ok) break;
      } catch { /* still away */ }
    }
    away = null;
    bar.className = "connection good";
    bar.textContent = "The server is back.";
    setTimeout(() => { if (!away) bar.hidden = true; }, 4000);
  })();
  return away;
}

/**
 * Listens to a stream of events: `handlers` has a function for each event's name. A stream that
 * breaks is opened again when the server is back. `gone` ends it, and `end` unless we `keep` what has
 * ended alive by listening on. One that may `rest` is closed while nobody looks at the page: a browser
 * has only a handful of connections for all its tabs. Returns a function that ends it.
 */
export function listen(path, handlers, { keep = false, rest = false } = {}) {
  let source = null;
  let over = false;
  const stop = () => {
    over = true;
    source?.close();
    document.removeEventListener("visibilitychange", turned);
  };
  const turned = () => {
    source?.close();
    if (!document.hidden) open();
  };
  if (rest) document.addEventListener("visibilitychange", turned);
  const open = () => {
    if (over || (rest && document.hidden)) return;
    source?.close();
    source = new EventSource(path);
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => {
        if (over) return;
        if (name === "gone" || (name === "end" && !keep)) stop();
        handle(event.data ? JSON.parse(event.data) : {});
      });
    }
    const mine = source;
    source.onerror = async () => {
      mine.close();
      if (over || mine !== source || (rest && document.hidden)) return;
      // A stream may just have ended; only a server that does not answer is away.
      try {
        await get("/api/about");
        setTimeout(open, 300);
      } catch (error) {
        if (!(error instanceof Away)) return setTimeout(open, RETRY_MS);
        await away;
        open();
      }
    };
  };
  open();
  return stop;
}

let known = null;
/** What the server is and offers; asked once. */
export async function about() {
  while (!known) {
    try {
      known = await get("/api/about");
    } catch (error) {
      if (!(error instanceof Away)) throw error;
      await away;
    }
  }
  return known;
}

/** Waits while the server is away. */
export async function back() {
  await away;
}
