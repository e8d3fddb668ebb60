"""The main game as a part of the answer of `tapis par`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from controller.game.hands import HandClass
from controller.game.profile import RuleProfile
from controller.odds.main_game import MainGame
from controller.odds.side import ENDINGS, Joint

_EXACT = (
    "ev_per_ante",
    "house_edge",
    "average_total_stake",
    "element_of_risk",
    "rtp_initial",
    "rtp_total",
    "variance",
)


def main_digest(profile: RuleProfile) -> str:
    """The digest of what the main game hangs on: profiles that differ elsewhere share its figures."""
    rules = {
        "streets": [
            [s.board, s.fold, [[b.spot, b.half_antes, b.after] for b in s.bets]] for s in profile.streets
        ],
        "qualifies_with": str(profile.qualifies_with),
        "unqualified": [profile.unqualified.ante, profile.unqualified.others],
        "second": {str(hand): str(odds) for hand, odds in profile.blind.items()},
    }
    return hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()


def joint_of(main: Mapping[str, Any]) -> Joint:
    """The joint distribution of class and ending, from the answer."""
    return {
        (HandClass.parse(name), ending): Fraction(ended[ending])
        for name, ended in main["joint"].items()
        for ending in ENDINGS
    }


def main_answer(game: MainGame) -> dict[str, Any]:
    """Figures for one Ante, then how often what happens; the strategy before the flop by class."""
    exact = {name: _written(getattr(game, name)) for name in _EXACT}
    exact |= {f"final_bet.{act}": _written(chance) for act, chance in game.final_bet.items()}
    exact |= {f"outcomes.{ending}": _written(game.outcomes[ending]) for ending in ENDINGS}
    exact["qualified"] = _written(game.qualified)
    return {
        **{name: float(getattr(game, name)) for name in _EXACT},
        "std_dev": game.std_dev,
        "final_bet": {act: float(chance) for act, chance in game.final_bet.items()},
        "outcomes": {ending: float(game.outcomes[ending]) for ending in ENDINGS},
        "qualified": float(game.qualified),
        "joint": {
            str(hand): {ending: _written(game.joint[hand, ending]) for ending in ENDINGS}
            for hand in reversed(HandClass)
        },
        "paid_classes": {
            str(hand): {"fraction": _written(chance), "decimal": float(chance)}
            for hand, chance in game.paid_classes.items()
        },
        "strategy": {
            name: {
                "combos": hand.combos,
                "act": hand.act,
                "ev": float(hand.best),
                "acts": {act: _written(value) for act, value in hand.ev.items()},
            }
            for name, hand in game.starting.items()
        },
        "exact": exact,
    }


def _written(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
