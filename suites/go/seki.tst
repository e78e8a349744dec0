# Sekis: to be left alone, and to be known. Komi is chosen so that the seki decides.

# Two chains without eyes share the liberties A4 and C4; whoever plays there is taken. As it stands
# Black wins by half a point.
#
#    A B C D E F G
#  7 . O . O . O . 7
#  6 O O O O O O O 6
#  5 X X X X X O O 5
#  4 . X . O O X X 4
#  3 O O O O O X X 3
#  2 X X X X X X X 2
#  1 . X . X . X . 1
#    A B C D E F G
boardsize 7
komi 0.5
set_position w B7 w D7 w F7 w A6 w B6 w C6 w D6 w E6 w F6 w G6 b A5 b B5 b C5 b D5 b E5 w F5 w G5 b B4 w D4 w E4 b F4 b G4 w A3 w B3 w C3 w D3 w E3 b F3 b G3 b A2 b B2 b C2 b D2 b E2 b F2 b G2 b B1 b D1 b F1
10 final_status_list seki
#? [.*A3.*\n.*A5.*|.*A5.*\n.*A3.*]
20 final_status_list dead
#? []
30 final_score
#? [B\+0\.5]
40 reg_genmove b
#? [!A4|C4]

# The same with a point more for White, who wins by leaving it alone.
#
#    A B C D E F G
#  7 . O . O . O . 7
#  6 O O O O O O O 6
#  5 X X X X X O O 5
#  4 . X . O O X X 4
#  3 O O O O O X X 3
#  2 X X X X X X X 2
#  1 . X . X . X . 1
#    A B C D E F G
komi 1.5
set_position w B7 w D7 w F7 w A6 w B6 w C6 w D6 w E6 w F6 w G6 b A5 b B5 b C5 b D5 b E5 w F5 w G5 b B4 w D4 w E4 b F4 b G4 w A3 w B3 w C3 w D3 w E3 b F3 b G3 b A2 b B2 b C2 b D2 b E2 b F2 b G2 b B1 b D1 b F1
50 reg_genmove w
#? [!A4|C4]
60 final_score
#? [W\+0\.5]

# White has a liberty more at E2. Black E2 makes it a seki; if White moves first he takes the black
# stones, at A4 or C4.
#
#    A B C D E F G
#  7 . O . O . O . 7
#  6 O O O O O O O 6
#  5 X X X X X O O 5
#  4 . X . O O X X 4
#  3 O O O O O X X 3
#  2 X X X X . X X 2
#  1 . X . X X X . 1
#    A B C D E F G
komi -5.5
set_position w B7 w D7 w F7 w A6 w B6 w C6 w D6 w E6 w F6 w G6 b A5 b B5 b C5 b D5 b E5 w F5 w G5 b B4 w D4 w E4 b F4 b G4 w A3 w B3 w C3 w D3 w E3 b F3 b G3 b A2 b B2 b C2 b D2 b F2 b G2 b B1 b D1 b E1 b F1
70 reg_genmove b
#? [E2]
80 reg_genmove w
#? [A4|C4]

# An eye each (A4 and D3) and one shared liberty, C4: whoever fills it is taken. Black has 22
# points and White 26.
#
#    A B C D E F G
#  7 . O . O . O . 7
#  6 O O O O O O O 6
#  5 X X X X X O O 5
#  4 . X . O O X X 4
#  3 X X O . O X . 3
#  2 O O O O O X X 2
#  1 X X X X X X . 1
#    A B C D E F G
komi -4.5
set_position w B7 w D7 w F7 w A6 w B6 w C6 w D6 w E6 w F6 w G6 b A5 b B5 b C5 b D5 b E5 w F5 w G5 b B4 w D4 w E4 b F4 b G4 b A3 b B3 w C3 w E3 b F3 w A2 w B2 w C2 w D2 w E2 b F2 b G2 b A1 b B1 b C1 b D1 b E1 b F1
90 final_status_list dead
#? []
100 final_score
#? [B\+0\.5]
110 reg_genmove b
#? [!C4]

# The same, and now White wins if it stays.
#
#    A B C D E F G
#  7 . O . O . O . 7
#  6 O O O O O O O 6
#  5 X X X X X O O 5
#  4 . X . O O X X 4
#  3 X X O . O X . 3
#  2 O O O O O X X 2
#  1 X X X X X X . 1
#    A B C D E F G
komi -3.5
set_position w B7 w D7 w F7 w A6 w B6 w C6 w D6 w E6 w F6 w G6 b A5 b B5 b C5 b D5 b E5 w F5 w G5 b B4 w D4 w E4 b F4 b G4 b A3 b B3 w C3 w E3 b F3 w A2 w B2 w C2 w D2 w E2 b F2 b G2 b A1 b B1 b C1 b D1 b E1 b F1
120 final_score
#? [W\+0\.5]
130 reg_genmove w
#? [!C4]

# A seki at the top, between C7 and E7, beside dead stones on the left: A6, A1 and C4. Who plays D8 or
# D9 is captured, so that both stay, whatever else is taken off.
#
#    A B C D E F G H J
#  9 X O X . O X X X X 9
#  8 X O X . O X X X . 8
#  7 X O X X O X . X X 7
#  6 X O O O X X X X . 6
#  5 . O . O X X . X X 5
#  4 O O X O X X X X X 4
#  3 . O . O X X . X . 3
#  2 X O O O X X . X X 2
#  1 X O . O X X . X X 1
#    A B C D E F G H J
boardsize 9
komi 12.5
set_position b A9 w B9 b C9 w E9 b F9 b G9 b H9 b J9 b A8 w B8 b C8 w E8 b F8 b G8 b H8 b A7 w B7 b C7 b D7 w E7 b F7 b H7 b J7 b A6 w B6 w C6 w D6 b E6 b F6 b G6 b H6 w B5 w D5 b E5 b F5 b H5 b J5 w A4 w B4 b C4 w D4 b E4 b F4 b G4 b H4 b J4 w B3 w D3 b E3 b F3 b H3 b A2 w B2 w C2 w D2 b E2 b F2 b H2 b J2 b A1 w B1 w D1 b E1 b F1 b H1 b J1
140 final_status_list seki
#? [.*C7.*\n.*E7.*|.*E7.*\n.*C7.*]
150 final_score
#? [B\+0\.5]
