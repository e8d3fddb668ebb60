"""The looks of the tests of chance at each table: how many hands are needed, have come, and what was found.

A sample is made of the hands of one table in the order in which they were dealt, and is closed by their
number alone; then it is looked at, once, and the next begins. What page, table or period a person looks at
changes no sample: whoever looks again and again sees the same look. Each year (UTC) begins samples anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Final
from weakref import WeakKeyDictionary

from controller.game.cards import DECK
from controller.game.felt import SEATS
from controller.game.hands import HandClass
from controller.house.fairness import POWER, RULES, counted, finds, look
from controller.house.round_end import BANK, COARSE_PARTS, JP1_SEAT
from controller.house.store import Store

YEARS: Final = 2
"""The last look is sought in this year and the one before."""
_OF_A_KIND: Final = (
    "source.simulated = (SELECT min(kind.simulated) FROM source AS kind"
    " WHERE kind.table_name = source.table_name)"
)
"""The real sessions of a table, if it has any: what was dealt by a program says nothing of its cards."""
Part = tuple[int, int]
"""A session's number in the store and a part of it."""
Counted = tuple[int, Part, int]
"""The year of a part, the part, and its hands."""
_Kept = dict[str, tuple[tuple[Any, ...], dict[str, list[Counted]]]]
# Of each store, the parts of the sessions before a table's last, and of what they were added up.
_EARLIER: Final[WeakKeyDictionary[Store, _Kept]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Sample:
    """A full sample: its parts from the first to the last, its hands, which look of its year it is."""

    parts: tuple[Part, ...]
    hands: int
    number: int


def rules() -> dict[str, Any]:
    """Of each test: the hands that a look needs, of how many looks at an honest table one at most accuses it,
    and `[what, thousandths]` by which it has to come more often to be found in nine looks of ten."""
    return {
        test: {
            "needed": rule.least,
            "one_in": rule.one_in,
            "power_percent": round(100 * POWER),
            "finds": [list(one) for one in finds(test, rule.least)],
        }
        for test, rule in RULES.items()
    }


def looks(db: Store, table: str) -> list[dict[str, Any]]:
    """Every test of a table: `{table, test, seat, needed, came, look, last}`; seat 0 but for that of a seat.

    `came` are the hands since the last look, those of the part under way too; `look` is the number that the
    next look will have in its year; `last` the verdict of the last one, its number, and from when to when
    its sessions were; None before the first.
    """
    whole = _parts(db, table)
    if not whole[BANK]:
        return []
    *bank, now = whole[BANK]
    told = [_told(db, table, test, BANK, bank, now[2]) for test in RULES if test != "seat"]
    for seat in SEATS:
        who = f"{JP1_SEAT}{seat}"
        over = [one for one in whole[who] if _over(one[1], now[1])]
        waiting = sum(hands for _, _, hands in whole[who][len(over) :])
        if whole[who]:
            told.append({**_told(db, table, "seat", who, over, waiting), "seat": seat})
    return told


def samples(parts: Sequence[Counted], least: int) -> tuple[Sample | None, int, int]:
    """The last sample that is full, with so many hands at least; the hands since; the next look's number.

    The parts are in the order in which they were dealt.
    """
    last: Sample | None = None
    came, number = 0, 1
    for _, of_year in groupby(parts, lambda one: one[0]):
        gathered: list[Part] = []
        came, number = 0, 1
        for _, part, hands in of_year:
            gathered.append(part)
            came += hands
            if came >= least:
                last = Sample(tuple(gathered), came, number)
                gathered, came, number = [], 0, number + 1
    return last, came, number


def _parts(db: Store, table: str) -> dict[str, list[Counted]]:
    """The hands by part, the bank's and each seat's; the last part of all may be under way.

    Sessions before the last are kept until more of them is read: a year of them takes a while to add up.
    """
    latest = f"SELECT max(session) FROM source WHERE table_name = ? AND {_OF_A_KIND}"
    (last,) = db.execute(latest, (table,)).fetchone()
    (now_ms,) = db.execute("SELECT coalesce(max(last_ms), 0) FROM source").fetchone()
    since = datetime(_year(now_ms) - YEARS + 1, 1, 1, tzinfo=UTC)
    since_ms = round(1000 * since.timestamp())
    read = db.execute(
        "SELECT count(*), sum(id), sum(entries), sum(first_ms) FROM source"
        f" WHERE table_name = ? AND session < ? AND {_OF_A_KIND}",
        (table, last),
    ).fetchone()
    kept = _EARLIER.setdefault(db, {})
    if table not in kept or kept[table][0] != (since_ms, *read):
        kept[table] = ((since_ms, *read), _counted(db, table, since_ms, "session <", last))
    found = {who: [*parts] for who, parts in kept[table][1].items()}
    for who, parts in _counted(db, table, since_ms, "session =", last).items():
        found[who] += parts
    return found


def _counted(db: Store, table: str, since_ms: int, which: str, last: int) -> dict[str, list[Counted]]:
    rows = db.execute(
        "SELECT who, source.id, source.first_ms, part, sum(times) FROM source JOIN hand_count"
        " ON hand_count.source = source.id"
        f" WHERE source.table_name = ? AND source.first_ms >= ? AND {which} ? AND {_OF_A_KIND}"
        " GROUP BY source.session, source.id, who, part ORDER BY source.session, source.id, part, who",
        (table, since_ms, last),
    )
    found: dict[str, list[Counted]] = {who: [] for who in (BANK, *(f"{JP1_SEAT}{seat}" for seat in SEATS))}
    for who, source, first_ms, part, hands in rows.fetchall():
        found[who].append((_year(first_ms), (source, part), hands))
    return found


def _year(at_ms: int) -> int:
    return datetime.fromtimestamp(at_ms / 1000, UTC).year


def _over(coarse: Part, now: Part) -> bool:
    """Whether no round of these parts is to come, the bank's last part being this one."""
    return coarse[0] != now[0] or coarse[1] + COARSE_PARTS <= now[1]


def _told(
    db: Store, table: str, test: str, who: str, parts: Sequence[Counted], waiting: int
) -> dict[str, Any]:
    last, came, number = samples(parts, RULES[test].least)
    return {
        "table": table,
        "test": test,
        "seat": 0,
        "needed": RULES[test].least,
        "came": came + waiting,
        "look": number,
        "last": _verdict(db, test, who, last) if last is not None else None,
    }


def _verdict(db: Store, test: str, who: str, sample: Sample) -> dict[str, Any]:
    of_cards = test in ("deck", "cards")
    question = (
        "SELECT card, sum(times) FROM card_count WHERE source = ? AND part BETWEEN ? AND ? GROUP BY card"
        if of_cards
        else "SELECT class, sum(times) FROM hand_count WHERE source = ? AND part BETWEEN ? AND ? AND who = ?"
        " GROUP BY class"
    )
    counts: Counter[Any] = Counter()
    for source, under in groupby(sample.parts, lambda part: part[0]):
        parts = [part for _, part in under]
        values = (source, parts[0], parts[-1], *(() if of_cards else (who,)))
        counts.update(dict(db.execute(question, values).fetchall()))
    seen = [counts[card.text] for card in DECK]
    found = look(test, sample.hands, seen if of_cards else counted([counts[int(hand)] for hand in HandClass]))
    assert found is not None
    from_ms, to_ms = db.execute(
        "SELECT min(first_ms), max(last_ms) FROM source WHERE id IN (?, ?)",
        (sample.parts[0][0], sample.parts[-1][0]),
    ).fetchone()
    return {**found.told(), "look": sample.number, "from_ms": from_ms, "to_ms": to_ms}
