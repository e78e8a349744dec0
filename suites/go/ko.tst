# Ko: what the rules forbid, and moves that win or lose one.

# Black takes the ko at C4. White may not take back at once; elsewhere he may play (A5, A3 and A1
# are suicide).
#
#    A B C D E
#  5 . X O . . 5
#  4 X O . O . 4
#  3 . X O . . 3
#  2 X X O O . 2
#  1 . X O . . 1
#    A B C D E
boardsize 5
komi 0.5
set_position b B5 w C5 b A4 w B4 w D4 b B3 w C3 b A2 b B2 w C2 w D2 b B1 w C1
play b C4
10 all_legal w
#? [D1 E1 E2 D3 E3 E4 D5 E5]
play w E4
play b A5
20 all_legal w
#? [D1 E1 E2 D3 E3 B4 D5 E5]
play w B4
30 all_legal b
#? [A1 D1 E1 E2 A3 D3 E3 D5 E5]

# Two stones are sent and one comes back: after A1 and C1, Black B1 would repeat the first
# position, which positional superko forbids.
#
#    A B C D E
#  5 . O . X . 5
#  4 O O O X X 4
#  3 O . O X . 3
#  2 O O X X X 2
#  1 . X . X . 1
#    A B C D E
komi 0.5
set_position w B5 b D5 w A4 w B4 w C4 b D4 b E4 w A3 w C3 b D3 w A2 w B2 b C2 b D2 b E2 b B1 b D1
play b A1
play w C1
40 all_legal b
#? [A1 E1 E3 C5 E5]

# The same with situational superko: the position comes back, but with White to move. B1 is legal.
#
#    A B C D E
#  5 . O . X . 5
#  4 O O O X X 4
#  3 O . O X . 3
#  2 O O X X X 2
#  1 . X . X . 1
#    A B C D E
kata-set-rules {"ko":"SITUATIONAL"}
komi 0.5
set_position w B5 b D5 w A4 w B4 w C4 b D4 b E4 w A3 w C3 b D3 w A2 w B2 b C2 b D2 b E2 b B1 b D1
play b A1
play w C1
50 all_legal b
#? [A1 B1 E1 E3 C5 E5]

# The same with the simple ko rule, which looks only one move back. B1 is legal.
#
#    A B C D E
#  5 . O . X . 5
#  4 O O O X X 4
#  3 O . O X . 3
#  2 O O X X X 2
#  1 . X . X . 1
#    A B C D E
kata-set-rules {"ko":"SIMPLE"}
komi 0.5
set_position w B5 b D5 w A4 w B4 w C4 b D4 b E4 w A3 w C3 b D3 w A2 w B2 b C2 b D2 b E2 b B1 b D1
play b A1
play w C1
60 all_legal b
#? [A1 B1 E1 E3 C5 E5]

# B1 would be the suicide of two stones, which is not allowed.
#
#    A B C D E
#  5 . O . O . 5
#  4 O . O O O 4
#  3 O O O X X 3
#  2 O O O X . 2
#  1 X . O X . 1
#    A B C D E
kata-set-rules chinese
komi 0.5
set_position w B5 w D5 w A4 w C4 w D4 w E4 w A3 w B3 w C3 b D3 b E3 w A2 w B2 w C2 b D2 b A1 w C1 b D1
70 all_legal b
#? [E1 E2]

# Tromp and Taylor allow it: the position is a new one. The suicide of one stone (C5) repeats the
# position, so that it is forbidden here too.
#
#    A B C D E
#  5 . O . O . 5
#  4 O . O O O 4
#  3 O O O X X 3
#  2 O O O X . 2
#  1 X . O X . 1
#    A B C D E
kata-set-rules tromp-taylor
komi 0.5
set_position w B5 w D5 w A4 w C4 w D4 w E4 w A3 w B3 w C3 b D3 b E3 w A2 w B2 w C2 b D2 b A1 w C1 b D1
80 all_legal b
#? [B1 E1 E2]

# Neither side has a threat, so whoever ends this ko with his move has it: Black connects at C6,
# White takes there.
#
#    A B C D E F G
#  7 . X X O O . . 7
#  6 X X . X O O O 6
#  5 . X X O O . O 5
#  4 X X X X O O O 4
#  3 X X X X X X O 3
#  2 O O O O O X X 2
#  1 . . O . O X . 1
#    A B C D E F G
kata-set-rules chinese
boardsize 7
komi -2.5
set_position b B7 b C7 w D7 w E7 b A6 b B6 b D6 w E6 w F6 w G6 b B5 b C5 w D5 w E5 w G5 b A4 b B4 b C4 b D4 w E4 w F4 w G4 b A3 b B3 b C3 b D3 b E3 b F3 w G3 w A2 w B2 w C2 w D2 w E2 b F2 b G2 w C1 w E1 b F1
90 reg_genmove b
#? [C6]
komi -3.5
100 reg_genmove w
#? [C6]

# White has taken the ko; D6 is forbidden. Black needs a threat first: B1 or C1, which White must
# answer to live. Then Black takes back, and White has no threat.
#
#    A B C D E F G
#  7 . X X O O . . 7
#  6 X X . X O O O 6
#  5 . X X O O . O 5
#  4 X X X X O O O 4
#  3 X X X X X X O 3
#  2 O O O O O X X 2
#  1 . . . . O X . 1
#    A B C D E F G
komi -2.5
set_position b B7 b C7 w D7 w E7 b A6 b B6 b D6 w E6 w F6 w G6 b B5 b C5 w D5 w E5 w G5 b A4 b B4 b C4 b D4 w E4 w F4 w G4 b A3 b B3 b C3 b D3 b E3 b F3 w G3 w A2 w B2 w C2 w D2 w E2 b F2 b G2 w E1 b F1
play w C6
110 all_legal b
#? [A1 B1 C1 D1 G1 A5 A7 F7 G7]
120 reg_genmove b
#? [B1|C1]
play b B1
komi -0.5
130 reg_genmove w
#? [C1]
play w C1
komi -2.5
140 reg_genmove b
#? [D6]
play b D6
play w F7
150 reg_genmove b
#? [C6]
