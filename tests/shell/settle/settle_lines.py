"""Round lines to start from, and the command as a call in this process."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any, Final

from click.testing import CliRunner, Result

from controller.cli import main

ROYAL: Final[dict[str, Any]] = {
    "id": "x1",
    "profile": "fr-55-20-2021",
    "board": ["Qs", "Js", "Ts", "4d", "8h"],
    "dealer": ["2h", "7c"],
    "jackpot_cents": 1250400,
    "jp1_stake_cents": 500,
    "seats": [
        {
            "seat": 2,
            "cards": ["As", "Ks"],
            "folded": False,
            "stakes": {"ante": 1000, "blind": 1000, "trips": 500, "play": 4000, "jp1": 500},
        }
    ],
}
"""The example of the contract: an own-card royal with JP1 against an unqualified bank."""

CASINO: Final[dict[str, Any]] = {
    "id": "c1",
    "profile": "fr-holdem-casino",
    "board": ["Qs", "Jd", "9s", "4d", "4h"],
    "dealer": ["2h", "7c"],
    "seats": [
        {
            "seat": 3,
            "cards": ["Ah", "Qc"],
            "folded": False,
            "stakes": {"ante": 1000, "super_ante": 1000, "bonus": 500, "a05t": 500, "a05r": 500},
        }
    ],
}
"""Two pair against a qualified pair of fours, the bets made on Turn and River."""


def changed(line: dict[str, Any], change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """A copy of the line with this done to it."""
    copied = copy.deepcopy(line)
    change(copied)
    return copied


def settle(text: str | bytes, *arguments: str) -> Result:
    """The command in this process; a bug is raised, not turned into an exit code."""
    return CliRunner().invoke(main, ["settle", *arguments], input=text, catch_exceptions=False)


def spots_of(line: dict[str, Any], *arguments: str) -> dict[str, Any]:
    """What the one seat of the line is settled to."""
    done = settle(json.dumps(line), "--json", *arguments)
    assert done.exit_code == 0, done.stderr
    spots: dict[str, Any] = json.loads(done.stdout)["seats"][0]["spots"]
    return spots
