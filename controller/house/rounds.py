"""The rounds that were played, found by time, seat, hand, incident, flag, dealer and amount."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.game.felt import SEATS, SEATS_MAX
from controller.game.hands import HandClass
from controller.house.pace import tables_of
from controller.house.scope import INSTANT_MAX, BadQuestion, Scope, instant, number, scope_of, text
from controller.house.store import Store

ROUNDS_MAX: Final = 200
FLAGS: Final = (
    "voided",
    "jackpot",
    "supervised",
    "keyed",
    "by_hand",
    "unread",
    "contested",
    "jp1_corrected",
    "resumed",
    "alarm",
    "undone",
    "rectified",
)
CENTS_MAX: Final = 10**12
_OF_ROUND: Final = "FROM rectification AS r WHERE r.source = round.source AND r.round = round.number"
RECTIFIED: Final = (
    f"(SELECT count(*) {_OF_ROUND}) AS rectified,"
    f" (SELECT coalesce(sum(r.bank_cents), 0) {_OF_ROUND}) AS rectified_cents"
)
"""What was rectified of a listed round since, beside its own columns."""


def rounds(db: Store, scope: Scope, told: Mapping[str, Any]) -> dict[str, Any]:
    """The newest closed rounds that the filters leave, at most `limit`, and how many there are of all.

    Filters: `seat` (a player sat there), `class` (that seat, or any, showed this hand or a better one),
    `incident` (one was noted), `flag`, `dealer`, `amount_cents` (the bank won or lost, or a prize was, as
    much or more), `jp1` (a JP1 stake lay there), `before_ms` (closed before: the next page).

    Raises:
        BadQuestion: a filter is not what it should be.
    """
    where, values = _filters(told)
    limit = number(told, "limit", 60, 1, ROUNDS_MAX)
    before_ms = instant(told, "before_ms", INSTANT_MAX)
    base = f"FROM table_round AS round WHERE round.source IN {scope.sources}"
    within = f"AND {scope.between('round.closed_ms')}"
    every = db.execute(f"SELECT count(*) {base} {within}", scope.values).fetchone()[0]
    found = every
    if where:
        found = db.execute(
            f"SELECT count(*) {base} {within} AND {' AND '.join(where)}", (*scope.values, *values)
        ).fetchone()[0]
    rows = db.query(
        f"SELECT round.*, {RECTIFIED}"
        f" {base} {within}"
        f" AND {' AND '.join([*where, 'round.closed_ms < ?'])}"
        " ORDER BY round.closed_ms DESC, round.source, round.number DESC LIMIT ?",
        (*scope.values, *values, before_ms, limit),
    )
    tables = tables_of(db, scope_of(db, {"period": "all"}))
    return {"of": every, "found": found, "tables": tables, "rounds": [round_told(row) for row in rows]}


def round_told(row: dict[str, Any]) -> dict[str, Any]:
    """One round as the service says it. `intact`: no entry of it was found altered when it was read."""
    players, jp1 = (_seats(row[name]) for name in ("players", "jp1"))
    best = max((int(one) for one in row["classes"][1:] if one.isdecimal()), default=-1)
    return {
        "table": row["table_name"],
        "session": row["session"],
        "round": row["number"],
        "attempts": row["attempts"],
        "opened_ms": row["opened_ms"],
        "closed_ms": row["closed_ms"],
        "players": players,
        "jp1": jp1,
        "bank_cents": row["bank_cents"],
        "paid_cents": row["paid_cents"],
        "staked_cents": row["staked_cents"],
        "prize_cents": row["prize_cents"],
        "qualified": row["qualified"],
        "best": str(HandClass(best)) if best >= 0 else "",
        "classes": row["classes"],
        "dealer": row["dealer"],
        "incident": row["incident"],
        "flags": [*row["flags"].split(), *(["rectified"] if row["rectified"] else [])],
        "rectified_cents": row["rectified_cents"],
        "first_seq": row["first_seq"],
        "last_seq": row["last_seq"],
        "intact": not row["bad_seq"] or row["bad_seq"] > row["last_seq"],
    }


def _seats(mask: int) -> list[int]:
    return [seat for seat in SEATS if mask & 1 << seat]


def _filters(told: Mapping[str, Any]) -> tuple[list[str], list[Any]]:
    where: list[str] = []
    values: list[Any] = []
    seat = number(told, "seat", 0, 0, SEATS_MAX)
    if seat:
        where.append("players & ? != 0")
        values.append(1 << seat)
    if told.get("jp1") is True:
        where.append("jp1 & ? != 0")
        values.append(1 << seat if seat else -1)
    hand = text(told, "class")
    if hand:
        _at_least(hand, seat, where, values)
    if told.get("incident") is True:
        where.append("incident != ''")
    flag = text(told, "flag")
    if flag:
        if flag not in FLAGS:
            raise BadQuestion(f"flag: one of {', '.join(FLAGS)} is wanted, not {flag!r}")
        if flag == "rectified":
            where.append(f"EXISTS (SELECT 1 {_OF_ROUND})")
        else:
            where.append("(' ' || flags || ' ') LIKE ?")
            values.append(f"% {flag} %")
    dealer = text(told, "dealer")
    if dealer:
        where.append("round.dealer = ?")
        values.append(dealer)
    amount = number(told, "amount_cents", 0, 0, CENTS_MAX)
    if amount:
        where.append("(abs(bank_cents) >= ? OR prize_cents >= ?)")
        values += [amount, amount]
    if told.get("from_ms") is None and told.get("since_ms"):
        where.append("round.closed_ms >= ?")
        values.append(instant(told, "since_ms"))
    return where, values


def _at_least(hand: str, seat: int, where: list[str], values: list[Any]) -> None:
    """A hand of this class or a better one was shown, at the seat if one is named."""
    try:
        least = HandClass.parse(hand)
    except ValueError:
        raise BadQuestion(f"class: no hand is called {hand!r}") from None
    if seat:
        where.append("substr(classes, ?, 1) BETWEEN ? AND '9'")
        values.extend((seat + 1, str(int(least))))
        return
    shown = [f"substr(classes, {one + 1}, 1) BETWEEN ? AND '9'" for one in SEATS]
    where.append(f"({' OR '.join(shown)})")
    values.extend([str(int(least))] * len(shown))
