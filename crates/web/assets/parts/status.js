// Where a game stands, in a sentence or two.

import { playerName, sideName } from "../words.js";

/** `{ main, more }` for a state of a game. */
export function statusOf(state, game) {
  const { status, position, side } = state;
  const mover = sideName(position.toMove);
  if (status === "over") {
    const result = state.result ?? position.outcome ?? {};
    const winner = result.winner ? `${sideName(result.winner)} wins` : "A draw";
    const you = result.winner && (side === "black" || side === "white") ? (result.winner === side ? ": well played!" : ".") : ".";
    if (state.fault) return { main: "The game cannot go on.", more: state.fault };
    return { main: `${winner}${you}`, more: [result.text, result.reason].filter(Boolean).join(" · ") };
  }
  if (status === "yours") {
    if (state.view) {
      const refused = state.view.tried?.length ? `Refused: ${state.view.tried.join(", ")}. Try another point.` : "Try a point: the arbiter says whether it is legal.";
      return { main: `Your turn: you are ${mover}.`, more: refused };
    }
    const last = position.lastMove ? `Last move: ${position.lastMove}.` : state.setup.game === "loa" ? "Click a piece, then where it shall go." : "Click a point to play a stone.";
    return { main: side === "both" ? `${mover} to move.` : `Your turn: you are ${mover}.`, more: last };
  }
  if (status === "queued") return { main: "Waiting for a free processor.", more: "Other games are being thought about." };
  if (status === "paused") return { main: "Paused.", more: `${mover} is to move.` };
  if (state.players[position.toMove]?.human) return { main: "The game is being counted.", more: "" };
  return { main: `${playerName(state.players[position.toMove], game).split(",")[0]} is thinking.`, more: position.lastMove ? `Last move: ${position.lastMove}.` : "" };
}
