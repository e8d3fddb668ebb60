"""A dealer's finger on the guest's glass: acts of the console, each by the touches that a person needs.

Before each touch the real glass has to show what the shadow shows; the touch itself is the hypervisor's. What
the glass does with it is seen in the shadow, which hears the same table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtGui import QImage

from tests.machine.seen import NotSeen, Tap, View
from tests.machine.shadow import ALIKE, Shadow, differing

PATIENCE_S = 90.0
"""How long an emulated machine may take to draw what its table told."""
TAKEN_S = 20.0
"""A touch that moved nothing for so long was not taken: a person touches again."""
TRIES = 3
CHIPS_CENTS = (500, 1_000, 5_000, 10_000)


class Glass(Protocol):
    """The guest's screen and the hypervisor's tablet on it."""

    def picture(self) -> QImage:
        """What stands on the glass now."""
        ...

    def touch(self, x: int, y: int) -> None:
        """A finger comes down here and is lifted again."""
        ...


@dataclass
class Finger:
    """Presses the keys of one glass.

    Attributes:
        touches: how many there were.
        again: how many had to be repeated.
        compared: how often the glass was held against the shadow before a touch.
        worst: the most squares in which the two differed when a touch was made.
        kept: where a pair of pictures goes that do not agree.
    """

    shadow: Shadow
    glass: Glass
    kept: Path
    touches: int = 0
    again: int = 0
    compared: int = 0
    worst: int = 0
    _named: dict[str, int] = field(default_factory=dict)
    _seen: QImage = field(default_factory=QImage)
    _apart: int = 0

    # --- the glass and its shadow ---------------------------------------------------------------------

    def agree(self, patience_s: float = PATIENCE_S) -> QImage:
        """The glass shows what the shadow shows; its picture.

        Raises:
            NotSeen: it never does; both pictures are kept.
        """
        if self._alike(patience_s):
            return self._seen
        self.keep("glass", self._seen)
        self.keep("shadow", self.shadow.grab())
        raise NotSeen(f"the glass is not as its shadow: {self._apart} squares differ; see {self.kept}")

    def _alike(self, patience_s: float) -> bool:
        until_s = time.monotonic() + patience_s
        while True:
            self.shadow.settle(60)
            self._seen = self.glass.picture()
            self._apart = differing(self._seen, self.shadow.grab(), self.shadow.running())
            if self._apart <= ALIKE:
                self.compared += 1
                self.worst = max(self.worst, self._apart)
                return True
            if time.monotonic() > until_s:
                return False
            self.shadow.settle(150)

    def keep(self, name: str, picture: QImage) -> Path:
        """The picture is a file, numbered by its name."""
        self._named[name] = self._named.get(name, 0) + 1
        self.kept.mkdir(parents=True, exist_ok=True)
        path = self.kept / f"{name}-{self._named[name]:02d}.png"
        picture.save(str(path))
        return path

    # --- touches --------------------------------------------------------------------------------------

    def press(self, tap: Tap) -> None:
        """What this act needs has been touched, one key after the other."""
        for step in _steps(tap, self.shadow):
            self.touch(step)

    def touch(self, tap: Tap) -> None:
        """The key that carries this act is touched, once the glass shows it.

        Raises:
            NotSeen: there is no such key, or the touch is never taken.
        """
        self.shadow.until(
            lambda: self.shadow.key(tap) is not None, 10, f"no key for {tap}: {self.shadow.keys()}"
        )
        of_screen = tap["act"].startswith("local.") or tap["act"] == "language"
        self.agree()
        key = self.shadow.key(tap)
        if key is None:
            return  # it went while the glass was looked at: the next look decides
        before = (0 if of_screen else self.shadow.view["seq"], self._seen)
        at, asked = self.shadow.place(key), self.shadow.asks(key)
        for number in range(TRIES):
            self.glass.touch(at.x(), at.y())
            self.touches += 1
            if number == 0:
                self.shadow.did(asked)
            if self._taken(*before):
                return
            self.again += 1
        raise NotSeen(f"the touch for {tap} is never taken")

    def _taken(self, seq: int, untouched: QImage) -> bool:
        """The glass and its shadow show what the touch came to; not, where the glass stays as it was.

        Raises:
            NotSeen: it shows something else.
        """
        began_s = time.monotonic()
        while True:
            if self._alike(0) and self.shadow.view["seq"] != seq:
                return True
            waited_s = time.monotonic() - began_s
            if waited_s > TAKEN_S and differing(self._seen, untouched, self.shadow.running()) <= ALIKE:
                return False
            if waited_s > PATIENCE_S:
                return self.agree(0) is None  # which says how they differ

    def touch_once(self, tap: Tap) -> None:
        """The key that carries this act is touched, whatever comes of it."""
        self.agree()
        key = self.shadow.key(tap)
        if key is None:
            raise NotSeen(f"no key for {tap}: {self.shadow.keys()}")
        at = self.shadow.place(key)
        self.glass.touch(at.x(), at.y())
        self.touches += 1


def _steps(tap: Tap, shadow: Shadow) -> Iterator[Tap]:
    """The touches of an act: the sheet that has its key, what is typed there, and the key."""
    ways: dict[str, Callable[[Tap, Shadow], Iterator[Tap]]] = {
        "EnterPin": _pin,
        "CountPieces": _pieces,
        "CountJp1Chips": _jp1_chips,
        "SignCash": _cash,
        "SetStakes": _stakes,
        "DeclareSerial": _serial,
        "TickLine": _tick,
        "SeeAlarm": _alarm,
    }
    return ways.get(tap["act"], _key)(tap, shadow)


BACK: Tap = {"act": "local.sheet", "place": ""}
"""The third key of the bottom row puts an open sheet away."""


def _key(tap: Tap, shadow: Shadow) -> Iterator[Tap]:
    """A key that is to be seen, or is covered by an open sheet."""
    if shadow.key(tap) is None and shadow.key(BACK) is not None:
        yield BACK
    yield tap


def _pin(tap: Tap, shadow: Shadow) -> Iterator[Tap]:
    if shadow.key({"act": "local.pin_digit", "digit": "1"}) is None:
        yield {"act": "local.sheet", "sheet": "pin"}
    for digit in tap["pin"]:
        yield {"act": "local.pin_digit", "digit": digit}
    yield {"act": "EnterPin"}


def _open(sheet: str, shadow: Shadow, tap: Tap) -> Iterator[Tap]:
    """The sheet lies open: a key of it is to be seen."""
    if shadow.key(tap) is None:
        yield from _key({"act": "local.sheet", "sheet": sheet}, shadow)


def _typed(number: object) -> Iterator[Tap]:
    for digit in str(number):
        yield {"act": "local.type", "digit": digit}


def _pieces(tap: Tap, shadow: Shadow) -> Iterator[Tap]:
    yield from _open("cash", shadow, {"act": "local.type", "digit": "1"})
    yield {"act": "local.piece", "piece": tap["piece_cents"]}
    yield from _typed(tap["count"])
    yield tap


def _cash(tap: Tap, shadow: Shadow) -> Iterator[Tap]:
    yield from _open("cash", shadow, {"act": "local.type", "digit": "1"})
    yield tap


def _jp1_chips(tap: Tap, shadow: Shadow) -> Iterator[Tap]:
    yield from _open("jp1_chips", shadow, {"act": "local.type", "digit": "1"})
    yield from _typed(tap["count"])
    yield tap


def _serial(tap: Tap, shadow: Shadow) -> Iterator[Tap]:
    """The house's own serial number is one touch; another is typed."""
    house = {"act": "DeclareSerial", "colour": tap["colour"]}
    typed = {"act": "local.sheet", "sheet": f"serial_{tap['colour']}"}
    if shadow.key(house) is None and shadow.key(typed) is None:
        yield BACK
    if shadow.key(house) is None:
        yield typed
        yield from _typed(tap["serial"])
    yield house


def _tick(tap: Tap, shadow: Shadow) -> Iterator[Tap]:
    """Rules are read before they are ticked."""
    if tap["line"] == "rules":
        yield from _open("rules", shadow, tap)
    else:
        yield from _key(tap, shadow)
        return
    yield tap


def _stakes(tap: Tap, shadow: Shadow) -> Iterator[Tap]:
    """Chip by chip, the largest first, on the Ante and then on the side bet."""
    yield {"act": "local.stakes", "seat": tap["seat"]}
    for spot, cents in (("ante", tap["ante_cents"]), ("side", tap["side_cents"])):
        if spot == "side":
            yield {"act": "local.spot", "spot": "side"}
        yield {"act": "local.clear"}
        for chip in _chips(cents, shadow.view):
            yield {"act": "local.chip", "cents": chip}
    yield tap


def _chips(cents: int, view: View) -> Iterator[int]:
    from ui.screen.stakes_pad import chips_between

    for chip in sorted(chips_between(view["minimum_cents"], view["maximum_cents"]), reverse=True):
        yield from [chip] * (cents // chip)
        cents %= chip


def _alarm(tap: Tap, shadow: Shadow) -> Iterator[Tap]:
    """A machine's warning is acknowledged with a reason, on a sheet of its own."""
    wanted = {"act": "SeeAlarm", "alarm": tap["alarm"]}
    if shadow.key(wanted) is None:
        yield {"act": "local.sheet", "sheet": "acknowledge"}
    yield {**wanted, "reason": tap["reason"]} if tap.get("reason") else wanted


def told(finger: Finger) -> dict[str, Any]:
    """The finger's figures, for the list of what was played."""
    return {
        "touches": finger.touches,
        "repeated": finger.again,
        "compared": finger.compared,
        "worst_squares": finger.worst,
    }
