"""The registers of the tables: results by session and day, decks, orphelins (art. 39-41, 69, 72)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import tzinfo
from itertools import groupby
from typing import Final

from controller.game import events as e
from controller.game.meter.types import CorrectionReason
from controller.registers.reading import Session
from controller.registers.register import (
    BEGINNING,
    CORRECTS,
    LINKS,
    SUM,
    Column,
    Register,
    Row,
    entry_id,
    link_back,
    started,
)
from controller.registers.sittings import Sitting, sittings_of
from controller.words.instants import day

_JP1: Final = (
    Column("jp1_stakes", "int"),
    Column("jp1_staked_cents", "cents"),
    Column("jp1_to_meter_cents", "cents"),
    Column("jp1_prize_cents", "cents"),
)
"""JP1 money in columns of its own: its tax treatment is accounting's to decide (AC-06, AC-13)."""
_RESULTS_PAPER: Final = (
    "id",
    "day",
    "carnet",
    "dealer",
    "rounds",
    "minimum_cents",
    "advances_cents",
    "encaisse_cents",
    "result_cents",
    "rectification_cents",
    "orphans_cents",
    "signed_by",
    "jp1_staked_cents",
    "jp1_prize_cents",
    "residual_cents",
)


def table_results(sessions: list[Session], zone: tzinfo | None) -> Register:
    """The result of every sitting: carnet modèle 10.

    A change of the minimum or of the rules opens a new carnet (art. 53); it is named after its first session.
    """
    made = Register(
        "table-results",
        ("Résultats par séance", "Results by session"),
        "modèle 10",
        (
            *BEGINNING,
            Column("carnet"),
            Column("day", "day"),
            Column("closed_ms", "time"),
            Column("opened_by"),
            Column("closed_by"),
            Column("round", "int"),
            Column("seat", "int"),
            Column("dealer"),
            Column("minimum_cents", "cents"),
            Column("maximum_cents", "cents"),
            Column("rounds", "int"),
            Column("voided", "int"),
            Column("advances_cents", "cents"),
            Column("encaisse_cents", "cents"),
            Column("result_cents", "cents"),
            Column("by_rounds_cents", "cents"),
            Column("rectified_cents", "cents"),
            Column("rectification_cents", "cents"),
            Column("orphans_cents", "cents"),
            Column("signed_by"),
            *_JP1,
            Column("meter_start_cents", "cents"),
            Column("meter_cents", "cents"),
            Column("residual_cents", "cents"),
            Column("jp1_chips_counted", "int"),
            Column("jp1_chips_registered", "int"),
            Column("certified_by"),
            Column("rules"),
            Column("head"),
            *LINKS,
        ),
        _RESULTS_PAPER,
        sums=(
            *("rounds", "advances_cents", "encaisse_cents", "result_cents", "rectification_cents"),
            *("orphans_cents", "jp1_staked_cents", "jp1_prize_cents", "residual_cents"),
        ),
    )
    carnets: dict[str, tuple[str, tuple[int, str]]] = {}
    for session in sessions:
        for sitting in sittings_of(session):
            terms = (sitting.minimum_cents, session.opening.profile_digest)
            known = carnets.get(session.opening.table)
            if known is None or known[1] != terms:
                carnets[session.opening.table] = (session.name, terms)
            carnet = carnets[session.opening.table][0]
            result = _result(session, sitting, carnet, zone)
            made.rows += [result, *_rectified(session, sitting, result)]
    link_back(made.rows)
    return made


def _rectified(session: Session, sitting: Sitting, result: Row) -> Iterator[Row]:
    """Each rectification in red below the result that takes it in, under the dealer whose round it was.

    Its amount is in a column of its own: the sitting's has their sum (AC-10; art. 36, 68).
    """
    for one in sitting.rectified:
        yield {
            **started(session, None, one.at_ms, one.seq),
            **{key: result[key] for key in ("carnet", "day")},
            "round": one.round,
            "seat": one.seat,
            "dealer": one.dealer,
            "rectification_cents": one.bank_cents,
            "signed_by": one.persons,
            "corrects": result["id"],
        }


def _result(session: Session, sitting: Sitting, carnet: str, zone: tzinfo | None) -> Row:
    told = sitting.result
    count = sitting.closing
    return {
        **started(session, None, sitting.opened_ms, sitting.seq),
        "carnet": carnet,
        "day": day(sitting.opened_ms, zone),
        "closed_ms": sitting.closed_ms or None,
        "opened_by": sitting.chef,
        "closed_by": sitting.closed_by,
        "minimum_cents": sitting.minimum_cents,
        "maximum_cents": sitting.maximum_cents,
        "rounds": sitting.rounds,
        "voided": sitting.voided,
        "advances_cents": told.advances_cents if told is not None else None,
        "encaisse_cents": told.encaisse_cents if told is not None else None,
        "result_cents": told.result_cents if told is not None else None,
        "by_rounds_cents": sitting.bank_cents,
        "rectified_cents": sitting.rectified_cents if sitting.rectified else None,
        "orphans_cents": sitting.orphans_cents or None,
        "signed_by": [one.person for one in count.signed] if count is not None else [],
        **_jp1(sitting),
        "meter_start_cents": (told or sitting).meter_start_cents,
        "meter_cents": (told or sitting).meter_cents,
        "residual_cents": told.residual_cents if told is not None else None,
        "jp1_chips_counted": sitting.jp1_chips[0] if sitting.jp1_chips is not None else None,
        "jp1_chips_registered": sitting.jp1_chips[1] if sitting.jp1_chips is not None else None,
        "certified_by": sitting.certified_by,
        "rules": session.opening.profile_digest[:16],
        "head": session.head.hash,
    }


def _jp1(sitting: Sitting) -> dict[str, int]:
    refunded = sitting.jp1_refunded
    return {
        "jp1_stakes": sitting.jp1_stakes - refunded,
        "jp1_staked_cents": sitting.jp1_staked_cents - refunded * sitting.jp1_stake_cents,
        "jp1_to_meter_cents": sitting.jp1_contributed_cents,
        "jp1_prize_cents": sitting.jp1_paid_cents,
    }


def day_totals(results: Register) -> Register:
    """The totals of each day over all tables: register modèle 12. A sitting belongs to the day it began."""
    sums = (
        *("rounds", "advances_cents", "encaisse_cents", "result_cents"),
        *("by_rounds_cents", "rectified_cents", "orphans_cents"),
    )
    jp1 = tuple(column.key for column in _JP1)
    made = Register(
        "day-totals",
        ("Totaux par jour", "Totals by day"),
        "modèle 12",
        (
            Column("day", "day"),
            Column("tables"),
            Column("sittings", "int"),
            Column("open", "int"),
            *(column for column in results.columns if column.key in sums),
            *_JP1,
        ),
        (
            "day",
            "tables",
            "sittings",
            "open",
            "rounds",
            "advances_cents",
            "encaisse_cents",
            "result_cents",
            "rectified_cents",
            "orphans_cents",
            "jp1_stakes",
            "jp1_staked_cents",
            "jp1_to_meter_cents",
            "jp1_prize_cents",
        ),
        sums=(
            *("sittings", "open", *sums[:4], "rectified_cents", "orphans_cents"),
            *(column.key for column in _JP1),
        ),
    )
    days: dict[str, Row] = {}
    for row in results.rows:
        if row.get(CORRECTS):
            continue  # in the sum of its sitting
        found = days.setdefault(
            row["day"],
            {"day": row["day"], "tables": [], "sittings": 0, "open": 0, **dict.fromkeys(sums + jp1, 0)},
        )
        found["sittings"] += 1
        found["open"] += row["result_cents"] is None
        if row["table"] not in found["tables"]:
            found["tables"].append(row["table"])
        for key in (*sums, *jp1):
            found[key] += row[key] or 0
    made.rows = [days[name] for name in sorted(days)]
    return made


def count_register(sessions: list[Session]) -> Register:
    """Avances and encaisse by denomination, with who signed them (art. 43, 49; AC-01)."""
    made = Register(
        "cash-counts",
        ("Avances et encaisses", "Floats and closing counts"),
        "art. 43, 49",
        (
            *BEGINNING,
            Column("purpose", "code"),
            Column("piece_cents", "cents"),
            Column("pieces", "int"),
            Column("cents", "cents"),
            Column("signed_by"),
            Column("given_up_by"),
        ),
        ("id", "at_ms", "table", "purpose", "piece_cents", "pieces", "cents", "signed_by", "given_up_by"),
        on_paper=_summed,
    )
    for session in sessions:
        for sitting in sittings_of(session):
            begun: Counter[str] = Counter()
            for count in sitting.counts:
                begun[count.purpose] += 1
                nth = begun[count.purpose]
                named = count.purpose if nth == 1 else f"{count.purpose}.{nth}"
                made.rows += [
                    {
                        **started(session, None, count.at_ms, sitting.seq),
                        "id": f"{entry_id(session, sitting.seq)}/{named}/{piece}",
                        "purpose": count.purpose,
                        "piece_cents": piece,
                        "pieces": number,
                        "cents": piece * number,
                        "signed_by": [one.person for one in count.signed],
                        "given_up_by": count.given_up_by,
                    }
                    for piece, number in sorted(count.pieces.items(), reverse=True)
                    if number
                ]
    return made


def _summed(rows: list[Row]) -> list[Row]:
    """Under the pieces of each count what they come to."""
    told: list[Row] = []
    for count, pieces in groupby(rows, key=lambda row: str(row["id"]).rpartition("/")[0]):
        counted = list(pieces)
        cents = sum(row["cents"] for row in counted)
        told += [*counted, {SUM: True, "id": count, "purpose": counted[0]["purpose"], "cents": cents}]
    return told


# --- decks ---------------------------------------------------------------------------------------


def deck_register(sessions: list[Session]) -> Register:
    """The life of every deck by its serial number, one row for each sitting it lay at: carnet modèle 19."""
    made = Register(
        "decks",
        ("Vie des jeux de cartes", "Life of the decks"),
        "modèle 19",
        (
            *BEGINNING,
            Column("serial"),
            Column("colour", "code"),
            Column("counted", "int"),
            Column("rounds", "int"),
            Column("first_round", "int"),
            Column("last_round", "int"),
            Column("blocked", "codes"),
            Column("examined_by"),
            Column("stored_by"),
            Column("closed_ms", "time"),
        ),
        (
            "id",
            "at_ms",
            "serial",
            "colour",
            "counted",
            "rounds",
            "first_round",
            "last_round",
            "blocked",
            "examined_by",
            "stored_by",
            "closed_ms",
        ),
    )
    for session in sessions:
        for sitting in sittings_of(session):
            made.rows += _deck_rows(session, sitting)
    made.rows.sort(key=lambda row: (row["serial"], row["at_ms"], row["colour"]))
    return made


def _deck_rows(session: Session, sitting: Sitting) -> Iterator[Row]:
    dealt, counted, blocked = _dealt(session, sitting)
    colours = sorted({*sitting.serials, *dealt, *counted, *blocked} - {""})
    for colour in colours:
        rounds = dealt.get(colour, [])
        yield {
            **started(session, None, sitting.opened_ms, sitting.seq),
            "id": f"{entry_id(session, sitting.seq)}/{colour}",
            "serial": sitting.serials.get(colour, ""),
            "colour": colour,
            "counted": counted.get(colour),
            "rounds": len(rounds),
            "first_round": rounds[0] if rounds else None,
            "last_round": rounds[-1] if rounds else None,
            "blocked": blocked.get(colour, []),
            "examined_by": sitting.ticked.get("decks_examined", ""),
            "stored_by": sitting.ticked.get("decks_stored", ""),
            "closed_ms": sitting.closed_ms or None,
        }


def _dealt(
    session: Session, sitting: Sitting
) -> tuple[dict[str, list[int]], dict[str, int], dict[str, list[str]]]:
    """Rounds dealt with each colour, cards counted of it, and why it was not dealt."""
    dealt: dict[str, list[int]] = {}
    counted: dict[str, int] = {}
    blocked: dict[str, list[str]] = {}
    now, tray = 0, ""
    for told in session.entries:
        event = told.event
        if sitting.closed_ms and told.at_ms > sitting.closed_ms:
            break
        match event:
            case e.OpeningBegun():
                counted.clear()
            case e.DeckCounted() | e.DeckDeclared():
                counted[event.colour] = event.count
            case e.ShufflerChanged():
                tray = event.deck_out or event.deck_in
                if event.deck_out and event.shuffled:
                    counted[event.deck_out] = event.count
            case e.RoundOpened():
                now = event.round
            case e.DealBegun() if told.seq > sitting.seq and event.deck:
                rounds = dealt.setdefault(event.deck, [])
                if now not in rounds:
                    rounds.append(now)
            case e.DeckBlocked() if told.seq > sitting.seq:
                blocked.setdefault(tray, []).append(f"{event.cause} ({now})")
            case e.IncidentReported() if told.seq > sitting.seq and event.deck:
                blocked.setdefault(event.deck, []).append(f"{event.kind} ({event.round})")
    return dealt, counted, blocked


def orphan_register(sessions: list[Session]) -> Register:
    """Stakes that nobody claimed, as chefs booked them: carnet modèle 11 bis (art. 41).

    With them the increment of a jackpot that was stopped for it, as two persons booked it (PM-14): it was in
    no float, so no result of a table has it.
    """
    made = Register(
        "orphans",
        ("Orphelins", "Orphan stakes"),
        "modèle 11 bis",
        (*BEGINNING, Column("cents", "cents"), Column("place", "code"), Column("chef")),
        ("id", "at_ms", "table", "cents", "place", "chef"),
        sums=("cents",),
    )
    for session in sessions:
        for sitting in sittings_of(session):
            made.rows += [
                {**started(session, None, at_ms, seq), "cents": cents, "place": place, "chef": person}
                for seq, at_ms, person, cents, place in sitting.orphans
            ]
        made.rows += [
            {
                **started(session, told),
                "cents": -moved.cents,
                "place": "jackpot",
                "chef": ", ".join(moved.persons),
            }
            for told, moved in session.told(e.IncrementMoved)
            if moved.reason is CorrectionReason.ORPHANS
        ]
    return made
