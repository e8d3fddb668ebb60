"""What a book found short has lost of a table, by name, for the two persons who accept it (RC-04)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from controller.book.answers import Key
from controller.book.port import BookAct
from controller.book.verify import JournalAct, name_of
from controller.game.meter.types import AsideAct, Difference

LOST: Final = "lost"
"""The code of an act that the book had acknowledged."""
NAMED_MAX: Final = 400
"""So many acts are named in the journal, which an entry has room for: more than a table does in an hour. What
is not named there `tapis book verify` takes for accepted by nobody."""


class _Held(NamedTuple):
    """An act and its entry in the book."""

    seq: int
    key: Key
    act: AsideAct


def _seq(held: _Held) -> int:
    return held.seq


@dataclass(slots=True)
class Acknowledged:
    """The acts that the book has acknowledged to this table, and those of them that it lacks.

    A book that went back numbers anew what comes after: what is lost is known when it is found short, and
    stays so until two persons accept it, or the right book is back.
    """

    _held: list[_Held] = field(default_factory=list)
    _lost: list[_Held] = field(default_factory=list)

    @classmethod
    def of(cls, told: Iterable[JournalAct]) -> Acknowledged:
        """As the table's journals tell it."""
        made = cls()
        for act in told:
            if act.recorded and act.book_seq:
                held = _held(act.key, act.book_seq, act.cents or 0)
                (made._lost if act.lost else made._held).append(held)
        return made

    def answered(self, key: Key, seq: int, cents: int) -> None:
        """The book has acknowledged this act as that entry."""
        self._held.append(_held(key, seq, cents))

    def lacking(
        self, found: Difference | None, acts: Callable[[int], Iterable[BookAct]]
    ) -> Difference | None:
        """The difference with what the book has lost by name; where there is none, nothing is lost.

        `acts` are those of the book behind an entry. An act is lost unless it stands there at its own entry:
        a stale book acknowledges under numbers that the right one has given to other acts.
        """
        every = [*self._held, *self._lost]
        self._held, self._lost = every, []
        if found is None or not every:
            return found
        there = {(act.key, act.book_seq) for act in acts(min(map(_seq, every)) - 1)}
        self._held = [held for held in every if (held.key, held.seq) in there]
        self._lost = [held for held in every if (held.key, held.seq) not in there]
        named = tuple([held.act for held in sorted(self._lost, key=_seq)[:NAMED_MAX]])
        return replace(found, lost=named, lost_count=len(self._lost))

    def accepted(self) -> None:
        """Two persons have accepted what is lost."""
        self._lost = []


def _held(key: Key, seq: int, cents: int) -> _Held:
    return _Held(seq, key, AsideAct(name_of(key.kind), key.round, key.attempt, key.seat or 0, cents, LOST))
