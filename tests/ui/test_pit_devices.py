"""The devices of the room on one page: grey when well, a word when not, one of them in full."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from controller.game import inputs as i
from controller.game.inputs import Health, Machine
from tests.ui import pit_states
from tests.ui.room_states import calm, evening, named
from ui.screen.pit_room import RoomFace
from ui.screen.room import Seen

COUNTED = {
    "machine": "shoe",
    "retries": 12,
    "damaged": 3,
    "reconnections": 5,
    "latency_ms": 4,
    "latency_p99_ms": 43,
    "words": [[1763668800000, "card"], [1763668801000, "no_such_word"]],
}


def page(tables: list[Seen], *taps: dict[str, Any]) -> dict[str, Any]:
    face = RoomFace("fr", zone=ZoneInfo("Europe/Paris"))
    face.take({"act": "tab", "tab": "devices"})
    face.words({"tables": tables})
    for tap in taps:
        assert face.take(tap)
    return dict(face.words({"tables": tables})["told"])


def words_of(said: dict[str, Any], table: str) -> list[str]:
    (row,) = [row for row in said["rows"] if row["name"] == table]
    return [cell["word"] for cell in row["cells"]]


def test_a_well_device_is_a_square_without_a_word() -> None:
    said = page(calm())
    assert said["note"] == "15 appareils, 15 sans défaut · un carré gris ne demande rien"
    assert words_of(said, "UTH-1") == [""] * 5


def test_a_silent_a_blocked_and_a_doubtful_device_say_so() -> None:
    said = page(evening())
    assert words_of(said, "UTH-6") == ["bloqué", "muet", "S2", "", ""]
    assert said["note"].startswith("40 appareils, 37 sans défaut")


def test_the_worst_device_is_in_full_with_its_alarm_and_what_to_do() -> None:
    one = page(evening())["one"]
    assert one["title"] == "UTH-6 · coup 1 · Sabot"
    assert (one["alarm"]["code"], one["alarm"]["title"]) == ("A-201", "SABOT MUET – SAISIE MANUELLE\u00a0?")
    assert one["alarm"]["steps"] == ["Attendez la reconnexion", "Sinon, appelez le chef\u00a0: SAISIR"]


def test_a_touch_chooses_another_and_its_line_is_counted() -> None:
    tables = [named("UTH-1", pit_states.deciding(), figures=[COUNTED]), named("UTH-2", pit_states.held())]
    one = page(tables, {"act": "page", "table": "UTH-1", "machine": "shoe"})["one"]
    assert one["rows"] == [
        ["Répétés", "12"],
        ["Erreurs", "3"],
        ["Retours", "5"],
        ["Réponse", "4 · 43\u00a0ms"],
    ]
    assert one["words"][0][1] == "no such word"
    assert one["look"]["tap"] == {"act": "look", "table": "UTH-1", "tab": "live"}


def test_a_device_of_an_unheard_table_says_that_it_is_old() -> None:
    felt = pit_states.deciding().see(i.HealthObserved(Machine.SHUFFLER, Health.LOST, "silence"))
    assert page([named("UTH-1", felt, silence_ms=61_000)])["one"]["stale"] == "muette depuis 1:01"
