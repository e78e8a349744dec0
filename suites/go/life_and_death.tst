# Life and death. Komi is chosen so that the game turns on the group in the corner.

# Three in a row: the middle, B1, kills and makes life. After any other move the other side plays
# there.
#
#    A B C D E F G
#  7 . X . X . X . 7
#  6 X X X X X X X 6
#  5 X . X X . X . 5
#  4 X X X X X X X 4
#  3 X X X X X . X 3
#  2 O O O O X X X 2
#  1 . . . O X . X 1
#    A B C D E F G
boardsize 7
komi 40.5
set_position b B7 b D7 b F7 b A6 b B6 b C6 b D6 b E6 b F6 b G6 b A5 b C5 b D5 b F5 b A4 b B4 b C4 b D4 b E4 b F4 b G4 b A3 b B3 b C3 b D3 b E3 b G3 w A2 w B2 w C2 w D2 b E2 b F2 b G2 w D1 b E1 b G1
10 reg_genmove b
#? [B1]
20 reg_genmove w
#? [B1]

# Bent three in the corner: its middle is A1, for both.
#
#    A B C D E F G
#  7 . X . X . X . 7
#  6 X X X X X X X 6
#  5 X . X X . X . 5
#  4 X X X X X X X 4
#  3 O O X X X . X 3
#  2 . O O X X X X 2
#  1 . . O X . X . 1
#    A B C D E F G
komi 40.5
set_position b B7 b D7 b F7 b A6 b B6 b C6 b D6 b E6 b F6 b G6 b A5 b C5 b D5 b F5 b A4 b B4 b C4 b D4 b E4 b F4 b G4 w A3 w B3 b C3 b D3 b E3 b G3 w B2 w C2 b D2 b E2 b F2 b G2 w C1 b D1 b F1
30 reg_genmove b
#? [A1]
40 reg_genmove w
#? [A1]

# Pyramid four: the point in the middle, C1, for both.
#
#    A B C D E F G
#  7 . X . X . X . 7
#  6 X X X X X X X 6
#  5 X . X X . X . 5
#  4 X X X X X X X 4
#  3 X O O O X X . 3
#  2 O O . O O X X 2
#  1 O . . . O X . 1
#    A B C D E F G
komi 36.5
set_position b B7 b D7 b F7 b A6 b B6 b C6 b D6 b E6 b F6 b G6 b A5 b C5 b D5 b F5 b A4 b B4 b C4 b D4 b E4 b F4 b G4 b A3 w B3 w C3 w D3 b E3 b F3 w A2 w B2 w D2 w E2 b F2 b G2 w A1 w E1 b F1
50 reg_genmove b
#? [C1]
60 reg_genmove w
#? [C1]

# Bulky five: the point with three neighbours, C1, kills. White also lives with B1 or C2, which
# leave four in a line.
#
#    A B C D E F G
#  7 . X . X . X . 7
#  6 X X X X X X X 6
#  5 X . X X . X . 5
#  4 X X X X X X X 4
#  3 O O O O X X . 3
#  2 O . . O O X X 2
#  1 O . . . O X . 1
#    A B C D E F G
komi 34.5
set_position b B7 b D7 b F7 b A6 b B6 b C6 b D6 b E6 b F6 b G6 b A5 b C5 b D5 b F5 b A4 b B4 b C4 b D4 b E4 b F4 b G4 w A3 w B3 w C3 w D3 b E3 b F3 w A2 w D2 w E2 b F2 b G2 w A1 w E1 b F1
70 reg_genmove b
#? [C1]
80 reg_genmove w
#? [B1|C1|C2]

# Rabbity six: the point with four neighbours, C2, kills. White also lives with B2 or C1.
#
#    A B C D E F G
#  7 . X . X . X . 7
#  6 X X X X X X X 6
#  5 X X X X X . X 5
#  4 X O O O X X X 4
#  3 O O . O O X . 3
#  2 O . . . O X X 2
#  1 O . . O O X . 1
#    A B C D E F G
komi 30.5
set_position b B7 b D7 b F7 b A6 b B6 b C6 b D6 b E6 b F6 b G6 b A5 b B5 b C5 b D5 b E5 b G5 b A4 w B4 w C4 w D4 b E4 b F4 b G4 w A3 w B3 w D3 w E3 b F3 w A2 w E2 b F2 b G2 w A1 w D1 w E1 b F1
90 reg_genmove b
#? [C2]
100 reg_genmove w
#? [B2|C1|C2]

# Four in a row live: B1 is answered at C1 and the other way round. White has 10 points of 49.
#
#    A B C D E F G
#  7 . X . X . X . 7
#  6 X X X X X X X 6
#  5 X . X X . X . 5
#  4 X X X X X X X 4
#  3 X X X X X X . 3
#  2 O O O O O X X 2
#  1 . . . . O X . 1
#    A B C D E F G
komi 40.5
set_position b B7 b D7 b F7 b A6 b B6 b C6 b D6 b E6 b F6 b G6 b A5 b C5 b D5 b F5 b A4 b B4 b C4 b D4 b E4 b F4 b G4 b A3 b B3 b C3 b D3 b E3 b F3 w A2 w B2 w C2 w D2 w E2 b F2 b G2 w E1 b F1
110 final_status_list dead
#? []
120 final_score
#? [W\+11\.5]

# Four in a square are dead, even if White moves first.
#
#    A B C D E F G
#  7 . X . X . X . 7
#  6 X X X X X X X 6
#  5 X . X X . X . 5
#  4 X X X X X X X 4
#  3 O O O X X X . 3
#  2 . . O X . X X 2
#  1 . . O X X X . 1
#    A B C D E F G
komi 40.5
set_position b B7 b D7 b F7 b A6 b B6 b C6 b D6 b E6 b F6 b G6 b A5 b C5 b D5 b F5 b A4 b B4 b C4 b D4 b E4 b F4 b G4 w A3 w B3 w C3 b D3 b E3 b F3 w C2 b D2 b F2 b G2 w C1 b D1 b E1 b F1
130 final_status_list dead
#? [.*A3.*]
140 final_score
#? [B\+8\.5]

# Two groups with two eyes each, and a black stone that has none. Each side has what it surrounds:
# Black 25 points, White 24.
#
#    A B C D E F G
#  7 . O . O X . . 7
#  6 O O O O X . X 6
#  5 X X X X X X X 5
#  4 . . X O O O O 4
#  3 X . X O X . . 3
#  2 X X X O . O O 2
#  1 . X X O . O . 1
#    A B C D E F G
komi 0.5
set_position w B7 w D7 b E7 w A6 w B6 w C6 w D6 b E6 b G6 b A5 b B5 b C5 b D5 b E5 b F5 b G5 b C4 w D4 w E4 w F4 w G4 b A3 b C3 w D3 b E3 b A2 b B2 b C2 w D2 w F2 w G2 b B1 b C1 w D1 w F1
150 final_status_list dead
#? [E3]
160 final_score
#? [B\+0\.5]

# Bent four in the corner. White can play neither A2 nor D1, which would put himself in atari.
# Black can start a ko when he likes: A2, White takes four at D1, Black B1, White A1, Black takes
# at A2. Under area rules this has to be played out, but White has no threats, so that he is dead.
# D1 would give him four in a row and life; left alone it is a seki, which is not enough for this
# komi.
#
#    A B C D E F G
#  7 . X . X . X . 7
#  6 X X X X X X X 6
#  5 X . X X . X . 5
#  4 X X X X X X X 4
#  3 O O X X X X . 3
#  2 . O O O O X X 2
#  1 X X X . O X . 1
#    A B C D E F G
komi 36.5
set_position b B7 b D7 b F7 b A6 b B6 b C6 b D6 b E6 b F6 b G6 b A5 b C5 b D5 b F5 b A4 b B4 b C4 b D4 b E4 b F4 b G4 w A3 w B3 b C3 b D3 b E3 b F3 w B2 w C2 w D2 w E2 b F2 b G2 b A1 b B1 b C1 w E1 b F1
170 reg_genmove b
#? [A2]
180 final_status_list dead
#? [.*A3.*]
