"""What the drivers of shoes that report by themselves have in common: a link, a decoder, and doubts told.

Such a shoe acknowledges nothing, beats no heart and counts no cards. So silence is no loss, and what was
drawn while the cable was out, or behind damage that may have hidden a report, nobody can know: that is
told as `count_unknown`, until a card that is out comes again, which only another deck can bring. At which
card that was is a word about a card face down, so it is told with the table's next word to the lock.
"""

from __future__ import annotations

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
from drivers.lines.gauge import Gauge, port_of
from drivers.lines.port_faults import troubles_after
from drivers.shoes.reports import (
    COPIES_DISAGREE,
    WORDS,
    CardNotRead,
    CardRead,
    CutCardOut,
    Damaged,
    Decoder,
    Fault,
    FaultCleared,
    LockReported,
    Report,
    Status,
)

QUIET_MS: Final = 500
"""A report that is not complete after so long a silence never will be."""
NOISE_MS: Final = 10_000
DOUBT_MS: Final = 60_000
"""How long a trouble is shown that nothing ends."""
FOREIGN_BYTES: Final = 512
COUNT_UNKNOWN: Final = "count_unknown"


class ListeningShoe:
    """A driver of a shoe that talks and is hardly ever spoken to (`controller.ports.Driver`).

    Args:
        link: the carrier.
        decoder: what reads the shoe's bytes, fresh.
        noise_bytes: damage within `NOISE_MS` from which the line is said to be noisy.
        lost_bytes: a run of damage that may have hidden a whole report.
    """

    machine = Machine.SHOE
    model = ""
    """What the shoe is sold as; it does not say so itself."""

    def __init__(self, link: Link, decoder: Decoder, *, noise_bytes: int, lost_bytes: int) -> None:
        self.health = Health.ABSENT
        self._gauge = Gauge()
        self._damages = 0
        self._link = link
        self._decoder = decoder
        self.frames = decoder.frames
        self._noise_bytes = noise_bytes
        self._lost_bytes = lost_bytes
        self._troubles: dict[str, int | None] = {}  # and when each ends by itself
        self._dealing = False  # the table lets cards out
        self._another_deck = False  # a card came again: the doubt about the count is over, and not told yet
        self._doubt_over = False  # and may be told now
        self._same_doubt = False  # since the doubt was told no card left, and the table let none out
        self._out: list[FaceDown] = []  # cards of this deck that left, as far as this can be known
        self._was_up = False
        self._unwatched = False  # the table let cards out while the link was gone
        self._spoke = False  # something whole was heard since the link came
        self._said_at_ms = 0  # when bytes last came
        self._damage = self._damage_at_ms = self._damage_seen = 0

    # --- controller.ports.Driver -------------------------------------------------------------------

    def start(self, deliver: Deliver) -> None:
        """The link is being opened."""
        self._link.open(deliver)

    def stop(self) -> None:
        """The link is closed."""
        self._link.close()

    def receive(self, item: object, now_ms: int) -> list[Observation]:
        """What bytes, `LinkUp` or `LinkDown` mean."""
        observations: list[Observation] = []
        self.frames.now_ms = now_ms
        if isinstance(item, bytes):
            self._said_at_ms = now_ms
            self._hear_all(self._decoder.feed(item), now_ms, observations)
        elif isinstance(item, LinkUp):
            self._plugged(now_ms, observations)
        elif isinstance(item, LinkDown):
            self._unplugged(item, now_ms, observations)
        self._pursue(now_ms, observations)
        return observations

    def tick(self, now_ms: int) -> list[Observation]:
        """What the passing of time means."""
        observations: list[Observation] = []
        self.frames.now_ms = now_ms
        if self._decoder.held_bytes and now_ms >= self._said_at_ms + QUIET_MS:
            self._hear_all(self._decoder.finish(), now_ms, observations)
        for code, end_ms in list(self._troubles.items()):
            if end_ms is not None and now_ms >= end_ms:
                self._end(code, observations)
        if self._doubt_over:
            self._end(COUNT_UNKNOWN, observations)
        self._pursue(now_ms, observations)
        return observations

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted."""
        dues = [self._pursue_at_ms, *self._troubles.values()]
        if self._decoder.held_bytes:
            dues.append(self._said_at_ms + QUIET_MS)
        if self._doubt_over:
            dues.append(0)
        return min([due for due in dues if due is not None], default=None)

    @property
    def figures(self) -> Figures:
        """How the line does; a shoe that is asked nothing answers nothing, and has no latency."""
        known = MachineIdentity(self.machine, self.model, port_of(self._link))
        return self._gauge.figures(retries=self._retries, damaged=self._damages, identity=known)

    def ask(self, request: Request, now_ms: int) -> None:
        """Whether the table deals is known; a shoe that cannot be locked stays as it is."""
        if isinstance(request, LockShoe):
            self._dealing = not request.locked
            self._unwatched = self._unwatched or (self._dealing and self.health is not Health.UP)
            self._doubt_over = self._another_deck
            self._same_doubt = self._same_doubt and request.locked
            self._want_lock(request.locked, now_ms)

    # --- what the driver of one shoe adds ----------------------------------------------------------

    def _want_lock(self, locked: bool, now_ms: int) -> None:
        """The lock that the table wants."""

    def _hear_other(self, report: Report, now_ms: int, observations: list[Observation]) -> None:
        """A report that means something to this shoe alone: its lock, its status."""

    def _expects(self, code: int | str) -> bool:
        """Whether a fault with this code is no trouble at a table of ours."""
        return False

    def _hear_expected(self, code: int | str, active: bool) -> None:
        """A fault that is no trouble: what the driver makes of it."""

    def _follows_cards(self, report: Report) -> bool:
        """Whether the shoe says it because of the values of its cards, so that nobody may see when."""
        return False

    def _pursue(self, now_ms: int, observations: list[Observation]) -> None:
        """Say to the shoe what there is to say."""

    @property
    def _pursue_at_ms(self) -> int | None:
        return None

    @property
    def _retries(self) -> int:
        return 0

    # --- what is heard -----------------------------------------------------------------------------

    def _hear_all(self, reports: list[Report], now_ms: int, observations: list[Observation]) -> None:
        for report in reports:
            self._hear(report, now_ms, observations)
        if self._decoder.damaged_bytes != self._damage_seen:
            self._count_damage(now_ms, observations)

    def _hear(self, report: Report, now_ms: int, observations: list[Observation]) -> None:
        if isinstance(report, Damaged):
            self._damages += 1
            if self._dealing and report.size >= self._lost_bytes:
                self._begin(COUNT_UNKNOWN, observations)
            return
        self._spoke = True
        self._same_doubt = self._same_doubt and not isinstance(report, CardRead | CardNotRead)
        if not self._follows_cards(report):
            self._gauge.heard(WORDS.get(type(report), "unknown"), now_ms)
        self._end("foreign_machine", observations)
        match report:
            case CardRead(card):
                if card in self._out:
                    self._out.clear()
                    self._another_deck = COUNT_UNKNOWN in self._troubles
                self._out.append(card)
                observations.append(CardObserved(card, report.frame))
            case CardNotRead(frame):
                observations.append(UnreadableObserved(frame))
            case CutCardOut():
                observations.append(CutCardObserved())
            case Fault(code, active):
                self._hear_fault(code, active, now_ms, observations)
            case FaultCleared(code):
                self._end(_trouble_of(code), observations)
            case LockReported() | Status():
                self._hear_other(report, now_ms, observations)

    _clears_faults = True
    """Whether the shoe says when a fault is over."""

    def _hear_fault(
        self, code: int | str, active: bool, now_ms: int, observations: list[Observation]
    ) -> None:
        if self._expects(code):
            self._hear_expected(code, active)
        else:
            lasts = active and self._clears_faults and code != COPIES_DISAGREE
            self._begin(_trouble_of(code), observations, None if lasts else now_ms + DOUBT_MS)

    def _count_damage(self, now_ms: int, observations: list[Observation]) -> None:
        """The line is noisy from so much damage on; without a single report something else talks there."""
        new = self._decoder.damaged_bytes - self._damage_seen
        self._damage_seen += new
        self._damage = new + (self._damage if now_ms - self._damage_at_ms < NOISE_MS else 0)
        self._damage_at_ms = now_ms
        if self._damage >= self._noise_bytes:
            self._begin("line_noise", observations, now_ms + NOISE_MS)
        if not self._spoke and self._damage >= FOREIGN_BYTES:
            self._begin("foreign_machine", observations)

    # --- the carrier -------------------------------------------------------------------------------

    def _plugged(self, now_ms: int, observations: list[Observation]) -> None:
        self._port_troubles(LinkUp(), observations)
        self.health = Health.UP
        self._gauge.ups += 1
        self.frames.went("line_up")
        detail = "reconnected" if self._was_up else ""
        observations.append(HealthObserved(self.machine, self.health, detail))
        if self._was_up and self._unwatched:
            self._begin(COUNT_UNKNOWN, observations)
        self._unwatched = False
        self._was_up = True
        self._spoke = False
        self._damage = 0

    def _unplugged(self, down: LinkDown, now_ms: int, observations: list[Observation]) -> None:
        self._port_troubles(down, observations)
        self._hear_all(self._decoder.finish(), now_ms, observations)
        self.health = Health.ABSENT
        self.frames.went("line_absent")
        self._unwatched = self._unwatched or self._dealing
        observations.append(HealthObserved(self.machine, self.health, down.why))

    def _port_troubles(self, item: object, observations: list[Observation]) -> None:
        begun, ended = troubles_after(set(self._troubles), item)
        for code in ended:
            self._end(code, observations)
        for code in begun:
            self._begin(code, observations)

    # --- troubles ----------------------------------------------------------------------------------

    def _begin(self, code: str, observations: list[Observation], end_ms: int | None = None) -> None:
        """The trouble is told, once; it ends by itself at `end_ms`, if given."""
        if code == COUNT_UNKNOWN:
            if not self._same_doubt:
                self._end(code, observations)  # a deal that went on, or another one, is in doubt again
            self._same_doubt = True
        if code not in self._troubles:
            observations.append(TroubleObserved(self.machine, code))
        self._troubles[code] = end_ms

    def _end(self, code: str, observations: list[Observation]) -> None:
        """The end of the trouble is told, if it had begun."""
        if code == COUNT_UNKNOWN:
            self._another_deck = self._doubt_over = False
        if code in self._troubles:
            del self._troubles[code]
            observations.append(TroubleObserved(self.machine, code, active=False))


def _trouble_of(code: int | str) -> str:
    """What the table calls a fault with this code."""
    return COPIES_DISAGREE if code == COPIES_DISAGREE else f"error_{code}"
