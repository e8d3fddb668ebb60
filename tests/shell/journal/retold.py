"""Honest journals told otherwise: entries put in, left out, moved or changed, for the auditor alone.

Chain, heads and commitments are not made anew: what is asked is whether the rules find it.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.journal.chain import Row
from tests.shell.journal.auditor import AUDITOR
from tests.shell.journal.falsified import House


@dataclass(slots=True)
class Told:
    """One entry, to be changed at will."""

    kind: str
    body: dict[str, Any]


@dataclass(slots=True)
class Story:
    """The entries of one journal of a house."""

    house: House
    first: Row
    entries: list[Told]

    def at(self, kind: str, after: int = 0, **holds: Any) -> int:
        """The place of the first entry of this kind from `after` on whose body says so.

        Raises:
            LookupError: there is none.
        """
        for at in range(after, len(self.entries)):
            if self.entries[at].kind == kind and _says(self.entries[at].body, holds):
                return at
        raise LookupError(kind)

    def before(self, kind: str, at: int, **holds: Any) -> int:
        """The place of the last such entry before `at`.

        Raises:
            LookupError: there is none.
        """
        for place in range(at - 1, -1, -1):
            if self.entries[place].kind == kind and _says(self.entries[place].body, holds):
                return place
        raise LookupError(kind)

    def put(self, at: int, *told: tuple[str, dict[str, Any]]) -> None:
        """These entries come before the one at this place."""
        self.entries[at:at] = [Told(kind, copy.deepcopy(body)) for kind, body in told]

    def deals(self) -> Iterator[tuple[int, int]]:
        """Where each deal begins and ends that was closed."""
        begun = 0
        for at, one in enumerate(self.entries):
            if one.kind == "RoundOpened":
                begun = at
            elif one.kind == "RoundClosed":
                yield begun, at

    def found(self) -> list[str]:
        """What the auditor finds, each as one line."""
        return disagreements_of(self.house, self.rows())

    def rows(self) -> list[Row]:
        """The entries as the auditor reads them."""
        return [
            self.first._replace(seq=seq, kind=one.kind, body=json.dumps(one.body))
            for seq, one in enumerate(self.entries, 1)
        ]


def _says(body: dict[str, Any], holds: dict[str, Any]) -> bool:
    return all(body.get(name) == value for name, value in holds.items())


def story_of(house: House, file: int = 0) -> Story:
    """A journal of the house, as it is."""
    rows = house.files[sorted(house.files)[file]]
    return Story(house, rows[0], [Told(row.kind, json.loads(row.body)) for row in rows])


def disagreements_of(house: House, rows: list[Row], book_path: Path | None = None) -> list[str]:
    """What the auditor finds in these rows, as if their chain were right, and in the book."""
    found: list[str] = []
    say: Callable[..., None] = lambda entry, what, stands, right: found.append(  # noqa: E731
        f"{entry}: {what}: {stands}, not {right}"
    )
    place, book = book_path or house.book, None
    if place is not None:
        book = AUDITOR.Book(place, say)
        book.audit()
    told = AUDITOR.Told("rows")
    told.say = say
    numbered = [row._replace(seq=seq, hash=rows[0].hash) for seq, row in enumerate(rows, 1)]
    audit = AUDITOR.audit_rows(numbered, AUDITOR.RuleBook([house.rules]), book, Counter(), told)
    AUDITOR.held_to_book([audit], book)
    return found
