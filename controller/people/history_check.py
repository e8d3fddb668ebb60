"""What the lines of the history come to, held against the register that was found.

A line says who was appointed, which card was given, that a PIN was set: so a person, a card or a PIN that no
line made was put there by somebody who has the file. Lines of before PINs and keys were told in them say
nothing of those.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, Final

from controller.people.reading import Change

Run = Callable[[str], Iterable[Any]]
"""Reads the register."""
_DIGITS: Final = 16
_UNTOLD: Final = "?"


def told_pin(hashed: str) -> str:
    """What a line tells of a PIN: enough to know the kept one by, and nothing to try PINs on."""
    return sha256(f"pin {hashed}".encode()).hexdigest()[:_DIGITS]


def told_key(key: str, until_ms: int) -> str:
    """What a line tells of a card beside its number and role."""
    return sha256(f"card {key} {until_ms}".encode()).hexdigest()[:_DIGITS]


class Retold:
    """The register as its lines make it.

    Attributes:
        pins: of each person, what was told of his PIN: empty before the first, `?` where a line is silent.
        roles: the roles of each person.
        cards: person, role and what was told of the rest, by the card's number.
        revoked: persons and cards that count for nothing.
        charges: person and table.
    """

    def __init__(self, changes: Iterable[Change]) -> None:
        self.pins: dict[str, str] = {}
        self.roles: dict[str, set[str]] = {}
        self.cards: dict[str, tuple[str, str, str]] = {}
        self.revoked: set[str] = set()
        self.charges: set[tuple[str, str]] = set()
        for change in changes:
            self._take(change)

    def _take(self, change: Change) -> None:
        person, detail = change.person, change.detail
        match change.act:
            case "begin":
                role, _, pin = detail.partition(" ")
                self.roles[person], self.pins[person] = {role}, pin or _UNTOLD
            case "add":
                self.roles[person], self.pins[person] = set(detail.split()), ""
            case "card":
                number, role, rest = _card_told(detail)
                self.cards[number] = person, role, rest
            case "pin":
                self.pins[person] = detail or _UNTOLD
            case "revoke":
                self.revoked.add(detail)
                self.charges = {one for one in self.charges if one[0] != detail}
            case "restore":
                self.revoked.discard(detail)
            case "charge":
                self.charges.add((person, detail))
            case "leave":
                self.charges.discard((person, detail))

    def differs(self, connection: sqlite3.Connection) -> str:
        """The first person, card or charge of this register that no line makes, or empty; and the reverse."""
        run = connection.execute
        return self._person(run) or self._card(run) or self._charge(run)

    def _person(self, run: Run) -> str:
        people: dict[str, tuple[str, int]] = {
            person: (pin, revoked) for person, pin, revoked in run("SELECT id, pin, revoked FROM person")
        }
        roles: dict[str, set[str]] = {}
        for person, role in run("SELECT person, role FROM role"):
            roles.setdefault(person, set()).add(role)
        for person in sorted({*people, *self.pins, *roles}):
            pin, revoked = people.get(person, ("", 0))
            told = self.pins.get(person)
            same_pin = told in (told_pin(pin) if pin else "", _UNTOLD)
            same_roles = roles.get(person) == self.roles.get(person)
            same_mark = bool(revoked) is (person in self.revoked)
            if person not in people or not (same_pin and same_roles and same_mark):
                return person
        return ""

    def _card(self, run: Run) -> str:
        cards = {
            number: (person, role, told_key(key, until_ms), bool(revoked))
            for number, person, role, key, until_ms, revoked in run(
                "SELECT number, person, role, key, until_ms, revoked FROM card"
            )
        }
        for number in sorted({*cards, *self.cards}):
            if number not in cards or number not in self.cards:
                return f"card {number}"
            person, role, rest = self.cards[number]
            silent = cards[number][2] if rest == _UNTOLD else rest
            if cards[number] != (person, role, silent, number in self.revoked):
                return f"card {number}"
        return ""

    def _charge(self, run: Run) -> str:
        apart = self.charges ^ set(run("SELECT person, place FROM charge"))
        return " ".join(min(apart)) if apart else ""


def _card_told(detail: str) -> tuple[str, str, str]:
    """Number, role, and what is told of the rest."""
    number, role, rest = detail.rsplit(" ", 2) if len(detail.split(" ")) > 2 else ("", "", "")
    if len(rest) == _DIGITS and not set(rest) - set("0123456789abcdef"):
        return number, role, rest
    number, _, role = detail.rpartition(" ")
    return number, role, _UNTOLD
