"""The driver that listens to an Angel Eye II-EX, and speaks to it only where the house allows it.

Source: facts of public integrations, not the maker's manual.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from controller.game.inputs import Health, HealthObserved, Observation
from controller.ports import Link, LinkUp
from drivers.lines.session_types import LOCK_STAYS
from drivers.shoes.angel_eye_commands import NO_ANSWER, Answer, Commands
from drivers.shoes.angel_eye_reports import OVERDRAW, AngelEyeDecoder
from drivers.shoes.listening import DOUBT_MS, ListeningShoe
from drivers.shoes.reports import (
    COPIES_DISAGREE,
    CardNotRead,
    CardRead,
    Copied,
    Damaged,
    Fault,
    FaultCleared,
    LockReported,
    Report,
    ResultReported,
    Status,
)

GAME_CARDS: Final = 6
"""A game of baccarat takes so many cards at most: with the next one every overdraw has been told."""
CONFIRM_MS: Final = 100
"""How long a card waits for its twin before it is told without: three copies take half of that."""


class AngelEye(ListeningShoe):
    """The driver of an Angel Eye II-EX.

    A card is told when its second copy says the same, or no copy came for `CONFIRM_MS`: the check alone lets
    some damage through. When the first two copies say different things, nobody knows the card.

    Args:
        link: the carrier, 4800 baud unless the unit is set otherwise.
        commands: lock and unlock the shoe as the table wants, and cancel the errors that are expected.
        bcc_includes_stx: how the check of a command is made.
        expected_errors: error codes that our game provokes (overdraw): shown, never a trouble. When one comes
            follows from the first cards (a natural ends the game with four), so it is shown once, with the
            first word of the table to the lock after a whole game was drawn, and until the shoe is switched
            on again.
    """

    model = "Angel Eye II-EX"

    def __init__(
        self,
        link: Link,
        *,
        commands: bool = False,
        bcc_includes_stx: bool = True,
        expected_errors: Sequence[int] = (OVERDRAW,),
    ) -> None:
        self._reading = AngelEyeDecoder()
        self._reading.tells_copies = True
        # A card is three copies of eight bytes: less damage than that was mended.
        super().__init__(link, self._reading, noise_bytes=48, lost_bytes=24)
        self._commands = Commands(bcc_includes_stx=bcc_includes_stx) if commands else None
        self._expected = frozenset(expected_errors)
        self._reading.quiet |= self._expected
        self._alone: CardRead | None = None  # the card that waits for its twin
        self._alone_until_ms = 0
        self._drawn = 0  # cards told since the shoe was switched on
        self._shown = ""  # the expected error that is shown as status
        self._unshown = ""  # one that was heard and is not shown yet
        self._may_show = False

    def receive(self, item: object, now_ms: int) -> list[Observation]:
        """What bytes, `LinkUp` or `LinkDown` mean."""
        if isinstance(item, LinkUp) and self._commands is not None:
            self._commands.forget()
            self._reading.awaited = False
        return super().receive(item, now_ms)

    # --- cards and their twins ---------------------------------------------------------------------

    def _hear(self, report: Report, now_ms: int, observations: list[Observation]) -> None:
        if isinstance(report, Fault) and report.code == COPIES_DISAGREE and self._alone is not None:
            self._alone = None
            super()._hear(CardNotRead(report.frame), now_ms, observations)
        elif not isinstance(report, Damaged | Copied):
            self._tell_alone(now_ms, observations)
        if isinstance(report, CardRead):
            self._alone, self._alone_until_ms = report, now_ms + CONFIRM_MS
        elif isinstance(report, Copied):
            self._tell_alone(now_ms, observations)
        else:
            super()._hear(report, now_ms, observations)

    def _tell_alone(self, now_ms: int, observations: list[Observation]) -> None:
        """The card that waits for its twin waits no longer."""
        card, self._alone = self._alone, None
        if card is not None:
            self._drawn += 1
            super()._hear(card, now_ms, observations)

    # --- what is not a card ------------------------------------------------------------------------

    def _want_lock(self, locked: bool, now_ms: int) -> None:
        self._may_show = bool(self._unshown) and self._drawn > GAME_CARDS
        if self._commands is not None:
            self._commands.want_lock(locked)  # said by the next `tick`, which is due at once

    def _expects(self, code: int | str) -> bool:
        return code in self._expected

    def _follows_cards(self, report: Report) -> bool:
        expected = isinstance(report, Fault | FaultCleared) and self._expects(report.code)
        return expected or isinstance(report, ResultReported) or report == Status("stand_by")

    def _hear_other(self, report: Report, now_ms: int, observations: list[Observation]) -> None:
        if report == Status("start"):
            self._started(now_ms, observations)
        elif isinstance(report, LockReported) and self._commands is not None:
            self._commands.saw_lock(report.locked)

    def _hear_expected(self, code: int | str, active: bool) -> None:
        self._unshown = "" if self._shown else f"error_{code}"
        if active and isinstance(code, int) and self._commands is not None:
            self._commands.cancel(code)

    def _show_expected(self, observations: list[Observation]) -> None:
        """The expected error is shown as status, at a moment that tells nothing of the cards."""
        self._may_show = False
        self._shown, self._unshown = self._unshown, ""
        observations.append(HealthObserved(self.machine, self.health, self._shown))

    def _started(self, now_ms: int, observations: list[Observation]) -> None:
        """The shoe was switched on: what it was told is forgotten, and in mid-deal cards may have gone by."""
        for code in [code for code in self._troubles if code.startswith("error_")]:
            self._end(code, observations)
        if self._shown:
            observations.append(HealthObserved(self.machine, self.health))
        self._shown = self._unshown = ""
        self._drawn = 0
        if self._commands is not None:
            self._commands.started()
        if self._dealing:
            self._begin("rebooted", observations, now_ms + DOUBT_MS)

    def _pursue(self, now_ms: int, observations: list[Observation]) -> None:
        if self._alone is not None and now_ms >= self._alone_until_ms:
            self._tell_alone(now_ms, observations)
        if self._may_show and self.health is Health.UP:
            self._show_expected(observations)
        if self._commands is None or self.health is not Health.UP:
            return
        if self._reading.answers and self._commands.asks_lock:
            self._gauge.answered(now_ms)
        troubles = [self._answered(answer, now_ms) for answer in self._reading.answers]
        for code in LOCK_STAYS.values() if self._commands.lock_obeyed else ():
            self._end(code, observations)
        if self._reading.answers:
            self._end(NO_ANSWER, observations)
            self._reading.answers.clear()
        out, silence = self._commands.next(now_ms)
        for code in (*troubles, silence):
            if code:
                self._begin(code, observations, now_ms + DOUBT_MS)
                self._begin(LOCK_STAYS[self._commands.wants_lock], observations)
        self._reading.awaited = self._commands.awaited
        if out:
            if self._commands.asks_lock:  # the cancelling of an error follows from the cards
                self._gauge.asked_again()
                self._gauge.asked(now_ms)
                self.frames.said("lock_shoe", partial(bytes.hex, out, " "))
            self._link.write(out)

    def _answered(self, answer: Answer, now_ms: int) -> str:
        """The trouble that the answer is, or an empty text."""
        assert self._commands is not None
        if self._commands.asks_lock:
            self.frames.said("refused" if answer.refusal else "acknowledged", way="in")
        return self._commands.hear(answer, now_ms)

    @property
    def _retries(self) -> int:
        return 0 if self._commands is None else self._commands.retries

    @property
    def _pursue_at_ms(self) -> int | None:
        alone_ms = self._alone_until_ms if self._alone is not None else None
        if self._may_show and self.health is Health.UP:
            return 0
        if self._commands is None or self.health is not Health.UP:
            return alone_ms
        dues = [due for due in (alone_ms, self._commands.due_ms) if due is not None]
        return min(dues, default=None)
