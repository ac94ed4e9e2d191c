"""How much of Oware's small endings is won, drawn and lost, from tables worked out on the spot.

    python table_plot.py [seeds] [picture.svg]

With matplotlib it is a picture, without it a drawing in text.
"""

import sys
import tempfile

import ludoteca


def shares(seeds):
    """Of each layer: how many of its positions the player to move wins, draws and loses."""
    game = ludoteca.Game("oware:slam=nocapture")
    with tempfile.TemporaryDirectory() as folder:
        ludoteca.Tables.build(game, seeds, path=folder)
        layers = ludoteca.Tables(game, folder).counts(seeds)["layers"]
    return [(layer["seeds"], *(layer[kind] / layer["total"] for kind in ("won", "drawn", "lost")))
            for layer in layers if layer["seeds"] > 0]


def draw(rows, path):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    axes.stackplot([row[0] for row in rows], *zip(*[row[1:] for row in rows]), labels=["won", "drawn", "lost"],
                   colors=["#3f6c8f", "#d9d6cf", "#b3574e"])
    axes.set(xlabel="seeds on the board", ylabel="share of positions", title="Oware, for the player to move")
    axes.legend()
    figure.savefig(path)


def main():
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    rows = shares(seeds)
    for layer, won, drawn, lost in rows:
        print(f"{layer:3} seeds  {'#' * round(40 * won)}{'.' * round(40 * drawn)}{'-' * round(40 * lost)}  "
              f"{won:.1%} won, {drawn:.1%} drawn, {lost:.1%} lost")
    if len(sys.argv) > 2:
        draw(rows, sys.argv[2])


if __name__ == "__main__":
    main()
