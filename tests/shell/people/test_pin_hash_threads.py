"""Several tables of one process check PINs at the same time, each on a worker of its own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from controller.game.people.pin import Pin
from controller.people.pin_hash import REAL, Cost, PinHasher


def test_pins_checked_on_many_threads_at_once_are_all_answered_rightly() -> None:
    hasher = PinHasher(b"pepper", Cost(memory_kib=16, passes=1, lanes=REAL.lanes))
    kept = hasher.hashed("A. Martin", Pin("135790"))

    def check(number: int) -> bool:
        pin = "135790" if number % 2 else "135791"
        return hasher.matches("A. Martin", Pin(pin), kept) == bool(number % 2)

    with ThreadPoolExecutor(8) as workers:
        assert all(workers.map(check, range(400)))
