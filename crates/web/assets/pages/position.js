// The page of a link: a position, and what can be done with it.

import { post } from "../server.js";
import { button, copy, el, notice } from "../dom.js";
import { fromQuery, go, positionLink, toQuery } from "../links.js";
import { Board } from "../parts/board.js";
import { usualSpec } from "../parts/presets.js";
import { GAMES, sideName } from "../words.js";

export const title = "Position";

export async function show(root, where, about) {
  const { setup, moves } = fromQuery(where.query);
  const position = await post("/api/positions", { setup, moves });
  const full = position.setup ?? setup;
  const board = new Board({ label: "The position of this link" });
  board.show({ game: full.game, rows: position.rows, lastMove: position.lastMove, toMove: position.toMove });
  const game = about.games.find((one) => one.name === full.game);
  const spec = usualSpec(game, 800);
  const play = (side) => async () => {
    try {
      const seat = (colour) => (colour === side ? { human: true } : { spec });
      const state = await post("/api/games", { setup: full, moves, black: seat("black"), white: seat("white") });
      go(`/play/${state.id}`);
    } catch (error) {
      notice(error.message);
    }
  };
  const query = toQuery(full, moves);
  root.append(
    el("div", { class: "head" }, el("h1", {}, `${GAMES[full.game]}: a position`)),
    el("div", { class: "side-by-side" },
      el("div", { class: "board-side" }, board.element),
      el("div", { class: "panel" },
        el("section", { class: "card stack" },
          el("p", { class: "status" }, position.outcome ? `Over: ${position.outcome.text}` : `${moves.length === 0 ? "The beginning" : moves.length === 1 ? "After one move" : `After ${moves.length} moves`}, ${sideName(position.toMove)} to move`),
          position.outcome ? null : el("div", { class: "actions wider" },
            button("Play Black from here", play("black"), { class: "primary" }), button("Play White from here", play("white"))),
          el("div", { class: "actions wide" },
            full.game === "phantom" ? null : [el("a", { class: "button", href: `#/analyse?${query}` }, "Analyse"), el("a", { class: "button", href: `#/search?${query}` }, "Search")],
            button("Copy the link", () => copy(positionLink(full, moves), "The link was copied."))),
          moves.length ? el("p", { class: "quiet small" }, `Moves: ${moves.join(" ")}`) : null))));
}
