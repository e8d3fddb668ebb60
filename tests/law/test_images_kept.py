"""Every hold, whatever stopped the deal, asks for the images and says how long the law keeps them (AC-14)."""

from __future__ import annotations

import pytest

from controller.game import inputs as i
from controller.game import views
from controller.game.incidents.causes import HoldCause
from tests.builders import Felt
from tests.law.requirements import requirement
from ui.screen.console import ConsoleFace


@requirement("AC-14")
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("cause", HoldCause, ids=str)
def test_a_hold_of_any_cause_asks_for_the_images_of_its_cameras(cause: HoldCause, language: str) -> None:
    felt = Felt(cameras=("C-1", "C-14")).open().stakes(s1=1000).close().draw("8c 6s")
    view = views.console(felt.do(i.DeclareIncident(i.Incident.EQUIPMENT)).state)
    held = {**(view["held"] or {}), "cause": cause.value}
    said = str(ConsoleFace(language).words({**view, "held": held})["focus"])
    assert ("conserver" if language == "fr" else "kept") in said
    assert "(C-1, C-14)" in said
    assert "28" in said
