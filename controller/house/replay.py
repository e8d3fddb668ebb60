"""One closed round played again: every entry in words, and the felt after it.

Cards that were never turned up stay what they are for everybody but the table: backs. The chain is checked
again over the round's own rows, against the hashes that were kept when it was read the first time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from controller.game import events as e
from controller.game.betting.told import stakes_of
from controller.game.cards import Card, FaceDown
from controller.game.dealing.show import board_cards, dealer_hand, seats, turn
from controller.game.events import Entry, Event
from controller.game.evolve import evolve
from controller.game.felt import Spot, parse_place
from controller.game.payment.winning_hand import hand_places
from controller.game.profile import RuleProfile
from controller.game.round import Seat
from controller.game.session_terms import TableFacts
from controller.game.side_bets import SideStake
from controller.game.state import Phase, TableState
from controller.game.state_parts import Jackpot
from controller.house.chance import profile_of
from controller.house.replay_sources import sources
from controller.house.scope import TIME_MAX, BadQuestion, number, text
from controller.house.store import Store
from controller.journal.chain import JournalError, Row
from controller.journal.field_codec import Unreadable, parse_body
from controller.journal.file import UNREADABLE, connect_reader, why_unreadable
from controller.journal.reading import CODEC, Commitments, row_holds
from controller.words.cards import card_in_words
from controller.words.journal_entries import KINDS, facts_in_words

ENTRIES_MAX: Final = 1_500
INCIDENTS: Final = frozenset(
    {
        "AlarmRaised",
        "RoundHeld",
        "RoundVoided",
        "CardUnread",
        "SeatContested",
        "ClaimRecorded",
        "HandCardDiffers",
        "AwardRefused",
        "StakeRefused",
        "RecordCorrected",
        "SeatRuled",
        "CorrectionProposed",
        "RectificationProposed",
        "RectificationRecorded",
        "Jp1CountDisputed",
        "SessionResumed",
        "ModeEntered",
        "Undone",
    }
)
"""Where a person looking for what went wrong wants to be taken."""
_QUIET: Final = frozenset(
    (
        *("CardDealt", "ShufflerChanged", "ShoeChanged", "SensorsMoved", "MeterRead", "FinishAsked"),
        *("LinesCounted", "MachineNamed", "HeadsWitnessed"),
    )
)
_KEPT_OUT: Final = frozenset({"round", "attempt", "frame"})

Body = Mapping[str, Any]


def replay(db: Store, folders: list[Path], told: Mapping[str, Any]) -> dict[str, Any]:
    """The round `round` of `table`, of its `session` when one is named.

    `entries` are `{seq, at_ms, kind, words: [fr, en], facts: [fr, en], source, quiet, incident, felt}`, where
    `source` is that of `replay_sources`, and `felt` the number of the picture in `felts` that shows the table
    after it.

    Raises:
        BadQuestion: no such round is closed, or its journal is not there any more.
    """
    table, wanted = text(told, "table"), number(told, "round", 0, 0, TIME_MAX)
    session = number(told, "session", 0, 0, TIME_MAX)
    closed = db.query(
        "SELECT * FROM table_round WHERE table_name = ? AND number = ? AND (? = 0 OR session = ?)"
        " ORDER BY session DESC LIMIT 1",
        (table, wanted, session, session),
    )
    found = next(closed, None)
    if found is None:
        raise BadQuestion(f"round: {table or '?'} has no closed round {wanted}")
    path = next((one for folder in folders if (one := folder / found["file"]).exists()), None)
    if path is None:
        raise BadQuestion(f"round: the journal {found['file']} is not there any more")
    rows, fault = _rows(path, found)
    bodies = [_body(row) for row in rows]
    felts, at = _pictures(found, rows, bodies)
    return {
        "table": found["table_name"],
        "session": found["session"],
        "round": wanted,
        "dealer": found["dealer"],
        "opened_ms": found["opened_ms"],
        "closed_ms": found["closed_ms"],
        "bank_cents": found["bank_cents"],
        "prize_cents": found["prize_cents"],
        "incident": found["incident"],
        "flags": found["flags"].split(),
        "rectifications": rectifications(db, found["source"], wanted),
        "simulated": bool(found["simulated"]),
        "chain": {
            "ok": not fault["why"],
            **fault,
            "first_seq": found["first_seq"],
            "last_seq": found["last_seq"],
            "hash": found["last_hash"],
            "entries": found["entries"],
            "head": found["head"],
        },
        "withheld": len(_withheld(rows, bodies)),
        "entries": [
            _entry(row, body, source, felt)
            for row, body, source, felt in zip(rows, bodies, sources(rows, bodies), at, strict=True)
        ],
        "felts": felts,
    }


def rectifications(db: Store, source: int, round_: int) -> list[dict[str, Any]]:
    """What was put right of the round since, the oldest first; amounts in cents (AC-10)."""
    columns = "seq, at_ms, seat, mistake, reason, moved, cents, bank_cents, proposer, approver"
    told = f"SELECT {columns} FROM rectification WHERE source = ? AND round = ? ORDER BY seq"
    return list(db.query(told, (source, round_)))


def _rows(path: Path, found: dict[str, Any]) -> tuple[list[Row], dict[str, Any]]:
    """The round's rows as the file has them now, and the first that does not hold, with why."""
    rows: list[Row] = []
    first, last = found["first_seq"], found["last_seq"]
    try:
        with closing(connect_reader(path)) as journal:
            told = journal.execute(
                "SELECT seq, at_ms, kind, body, prev_hash, hash FROM journal WHERE seq BETWEEN ? AND ?"
                " ORDER BY seq LIMIT ?",
                (first, last, ENTRIES_MAX),
            ).fetchall()
    except (*UNREADABLE, JournalError) as error:
        return [], {"seq": first, "why": f"cannot be read: {why_unreadable(error)}"}
    previous, expected = found["first_prev"], first
    commitments = Commitments(CODEC)
    for one in told:
        row = Row(*one)
        why = "" if row.seq == expected else "an entry is missing"
        try:
            why = why or row_holds(row, previous, commitments)
            _body(row)
        except (JournalError, Unreadable) as error:
            why = str(error)
        if why:
            return rows, {"seq": expected, "why": why}
        rows.append(row)
        previous, expected = row.hash, row.seq + 1
    if len(rows) < ENTRIES_MAX and (not rows or rows[-1].seq != last or rows[-1].hash != found["last_hash"]):
        return rows, {"seq": last, "why": "another end than the one that was read here before"}
    if found["bad_seq"] and found["bad_seq"] <= last:
        return rows, {"seq": found["bad_seq"], "why": found["why"]}
    return rows, {"seq": 0, "why": ""}


def _body(row: Row) -> Body:
    body: Body = parse_body(row.body)
    if not isinstance(body, dict):
        raise Unreadable(f"{row.kind} is no object")
    return body


def _entry(row: Row, body: Body, source: Mapping[str, Any] | None, felt: int) -> dict[str, Any]:
    said = {name: value for name, value in body.items() if name not in _KEPT_OUT}
    return {
        "seq": row.seq,
        "at_ms": row.at_ms,
        "kind": row.kind,
        "words": list(KINDS.get(row.kind, (row.kind, row.kind))),
        "facts": [_brief(row.kind, body, language) or facts_in_words(said, language) for language in (0, 1)],
        "source": source,
        "quiet": row.kind in _QUIET,
        "incident": row.kind in INCIDENTS,
        "hash": row.hash[:8],
        "felt": felt,
    }


def _brief(kind: str, body: Body, language: int) -> str:
    """What a long entry comes to in one line; nothing for one that is short enough."""
    if kind in ("CardsRevealed", "RecordCorrected"):
        return " ".join(card_in_words(card["card"]) for card in body["cards"])
    if kind == "SeatSettled":
        taken, paid = (
            sum(line[name] for line in body["lines"] if line["spot"] != "jp1")
            for name in ("taken_cents", "paid_cents")
        )
        told = {"seat": body["seat"], "taken_cents": taken, "paid_cents": paid}
        return facts_in_words(told, language)
    if kind == "SeatRefunded":
        given = sum(line["cents"] for line in body["lines"] if not line["carried"])
        back = {name: body[name] for name in ("ante_back_cents",) if name in body}
        return facts_in_words({"seat": body["seat"], "cents": given, **back}, language)
    if kind in ("RectificationProposed", "RectificationApproved", "RectificationRecorded"):
        named = ("seat", "round", "person", "persons", "moved", "settled_by", "cents", "bank_cents")
        return facts_in_words({name: body[name] for name in named if name in body}, language)
    return ""


# --- the felt ------------------------------------------------------------------------------------


def _shown(rows: list[Row], bodies: list[Body]) -> dict[tuple[int, int, str], str]:
    """Every card that is turned up in the round, by deal and place."""
    return {
        (body["round"], body["attempt"], card["place"]): card["card"]
        for row, body in zip(rows, bodies, strict=True)
        if row.kind in CODEC.revealing
        for card in body[CODEC.revealing[row.kind]]
    }


def _withheld(rows: list[Row], bodies: list[Body]) -> set[str]:
    """The places whose card was never turned up."""
    shown = _shown(rows, bodies)
    return {
        f"{body['attempt']} {body['place']}"
        for row, body in zip(rows, bodies, strict=True)
        if row.kind in CODEC.sealing and (body["round"], body["attempt"], body["place"]) not in shown
    }


def _pictures(
    found: dict[str, Any], rows: list[Row], bodies: list[Body]
) -> tuple[list[dict[str, Any]], list[int]]:
    """The different pictures of the felt, and which of them each entry leaves; none without the rules."""
    profile = profile_of(found["digest"])
    if profile is None:
        return [], [-1] * len(rows)
    state = _before(found, profile)
    shown = _shown(rows, bodies)
    pictures: list[dict[str, Any]] = []
    at: list[int] = []
    unread: set[str] = set()
    for row, body in zip(rows, bodies, strict=True):
        if row.kind == "RoundOpened":
            unread = set()
        elif row.kind == "CardUnread":
            unread.add(body["place"])
        event = _event(row, body, shown)
        if event is not None:
            state = evolve(state, Entry(row.seq, row.at_ms, event))
        picture = _picture(state, unread)
        if not pictures or pictures[-1] != picture:
            pictures.append(picture)
        at.append(len(pictures) - 1)
    return pictures, at


def _before(found: dict[str, Any], profile: RuleProfile) -> TableState:
    """The table just before the round opened, as far as the felt shows it."""
    facts = TableFacts(
        found["table_name"],
        found["session"],
        bool(found["simulated"]),
        profile,
        found["jp1_stake_cents"],
        0,
        seats=found["seats"],
    )
    standing = {int(seat): staked for seat, staked in json.loads(found["standing"]).items()}
    felt = tuple(
        Seat(stakes=_stakes(profile, *standing[seat])) if seat in standing else Seat()
        for seat in range(1, found["seats"] + 1)
    )
    return replace(
        TableState(facts),
        phase=Phase.CLEARING,
        seats=felt,
        jackpot=Jackpot(open=True, meter_cents=found["meter_cents"]),
        maximum_cents=found["maximum_cents"],
    )


def _stakes(
    profile: RuleProfile, ante_cents: int, side_cents: int, further: Iterable[tuple[str, int]] = ()
) -> dict[Spot, int]:
    others = tuple(SideStake(Spot(spot), cents) for spot, cents in further)
    return stakes_of(profile, e.SeatStakes(0, ante_cents, side_cents, others))


def _event(row: Row, body: Body, shown: Mapping[tuple[int, int, str], str]) -> Event | None:
    """The event of a row as one without the key can know it; None for one that does not touch the felt.

    A card that is turned up later is dealt face down as that card; one that never is, as a card that nobody
    could read, which the picture then shows as the back that it is.
    """
    if row.kind not in CODEC.sealing:
        event: Event = CODEC.decode(row.kind, row.body)
        return event
    place = parse_place(body["place"])
    card = shown.get((body["round"], body["attempt"], body["place"]))
    if row.kind == "CardProposed":
        return None
    if card is None:
        return e.CardUnread(body["round"], body["attempt"], place)
    kind = e.CardKeyed if row.kind == "CardKeyed" else e.CardDealt
    return kind(body["round"], body["attempt"], place, FaceDown(Card.parse(card)))


def _picture(state: TableState, unread: set[str]) -> dict[str, Any]:
    """What the felt shows: no key, no offer, nothing but what lies there."""
    played = state.round
    told = [_seat(seat, unread) for seat in seats(state)]
    dealer, board = dealer_hand(state), board_cards(state)
    verified = played is not None and played.verification is not None
    return {
        "phase": str(state.phase),
        "street": played.street if played is not None else -1,
        "held": state.held.cause if state.held is not None else "",
        "dealer": {**dealer, "cards": _backs(dealer["cards"], [f"dealer.{at}" for at in (0, 1)], unread)},
        "board": {**board, "cards": _backs(board["cards"], [f"board.{at}" for at in range(5)], unread)},
        "seats": told,
        "proved": [str(place) for place in hand_places(state)] if verified else [],
        "turn": turn(state),
        "meter_cents": state.jackpot.meter_cents,
    }


def _backs(cards: list[str], places: list[str], unread: set[str]) -> list[str]:
    """The faces; a card that only this reader cannot open is a back."""
    return [
        "back" if face == "unread" and place not in unread else face
        for face, place in zip(cards, places, strict=True)
    ]


_OF_A_SEAT: Final = (
    "seat",
    "seated",
    "ante_cents",
    "stakes",
    "play_cents",
    "total_cents",
    "chip",
    "jp1",
    "folded",
    "contested",
    "settled_ms",
    "hand",
    "used",
    "result",
    "pay_cents",
    "take_cents",
    "refund_cents",
    "refunded",
)


def _seat(told: Mapping[str, Any], unread: set[str]) -> dict[str, Any]:
    places = [f"hole.{told['seat']}.{at}" for at in (0, 1)]
    cards = _backs(told["cards"], places, unread) if told["cards"] else []
    moved = {
        "main_cents": sum(
            line["paid_cents"] - line["taken_cents"] for line in told["lines"] if not _jp1(line)
        ),
        "jp1_cents": sum(line["paid_cents"] for line in told["lines"] if _jp1(line)),
    }
    return {**{name: told[name] for name in _OF_A_SEAT}, **moved, "cards": cards}


def _jp1(line: Mapping[str, Any]) -> bool:
    return bool(line["spot"] == Spot.JP1)
