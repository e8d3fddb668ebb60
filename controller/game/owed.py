"""What the round under way waits for of the book, and what goes on while the link is away.

The main game goes on without the book (LK-02; art. 56-3-2 by analogy). Only these stop a round: the stakes
collected before its first card, and what the value of a won jackpot rests on. The end of an earlier round, a
refund, a fixed prize: what is owed there is asked again until it is answered, and nobody at the felt waits.
"""

from __future__ import annotations

from controller.game import events as e
from controller.game.felt import Spot
from controller.game.jackpot import Award
from controller.game.profile import AwardKind
from controller.game.settle import SeatSettlement, SpotLine
from controller.game.state import Phase, TableState
from controller.game.verification import Verification
from controller.game.winning_hand import SUPERVISED_KINDS


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


def prizes_due(state: TableState) -> tuple[e.AwardAsked, ...]:
    """The fixed JP1 prizes of the seats settled in this round that the book was not asked for yet.

    In the order of the settlement, from the dealer's right to his left. The jackpot itself is posted before
    the settlement, because its cents are the book's to say.
    """
    played = state.playing
    if state.phase is not Phase.SETTLING or played.settlement is None:
        return ()
    due = []
    for number in reversed(state.places):
        seat = state.seats[number - 1]
        if seat.settled is None or not seat.in_jp1:
            continue
        awards = _fixed_prizes(played.settlement.seat(number), played.verification)
        left = tuple([prize for prize in awards if prize.kind not in seat.posted])
        if left:
            due.append((seat.settled_ms, e.AwardAsked(played.number, played.attempt, number, left)))
    return tuple(asked for _, asked in sorted(due, key=lambda one: one[0]))


def settled_lines(
    result: SeatSettlement, verification: Verification | None, posted_cents: int
) -> tuple[tuple[e.SettledSpot, ...], tuple[e.PostedAward, ...]]:
    """What the seat is paid and taken, spot by spot, and the JP1 prizes still to be posted to the book.

    A refused claim takes its prizes away; a jackpot already posted keeps the cents that the book gave.
    """
    lines: list[e.SettledSpot] = []
    for line in result.lines:
        if line.spot is Spot.JP1:
            granted = _granted(line, verification)
            paid = sum([posted_cents if a.kind == AwardKind.JACKPOT else a.cents for a in granted])
            lines.append(_jp1_line(line, paid, len(granted) < len(line.awards)))
        else:
            lines.append(_line(line))
    return tuple(lines), _fixed_prizes(result, verification)


def _fixed_prizes(result: SeatSettlement, verification: Verification | None) -> tuple[e.PostedAward, ...]:
    """The JP1 prizes of the seat, the jackpot apart."""
    for line in result.lines:
        if line.spot is Spot.JP1:
            granted = _granted(line, verification)
            return tuple(
                [e.PostedAward(str(a.kind), a.cents) for a in granted if a.kind != AwardKind.JACKPOT]
            )
    return ()


def _granted(line: SpotLine, verification: Verification | None) -> tuple[Award, ...]:
    """The JP1 prizes of the line but for those that a refused claim takes away."""
    if verification is None or not verification.refused:
        return line.awards
    return tuple([award for award in line.awards if award.kind not in SUPERVISED_KINDS])


def _line(line: SpotLine) -> e.SettledSpot:
    return e.SettledSpot(
        line.spot, line.stake_cents, line.returned_cents, line.taken_cents, line.paid_cents, line.rule
    )


def _jp1_line(line: SpotLine, paid_cents: int, refused: bool) -> e.SettledSpot:
    rule = "jp1_refused" if refused else line.rule
    return e.SettledSpot(line.spot, line.stake_cents, line.returned_cents, line.taken_cents, paid_cents, rule)
