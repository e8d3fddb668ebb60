"""Players who play by the strategy that `controller.odds` works out, and what the night should then show."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from controller.game.cards import Card
from controller.game.felt import Spot
from controller.game.profile import Bet, RuleProfile
from controller.odds.chances import Bet as Returns
from controller.odds.frequencies import Exact, Optimal
from drivers.sim.players import Bets, Plays


class ParMissing(Exception):
    """The extra `par` is not installed."""


class NoStrategy(Exception):
    """The profile is none that the enumeration can follow; the message says why."""


def optimal_play(profile: RuleProfile) -> tuple[Plays, Optimal]:
    """The optimal strategy of this profile for simulated people, and its exact result.

    Takes some seconds: the whole main game is enumerated, for the figures are those of `tapis par`.

    Raises:
        ParMissing: numpy or numba is not there.
        NoStrategy: the profile opens its board otherwise, or its odds are too large.
    """
    if find_spec("numpy") is None or find_spec("numba") is None:
        raise ParMissing
    # The extra is asked for here only: everything else works without it.
    from controller.odds.compiled import recompiled_if_damaged
    from controller.odds.main_game import NotAnalysed, analyse_main
    from controller.odds.sevens import count_sevens
    from controller.odds.side import analyse_side
    from controller.odds.strategy import Strategy

    try:
        game = recompiled_if_damaged(lambda: analyse_main(profile), NotAnalysed)
    except NotAnalysed as error:
        raise NoStrategy(str(error)) from None
    sides = {}
    for bet in profile.sides:
        if bet.by_main_game:
            found = analyse_side(bet, count_sevens(), game.joint)
            sides[bet.spot] = Returns(found.hit_frequency, found.rtp, found.variance)
    strategy = Strategy(profile, game)

    def plays(cards: Sequence[Card], board: Sequence[Card], bets: Bets, offered: Sequence[int]) -> int:
        last = Spot(bets[-1][0]) if bets else None
        act = strategy.act((cards[0], cards[1]), tuple(board), last, sum(halves for _, halves in bets))
        return act.half_antes if isinstance(act, Bet) else 0

    return plays, Optimal(Exact(game.ev_per_ante, game.variance), sides)
