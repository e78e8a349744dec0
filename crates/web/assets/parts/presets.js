// What the server offers as players.

/** The player of a game if nobody chooses: the one named so, or the strongest, which comes last. */
export function usualPreset(game) {
  return game.presets.find((preset) => preset.default) ?? game.presets[game.presets.length - 1];
}

/** Whether it can be told how long to think. */
export function hasBudget(preset) {
  return preset.unit !== "none" && preset.spec !== "random";
}

/** The usual player of a game with so many playouts a move. */
export function usualSpec(game, playouts) {
  const preset = usualPreset(game);
  return hasBudget(preset) ? `${preset.spec},sims=${playouts}` : preset.spec;
}
