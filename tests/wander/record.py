"""What people left to chance do with the record of settled rounds: they rectify it, sensibly or not."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from controller.game import inputs as i
from controller.game.dealing.declared_hand import Outcome
from controller.game.felt import Spot, board, dealer, hole
from controller.game.hands import HandClass
from controller.game.inputs import Intent, Role
from controller.game.profile import RuleProfile
from controller.game.rectification.claimed_facts import Mistake, Moved, RectificationReason
from controller.game.rectification.computed_anew import decisions, settled_round
from controller.game.rectification.settled_rounds import PastRound
from controller.game.side_bets import SideStake
from controller.game.state import Phase, TableState
from tests.stacked import CARDS

if TYPE_CHECKING:
    from tests.wander import Wanderer


def rectified(table: Wanderer) -> None:
    """Somebody finds that a seat was settled on a wrong record, and those who may decide about it."""
    state = table.state
    asked = state.record.open
    if asked is None:
        if state.phase is not Phase.SETTLING:
            table.badge(Role.CHEF)
        table.tap(likely(table.rng, state))
    elif asked.approval is None:
        table.badge(*((Role.COMITE,) if asked.proposal.closed else (Role.CHEF, Role.COMITE)))
        table.tap(
            table.rng.choice(
                (i.ApproveRectification(),) * 4 + (i.RejectRectification(), i.WithdrawRectification())
            )
        )
    else:
        moved = table.rng.choice((Moved.BY_HAND, *Moved))
        if moved is not Moved.BY_HAND:
            table.badge(Role.CHEF)
        table.tap(i.SettleRectification(moved))


def likely(rng: random.Random, state: TableState) -> Intent:
    """A proposal for a round of the session, mostly one that may be."""
    numbers = [past.played.number for past in state.record.past[-6:]]
    if state.phase is Phase.SETTLING:
        numbers = [state.playing.number]
    number = rng.choice(numbers or [1])
    past = settled_round(state, number)
    if past is None:
        return any_proposal(rng)
    seats = [n for n, seat in enumerate(past.seats, start=1) if seat.settled is not None]
    seat = rng.choice(seats or [1])
    told: dict[Mistake, Intent] = {
        mistake: i.ProposeRectification(
            number, seat, mistake, rng.choice(tuple(RectificationReason)), **_truth(rng, state, past, seat)
        )
        for mistake in (Mistake.DECISION, Mistake.STAKE, Mistake.PAYMENT)
    }
    if past.played.manual or past.played.entered:
        return any_proposal(rng, number, seat)
    return told[rng.choice((Mistake.DECISION, Mistake.DECISION, Mistake.STAKE, Mistake.PAYMENT))]


def _truth(rng: random.Random, state: TableState, past: PastRound, seat: int) -> dict[str, object]:
    ante_cents = past.seats[seat - 1].ante_cents
    return {
        "decision": rng.choice(tuple(decisions(state.profile))),
        "ante_cents": rng.choice((ante_cents, 1_000, 2_000)),
        "side_cents": rng.choice((0, 500, 1_000)),
        "further": further(rng, state.profile),
        "by_cents": rng.choice((-1_500, 50, 4_000)),
    }


def further(rng: random.Random, profile: RuleProfile) -> tuple[SideStake, ...]:
    """Stakes on the side bets but the first, mostly such as may lie there."""
    staked = [spot for spot in profile.side_spots[1:] if rng.random() < 0.6]
    told = [SideStake(spot, rng.choice((500, 500, 1_000))) for spot in staked]
    if told and rng.random() < 0.1:
        told.append(SideStake(rng.choice(tuple(Spot)), rng.choice((-500, 0, 50, 500, 10**9))))
    return tuple(told)


def any_proposal(rng: random.Random, number: int = 0, seat: int = 0) -> Intent:
    """A rectification at random, mostly senseless."""
    hands = [f"{outcome}.{told}" for outcome in Outcome for told in HandClass]
    places = [hole(seat or 1, 0), hole(3, 1), dealer(0), board(2)]
    return i.ProposeRectification(
        number or rng.randrange(12),
        seat or rng.randrange(9),
        rng.choice(tuple(Mistake)),
        rng.choice(tuple(RectificationReason)),
        rng.choice(("", "fold", "play1", "play4", "a4", "a05t", "nonsense")),
        rng.choice((0, 500, 1_000, 2_050)),
        rng.choice((0, 500)),
        hand=rng.choice(("", "nonsense", *hands)),
        place=rng.choice(("", "nowhere", *map(str, places))),
        card=rng.choice(("", "1x", *CARDS)),
        by_cents=rng.choice((-(10**10), -50, 0, 700)),
    )
