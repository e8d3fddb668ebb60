"""The felt as views tell it: cards, seats, what each is paid. Cards come from `Round.shown` alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.game.betting.spot_marks import spot_marks
from controller.game.cards import Card, FaceDown
from controller.game.dealing.declared_hand import Entered
from controller.game.dealing.view_types import (
    BoardView,
    DealerHandView,
    RulingView,
    SeatSettledView,
    SeatView,
    SettledSpotView,
)
from controller.game.felt import SEATS, Pile, Place, hole
from controller.game.incidents.show_voiding import SeatRefundView, seat_refund
from controller.game.incidents.voiding import ante_back_cents, refund_of, seats_to_refund
from controller.game.jackpot.waiting_on_book import (
    PAID_FIRST,
    by_slip,
    jp1_back_cents,
    paid_by_table,
    settled_lines,
    still_to_move,
    to_move,
)
from controller.game.memo_by_identity import memoised
from controller.game.payment.types import Verification
from controller.game.round import Round, Seat
from controller.game.settling.settle import RoundSettlement
from controller.game.settling.showdown import BOARD, DEALER, hand_shown, used_cards
from controller.game.state import Phase, TableState, seats_to_settle
from controller.game.state_parts import PROVEN, Sensor

Faces = Mapping[Place, str]
"""What is seen of each card that lies on the felt: text when shown, `back` or `unread`."""
_NO_FACES: Final[Faces] = {}
_NOT_SHOWN: Final[Mapping[Place, Card]] = {}


def _faces_of(played: Round | None) -> Faces:
    if played is None or not played.cards:
        return _NO_FACES
    return _lying(played.cards, played.shown, played.laid)


@memoised
def _lying(
    cards: Mapping[Place, FaceDown | None], shown: Mapping[Place, Card], laid: frozenset[Place]
) -> Faces:
    """A card dealt by hand is a card like any other: nobody has failed to read it."""
    unread = {place for place, card in cards.items() if card is None} - laid
    faces = {place: "unread" if place in unread else "back" for place in cards}
    return faces | {place: card.text for place, card in shown.items()}


def dealer_hand(state: TableState) -> DealerHandView:
    """The dealer's two cards, and his hand once they are turned up."""
    played = state.round
    if (
        played is None
        or played.voided is not None
        or (played.settlement is None and state.phase is not Phase.SHOWDOWN)
    ):
        return _dealer_hand(_faces_of(played), _NOT_SHOWN, None)
    return _dealer_hand(_faces_of(played), played.shown, played.qualified)


@memoised
def _dealer_hand(faces: Faces, shown: Mapping[Place, Card], qualified: bool | None) -> DealerHandView:
    cards = [faces.get(place, "") for place in DEALER]
    return {"cards": cards, "hand": hand_shown(shown, 0), "qualified": qualified}


def board_cards(state: TableState) -> BoardView:
    """The five community cards; `used` says which count in the hand of the seat in turn."""
    in_turn = turn(state) if state.phase is Phase.SETTLING else 0
    shown = state.playing.shown if in_turn else _NOT_SHOWN
    return _board_cards(_faces_of(state.round), shown, in_turn)


@memoised
def _board_cards(faces: Faces, shown: Mapping[Place, Card], seat: int) -> BoardView:
    cards = [faces.get(place, "") for place in BOARD]
    return {"cards": cards, "used": used_cards(shown, seat, Pile.BOARD) if seat else None}


def seats(state: TableState) -> list[SeatView]:
    """The seats of the felt, from the dealer's left."""
    faces = _faces_of(state.round)
    return [_seat(state, number, faces) for number in state.places]


def seat_shown(state: TableState, number: int) -> SeatView:
    """The seat with this number, as `seats` has it."""
    return _seat(state, number, _faces_of(state.round))


def _seat(state: TableState, number: int, faces: Faces) -> SeatView:
    seat, played = state.seats[number - 1], state.round
    sensor, by_hand = state.sensors[number - 1], state.hand_lamps is not None
    marks = spot_marks(state, number) if state.senses else ()
    if not seat.seated:
        hollow = seat.hollow and state.phase is Phase.BETTING
        return _seat_alone(number, seat, sensor, by_hand, "", "", None, marks, hollow)
    first, second = [faces.get(place, "") for place in _HOLES[number]]
    if played is not None and state.phase is Phase.REFUNDING:
        alone = _seat_alone(number, seat, sensor, by_hand, first, second, None, marks)
        back = seat_refund(refund_of(state, number), ante_back_cents(state, number), seat.refunded)
        return _seat_with_refund(alone, back)
    entered = played.entered.get(number) if played is not None else None
    if played is None or played.settlement is None:
        return _seat_alone(number, seat, sensor, by_hand, first, second, entered, marks)
    alone = _seat_alone(number, seat, sensor, by_hand, first, second, entered, marks)
    stake_cents = state.facts.jp1_stake_cents
    settled = _seat_settled(number, seat, played.settlement, played.verification, played.shown, stake_cents)
    # Void for this seat, its paid Ante goes back as it does where the whole deal is void; once.
    back_cents = ante_back_cents(state, number) if seat.ruled_void and not seat.paid else 0
    return _seat_with_settlement(alone, settled, back_cents)


@memoised
def _seat_with_refund(alone: SeatView, refund: SeatRefundView) -> SeatView:
    return {**alone, **refund}


@memoised
def _seat_with_settlement(alone: SeatView, settled: SeatSettledView, back_cents: int) -> SeatView:
    hand = settled["hand"] or alone["hand"]
    return {**alone, **settled, "hand": hand, "ante_back_cents": back_cents}


_HOLES: Final = {number: (hole(number, 0), hole(number, 1)) for number in SEATS}


@memoised
def _seat_alone(
    number: int,
    seat: Seat,
    sensor: Sensor,
    all_by_hand: bool,
    first: str,
    second: str,
    entered: Entered | None,
    marks: tuple[tuple[str, str], ...],
    hollow: bool = False,
) -> SeatView:
    """The seat before the settlement, with the faces of its two cards, or what was said of its hand.

    `hollow`: what stood before is not confirmed.
    `chip` is what the lamp says: of the sensor, or of the dealer's hand where no sensor is listened to.
    """
    by_hand = all_by_hand or sensor.manual
    return {
        "seat": number,
        "seated": seat.seated,
        "ante_cents": seat.ante_cents,
        "stakes": seat.stakes,
        "doubled": seat.doubled,
        "before": seat.before,
        "hollow": hollow,
        "bets": [[str(bet.spot), bet.cents] for bet in seat.bets],
        "play_cents": seat.bets_cents,
        "multiple": _multiple(seat),
        "total_cents": seat.total_cents,
        "chip": seat.lamp if by_hand else seat.chip,
        "chip_waits": False if by_hand else seat.chip_waits,
        "chip_refused": "" if by_hand else seat.chip_refused,
        "by_hand": by_hand,
        "doubt": sensor.doubt,
        "proof": PROVEN if sensor.proven else sensor.proof,
        "proven": sensor.proven,
        "manual": seat.manual,
        "marks": [list(mark) for mark in marks],
        "jp1": str(seat.jp1),
        "folded": seat.folded,
        "decided_street": seat.decided_street,
        "by_clock": seat.by_clock,
        "contested": seat.contested,
        "settled_ms": seat.settled_ms,
        "cards": [first, second] if seat.seated else [],
        "entered": {"outcome": str(entered.outcome), "class": str(entered.hand_class)} if entered else None,
        "hand": {"class": str(entered.hand_class), "ranks": []} if entered else None,
        "used": None,
        "result": "",
        "lines": [],
        "pay_cents": 0,
        "already_cents": 0,
        "slip_cents": 0,
        "slip": "",
        "ruling": _ruling(seat),
        "paid_first_cents": 0,
        "take_cents": 0,
        "jp1_back_cents": 0,
        "refund": [],
        "refund_cents": 0,
        "ante_back_cents": 0,
        "refunded": False,
    }


def _ruling(seat: Seat) -> RulingView | None:
    """What two persons decide of a seat whose cards were exchanged, or None."""
    told = seat.exchange
    if told is None:
        return None
    return {"proposed": str(told.proposed or ""), "by": told.by, "ruling": str(told.ruling or "")}


def _slip(number: int, verification: Verification | None) -> str:
    payment = verification.payment(number) if verification is not None else None
    return payment.slip if payment is not None else ""


def _multiple(seat: Seat) -> int:
    """How many Antes lie on Play; 0 for none and for a half."""
    return seat.bets_cents // seat.ante_cents if seat.ante_cents else 0


@memoised
def _seat_settled(
    number: int,
    seat: Seat,
    settlement: RoundSettlement,
    verification: Verification | None,
    shown: Mapping[Place, Card],
    jp1_stake_cents: int,
) -> SeatSettledView:
    """The seat and what it still gets. The hand is told only when its cards are turned up."""
    lines, awards = settled_lines(settlement.seat(number), verification, seat, jp1_stake_cents)
    paid = seat.paid if seat.settled is None else ()
    prizes = {prize.kind: prize.cents for prize in awards}
    odds = {line.spot: line.odds for line in settlement.seat(number).lines}
    said: list[SettledSpotView] = [
        {
            "spot": str(line.spot),
            "stake_cents": line.stake_cents,
            "returned_cents": line.returned_cents,
            "taken_cents": line.taken_cents,
            "paid_cents": line.paid_cents,
            "rule": line.rule,
            "odds": str(odds[line.spot]) if odds.get(line.spot) is not None else "",
        }
        for line in (seat.settled or still_to_move(lines, paid))
    ]
    first_cents = sum(line.paid_cents for line in lines if line.rule == PAID_FIRST)
    slip_cents = by_slip(settlement.seat(number), verification, seat)
    pay_cents, take_cents = to_move(lines, slip_cents, paid)
    return {
        "result": settlement.seat(number).result,
        "hand": hand_shown(shown, number),
        "used": used_cards(shown, number, Pile.HOLE),
        "lines": said,
        "pay_cents": pay_cents,
        "already_cents": paid_by_table(paid, 0),
        "slip_cents": slip_cents,
        "slip": _slip(number, verification) if slip_cents else "",
        "paid_first_cents": first_cents,
        "take_cents": take_cents,
        "jp1_back_cents": jp1_back_cents(lines) - jp1_back_cents(paid),
        "awards": [[kind, cents] for kind, cents in prizes.items()],
    }


def turn(state: TableState) -> int:
    """The seat to settle now, or to refund where the deal is void; or 0."""
    if state.phase is Phase.REFUNDING:
        return next(iter(seats_to_refund(state)), 0)
    if state.phase is not Phase.SETTLING:
        return 0
    waiting = seats_to_settle(state)
    return waiting[0] if waiting else 0
