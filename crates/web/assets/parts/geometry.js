// Where points and squares are on a drawn board, and what they are called.

const GO_LETTERS = "ABCDEFGHJKLMNOPQRST";
const LOA_LETTERS = "abcdefgh";

/** The width of a point or square in the board's own units. */
export const UNIT = 40;

/**
 * The geometry of a board: Go's stones stand on crossings, the pieces of Lines of Action in squares.
 * Columns and rows count from the upper left.
 */
export function geometry(game, size, coordinates = true) {
  const squares = game === "loa";
  const letters = squares ? LOA_LETTERS : GO_LETTERS;
  const margin = squares ? (coordinates ? 24 : 8) : coordinates ? 38 : 26;
  const first = squares ? margin + UNIT / 2 : margin;
  const width = squares ? 2 * margin + size * UNIT : 2 * margin + (size - 1) * UNIT;
  return {
    size, squares, margin, width,
    at: (index) => first + index * UNIT,
    column: (index) => letters[index],
    row: (index) => size - index,
    name: (column, row) => `${letters[column]}${size - row}`,
    /** Column and row of a name, or null where there is no such point. */
    find(name) {
      const text = String(name ?? "");
      const letter = squares ? text[0]?.toLowerCase() : text[0]?.toUpperCase();
      const column = letters.indexOf(letter ?? "?");
      const row = size - Number(text.slice(1));
      const inside = column >= 0 && column < size && Number.isInteger(row) && row >= 0 && row < size;
      return inside ? { column, row } : null;
    },
  };
}

/** The points that are marked by a dot, by custom. */
export function starPoints(size) {
  if (size < 5) return [];
  if (size === 5) return [[2, 2]];
  const edge = size >= 12 ? 3 : 2;
  const far = size - 1 - edge;
  const points = [[edge, edge], [edge, far], [far, edge], [far, far]];
  if (size % 2 === 1) {
    const middle = (size - 1) / 2;
    points.push([middle, middle]);
    if (size >= 13) points.push([edge, middle], [middle, edge], [far, middle], [middle, far]);
  }
  return points;
}
