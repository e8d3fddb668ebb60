"""What lies on a simulated table when its power goes, and lies there still when it is started again.

Cards, chips and a badge do not vanish with a program, nor does what people remember. Written to a file of the
demonstration's own folder, read once by the program that follows.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from drivers.sim.faults import Faults
from drivers.sim.machines import Hands
from drivers.sim.shoe import ShoeTwin
from drivers.sim.shuffler import ShufflerTwin

FILE: Final = "left.pickle"
OF_HANDS: Final = ("stacked", "_out", "_colour", "_aside", "_held")


@dataclass(slots=True)
class Left:
    """The machines as they were, and what hands hold: shoe and shuffler go on where they stood."""

    shoe: ShoeTwin
    shuffler: ShufflerTwin
    faults: Faults
    hands: dict[str, Any]
    chips: dict[str, Any]
    sensed: dict[int, bool]
    badge: str


class _Keep(pickle.Pickler):
    """Writes objects; those that belong to one start of the program are written as a name."""

    def __init__(self, file: io.BytesIO, here: Mapping[str, object]) -> None:
        super().__init__(file)
        self._names = {id(value): name for name, value in here.items()}

    def persistent_id(self, value: object) -> str | None:
        return self._names.get(id(value))


class _Find(pickle.Unpickler):
    """Reads objects; a name is what has it now."""

    def __init__(self, file: io.BytesIO, here: Mapping[str, object]) -> None:
        super().__init__(file)
        self._here = here

    def persistent_load(self, name: str) -> object:
        return self._here[name]


def kept(value: object, here: Mapping[str, object]) -> bytes:
    """The object as bytes; of the objects in `here` only their names."""
    file = io.BytesIO()
    _Keep(file, here).dump(value)
    return file.getvalue()


def found(data: bytes, here: Mapping[str, object]) -> Any:
    """The object that was `kept`, with what is `here` now."""
    return _Find(io.BytesIO(data), here).load()


def machines_left(hands: Hands) -> bytes:
    """What lies at the machines at this instant, in which neither shoe nor shuffler moves."""

    def write(shoe: ShoeTwin, shuffler: ShufflerTwin) -> bytes:
        chips = {name: getattr(hands.chips, name) for name in hands.chips.LIES}
        sensed = {seat: hands.chips.senses(seat) for seat in hands.chips.seats}
        held = {name: getattr(hands, name) for name in OF_HANDS}
        held["stacked"] = [deck for deck in held["stacked"] if hasattr(deck, "seats")]
        return kept(Left(shoe, shuffler, hands.faults, held, chips, sensed, hands.reader.inside), {})

    data: bytes = hands.shoe.act(
        lambda shoe, now_ms: hands.shuffler.act(lambda shuffler, now_ms: write(shoe, shuffler))
    )
    return data


def lay(hands: Hands, left: Left) -> None:
    """Hands, chips and badge are as they were; shoe and shuffler were made with theirs."""
    for name, value in left.hands.items():
        setattr(hands, name, value)
    for name, value in left.chips.items():
        setattr(hands.chips, name, value)
    for seat, covered in left.sensed.items():
        hands.chips.sensors.cover(seat, covered)
    if left.badge:
        hands.reader.insert(left.badge)


def write(path: Path, parts: Mapping[str, object]) -> None:
    """The parts are on the disk, whole or not at all."""
    fresh = path.with_suffix(".new")
    fresh.write_bytes(pickle.dumps(dict(parts)))
    fresh.replace(path)


def read(path: Path) -> dict[str, Any] | None:
    """The parts that the program before left, once; None where it left none."""
    if not path.exists():
        return None
    parts: dict[str, Any] = pickle.loads(path.read_bytes())
    path.unlink()
    return parts
