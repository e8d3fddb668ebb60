"""What the rounds of an inspection come to, round by round, so that none has to be kept.

Of a period the sums, what does not hold and the last line of each requirement are held; of one round every
line of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from controller.game import events as e
from controller.house.inspected_jp1 import OF_JP1
from controller.house.inspected_round import OF_A_ROUND, Case, looked_at, settled_anew
from controller.house.inspected_win import OF_A_WIN, approvals

LINES: Final = (*OF_A_ROUND, *OF_JP1, *OF_A_WIN)
ACTS_MAX: Final = 200
"""Acts that are told, and rounds that come to other cents; all of them are counted."""
_ORDER: Final = {"missing": 0, "outside": 1, "recorded": 2, "recomputed": 3}


class Sums:
    """The answers that rounds add to.

    Args:
        wanted: the number of the round that is asked about; 0 for a period.
    """

    def __init__(self, wanted: int) -> None:
        self._wanted = wanted
        self.rounds = 0
        self._claims = self._frozen = self._posted = self._grown = self._bank = 0
        self._numbers: tuple[int, int] | None = None
        self._acts: list[dict[str, Any]] = []
        self._acts_of, self._two = 0, True
        self._anew = self._seats = self._others = 0
        self._other: list[list[Any]] = []
        self._reasons = Counter[str]()
        self._lines: list[dict[str, Any]] = []
        self._rows: dict[str, dict[str, Any]] = {}

    def take(self, case: Case) -> None:
        """One round more, which is over."""
        self.rounds += 1
        self._book(case)
        self._approve(case)
        self._settle(case)
        if self._wanted:
            self._lines += looked_at(case, LINES)
        else:
            self._require(case)

    def book(self, residual: Mapping[str, Any]) -> dict[str, Any]:
        """The residual of the jackpot, and what these rounds moved in it."""
        return {
            "ok": residual["cents"] == 0 and not residual["seams"],
            "residual_cents": residual["cents"],
            "checks": residual["checks"],
            "claims": self._claims,
            "frozen_cents": self._frozen,
            "posted_cents": self._posted,
            "grown_cents": self._grown,
            "numbers": [*self._numbers] if self._numbers is not None else [],
        }

    def approved(self) -> dict[str, Any]:
        """The acts of these rounds that take two persons, and whether two had their part in each."""
        return {"ok": self._two, "of": self._acts_of, "acts": self._acts}

    def settled(self) -> dict[str, Any]:
        """Every round settled anew from the cards shown; why some cannot be, by reason."""
        return {
            "ok": not self._others and not ({*self._reasons} - {"void", "empty"}),
            "rounds": self._anew,
            "of": self.rounds,
            "seats": self._seats,
            "other": self._other,
            "not_anew": dict(sorted(self._reasons.items())),
            "bank_cents": self._bank,
        }

    def requirements(self) -> list[dict[str, Any]]:
        """Of a round a line a requirement; of a period how many rounds show it, what does not hold first."""
        if self._wanted:
            return self._lines
        return sorted(self._rows.values(), key=lambda row: (row["ok"], _ORDER[row["mark"]], row["id"]))

    def _book(self, case: Case) -> None:
        for _, event in case.told:
            match event:
                case e.ClaimRecorded():
                    self._claims += 1
                    self._frozen += event.value_cents
                case e.AwardRecorded():
                    self._posted += event.cents
                case e.ContributionRecorded():
                    self._grown += event.meter_cents - event.meter_before_cents
            if number := getattr(event, "book_seq", 0):
                least, most = self._numbers or (number, number)
                self._numbers = (min(least, number), max(most, number))

    def _approve(self, case: Case) -> None:
        beside = {"table": case.told.opened["table"], "round": case.told.number, "dealer": case.dealer}
        for found in approvals(case):
            act = {**found, **beside}
            self._acts_of += 1
            self._two = self._two and act["ok"]
            if len(self._acts) < ACTS_MAX:
                self._acts.append(act)

    def _settle(self, case: Case) -> None:
        seats, wrong, why = settled_anew(case)
        self._seats += seats
        if why:
            self._reasons[why] += 1
        else:
            self._anew += 1
            self._others += bool(wrong)
            if wrong and len(self._other) < ACTS_MAX:
                self._other.append([case.told.opened["table"], case.told.number, wrong])
        self._bank += sum(event.bank_cents for _, event in case.all(e.RoundClosed)[-1:])

    def _require(self, case: Case) -> None:
        name = f"{case.told.opened['table']} · {case.told.number}"
        for line in looked_at(case, LINES):
            row = self._rows.setdefault(line["id"], {**line, "rounds": 0, "held": 0, "at": ""})
            row["rounds"] += 1
            row["held"] += line["ok"]
            worse = row["ok"] and not line["ok"]
            if worse or row["ok"] == line["ok"]:
                kept = {one: row[one] for one in ("rounds", "held")}
                row |= {**line, **kept, "at": name, "session": case.told.opened["session"]}
