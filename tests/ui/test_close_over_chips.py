"""The table is not closed while bets of the round lie on the felt, at no place of the screen."""

from __future__ import annotations

from typing import Any

import pytest

from controller.game import inputs as i
from controller.game.refusals import Refusal
from controller.game.views import console
from tests.builders import TERMS, Felt
from ui.screen.console import ConsoleFace


def last_key(felt: Felt, language: str = "fr") -> dict[str, Any]:
    """The last key of the bottom bar, at a table where a chef stands."""
    key = ConsoleFace(language).words(console(felt.badge().state))["bottom"][-1]
    assert isinstance(key, dict)
    return key


@pytest.mark.parametrize("language", ["fr", "en"])
def test_over_bets_the_place_of_the_pause_stays_its_own(language: str) -> None:
    staked = Felt().open(sensors=True).stakes(s1=(1000, 500), s3=1000)
    assert last_key(staked, language)["tap"] == {"act": "Pause"}
    with_a_chip = Felt().open(sensors=True).stakes(s1=1000).chips(1)
    assert last_key(with_a_chip, language)["tap"] == {"act": "Pause"}


def test_a_table_without_bets_is_closed_there_and_one_with_bets_when_they_are_back() -> None:
    assert last_key(Felt().open(sensors=True))["tap"] == {"act": "CloseTable"}
    paused = Felt().open(sensors=True).stakes(s1=1000).do(i.Pause())
    assert last_key(paused)["tap"] is None
    assert last_key(paused.do(i.EndPause(), i.VacateSeat(1)))["tap"] == {"act": "CloseTable"}


@pytest.mark.parametrize("act", [i.CloseTable(), i.BeginClosing()])
def test_the_core_refuses_to_close_over_bets_and_names_the_seat(act: i.Intent) -> None:
    """Red before: only the screen kept its key away, and a message closed the table over them."""
    terms = TERMS if isinstance(act, i.BeginClosing) else None
    felt = Felt(cash=terms).open(sensors=True).stakes(s2=(1000, 500), s5=1000).chips(2).badge()
    assert felt.tap(act) == Refusal("bets_laid", "", (("seat", 2),))
    felt.do(i.VacateSeat(2), i.VacateSeat(5))
    assert felt.tap(act) is None
    told = {type(entry.event).__name__ for entry in felt.entries}
    assert not told & {"BetsClosed", "ContributionRecorded", "SeatSettled"}


def test_what_stands_hollow_from_the_round_before_is_no_bet_and_keeps_no_table_open() -> None:
    felt = Felt().open().stakes(s1=1000).close().draw("Ah Ad Kh Qd").do(i.CallStreet()).draw("2c 7d 9h")
    felt.do(i.CallStreet()).draw("4s 8s").do(i.BetRest()).showdown().settle().do(i.NextRound())
    assert felt.state.hollow == (1,)
    assert felt.badge().tap(i.CloseTable()) is None
