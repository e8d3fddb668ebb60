"""The badge reader of a simulated table: a reader in memory, and its cable."""

from __future__ import annotations

from controller.clock import Clock
from controller.game.inputs import Machine
from controller.ports import Deliver, LinkDown, LinkUp
from drivers.readers.badge import CardIn, CardOut
from drivers.sim.faults import Faults


class InProcessReader:
    """A reader without hardware: `insert` and `remove` are the hand."""

    signs = False
    presence_ms: int | None = None

    def __init__(self) -> None:
        self._deliver: Deliver | None = None
        self.inside = ""

    def open(self, deliver: Deliver) -> None:
        """Deliveries go to `deliver`; a card that is already inside is told."""
        self._deliver = deliver
        deliver(LinkUp())
        if self.inside:
            deliver(CardIn(self.inside))

    def sign(self, challenge: bytes, ed25519: bool) -> None:
        """There is no card that could."""

    def close(self) -> None:
        """Nothing is delivered any more."""
        self._deliver = None

    def insert(self, card: str) -> None:
        """The card is in the reader; one that was inside is out."""
        self.remove()
        self.inside = card
        if self._deliver is not None:
            self._deliver(CardIn(card))

    def remove(self) -> None:
        """The reader is empty."""
        if self.inside and self._deliver is not None:
            self._deliver(CardOut())
        self.inside = ""


class SimulatedReader(InProcessReader):
    """A reader whose cable can be pulled, that can start anew and be slow.

    Args:
        clock: the table's.
        faults: what may happen to it, each time a hand comes near its cable.
    """

    def __init__(self, clock: Clock, faults: Faults | None = None) -> None:
        super().__init__()
        self.machine = Machine.BADGE
        self._clock = clock
        self._faults = faults
        self._told = ""  # the card that the driver believes inside
        self._there = True
        self._silent = False
        self._back_ms: int | None = None

    def open(self, deliver: Deliver) -> None:
        """Deliveries go to `deliver`; a card that is already inside is told."""
        self._deliver = deliver
        if self._there:
            deliver(LinkUp())
        self._told = ""
        self._tell()

    @property
    def plugged(self) -> bool:
        """Whether its cable is in."""
        return self._there

    def plug(self, there: bool) -> None:
        """The reader is pulled out, or put in again; a card inside is told when it is back."""
        if there is self._there:
            return
        self._there = there
        self._told = ""
        if self._deliver is not None:
            self._deliver(LinkUp() if there else LinkDown("unplugged"))
        self._tell()

    def insert(self, card: str) -> None:
        """The card is in the reader; one that was inside is out."""
        self.remove()
        self.inside = card
        self._tell()

    def remove(self) -> None:
        """The reader is empty."""
        self.inside = ""
        self._tell()

    def jolt(self) -> None:
        """A hand came near its cable: what may go wrong with the reader does."""
        if self._faults is None or self._back_ms is not None:
            return
        now_ms = self._clock.now_ms()
        if self._faults.occurs("unplug", self.machine):
            self._back_ms = now_ms + self._faults.reader_away_ms()
            self.plug(False)
        elif self._faults.occurs("reboot", self.machine):
            self._back_ms = now_ms + self._faults.starts_ms()
            self.plug(False)
        elif self._faults.occurs("stall", self.machine):
            self._back_ms = now_ms + self._faults.starts_ms()
            self._silent = True

    def tick(self, now_ms: int) -> None:
        """A reader that is back says so, and what is in it."""
        if self._back_ms is not None and now_ms >= self._back_ms:
            self._back_ms = None
            self._silent = False
            self.plug(True)
            self._tell()

    @property
    def due_ms(self) -> int | None:
        """When it is back, or None."""
        return self._back_ms

    def _tell(self) -> None:
        """What is inside, if the driver does not know it yet and the reader can speak."""
        if self._deliver is None or not self._there or self._silent or self._told == self.inside:
            return
        if self._told:
            self._deliver(CardOut())
        self._told = self.inside
        if self.inside:
            self._deliver(CardIn(self.inside))
