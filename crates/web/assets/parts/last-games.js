// What this browser tab has seen of its games, so that one that is gone can be set up again.

const KEY = "tengen-game-";

export function rememberState(state) {
  try {
    const { setup, players, position } = state;
    sessionStorage.setItem(KEY + state.id, JSON.stringify({ setup, players, position: { moves: position.moves ?? [] } }));
  } catch { /* nothing to lose */ }
}

export function remembered(id) {
  try {
    return JSON.parse(sessionStorage.getItem(KEY + id));
  } catch {
    return null;
  }
}
