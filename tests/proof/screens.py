"""The screens under touches at random, and for long."""

from __future__ import annotations

from tests.bench import forty_tables, long_console, long_room, restless
from tests.proof.quiet import quietly
from tests.proof.record import NotHere, Tried


def touches(count: int, seed: int) -> Tried:
    """So many touches and keys at random: nothing was asked that no key offered, and nothing broke.

    A block is one night: every other block begins with an odd seed, and so with the small console.
    """
    with quietly():
        told = restless.play(count, seed=1_001 * seed)
    done, refused, sizes = told["done"].total(), told["refused"].total(), told["sizes"]
    assert sizes.total() == count, f"{sizes} of {count} touches"
    each = " and ".join(f"{sizes[size]} on the {size} console" for size in restless.SIZES)
    return Tried(count, f"{each}; {done} acts taken, {refused} refused, {len(told['phases'])} phases reached")


def room(count: int, seed: int) -> Tried:
    """A room of forty tables for so many minutes: nothing of it grows.

    Raises:
        NotHere: in so few minutes that cannot be seen.
    """
    if count < long_room.JUDGED_MIN:
        raise NotHere(f"in less than {long_room.JUDGED_MIN} minutes of a room nothing settles")
    with quietly():
        told = long_room.main(count)
    return Tried(count, long_room.said(told))


def pit(count: int, seed: int) -> Tried:
    """The pit's screen of forty tables on a bad night for so many minutes, touched all the time."""
    with quietly():
        found = forty_tables.main(count)
    taps, told = found["taps"].value, forty_tables.said(found)
    later = "" if count >= forty_tables.JUDGED_MIN else "; whether it grows shows in an hour"
    return Tried(count, f"{taps:.0f} touches, none lost; every alarm in its place; {told}{later}")


def console(count: int, seed: int) -> Tried:
    """A console at a table for so many hours of a night: it does not grow.

    Raises:
        NotHere: in so few hours that cannot be seen.
    """
    if count < long_console.JUDGED_H:
        raise NotHere(f"in less than {long_console.JUDGED_H:.0f} hours of a night nothing settles")
    with quietly():
        found = long_console.main(count)
    return Tried(count, long_console.said(found))
