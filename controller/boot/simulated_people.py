"""The people of simulated tables: a register of their own, and the staff of each table."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from controller.game.inputs import Role
from controller.game.people.pin import Pin
from controller.people.pin_hash import LIGHT, PinHasher
from controller.people.register import MEMORY, Founder, Register
from controller.settings.settings_error import SettingsError
from controller.settings.table import SimulatedBadgeFile, SimulatorFile
from drivers.readers.badge import Holder
from drivers.sim.staff import Staff

PEPPER: Final = b"pepper of simulations: worth nothing"
"""No real register is hashed with it, so none of these PINs opens a real table."""
TABLES_OF_A_CHEF: Final = 2

Badges = dict[str, SimulatedBadgeFile]


def simulated_hasher() -> PinHasher:
    """How the PINs of simulated people are hashed: quickly."""
    return PinHasher(PEPPER, LIGHT)


def fill_register(register: Register, world: SimulatorFile, tables: int, at_ms: int) -> None:
    """Everybody who works at so many tables is in the register, with card and PIN.

    Raises:
        SettingsError: nobody is a director, or no member of the comité or no chef is there.
    """
    badges = _badges(world, tables)
    director = _first(badges, Role.DIRECTOR)
    comite = _first(badges, Role.COMITE)
    first, second = (Founder(badges[card].person, "", Pin(badges[card].pin)) for card in (director, comite))
    by = (first.person, second.person)
    register.begin(first, second, at_ms)
    for card, badge in badges.items():
        if card not in (director, comite):
            register.add(badge.person, "", (badge.role,), by, at_ms)
            register.set_pin(badge.person, Pin(badge.pin), by, at_ms)
        register.enrol(card, badge.person, badge.role, by, at_ms, badge.key)


def simulated_register(world: SimulatorFile, tables: int, at_ms: int) -> Register:
    """The register of one simulated night, in memory.

    Raises:
        SettingsError: as `fill_register`.
    """
    register = Register.create(MEMORY, simulated_hasher())
    fill_register(register, world, tables, at_ms)
    return register


def register_file(folder: Path, world: SimulatorFile, tables: int, at_ms: int) -> Path:
    """The file of the demonstration's register, made by the first table that asks.

    Raises:
        SettingsError: as `fill_register`.
    """
    path = folder / "people.db"
    if not path.exists():
        register = Register.create(path, simulated_hasher())
        try:
            fill_register(register, world, tables, at_ms)
        finally:
            register.close()
    return path


def staff_of(world: SimulatorFile, table: str) -> tuple[dict[str, Holder], Staff]:
    """The cards that are seen at this table, and what its people know; a chef has two tables (RP-13)."""
    number = int(table.rpartition("-")[2]) if table.rpartition("-")[2].isdigit() else 1
    badges = _badges(world, number)
    chefs = [card for card, badge in badges.items() if badge.role is Role.CHEF]
    chef = chefs[(number - 1) // TABLES_OF_A_CHEF]
    here = {card: one for card, one in badges.items() if one.role is not Role.CHEF or card == chef}
    croupiers = tuple(card for card, one in here.items() if one.role is Role.DEALER)
    holders = {card: Holder(one.person, one.role) for card, one in here.items()}
    return holders, Staff(croupiers, chef, {card: one.pin for card, one in here.items()})


def _badges(world: SimulatorFile, tables: int) -> Badges:
    """The configured people, and as many more chefs as so many tables need."""
    badges = dict(world.badges)
    first = _first(badges, Role.CHEF)
    chefs = sum(badge.role is Role.CHEF for badge in badges.values())
    for number in range(chefs + 1, -(-tables // TABLES_OF_A_CHEF) + 1):
        pin = f"{(135_790 + 7_919 * number) % 1_000_000:06}"
        made = {"person": f"Chef {number}", "pin": pin}
        badges[f"chef-{number}"] = badges[first].model_copy(update=made)
    return badges


def _first(badges: Badges, role: Role) -> str:
    for card, badge in badges.items():
        if badge.role is role:
            return card
    raise SettingsError("simulator.toml", "badges", None, f"nobody has the role {role.value}")
