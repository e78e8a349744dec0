// Positions of Lines of Action that somebody wins by force.

export const LOA_EXAMPLES = [
  { name: "A first proof", position: "....o..x/......../......../...o..x./....o.x./.ooo..x./..x....x/..x..... w" },
];
