"""What the console says at the places where a new dealer went wrong: it and the handbook say the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.game import inputs as i
from controller.game.views import console
from tests.builders import Felt
from tests.ui.states import STATES
from tests.ui.touched_table import Table
from ui.screen.console import ConsoleFace

HANDBOOK = Path(__file__).parents[2] / "deploy" / "handbook"


def words(felt: Felt, language: str = "fr") -> dict[str, Any]:
    return dict(ConsoleFace(language).words(console(felt.state)))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_jp1_is_touched_first_and_swept_then_at_the_console_and_in_the_handbook(language: str) -> None:
    """Art. 55-20, 2°: the dealer registers the stakes, then sweeps them; one gone before is told (BC-07)."""
    shown = words(STATES["latched"](), language)["primary"]
    assert shown["sub"] == {"fr": "touchez, puis prenez", "en": "touch, then take"}[language]
    chapter = (HANDBOOK / language / "dealer" / "04-jp1.md").read_text(encoding="utf-8")
    sweep = {"fr": "puis prenez-les", "en": "then take them"}[language]
    assert 0 < chapter.index("{key act.CollectJp1 count=4}") < chapter.index(sweep)
    felt = STATES["latched"]()
    early = Felt().open().stakes(s1=1000).chips(1).do(i.CloseBets()).see(i.ChipObserved(1, False))
    assert [up.code for up in early.state.alarms] == ["A-205"]
    assert felt.do(i.CollectJp1()).sweep().state.alarms == ()


def test_a_new_player_who_lays_all_at_once_is_entered_in_the_middle_of_his_column() -> None:
    table = Table()
    try:
        table.felt.do(i.VacateSeat(3)).chips(3)
        table.show()
        shown = table.screen.view["seats"][2]
        assert shown["keys"][0]["tap"] == {"act": "local.stakes", "seat": 3}
        assert shown["note_sub"] == "Ou rendre"
        table.touch("local.stakes", seat=3)
        table.touch("local.chip", cents=500)
        table.touch("SetStakes", seat=3)
        assert table.refusals == []
        assert table.felt.state.alarms == (), "the chip counts now: nobody is called for it"
        assert table.felt.state.seat(3).chip
        assert not table.felt.state.seat(3).chip_refused
        assert table.stage.warnings == []
    finally:
        table.stage.close()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_hand_with_the_unread_card_is_turned_first_and_the_card_says_so(language: str) -> None:
    """CS-11: it is keyed when all have spoken, lying open; never face down, and the showdown waits for it."""
    felt = STATES["to_key"]()
    turn = {"fr": "Retournez d’abord cette main", "en": "Turn this hand first"}[language]
    shown = words(felt, language)
    assert shown["focus"]["text"].startswith(turn)
    assert shown["primary"]["tap"] is None
    assert not words(STATES["board_unread"](), language)["focus"]["text"].startswith(turn)
    chapter = (HANDBOOK / language / "dealer" / "12-incidents.md").read_text(encoding="utf-8")
    first = {"fr": "retournez cette main **la première**", "en": "turn that hand **first**"}[language]
    assert first in chapter
