// Setting up a game.

import { post } from "../server.js";
import { el, notice } from "../dom.js";
import { go } from "../links.js";
import { Board } from "../parts/board.js";
import { openButton } from "../parts/open-record.js";
import { SetupForm } from "../parts/setup-form.js";
import { storedGames } from "../parts/stored-games.js";

export const title = "Play";

export async function show(root, where, about) {
  const board = new Board({ label: "The board of the game" });
  let latest = 0;
  const preview = async (setup) => {
    latest += 1;
    const mine = latest;
    try {
      const position = await post("/api/positions", { setup, moves: [] });
      if (mine === latest) board.show({ game: setup.game, rows: position.rows });
    } catch (error) {
      notice(error.message);
    }
  };
  const wanted = where.query.get("g");
  const form = new SetupForm(about, {
    game: about.games.some((game) => game.name === wanted) ? wanted : "go",
    onChange: preview,
    onStart: async (request) => {
      try {
        const state = await post("/api/games", request);
        go(`/play/${state.id}`);
      } catch (error) {
        notice(error.message);
      }
    },
  });
  root.append(
    el("div", { class: "head" }, el("h1", {}, "A new game"), openButton("Open a game record …")),
    el("div", { class: "side-by-side" },
      el("div", { class: "board-side" }, board.element),
      el("div", { class: "panel" }, form.element, await storedGames(about))));
}
