"""What a jackpot that was won is worth to its winner, as an inspector reads it (LK-05).

Tables of one book that claim one generation share it: equal parts, to the cent, and the rest is the next
meter's. How many claims stood as the first was paid the journals of all those tables say together. A slip is
prepared for the value that was frozen, and is for the share once the book has said it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from controller.game import events as e
from controller.game.meter.types import AsideAct
from controller.house.inspected_round import Case
from controller.house.jackpot import books
from controller.house.store import Store

_OF_CLAIMS: Final = (
    "WITH claimed AS (SELECT DISTINCT source, round FROM ledger WHERE kind = 'claim')"
    " SELECT ledger.source, ledger.round, ledger.kind, ledger.generation FROM ledger JOIN claimed"
    " ON claimed.source = ledger.source AND claimed.round = ledger.round"
    " WHERE ledger.kind IN ('claim', 'withdrawn', 'award') AND ledger.source IN"
    " (SELECT id FROM source WHERE table_name IN ({marks}) AND simulated = ?)"
    " ORDER BY ledger.book_seq, ledger.source, ledger.seq"
)


def sharers_by(db: Store, sessions: list[dict[str, Any]]) -> dict[int, Mapping[int, int]]:
    """By session of these and generation: how many claims stood as the first was paid, or stand now."""
    found: dict[int, Mapping[int, int]] = {}
    for tables in books(db, bool(sessions[0]["simulated"])):
        mine = [one for one in sessions if one["table_name"] in tables]
        if mine:
            asked = _OF_CLAIMS.format(marks=", ".join("?" * len(tables)))
            shared = _standing(db.query(asked, (*tables, tables.simulated)))
            found |= {one["id"]: shared for one in mine}
    return found


def _standing(rows: Any) -> Mapping[int, int]:
    standing: dict[tuple[int, int], int] = {}
    paid: dict[int, int] = {}
    for row in rows:
        key = row["source"], row["round"]
        if row["kind"] == "claim":
            standing[key] = row["generation"]
        elif row["kind"] == "withdrawn":
            standing.pop(key, None)
        elif key in standing:  # its first prize is the jackpot
            generation = standing[key]
            paid.setdefault(generation, Counter(standing.values())[generation])
    return Counter(standing.values()) | Counter(paid)


def jackpot_cents(case: Case) -> int | None:
    """What was paid of the jackpot to who claimed it, whoever posted it; None where nothing was asked."""
    seats = {event.seat for _, event in case.all(e.ClaimAsked)}
    every = [event for _, event in case.all(e.AwardAsked)]
    if not any(one.kind == "jackpot" for event in every for one in event.awards):
        return None
    asked = [event for event in every if event.seat in seats]
    cents: int = sum(event.cents for _, event in case.all(e.AwardRecorded) if event.seat in seats)
    cents += sum(act.cents for act in _aside(case) if act.seat in seats)
    others: int = sum(one.cents for event in asked for one in event.awards)
    return cents - others


def _aside(case: Case) -> list[AsideAct]:
    """The awards that the book refused for good: they are paid as two persons read them, without it."""
    return [event.act for _, event in case.all(e.ActSetAside) if event.act.kind == "award"]


def sharers(case: Case) -> tuple[int, bool]:
    """How many claims share what the round claimed; whether journals that are here show it, or the table's
    own word alone that others claim.
    """
    claim, seats = case.last(e.ClaimRecorded), {event.seat for _, event in case.all(e.ClaimAsked)}
    if claim is None or any(act.seat in seats for act in _aside(case)):
        return 1, True
    value, generation, own = claim[1].value_cents, claim[1].generation, case.told.opened["table"]
    here = max(1, case.sharers.get(generation, 1))
    told = [
        {own} | {one.table for one in event.claims if one.generation == generation}
        for _, event in case.all(e.ClaimsRead)
    ]
    named = max(map(len, told), default=1)
    if named > here and jackpot_cents(case) == value // named:
        return named, False
    return here, True


def not_on_slip_cents(case: Case, seat: int) -> int:
    """By how much the slip of this seat is for less than it was prepared for: others share the jackpot."""
    claim, paid, (count, _) = case.last(e.ClaimRecorded), jackpot_cents(case), sharers(case)
    if claim is None or not any(event.seat == seat for _, event in case.all(e.ClaimAsked)):
        return 0
    value: int = claim[1].value_cents
    return value - paid if paid is not None and paid == value // count else 0
