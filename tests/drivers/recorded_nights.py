"""Bad nights of shuffler, spots and badge reader, made on the simulated ones, recorded as on the floor.

`python -m tests.drivers.recorded_nights` writes them into `tests/golden/captures/`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.clock import VirtualClock
from controller.game.cards import DECK
from controller.game.inputs import Machine, Observation, Role
from controller.ports import Driver, LinkDown, LinkUp
from drivers.chips.chips import Chips
from drivers.readers.badge import Badge, CardDidNotSign, CardReader, CardSigned, CardStrange, Holder
from drivers.readers.card_keys import CardKey
from drivers.recordings.recorded_desk import LinesTap, ReaderTap
from drivers.recordings.recording import Moment, Recording, Tap
from drivers.shuffler import Shuffler
from drivers.sim.carriers import MemoryCarrier
from drivers.sim.chips import ChipsTwin, MemoryLines
from drivers.sim.faults import Faults
from drivers.sim.reader import InProcessReader
from drivers.sim.shuffler import ShufflerTwin
from drivers.sim.timeline import Timeline
from tests.drivers.captures import GOLDEN

CHIPS = "chips_bad_night.recording"
SHUFFLER = "shuffler_bad_night.recording"
BADGE = "badge_bad_night.recording"
PINS = {"sensor_pins": [5, 6, 13, 19, 26, 16, 20], "lamp_pins": [17, 27, 22, 10, 9, 11, 0]}
KEYS = {card: Ed25519PrivateKey.from_private_bytes(bytes([number] * 32)) for number, card in enumerate("abc")}


def public(card: str) -> CardKey:
    return CardKey.parse(KEYS[card].public_key().public_bytes_raw().hex())


REGISTER = {
    "a": Holder("A. Martin", Role.CHEF, public("a")),
    "b": Holder("B. Petit", Role.COMITE, public("b")),
    "c": Holder("C. Roux", Role.CHEF, public("c"), revoked=True),
    "d": Holder("D. Blanc", Role.VIDEO),
}
NAMES = [holder.person for holder in REGISTER.values()]


class SigningReader(InProcessReader):
    """A reader whose cards sign as they are told to: well, by a wrong key, an old challenge, or not."""

    signs = True

    def __init__(self, timeline: Timeline) -> None:
        super().__init__()
        self.how = "signed"
        self._timeline = timeline

    def sign(self, challenge: bytes, ed25519: bool) -> None:
        """The answer is on its way."""
        said: object = CardDidNotSign(challenge, "removed")
        if self.how != "silent":
            key = KEYS["a" if self.how == "forged" else self.inside]
            told = bytes(32) if self.how == "late" else challenge
            said = CardSigned(told, key.sign(challenge))
        self._timeline.schedule(40, lambda: self.tell(said))

    def tell(self, item: object) -> None:
        """The reader delivers this."""
        if self._deliver is not None:
            self._deliver(item)


class Play:
    """A driver in virtual time, with what it saw and what passed its wire."""

    def __init__(self) -> None:
        self.clock = VirtualClock(0)
        self.timeline = Timeline(self.clock)
        self.moments: list[Moment] = []
        self.seen: list[tuple[int, Observation]] = []
        self._driver: Driver | None = None

    def start(self, driver: Driver) -> None:
        self._driver = driver
        driver.start(lambda item: self.see(driver.receive(item, self.clock.now_ms())))

    def see(self, observations: list[Observation]) -> None:
        self.seen += [(self.clock.now_ms(), one) for one in observations]

    def run(self, for_ms: int, hands: Any = None) -> None:
        assert self._driver is not None
        end_ms = self.clock.now_ms() + for_ms
        while True:
            self.timeline.run_due()
            for one in (hands, self._driver):
                if one is not None and one.due_ms is not None and one.due_ms <= self.clock.now_ms():
                    self.see(one.tick(self.clock.now_ms()) or [])
            dues = [self.timeline.due_ms, self._driver.due_ms, hands.due_ms if hands is not None else None]
            next_ms = min([due for due in dues if due is not None], default=end_ms + 1)
            if next_ms > end_ms:
                self.clock.advance_to(end_ms)
                return
            self.clock.advance_to(max(next_ms, self.clock.now_ms()))


def night_of_chips() -> tuple[Recording, Play]:
    """A chip that bounces, a sensor that sticks, a lost edge, and the lines pulled with a chip moved."""
    play, lines, faults = Play(), MemoryLines(("ante_3",)), Faults(Random(4))
    hands = ChipsTwin(lines, faults)
    lines.cover(2, True)  # it lies there when the lines open
    play.start(Chips(LinesTap(lines, play.moments.append, play.clock)))
    play.run(1_013, hands)  # no hand moves at an instant at which the driver tells something

    def moved(act: Callable[[int, int], None], seat: int, fault: str = "", for_ms: int = 1_007) -> None:
        if fault:
            faults.order(fault, Machine.CHIPS)
        act(seat, play.clock.now_ms())
        play.run(for_ms, hands)

    moved(hands.put, 3, "bounce")
    moved(hands.put, 5)
    moved(hands.take, 3, "bounce")
    moved(hands.take, 5, "stick", 70_000)
    lines.cover("ante_3", True)
    play.run(500, hands)
    lines.deaf = True
    moved(hands.put, 6)
    lines.deaf = False
    play.run(2_000, hands)
    lines.plug(False)
    moved(hands.put, 7)
    moved(hands.take, 6)
    lines.plug(True)
    play.run(2_000, hands)
    settings = {**PINS, "others": {"ante_3": 14}}
    return Recording("chips", settings, 7, tuple(play.moments)), play


def night_of_badges() -> tuple[Recording, Play]:
    """Cards that sign, forge, fall silent and answer late; some that nobody knows; a reader pulled out."""
    play = Play()
    reader = SigningReader(play.timeline)
    tap: CardReader = ReaderTap(reader, REGISTER, play.moments.append, play.clock)
    play.start(Badge(tap, REGISTER, table="UTH-9", nonce=lambda: bytes(32)))
    for card, how in [("a", "signed"), ("b", "forged"), ("b", "silent"), ("b", "late"), ("b", "signed")]:
        reader.how = how
        reader.insert(card)
        play.run(4_000)
    for card in ("c", "d", "9999"):
        reader.insert(card)
        play.run(1_000)
    reader.remove()
    reader.tell(CardStrange("no PIV card"))
    play.run(500)
    reader.tell(LinkDown("unplugged"))
    play.run(3_000)
    reader.tell(LinkUp())
    reader.how = "signed"
    reader.insert("a")
    play.run(1_000)
    reader.remove()
    play.run(1_000)
    return Recording("badge", {"reader": "pcsc"}, 7, tuple(play.moments)), play


def night_of_the_shuffler() -> tuple[Recording, Play]:
    """A deck shuffled, one that jams and is counted anew, a frame lost and one damaged, the cable pulled."""
    play, faults = Play(), Faults(Random(4))
    carrier = MemoryCarrier(
        ShufflerTwin(Random(4), boot=0x51, shuffle_ms=3_000, faults=faults),
        play.clock,
        play.timeline.schedule,
        faults,
        latency_ms=1,
    )
    play.start(Shuffler(Tap(carrier.link, play.moments.append, play.clock), boot=7))
    play.run(1_013, carrier)
    carrier.act(lambda twin, now_ms: twin.insert(list(DECK), "red", now_ms))
    play.run(4_007, carrier)
    faults.order("drop", Machine.SHUFFLER)
    carrier.act(lambda twin, now_ms: twin.take_out(now_ms))
    play.run(2_007, carrier)
    faults.order("jam", Machine.SHUFFLER)
    carrier.act(lambda twin, now_ms: twin.insert(list(DECK), "blue", now_ms))
    play.run(4_007, carrier)
    for hand in (
        lambda twin, now_ms: twin.lid(True, now_ms),
        lambda twin, now_ms: twin.clear_jam(now_ms),
        lambda twin, now_ms: twin.lid(False, now_ms),
    ):
        faults.order("corrupt", Machine.SHUFFLER)
        carrier.act(hand)
        play.run(1_007, carrier)
    carrier.unplug()
    play.run(2_007, carrier)
    carrier.replug()
    play.run(8_007, carrier)
    settings = {"driver": "open", "url": "/dev/shuffler"}
    return Recording("shuffler", settings, 7, tuple(play.moments)), play


NIGHTS = {SHUFFLER: night_of_the_shuffler, CHIPS: night_of_chips, BADGE: night_of_badges}


def text_of(recording: Recording) -> str:
    """The recording as `tapis devices record` writes it."""
    return "".join(line + "\n" for line in (recording.head(), *(one.as_line() for one in recording.moments)))


if __name__ == "__main__":
    for name, night in NIGHTS.items():
        (GOLDEN / name).write_text(text_of(night()[0]), encoding="utf-8")
