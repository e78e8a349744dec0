// Addresses of the page: `#/play/ID?key=value`. A link reproduces a position.

/** The address as parts: `{ page, rest, query }`. */
export function route() {
  const text = location.hash.replace(/^#\/?/, "");
  const [path, query = ""] = text.split(/\?(.*)/s);
  const parts = path.split("/").map((part) => safely(part));
  return { page: parts[0] ?? "", rest: parts.slice(1).filter(Boolean), query: new URLSearchParams(query) };
}

function safely(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A setup and moves as a query. */
export function toQuery(setup, moves = []) {
  const query = new URLSearchParams({ g: setup.game });
  for (const key of ["size", "komi", "rules", "handicap", "referee", "position", "toMove"]) {
    const none = setup[key] === undefined || setup[key] === null || (key === "handicap" && setup[key] === 0);
    if (!none) query.set(key, setup[key]);
  }
  for (const side of ["black", "white"]) {
    if (setup.stones?.[side]?.length) query.set(side, setup.stones[side].join(","));
  }
  if (moves.length) query.set("moves", moves.join(","));
  // Commas and slashes may stand as they are, and links are easier to read so.
  return query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
}

/** A setup and moves from a query; what is missing is left to the server. */
export function fromQuery(query) {
  const list = (key) => (query.get(key) ?? "").split(",").map((word) => word.trim()).filter(Boolean);
  const setup = { game: query.get("g") ?? "go" };
  for (const key of ["size", "komi", "handicap"]) {
    const number = Number(query.get(key));
    if (query.has(key) && Number.isFinite(number)) setup[key] = number;
  }
  for (const key of ["rules", "referee", "position", "toMove"]) if (query.get(key)) setup[key] = query.get(key);
  if (list("black").length || list("white").length) setup.stones = { black: list("black"), white: list("white") };
  return { setup, moves: list("moves") };
}

/** The whole link of a position. */
export function positionLink(setup, moves) {
  return `${location.origin}${location.pathname}#/position?${toQuery(setup, moves)}`;
}

/** Goes to another address of the page. */
export function go(address) {
  location.hash = address;
}
