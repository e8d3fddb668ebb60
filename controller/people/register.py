"""The register of people: who may do what, by which cards and PINs, and every change of it.

One SQLite file for all tables of a machine, readable by its owner only. It is written rarely and read by
every table, so it keeps a rollback journal like the jackpot book. Rights are enforced here, at the door of
the command line as much as of a table: a change names the person who makes it, and a second one where
power is given or given back.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from controller.clock import Uptime
from controller.game.choices import Role
from controller.game.people.pin import Pin
from controller.game.roles import CHEFS, COMITE, SIGNING, distinct
from controller.host.disk import sqlite_said
from controller.people.history_check import Retold, told_key, told_pin
from controller.people.pin_hash import PinHasher, is_guessed
from controller.people.pins import Pins
from controller.people.reading import AccessRefused, RegisterDamaged, RegisterNewer
from controller.people.schema import VERSION, create_schema
from controller.people.writing import connect, kept, written
from controller.told import Told, at_place

TABLES_MAX: Final = 2
"""Art. 55-20: a chef de table controls two tables at most (RP-13)."""
MEMORY: Final = ":memory:"
FILE_FAULTS: Final[dict[str, tuple[str, str]]] = {
    "open": (
        "{path}\u00a0: ses droits {mode} laissent entrer d’autres comptes\u202f; il faut 0600",
        "{path}: mode {mode} lets others at it; 0600 is wanted",
    ),
    "version": (
        "{path}\u00a0: un registre de version {found}, et non {known}",
        "{path}: a register of version {found}, not {known}",
    ),
}
"""What is wrong with the file of a register: French, English."""
ID: Final = re.compile(r"[\w.-][\w. -]{0,22}[\w.-]")
"""How a person is called on screens and in journals: two to twenty-four letters, digits, points, hyphens."""


class Founder(NamedTuple):
    """One of the first two persons of a register."""

    person: str
    name: str
    pin: Pin


class Register(Pins):
    """An open register. A connection belongs to the thread that opened it."""

    @classmethod
    def create(
        cls, path: str | Path, hasher: PinHasher, uptime: Callable[[], Uptime] | None = None
    ) -> Register:
        """A new register without people is in a file that was not there before. `uptime` as in `open`.

        Raises:
            AccessRefused: `known_register`, when there is a file.
        """
        if str(path) != MEMORY:
            try:
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
            except FileExistsError:
                raise AccessRefused("known_register", path=str(path)) from None
        connection = connect(path)
        with kept(connection):
            with written(connection):
                create_schema(connection)
            return cls(connection, hasher, uptime)

    @classmethod
    def open(
        cls, path: str | Path, hasher: PinHasher, uptime: Callable[[], Uptime] | None = None
    ) -> Register:
        """The register in this file. `uptime`, where there is a machine, keeps a lock-out from ending by a
        clock that was set forward.

        Raises:
            RegisterDamaged: there is none, or others may read it, or it is something else.
        """
        try:
            mode = Path(path).stat().st_mode
            if mode & 0o077:
                raise RegisterDamaged(Told(FILE_FAULTS["open"], path=path, mode=f"{mode & 0o777:04o}"))
            connection = connect(path)
            with kept(connection):
                version = connection.execute("SELECT version FROM register").fetchone()
        except (OSError, sqlite3.Error) as error:
            said = error.strerror if isinstance(error, OSError) else sqlite_said(error)
            raise RegisterDamaged(at_place(path, said)) from error
        if version != (VERSION,):
            connection.close()
            found = version[0] if version else "?"
            told = Told(FILE_FAULTS["version"], path=path, found=found, known=VERSION)
            raise (RegisterNewer if version and version > (VERSION,) else RegisterDamaged)(told)
        return cls(connection, hasher, uptime)

    # --- people and cards -----------------------------------------------------------------------------

    def begin(self, director: Founder, member: Founder, at_ms: int) -> None:
        """The first two are made together: the directeur responsable and a member of the comité.

        Everybody who may sign follows from two persons, so none of them is ever one person's alone.

        Raises:
            AccessRefused: `begun`, when there is anybody; `same_person`; `bad_id`; `weak_pin`.
        """
        two = director.person, member.person
        with written(self._connection):
            if self._db.table("person").count:
                raise AccessRefused("begun")
            if not distinct(*two):
                raise AccessRefused("same_person", person=member.person)
            for one, role in ((director, Role.DIRECTOR), (member, Role.COMITE)):
                self._named(one.person)
                self._insert(one.person, one.name, (role,), at_ms)
                pin = self._keep_pin(one.person, one.pin)
                self._note(at_ms, two, "begin", one.person, f"{role} {pin}")

    def _named(self, person: str) -> None:
        if not ID.fullmatch(person):
            raise AccessRefused("bad_id", person=person[:64])

    def add(self, person: str, name: str, roles: tuple[Role, ...], by: tuple[str, str], at_ms: int) -> None:
        """The person is in the register; he has neither card nor PIN yet.

        Raises:
            AccessRefused: `known_person`, `known_card`, or as `_authorised`; two persons give a role that may
                sign.
        """
        with self._change("add", by, person, at_ms, " ".join(roles)):
            self._authorised(by, _DIRECTORS, second=bool(SIGNING & set(roles)), about=person)
            self._named(person)
            for (known,) in self._connection.execute("SELECT id FROM person").fetchall():
                if not distinct(person, known):
                    raise AccessRefused("known_person", person=known)
            if self._db.table("card").count_where("number = ?", (person,)):
                raise AccessRefused("known_card", card=person)
            self._insert(person, name, roles, at_ms)

    def enrol(
        self,
        number: str,
        person: str,
        role: Role,
        by: tuple[str, str],
        at_ms: int,
        key: str = "",
        until_ms: int = 0,
    ) -> None:
        """The card is this person's, in this role, until then; 0 is for good.

        Who gets it is none of the two who give it, but for his first: the founders give each other theirs.
        A card is not numbered as a person is named: who revokes one would mean the other. No two cards have
        one key, a revoked one and its successor neither (CS-16).

        Raises:
            AccessRefused: `known_card`, `known_key`, `known_person`, `not_his_role`, `unknown_person`,
                `expired`, or as `_authorised`.
        """
        with self._change("card", by, person, at_ms, f"{number} {role} {told_key(key, until_ms)}"):
            first = not self._db.table("card").count_where("person = ?", (person,))
            self._authorised(by, _DIRECTORS, second=role in SIGNING, about="" if first else person)
            if role not in self.person(person).roles:
                raise AccessRefused("not_his_role", person=person, role=role)
            if self._db.table("card").count_where("number = ?", (number,)):
                raise AccessRefused("known_card", card=number)
            if key and self._db.table("card").count_where("key = ?", (key,)):
                raise AccessRefused("known_key", card=number)
            if self._db.table("person").count_where("id = ?", (number,)):
                raise AccessRefused("known_person", person=number)
            if until_ms and until_ms <= at_ms:
                raise AccessRefused("expired", card=number)
            card = {"number": number, "person": person, "role": str(role), "key": key, "until_ms": until_ms}
            self._db.table("card").insert({**card, "revoked": 0})

    def set_pin(self, person: str, pin: Pin, by: tuple[str, str], at_ms: int) -> None:
        """The PIN is this one: chosen by the person himself, or given by a director.

        Raises:
            AccessRefused: `weak_pin`, `unknown_person`, or as `_authorised`.
        """
        with written(self._connection):
            known = self.person(person)
            if by[0] != person:
                self._authorised(by, _DIRECTORS, second=bool(SIGNING & set(known.roles)), about=person)
            self._note(at_ms, by, "pin", person, self._keep_pin(person, pin))

    def revoke(self, what: str, by: tuple[str, str], at_ms: int) -> None:
        """The person, or the card, counts for nothing from now on, at every table.

        Any chef may do it alone, for a lost card cannot wait. The last director is not revoked, and of the
        comité two persons stay: one alone could appoint nobody any more.

        Raises:
            AccessRefused: `unknown_person` for neither, `last_director`, `last_two`, or as `_authorised`.
        """
        with self._change("revoke", by, self._owner(what), at_ms, what):
            self._authorised(by, CHEFS, second=False, about="")
            before = self._active(COMITE)
            if self._mark(what, revoked=True):
                if not self._active(_DIRECTORS):
                    raise AccessRefused("last_director", person=what)
                if what in before and len(before) <= 2:
                    raise AccessRefused("last_two", person=what)
            self._db.table("charge").delete_where("person = ?", (what,))

    def restore(self, what: str, by: tuple[str, str], at_ms: int) -> None:
        """The person, or the card, counts again, and a lock-out is over; two persons say so.

        Raises:
            AccessRefused: `unknown_person` for neither, or as `_authorised`.
        """
        with self._change("restore", by, self._owner(what), at_ms, what):
            self._authorised(by, _DIRECTORS, second=True, about=self._owner(what))
            self._mark(what, revoked=False)
            self._db.table("tries").delete_where("person = ?", (what,))

    def unsaid(self) -> str:
        """The first person, card or charge here that no line of the history made; empty when all are told."""
        return Retold(self.history()).differs(self._connection)

    # --- charges of tables ----------------------------------------------------------------------------

    def take_charge(
        self, person: str, place: str, at_ms: int, by: tuple[str, str] | None = None
    ) -> tuple[bool, tuple[str, ...]]:
        """Whether the table is in the chef's charge now, and the tables that are; by himself unless `by`.

        Raises:
            AccessRefused: `unknown_person`, `not_his_role`, or as `_authorised`.
        """
        with written(self._connection):
            known = self.person(person)
            if known.revoked or Role.CHEF not in known.roles:
                raise AccessRefused("not_his_role", person=person, role=Role.CHEF)
            if by is not None:
                self._authorised(by, COMITE, second=False, about="")
            if place in known.charges:
                return True, known.charges
            if len(known.charges) >= TABLES_MAX:
                return False, known.charges
            self._connection.execute("INSERT INTO charge VALUES (?, ?, ?)", (person, place, at_ms))
            self._note(at_ms, by or (person, ""), "charge", person, place)
            return True, tuple(sorted((*known.charges, place)))

    def leave_charge(
        self, place: str, at_ms: int, person: str = "", by: tuple[str, str] | None = None
    ) -> None:
        """The table is in nobody's charge, or not in this person's, any more.

        Raises:
            AccessRefused: as `_authorised`.
        """
        with written(self._connection):
            if by is not None:
                self._authorised(by, COMITE, second=False, about="")
            rows = self._connection.execute(
                "SELECT person FROM charge WHERE place = ?1 AND (?2 = '' OR person = ?2)", (place, person)
            )
            for (chef,) in rows.fetchall():
                where = (chef, place)
                self._connection.execute("DELETE FROM charge WHERE person = ? AND place = ?", where)
                self._note(at_ms, by or (chef, ""), "leave", chef, place)

    # --- inside ---------------------------------------------------------------------------------------

    def _authorised(self, by: tuple[str, str], roles: frozenset[Role], *, second: bool, about: str) -> None:
        """The persons who ask for a change, proven by whoever calls, may make it.

        Raises:
            AccessRefused: `no_right`; `second_needed`; `same_person`, who gives himself something included.
        """
        first, other = by
        if not self._has(first, roles):
            raise AccessRefused("no_right", person=first)
        if not second:
            return
        if not other:
            raise AccessRefused("second_needed", person=first)
        if not distinct(other, first, about) or not distinct(first, about):
            raise AccessRefused("same_person", person=other)
        if not self._has(other, COMITE):
            raise AccessRefused("no_right", person=other)

    def _has(self, person: str, roles: frozenset[Role]) -> bool:
        return person in self._active(roles)

    def has_role(self, person: str, roles: frozenset[Role]) -> bool:
        """The person has one of these roles and a PIN, and is not revoked."""
        return self._has(person, roles)

    def _active(self, roles: frozenset[Role]) -> set[str]:
        """Who has one of these roles and a PIN, and is not revoked."""
        marks = ", ".join("?" * len(roles))
        rows = self._connection.execute(
            "SELECT DISTINCT p.id FROM person p JOIN role r ON r.person = p.id"
            f" WHERE p.revoked = 0 AND p.pin != '' AND r.role IN ({marks})",
            [str(role) for role in roles],
        )
        return {person for (person,) in rows}

    def _insert(self, person: str, name: str, roles: tuple[Role, ...], at_ms: int) -> None:
        known = {"id": person, "name": name, "pin": "", "revoked": 0, "since_ms": at_ms}
        self._db.table("person").insert(known)
        self._db.table("role").insert_all(
            {"person": person, "role": str(role)} for role in dict.fromkeys(roles)
        )

    def _keep_pin(self, person: str, pin: Pin) -> str:
        """The person has this PIN from now on; what a line of the history tells of it."""
        if is_guessed(pin):
            raise AccessRefused("weak_pin", person=person)
        hashed = self._hasher.hashed(person, pin)
        self._db.table("person").update(person, {"pin": hashed})
        self._db.table("tries").delete_where("person = ?", (person,))
        return told_pin(hashed)

    def _owner(self, what: str) -> str:
        """The person of this id, or whose card it is."""
        cards = list(self._db.table("card").rows_where("number = ?", (what,)))
        return str(cards[0]["person"]) if cards else self.person(what).id

    def _mark(self, what: str, *, revoked: bool) -> bool:
        """Person or card is marked; whether it was a person."""
        a_card = bool(self._db.table("card").count_where("number = ?", (what,)))
        self._db.table("card" if a_card else "person").update(what, {"revoked": int(revoked)})
        return not a_card

    @contextmanager
    def _change(
        self, act: str, by: tuple[str, str], person: str, at_ms: int, detail: str = ""
    ) -> Iterator[None]:
        with written(self._connection):
            yield
            self._note(at_ms, by, act, person, detail)


_DIRECTORS: Final = frozenset({Role.DIRECTOR})
