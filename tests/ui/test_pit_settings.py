"""The settings of a table on the pit's screen: to be read, and a touch says why not, with the article."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

import pytest

from controller.game import inputs as i
from tests.builders import Felt
from tests.ui import pit_states
from tests.ui.game_states import STATES as GAMES
from tests.ui.room_states import named
from ui.screen.pit_room import RoomFace
from ui.screen.room import Seen

PARIS = ZoneInfo("Europe/Paris")


def page(seen: Seen, touched: str = "", language: str = "fr") -> dict[str, Any]:
    face = RoomFace(language, zone=PARIS)
    face.take({"act": "tab", "tab": "settings"})
    said = face.words({"tables": [seen]})
    if touched:
        rows = [row for group in said["told"]["groups"] for row in group["rows"]]
        (row,) = [row for row in rows if row["label"] == touched]
        assert face.take(row["tap"])
        said = face.words({"tables": [seen]})
    return dict(said["told"])


def values(said: dict[str, Any]) -> dict[str, str]:
    return {row["label"]: row["value"] for group in said["groups"] for row in group["rows"]}


def test_what_the_table_is_set_to_can_be_read() -> None:
    told = values(page(named("UTH-1", pit_states.deciding())))
    assert (told["Règles"], told["Minimum des mises"]) == ("fr-55-20-2021", "5\u00a0€")
    assert (told["Mises ouvertes"], told["dont feu jaune"]) == ("45\u00a0s", "10\u00a0s")
    assert (told["Mise JP1"], told["Part au compteur"], told["Full"]) == (
        "5\u00a0€",
        "25\u00a0%",
        "10 pour 1",
    )
    assert (told["Identité contrôlée dès"], told["Conservation des images"]) == (
        "2\u202f000\u00a0€",
        "28\u00a0jours",
    )


@pytest.mark.parametrize(
    ("state", "touched", "begins", "article"),
    [
        ("deciding", "Mises ouvertes", "La table est ouverte", "PM-10"),
        ("closed", "Mises ouvertes", "Le directeur propose un projet", "PM-11, RO-04"),
        ("closed", "Mise JP1", "Mise, parts et gains ne changent pas tant que le jackpot tourne", "PM-10"),
        ("deciding", "Full", "Mise, parts et gains ne changent pas tant que le jackpot tourne", "PM-10"),
    ],
)
def test_a_touch_says_why_it_is_not_changed_here(state: str, touched: str, begins: str, article: str) -> None:
    answer = page(named("UTH-1", pit_states.STATES[state]()), touched)["answer"]
    assert (answer["title"], answer["article"]) == (touched, article)
    assert answer["text"].startswith(begins)


def test_the_maximum_is_asked_of_the_table_which_wants_a_chiefs_card() -> None:
    said = page(named("UTH-1", live()))["maximum"]
    wanted = {"act": "ChangeMaximum", "maximum_cents": 100_00}
    assert {"act": "ask", "table": "UTH-1", "tap": wanted} in [key["tap"] for key in said["keys"]]
    closed = page(named("UTH-1", pit_states.STATES["closed"]()))["maximum"]
    assert closed["keys"] == []


def test_a_maximum_to_come_is_told() -> None:
    felt = live()
    felt.badge("Chef", i.Role.CHEF).do(i.ChangeMaximum(100_00))
    assert page(named("UTH-1", felt))["maximum"]["value"] == "150\u00a0€, 100\u00a0€ au prochain coup"


def live() -> Felt:
    """A table whose profile has several maximums, in a round."""
    return GAMES["live_preflop"]()


def test_a_felt_without_jp1_has_no_settings_of_it() -> None:
    felt = GAMES["casino_preflop"]()
    (group,) = [one for one in page(named("UTH-1", felt))["groups"] if one["title"] == "Jackpot JP1"]
    assert group["rows"] == []
