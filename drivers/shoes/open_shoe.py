"""A shoe that reads each card as it leaves and speaks the open protocol.

Every card comes out face down, once, however often the line repeated it. The lock is a state to reach:
it is asked for again until the shoe reports it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from controller.game.cards import FaceDown
from controller.game.inputs import (
    CardObserved,
    CutCardObserved,
    Machine,
    Observation,
    ShoeObserved,
    UnreadableObserved,
)
from controller.game.requests import LockShoe, Request
from controller.ports import Link
from drivers.lines.messages import Kind
from drivers.lines.noted_session import NotedSession
from drivers.lines.session_types import LOCK_STAYS, USUAL, Timing
from drivers.open_machine import OpenMachine, Speaks

ASK_AGAIN_MS: Final = 500
PATIENCE_MS: Final = 1_500
"""How long a shoe may take to turn its lock; three times it is asked within."""


class OpenShoe(OpenMachine):
    """The driver of a shoe of the open protocol; arguments as of `OpenMachine`."""

    def __init__(
        self,
        link: Link,
        *,
        boot: int,
        timing: Timing = USUAL,
        firmware_sha256: str = "",
        speaks: Speaks = NotedSession,
    ) -> None:
        super().__init__(
            Machine.SHOE, link, boot=boot, timing=timing, firmware_sha256=firmware_sha256, speaks=speaks
        )
        self._wanted: bool | None = None  # the lock the table wants
        self._locked: bool | None = None  # the lock the shoe reported
        self._asked_at_ms = 0
        self._obeyed_ms = 0  # when it last had the lock that the table wanted, or the table changed its mind
        self._left: int | None = None  # cards in the shoe, by its last report
        self._told: dict[int, FaceDown | None] = {}  # of this deck, by the count behind each card
        self._tells_again = False  # it was without power, and has not said yet how it is

    def ask(self, request: Request, now_ms: int) -> None:
        """The shoe is being locked or unlocked; asking twice for the same changes nothing."""
        if isinstance(request, LockShoe) and request.locked is not self._wanted:
            self._wanted = request.locked
            self._obeyed_ms = now_ms
            self._ask_lock(now_ms)
            self._time_answer(now_ms)
            self._flush()

    def _ask_lock(self, now_ms: int) -> None:
        self._asked_at_ms = now_ms
        if self._wanted is not None and self._session.met:
            self._session.send(Kind.LOCK_SHOE, now_ms, locked=self._wanted)

    def _time_answer(self, now_ms: int) -> None:
        """An acknowledgement comes at once; how slow the shoe is shows when its lock has turned."""
        if self._session.met and self._wanted is not None and self._wanted is not self._locked:
            self._session.gauge.asked(now_ms)

    def _meet(self, now_ms: int) -> None:
        self._locked = None
        self._obeyed_ms = now_ms
        self._ask_lock(now_ms)
        self._time_answer(now_ms)

    def _come_back(self) -> None:
        self._tells_again = True

    def _pursue(self, now_ms: int, observations: list[Observation]) -> None:
        if self._wanted is not None and self._wanted is self._locked:
            self._session.gauge.answered(now_ms)
            for code in LOCK_STAYS.values():
                self._end(code, observations)
        due = self._pursue_at_ms
        if due is None or now_ms < due:
            return
        if now_ms - due >= ASK_AGAIN_MS:
            self._obeyed_ms += now_ms - due  # nobody listened: what the shoe answered may wait to be heard
        if self._wanted is not None and now_ms - self._obeyed_ms >= PATIENCE_MS:
            self._end(LOCK_STAYS[not self._wanted], observations)
            self._begin(LOCK_STAYS[self._wanted], observations)
        self._ask_lock(now_ms)

    @property
    def _pursue_at_ms(self) -> int | None:
        if self._wanted is None or self._wanted is self._locked or not self._session.met:
            return None
        return self._asked_at_ms + ASK_AGAIN_MS

    def _hear(self, kind: Kind, values: dict[str, Any], now_ms: int, frame: int) -> Iterable[Observation]:
        observations: list[Observation] = []
        match kind:
            case Kind.CARD_DRAWN | Kind.CARD_UNREADABLE:
                card: FaceDown | None = values.get("card")
                if not self._was_told(card, values["cards_left"]):
                    observations.append(
                        UnreadableObserved(frame) if card is None else CardObserved(card, frame)
                    )
                    self._count(card, values["cards_left"], observations)
            case Kind.CUT_CARD:
                observations.append(CutCardObserved())
            case Kind.SHOE_STATE:
                self._report(values["locked"], values["cards_left"], now_ms, observations)
            case Kind.DECK_ENDED:
                self._report(values["locked"], 0, now_ms, observations)
                self._begin("deck_ended", observations)
            case _:
                observations += self._foreign()
        return observations

    def _hear_malformed(self, kind: int, frame: int) -> Iterable[Observation]:
        """A card left, whatever was to be said of it: one that nobody has read."""
        if kind not in (Kind.CARD_DRAWN, Kind.CARD_UNREADABLE):
            return ()
        if self._left:
            self._left -= 1  # the next count tells whether it did
        return (UnreadableObserved(frame),)

    def _was_told(self, card: FaceDown | None, left: int) -> bool:
        """Whether a shoe that came back from a power cut says again a card that was heard before it.

        It does not know what was heard, and has new numbers; the same card with the same count behind it, out
        of the same deck, is the same card.
        """
        return self._tells_again and left in self._told and self._told[left] == card

    def _count(self, card: FaceDown | None, left: int, observations: list[Observation]) -> None:
        """A card left; the shoe's own count went down by exactly one, or reports are missing."""
        if self._left is not None and left != self._left - 1:
            self._begin("count_mismatch", observations)
        self._left = left
        self._told[left] = card

    def _report(self, locked: bool, left: int, now_ms: int, observations: list[Observation]) -> None:
        before = self._left if self._left is not None else left
        self._tells_again = False
        if left == 0 or left > before:
            self._told.clear()
        if self._locked is self._wanted:
            self._obeyed_ms = now_ms
        self._locked = locked
        self._left = left
        observations.append(ShoeObserved(locked, left))
        if left > before:  # a deck was put in
            self._end("count_mismatch", observations)
            self._end("deck_ended", observations)
        elif 0 < left < before:  # cards left without a report; 0 is a deck taken out
            self._begin("count_mismatch", observations)
        self._end("rebooted", observations)
