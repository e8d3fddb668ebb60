"""Of which sessions a question is asked: of a table or all, now, the last days, or between dates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from controller.house.store import Store

DAY_MS: Final = 86_400_000
PERIODS: Final = {"session": 0, "7d": 7, "30d": 30, "year": 366, "all": -1}
OFFSET_MAX: Final = 14 * 60
"""Minutes: no clock on any wall is farther from universal time."""
TIME_MAX: Final = 2**53 - 1
INSTANT_MAX: Final = 253_370_764_800_000
"""The last instant that a question may name: 1 January 9999, which every calendar has in every zone."""
IS_LAST: Final = (
    "NOT EXISTS (SELECT 1 FROM source AS later WHERE later.table_name = source.table_name"
    " AND later.session > source.session)"
)
"""The condition that a session is its table's last."""


class BadQuestion(ValueError):
    """What was asked is no question of this service; one sentence that names key and value."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The sessions asked about.

    Attributes:
        where: the condition on `source` that selects them, with its values in `values`.
        from_ms, to_ms: the instants between which the rows of these sessions count.
        offset_ms: what is added to UTC for the hour of the clock on the wall.
    """

    where: str
    values: tuple[Any, ...]
    from_ms: int
    to_ms: int
    offset_ms: int = 0

    @property
    def sources(self) -> str:
        """A subquery of the numbers of these sessions."""
        return f"(SELECT id FROM source WHERE {self.where})"

    def between(self, column: str) -> str:
        """The condition that a time of theirs lies in the period."""
        return f"{column} >= {self.from_ms} AND {column} < {self.to_ms}"


def number(told: Mapping[str, Any], name: str, default: int, lowest: int, highest: int) -> int:
    """A whole number of the question.

    Raises:
        BadQuestion: it is none, or out of range.
    """
    value = told.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise BadQuestion(f"{name}: a whole number from {lowest} to {highest} is wanted, not {value!r:.40}")
    return value


def instant(told: Mapping[str, Any], name: str, default: int = 0) -> int:
    """An instant of the question, in milliseconds: one that has a date on every wall.

    Raises:
        BadQuestion: it is none, or out of range.
    """
    return number(told, name, default, 0, INSTANT_MAX)


def offset(told: Mapping[str, Any]) -> int:
    """How many minutes the clock on the wall is ahead of universal time.

    Raises:
        BadQuestion: no clock is.
    """
    return number(told, "offset_min", 0, -OFFSET_MAX, OFFSET_MAX)


def text(told: Mapping[str, Any], name: str, default: str = "", most: int = 64) -> str:
    """A text of the question.

    Raises:
        BadQuestion: it is none, or too long.
    """
    value = told.get(name, default)
    if not isinstance(value, str) or len(value) > most or not (value == "" or value.isprintable()):
        raise BadQuestion(f"{name}: printable text of at most {most} characters is wanted")
    return value


def scope_of(db: Store, told: Mapping[str, Any]) -> Scope:
    """The sessions named by `table`, `period` or `from_ms` and `to_ms`, `session`, `offset_min`.

    They are of one kind: where there are real and simulated ones, the real ones, or with `simulated` the
    others. What is played for nothing is never added to what is played for money.

    Days are counted back from the last entry that any journal has, so that a simulated night is as good a
    now as any. A period counts whole rounds, by the instant at which they closed.

    Raises:
        BadQuestion: one of them is not what it should be.
    """
    scope = _named(db, told)
    simulated = told.get("simulated") is True
    kinds = f"SELECT count(DISTINCT simulated) FROM source WHERE {scope.where}"
    if not simulated and db.execute(kinds, scope.values).fetchone()[0] < 2:
        return scope
    return replace(scope, where=f"{scope.where} AND simulated = ?", values=(*scope.values, int(simulated)))


def _named(db: Store, told: Mapping[str, Any]) -> Scope:
    table, period = text(told, "table"), text(told, "period", "session")
    if period not in PERIODS:
        raise BadQuestion(f"period: one of {', '.join(PERIODS)} is wanted, not {period[:40]!r}")
    offset_ms = offset(told) * 60_000
    session = number(told, "session", 0, 0, TIME_MAX)
    from_ms, to_ms = instant(told, "from_ms"), instant(told, "to_ms")
    where: list[str] = ["1 = 1"]
    values: list[Any] = []
    if table:
        where.append("table_name = ?")
        values.append(table)
    if session:
        where.append("session = ?")
        values.append(session)
    elif from_ms or to_ms:
        to_ms = to_ms or INSTANT_MAX
        where.append("last_ms >= ? AND first_ms < ?")
        values += [from_ms, to_ms]
        return Scope(" AND ".join(where), tuple(values), from_ms, to_ms, offset_ms)
    elif PERIODS[period] == 0:
        where.append(IS_LAST)
    elif PERIODS[period] > 0:
        since = _now_ms(db) - PERIODS[period] * DAY_MS
        where.append("last_ms >= ?")
        values.append(since)
        return Scope(" AND ".join(where), tuple(values), since, INSTANT_MAX, offset_ms)
    return Scope(" AND ".join(where), tuple(values), 0, INSTANT_MAX, offset_ms)


def _now_ms(db: Store) -> int:
    return int(db.execute("SELECT coalesce(max(last_ms), 0) FROM source").fetchone()[0])
