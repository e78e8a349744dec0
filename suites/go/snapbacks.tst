# Snapbacks and throw-ins: giving a stone to take more. Komi is chosen so that only the right move
# wins.

# The throw-in D1: if White takes it at D2, his three stones have one liberty, D1 again. After D2
# White connects at D1.
#
#    A B C D E F G
#  7 . . . . X O . 7
#  6 . X . . X O O 6
#  5 . . X . X O . 5
#  4 . X . X X O O 4
#  3 . . X X X O . 3
#  2 . X O . X O O 2
#  1 . X O . O O . 1
#    A B C D E F G
boardsize 7
komi 15.5
set_position b E7 w F7 b B6 b E6 w F6 w G6 b C5 b E5 w F5 b B4 b D4 b E4 w F4 w G4 b C3 b D3 b E3 w F3 b B2 w C2 b E2 w F2 w G2 b B1 w C1 w E1 w F1
10 reg_genmove b
#? [D1]
20 reg_genmove w
#? [D1]

# White has taken the throw-in. Now Black takes three.
#
#    A B C D E F G
#  7 . . . . X O . 7
#  6 . X . . X O O 6
#  5 . . X . X O . 5
#  4 . X . X X O O 4
#  3 . . X X X O . 3
#  2 . X O . X O O 2
#  1 . X O . O O . 1
#    A B C D E F G
komi 15.5
set_position b E7 w F7 b B6 b E6 w F6 w G6 b C5 b E5 w F5 b B4 b D4 b E4 w F4 w G4 b C3 b D3 b E3 w F3 b B2 w C2 b E2 w F2 w G2 b B1 w C1 w E1 w F1
play b D1
play w D2
30 reg_genmove b
#? [D1]

# The same with four stones. D1 again, for both.
#
#    A B C D E F G
#  7 . . . . X O . 7
#  6 . X . . X O O 6
#  5 . . X X X O . 5
#  4 X X . X X O O 4
#  3 X O X X X O . 3
#  2 X O O . X O O 2
#  1 X X O . O O . 1
#    A B C D E F G
komi 14.5
set_position b E7 w F7 b B6 b E6 w F6 w G6 b C5 b D5 b E5 w F5 b A4 b B4 b D4 b E4 w F4 w G4 b A3 w B3 b C3 b D3 b E3 w F3 b A2 w B2 w C2 b E2 w F2 w G2 b A1 b B1 w C1 w E1 w F1
40 reg_genmove b
#? [D1]
50 reg_genmove w
#? [D1]

# A snapback away from the edge: D2. After D3 White connects at D2; and if White himself plays D3,
# Black takes three at D2.
#
#    A B C D E F G
#  7 . X . . X O . 7
#  6 . . X . X O O 6
#  5 . X . X X O . 5
#  4 . . X X X O O 4
#  3 . X O . X O . 3
#  2 . X O . O O O 2
#  1 . X X O O . . 1
#    A B C D E F G
komi 9.5
set_position b B7 b E7 w F7 b C6 b E6 w F6 w G6 b B5 b D5 b E5 w F5 b C4 b D4 b E4 w F4 w G4 b B3 w C3 b E3 w F3 b B2 w C2 w E2 w F2 w G2 b B1 b C1 w D1 w E1
60 reg_genmove b
#? [D2]
70 reg_genmove w
#? [D2]

# The first one, turned and with the colours changed: A4.
#
#    A B C D E F G
#  7 . . . . . . . 7
#  6 O O . O . O . 6
#  5 X X O . O . . 5
#  4 . . O O . . . 4
#  3 X O O O O O O 3
#  2 X X X X X X X 2
#  1 . X . X . X . 1
#    A B C D E F G
komi -15.5
set_position w A6 w B6 w D6 w F6 b A5 b B5 w C5 w E5 w C4 w D4 b A3 w B3 w C3 w D3 w E3 w F3 w G3 b A2 b B2 b C2 b D2 b E2 b F2 b G2 b B1 b D1 b F1
80 reg_genmove w
#? [A4]
90 reg_genmove b
#? [A4]

# The last one, turned and with the colours changed: F4.
#
#    A B C D E F G
#  7 . X . X . X . 7
#  6 X X X X X X . 6
#  5 O O O O O X X 5
#  4 . . O O . . X 4
#  3 . O . O X X O 3
#  2 O . O . O O O 2
#  1 . . . . . . . 1
#    A B C D E F G
komi -9.5
set_position b B7 b D7 b F7 b A6 b B6 b C6 b D6 b E6 b F6 w A5 w B5 w C5 w D5 w E5 b F5 b G5 w C4 w D4 b G4 w B3 w D3 b E3 b F3 w G3 w A2 w C2 w E2 w F2 w G2
100 reg_genmove w
#? [F4]
110 reg_genmove b
#? [F4]
