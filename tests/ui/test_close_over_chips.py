"""The table is not closed from the place of *Pause* while bets of the round lie on the felt."""

from __future__ import annotations

from typing import Any

import pytest

from controller.game import inputs as i
from controller.game.opening.cash import CashTerms
from controller.game.views import console
from tests.builders import TERMS, Felt
from ui.screen.console import ConsoleFace


def last_key(felt: Felt, language: str = "fr", *typed: dict[str, Any]) -> dict[str, Any]:
    """The last key of the bottom bar, at a table where a chef stands, once this was typed."""
    view = console(felt.badge().state)
    assert {"CloseTable", "BeginClosing"} & {offer["act"] for offer in view["offers"]}
    face = ConsoleFace(language)
    key = face.words(view)["bottom"][-1]
    for tap in typed:
        face.take(dict(tap))
        key = face.words(view)["bottom"][-1]
    assert isinstance(key, dict)
    return key


@pytest.mark.parametrize("language", ["fr", "en"])
def test_over_bets_the_place_of_the_pause_stays_its_own(language: str) -> None:
    staked = Felt().open(sensors=True).stakes(s1=(1000, 500), s3=1000)
    assert last_key(staked, language)["tap"] == {"act": "Pause"}
    with_a_chip = Felt().open(sensors=True).stakes(s1=1000).chips(1)
    assert last_key(with_a_chip, language)["tap"] == {"act": "Pause"}


ON_THE_PAD = ({"act": "local.stakes", "seat": 2}, {"act": "local.chip", "cents": 1_000})


@pytest.mark.parametrize("cash", [None, TERMS])
def test_over_bets_that_are_being_entered_the_place_of_the_pause_stays_its_own(
    cash: CashTerms | None,
) -> None:
    """Of a hundred thousand touches one closed the table with stakes on the pad: its key was there."""
    felt = Felt(cash=cash).open(sensors=True)
    pad, one_chip = ON_THE_PAD
    assert last_key(felt, "fr", pad)["tap"]["act"] in ("CloseTable", "BeginClosing")
    assert last_key(felt, "fr", pad, one_chip)["tap"] == {"act": "Pause"}
    put_away = last_key(felt, "fr", pad, one_chip, {"act": "local.unstake"})
    assert put_away["tap"]["act"] in ("CloseTable", "BeginClosing")


def test_a_table_without_bets_is_closed_there_and_one_with_bets_after_a_pause() -> None:
    assert last_key(Felt().open(sensors=True))["tap"] == {"act": "CloseTable"}
    paused = Felt().open(sensors=True).stakes(s1=1000).do(i.Pause())
    assert last_key(paused)["tap"] == {"act": "CloseTable"}


def test_what_is_closed_over_bets_has_taken_nothing() -> None:
    """Before bets are closed a stake is the player's own: neither bank nor jackpot moves."""
    felt = Felt().open(sensors=True).stakes(s1=(1000, 500)).chips(1).badge()
    meter_cents = felt.state.jackpot.meter_cents
    felt.do(i.CloseTable())
    assert felt.state.jackpot.meter_cents == meter_cents
    told = {type(entry.event).__name__ for entry in felt.entries}
    assert not told & {"BetsClosed", "ContributionRecorded", "SeatSettled"}
