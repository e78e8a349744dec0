# Taking stones and saving them. Komi is chosen so that only the right move wins.

# Black's three stones are in atari. C1 connects them; without it White takes them there.
#
#    A B C D E F G
#  7 . . X O . . . 7
#  6 . . X O . O . 6
#  5 . X X O . . . 5
#  4 . X O O O O . 4
#  3 . X O X O . . 3
#  2 . X O X O O . 2
#  1 . X . X O . . 1
#    A B C D E F G
boardsize 7
komi -10.5
set_position b C7 w D7 b C6 w D6 w F6 b B5 b C5 w D5 b B4 w C4 w D4 w E4 w F4 b B3 w C3 b D3 w E3 b B2 w C2 b D2 w E2 w F2 b B1 b D1 w E1
10 reg_genmove b
#? [C1]
20 reg_genmove w
#? [C1]

# Both threes are in atari. Whoever moves takes the other's; running with E2 (or D2 for White) only
# makes one stone more.
#
#    A B C D E F G
#  7 . . X X O O . 7
#  6 . . X X O O . 6
#  5 . . X O X O . 5
#  4 . X X O X O . 4
#  3 . . X O X O . 3
#  2 . . X . . O . 2
#  1 . . X X O O . 1
#    A B C D E F G
komi 7.5
set_position b C7 b D7 w E7 w F7 b C6 b D6 w E6 w F6 b C5 w D5 b E5 w F5 b B4 b C4 w D4 b E4 w F4 b C3 w D3 b E3 w F3 b C2 w F2 b C1 b D1 w E1 w F1
30 reg_genmove b
#? [D2]
40 reg_genmove w
#? [E2]

# D5 puts two chains in atari at once; White can save only one of them.
#
#    A B C D E F G H J
#  9 . . . X . X . . . 9
#  8 X X X X X X X X X 8
#  7 X X X X X X X X X 7
#  6 X X O X O X X X X 6
#  5 X X O . O X X X X 5
#  4 O O . O . O O O O 4
#  3 O O O O O O O O O 3
#  2 O O O O O O O O O 2
#  1 . . O . O . O . . 1
#    A B C D E F G H J
boardsize 9
komi 1.5
set_position b D9 b F9 b A8 b B8 b C8 b D8 b E8 b F8 b G8 b H8 b J8 b A7 b B7 b C7 b D7 b E7 b F7 b G7 b H7 b J7 b A6 b B6 w C6 b D6 w E6 b F6 b G6 b H6 b J6 b A5 b B5 w C5 w E5 b F5 b G5 b H5 b J5 w A4 w B4 w D4 w F4 w G4 w H4 w J4 w A3 w B3 w C3 w D3 w E3 w F3 w G3 w H3 w J3 w A2 w B2 w C2 w D2 w E2 w F2 w G2 w H2 w J2 w C1 w E1 w G1
50 reg_genmove b
#? [D5]

# Two captures: D7 takes two stones, C1 only one. The larger one wins, for either side.
#
#    A B C D E F G
#  7 X O O . O . . 7
#  6 X X X X O O . 6
#  5 . . X O O . . 5
#  4 . . X O . O . 4
#  3 X . X O O . . 3
#  2 X X X O . O . 2
#  1 X O . O . . . 1
#    A B C D E F G
boardsize 7
komi -7.5
set_position b A7 w B7 w C7 w E7 b A6 b B6 b C6 b D6 w E6 w F6 b C5 w D5 w E5 b C4 w D4 w F4 b A3 b C3 w D3 w E3 b A2 b B2 b C2 w D2 w F2 b A1 w B1 w D1
60 reg_genmove b
#? [D7]
70 reg_genmove w
#? [D7]

# Saving two stones with D7 is worth more than taking one with C1.
#
#    A B C D E F G
#  7 . . X . X X O 7
#  6 . X X O O O O 6
#  5 . . X O . . . 5
#  4 . . X O . O . 4
#  3 . . X O O . . 3
#  2 X X X O . O . 2
#  1 X O . O . . . 1
#    A B C D E F G
komi -5.5
set_position b C7 b E7 b F7 w G7 b B6 b C6 w D6 w E6 w F6 w G6 b C5 w D5 b C4 w D4 w F4 b C3 w D3 w E3 b A2 b B2 b C2 w D2 w F2 b A1 w B1 w D1
80 reg_genmove b
#? [D7]
90 reg_genmove w
#? [D7]

# F6 cannot be saved: after F7 and White E7 it is still in atari. The stone at B1 is there to take,
# and that wins.
#
#    A B C D E F G
#  7 . . X O . . . 7
#  6 . X X O O X O 6
#  5 . . X O . O . 5
#  4 . . X O . O . 4
#  3 . . X O O . . 3
#  2 X X X O . O . 2
#  1 X O . O . . . 1
#    A B C D E F G
komi -9.5
set_position b C7 w D7 b B6 b C6 w D6 w E6 b F6 w G6 b C5 w D5 w F5 b C4 w D4 w F4 b C3 w D3 w E3 b A2 b B2 b C2 w D2 w F2 b A1 w B1 w D1
100 reg_genmove b
#? [C1]

# Atari from the right side: D4 keeps the stone from its friends. After B4 White connects there.
#
#    A B C D E F G
#  7 . . . X O . . 7
#  6 . X . X O . . 6
#  5 . . X X O O . 5
#  4 . . O . O . . 4
#  3 . . X X O O . 3
#  2 . X . X O . . 2
#  1 . . . X O . . 1
#    A B C D E F G
komi 5.5
set_position b D7 w E7 b B6 b D6 w E6 b C5 b D5 w E5 w F5 w C4 w E4 b C3 b D3 w E3 w F3 b B2 b D2 w E2 b D1 w E1
110 reg_genmove b
#? [D4]
120 reg_genmove w
#? [D4]

# A race: three liberties each. Whoever moves first is first to take, by filling any of the other's
# liberties. Filling one's own loses.
# It depends on the seed (140): C5 with seed 1, C5 with 2, A2 with 3.
#
#    A B C D E F G
#  7 . O . O . O . 7
#  6 O O O O O O O 6
#  5 . O . O . O O 5
#  4 X X X X X O O 4
#  3 O O O O O X X 3
#  2 . X . X . X X 2
#  1 X X X . X X . 1
#    A B C D E F G
komi 0.5
set_position w B7 w D7 w F7 w A6 w B6 w C6 w D6 w E6 w F6 w G6 w B5 w D5 w F5 w G5 b A4 b B4 b C4 b D4 b E4 w F4 w G4 w A3 w B3 w C3 w D3 w E3 b F3 b G3 b B2 b D2 b F2 b G2 b A1 b B1 b C1 b E1 b F1
130 reg_genmove b
#? [A2|C2|E2]
140 reg_genmove w
#? [A5|C5|E5]
