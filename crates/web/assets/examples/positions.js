// Positions of Lines of Action that somebody wins by force, from games of the program with itself.

export const LOA_EXAMPLES = [
  { name: "A win in five", position: "......../o....x../.ooo..x./x.x...x./o..o..../....x..x/......../......x. w" },
  { name: "In seven", position: "......../..o...../...o.o../....oo.o/..x..o../..xx..../o.o...../..xx.x.. b" },
  { name: "In eleven", position: "...x..../....o.../.....xx./..o..o.x/.oo....x/.....xx./......../........ w" },
];
