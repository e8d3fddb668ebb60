"""Where a house keeps its people: the register, and the pepper in a file of its own."""

from __future__ import annotations

from pathlib import Path

from controller.clock import machine_uptime
from controller.journal.seal import MasterRefused, create_master, load_master
from controller.people.pin_hash import REAL, Cost, PinHasher
from controller.people.reading import AccessRefused, RegisterDamaged
from controller.people.register import Register
from controller.told import at_place, said_by


def create_register(register: Path, pepper: Path, cost: Cost = REAL) -> Register:
    """A new register without people, and its pepper, are there; both are their owner's only.

    Raises:
        AccessRefused: `known_register`, when there is one.
        RegisterDamaged: a file cannot be written, or there is a pepper that cannot be used.
    """
    if register.exists():
        raise AccessRefused("known_register", path=str(register))
    try:
        register.parent.mkdir(parents=True, exist_ok=True)
        secret = load_master(pepper) if pepper.exists() else create_master(pepper)
        return Register.create(register, PinHasher(secret, cost), machine_uptime)
    except MasterRefused as why:
        raise RegisterDamaged(said_by(why)) from why
    except OSError as error:
        raise RegisterDamaged(at_place(error.filename or register, error.strerror)) from error


def open_register(register: Path, pepper: Path, cost: Cost = REAL) -> Register:
    """The register of this house.

    Raises:
        RegisterDamaged: register or pepper is not there, lets others at it, or is something else.
    """
    try:
        return Register.open(register, PinHasher(load_master(pepper), cost), machine_uptime)
    except MasterRefused as why:
        raise RegisterDamaged(said_by(why)) from why
