"""The register of people in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from controller.people.reading import Card, Person

_SAID: Final[dict[str, str]] = {
    "known_register": "{path}: there is a register already; nothing was changed",
    "bad_id": "{person}: an id has 2 to 24 letters, digits, points, hyphens or blanks between them",
    "begun": "the register has people already",
    "known_person": "{person}: is in the register already",
    "unknown_person": "{person}: neither a person nor a card of the register",
    "known_card": "{card}: is somebody's card already",
    "expired": "{card}: the last day of the card is over",
    "not_his_role": "{person}: has not the role {role}",
    "no_right": "{person}: may not make this change (RO-04)",
    "second_needed": "a second person of the comité is needed: --with ID (rules 7.11)",
    "same_person": "{person}: two different persons are needed, neither the one concerned",
    "last_two": "{person}: of the comité two persons stay; appoint another first, and revoke his cards now",
    "last_director": "{person}: the last directeur responsable stays; appoint another first",
    "weak_pin": "{person}: a PIN of one or two digits, or of digits in a row, is not taken",
    "two_tables": "{person}: two tables at most (art. 55-20): {tables}",
}


def said(code: str, facts: Mapping[str, str]) -> str:
    """Why the register refused, in one line."""
    return _SAID[code].format(**facts)


def when(at_ms: int) -> str:
    """An instant in UTC, to the second."""
    return f"{datetime.fromtimestamp(at_ms // 1000, UTC):%Y-%m-%d %H:%M:%S}Z"


def people_lines(people: Sequence[Person], now_ms: int) -> Iterator[str]:
    """A line for each person, then one for each of his cards."""
    for person in people:
        marks = [
            "revoked" if person.revoked else "",
            "" if person.has_pin else "no PIN",
            f"locked until {when(person.locked_until_ms)}" if person.locked_until_ms > now_ms else "",
            f"in charge of {', '.join(person.charges)}" if person.charges else "",
        ]
        roles = ", ".join(role.value for role in person.roles)
        line = f"{person.id:<20} {roles:<24} {person.name:<24} {'; '.join(filter(None, marks))}"
        yield line.rstrip()
        for card in person.cards:
            yield f"    card {card.number}  {card.role.value}, {_standing(card, now_ms)}"


def _standing(card: Card, now_ms: int) -> str:
    if card.revoked:
        return "revoked"
    if card.until_ms and card.until_ms <= now_ms:
        return f"expired {when(card.until_ms)}"
    proves = "proves itself" if card.key else "a number only"
    return f"{proves}, until {when(card.until_ms)}" if card.until_ms else proves
