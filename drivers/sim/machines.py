"""The machines of one simulated table and the hands that work them.

Every machine is imitated at its own wire and spoken to by its real driver; only the carrier differs:
memory links in virtual time, or serial lines on ptys and mock pins in real time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from controller.clock import Clock
from controller.game.cards import DECK, Card
from controller.game.felt import SEATS_MAX
from controller.ports import Driver
from drivers.chips.chips import Chips
from drivers.chips.pins import GpioLines
from drivers.lines.links import SerialLink
from drivers.lines.noted_session import NotedSession
from drivers.lines.session import Session
from drivers.lines.session_types import CALM, Timing
from drivers.readers.badge import Badge, Holder
from drivers.shoes.open_shoe import OpenShoe
from drivers.shuffler import Shuffler
from drivers.sim.carriers import MemoryCarrier
from drivers.sim.chips import ChipsTwin, MemoryLines, PulledLines, mock_pins
from drivers.sim.decks import Stacked
from drivers.sim.direct_session import DirectSession
from drivers.sim.faults import Faults
from drivers.sim.ptys import PtyCarrier
from drivers.sim.reader import SimulatedReader
from drivers.sim.shoe import ShoeTwin
from drivers.sim.shuffler import ShufflerTwin

Schedule = Callable[[int, Callable[[], None]], None]
COLOURS: Final = ("red", "blue")
SENSOR_PINS: Final = (5, 6, 13, 19, 26, 16, 20)
LAMP_PINS: Final = (17, 27, 22, 10, 9, 11, 0)
REAL_SHUFFLE_MS: Final = 12_000
SHOE_CELSIUS: Final = 34
SHUFFLER_CELSIUS: Final = 41
"""A simulated shuffler in real time is quicker than a real one: the people are too."""


@dataclass(slots=True)
class Hands:
    """The hands of the people on the machines of one table.

    `shoe` and `shuffler` are carriers (memory or pty) of their twins. `stacked` decks are dealt first, in
    order, instead of shuffled ones. With `sorts` a deck goes into the shuffler in one order whatever was
    dealt of it: then the seed alone decides each deck, though people in real time never do quite the same.
    """

    clock: Clock
    shoe: Any
    shuffler: Any
    chips: ChipsTwin
    reader: SimulatedReader
    faults: Faults
    stacked: list[Stacked]
    sorts: bool = False
    _out: list[Card] = field(default_factory=list)
    _colour: str = ""
    _aside: tuple[list[Card], str] | None = None
    _held: list[Card] = field(default_factory=list)

    def draw(self) -> Card | None:
        """A card pulled out of the shoe, or None when it does not come."""
        self.reader.jolt()
        card: Card | None = self.shoe.act(lambda twin, now_ms: twin.draw(now_ms))
        if card is not None:
            self._out.append(card)
        return card

    def deal_by_hand(self) -> Card | None:
        """The next card of the deck, which the hand has taken out of the shoe; None when there is none."""
        if not self._held:
            self._held = self.shoe.act(lambda twin, now_ms: twin.unload(now_ms))
        if not self._held:
            return None
        self._out.append(self._held.pop(0))
        return self._out[-1]

    def put_back(self) -> None:
        """What is left of the deck lies in the shoe again."""
        left, self._held = self._held, []
        if left:
            self.shoe.act(lambda twin, now_ms: twin.load(left, now_ms))

    def shoe_is_empty(self) -> bool:
        """No card is left in the shoe."""
        return bool(self.shoe.twin.cards_left == 0)

    def put_chip(self, seat: int) -> None:
        """A chip laid on the JP1 spot."""
        self.reader.jolt()
        self.chips.put(seat, self.clock.now_ms())

    def take_chip(self, seat: int) -> None:
        """The chip taken off the JP1 spot."""
        self.reader.jolt()
        self.chips.take(seat, self.clock.now_ms())

    def badge(self, card: str | None) -> None:
        """A badge put into the reader, or taken out."""
        self.reader.jolt()
        if card is None:
            self.reader.remove()
        else:
            self.reader.insert(card)

    def badge_inside(self) -> str:
        """The card in the reader, whoever put it there; empty for none."""
        return self.reader.inside

    def change_decks(self, seats: Sequence[int], bettors: Sequence[int]) -> bool:
        """The shuffled deck is in the shoe and the played one in the shuffler; False while not ready.

        The first time both decks are new: one is shuffled while the other waits beside the table. A jam
        is cleared on the way.
        """
        self._unpack()
        if self.shuffler.twin.lid_open and not self.shuffler.twin.jam:
            self.shuffler.act(lambda twin, now_ms: twin.lid(False, now_ms))
        self._feed()
        taken = self.shuffler.act(lambda twin, now_ms: twin.take_out(now_ms)) if self._aside is None else None
        if taken is None:
            self.shuffler.act(lambda twin, now_ms: twin.clear_jam(now_ms))
            return False
        deck, colour = taken
        played = self.shoe.act(lambda twin, now_ms: twin.unload(now_ms)) + self._held + self._out
        self._held = []
        whole = len(played) == len(DECK) and set(played) == set(DECK)
        # A deck that is not whole goes to the chef; one of the same colour takes its place.
        self._aside = (played if whole else list(DECK), self._colour)
        self._feed()
        self._out = []
        self._colour = colour
        dealt = self.stacked.pop(0)(seats, bettors) if self.stacked else deck
        self.shoe.act(lambda twin, now_ms: twin.load(dealt, now_ms))
        return True

    def recover(self, step: str) -> None:
        """A hand does what the console says next after a jam (CS-18)."""
        if step == "open_lid" or step == "close_lid":
            self.shuffler.act(lambda twin, now_ms: twin.lid(step == "open_lid", now_ms))
        elif step.startswith("clear_"):
            self.shuffler.act(lambda twin, now_ms: twin.clear_jam(now_ms))

    def reject_deck(self, colour: str) -> None:
        """The deck of the tray goes to the chef; a new one of this colour goes in, or of its own."""
        taken = self.shuffler.act(lambda twin, now_ms: twin.take_out(now_ms))
        if taken is not None:
            self._aside = (list(DECK), colour or taken[1])
        self._feed()

    def shuffle_by_hand(self, rng: Random) -> str:
        """The deck that was played is shuffled on the felt and in the shoe; its colour."""
        self._unpack()
        played = self.shoe.act(lambda twin, now_ms: twin.unload(now_ms)) + self._out
        deck = sorted(played if len(set(played)) == len(played) == len(DECK) else DECK, key=lambda c: c.code)
        rng.shuffle(deck)
        self._out = []
        self.shoe.act(lambda twin, now_ms: twin.load(deck, now_ms))
        return self._colour

    def show_empty(self) -> None:
        """Both decks are beside the shuffler, its lid is open, and it says that it is empty."""
        self.shuffler.act(lambda twin, now_ms: twin.empty(now_ms))
        self.shuffler.act(lambda twin, now_ms: twin.show_empty(now_ms))
        if self._colour:
            self._aside = (list(DECK), next(colour for colour in COLOURS if colour != self._colour))

    def _unpack(self) -> None:
        """At the beginning both decks are new: one is shuffled while the other waits beside the table."""
        if not self._colour:
            self._colour = COLOURS[1]
            self._aside = (list(DECK), COLOURS[0])

    def _feed(self) -> None:
        """The deck beside the table is in the shuffler, as soon as there is room."""
        if self._aside is not None and self._insert(*self._aside):
            self._aside = None

    def _insert(self, deck: list[Card], colour: str) -> bool:
        """The deck is in the shuffler; False while it is jammed or has no room."""
        cards = sorted(deck, key=lambda card: card.code) if self.sorts else deck
        return bool(self.shuffler.act(lambda twin, now_ms: twin.insert(cards, colour, now_ms)))

    @property
    def due_ms(self) -> int | None:
        """When a machine on memory links does something by itself."""
        earliest_ms: int | None = None
        for machine in (self.shoe, self.shuffler, self.chips, self.reader):
            due_ms = machine.due_ms
            if due_ms is not None and (earliest_ms is None or due_ms < earliest_ms):
                earliest_ms = due_ms
        return earliest_ms

    def tick(self, now_ms: int) -> None:
        """The machines on memory links have done what is due."""
        for machine in (self.shoe, self.shuffler, self.chips, self.reader):
            due_ms = machine.due_ms
            if due_ms is not None and due_ms <= now_ms:
                machine.tick(now_ms)


def machines_in_memory(
    rng: Random,
    clock: Clock,
    schedule: Schedule,
    holders: Mapping[str, Holder],
    faults: Faults,
    stacked: Sequence[Stacked] = (),
    *,
    seats: int = SEATS_MAX,
    direct: bool = False,
    timing: Timing = CALM,
) -> tuple[Hands, tuple[Driver, ...]]:
    """Machines on memory links in virtual time, and their drivers in the order of the console.

    `direct`: shoe and shuffler hand their messages over without bytes (`drivers.sim.direct_session`). The
    night is the same as long as nothing is wrong on a line and no cable is pulled; a fault that needs a line
    can then not be ordered (`drivers.sim.faults.NoLine`). `timing`: how often the hearts on a line beat.
    """
    faults.direct = direct
    boots = [rng.randrange(1, 1 << 32) for _ in range(4)]
    of_the_machine, of_the_table = (DirectSession, DirectSession) if direct else (Session, NotedSession)
    shoe_twin = ShoeTwin(boot=boots[0], faults=faults, speaks=of_the_machine)
    shuffler_twin = ShufflerTwin(rng, boot=boots[1], faults=faults, speaks=of_the_machine)
    shoe = MemoryCarrier(shoe_twin, clock, schedule, faults)
    shuffler = MemoryCarrier(shuffler_twin, clock, schedule, faults)
    lines = MemoryLines(seats=seats)
    reader = SimulatedReader(clock, faults)
    decks = list(stacked)
    hands = Hands(clock, shoe, shuffler, ChipsTwin(lines, faults, seats=seats), reader, faults, decks)
    drivers: tuple[Driver, ...] = (
        Shuffler(
            shuffler.link,
            boot=boots[2],
            timing=timing,
            firmware_sha256=_approved(shuffler),
            speaks=of_the_table,
        ),
        OpenShoe(
            shoe.link, boot=boots[3], timing=timing, firmware_sha256=_approved(shoe), speaks=of_the_table
        ),
        Chips(lines, poll_ms=None, blink=False),
        Badge(reader, holders),
    )
    return hands, drivers


def drivers_in_memory(
    hands: Hands,
    boots: Sequence[int],
    holders: Mapping[str, Holder],
    approved: Sequence[str],
    timing: Timing = CALM,
) -> tuple[Driver, ...]:
    """New drivers of machines on memory links that go on: those of a program that was started again.

    `boots` are two numbers, as a program draws them when it starts; `approved` are the programs of shuffler
    and shoe that the house approved, as `approved_programs` said when the machines were new.
    """
    lines: Any = hands.chips.sensors  # hands cover the very lines that the driver reads
    return (
        Shuffler(hands.shuffler.link, boot=boots[0], timing=timing, firmware_sha256=approved[0]),
        OpenShoe(hands.shoe.link, boot=boots[1], timing=timing, firmware_sha256=approved[1]),
        Chips(lines, poll_ms=None, blink=False),
        Badge(hands.reader, holders),
    )


def machines_on_lines(
    rng: Random,
    clock: Clock,
    folder: Path,
    holders: Mapping[str, Holder],
    faults: Faults,
    stacked: Sequence[Stacked] = (),
    *,
    seats: int = SEATS_MAX,
    left: tuple[ShoeTwin, ShufflerTwin] | None = None,
) -> tuple[Hands, tuple[Driver, ...]]:
    """Machines on ptys and mock pins in real time: pyserial and gpiozero do the talking.

    `folder` gets one symbolic link a serial line. Close the carriers with `unplug_all`. `left` are shoe and
    shuffler that go on while the program is started anew.
    """
    boots = [rng.randrange(1, 1 << 32) for _ in range(4)]
    fresh = ShoeTwin(boot=boots[0], faults=faults)
    shuffling = ShufflerTwin(rng, boot=boots[1], shuffle_ms=REAL_SHUFFLE_MS, faults=faults)
    approved = [twin.identity.firmware_sha256.hex() for twin in (shuffling, fresh)]
    shoe = PtyCarrier(left[0] if left else fresh, folder / "shoe", clock, faults)
    shuffler = PtyCarrier(left[1] if left else shuffling, folder / "shuffler", clock, faults)
    factory, sensors = mock_pins(SENSOR_PINS[:seats])
    lines = sensors.lines = PulledLines(GpioLines(SENSOR_PINS[:seats], LAMP_PINS[:seats], factory))
    reader = SimulatedReader(clock, faults)
    shoe.act(lambda twin, now_ms: twin.warm(SHOE_CELSIUS, now_ms))
    shuffler.act(lambda twin, now_ms: twin.warm(SHUFFLER_CELSIUS, now_ms))
    decks = list(stacked)
    spots = ChipsTwin(sensors, faults, seats=seats)
    hands = Hands(clock, shoe, shuffler, spots, reader, faults, decks, sorts=True)
    drivers: tuple[Driver, ...] = (
        Shuffler(SerialLink(shuffler.url), boot=boots[2], firmware_sha256=approved[0]),
        OpenShoe(SerialLink(shoe.url), boot=boots[3], firmware_sha256=approved[1]),
        Chips(lines),
        Badge(reader, holders),
    )
    return hands, drivers


def approved_programs(hands: Hands) -> tuple[str, str]:
    """The programs that shuffler and shoe have now, SHA-256 in hexadecimal digits."""
    return _approved(hands.shuffler), _approved(hands.shoe)


def _approved(carrier: Any) -> str:
    """The program that the machine has now is the one that the house has approved."""
    return str(carrier.twin.identity.firmware_sha256.hex())


def unplug_all(hands: Hands) -> None:
    """The simulated machines on lines are gone and their threads have ended."""
    hands.shoe.close()
    hands.shuffler.close()
