"""The engine, and games that it has judged."""

from ludoteca import _core


class Review(dict):
    """A game judged ply by ply, as docs/JSON.md describes it; in a notebook its curve."""

    def __init__(self, judged, svg):
        super().__init__(judged)
        self.svg = svg

    def _repr_svg_(self):
        return self.svg

    def __str__(self):
        lines = [f"{side['name']}: accuracy {side['accuracy']:.0f} %, {side['inaccuracies']} inaccuracies, "
                 f"{side['mistakes']} mistakes, {side['blunders']} blunders" for side in self["sides"]]
        return "\n".join(lines)


class Engine(_core.Engine):
    """Engine(game, memory_mb=64, threads=1, seed=0, tables=None)

    A player and a teacher for one Game. `tables` are directories of tables, joined by ':' (None: the
    usual ones, '': none). One request at a time; stop() ends it from another thread.
    """

    def review(self, play, nodes=0):
        """Judges every ply of a game, with so many nodes a position (0: the usual number)."""
        return Review(*super().review(play, nodes))
