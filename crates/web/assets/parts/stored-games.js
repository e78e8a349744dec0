// Games that a store has kept.

import { get } from "../server.js";
import { el } from "../dom.js";

export async function storedGames(about) {
  if (!about.store) return null;
  const games = await get("/api/games").catch(() => []);
  if (!games.length) return null;
  return el("section", { class: "card" }, el("h2", {}, "Games in the store"),
    el("ul", { class: "log" }, games.slice(0, 50).map((game) => el("li", {}, el("a", { href: `#/play/${game.id}` }, game.title), ` ${game.status ?? ""}`))));
}
