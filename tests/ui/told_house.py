"""A house without a socket: its memory answers, finds, waits or is contradicted at once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from controller.house.answers import Answers
from controller.house.scope import BadQuestion
from controller.house.store import SLOT_MS
from ui.screen.pit.notes import GRAVE


class Told:
    """The house without a socket."""

    there = True

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.saved: list[dict[str, Any]] = []
        self._kept: dict[str, Any] = {}

    def ask(self, question: Mapping[str, Any]) -> Any:
        key = json.dumps(question, sort_keys=True)
        if key not in self._kept:
            self._kept[key] = self.answers.answer(question)
        return self._kept[key]

    def forget(self, question: Mapping[str, Any]) -> None:
        self._kept.pop(json.dumps(question, sort_keys=True), None)

    def refusal(self, question: Mapping[str, Any]) -> str:
        try:
            self.answers.answer(question)
        except BadQuestion as refused:
            return str(refused)
        return ""

    def tell(self, question: Mapping[str, Any]) -> None:
        self.answers.answer(question)
        self._kept.clear()

    def save(self, question: Mapping[str, Any], folder: Path) -> None:
        self.saved.append(self.answers.answer(question))


class Waiting(Told):
    """The house before its first answer."""

    def ask(self, question: Mapping[str, Any]) -> None:
        return None


FOUND = [
    {"what": "result", "sigmas_percent": -412, "bank_cents": -838_000, "expected_cents": 22_300},
    {"what": "hands", "test": "hands", "of": "straight", "seen": 214, "expected_milli": 144_120}
    | {"surprise": 610, "hands": 3_120},
    {"what": "cards", "test": "cards", "of": "As", "seen": 318, "expected_milli": 420_000}
    | {"surprise": 520, "hands": 3_120},
    {"what": "pace", "rounds_per_hour": 18, "target": 34},
    {"what": "retries", "machine": "shoe", "permille": 14, "frames": 31_204},
]
PLOT_OF = {
    "retries": "machines",
    "result": "result",
    "hands": "frequencies",
    "cards": "frequencies",
    "seat": "frequencies",
    "pace": "rounds_per_hour",
}


class Finding(Told):
    """The house when its figures ask for somebody."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers)
        self.told: list[dict[str, Any]] = []

    def tell(self, question: Mapping[str, Any]) -> None:
        self.told.append(dict(question))

    def ask(self, question: Mapping[str, Any]) -> Any:
        told = super().ask(question)
        if question["ask"] != "notices":
            return told
        more = {"table": "UTH-2", "group": "play", "period": "30d"}
        return {**told, "findings": [{**one, **more, "plot": PLOT_OF[str(one["what"])]} for one in FOUND]}


class Contradicted(Finding):
    """The house when a table tells another past than its witness has, and a journal does not hold."""

    def ask(self, question: Mapping[str, Any]) -> Any:
        told = super().ask(question)
        if question["ask"] == "notices":
            since_ms = 1_795_204_800_000
            place = {"table": "UTH-2", "session": 3, "seq": 18_402, "since_ms": since_ms}
            grave = [{"what": what, **place} for what in GRAVE]
            behind = {"what": "late", "table": "UTH-4", "since_ms": since_ms}
            return {**told, "findings": [*grave, behind, *told["findings"]]}
        if question["ask"] == "integrity":
            return {
                **told,
                "refused": [{"table": "UTH-2", "session": 3, "seq": 18_402, "at_ms": 0, "why": ""}],
            }
        return told


class Counting(Told):
    """The house of a night whose tables go by other names, and whose last round was closed just now."""

    def __init__(self, answers: Answers, names: Sequence[str], now_ms: int) -> None:
        super().__init__(answers)
        self._names, self._now_ms = names, now_ms

    def ask(self, question: Mapping[str, Any]) -> Any:
        told = super().ask(question)
        if question["ask"] != "room":
            return told
        key = "moved"
        if key not in self._kept:
            self._kept[key] = {
                **told,
                "tables": [self._moved(told["tables"], at) for at in range(len(self._names))],
            }
        return self._kept[key]

    def _moved(self, tables: list[dict[str, Any]], at: int) -> dict[str, Any]:
        one = tables[at % len(tables)]
        by_ms = self._now_ms - one["points"][-1][0]
        by_ms -= by_ms % SLOT_MS
        return {
            **one,
            "table": self._names[at],
            "session": 1,
            "unfinished": True,
            "opened_ms": one["opened_ms"] + by_ms,
            "quarters": [[quarter[0] + by_ms, *quarter[1:]] for quarter in one["quarters"]],
            "points": [[point[0] + by_ms, *point[1:]] for point in one["points"]],
        }


class Crowded(Told):
    """The house of so many tables that what was played at each is what all of them played."""

    def __init__(self, answers: Answers, names: Sequence[str]) -> None:
        super().__init__(answers)
        self._names = list(names)
        self._named: dict[int, dict[str, Any]] = {}

    def ask(self, question: Mapping[str, Any]) -> Any:
        of_all = question.get("table") in self._names and "round" not in question
        told = super().ask({**question, "table": ""} if of_all else question)
        if not isinstance(told, dict) or not isinstance(next(iter(told.get("tables", [])), None), str):
            return told
        return self._named.setdefault(id(told), {**told, "tables": self._names})
