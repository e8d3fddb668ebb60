"""What a book found short has lost of a table, by name, for the two persons who accept it (RC-04)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from struct import Struct
from typing import Final, NamedTuple
from zlib import compress, decompress

from controller.book.answers import Key
from controller.book.port import BookAct
from controller.book.verify import JournalAct, name_of
from controller.game.meter.types import AsideAct, Difference

LOST: Final = "lost"
"""The code of an act that the book had acknowledged."""
NAMED_MAX: Final = 400
"""So many acts are named in the journal, which an entry has room for: more than a table does in an hour. What
is not named there `tapis book verify` takes for accepted by nobody."""


_ROW: Final = Struct("<QQqL")
"""An act as it is held: its entry in the book, its round, its cents, and the place of the rest of its key."""
_TOGETHER: Final = 1_000 * _ROW.size
"""The acts of some hundreds of rounds are compressed together: they differ by little from one to the next."""


class _Held(NamedTuple):
    """An act and its entry in the book."""

    seq: int
    key: Key
    cents: int

    @property
    def lost(self) -> AsideAct:
        """Its name, as one that the book lacks."""
        key = self.key
        return AsideAct(name_of(key.kind), key.round, key.attempt, key.seat or 0, self.cents, LOST)


class _Acts:
    """Acts in the order they came, in a few bytes each: those of a whole session are held while it lasts."""

    def __init__(self, acts: Iterable[_Held] = ()) -> None:
        self._compressed: list[bytes] = []
        self._rows = bytearray()
        self._keys: dict[Key, int] = {}
        for act in acts:
            self.add(act)

    def add(self, act: _Held) -> None:
        """The act comes after the others."""
        of_any_round = self._keys.setdefault(replace(act.key, round=0), len(self._keys))
        self._rows += _ROW.pack(act.seq, act.key.round, act.cents, of_any_round)
        if len(self._rows) >= _TOGETHER:
            self._compressed.append(compress(self._rows))
            self._rows.clear()

    def __iter__(self) -> Iterator[_Held]:
        keys = tuple(self._keys)
        for rows in chain(map(decompress, tuple(self._compressed)), (bytes(self._rows),)):
            for seq, round_, cents, of_any_round in _ROW.iter_unpack(rows):
                yield _Held(seq, replace(keys[of_any_round], round=round_), cents)


@dataclass(slots=True)
class Acknowledged:
    """The acts that the book has acknowledged to this table, and those of them that it lacks.

    A book that went back numbers anew what comes after: what is lost is known when it is found short, and
    stays so until two persons accept it, or the right book is back.
    """

    _held: _Acts = field(default_factory=_Acts)
    _lost: list[_Held] = field(default_factory=list)

    @classmethod
    def of(cls, told: Iterable[JournalAct]) -> Acknowledged:
        """As the table's journals tell it."""
        made = cls()
        for act in told:
            if act.recorded and act.book_seq:
                held = _Held(act.book_seq, act.key, act.cents or 0)
                (made._lost.append if act.lost else made._held.add)(held)
        return made

    def answered(self, key: Key, seq: int, cents: int) -> None:
        """The book has acknowledged this act as that entry."""
        self._held.add(_Held(seq, key, cents))

    def lacking(
        self, found: Difference | None, acts: Callable[[int], Iterable[BookAct]]
    ) -> Difference | None:
        """The difference with what the book has lost by name; where there is none, nothing is lost.

        `acts` are those of the book behind an entry. An act is lost unless it stands there at its own entry:
        a stale book acknowledges under numbers that the right one has given to other acts.
        """
        if found is None:
            self._hold_again()
            return None
        every = [*self._held, *self._lost]
        if not every:
            return found
        there = {(act.key, act.book_seq) for act in acts(min(map(_seq, every)) - 1)}
        self._held = _Acts(held for held in every if (held.key, held.seq) in there)
        self._lost = [held for held in every if (held.key, held.seq) not in there]
        named = tuple([held.lost for held in sorted(self._lost, key=_seq)[:NAMED_MAX]])
        return replace(found, lost=named, lost_count=len(self._lost))

    def accepted(self) -> None:
        """Two persons have accepted what is lost."""
        self._lost = []

    def _hold_again(self) -> None:
        """The book has everything: what it lacked before stands in it again."""
        for held in self._lost:
            self._held.add(held)
        self._lost = []


def _seq(held: _Held) -> int:
    return held.seq
