"""The school: its start page, the lesson under way, and what the keys of both ask.

It is looked at and touched as a table is: `look` gives a view, `act` takes a tap. Taps that begin with
`lesson.` are the school's own, all others are acts at the practice table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from controller.boot.practice import closed_view
from controller.game.refusals import Refusal
from controller.learning.attempt import Attempt
from controller.learning.lessons import DRILL, LESSONS
from controller.learning.record import RecordUnreadable, TrainingRecord

OURS: Final = "lesson."
NOT_NOW: Final = Refusal("not_now")


@dataclass(frozen=True, slots=True)
class Drilled:
    """A drill of the royal that was done, for its certificate."""

    pupil: str
    at_ms: int
    score: int
    passed: bool
    touches: int
    wrong: int
    sums: int
    time_ms: int


class School:
    """Where one pupil learns.

    Args:
        pupil: his name or number, as the record has it.
        record: what he has passed.
        now_ms: the time; every later one is given to `advance`.
        number: the lesson that is opened at once; 0 for the start page.
        drill: it is the drill of the royal; the school is over with it.
        drilled: hears of a drill that was done.

    Attributes:
        left: the pupil has left the school.
        unwritten: why what he did last is not on the record; empty while it is. The school goes on.
    """

    def __init__(
        self,
        pupil: str,
        record: TrainingRecord,
        *,
        now_ms: int,
        number: int = 0,
        drill: bool = False,
        drilled: Callable[[Drilled], None] = lambda done: None,
    ) -> None:
        self.left = False
        self.unwritten = ""
        self._pupil, self._record, self._drilled = pupil, record, drilled
        self._now_ms, self._shown = now_ms, 0
        self._alone = bool(number)
        self._tries: dict[str, int] = {}
        self._noted = False
        self._resting = closed_view(now_ms)
        self._attempt: Attempt | None = None
        if number:
            self._begin(DRILL if drill else number, drill)

    @property
    def attempt(self) -> Attempt | None:
        """The lesson under way, None on the start page."""
        return self._attempt

    def now_ms(self) -> int:
        """The time here."""
        return self._now_ms

    def look(self) -> dict[str, Any]:
        """The console's view; each is another one for whoever counts them."""
        self._shown += 1
        view = self._attempt.view() if self._attempt is not None else self._start()
        return view | {"seq": self._shown}

    def act(self, tap: Mapping[str, Any]) -> Refusal | None:
        """What a key asks is done, or refused."""
        act = str(tap.get("act", ""))
        if not act.startswith(OURS):
            return self._attempt.take(tap) if self._attempt is not None else NOT_NOW
        done: Callable[[Mapping[str, Any]], None] | None = self._acts.get(act.removeprefix(OURS))
        if done is None:
            return NOT_NOW
        done(tap)
        return None

    def advance(self, now_ms: int) -> None:
        """It is `now_ms`: a lesson goes on, and what is over is on the record."""
        self._now_ms = now_ms
        attempt = self._attempt
        if attempt is None:
            return
        attempt.advance(now_ms)
        if attempt.over_ms and not self._noted:
            self._noted = True
            self._note(attempt)

    def close(self) -> None:
        """Nothing is left of the lesson under way."""
        if self._attempt is not None:
            self._attempt.close()
            self._attempt = None

    def _note(self, attempt: Attempt) -> None:
        name = attempt.lesson.name + (".drill" if attempt.drill else "")
        try:
            self._record.add(name, attempt.points, attempt.passed, attempt.over_ms)
            self.unwritten = ""
        except OSError as error:
            self.unwritten = error.strerror or str(error)
        except RecordUnreadable as error:
            self.unwritten = str(error)
        if not attempt.drill:
            return
        points, passed, time_ms = attempt.points, attempt.passed, attempt.time_ms
        counted = attempt.touches, attempt.wrong, attempt.sums
        self._drilled(Drilled(self._pupil, attempt.over_ms, points, passed, *counted, time_ms))

    # --- the keys --------------------------------------------------------------------------------

    def _begin(self, number: int, drill: bool = False) -> None:
        self.close()
        name = LESSONS[number - 1].name + (".drill" if drill else "")
        self._tries[name] = self._tries.get(name, self._record.attempts(name)) + 1
        self._noted = False
        told = {"attempt": self._tries[name], "pupil": self._pupil, "now_ms": self._now_ms, "drill": drill}
        self._attempt = Attempt(number, **told)  # type: ignore[arg-type]  # one map of three kinds

    def _open(self, tap: Mapping[str, Any]) -> None:
        number = tap.get("number")
        if isinstance(number, int) and 1 <= number <= len(LESSONS):
            self._begin(number)

    def _drill(self, tap: Mapping[str, Any]) -> None:
        self._begin(DRILL, drill=True)

    def _hint(self, tap: Mapping[str, Any]) -> None:
        if self._attempt is not None:
            self._attempt.hint()

    def _again(self, tap: Mapping[str, Any]) -> None:
        if self._attempt is not None:
            self._begin(self._attempt.number, self._attempt.drill)

    def _next(self, tap: Mapping[str, Any]) -> None:
        if self._attempt is not None and self._attempt.number < len(LESSONS):
            self._begin(self._attempt.number + 1)

    def _quit(self, tap: Mapping[str, Any]) -> None:
        """Back to the start page; from there, and from a lesson opened alone, out of the school."""
        if self._attempt is None or self._alone:
            self.left = True
        self.close()

    @property
    def _acts(self) -> dict[str, Callable[[Mapping[str, Any]], None]]:
        return {
            "open": self._open,
            "drill": self._drill,
            "hint": self._hint,
            "again": self._again,
            "next": self._next,
            "quit": self._quit,
        }

    def _start(self) -> dict[str, Any]:
        """The start page, on the console of a table that is closed."""
        lessons = []
        for number, one in enumerate(LESSONS, 1):
            known = self._record.of(one.name)
            score, passed = (known.score, known.passed) if known is not None else (-1, False)
            lessons.append({"number": number, "name": one.name, "score": score, "passed": passed})
        drill = self._record.of(f"{LESSONS[DRILL - 1].name}.drill")
        told = {
            "page": "start",
            "pupil": self._pupil,
            "lessons": lessons,
            "drill_ms": drill.at_ms if drill is not None and drill.passed else 0,
        }
        return {**self._resting, "now_ms": self._now_ms, "lesson": told}
