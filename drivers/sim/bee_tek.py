"""A Bee-Tek shoe, imitated at the wire: it talks, hears nothing, and has no lock that a line could turn."""

from __future__ import annotations

from controller.game.cards import Card
from drivers.sim.faults import Faults
from drivers.sim.reporting_twin import ReportingTwin

MODES = ("Manual Burn Cards", "Game")


class BeeTekTwin(ReportingTwin):
    """The shoe.

    Args:
        mode: what its key switch is turned to.
        suit_first: whether it says `H3` for the three of hearts.
        gap_ms: time between a message and the next.
        faults: what may go wrong, or None.
    """

    def __init__(
        self,
        *,
        mode: str = MODES[0],
        suit_first: bool = False,
        gap_ms: int = 20,
        faults: Faults | None = None,
    ) -> None:
        super().__init__(gap_ms, faults)
        self.mode = mode
        self._suit_first = suit_first

    def alarm(self, code: str, words: str, now_ms: int) -> None:
        """The shoe says that something is wrong with it."""
        self._tell(f"[{self.mode}]<Alarm:{code} {words}>\r\n".encode("ascii"), now_ms)

    def warn(self, code: int, now_ms: int) -> None:
        """The shoe warns."""
        self._tell(f"<W0x{code:02X}>\r\n".encode("ascii"), now_ms)

    def _tell_card(self, read: Card | None, now_ms: int) -> None:
        said = "Game"
        if read is not None:
            rank, suit = read.text[0], read.text[1].upper()
            said = f"Card:{suit + rank if self._suit_first else rank + suit}"
        self._tell(f"[{self.mode}]<{said}>\r\n".encode("ascii"), now_ms)
