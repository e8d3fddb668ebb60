"""What must be true after every event, in production as in tests (reliability, section 4).

Of the invariants there, those that one step shows: I1 to I4, I7 to I9, I11 and I13. A broken one is a bug:
the table stops before the event is written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.game.betting.told import stakes_of
from controller.game.dealing.by_hand import as_cards
from controller.game.dealing.card_seen_twice import lying_twice
from controller.game.events import Event
from controller.game.felt import Spot
from controller.game.incidents.voiding import comite_confirms, seats_to_refund
from controller.game.payment.winning_hand import payees
from controller.game.rectification.computed_anew import net_cents
from controller.game.rectification.settled_rounds import booked
from controller.game.roles import distinct
from controller.game.settling.showdown import known_hands
from controller.game.state import Phase, TableState


def broken(before: TableState, event: Event, after: TableState) -> str:
    """What is wrong after this event, or an empty text."""
    kind = type(event)
    if after.jackpot.meter_cents < before.jackpot.meter_cents and kind not in _METER_MAY_FALL:
        return "I7: the meter fell without an award or a correction"
    if before.money is not None and after.money is not None and after.money is not before.money:
        return f"I13: {kind.__name__} asked of the book while it owes {type(before.money).__name__}"
    holds = _HOLDS.get(kind)
    return holds(before, event, after) if holds is not None else ""


def _adds_up(before: TableState, event: Event, after: TableState) -> str:
    """I1: start + contributions - awards +- corrections is the meter, and what is not is told apart."""
    if after.phase in (Phase.CLOSED, Phase.OPENING):
        return ""
    told = after.upkeep.session
    sums_cents = told.start_cents + told.moved_cents + after.sheet.unexplained_cents
    if sums_cents == after.jackpot.meter_cents:
        return ""
    return f"I1: the session's entries come to {sums_cents} and the meter to {after.jackpot.meter_cents}"


def _cards(before: TableState, event: Event, after: TableState) -> str:
    """I3: a card lies at a place of its own; which card it is, nobody asks before it is turned up."""
    played = after.playing
    if len(played.cards) > len(played.order):
        return "I3: more cards than places"
    return ""


def _opened(before: TableState, event: Event, after: TableState) -> str:
    """I3: nothing is decided or settled on two equal cards."""
    return "I3: settled although a card lies at two places" if lying_twice(after.playing.shown) else ""


def _by_hand(before: TableState, event: e.CardsDealtByHand, after: TableState) -> str:
    """I3: a card dealt by hand goes to the next place, and only while cards are dealt by hand."""
    played = before.playing
    if event.places != played.order[played.drawn : played.drawn + len(event.places)]:
        return "I3: dealt by hand out of order"
    return "" if before.by_hand else "I3: dealt by hand beside a shoe at work"


def _entered(before: TableState, event: e.HandEntered, after: TableState) -> str:
    """I11: no hand is told by its class that only its cards can settle, and none that is known."""
    if as_cards(before, event.seat, event.hand_class):
        return f"I11: seat {event.seat} told by class and not as cards"
    if known_hands(before, [event.seat]):
        return f"I11: seat {event.seat} told although its cards are known"
    return ""


def _settled(before: TableState, event: e.SeatSettled, after: TableState) -> str:
    """I2, I3, I4: a seat is settled once, on different cards, and every stake goes somewhere."""
    if lying_twice(before.playing.shown):
        return _opened(before, event, after)
    if before.seat(event.seat).settled is not None:
        return f"I4: seat {event.seat} was settled already"
    for line in event.lines:
        if line.returned_cents + line.taken_cents != line.stake_cents:
            return f"I2: {line.spot} of seat {event.seat} does not add up"
        if min(line.returned_cents, line.taken_cents, line.paid_cents) < 0:
            return f"I2: {line.spot} of seat {event.seat} is negative"
    seat = before.seat(event.seat)
    staked = sum(line.stake_cents for line in event.lines if line.spot is not Spot.JP1)
    if staked != seat.total_cents:
        return f"I2: seat {event.seat} staked {staked} in the settlement and otherwise on the felt"
    return ""


def _rectified(before: TableState, event: e.RectificationRecorded, after: TableState) -> str:
    """I2, I4: two persons, the true settlement and nothing else, JP1 and the seats as they were."""
    where = f"seat {event.seat} of round {event.round}"
    if "" in event.persons[1:] or event.persons[0] == event.persons[1]:
        return f"I4: {where} rectified without two persons"
    if any(line.spot is Spot.JP1 for line in (*event.first, *event.lines)):
        return f"I2: JP1 was moved with {where}"
    if any(line.returned_cents + line.taken_cents != line.stake_cents for line in event.lines):
        return f"I2: the rectification of {where} does not add up"
    told_cents = event.truth.by_cents
    due_cents = net_cents(event.lines) - net_cents(event.first) + told_cents
    if event.cents != due_cents:
        return f"I2: {where} rectified by {event.cents} and the lines differ by {due_cents}"
    if (event.bank_cents, event.orphans_cents) != booked(event.truth.mistake, event.cents, event.moved):
        return f"I2: the rectification of {where} is booked otherwise than it was moved"
    if after.seats != before.seats or after.jackpot != before.jackpot:
        return f"I4: the rectification of {where} changed what was recorded"
    return ""


def _voided(before: TableState, event: e.RoundVoided, after: TableState) -> str:
    """I9: once the board has begun and a JP1 stake lives, two persons make a deal void (RP-20)."""
    if comite_confirms(before) and not distinct(event.confirmed_by, event.chef):
        return "I9: a deal with JP1 alive was voided by one person"
    return ""


def _refunded(before: TableState, event: e.SeatRefunded, after: TableState) -> str:
    """I2, I4: a seat is refunded once, and all that it staked."""
    if before.seat(event.seat).refunded:
        return f"I4: seat {event.seat} was refunded already"
    given = sum(line.cents for line in event.lines if line.spot is not Spot.JP1)
    staked = before.seat(event.seat).total_cents
    if given != staked:
        return f"I2: seat {event.seat} staked {staked} and was refunded {given}"
    paid = before.playing.antes_paid_ms and not before.seat(event.seat).folded
    back = before.seat(event.seat).ante_cents if paid else 0
    if event.ante_back_cents != back:
        return f"I2: seat {event.seat} was paid {back} on its Ante and gave {event.ante_back_cents} back"
    return ""


def _round_opened(before: TableState, event: e.RoundOpened, after: TableState) -> str:
    """I4: no bet opens before the last stake of a voided deal is back, and no round at a blocked table."""
    waiting = before.phase is Phase.REFUNDING and seats_to_refund(before)
    if waiting:
        return f"I4: bets open and seats {waiting} are not refunded"
    return "I4: a round opened at a blocked table" if before.blocked and event.attempt == 1 else ""


def _table_closed(before: TableState, event: e.TableClosed, after: TableState) -> str:
    """I4: no stake lies on the felt of a closed table."""
    if before.phase is Phase.REFUNDING:
        waiting = seats_to_refund(before)
        return f"I4: closed and seats {waiting} are not refunded" if waiting else ""
    return ""


def _latched(before: TableState, event: e.BetsClosed, after: TableState) -> str:
    """I8: no JP1 without main bets."""
    for seat in event.jp1_seats:
        if not after.seat(seat).seated:
            return f"I8: JP1 latched at seat {seat} without main bets"
    return ""


def _confirmed(before: TableState, event: e.StakesConfirmed, after: TableState) -> str:
    """I8: what is confirmed is what stood, at seats that had no stake in this round, and nothing else."""
    for told in event.stakes:
        stood = told.seat in before.hollow and before.seat(told.seat).before
        if stood != stakes_of(before.profile, told):
            return f"I8: seat {told.seat} confirmed what did not stand there"
    return "" if event.stakes else "I8: no stake was confirmed"


def _asked(before: TableState, event: e.ContributionAsked, after: TableState) -> str:
    """I8: the meter moves for no seat without main bets in this round."""
    unstaked = [seat for seat in event.seats if not before.seat(seat).seated]
    return f"I8: JP1 asked for seat {unstaked[0]} without main bets" if unstaked else ""


def _deal(before: TableState, event: e.DealBegun, after: TableState) -> str:
    """I8: no card may leave while stakes are latched and not in the book."""
    if after.latched:
        return "I8: the deal began with unregistered JP1 stakes"
    if after.phase is not Phase.DEALING:
        return "I8: the deal began outside a round"
    return ""


def _released(before: TableState, event: e.AwardReleased, after: TableState) -> str:
    """I9: two distinct persons, and a positive video record before."""
    verification = before.playing.verification
    if verification is None or not verification.conform:
        return "I9: released without a positive video record"
    if len(set(event.persons)) != 2 or "" in event.persons:
        return "I9: released without two distinct persons"
    if verification.others or not verification.confirmed_by:
        return "I9: released although a card differs, or none was confirmed"
    if not verification.amounts_read:
        return "I9: released before two persons have read the amounts"
    if any(verification.payment(seat) is None for seat in payees(before)):
        return "I9: released without the slip of a payment"
    return ""


def _accepted(before: TableState, event: Event, after: TableState) -> str:
    """I7: JP1 does not run over acts that the book will never do and nobody has accepted."""
    return "I7: JP1 opened over acts set aside" if after.upkeep.aside else ""


_METER_MAY_FALL: Final = frozenset(
    {
        e.AwardRecorded,
        e.ClaimRecorded,
        e.RefundRecorded,
        e.MeterRead,
        e.ClaimWithdrawn,
        e.FinishRecorded,
        e.ContributionRecorded,
        e.MeterCorrected,
        e.IncrementMoved,
        e.JackpotStopped,
        e.JackpotReopened,
        e.ReconciliationRecorded,
    }
)
_HOLDS: Final[dict[type[Event], Callable[[TableState, Any, TableState], str]]] = {
    **dict.fromkeys(_METER_MAY_FALL, _adds_up),
    e.Jp1Opened: _accepted,
    e.StopEndSeen: _accepted,
    e.CardDealt: _cards,
    e.CardKeyed: _cards,
    e.ShowdownOpened: _opened,
    e.SettlementOpened: _opened,
    e.CardsDealtByHand: _by_hand,
    e.SeatSettled: _settled,
    e.BetsClosed: _latched,
    e.StakesConfirmed: _confirmed,
    e.ContributionAsked: _asked,
    e.AwardReleased: _released,
    e.RoundVoided: _voided,
    e.SeatRefunded: _refunded,
    e.RoundOpened: _round_opened,
    e.TableClosed: _table_closed,
    e.DealBegun: _deal,
    e.HandEntered: _entered,
    e.RectificationRecorded: _rectified,
}
"""What each kind of event must have left true."""
