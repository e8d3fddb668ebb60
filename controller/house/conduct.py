"""How it was done: alarms, corrections, the hours that a table was there, the hands dealt."""

from __future__ import annotations

from typing import Any, Final

from controller.game.cards import DECK
from controller.game.hands import HandClass
from controller.house.chance import band_of, percentile
from controller.house.fairness import counted, single
from controller.house.looks import looks, rules
from controller.house.pace import tables_of
from controller.house.round_end import BANK
from controller.house.scope import Scope
from controller.house.store import Store

_DEALER: Final = (
    "CASE WHEN kind = 'rectified' THEN coalesce((SELECT round.dealer FROM round WHERE round.source ="
    " correction.source AND round.number = correction.round), correction.dealer) ELSE correction.dealer END"
)
"""A round is put right under who dealt it, whoever deals meanwhile; anything else under who was there."""
TEN_MINUTES_MS: Final = 600_000
BARS_MAX: Final = 200
DEALERS_MAX: Final = 40
CODES_MAX: Final = 12
STOPS_MAX: Final = 50
SHARES: Final = (50, 150, 800)
"""Parts in a thousand that alarms of priority 1, 2 and 3 are meant to have (ISA-18.2)."""


def alarms(db: Store, scope: Scope) -> dict[str, Any]:
    """Alarms by code, most frequent first; by ten minutes; by priority beside the shares that are meant."""
    found = f"FROM alarm WHERE source IN {scope.sources} AND {scope.between('at_ms')}"
    codes = db.query(
        f"SELECT code, min(priority) AS priority, count(*) AS times {found}"
        " GROUP BY code ORDER BY times DESC, code LIMIT ?",
        (*scope.values, CODES_MAX),
    )
    ten = db.query(
        f"SELECT at_ms / {TEN_MINUTES_MS} * {TEN_MINUTES_MS} AS since_ms, count(*) AS times {found}"
        " GROUP BY since_ms ORDER BY since_ms DESC LIMIT ?",
        (*scope.values, BARS_MAX),
    )
    priorities = dict(
        db.execute(f"SELECT priority, count(*) {found} GROUP BY priority", scope.values).fetchall()
    )
    answered = db.query(
        f"SELECT (seen_ms - at_ms) / 1000 AS seconds, count(*) AS times {found} AND seen_ms > 0"
        " GROUP BY seconds ORDER BY seconds",
        scope.values,
    )
    histogram = [(row["seconds"], row["times"]) for row in answered]
    total = sum(priorities.values())
    return {
        "total": total,
        "codes": [[row["code"], row["priority"], row["times"]] for row in codes],
        "ten_minutes": [[row["since_ms"], row["times"]] for row in [*ten][::-1]],
        "priorities": [
            [priority, priorities.get(priority, 0), SHARES[priority - 1]] for priority in (1, 2, 3)
        ],
        "seen_median_s": percentile(histogram, 500),
        "seen_p90_s": percentile(histogram, 900),
        "tables": len(tables_of(db, scope)),
    }


def corrections(db: Store, scope: Scope) -> dict[str, Any]:
    """What was taken back or put right, by dealer, with the rounds that he dealt; by kind for the whole."""
    rounds = dict(
        db.execute(
            f"SELECT dealer, sum(rounds) FROM dealer_count WHERE source IN {scope.sources} GROUP BY dealer",
            scope.values,
        ).fetchall()
    )
    found = db.query(
        f"SELECT {_DEALER} AS who, kind, count(*) AS times FROM correction WHERE source IN {scope.sources}"
        f" AND {scope.between('at_ms')} GROUP BY who, kind ORDER BY who, kind",
        scope.values,
    )
    kinds: dict[str, int] = {}
    by_dealer: dict[str, dict[str, int]] = {dealer: {} for dealer in rounds}
    for row in found:
        kind = row["kind"].partition(".")[0]
        kinds[kind] = kinds.get(kind, 0) + row["times"]
        under = by_dealer.setdefault(row["who"], {})
        under[kind] = under.get(kind, 0) + row["times"]
    order = sorted(by_dealer, key=lambda dealer: (-rounds.get(dealer, 0), dealer))[:DEALERS_MAX]
    return {
        "rounds": sum(rounds.values()),
        "total": sum(kinds.values()),
        "kinds": sorted(([kind, times] for kind, times in kinds.items()), key=lambda one: (-one[1], one[0])),
        "dealers": [
            {
                "dealer": dealer,
                "rounds": rounds.get(dealer, 0),
                "kinds": by_dealer[dealer],
                "times": sum(by_dealer[dealer].values()),
            }
            for dealer in order
        ],
    }


def availability(db: Store, scope: Scope) -> dict[str, Any]:
    """Hours open, hours that nothing could be played in, failures, time between them, time to recover."""
    open_rows = db.query(
        "SELECT table_name, sum(open_ms + CASE WHEN closed_ms < opened_ms THEN last_ms - opened_ms ELSE 0"
        " END) AS open_ms"
        f" FROM source WHERE {scope.where} GROUP BY table_name",
        scope.values,
    )
    opened = {row["table_name"]: row["open_ms"] for row in open_rows}
    rows = list(
        db.query(
            "SELECT table_name, from_ms, to_ms, cause, round FROM table_stop"
            f" WHERE source IN {scope.sources} AND {scope.between('from_ms')}"
            " ORDER BY from_ms DESC, source, cause",
            scope.values,
        )
    )
    told = []
    for name in tables_of(db, scope):
        stops = [row for row in rows if row["table_name"] == name]
        lengths = sorted((row["to_ms"] - row["from_ms"]) // 1000 for row in stops)
        down_ms = sum(row["to_ms"] - row["from_ms"] for row in stops)
        histogram = [(seconds, 1) for seconds in lengths]
        open_ms = opened.get(name, 0)
        told.append(
            {
                "table": name,
                "open_ms": open_ms,
                "down_ms": min(down_ms, open_ms),
                "failures": len(stops),
                "between_ms": open_ms // len(stops) if stops else 0,
                "recovery_median_s": percentile(histogram, 500),
                "recovery_p90_s": percentile(histogram, 900),
            }
        )
    return {
        "tables": told,
        "stops": [
            [row["table_name"], row["from_ms"], row["to_ms"], row["cause"], row["round"]]
            for row in rows[:STOPS_MAX]
        ],
    }


# --- what was dealt ------------------------------------------------------------------------------


def frequencies(db: Store, scope: Scope) -> dict[str, Any]:
    """The bank's hands by class beside the exact chances, the cards seen, and the tests of chance of these
    tables, which have samples of their own (`controller.house.looks`).

    `classes` are `[class, observed, expected in thousandths, low, high, jp1 hands observed]`, the rarest
    classes as one, the band in thousandths of the expectation.
    """
    found = db.query(
        f"SELECT CASE WHEN who = '{BANK}' THEN '{BANK}' ELSE 'jp1' END AS whose, class, sum(times) AS times"
        f" FROM hand_count WHERE source IN {scope.sources} GROUP BY whose, class",
        scope.values,
    )
    seen = {(row["whose"], row["class"]): row["times"] for row in found}
    bank = [seen.get((BANK, int(hand)), 0) for hand in HandClass]
    jp1 = [seen.get(("jp1", int(hand)), 0) for hand in HandClass]
    rounds = sum(bank)
    cards = dict(
        db.execute(
            f"SELECT card, sum(times) FROM card_count WHERE source IN {scope.sources} GROUP BY card",
            scope.values,
        ).fetchall()
    )
    counts = [cards.get(card.text, 0) for card in DECK]
    classes = []
    for one, seen_bank, seen_jp1 in zip(single(), counted(bank), counted(jp1), strict=False):
        low, high = band_of(one.chance, rounds)
        expected = round(1000 * rounds * one.chance)
        classes.append([one.name, seen_bank, expected, round(1000 * low), round(1000 * high), seen_jp1])
    return {
        "hands": rounds,
        "jp1_hands": sum(jp1),
        "classes": classes,
        "cards": [[card.text, count] for card, count in zip(DECK, counts, strict=True)],
        "tests": rules(),
        "looks": [one for table in tables_of(db, scope) for one in looks(db, table)],
    }
