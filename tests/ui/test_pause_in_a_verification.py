"""A verification that is interrupted: the pause says how it ends, and no key of a step lies dead below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.views import console
from tests.builders import Felt
from tests.ui import claim_states, payment_states
from ui.screen.console import ConsoleFace

STEPS = {
    "frozen": claim_states.royal,
    "called": payment_states.called,
    "identified": payment_states.identified,
    "cards": payment_states.showing,
    "viewed": payment_states.viewed,
    "read": payment_states.read,
    "prepared": payment_states.prepared,
    "armed": payment_states.armed,
}


def words(felt: Felt, language: str) -> dict[str, Any]:
    return dict(ConsoleFace(language).words(console(felt.state)))


def keys(part: Any) -> Iterator[dict[str, Any]]:
    """Every key of this part of the picture."""
    if isinstance(part, dict):
        if "label" in part and "tap" in part:
            yield part
        for one in part.values():
            yield from keys(one)
    elif isinstance(part, list):
        for one in part:
            yield from keys(one)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("step", STEPS)
def test_a_paused_verification_shows_the_way_on_and_nothing_that_looks_like_a_step(
    step: str, language: str
) -> None:
    felt = STEPS[step]()
    told = console(felt.state)["verification"]
    shown = words(felt.do(i.Pause()), language)
    assert shown["primary"]["label"] == {"fr": "REPRENDRE", "en": "RESUME"}[language]
    assert shown["primary"]["tap"] == {"act": "EndPause"} or shown["primary"]["sub"]
    assert shown["focus"]["text"].endswith({"fr": "au même pas.", "en": "from the same step."}[language])
    assert list(keys(shown["sheet"])) == [], "a key of the procedure is dead under a pause"
    assert shown["bottom"][4]["tap"] is None, "no table closes over a hand that is verified"
    assert shown["bottom"][4]["sub"] == {"fr": "vérification en cours", "en": "hand under review"}[language]
    if felt.state.facts.register:
        felt.person("Chef 9", Role.CHEF)
    assert console(felt.do(i.EndPause()).state)["verification"] == told, "it goes on from the same step"


def test_the_felt_stays_frozen_under_a_pause() -> None:
    shown = words(claim_states.royal().do(i.Pause()), "fr")
    assert shown["freeze"]["title"] == "NE TOUCHEZ PLUS AUX CARTES"
    assert shown["focus"]["text"].startswith("Ne touchez pas aux cartes.")
    assert shown["bottom"][0]["sub"] == "coup gelé"
