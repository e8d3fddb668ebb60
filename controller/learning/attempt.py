"""One attempt at a lesson: a practice table, what is asked at it, and what the learner did otherwise.

The map `told` is what the console's words are made of: names and numbers, no sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.boot.practice import PracticeTable
from controller.game.refusals import Refusal
from controller.learning import score
from controller.learning.asked import HARMLESS, asked, does
from controller.learning.lessons import Due, Lesson, lesson

HESITATES_MS: Final = 12_000
"""Who has done nothing for so long is given the hint."""
STUCK_MS: Final = 20_000
"""Nothing has been asked and nothing has come for so long: the lesson does not go on. Machines and people
that are waited for do something every other second."""
MOVES_MONEY: Final = ("SettleSeat", "RefundSeat")
OVER: Final = Refusal("not_now")


class Attempt:
    """A lesson being learnt, from `now_ms` on. Close it.

    Attributes:
        wrong: how many taps were wrong.
        touches: how many acts were asked of the table.
        over_ms: when it was over, 0 before.
    """

    def __init__(self, number: int, *, attempt: int, pupil: str, now_ms: int, drill: bool = False) -> None:
        """The table has been opened, and the lesson begins."""
        self.lesson: Lesson = lesson(number)
        self.number, self.attempt, self.pupil, self.drill = number, attempt, pupil, drill
        self.wrong = self.touches = self.over_ms = 0
        self._began_ms = self._moved_ms = self._now_ms = now_ms
        self._hint, self._shown, self._at = False, False, 0
        self._named, self._seen, self._seen_ms = "", "", now_ms
        self._sums: dict[int, Due] = {}
        plan = self.lesson
        self.table = PracticeTable(plan, plan.hands, plan.dealer, plan.board, now_ms=now_ms)
        standing = [player.stakes for player in plan.players] if plan.standing else []
        self.table.open(standing, now_ms)

    # --- what the learner does -------------------------------------------------------------------

    def take(self, tap: Mapping[str, Any]) -> Refusal | None:
        """An act is asked of the table; one that was not asked for, or that is refused, is a wrong tap."""
        if self.over_ms:
            return OVER
        view, right = self.table.view(), self.asked()
        refusal = self.table.take(tap)
        self.touches += 1
        act = tap.get("act")
        helps = act in HARMLESS or any(does(tap, wanted) for wanted in right)
        self.wrong += refusal is not None or not helps
        if refusal is None and act in MOVES_MONEY:
            self._sums[tap["seat"]] = moved(view["seats"][tap["seat"] - 1], str(act))
        self._stir()
        if self._is_over():
            self.over_ms = self._now_ms
        return refusal

    def hint(self) -> None:
        """The learner asks for the hint, or puts it away; a drill gives none."""
        self._hint = not self._hint and not self.drill

    def advance(self, now_ms: int) -> None:
        """It is `now_ms`; once the lesson is over its table stands still."""
        if self.over_ms:
            return
        if not self._shown:  # to prepare the table took a while, which is not the learner's
            self._shown, self._began_ms, self._moved_ms, self._seen_ms = True, now_ms, now_ms, now_ms
        self._now_ms = now_ms
        self.table.advance(now_ms)
        right = self.asked()
        asked_now = _name(right)
        seen = asked_now or _as_it_stands(self.table.view())
        if seen != self._seen:
            self._seen, self._seen_ms = seen, now_ms
        if asked_now != self._named:
            self._named = asked_now
            self._stir()
        if now_ms - self._moved_ms >= HESITATES_MS and asked_now and not self.drill:
            self._hint = True
        if self._is_over():
            self.over_ms = now_ms

    def close(self) -> None:
        """Nothing is left of the table."""
        self.table.close()

    def _stir(self) -> None:
        self._moved_ms = self._now_ms
        self._hint = False

    # --- how it stands ---------------------------------------------------------------------------

    def asked(self) -> list[dict[str, Any]]:
        """The acts that are right now, the first of them told; none that the table would refuse."""
        table = self.table
        right = asked(self.lesson, table.view(), table.card_at, table.closing_act)
        return [tap for tap in right if table.takes(tap)]

    @property
    def stuck(self) -> bool:
        """An act off its path has led the lesson to where it has no end: it is only begun anew."""
        return not self.over_ms and self._now_ms - self._seen_ms >= STUCK_MS and not self._named

    @property
    def sums(self) -> int:
        """At how many seats a wrong sum moved; once all is over, also where none did that was due."""
        due = self.lesson.due
        wrong = {seat for seat, moved in self._sums.items() if due.get(seat, Due()) != moved}
        if self.over_ms:
            wrong |= due.keys() - self._sums.keys()
        return len(wrong)

    @property
    def time_ms(self) -> int:
        """How long it lasts, or lasted."""
        return (self.over_ms or self._now_ms) - self._began_ms

    @property
    def points(self) -> int:
        """What it is worth as it stands."""
        par_ms = 1000 * self.lesson.par_s
        return score.points(wrong=self.wrong, sums=self.sums, time_ms=self.time_ms, par_ms=par_ms)

    @property
    def passed(self) -> bool:
        """Over, and good enough."""
        return bool(self.over_ms) and score.passes(self.points, self.sums)

    def _is_over(self) -> bool:
        view = self.table.view()
        if self.lesson.closes:
            return bool(view["phase"] == "closed")
        if view["phase"] != "betting" or view["round"] is None:
            return False
        again = self.lesson.incident and view["round"]["attempt"] > 1
        return bool(
            again or view["round"]["number"] > 1 or (view["round"]["attempt"] > 1 and not self._due_left())
        )

    def _due_left(self) -> bool:
        return bool(self.lesson.due.keys() - self._sums.keys())

    def view(self) -> dict[str, Any]:
        """The console's view, with the lesson in it."""
        return {**self.table.view(), "now_ms": self._now_ms, "lesson": self.told()}

    def told(self) -> dict[str, Any]:
        """The lesson as the screen words it."""
        first = next(iter(self.asked()), None) if not self.over_ms else None
        steps = self.lesson.steps
        if first is not None:
            self._at = self._step(first)
        at = len(steps) if self.over_ms else self._at
        states = ["done" if n < at else "now" if n == at else "next" for n in range(len(steps))]
        return {
            "page": "over" if self.over_ms else "lesson",
            "number": self.number,
            "name": self.lesson.name,
            "attempt": self.attempt,
            "pupil": self.pupil,
            "drill": self.drill,
            "steps": [{"name": step.name, "state": state} for step, state in zip(steps, states, strict=True)],
            "ask": self._facts(first),
            "stuck": self.stuck,
            "hint": self._hint and not self.over_ms,
            "score": self.points,
            "passed": self.passed,
            "wrong": self.wrong,
            "sums": self.sums,
            "time_ms": self.time_ms,
        }

    def _step(self, tap: Mapping[str, Any]) -> int:
        """Which step this act is of: the present one or the next that has it, else the last before."""
        street = self.table.view()["street"]
        found = [n for n, step in enumerate(self.lesson.steps) if step.has(tap, street)]
        later = [n for n in found if n >= self._at]
        return later[0] if later else found[-1] if found else self._at

    def _facts(self, tap: Mapping[str, Any] | None) -> dict[str, Any]:
        """What is asked, with whatever a sentence may say of it; empty while one waits."""
        if tap is None:
            return {}
        facts = dict(tap)
        player = next((one for one in self.lesson.players if one.seat == tap.get("seat")), None)
        if player is not None and tap["act"] == "SetStakes":
            facts["jp1"] = player.jp1
        if tap["act"] in MOVES_MONEY:
            sums = moved(self.table.view()["seats"][tap["seat"] - 1], str(tap["act"]))
            facts |= {"pay_cents": sums.pay, "take_cents": sums.take}
        return facts


def moved(seat: Mapping[str, Any], act: str) -> Due:
    """What this act moves at the seat of a view, in cents: given to it, and taken from it."""
    if act == "RefundSeat":
        return Due(seat["refund_cents"], seat["ante_back_cents"])
    return Due(seat["pay_cents"], seat["take_cents"])


def _name(right: list[dict[str, Any]]) -> str:
    return str(sorted(right[0].items())) if right else ""


def _as_it_stands(view: Mapping[str, Any]) -> str:
    """What may still move at a table where nothing is asked: another text as soon as anything has come."""
    return str([told for name, told in view.items() if name not in ("now_ms", "seq")])
