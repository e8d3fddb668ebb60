"""Of which sessions a question is asked: of a table or all, now, the last days, or between dates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

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
        zone: of the clock on the wall; None is the machine's own.
    """

    where: str
    values: tuple[Any, ...]
    from_ms: int
    to_ms: int
    zone: tzinfo | None = UTC

    @property
    def sources(self) -> str:
        """A subquery of the numbers of these sessions."""
        return f"(SELECT id FROM source WHERE {self.where})"

    def between(self, column: str) -> str:
        """The condition that a time of theirs lies in the period."""
        return f"{column} >= {self.from_ms} AND {column} < {self.to_ms}"

    def begin_ms(self, at_ms: int, step_ms: int) -> int:
        """When the day or hour on the wall began in which this instant lies, the clocks changed or not."""
        wall_ms = (at_ms + ahead_ms(at_ms, self.zone)) // step_ms * step_ms
        return wall_ms - ahead_ms(wall_ms - ahead_ms(at_ms, self.zone), self.zone)

    def wall_sql(self, db: Store, column: str) -> str:
        """The expression that is a time of theirs on the wall, in milliseconds as if the wall kept UTC."""
        told = f"SELECT coalesce(min(first_ms), 0), coalesce(max(last_ms), 0) FROM source WHERE {self.where}"
        since_ms, until_ms = db.execute(told, self.values).fetchone()
        *earlier, (_, last) = _changes(since_ms, until_ms, self.zone)
        if not earlier:
            return f"({column} + {last})"
        cases = " ".join(f"WHEN {column} < {end} THEN {ahead}" for end, ahead in earlier)
        return f"({column} + CASE {cases} ELSE {last} END)"


def ahead_ms(at_ms: int, zone: tzinfo | None) -> int:
    """How far the clock on the wall is ahead of universal time at this instant."""
    ahead = datetime.fromtimestamp(at_ms // 1000, UTC).astimezone(zone).utcoffset() or timedelta()
    return round(ahead.total_seconds()) * 1000


def _changes(since_ms: int, until_ms: int, zone: tzinfo | None) -> list[tuple[int, int]]:
    """Until when the wall was how far ahead, from the first instant to the last, that of the last pair."""
    found, at_ms = list[tuple[int, int]](), since_ms
    while at_ms < until_ms:
        week_ms, ahead = min(at_ms + 7 * DAY_MS, until_ms), ahead_ms(at_ms, zone)
        if ahead_ms(week_ms, zone) != ahead:
            low, high = at_ms, week_ms
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if ahead_ms(middle, zone) == ahead else (low, middle)
            found.append((high, ahead))
        at_ms = week_ms
    return [*found, (until_ms, ahead_ms(until_ms, zone))]


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


def zone_asked(told: Mapping[str, Any]) -> tzinfo | None:
    """The time zone that a question names; None is the machine's own.

    Raises:
        BadQuestion: there is none of this name.
    """
    name = text(told, "zone")
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadQuestion(f"zone: {name[:40]!r} is no time zone") from None


def wall_of(told: Mapping[str, Any]) -> tzinfo | None:
    """The zone of the clock on the wall: by `zone`, or of a question without one always `offset_min` ahead.

    Raises:
        BadQuestion: it is no zone, or no clock is so far ahead.
    """
    ahead = timezone(timedelta(minutes=offset(told)))
    return zone_asked(told) if "zone" in told else ahead


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
    """The sessions named by `table`, `period` or `from_ms` and `to_ms`, `session`, `zone` or `offset_min`.

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
    zone = wall_of(told)
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
        return Scope(" AND ".join(where), tuple(values), from_ms, to_ms, zone)
    elif PERIODS[period] == 0:
        where.append(IS_LAST)
    elif PERIODS[period] > 0:
        since = _now_ms(db) - PERIODS[period] * DAY_MS
        where.append("last_ms >= ?")
        values.append(since)
        return Scope(" AND ".join(where), tuple(values), since, INSTANT_MAX, zone)
    return Scope(" AND ".join(where), tuple(values), 0, INSTANT_MAX, zone)


def _now_ms(db: Store) -> int:
    return int(db.execute("SELECT coalesce(max(last_ms), 0) FROM source").fetchone()[0])
