// Positions of Lines of Action that somebody wins by force, from games of the program with itself.

export const LOA_EXAMPLES = [
  { name: "Nine plies", position: "......../..o.xo../.x.xxoo./....xo.o/..x.o.../....x.../.....x../.x.x.... w" },
  { name: "Black to win", position: "......../..o...../...o.o../....oo.o/..x..o../..xx..../o.o...../..xx.x.. b" },
  { name: "A long one", position: "...x..../....o.../.....xx./..o....x/.oo...ox/......x./......../...x.... w" },
];
