"""What becomes of each stake by how the hands compare: rounds that `tapis settle` settles, in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from click.testing import CliRunner

from controller.cli import main
from controller.game.money import Odds
from tests.handbook.facts import PROFILE, key
from ui.texts.hands import odds_words

BOARD: Final = ("Kd", "9s", "7c", "4h", "2d")
PAIR, NOTHING = ("9h", "3c"), ("Qh", "3c")
OUTCOMES: Final[Mapping[str, tuple[tuple[str, str], tuple[str, str] | None]]] = {
    "win": (PAIR, ("Kc", "5s")),
    "tie": (PAIR, ("9d", "3s")),
    "lose": (PAIR, ("Ac", "5s")),
    "unqualified_win": (NOTHING, ("Ac", "5s")),
    "unqualified_tie": (NOTHING, ("Qs", "3d")),
    "unqualified_lose": (NOTHING, ("Jc", "5s")),
    "fold": (PAIR, None),
}
"""The dealer's two cards and the player's; None has folded. Nobody holds what Blind pays for."""
STAKES: Final = {"ante": 1000, "blind": 1000, "play": 1000}


@cache
def outcomes(language: str) -> dict[str, list[str]]:
    """A row a spot, a cell an outcome."""
    told = [_settled(*hands) for hands in OUTCOMES.values()]
    return {spot: [_cell(language, seat["spots"].get(spot)) for seat in told] for spot in STAKES}


def _settled(dealer: tuple[str, str], hand: tuple[str, str] | None) -> dict[str, Any]:
    stakes = {spot: cents for spot, cents in STAKES.items() if hand is not None or spot != "play"}
    seat = {"seat": 1, "cards": hand, "folded": hand is None, "stakes": stakes}
    line = {"id": "1", "profile": PROFILE, "board": BOARD, "dealer": dealer, "jackpot_cents": 0}
    asked = json.dumps(line | {"jp1_stake_cents": 500, "seats": [seat]})
    answer = CliRunner().invoke(main, ["settle", "--json", "-"], input=asked + "\n")
    assert answer.exit_code == 0, answer.output
    seats: list[dict[str, Any]] = json.loads(answer.stdout)["seats"]
    return seats[0]


def _cell(language: str, spot: Mapping[str, int] | None) -> str:
    if spot is None:
        return "–"
    if spot["paid"]:
        return odds_words(language, str(Odds.parse(f"{spot['paid']}/{spot['stake']}")))
    return key(language, "returned" if spot["returned"] else "taken")
