"""A dealer's finger on the guest's glass: acts of the console, each by the touches that a person needs.

Before each touch the real glass has to show what the shadow shows; the touch itself is the hypervisor's. What
the glass does with it is seen in the shadow, which hears the same table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from tests.machine.seen import NotSeen, Tap, View
from tests.machine.shadow import ALIKE, Shadow, differing
from tests.ui.touches import steps

PATIENCE_S = 90.0
"""How long an emulated machine may take to draw what its table told."""
TAKEN_S = 20.0
"""A touch that moved nothing for so long was not taken: a person touches again."""
TRIES = 3
OVERTAKEN_MAX = 8
"""So often in a night a machine may speak up while somebody looks for a key."""
KEY_S = 20.0
"""So long a key may take to appear that the view has led to expect."""
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
        overtaken: how often the table went on while somebody looked for a key.
        compared: how often the glass was held against the shadow before a touch.
        worst: the most squares in which the two differed when a touch was made.
        kept: where a pair of pictures goes that do not agree.
    """

    shadow: Shadow
    glass: Glass
    kept: Path
    touches: int = 0
    again: int = 0
    overtaken: int = 0
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
        """What this act needs has been touched, beginning with what the glass shows.

        Where the table went on meanwhile and a key is gone, whoever looks again decides; not for ever.
        """
        self.agree()
        seq = self.shadow.view["seq"]
        for step in steps(tap, self.shadow):
            try:
                self.touch(step, lambda: _asked_for(tap, self.shadow.view))
            except NotSeen:
                self.overtaken += 1
                if self.shadow.view["seq"] == seq or self.overtaken > OVERTAKEN_MAX:
                    raise
                return

    def touch(self, tap: Tap, wanted: Callable[[], bool] = lambda: True) -> None:
        """The key that carries this act is touched once the glass shows it, if anybody still wants it.

        Raises:
            NotSeen: there is no such key, or the touch is never taken.
        """
        shadow = self.shadow
        shadow.until(lambda: not wanted() or shadow.key(tap) is not None, KEY_S, lambda: self._no_key(tap))
        of_screen = tap["act"].startswith("local.") or tap["act"] == "language"
        self.agree()
        key = self.shadow.key(tap)
        if key is None or not wanted():
            return  # it went while the glass was looked at: the next look decides
        before = (None if of_screen else _stand(tap, self.shadow.view), self._seen)
        at, asked, its = self.shadow.place(key), self.shadow.asks(key), self.shadow.around(key)
        for number in range(TRIES):
            self.glass.touch(at.x(), at.y())
            self.touches += 1
            if number == 0:
                self.shadow.did(asked)
            if self._taken(tap, *before, its):
                return
            self.again += 1
        raise NotSeen(f"the touch for {tap} is never taken")

    def _taken(self, tap: Tap, stood: object, untouched: QImage, its: QRect) -> bool:
        """The glass and its shadow show what the touch came to; not, where the glass stays as it was.

        Nor where the key does, in `its` place, and the table has changed the rest.

        Raises:
            NotSeen: it shows something else.
        """
        began_s = time.monotonic()
        while True:
            if self._alike(0) and _stand(tap, self.shadow.view) != stood:
                return True
            waited_s = time.monotonic() - began_s
            if waited_s > TAKEN_S and differing(self._seen, untouched, self.shadow.running()) <= ALIKE:
                return False
            if waited_s > PATIENCE_S and self._untouched(untouched, its):
                return False
            if waited_s > PATIENCE_S:
                return self.agree(0) is None  # which says how they differ

    def _untouched(self, before: QImage, its: QRect) -> bool:
        """The key is on the glass as it was, and not as a touch of it leaves it."""
        now = self._seen.copy(its)
        return not differing(now, before.copy(its), []) and bool(
            differing(now, self.shadow.grab().copy(its), [])
        )

    def _no_key(self, tap: Tap) -> str:
        return f"no key for {tap}: {self.shadow.keys()}"

    def touch_once(self, tap: Tap) -> None:
        """The key that carries this act is touched, whatever comes of it."""
        self.agree()
        key = self.shadow.key(tap)
        if key is None:
            raise NotSeen(self._no_key(tap))
        at = self.shadow.place(key)
        self.glass.touch(at.x(), at.y())
        self.touches += 1


def _asked_for(tap: Tap, view: View) -> bool:
    """A PIN is typed only while the table asks for one: it may have been proven since."""
    return tap["act"] != "EnterPin" or view["pin"] is not None


def _stand(tap: Tap, view: View) -> object:
    """What of the view changes when this act was taken: of a PIN, which takes its time, what is asked for."""
    return view["pin"] if tap["act"] == "EnterPin" else view["seq"]


def told(finger: Finger) -> dict[str, Any]:
    """The finger's figures, for the list of what was played."""
    return {
        "touches": finger.touches,
        "repeated": finger.again,
        "overtaken": finger.overtaken,
        "compared": finger.compared,
        "worst_squares": finger.worst,
    }
