"""The hands of the people on the machines of the box, as the simulated people know hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from controller.clock import SystemClock
from drivers.chips.pins import Spot
from drivers.sim.chips import ChipsTwin
from drivers.sim.decks import Stacked
from drivers.sim.faults import Faults
from drivers.sim.machines import SHOE_CELSIUS, SHUFFLER_CELSIUS, Hands
from tests.drivers.virtual_card import VirtualCard
from tests.machine.chip_board import SEATS, ChipBoard
from tests.machine.smart_card import CardSlot
from tests.machine.table_machines import TableMachines


class Reader:
    """The slot of the reader, as the hands know one.

    Args:
        slot: where cards go.
        cards: by what the simulated people call them.
        seen: waits until the table has seen that a card is in, or out.
    """

    due_ms = None

    def __init__(
        self, slot: CardSlot, cards: Mapping[str, VirtualCard], seen: Callable[[bool], None]
    ) -> None:
        self._slot, self._cards, self._seen = slot, cards, seen
        self.inside = ""

    def insert(self, card: str) -> None:
        """The card is in the reader; one that was inside is out."""
        self.remove()
        self._slot.insert(self._cards[card])
        self.inside = card
        self._seen(True)

    def remove(self) -> None:
        """The reader is empty."""
        if self.inside:
            self.inside = ""
            self._slot.remove()
            self._seen(False)

    def jolt(self) -> None:
        """Nothing goes wrong with it."""

    def tick(self, now_ms: int) -> None:
        """Nothing comes of itself."""


class Spots:
    """The board of the JP1 spots, as hands cover them (`drivers.sim.chips.Sensors`)."""

    def __init__(self, board: ChipBoard) -> None:
        self._board = board

    def plug(self, there: bool) -> None:
        """The board is pulled out, or put in again."""
        (self._board.replug if there else self._board.unplug)()

    @property
    def plugged(self) -> bool:
        """Whether the board is in."""
        return self._board.plugged

    def senses(self, spot: Spot) -> bool:
        """What the board alone knows: nobody asks it here."""
        return False

    def cover(self, spot: Spot, covered: bool) -> None:
        """The sensor of the spot is covered or free."""
        (self._board.put if covered else self._board.take)(int(spot))


def hands_on(machines: TableMachines, reader: Reader) -> Hands:
    """The hands of the people on these machines, which are warm."""
    machines.shoe.act(lambda twin, now_ms: twin.warm(SHOE_CELSIUS, now_ms))
    machines.shuffler.act(lambda twin, now_ms: twin.warm(SHUFFLER_CELSIUS, now_ms))
    spots = ChipsTwin(Spots(machines.chips), seats=SEATS)
    nothing = Faults(Random(0), "none")
    decks: list[Stacked] = []
    return Hands(SystemClock(), machines.shoe, machines.shuffler, spots, reader, nothing, decks)  # type: ignore[arg-type]


def restarted(machines: TableMachines, rng: Random) -> None:
    """Shoe and shuffler were switched off and on: the decks still lie in them."""
    for carrier in (machines.shoe, machines.shuffler):
        boot = rng.randrange(1, 1 << 32)
        carrier.act(lambda twin, now_ms, boot=boot: twin.restart(boot, now_ms))
