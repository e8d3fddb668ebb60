"""How PINs are kept: Argon2id with a pepper that no database holds.

A PIN has few digits: without the pepper, which lies in a file of its own, a copy of the register would give
them away in seconds. The cost keeps whoever has both busy (reliability, section 7: 64 MiB, 3 passes,
2 lanes). The person is hashed with the PIN, so that a hash is of no use in another person's row.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock
from typing import Final

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from controller.game.people.pin import Pin

SALT_BYTES: Final = 16
HASH_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Cost:
    """What one hash costs: memory in KiB, passes over it, lanes."""

    memory_kib: int = 64 * 1024
    passes: int = 3
    lanes: int = 2


REAL: Final = Cost()
LIGHT: Final = Cost(16, 1, 1)
"""For simulations and tests, whose PINs are written in the open. Two lanes are worked out on threads of their
own, whose coming and going takes six times as long as the hash of one."""


_ONE_AT_A_TIME: Final = Lock()
"""The lanes of a hash share one pool of threads: two hashes at once, each on a Python thread of its own, fail
with MemoryError or wait for each other for ever (seen with cryptography 50.0)."""


class PinHasher:
    """Hashes and checks PINs under one pepper."""

    def __init__(self, pepper: bytes, cost: Cost = REAL) -> None:
        self._pepper = pepper
        self._cost = cost
        self._nobody = ""

    def hashed(self, person: str, pin: Pin) -> str:
        """The PIN of this person as the register keeps it: a PHC string."""
        cost = self._cost
        kdf = Argon2id(
            salt=secrets.token_bytes(SALT_BYTES),
            length=HASH_BYTES,
            iterations=cost.passes,
            lanes=cost.lanes,
            memory_cost=cost.memory_kib,
            secret=self._pepper,
        )
        with _ONE_AT_A_TIME:
            return kdf.derive_phc_encoded(_material(person, pin))

    def matches(self, person: str, pin: Pin, kept: str) -> bool:
        """Whether it is the PIN that was kept so. Without one kept, the time is spent all the same."""
        if not kept and not self._nobody:
            self._nobody = self.hashed("", Pin("000000"))
        try:
            with _ONE_AT_A_TIME:
                Argon2id.verify_phc_encoded(_material(person, pin), kept or self._nobody, secret=self._pepper)
        except InvalidKey:
            return False
        return bool(kept)


def _material(person: str, pin: Pin) -> bytes:
    return b"\0".join((person.encode(), pin.digits().encode()))


def is_guessed(pin: Pin) -> bool:
    """Whether it is one of those that are tried first: one digit all over, two in turn, digits in a row."""
    digits = pin.digits()
    steps = {(int(b) - int(a)) % 10 for a, b in pairwise(digits)}
    return len(set(digits)) <= 2 or steps in ({1}, {9})
