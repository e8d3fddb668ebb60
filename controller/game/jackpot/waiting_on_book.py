"""What the round under way waits for of the book, and what goes on while the link is away.

The main game goes on without the book (LK-02; art. 56-3-2 by analogy). Only these stop a round: the stakes
collected before its first card, and what the value of a won jackpot rests on. The end of an earlier round, a
refund, a fixed prize: what is owed there is asked again until it is answered, and nobody at the felt waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from controller.game import events as e
from controller.game.felt import Spot
from controller.game.inputs import ClaimDoubt
from controller.game.jackpot.rules import Award
from controller.game.memo_by_identity import last_memoised, memoised
from controller.game.payment.types import Verification
from controller.game.payment.winning_hand import BEST_KINDS, SUPERVISED_KINDS
from controller.game.profile import AwardKind
from controller.game.round import Jp1, Seat
from controller.game.settling.settle import RoundSettlement, SeatSettlement, SpotLine
from controller.game.state import Phase, TableState, seats_to_settle

PAID_FIRST: Final = "ante_paid_not_qualified"
"""The Ante paid by an unqualified bank before any hand was opened is not paid again at its seat."""
RULED_VOID: Final = "ruled_void"
"""The rule of every line of a seat whose cards were exchanged, void for it."""
RULING_WAITS: Final = "ruling_waits"
"""The rule of every line of such a seat before two persons have ruled: the stake stays on the felt."""


def book_holds(state: TableState) -> bool:
    """The round under way cannot go on before the book has answered what was asked for it."""
    asked, played = state.money, state.round
    if played is None or not isinstance(
        asked, (e.ContributionAsked, e.ClaimAsked, e.AwardAsked, e.AwardRefused)
    ):
        return False
    if (asked.round, asked.attempt) != (played.number, played.attempt):
        return False
    return not isinstance(asked, e.AwardAsked) or any(prize.kind == "jackpot" for prize in asked.awards)


def ends_later(state: TableState) -> int:
    """The round under way whose end the book has still to be told; 0 where there is none.

    One without a stake in the book tells it no end: what has its number there is of journals that were lost.
    """
    played = state.round
    if played is None or not played.contributed or state.phase in (Phase.CLEARING, Phase.CLOSED):
        return 0
    carried = played.void is not None and bool(played.void.jp1_carried)
    return played.number if played.voided is None or carried else 0


def ends_itself(state: TableState) -> int:
    """The round that a reopening does not end in the book: the one under way, or one whose end is due.

    A round may be over while a reopening has no answer: its prizes and its end are asked after that.
    """
    for due in state.due:
        if isinstance(due, (e.FinishAsked, e.RefundAsked)):
            return due.round
    return ends_later(state)


def prizes_due(state: TableState) -> tuple[e.AwardAsked, ...]:
    """The fixed JP1 prizes of the seats settled in this round that the book was not asked for yet.

    In the order of the settlement, from the dealer's right to his left. The jackpot itself is posted before
    the settlement, because its cents are the book's to say. Dealt by hand, none is posted before the last
    seat is settled: a hand that was told by its class may turn out to be another, which computes them anew,
    and what is posted stays.
    """
    played = state.playing
    if state.phase is not Phase.SETTLING or played.settlement is None:
        return ()
    if played.laid and seats_to_settle(state):
        return ()
    due = []
    for number in _winners(played.settlement):
        seat = state.seats[number - 1]
        if seat.settled is None or not seat.in_jp1:
            continue
        awards = _fixed_prizes(played.settlement.seat(number), played.verification, seat)
        left = tuple([prize for prize in awards if prize.kind not in seat.posted])
        if left:
            due.append((seat.settled_ms, e.AwardAsked(played.number, played.attempt, number, left)))
    return tuple([asked for _, asked in sorted(due, key=lambda one: one[0])])


@last_memoised
def _winners(settlement: RoundSettlement) -> tuple[int, ...]:
    """The seats with prizes of JP1, from the dealer's right to his left."""
    return tuple([seat.seat for seat in settlement.seats[::-1] if any(line.awards for line in seat.lines)])


@memoised
def settled_lines(
    result: SeatSettlement, verification: Verification | None, seat: Seat, jp1_stake_cents: int
) -> tuple[tuple[e.SettledSpot, ...], tuple[e.PostedAward, ...]]:
    """What the seat is paid and taken, spot by spot, and the JP1 prizes still to be posted to the book.

    A refused claim takes its prizes away; a jackpot already posted keeps the cents that the book gave. Where
    cards were exchanged every stake stays before two persons have ruled; ruled void, every stake goes back,
    that of JP1 too, whichever deal had taken it.
    """
    if seat.ruled_void:
        return tuple([_returned(line, jp1_stake_cents) for line in result.lines]), ()
    if _waits(seat):
        return tuple([_stays(line) for line in result.lines]), ()
    lines: list[e.SettledSpot] = []
    for line in result.lines:
        if line.spot is Spot.JP1:
            granted = _granted(line, verification, result.seat)
            paid = sum([seat.award_cents if a.kind == AwardKind.JACKPOT else a.cents for a in granted])
            lines.append(_jp1_line(line, paid, granted, carried=seat.jp1 is Jp1.CARRIED))
        else:
            lines.append(_line(line))
    return tuple(lines), _fixed_prizes(result, verification, seat)


def by_slip(result: SeatSettlement, verification: Verification | None, seat: Seat) -> int:
    """The cents of the seat that the cage pays by a slip: of a released payment, never the dealer's."""
    if verification is None or not verification.released or verification.payment(result.seat) is None:
        return 0
    prizes = [award for line in result.lines for award in line.awards if award.kind in SUPERVISED_KINDS]
    return sum([seat.award_cents if one.kind == AwardKind.JACKPOT else one.cents for one in prizes])


def paid_by_table(lines: Sequence[e.SettledSpot], slip_cents: int) -> int:
    """The cents that the dealer pays at the seat's settlement, above the stakes that go back.

    What the cage pays is not among them, nor an Ante that an unqualified bank has paid before.
    """
    return sum([line.paid_cents for line in lines if line.rule != PAID_FIRST]) - slip_cents


def to_move(
    lines: Sequence[e.SettledSpot], slip_cents: int, paid: Sequence[e.SettledSpot]
) -> tuple[int, int]:
    """The cents that the dealer pays the seat now, and those that he takes.

    The JP1 stake was collected before the deal: it is not among the chips to take. A seat that is settled
    again keeps what it was `paid`; only the difference moves.
    """
    pay, take = paid_by_table(lines, slip_cents), _taken(lines)
    if not paid:
        return pay, take
    more = (pay - take) - (paid_by_table(paid, 0) - _taken(paid))
    return max(more, 0), max(-more, 0)


def jp1_back_cents(lines: Sequence[e.SettledSpot]) -> int:
    """The collected JP1 stake that goes back to the seat with its prize (`jp1_return_stake`), in cents.

    That of a seat ruled void is none of these: it goes back with every other stake.
    """
    return sum([line.returned_cents for line in lines if line.spot is Spot.JP1 and line.rule != RULED_VOID])


def _taken(lines: Sequence[e.SettledSpot]) -> int:
    return sum([line.taken_cents for line in lines if line.spot is not Spot.JP1])


def still_to_move(lines: Sequence[e.SettledSpot], paid: Sequence[e.SettledSpot]) -> tuple[e.SettledSpot, ...]:
    """The lines of the seat that something still moves on: all, or what is above those `paid`."""
    before = {line.spot: line for line in paid}
    moving = []
    for line in lines:
        first = before.get(line.spot, line)
        if not paid or line != first:
            above = line.paid_cents - (first.paid_cents if paid else 0)
            moving.append(replace(line, paid_cents=max(above, 0)))
    return tuple(moving)


def _waits(seat: Seat) -> bool:
    """Nobody has ruled of its exchanged cards yet."""
    return seat.exchange is not None and seat.exchange.ruling is None


def _stays(line: SpotLine) -> e.SettledSpot:
    return e.SettledSpot(line.spot, line.stake_cents, 0, 0, 0, RULING_WAITS)


def _returned(line: SpotLine, jp1_stake_cents: int) -> e.SettledSpot:
    cents = jp1_stake_cents if line.spot is Spot.JP1 else line.stake_cents
    return e.SettledSpot(line.spot, cents, cents, 0, 0, RULED_VOID)


def _fixed_prizes(
    result: SeatSettlement, verification: Verification | None, seat: Seat
) -> tuple[e.PostedAward, ...]:
    """The JP1 prizes of the seat, the jackpot apart."""
    for line in result.lines if not seat.ruled_void else ():
        if line.spot is Spot.JP1:
            granted = _granted(line, verification, result.seat)
            return tuple(
                [e.PostedAward(str(a.kind), a.cents) for a in granted if a.kind != AwardKind.JACKPOT]
            )
    return ()


def _granted(line: SpotLine, verification: Verification | None, seat: int) -> tuple[Award, ...]:
    """The JP1 prizes of the seat's line but for those that a refusal takes away (rules, section 3).

    Where the images or the stake do not hold, the royal is true all the same: only its own prize is lost,
    and the consolation of the others is due; so is their prize by a community royal, where the stake of one
    seat does not hold. Where the record was wrong, `line` is of the true cards.
    """
    if verification is not None and seat in verification.stakes_refused:
        return ()  # on no cards does it win
    lost = _LOST.get(verification.refused) if verification is not None else None
    return line.awards if not lost else tuple([award for award in line.awards if award.kind not in lost])


_LOST: Final[dict[str, frozenset[AwardKind]]] = {
    ClaimDoubt.IMAGES: BEST_KINDS,
    ClaimDoubt.STAKE: BEST_KINDS,
    ClaimDoubt.EXCHANGED: SUPERVISED_KINDS,
}


def _line(line: SpotLine) -> e.SettledSpot:
    return e.SettledSpot(
        line.spot, line.stake_cents, line.returned_cents, line.taken_cents, line.paid_cents, line.rule
    )


def _jp1_line(line: SpotLine, paid_cents: int, granted: tuple[Award, ...], *, carried: bool) -> e.SettledSpot:
    """A stake all of whose prizes were refused has won nothing: no house returns it (`jp1_return_stake`).

    One that was carried was taken in the deal that was void, and is not taken again.
    """
    refused = len(granted) < len(line.awards)
    rule = "jp1_refused" if refused else line.rule
    returned_cents = 0 if refused and not granted else line.returned_cents
    stake_cents = returned_cents if carried else line.stake_cents
    taken_cents = stake_cents - returned_cents
    return e.SettledSpot(line.spot, stake_cents, returned_cents, taken_cents, paid_cents, rule)
