// How things are said: names, numbers, results.

export const GAMES = { go: "Go", loa: "Lines of Action", phantom: "Phantom Go" };

export function other(player) {
  return player === "black" ? "white" : "black";
}

export function sideName(player) {
  return player === "black" ? "Black" : "White";
}

/** 0.534 as "53.4 %", or "53" without digits. */
export function percent(rate, digits = 1) {
  if (rate === null || rate === undefined || Number.isNaN(rate)) return "–";
  return `${(rate * 100).toFixed(digits)}${digits ? " %" : ""}`;
}

/** 12345 as "12.3k": short enough for a stone. */
export function short(number) {
  if (number < 1000) return String(number);
  if (number < 10_000) return `${(number / 1000).toFixed(1)}k`;
  if (number < 1_000_000) return `${Math.round(number / 1000)}k`;
  return `${(number / 1_000_000).toFixed(1)}M`;
}

/** 12345 as "12,345". */
export function count(number) {
  return Number(number ?? 0).toLocaleString("en");
}

/** A player of a game in a few words; `game` knows the names of presets. */
export function playerName(player, game) {
  if (!player) return "?";
  if (player.human) return "You";
  const spec = player.spec ?? "?";
  const presets = game?.presets ?? [];
  const preset = presets.find((one) => one.spec === spec) ?? presets.find((one) => spec.startsWith(`${one.spec},`));
  if (!preset) return spec;
  const rest = spec.slice(preset.spec.length).replace(/,sims=(\d+)/, (_all, playouts) => `, ${count(playouts)} playouts`)
    .replace(/,time=([\d.]+)(ms|s)/, (_all, time, unit) => `, ${unit === "ms" ? time / 1000 : time} s a move`);
  return preset.title + rest;
}

/** "D4" is one point, "b8-b6" two squares. */
export function squaresOf(move) {
  const found = /^([a-hA-H][1-8])[-x:]?([a-hA-H][1-8])$/.exec(move ?? "");
  return found ? { from: found[1].toLowerCase(), to: found[2].toLowerCase() } : null;
}

/** What was proved of a move or a position. */
export const PROOFS = { win: "wins", loss: "loses", draw: "draws" };

/** Moves in the order of their worth: proved wins, then the most visited, proved losses last. */
export function ranked(moves) {
  const place = { win: 0, loss: 2 };
  return [...moves].sort((one, two) => (place[one.proof] ?? 1) - (place[two.proof] ?? 1) || two.visits - one.visits);
}
