# Ladders, in the middle of the chase: whoever goes wrong loses most of the board.

# F5 keeps the chain in atari on its way to the edge; E6 lets it out at F5.
#
#    A B C D E F G H J
#  9 . . . . . . . . . 9
#  8 . O . . . . . . . 8
#  7 . . . . . . . . . 7
#  6 . . . X . . . . . 6
#  5 . . X O O . . . . 5
#  4 . X O O X . . . . 4
#  3 . X O X . . . O . 3
#  2 . . X . . . O . . 2
#  1 . . . . . . . . . 1
#    A B C D E F G H J
boardsize 9
komi 6.5
set_position w B8 b D6 b C5 w D5 w E5 b B4 w C4 w D4 b E4 b B3 w C3 b D3 w H3 b C2 w G2
10 reg_genmove b
#? [F5]

# The ladder works: White must not run at E6.
#
#    A B C D E F G H J
#  9 . . . . . . . . . 9
#  8 . O . . . . . . . 8
#  7 . . . . . . . . . 7
#  6 . . . X . . . . . 6
#  5 . . X O O . . . . 5
#  4 . X O O X . . . . 4
#  3 . X O X . . . O . 3
#  2 . . X . . . O . . 2
#  1 . . . . . . . . . 1
#    A B C D E F G H J
komi 6.5
set_position w B8 b D6 b C5 w D5 w E5 b B4 w C4 w D4 b E4 b B3 w C3 b D3 w H3 b C2 w G2
play b F5
20 reg_genmove w
#? [!E6]

# G7 breaks the ladder. White runs.
#
#    A B C D E F G H J
#  9 . . . . . . . . . 9
#  8 . O . . . . . . . 8
#  7 . . . . . . O . . 7
#  6 . . . X . . . . . 6
#  5 . . X O O . . . . 5
#  4 . X O O X . . . . 4
#  3 . X O X . . . O . 3
#  2 . . X . . . O . . 2
#  1 . . . . . . . . . 1
#    A B C D E F G H J
komi 6.5
set_position w B8 w G7 b D6 b C5 w D5 w E5 b B4 w C4 w D4 b E4 b B3 w C3 b D3 w H3 b C2 w G2
play b F5
30 reg_genmove w
#? [E6]

# The same turned and with the colours changed: White chases at D5, and Black must not run at E4.
#
#    A B C D E F G H J
#  9 . . . . . . . . . 9
#  8 . . X . . . O . . 8
#  7 . X . . . O X O . 7
#  6 . . . . O X X O . 6
#  5 . . . . X X O . . 5
#  4 . . . . . O . . . 4
#  3 . . . . . . . . . 3
#  2 . . . . . . . X . 2
#  1 . . . . . . . . . 1
#    A B C D E F G H J
komi -6.5
set_position b C8 w G8 b B7 w F7 b G7 w H7 w E6 b F6 b G6 w H6 b E5 b F5 w G5 w F4 b H2
40 reg_genmove w
#? [D5]
play w D5
50 reg_genmove b
#? [!E4]

# A longer ladder: nothing is in its way up to the far corner.
# Known failure (70): White plays E6.
# It depends on the seed (70): E6 with seed 1, L10 with 2, J12 with 3.
#
#    A B C D E F G H J K L M N
# 13 . . . . . . . . . . . . . 13
# 12 . . . . . . . . . . . . . 12
# 11 . . . . . . . . . . . . . 11
# 10 . . O . . . . . . . . . . 10
#  9 . . . . . . . . . . . . . 9
#  8 . . . . . . . . . . . . . 8
#  7 . . . . . . . . . . . . . 7
#  6 . . . X . . . . . . . . . 6
#  5 . . X O O . . . . . . . . 5
#  4 . X O O X . . . . . O . . 4
#  3 . X O X . . . O . X . . . 3
#  2 . . X . . . . . . . . . . 2
#  1 . . . . . . . . . . . . . 1
#    A B C D E F G H J K L M N
boardsize 13
komi 6.5
set_position w C10 b D6 b C5 w D5 w E5 b B4 w C4 w D4 b E4 w L4 b B3 w C3 b D3 w H3 b K3 b C2
60 reg_genmove b
#? [F5]
play b F5
70 reg_genmove w
#? [!E6]*

# K10 breaks it. White runs.
# It depends on the seed (80): E6 with seed 1, F10 with 2, E6 with 3.
#
#    A B C D E F G H J K L M N
# 13 . . . . . . . . . . . . . 13
# 12 . . . . . . . . . . . . . 12
# 11 . . . . . . . . . . . . . 11
# 10 . . O . . . . . . O . . . 10
#  9 . . . . . . . . . . . . . 9
#  8 . . . . . . . . . . . . . 8
#  7 . . . . . . . . . . . . . 7
#  6 . . . X . . . . . . . . . 6
#  5 . . X O O . . . . . . . . 5
#  4 . X O O X . . . . . O . . 4
#  3 . X O X . . . O . X . . . 3
#  2 . . X . . . . . . . . . . 2
#  1 . . . . . . . . . . . . . 1
#    A B C D E F G H J K L M N
komi 6.5
set_position w C10 w K10 b D6 b C5 w D5 w E5 b B4 w C4 w D4 b E4 w L4 b B3 w C3 b D3 w H3 b K3 b C2
play b F5
80 reg_genmove w
#? [E6]

# A black stone at J10 and a white one at L11, behind it: the ladder ends at the black one.
# It depends on the seed (100): L9 with seed 1, E6 with 2, H7 with 3.
#
#    A B C D E F G H J K L M N
# 13 . . . . . . . . . . . . . 13
# 12 . . . . . . . . . . . . . 12
# 11 . . . . . . . . . . O . . 11
# 10 . . O . . . . . X . . . . 10
#  9 . . . . . . . . . . . . . 9
#  8 . . . . . . . . . . . . . 8
#  7 . . . . . . . . . . . . . 7
#  6 . . . X . . . . . . . . . 6
#  5 . . X O O . . . . . . . . 5
#  4 . X O O X . . . . . O . . 4
#  3 . X O X . . . O . X . . . 3
#  2 . . X . . . . . . . . . . 2
#  1 . . . . . . . . . . . . . 1
#    A B C D E F G H J K L M N
komi 6.5
set_position w L11 w C10 b J10 b D6 b C5 w D5 w E5 b B4 w C4 w D4 b E4 w L4 b B3 w C3 b D3 w H3 b K3 b C2
90 reg_genmove b
#? [F5]
play b F5
100 reg_genmove w
#? [!E6]

# The longest ladder, with a black stone at Q16: White must not run.
# Known failure (110): White plays E6.
# It depends on the seed (110): E6 with seed 1, E6 with 2, P13 with 3.
#
#    A B C D E F G H J K L M N O P Q R S T
# 19 . . . . . . . . . . . . . . . . . . . 19
# 18 . . . . . . . . . . . . . . . . . . . 18
# 17 . . . . . . . . . . . . . . . . . . . 17
# 16 . . . . . . . . . . . . . . . X . . . 16
# 15 . . . . . . . . . . . . . . . . . . . 15
# 14 . . O . . . . . . . . . . . . . . . . 14
# 13 . . . . . . . . . . . . . . . . . . . 13
# 12 . . . . . . . . . . . . . . . . . . . 12
# 11 . . . . . . . . . . . . . . . . . . . 11
# 10 . . . . . . . . . . . . . . . . . . . 10
#  9 . . . . . . . . . . . . . . . . . . . 9
#  8 . . . . . . . . . . . . . . . . . . . 8
#  7 . . . . . . . . . . . . . . . . . . . 7
#  6 . . . X . . . . . . . . . . . . . . . 6
#  5 . . X O O . . . . . . . . . . . . . . 5
#  4 . X O O X . . . . . . . . . . O . . . 4
#  3 . X O X . . . . . O . . . . . . . . . 3
#  2 . . X . . . . . . . . . . . . . . . . 2
#  1 . . . . . . . . . . . . . . . . . . . 1
#    A B C D E F G H J K L M N O P Q R S T
boardsize 19
komi 6.5
set_position b Q16 w C14 b D6 b C5 w D5 w E5 b B4 w C4 w D4 b E4 w Q4 b B3 w C3 b D3 w K3 b C2
play b F5
110 reg_genmove w
#? [!E6]*

# The same with a white stone at Q16: he runs.
#
#    A B C D E F G H J K L M N O P Q R S T
# 19 . . . . . . . . . . . . . . . . . . . 19
# 18 . . . . . . . . . . . . . . . . . . . 18
# 17 . . . . . . . . . . . . . . . . . . . 17
# 16 . . . . . . . . . . . . . . . O . . . 16
# 15 . . . . . . . . . . . . . . . . . . . 15
# 14 . . O . . . . . . . . . . . . . . . . 14
# 13 . . . . . . . . . . . . . . . . . . . 13
# 12 . . . . . . . . . . . . . . . . . . . 12
# 11 . . . . . . . . . . . . . . . . . . . 11
# 10 . . . . . . . . . . . . . . . . X . . 10
#  9 . . . . . . . . . . . . . . . . . . . 9
#  8 . . . . . . . . . . . . . . . . . . . 8
#  7 . . . . . . . . . . . . . . . . . . . 7
#  6 . . . X . . . . . . . . . . . . . . . 6
#  5 . . X O O . . . . . . . . . . . . . . 5
#  4 . X O O X . . . . . . . . . . O . . . 4
#  3 . X O X . . . . . O . . . . . . . . . 3
#  2 . . X . . . . . . . . . . . . . . . . 2
#  1 . . . . . . . . . . . . . . . . . . . 1
#    A B C D E F G H J K L M N O P Q R S T
komi 6.5
set_position w Q16 w C14 b R10 b D6 b C5 w D5 w E5 b B4 w C4 w D4 b E4 w Q4 b B3 w C3 b D3 w K3 b C2
play b F5
120 reg_genmove w
#? [E6]
