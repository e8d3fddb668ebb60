"""What an analysis says loudly: a return above the stake, a prize that chips cannot pay."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from controller.game.profile import RuleProfile
from controller.odds.jackpot import BETTORS, JackpotReturns
from controller.odds.side import SideReturns

Warned = dict[str, Any]
"""`code`, then the facts of the sentence."""


def main_warnings(rtp_initial: Fraction) -> Iterator[Warned]:
    """The main bets, by the Ante."""
    if rtp_initial > 1:
        yield {"code": "main_above_one", "return": float(rtp_initial)}


def side_warnings(side: SideReturns) -> Iterator[Warned]:
    """A side bet."""
    if side.rtp > 1:
        yield {"code": "side_above_one", "spot": str(side.bet.spot), "return": float(side.rtp)}


def jp1_warnings(found: JackpotReturns) -> Iterator[Warned]:
    """The long run and the start, for the number of bettors that gets most, and every prize."""
    config, most = found.config, BETTORS[-1]
    above = [bettors for bettors in BETTORS if found.long_run(bettors).least > 1]
    if above:
        run = found.long_run(above[0])
        yield {"code": "long_run_above_one", "bettors": above[0], "return": float(run.least)}
    elif found.long_run(most).most > 1:
        yield {
            "code": "long_run_may_be_above_one",
            "bettors": most,
            "return": float(found.long_run(most).most),
        }
    at_start = [bettors for bettors in BETTORS if found.return_at(config.start_cents, bettors) > 1]
    if at_start:
        yield {
            "code": "start_above_one",
            "bettors": at_start[0],
            "return": float(found.return_at(config.start_cents, at_start[0])),
            "start_cents": config.start_cents,
        }
    chip_cents = found.profile.limits.chip_cents
    for kind, cents in found.unpayable(chip_cents):
        yield {
            "code": "stake_unpayable" if kind is None else "prize_unpayable",
            "kind": None if kind is None else str(kind),
            "cents": float(cents),
            "chip_cents": chip_cents,
        }


def notes(profile: RuleProfile, jp1: JackpotReturns | None) -> Iterator[Warned]:
    """What the figures suppose."""
    for bet in profile.sides:
        if bet.by_main_game:
            yield {"code": "side_by_main_game", "spot": str(bet.spot)}
    if jp1 is None:
        return
    yield {"code": f"trigger_{profile.options.consolation_trigger}"}
    yield {"code": "long_run_reserve"} if jp1.config.reserve_share else {"code": "long_run"}
    if not profile.options.jp1_after_fold:
        yield {"code": "fold_not_deducted"}
    if jp1.config.fixed_prizes_paid_from == "meter":
        solved = jp1.long_run(1).exact
        yield {"code": "meter_pays_solved" if solved else "meter_pays_between"}
