"""Learns a small Pylos (a base of 3 x 3, children's rules) from nothing but games against itself, and then beats `greedy`.

The learner is a table: what each position is worth to the side that has just moved. It plays the move that leads to
the best one, sometimes another, and after every move pulls the value of where it was towards the value of the best
reply (TD(0)). In a game of 14 cells that is enough.

    python learner.py [seconds]
"""

import random
import sys
import time

import ludoteca

RULES = "pylos:variant=child,base=3"
STEP, CURIOSITY, GAMES_TO_JUDGE = 0.3, 0.15, 100


def children(state):
    """Every legal move with the state that it leads to."""
    for move in state.legal_moves():
        child = state.clone()
        child.apply_move(move)
        yield move, child


def worth(values, child, mover):
    """What a state is worth to the one who has just moved there."""
    return child.returns()[mover] if child.is_terminal() else values.get(child.position(), 0.0)


def best_move(values, state):
    mover = state.current_player()
    rated = [(worth(values, child, mover), random.random(), move, child) for move, child in children(state)]
    return max(rated)


def learn_from_one_game(values, game):
    state, before = game.new_initial_state(), None
    while not state.is_terminal():
        value, _, _, child = best_move(values, state)
        if before is not None:  # what is good for the one to move is bad for the one who moved here
            values[before] = values.get(before, 0.0) + STEP * (-value - values.get(before, 0.0))
        if random.random() < CURIOSITY:
            child = random.choice([child for _, child in children(state)])
        state, before = child, child.position()


def play_against(values, game, opponent, seat, seed):
    """A game against one of our players; what the learner gets."""
    engine = ludoteca.Engine(game, seed=seed, tables="")
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == seat:
            state.apply_move(best_move(values, state)[2])
        else:
            state.apply_move(engine.choose(state.to_play(), opponent))
    return state.returns()[seat]


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    random.seed(1)
    game, values, games = ludoteca.Game(RULES), {}, 0
    end = time.process_time() + seconds
    while time.process_time() < end:
        learn_from_one_game(values, game)
        games += 1
    print(f"{games} games against itself, {len(values)} positions in the table")
    results = [play_against(values, game, "greedy", number % 2, number) for number in range(GAMES_TO_JUDGE)]
    wins, losses = results.count(1.0), results.count(-1.0)
    print(f"against greedy: {wins} won, {len(results) - wins - losses} drawn, {losses} lost")
    return 0 if wins > losses else 1


if __name__ == "__main__":
    sys.exit(main())
