"""The engine, and games that it has judged."""

from typing import Any

from ludoteca import _core


class Review(dict[str, Any]):
    """A game judged ply by ply, as docs/JSON.md describes it; in a notebook its curve."""

    def __init__(self, judged: dict[str, Any], svg: str) -> None:
        super().__init__(judged)
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        lines = [f"{side['name']}: accuracy {side['accuracy']:.0f} %, {side['inaccuracies']} inaccuracies, "
                 f"{side['mistakes']} mistakes, {side['blunders']} blunders" for side in self["sides"]]
        return "\n".join(lines)


class Engine(_core.Engine):
    """Engine(game, memory_mb=64, threads=1, seed=0, tables=None)

    A player and a teacher for one Game. `tables` are directories of tables, joined by ':' (None: the
    usual ones, '': none). One request at a time; stop() ends it from another thread.
    """

    def __init__(self, game: _core.Game, memory_mb: int = 0, threads: int = 0, seed: int = 0,
                 tables: str | None = None) -> None:
        super().__init__(game, memory_mb, threads, seed, tables)
        self.game = game

    def __repr__(self) -> str:
        return f"ludoteca.Engine({self.game!r})"

    def review(self, play: _core.Play, nodes: int = 0) -> Review:
        """Judges every ply of a game, with so many nodes a position (0: the usual number)."""
        return Review(*self.judge(play, nodes))
