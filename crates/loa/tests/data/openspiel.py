"""Plays games of OpenSpiel's lines_of_action and writes what openspiel.rs is to find again.

    python3 -m venv VENV && VENV/bin/pip install open_spiel
    VENV/bin/python openspiel.py > openspiel.txt

Every line is a game: its number, its longest length, plies, winner, and a hash (FNV-1a, 64 bits) of
all moves that were legal at every ply. Which move is played follows from the number alone: the
generator is Tengen's `Rng`, the moves are in OpenSpiel's order (by square, a1 first).
"""

import pyspiel

MASK = (1 << 64) - 1
GAMES = 240


def random_key(index):
    z = ((index + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return z ^ z >> 31


class Rng:
    def __init__(self, seed):
        self.state = random_key(random_key(seed))

    def below(self, n):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        product = self.state * (self.state ^ 0xD6E8FEB86659FD93)
        return ((product >> 64 ^ product & MASK) * n) >> 64


def reversed_move(text):
    return text[3:] + "-" + text[:2]


def play(number):
    # Every third game is short; every second goes back and forth, so that boards return.
    length = 120 if number % 3 == 0 else 1000
    restless = number % 2 == 1
    state = pyspiel.load_game("lines_of_action", {"max_game_length": length}).new_initial_state()
    rng, digest, played = Rng(number), 0xCBF29CE484222325, []
    while not state.is_terminal():
        actions = state.legal_actions()
        texts = [state.action_to_string(action) for action in actions]
        for byte in (" ".join(texts) + "\n").encode():
            digest = (digest ^ byte) * 0x100000001B3 & MASK
        chosen = rng.below(len(texts))
        if restless and len(played) >= 2 and rng.below(2) == 0:
            back = reversed_move(played[-2])
            if back in texts:
                chosen = texts.index(back)
        played.append(texts[chosen])
        state.apply_action(actions[chosen])
    winner = {1: "B", 0: "-", -1: "W"}[int(state.returns()[0])]
    print(number, length, len(played), winner, f"{digest:016x}")


for game in range(GAMES):
    play(game)
