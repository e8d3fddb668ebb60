"""The register of people, read: persons, their cards, and the history of every change."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.game.choices import Role
from controller.host.disk import which_file
from controller.journal.newer import OfNewer

if TYPE_CHECKING:
    from sqlite_utils import Database

ZEROS: Final = "0" * 64
"""Before the first line of the history."""
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


class RegisterNewer(RegisterDamaged, OfNewer):
    """The register is of a newer program."""


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

    @property
    def told(self) -> tuple[int, int, str, str, str, str, str]:
        """What its hash is over."""
        return self.seq, self.at_ms, self.by, self.second, self.act, self.person, self.detail


@dataclass(frozen=True, slots=True)
class RegisterStanding:
    """How far the register goes, and what it comes to.

    Attributes:
        changes: lines of its history.
        head: hash of the last of them, which stands for all.
        holds: a hash of who may do what, by which cards and PINs; it tells none of them.
    """

    changes: int
    head: str
    holds: str


def change_hash(previous: str, change: Change) -> str:
    """The hash of a line of the history after the one of hash `previous`."""
    return sha256(json.dumps([previous, *change.told]).encode("ascii")).hexdigest()


class Reader:
    """An open register, as far as it is only read."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._path = Path(connection.execute("PRAGMA database_list").fetchone()[2])
        self._file = which_file(self._path)
        self._stood: tuple[tuple[int, int], RegisterStanding] | None = None

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
    def moved(self) -> bool:
        """Another file has the name of this one, or none: what is changed there is not read here."""
        return which_file(self._path) != self._file

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
        rows = self._connection.execute(f"{_CHANGE} WHERE {named} ORDER BY seq", (person,))
        return [Change(*row[:-1]) for row in rows.fetchall()]

    def lost_since(self, changes: int) -> frozenset[str]:
        """The cards and persons that were revoked after so many changes, whether or not they count again."""
        told = "SELECT detail FROM history WHERE act = 'revoke' AND seq > ?"
        return frozenset(str(what) for (what,) in self._connection.execute(told, (changes,)))

    def has_lost(self, person: str, since_ms: int) -> bool:
        """He, or a card of his, was revoked after that time."""
        told = "SELECT count(*) FROM history WHERE act = 'revoke' AND person = ? AND at_ms > ?"
        (count,) = self._connection.execute(told, (person, since_ms)).fetchone()
        return bool(count)

    def standing(self) -> RegisterStanding:
        """How far it goes now, in one reading; nothing is read while nobody has written anything."""
        run = self._connection.execute
        at = run("PRAGMA data_version").fetchone()[0], self._connection.total_changes
        if self._stood is not None and self._stood[0] == at:
            return self._stood[1]
        begun = not self._connection.in_transaction
        if begun:
            run("BEGIN")
        try:
            seq, head = self._last_change()
            held = [
                [*row[:-1], sha256(str(row[-1]).encode()).hexdigest()]
                for row in run("SELECT id, name, revoked, pin FROM person ORDER BY id").fetchall()
            ]
            roles = run("SELECT person, role FROM role ORDER BY person, role").fetchall()
            cards = run(f"{_CARD} ORDER BY number").fetchall()
        finally:
            if begun:
                run("COMMIT")
        holds = sha256(json.dumps([held, roles, cards]).encode("ascii")).hexdigest()
        self._stood = at, RegisterStanding(seq, head, holds)
        return self._stood[1]

    def history_fault(self) -> int:
        """The first line of the history that does not follow from those before it; 0 when all do."""
        previous, expected = ZEROS, 1
        for *told, kept in self._connection.execute(f"{_CHANGE} ORDER BY seq").fetchall():
            change = Change(*told)
            if change.seq != expected or change_hash(previous, change) != kept:
                return expected
            previous, expected = kept, expected + 1
        return 0

    def head_at(self, changes: int) -> str:
        """The hash of this line of the history; empty when there is none."""
        row = self._connection.execute("SELECT hash FROM history WHERE seq = ?", (changes,)).fetchone()
        return str(row[0]) if row is not None else ""

    def _last_change(self) -> tuple[int, str]:
        row = self._connection.execute("SELECT seq, hash FROM history ORDER BY seq DESC LIMIT 1").fetchone()
        return (int(row[0]), str(row[1])) if row is not None else (0, ZEROS)

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
_CHANGE: Final = "SELECT seq, at_ms, by, second, act, person, detail, hash FROM history"
_CARD: Final = "SELECT number, role, key, revoked, until_ms FROM card"
