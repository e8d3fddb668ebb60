"""The people of the casino's table in the box, with cards and PINs of their own.

Their names are those of the simulated people, so that `drivers.sim.people` knows whom to call; their cards
are PIV cards with keys of their own, which the virtual reader of the guest takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.game.inputs import Role
from controller.game.people.pin import Pin
from controller.people.files import create_register
from controller.people.register import Founder
from drivers.sim.pit import CASHIER, CHEF, COMITE, VIDEO
from drivers.sim.staff import Staff
from tests.drivers.virtual_card import VirtualCard


@dataclass(frozen=True)
class Person:
    """One of the staff; `card` is what the simulated people call his card."""

    name: str
    role: str
    pin: str
    number: int


DIRECTOR: Final = "directeur-1"
CROUPIER: Final = "croupier-07"
PEOPLE: Final[Mapping[str, Person]] = {
    DIRECTOR: Person("directeur-1", "director", "517301", 0xD1),
    COMITE: Person("mcd-3", "comite", "864203", 0xC3),
    CHEF: Person("chef-1", "chef", "135790", 0xCE1),
    VIDEO: Person("ov-11", "video", "920411", 0x011),
    CASHIER: Person("caisse-5", "cashier", "605050", 0xCA5),
    CROUPIER: Person("croupier-7", "dealer", "270407", 0xCF7),
}


def cards() -> dict[str, VirtualCard]:
    """A card for everybody, by the name of `PEOPLE`; the same cards each time."""
    return {card: VirtualCard(person.number, secret=person.number) for card, person in PEOPLE.items()}


def register_in(folder: Path, at_ms: int) -> tuple[Path, Path]:
    """The register of people and its pepper, made in this folder, with everybody's card and PIN.

    `tapis people` makes the same, a command a change, which `tests.deploy` types: here it is made at once.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = folder / "people.db", folder / "people.pepper"
    made = cards()
    director, member = PEOPLE[DIRECTOR], PEOPLE[COMITE]
    by = (director.name, member.name)
    register = create_register(*files)
    try:
        founders = (Founder(one.name, "", Pin(one.pin)) for one in (director, member))
        register.begin(*founders, at_ms)
        for card, person in PEOPLE.items():
            if person not in (director, member):
                register.add(person.name, "", (Role(person.role),), by, at_ms)
                register.set_pin(person.name, Pin(person.pin), by, at_ms)
            ours = made[card]
            register.enrol(ours.number, person.name, Role(person.role), by, at_ms, ours.key_hex)
    finally:
        register.close()
    return files


def staff() -> Staff:
    """Whom the simulated dealer calls, and which PINs they know."""
    return Staff((CROUPIER,), CHEF, {card: person.pin for card, person in PEOPLE.items()})
