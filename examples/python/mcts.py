"""OpenSpiel's own Monte Carlo tree search plays our Pylos against a random player.

    python mcts.py [simulations] [games]
"""

import sys

import numpy
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

import ludoteca.openspiel


def play(game, bots):
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    return state.returns()


def main():
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    ludoteca.openspiel.register()
    game = pyspiel.load_game("ludoteca_pylos")
    rng = numpy.random.RandomState(1)
    searcher = mcts.MCTSBot(game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    total = 0.0
    for number in range(games):
        seat = number % 2
        bots = [uniform_random.UniformRandomBot(player, rng) for player in range(2)]
        bots[seat] = searcher
        total += play(game, bots)[seat]
    print(f"MCTS with {simulations} simulations against random, {games} games: mean result {total / games:+.2f}")
    return 0 if total > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
