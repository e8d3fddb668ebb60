"""The screens under touches at random, and for long."""

from __future__ import annotations

from tests.bench import forty_tables, long_console, long_room, restless
from tests.proof.quiet import quietly
from tests.proof.record import Tried


def touches(count: int, seed: int) -> Tried:
    """So many touches and keys at random: nothing was asked that no key offered, and nothing broke."""
    with quietly():
        told = restless.play(count, seed=1_000 * seed)
    done, refused = told["done"].total(), told["refused"].total()
    return Tried(count, f"{done} acts taken, {refused} refused, {len(told['phases'])} phases reached")


def room(count: int, seed: int) -> Tried:
    """A room of forty tables for so many minutes: nothing of it grows."""
    with quietly():
        long_room.main(count)
    return Tried(count, "pit, house, witness and tables: none grew")


def pit(count: int, seed: int) -> Tried:
    """The pit's screen of forty tables on a bad night for so many minutes, touched all the time."""
    with quietly():
        taps = forty_tables.main(count)
    return Tried(count, f"{taps} touches, none lost; every alarm in its place and in time; it did not grow")


def console(count: int, seed: int) -> Tried:
    """A console at a table for so many hours of a night: it does not grow."""
    with quietly():
        long_console.main(count)
    return Tried(count, "the console did not grow")
