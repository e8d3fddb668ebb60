"""The frames of one machine, numbered as its driver hears them, so that an inspector finds one again.

A number belongs to one frame of one machine: a card in the journal names the frame that told it, the frame
log has a line of the same number. What only keeps the line (a heartbeat) has none: a number that is missing
in the log is a line that was lost. Which frames may be numbered at all, and what of them may be seen, is said
in `drivers.lines.masks`.
"""

from __future__ import annotations

from collections.abc import Callable

from controller.game.inputs import Machine
from controller.ports import FrameLine

Tell = Callable[[FrameLine], None]


def no_bytes() -> str:
    """Of what has no bytes, or none that anybody may see."""
    return ""


class HeardFrames:
    """The count of one machine's frames, and who is told of them.

    Attributes:
        number: that of the frame heard last; counted on from what it is set to.
        tell: is called with every line, masked; None costs nothing but the count.
        now_ms: the time of what is heard and said next.
    """

    __slots__ = ("_machine", "now_ms", "number", "tell")

    def __init__(self, machine: Machine) -> None:
        self.number = 0
        self.tell: Tell | None = None
        self.now_ms = 0
        self._machine = machine

    def heard(self, word: str, text: Callable[[], str] = no_bytes) -> int:
        """The frame is counted and told; its number. `text` gives what of its bytes may be seen."""
        self.number += 1
        if self.tell is not None:
            self.tell(FrameLine(self._machine, self.number, self.now_ms, "in", text(), word))
        return self.number

    def said(self, word: str, text: Callable[[], str] = no_bytes, *, way: str = "out") -> None:
        """Something was said to the machine, or it answered no more than yes or no; it has no number."""
        if self.tell is not None:
            self.tell(FrameLine(self._machine, 0, self.now_ms, way, text(), word))

    def went(self, word: str) -> None:
        """Something became of the line itself: silence, a cable, a machine that is back."""
        if self.tell is not None:
            self.tell(FrameLine(self._machine, 0, self.now_ms, "", "", word))
