"""The parts that views are made of. Cards come from `Round.shown` alone; see `views`."""

from __future__ import annotations

from typing import Any

from controller.game.decide import settlement_of
from controller.game.felt import SEATS, Pile, Place, board, dealer, hole
from controller.game.react import shoe_locked
from controller.game.showdown import hand_shown, used_cards
from controller.game.state import MACHINES, Phase, Round, Seat, TableState, seats_to_settle

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
        "streets": [street.name for street in state.profile.streets],
        "round": _round(played),
        "held": _hold(state),
        "resumed": state.resumed,
        "paused": state.paused,
        "badge": {"person": state.badge.person, "role": str(state.badge.role)} if state.badge else None,
        "call": {"at_ms": state.call_ms, "seen_ms": state.call_seen_ms} if state.call_ms else None,
        "machines": _machines(state),
        "shuffler": _shuffler(state),
        "alarms": _alarms(state),
        "jackpot": jackpot(state),
        "light": light(state),
        "dealer": _dealer(state),
        "board": _board(state),
        "seats": [_seat(state, n) for n in SEATS],
        "turn": turn(state),
        "expected": expected(state),
        "verification": verification(state),
        "waiting_book": type(state.money).__name__ if state.money is not None else "",
        "last_rounds": _last_rounds(state),
    }


def _round(played: Round | None) -> View | None:
    if played is None:
        return None
    stages = [{"name": stage.name, "since_ms": stage.since_ms} for stage in played.stages]
    return {
        "number": played.number,
        "attempt": played.attempt,
        "opened_ms": played.opened_ms,
        "drawn": played.drawn,
        "stages": stages,
        "voided": str(played.voided) if played.voided is not None else "",
    }


def _hold(state: TableState) -> View | None:
    held = state.held
    if held is None:
        return None
    return {"cause": held.cause, "seat": held.seat, "detail": held.detail, "since_ms": held.since_ms}


def _machines(state: TableState) -> list[View]:
    return [
        {"machine": str(name), "health": str(told.health), "detail": told.detail, "since_ms": told.since_ms}
        for name, told in zip(MACHINES[:-1], state.machines, strict=False)
    ] + [_link(state)]


def _link(state: TableState) -> View:
    """The way to the jackpot: there while stakes are taken, lost when it closed JP1."""
    jackpot = state.jackpot
    health = "up" if jackpot.open else "absent" if jackpot.closed_code == "not_read" else "lost"
    return {
        "machine": "link",
        "health": health,
        "detail": jackpot.closed_code,
        "since_ms": jackpot.confirmed_ms,
    }


def _shuffler(state: TableState) -> View:
    told = state.shuffler
    return {
        "mode": str(told.mode),
        "deck_in": told.deck_in,
        "deck_out": told.deck_out,
        "count": told.count,
        "shuffled": told.shuffled,
        "lid_open": told.lid_open,
    }


def _alarms(state: TableState) -> list[View]:
    """Most urgent first, then newest first."""
    ordered = sorted(state.alarms, key=lambda up: (up.priority, -up.number))
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


def jackpot(state: TableState) -> View:
    jackpot = state.jackpot
    return {
        "open": jackpot.open,
        "closed_code": jackpot.closed_code,
        "generation": jackpot.generation,
        "meter_cents": jackpot.meter_cents,
        "confirmed_ms": jackpot.confirmed_ms,
        "stake_cents": state.facts.jp1_stake_cents,
        "share_micro": state.facts.jp1_meter_share,
    }


def prizes(state: TableState) -> list[list[str]]:
    return [[str(name), str(odds)] for name, odds in state.profile.jp1.items()]


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


def _faces(state: TableState, places: list[Place]) -> list[str]:
    """The cards at these places: text when shown, `back`, `unread`, or empty where none lies."""
    played = state.round
    if played is None:
        return [""] * len(places)
    faces = []
    for place in places:
        card = played.shown.get(place)
        if card is not None:
            faces.append(card.text)
        elif place in played.cards:
            faces.append("unread" if played.cards[place] is None else "back")
        else:
            faces.append("")
    return faces


def _dealer(state: TableState) -> View:
    played = state.round
    open_now = played is not None and played.settlement is not None
    return {
        "cards": _faces(state, [dealer(0), dealer(1)]),
        "hand": hand_shown(state, 0) if open_now else None,
        "qualified": played.qualified if open_now and played is not None else None,
    }


def _board(state: TableState) -> View:
    """The five community cards; `used` says which count in the hand of the seat in turn."""
    faces = _faces(state, [board(slot) for slot in range(5)])
    waiting = seats_to_settle(state) if state.phase is Phase.SETTLING else ()
    return {"cards": faces, "used": used_cards(state, waiting[0], Pile.BOARD) if waiting else None}


def _seat(state: TableState, number: int) -> View:
    seat = state.seat(number)
    view: View = {
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
        "cards": _faces(state, [hole(number, 0), hole(number, 1)]) if seat.seated else [],
        "hand": None,
        "used": None,
        "result": "",
        "lines": [],
        "pay_cents": 0,
        "take_cents": 0,
    }
    played = state.round
    if played is not None and played.settlement is not None and seat.seated:
        view.update(_outcome(state, number, seat))
    return view


def _outcome(state: TableState, number: int, seat: Seat) -> View:
    """What the seat gets. The hand is told only when its cards are turned up."""
    settlement = state.playing.settlement
    assert settlement is not None
    lines, awards = settlement_of(state, number)
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
    return {
        "result": settlement.seat(number).result,
        "hand": hand_shown(state, number),
        "used": used_cards(state, number, Pile.HOLE),
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


def _last_rounds(state: TableState) -> list[View]:
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
        for done in state.last_rounds
    ]
