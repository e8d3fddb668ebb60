"""A shoe with a barcode scanner on USB: each card's code is read as it leaves, by HID reports.

The scanner has no lock and counts nothing. A code that is no card of the table's list is a card that
could not be read, and a trouble; it is never guessed at. A scanner that says nothing when it cannot read
lets cards pass unseen: set it to say a text then, and name that text in the settings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.game.cards import FaceDown
from controller.game.inputs import (
    CardObserved,
    CutCardObserved,
    Health,
    HealthObserved,
    Machine,
    MachineIdentity,
    Observation,
    TroubleObserved,
    UnreadableObserved,
)
from controller.game.requests import LockShoe, Request
from controller.ports import Deliver, Figures, Link, LinkDown, LinkUp
from drivers.lines import masks
from drivers.lines.frame_numbers import HeardFrames
from drivers.lines.gauge import Gauge, port_of
from drivers.lines.hid_reports import KeyboardReader, PosReader, Reader, Scan, Spoilt
from drivers.lines.port_faults import troubles_after
from drivers.shoes.card_codes import CardCodes

CUT_MS: Final = 500
"""A text that is not ended by then never will be: a scanner types one within 100 ms."""
MODES: Final[dict[str, type[KeyboardReader] | type[PosReader]]] = {
    "keyboard": KeyboardReader,
    "pos": PosReader,
}

_UNKNOWN: Final = "code_unknown"
_SPOILT: Final = "code_spoilt"
_COUNT: Final = "count_unknown"


WORDS: Final[dict[type, str]] = {
    CardObserved: "card_drawn",
    UnreadableObserved: "card_unreadable",
    CutCardObserved: "cut_card",
}
"""What a scan is called among the last words; never its code, nor how long that was."""


class HidScanner:
    """The driver of the scanner (`controller.ports.Driver`).

    Args:
        link: delivers one report at a time: a `UsbLink` that claims what `mode` says.
        codes: the codes of the house's cards.
        mode: `keyboard` or `pos`.

    Attributes:
        frames: the count of the texts that came, each one frame however many reports it took.
        scans, spoilt: how many texts came whole, and how many did not.
    """

    def __init__(self, link: Link, codes: CardCodes, mode: str = "keyboard") -> None:
        self.machine = Machine.SHOE
        self.frames = HeardFrames(Machine.SHOE)
        self.health = Health.ABSENT
        self.scans = 0
        self.spoilt = 0
        self._gauge = Gauge()
        self._link = link
        self._codes = codes
        self._reader: Reader = MODES[mode]()
        self._troubles: set[str] = set()
        self._another_deck = False  # as in `listening`: known, and not told yet
        self._doubt_over = False
        self._same_doubt = False
        self._out: list[FaceDown] = []  # read since the deck was put in, as far as this can be known
        self._begun_ms: int | None = None
        self._dealing = False  # the table lets cards out
        self._unwatched = False  # and did so while the link was gone
        self._was_up = False

    # --- controller.ports.Driver -------------------------------------------------------------------

    def start(self, deliver: Deliver) -> None:
        """The link is being opened."""
        self._link.open(deliver)

    def stop(self) -> None:
        """The link is closed."""
        self._link.close()

    def receive(self, item: object, now_ms: int) -> list[Observation]:
        """What a report, `LinkUp` or `LinkDown` means."""
        observations: list[Observation] = []
        self.frames.now_ms = now_ms
        if isinstance(item, bytes):
            for said in self._read(item):
                self._judge(said, observations)
            for one in observations:
                if (word := WORDS.get(type(one))) is not None:
                    self._gauge.heard(word, now_ms)
            self._begun_ms = now_ms if self._reader.begun else None
        elif isinstance(item, LinkUp):
            observations += self._come_back()
        elif isinstance(item, LinkDown):
            observations += self._gone(item.why)
        if isinstance(item, LinkUp | LinkDown):
            begun, ended = troubles_after(self._troubles, item)
            for code in begun:
                self._begin(code, observations)
            for code in ended:
                self._end(code, observations)
        return observations

    def tick(self, now_ms: int) -> list[Observation]:
        """A text that was begun and never ended is a card that was not read."""
        observations: list[Observation] = []
        self.frames.now_ms = now_ms
        if self._begun_ms is not None and now_ms >= self._begun_ms + CUT_MS:
            self._cut(observations)
        if self._doubt_over:
            self._end(_COUNT, observations)
        return observations

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted."""
        if self._doubt_over:
            return 0
        return None if self._begun_ms is None else self._begun_ms + CUT_MS

    @property
    def figures(self) -> Figures:
        """How the line does: `damaged` are codes that came incomplete."""
        known = MachineIdentity(self.machine, "HID scanner", port_of(self._link))
        return self._gauge.figures(damaged=self.spoilt, identity=known)

    def ask(self, request: Request, now_ms: int) -> None:
        """Whether the table deals is known; a scanner can be asked for nothing."""
        if isinstance(request, LockShoe):
            self._dealing = not request.locked
            self._unwatched = self._unwatched or (self._dealing and self.health is not Health.UP)
            self._doubt_over = self._another_deck
            self._same_doubt = self._same_doubt and request.locked

    # --- inside ------------------------------------------------------------------------------------

    def _read(self, data: bytes) -> Iterator[Scan | Spoilt]:
        """What the reports complete; a replayed capture may deliver several at once."""
        size = self._reader.report_bytes
        for start in range(0, len(data), size):
            said = self._reader.feed(data[start : start + size])
            if said is not None:
                yield said

    def _judge(self, said: Scan | Spoilt, observations: list[Observation]) -> None:
        if isinstance(said, Spoilt):
            self.spoilt += 1
            self._not_read(_SPOILT, self.frames.heard("damaged"), observations)
            return
        self.scans += 1
        self._same_doubt = False
        card = self._codes.card(said.text)
        if card is not None:
            self._count(card, observations)
            observations.append(CardObserved(card, self._heard("card_drawn")))
            self._end(_UNKNOWN, observations)
            self._end(_SPOILT, observations)
        elif said.text == self._codes.cut_card:
            self._heard("cut_card")
            observations.append(CutCardObserved())
        elif said.text == self._codes.no_read:
            observations.append(UnreadableObserved(self._heard("card_unreadable")))
        else:
            self._not_read(_UNKNOWN, self._heard("unknown"), observations)

    def _heard(self, word: str) -> int:
        return self.frames.heard(word, lambda: masks.SCAN)

    def _not_read(self, code: str, frame: int, observations: list[Observation]) -> None:
        observations.append(UnreadableObserved(frame))
        self._begin(code, observations)

    def _count(self, card: FaceDown, observations: list[Observation]) -> None:
        """A card that was out comes again: another deck is being dealt, whatever passed of the last.

        At which card that was is told to nobody: the doubt ends with the table's next word to the lock.
        The last one again is no other deck: it was scanned twice, and the table holds the round.
        """
        if self._out and card == self._out[-1]:
            return
        if card in self._out:
            self._out.clear()
            self._another_deck = _COUNT in self._troubles
        self._out.append(card)

    def _cut(self, observations: list[Observation]) -> None:
        self._begun_ms = None
        said = self._reader.cut()
        if said is not None:
            self._judge(said, observations)

    def _come_back(self) -> list[Observation]:
        self.health = Health.UP
        self._gauge.ups += 1
        self.frames.went("line_up")
        detail = "reconnected" if self._was_up else ""
        observations: list[Observation] = [HealthObserved(self.machine, Health.UP, detail)]
        if self._was_up and self._unwatched:  # nobody knows how many cards passed meanwhile (RC-06)
            self._begin(_COUNT, observations)
        self._was_up, self._unwatched = True, False
        return observations

    def _gone(self, why: str) -> list[Observation]:
        observations: list[Observation] = []
        self._cut(observations)
        if self.health is not Health.ABSENT:
            self.health = Health.ABSENT
            self.frames.went("line_absent")
            self._unwatched = self._unwatched or self._dealing
            observations.append(HealthObserved(self.machine, Health.ABSENT, why))
        return observations

    def _begin(self, code: str, observations: list[Observation]) -> None:
        if code == _COUNT:
            if not self._same_doubt:
                self._end(code, observations)  # a deal that went on, or another one, is in doubt again
            self._same_doubt = True
        if code not in self._troubles:
            self._troubles.add(code)
            observations.append(TroubleObserved(self.machine, code))

    def _end(self, code: str, observations: list[Observation]) -> None:
        if code == _COUNT:
            self._another_deck = self._doubt_over = False
        if code in self._troubles:
            self._troubles.remove(code)
            observations.append(TroubleObserved(self.machine, code, active=False))
