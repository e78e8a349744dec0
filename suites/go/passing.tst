# When to pass, when not to, and dead stones under rules that count what stands.

# Finished, and Black wins by 7.5 points: he passes, whether or not White has.
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
komi -20.5
set_position b C7 w D7 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
10 reg_genmove b
#? [pass]
play w pass
20 reg_genmove b
#? [pass]

# Finished, and White wins by 7.5 points.
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
komi -5.5
set_position b C7 w D7 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
30 reg_genmove w
#? [pass]
play b pass
40 reg_genmove w
#? [pass]

# White has passed, but if Black passes too he loses by half a point. D4 wins.
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
play w pass
50 reg_genmove b
#? [D4]

# Black has passed; D4 wins for White.
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
play b pass
60 reg_genmove w
#? [D4]

# A7 is dead. By agreement Black wins by a point and a half, but these rules count what stands:
# White has passed, and Black must take the stone at B7.
#
#    A B C D E F G
#  7 O . X O . . . 7
#  6 X X X O O . . 6
#  5 . . X O . O . 5
#  4 X X X O . . . 4
#  3 . X O O O . . 3
#  2 . X O . . O . 2
#  1 . X O O . . . 1
#    A B C D E F G
kata-set-rules cgos
komi -14.5
set_position w A7 b C7 w D7 b A6 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
play w pass
70 reg_genmove b
#? [B7]

# The same under Tromp and Taylor's rules.
#
#    A B C D E F G
#  7 O . X O . . . 7
#  6 X X X O O . . 6
#  5 . . X O . O . 5
#  4 X X X O . . . 4
#  3 . X O O O . . 3
#  2 . X O . . O . 2
#  1 . X O O . . . 1
#    A B C D E F G
kata-set-rules tromp-taylor
komi -14.5
set_position w A7 b C7 w D7 b A6 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
play w pass
80 reg_genmove b
#? [B7]

# With dead stones agreed he may pass or take.
#
#    A B C D E F G
#  7 O . X O . . . 7
#  6 X X X O O . . 6
#  5 . . X O . O . 5
#  4 X X X O . . . 4
#  3 . X O O O . . 3
#  2 . X O . . O . 2
#  1 . X O O . . . 1
#    A B C D E F G
kata-set-rules chinese
komi -14.5
set_position w A7 b C7 w D7 b A6 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
play w pass
90 reg_genmove b
#? [pass|B7]

# What stands is enough for Black, so he passes.
#
#    A B C D E F G
#  7 O . X O . . . 7
#  6 X X X O O . . 6
#  5 . . X O . O . 5
#  4 X X X O . . . 4
#  3 . X O O O . . 3
#  2 . X O . . O . 2
#  1 . X O O . . . 1
#    A B C D E F G
kata-set-rules cgos
komi -17.5
set_position w A7 b C7 w D7 b A6 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
play w pass
100 reg_genmove b
#? [pass]

# Black has passed too early: as it stands White wins by a point and a half, and his pass ends the
# game.
#
#    A B C D E F G
#  7 O . X O . . . 7
#  6 X X X O O . . 6
#  5 . . X O . O . 5
#  4 X X X O . . . 4
#  3 . X O O O . . 3
#  2 . X O . . O . 2
#  1 . X O O . . . 1
#    A B C D E F G
komi -14.5
set_position w A7 b C7 w D7 b A6 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
play b pass
110 reg_genmove w
#? [pass]
play w pass
120 final_score
#? [W\+1\.5]
130 final_status_list dead
#? []

# Clean-up: first the dead stone is taken, then there is nothing left to take.
#
#    A B C D E F G
#  7 O . X O . . . 7
#  6 X X X O O . . 6
#  5 . . X O . O . 5
#  4 X X X O . . . 4
#  3 . X O O O . . 3
#  2 . X O . . O . 2
#  1 . X O O . . . 1
#    A B C D E F G
kata-set-rules chinese
komi -14.5
set_position w A7 b C7 w D7 b A6 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
140 kgs-genmove_cleanup b
#? [B7]
play w pass
150 kgs-genmove_cleanup b
#? [pass]

# The same for White: two stones are to be taken at E7. He has time for another move first, but not
# for a pass.
#
#    A B C D E F G
#  7 . . X O . X X 7
#  6 . X X O O O O 6
#  5 . . X O . O . 5
#  4 X X X O . . . 4
#  3 . X O O O . . 3
#  2 . X O . . O . 2
#  1 . X O O . . . 1
#    A B C D E F G
kata-set-rules cgos
komi -12.5
set_position b C7 w D7 b F7 b G7 b B6 b C6 w D6 w E6 w F6 w G6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
play b pass
160 reg_genmove w
#? [!pass]

# Clean-up by White: the two stones are taken at E7.
#
#    A B C D E F G
#  7 . . X O . X X 7
#  6 . X X O O O O 6
#  5 . . X O . O . 5
#  4 X X X O . . . 4
#  3 . X O O O . . 3
#  2 . X O . . O . 2
#  1 . X O O . . . 1
#    A B C D E F G
kata-set-rules chinese
komi -12.5
set_position b C7 w D7 b F7 b G7 b B6 b C6 w D6 w E6 w F6 w G6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
170 kgs-genmove_cleanup w
#? [E7]

# Clean-up with nothing to take.
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
komi -12.5
set_position b C7 w D7 b B6 b C6 w D6 w E6 b C5 w D5 w F5 b A4 b B4 b C4 w D4 b B3 w C3 w D3 w E3 b B2 w C2 w F2 b B1 w C1 w D1
180 kgs-genmove_cleanup w
#? [pass]
190 kgs-genmove_cleanup b
#? [pass]
