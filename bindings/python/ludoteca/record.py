"""Records of games: Ludoteca's own format, OGN and PlayStrategy."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ludoteca import _core


@dataclass
class Record:
    """A game with its tags and comments; comments[i] stands after ply i - 1 (0: before the first)."""

    play: _core.Play
    tags: dict[str, str] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)

    def write(self, format: str = "ludo") -> str:
        """The record as text: 'ludo', 'ogn' or 'playstrategy'."""
        return _core.write_record(self.play, self.tags, self.comments, format)

    def __str__(self) -> str:
        return self.write()

    def _repr_html_(self) -> str:
        return self.play._repr_html_()


def read_records(text: str | bytes, format: str | None = None) -> list[Record]:
    """All records of a text, in any format that the library knows, or in the one that is named."""
    data = text.encode() if isinstance(text, str) else bytes(text)
    found: list[Record] = []
    offset = 0
    while (one := _core.read_record(data, format, offset)) is not None:
        play, tags, comments, offset = one
        found.append(Record(play, tags, comments))
    return found


def write_records(records: Iterable[Record], format: str = "ludo") -> str:
    """Several records as one text."""
    return "\n".join(record.write(format) for record in records)
