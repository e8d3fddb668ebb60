"""The register of people, read: persons, their cards, and the history of every change."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from controller.game.inputs import Role

if TYPE_CHECKING:
    from sqlite_utils import Database

LOCK_MS: Final = 15 * 60_000
"""How long nothing is tried after too many wrong PINs."""


class AccessRefused(Exception):
    """The change is not made. `code` says why, `facts` name whom or what."""

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class RegisterDamaged(Exception):
    """The file is no register of people, or cannot be used; the message says which."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a person; it acts in one of his roles. Without a key it proves nothing of itself.

    From `until_ms` on it has expired; 0 is never.
    """

    number: str
    person: str
    role: Role
    key: str = ""
    revoked: bool = False
    until_ms: int = 0


@dataclass(frozen=True, slots=True)
class Person:
    """A person of the house. `charges` are the tables in a chef's charge."""

    id: str
    name: str
    roles: tuple[Role, ...]
    cards: tuple[Card, ...]
    has_pin: bool
    revoked: bool
    locked_until_ms: int
    charges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PinCheck:
    """What came of a PIN; `locked_until_ms` is 0 unless nothing more is tried until then."""

    accepted: bool
    tries_left: int = 0
    locked_until_ms: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """One line of the history: who changed what, and the second person where one was needed."""

    seq: int
    at_ms: int
    by: str
    second: str
    act: str
    person: str
    detail: str


class Reader:
    """An open register, as far as it is only read."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @cached_property
    def _db(self) -> Database:
        """The same register for who keeps it: `tapis people`, which has the time to load sqlite-utils.

        A running table reads it by the plain connection: 160 ms and 13 MB less to start, 330 ms and 25 MB
        where there is numpy, whose threads would take the table's signals.
        """
        from sqlite_utils import Database

        return Database(self._connection)

    def close(self) -> None:
        """The file is closed."""
        self._connection.close()

    @property
    def revision(self) -> int:
        """Raised by every change of who may do what."""
        (revision,) = self._connection.execute("SELECT revision FROM register").fetchone()
        return int(revision)

    def people(self) -> list[Person]:
        """Everybody, by id."""
        return [self._person(*row) for row in self._connection.execute(f"{_PERSON} ORDER BY id").fetchall()]

    def person(self, person: str) -> Person:
        """This person.

        Raises:
            AccessRefused: `unknown_person`.
        """
        row = self._connection.execute(f"{_PERSON} WHERE id = ?", (person,)).fetchone()
        if row is None:
            raise AccessRefused("unknown_person", person=person)
        return self._person(*row)

    def history(self, person: str = "") -> list[Change]:
        """Every change, the oldest first; of one person if named."""
        named = "? IN ('', person, by, second)"
        rows = self._db.table("history").rows_where(named, (person,), order_by="seq")
        return [Change(**row) for row in rows]

    def _person(self, person: str, name: str, pin: str, revoked: int) -> Person:
        run = self._connection.execute
        roles = run("SELECT role FROM role WHERE person = ? ORDER BY role", (person,)).fetchall()
        cards = run(f"{_CARD} WHERE person = ? ORDER BY number", (person,)).fetchall()
        places = run("SELECT place FROM charge WHERE person = ? ORDER BY place", (person,)).fetchall()
        locked = run("SELECT locked_ms FROM tries WHERE person = ?", (person,)).fetchone()
        locked_until_ms = locked[0] + LOCK_MS if locked is not None and locked[0] else 0
        return Person(
            person,
            name,
            tuple(Role(role) for (role,) in roles),
            tuple(
                Card(number, person, Role(role), key, bool(lost), until_ms)
                for number, role, key, lost, until_ms in cards
            ),
            bool(pin),
            bool(revoked),
            locked_until_ms,
            tuple(place for (place,) in places),
        )


_PERSON: Final = "SELECT id, name, pin, revoked FROM person"
_CARD: Final = "SELECT number, role, key, revoked, until_ms FROM card"
