"""Random players by the thousand: how often does the first seat win, and how long are games?

    python random_player.py [rules] [games]
"""

import sys

import numpy

import ludoteca


def main():
    rules = sys.argv[1] if len(sys.argv) > 1 else "oware"
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    batch, rng = ludoteca.Batch(rules, 512, seed=1), numpy.random.default_rng(1)
    ended, actions, results = 0, 0, numpy.zeros(batch.reward.shape[1])
    while ended < wanted:
        scores = rng.random(batch.legal.shape, dtype=numpy.float32)
        batch.step(numpy.where(batch.legal, scores, -1).argmax(1))
        ended += int(batch.done.sum())
        actions += len(batch)
        results += batch.reward[batch.done].sum(0)
    print(f"{rules}: {ended} games, about {actions / ended:.0f} actions each; mean result of each seat: "
          + " ".join(f"{mean:+.3f}" for mean in results / ended))


if __name__ == "__main__":
    main()
