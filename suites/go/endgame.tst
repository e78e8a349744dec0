# The end of the game: counting, and the last points.

# A finished board: Black has 18 points, White 31.
#
#    A B C D E F G
#  7 . . X O . . . 7
#  6 . X X O O . . 6
#  5 . . X O . O . 5
#  4 X X X O . . . 4
#  3 . X O O O . . 3
#  2 . X O . . O . 2
#  1 . X O O . . . 1
#    A B C D E F G
boardsize 7
komi 0.5
set_position b C7 w D7 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
10 final_score
#? [W\+13\.5]
komi -13.5
20 final_score
#? [B\+0\.5]
komi -12.5
30 final_score
#? [W\+0\.5]
komi -13
40 final_score
#? [0]

# The same board with dead stones on it, A3 and E2. They count for the other side.
#
#    A B C D E F G
#  7 . . X O . . . 7
#  6 . X X O O . . 6
#  5 . . X O . O . 5
#  4 X X X O . . . 4
#  3 O X O O O . . 3
#  2 . X O . X O . 2
#  1 . X O O . . . 1
#    A B C D E F G
komi -13.5
set_position b C7 w D7 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 w A3 b B3 w C3 w D3 w E3 b B2 w C2 b E2 w F2 b B1 w C1 w D1
50 final_score
#? [B\+0\.5]
60 final_status_list dead
#? [E2\nA3]

# One neutral point is left, D4, worth a point to either side. With it Black has 19 to White's 30
# and wins by half a point.
#
#    A B C D E F G
#  7 . . X O . . . 7
#  6 . X X O O . . 6
#  5 . . X O . O . 5
#  4 X X X . O . . 4
#  3 . X O O O . . 3
#  2 . X O . . O . 2
#  1 . X O O . . . 1
#    A B C D E F G
komi -11.5
set_position b C7 w D7 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w E4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
70 reg_genmove b
#? [D4]

# With the other half of the point for White, it is he who wins with D4.
#
#    A B C D E F G
#  7 . . X O . . . 7
#  6 . X X O O . . 6
#  5 . . X O . O . 5
#  4 X X X . O . . 4
#  3 . X O O O . . 3
#  2 . X O . . O . 2
#  1 . X O O . . . 1
#    A B C D E F G
komi -12.5
set_position b C7 w D7 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w E4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
80 reg_genmove w
#? [D4]

# The hane on the first line, D1 for Black and C1 for White, is worth more than C5 and D3.
#
#    A B C D E F G
#  7 . . X O . . . 7
#  6 . X X O O . . 6
#  5 . X . O . O . 5
#  4 . . X O O . . 4
#  3 . X X . O . . 3
#  2 . . X O . O . 2
#  1 . . . . . . . 1
#    A B C D E F G
komi -5.5
set_position b C7 w D7 b B6 b C6 w D6 w E6 b B5 w D5 w F5 b C4 w D4 w E4 b B3 b C3 w E3 b C2 w D2 w F2
90 reg_genmove b
#? [D1]
komi -8.5
100 reg_genmove w
#? [C1]

# F2 puts E1 and E2 in atari, and F1 does not help them (Black G1). Nothing else is as large.
#
#    A B C D E F G
#  7 . . . . O . . 7
#  6 . X X X O O . 6
#  5 . . . X O . . 5
#  4 X X X . X O . 4
#  3 . . X . X O O 3
#  2 . X . X O . . 2
#  1 . . . X O . . 1
#    A B C D E F G
komi 14.5
set_position w E7 b B6 b C6 b D6 w E6 w F6 b D5 w E5 b A4 b B4 b C4 b E4 w F4 b C3 b E3 w F3 w G3 b B2 b D2 w E2 b D1 w E1
110 reg_genmove b
#? [F2]

# Nothing is left to play, and Black wins by a point and a half.
#
#    A B C D E F G
#  7 . . X O . . . 7
#  6 . X X O O . . 6
#  5 . . X O . O . 5
#  4 X X X O . . . 4
#  3 . X O O O . . 3
#  2 . X O . . O . 2
#  1 . X O O . . . 1
#    A B C D E F G
komi -14.5
set_position b C7 w D7 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
120 reg_genmove b
#? [pass]

# Nothing is left to play, and White wins by a point and a half.
#
#    A B C D E F G
#  7 . . X O . . . 7
#  6 . X X O O . . 6
#  5 . . X O . O . 5
#  4 X X X O . . . 4
#  3 . X O O O . . 3
#  2 . X O . . O . 2
#  1 . X O O . . . 1
#    A B C D E F G
komi -11.5
set_position b C7 w D7 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
130 reg_genmove w
#? [pass]
