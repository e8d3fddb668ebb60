"""The parts that views are made of. Cards come from `Round.shown` alone; see `views`.

Most parts are the same from one view to the next and are `kept`: views share them, and nobody changes one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.game.cards import Card, FaceDown
from controller.game.decide import settled_lines
from controller.game.felt import SEATS, Pile, Place, hole
from controller.game.kept import kept
from controller.game.profile import RuleProfile
from controller.game.react import shoe_locked
from controller.game.settle import RoundSettlement
from controller.game.showdown import BOARD, DEALER, hand_shown, used_cards
from controller.game.state import (
    MACHINES,
    Alarm,
    Jackpot,
    MachineState,
    Phase,
    Round,
    RoundSummary,
    Seat,
    Shuffler,
    Stage,
    TableFacts,
    TableState,
    Verification,
    seats_to_settle,
)

View = dict[str, Any]


def identity(state: TableState) -> View:
    limits = state.profile.limits
    return {
        "seq": state.seq,
        "at_ms": state.at_ms,
        "table": state.facts.table,
        "session": state.facts.session,
        "simulated": state.facts.simulated,
        "minimum_cents": limits.minimum_cents,
        "maximum_cents": limits.maximum_cents,
    }


def table(state: TableState) -> View:
    played = state.round
    return {
        **identity(state),
        "phase": str(state.phase),
        "phase_seq": state.phase_seq,
        "phase_ms": state.phase_ms,
        "street": played.street if played is not None else -1,
        "street_open": played.street_open if played is not None else False,
        "streets": _streets(state.profile),
        "round": _round(played),
        "held": _hold(state),
        "resumed": state.resumed,
        "paused": state.paused,
        "badge": {"person": state.badge.person, "role": str(state.badge.role)} if state.badge else None,
        "call": {"at_ms": state.call_ms, "seen_ms": state.call_seen_ms} if state.call_ms else None,
        "machines": _machines(state.machines, state.jackpot),
        "shuffler": _shuffler(state.shuffler),
        "alarms": _alarms(state.alarms),
        "jackpot": jackpot(state.jackpot, state.facts),
        "light": light(state),
        "dealer": _dealer(state),
        "board": _board(state),
        "seats": [_seat(state, n) for n in SEATS],
        "turn": turn(state),
        "expected": expected(state),
        "verification": verification(state),
        "waiting_book": type(state.money).__name__ if state.money is not None else "",
        "last_rounds": _last_rounds(state.last_rounds),
    }


@kept
def _streets(profile: RuleProfile) -> list[str]:
    return [street.name for street in profile.streets]


def _round(played: Round | None) -> View | None:
    if played is None:
        return None
    return {
        "number": played.number,
        "attempt": played.attempt,
        "opened_ms": played.opened_ms,
        "drawn": played.drawn,
        "stages": _stages(played.stages),
        "voided": str(played.voided) if played.voided is not None else "",
    }


@kept
def _stages(stages: tuple[Stage, ...]) -> list[View]:
    return [{"name": stage.name, "since_ms": stage.since_ms} for stage in stages]


def _hold(state: TableState) -> View | None:
    held = state.held
    if held is None:
        return None
    return {"cause": held.cause, "seat": held.seat, "detail": held.detail, "since_ms": held.since_ms}


@kept
def _machines(machines: tuple[MachineState, ...], jackpot: Jackpot) -> list[View]:
    return [
        {"machine": str(name), "health": str(told.health), "detail": told.detail, "since_ms": told.since_ms}
        for name, told in zip(MACHINES[:-1], machines, strict=False)
    ] + [_link(jackpot)]


def _link(jackpot: Jackpot) -> View:
    """The way to the jackpot: there while stakes are taken, lost when it closed JP1."""
    health = "up" if jackpot.open else "absent" if jackpot.closed_code == "not_read" else "lost"
    return {
        "machine": "link",
        "health": health,
        "detail": jackpot.closed_code,
        "since_ms": jackpot.confirmed_ms,
    }


@kept
def _shuffler(told: Shuffler) -> View:
    return {
        "mode": str(told.mode),
        "deck_in": told.deck_in,
        "deck_out": told.deck_out,
        "count": told.count,
        "shuffled": told.shuffled,
        "lid_open": told.lid_open,
    }


@kept
def _alarms(alarms: tuple[Alarm, ...]) -> list[View]:
    """Most urgent first, then newest first."""
    ordered = sorted(alarms, key=lambda up: (up.priority, -up.number))
    return [
        {
            "alarm": up.number,
            "code": up.code,
            "priority": up.priority,
            "seat": up.seat,
            "detail": up.detail,
            "at_ms": up.at_ms,
            "seen_ms": up.seen_ms,
        }
        for up in ordered
    ]


@kept
def jackpot(jackpot: Jackpot, facts: TableFacts) -> View:
    return {
        "open": jackpot.open,
        "closed_code": jackpot.closed_code,
        "generation": jackpot.generation,
        "meter_cents": jackpot.meter_cents,
        "confirmed_ms": jackpot.confirmed_ms,
        "stake_cents": facts.jp1_stake_cents,
        "share_micro": facts.jp1_meter_share,
    }


@kept
def prizes(profile: RuleProfile) -> list[list[str]]:
    return [[str(name), str(odds)] for name, odds in profile.jp1.items()]


def light(state: TableState) -> View:
    """The traffic light: the betting clock while bets are open, red otherwise. Advisory by default."""
    if state.phase is not Phase.BETTING or state.paused:
        return {"state": "stop", "since_ms": state.phase_ms, "warn_ms": 0, "until_ms": 0}
    until_ms = state.phase_ms + state.facts.betting_ms
    return {
        "state": "bets",
        "since_ms": state.phase_ms,
        "warn_ms": until_ms - state.facts.last_bets_ms,
        "until_ms": until_ms,
    }


def _faces(played: Round | None, places: tuple[Place, ...]) -> list[str]:
    """The cards at these places: text when shown, `back`, `unread`, or empty where none lies."""
    if played is None or not played.cards:
        return [""] * len(places)
    faces = _lying(played.cards, played.shown)
    return [faces.get(place, "") for place in places]


@kept
def _lying(cards: Mapping[Place, FaceDown | None], shown: Mapping[Place, Card]) -> dict[Place, str]:
    faces = {place: "unread" if card is None else "back" for place, card in cards.items()}
    return faces | {place: card.text for place, card in shown.items()}


def _dealer(state: TableState) -> View:
    played = state.round
    if played is None or played.settlement is None:
        return {"cards": _faces(played, DEALER), "hand": None, "qualified": None}
    return {
        "cards": _faces(played, DEALER),
        "hand": _hand(played.shown, 0),
        "qualified": played.qualified,
    }


@kept
def _hand(shown: Mapping[Place, Card], seat: int) -> View | None:
    return hand_shown(shown, seat)


def _board(state: TableState) -> View:
    """The five community cards; `used` says which count in the hand of the seat in turn."""
    faces = _faces(state.round, BOARD)
    in_turn = turn(state)
    used = used_cards(state.playing.shown, in_turn, Pile.BOARD) if in_turn else None
    return {"cards": faces, "used": used}


def _seat(state: TableState, number: int) -> View:
    seat, played = state.seats[number - 1], state.round
    if not seat.seated:
        return _seat_alone(number, seat, "", "")
    first, second = _faces(played, _HOLES[number])
    if played is None or played.settlement is None:
        return _seat_alone(number, seat, first, second)
    return _seat_settled(number, seat, first, second, played.settlement, played.verification, played.shown)


_HOLES: Final = {number: (hole(number, 0), hole(number, 1)) for number in SEATS}


@kept
def _seat_alone(number: int, seat: Seat, first: str, second: str) -> View:
    """The seat before the settlement, with the faces of its two cards."""
    return {
        "seat": number,
        "seated": seat.seated,
        "ante_cents": seat.ante_cents,
        "trips_cents": seat.trips_cents,
        "play_cents": seat.play_cents,
        "multiple": seat.play_multiple,
        "chip": seat.chip,
        "chip_refused": seat.chip_refused,
        "jp1": str(seat.jp1),
        "folded": seat.folded,
        "decided_street": seat.decided_street,
        "contested": seat.contested,
        "settled_ms": seat.settled_ms,
        "cards": [first, second] if seat.seated else [],
        "hand": None,
        "used": None,
        "result": "",
        "lines": [],
        "pay_cents": 0,
        "take_cents": 0,
    }


@kept
def _seat_settled(
    number: int,
    seat: Seat,
    first: str,
    second: str,
    settlement: RoundSettlement,
    verification: Verification | None,
    shown: Mapping[Place, Card],
) -> View:
    """The seat and what it gets. The hand is told only when its cards are turned up."""
    lines, awards = settled_lines(settlement.seat(number), verification, seat.award_cents)
    prizes = {prize.kind: prize.cents for prize in awards}
    odds = {line.spot: line.odds for line in settlement.seat(number).lines}
    said = [
        {
            "spot": str(line.spot),
            "stake_cents": line.stake_cents,
            "returned_cents": line.returned_cents,
            "taken_cents": line.taken_cents,
            "paid_cents": line.paid_cents,
            "rule": line.rule,
            "odds": str(odds[line.spot]) if odds.get(line.spot) is not None else "",
        }
        for line in (seat.settled or lines)
    ]
    # The JP1 stake was collected before the deal: it is not among the chips to take.
    return _seat_alone(number, seat, first, second) | {
        "result": settlement.seat(number).result,
        "hand": hand_shown(shown, number),
        "used": used_cards(shown, number, Pile.HOLE),
        "lines": said,
        "pay_cents": sum(line.paid_cents for line in lines),
        "take_cents": sum(line.taken_cents for line in lines if line.spot != "jp1"),
        "awards": [[kind, cents] for kind, cents in prizes.items()],
    }


def turn(state: TableState) -> int:
    """The seat to settle now, or 0."""
    if state.phase is not Phase.SETTLING:
        return 0
    waiting = seats_to_settle(state)
    return waiting[0] if waiting else 0


def expected(state: TableState) -> str:
    """The place that waits for the next card, or an empty text."""
    if state.round is None or shoe_locked(state):
        return ""
    place = state.round.next_place
    return str(place) if place is not None else ""


def verification(state: TableState) -> View | None:
    verification = state.round.verification if state.round is not None else None
    if verification is None:
        return None
    return {
        "kind": verification.kind,
        "seats": list(verification.seats),
        "since_ms": verification.since_ms,
        "claimed": verification.claimed,
        "value_cents": verification.value_cents,
        "confirmed_by": verification.confirmed_by,
        "confirmed_ms": verification.confirmed_ms,
        "video_by": verification.video_by,
        "video_ms": verification.video_ms,
        "camera": verification.camera,
        "conform": verification.conform,
        "released": verification.released,
        "refused": verification.refused,
        "award_cents": sum(state.seat(n).award_cents for n in verification.seats),
    }


@kept
def _last_rounds(rounds: tuple[RoundSummary, ...]) -> list[View]:
    return [
        {
            "number": done.number,
            "attempt": done.attempt,
            "opened_ms": done.opened_ms,
            "closed_ms": done.closed_ms,
            "players": done.players,
            "jp1_seats": list(done.jp1_seats),
            "bank_cents": done.bank_cents,
            "qualified": done.qualified,
            "paid_cents": done.paid_cents,
            "voided": str(done.voided) if done.voided is not None else "",
        }
        for done in rounds
    ]
