"""A robot that learns: it does what is asked, or something else first, a second after it is asked.

A clumsy one also does what nobody asked for, at any moment, as long as the table takes it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.game.choices import Incident
from controller.game.inputs import INTENTS
from controller.learning.attempt import Attempt
from controller.learning.record import TrainingRecord
from controller.learning.school import Drilled, School
from controller.screens.taps import may_send

START_MS = 1_790_000_000_000
A_SECOND_MS = 1_000
STEP_MS = 250
STEPS_MAX = 4_000
WRONG = {"act": "DeclareIncident", "incident": "evacuation"}

Spoil = Callable[[Attempt, dict[str, Any]], dict[str, Any] | None]
Stray = Callable[[Attempt], dict[str, Any] | None]


def off_the_path(attempt: Attempt) -> list[dict[str, Any]]:
    """Every act that the learner could do now and that is not asked for."""
    view, right = attempt.table.view(), attempt.asked()
    taps = [dict(offer) for offer in view["offers"]]
    if view["primary"] is not None:
        taps.append(dict(view["primary"]["tap"]))
    for incident in Incident:
        taps += [{"act": "DeclareIncident", "incident": incident}, {"act": "ArmVoid", "reason": incident}]
    for seat in range(1, len(view["seats"]) + 1):
        taps += [{"act": "SetStakes", "seat": seat, "ante_cents": 1500, "side_cents": 500}]
        taps += [{"act": act, "seat": seat} for act in ("ContestSeat", "VacateSeat", "ProposeRefund")]
    taps += [{"act": act} for act in ("Undo", "UndoStakes", "ReopenBets", "DisarmVoid", "Pause", "SignOff")]
    once = {str(sorted(tap.items())): tap for tap in taps}
    return [
        tap
        for _, tap in sorted(once.items())
        if tap not in right
        and tap["act"] in INTENTS
        and may_send("dealer", INTENTS[tap["act"]])
        and attempt.table.takes(tap)
    ]


class Robot:
    """One pupil at one lesson; time is what it says.

    Attributes:
        spoil: gives a wrong act to be done before the one that is asked, or None.
        stray: gives an act to be done at this moment, whatever is asked or waited for, or None.
        seen: the names of the acts that were asked, in order.
    """

    def __init__(
        self,
        number: int = 0,
        *,
        drill: bool = False,
        spoil: Spoil = lambda attempt, ask: None,
        record: TrainingRecord | None = None,
    ) -> None:
        self.now_ms = START_MS
        self.record = record or TrainingRecord(None, "07")
        self.drilled: list[Drilled] = []
        self.school = School(
            "07", self.record, now_ms=START_MS, number=number, drill=drill, drilled=self.drilled.append
        )
        self.spoil = spoil
        self.stray: Stray = lambda attempt: None
        self.seen: list[str] = []
        self.press: Callable[[dict[str, Any]], object] = self.school.act
        self.looked: Callable[[], None] = lambda: None
        self.wait(STEP_MS)

    @property
    def attempt(self) -> Attempt:
        """The lesson under way."""
        attempt = self.school.attempt
        assert attempt is not None
        return attempt

    def wait(self, ms: int) -> None:
        """Time passes."""
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            self.now_ms = min(end_ms, self.now_ms + STEP_MS)
            self.school.advance(self.now_ms)

    def play(self, until: str = "") -> Attempt:
        """The lesson has been played to its end, until this act is asked, or until it says it has no end."""
        done: set[str] = set()
        for _ in range(STEPS_MAX):
            attempt = self.attempt
            if attempt.over_ms or attempt.stuck:
                return attempt
            strayed = self.stray(attempt)
            if strayed is not None:
                self.press(strayed)
                self.wait(STEP_MS)
                continue
            right = attempt.asked()
            if not right:
                self.wait(STEP_MS)
                continue
            if until and right[0]["act"] == until:
                return attempt
            self.looked()
            self.wait(A_SECOND_MS)
            right = attempt.asked()
            if attempt.over_ms or not right:  # what comes by itself has come
                continue
            step = attempt.told()["steps"]
            now = next((one["name"] for one in step if one["state"] == "now"), "") + right[0]["act"]
            wrong = self.spoil(attempt, right[0]) if now not in done else None
            done.add(now)
            if wrong is not None:
                self.press(wrong)
                self.wait(STEP_MS)
                continue
            self.seen.append(right[0]["act"])
            self.press(right[0])
        raise AssertionError(f"{self.attempt.lesson.name} has no end; {self.seen[-8:]}: {self.stuck()}")

    def stuck(self) -> str:
        """Where the table stands, for who reads a failure."""
        view = self.attempt.table.view()
        names = ("phase", "street", "held", "turn", "expected", "primary", "to_key", "call")
        return str({name: view[name] for name in names}) + str(self.attempt.asked()[:2])
