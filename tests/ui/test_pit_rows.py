"""What a row of the room says of money, people and disputes, by its table and by the house."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.builders import TERMS, Felt
from tests.ui import pit_states, sheet_states
from tests.ui.conftest import Open
from tests.ui.room_states import named
from tests.ui.scene import area, controls, faults, words
from ui.app import COMPACT
from ui.screen.extent import SMALL
from ui.screen.pit.room import RoomFace
from ui.screen.pit.rows import _before, row
from ui.screen.room import Room, Seen

PARIS = ZoneInfo("Europe/Paris")
HOUSE = {
    "house": True,
    "opened": "Ouverte à 16:00",
    "money": {"float_cents": 2_500_000, "fills": 1, "fills_cents": 2_500_000, "bank_cents": -77_500},
    "chef": "C. Roux",
    "chef_tables": ["UTH-1", "UTH-2"],
}
NONE = {"house": False}


def told(seen: Seen, house: dict[str, Any] | None = None, *, relief_min: int = 0, height: int = 200) -> Any:
    room = Room("fr", PARIS, (seen,), relief_min=relief_min)
    return row(room, seen, house or NONE, height)


def people(seen: Seen, **more: Any) -> list[str]:
    return [line["text"] for line in told(seen, HOUSE, **more)["dealer"]]


def test_a_high_row_tells_avance_hours_fills_and_what_is_in_the_rack() -> None:
    """The avance is the table's own, not the jackpot's start amount."""
    seen = named("UTH-1", Felt(cash=TERMS).open())
    assert seen.view is not None
    sheet = seen.view["sheet"]
    assert sheet["advances_cents"] != sheet["start_cents"]
    sheet = {**sheet, "closes": "04:00", "announce_min": 30}
    seen = replace(seen, view={**seen.view, "sheet": sheet})
    lines = told(seen, HOUSE)["session"]
    there = f"{(sheet['advances_cents'] - 77_500) // 100:,}".replace(",", "\u202f")
    assert lines[0] == "Ouverte à 16:00"
    assert lines[1] == "Avance 25\u202f000\u00a0€ · ferme à 04:00, dernières à 03:30"
    assert lines[2] == f"Compléments 25\u202f000\u00a0€ · en caisse {there}\u00a0€, hors JP1"
    assert told(seen, HOUSE, height=100)["session"] == []


def test_without_a_house_the_avance_is_that_of_the_sheet() -> None:
    seen = named("UTH-1", Felt(cash=TERMS).open())
    assert seen.view is not None
    (line,) = told(seen)["session"]
    avance = f"{seen.view['sheet']['advances_cents'] // 100:,}".replace(",", "\u202f")
    assert line.startswith(f"Avance {avance}\u00a0€")


def test_a_closed_table_and_one_that_counts_its_avance_tell_no_money() -> None:
    assert told(named("UTH-1", sheet_states.begun()))["session"] == []
    assert told(named("UTH-1", Felt(cash=TERMS)))["session"] == []


@pytest.mark.parametrize(
    ("closes", "minutes", "last"), [("04:00", 30, "03:30"), ("00:15", 30, "23:45"), ("02:00", 0, "02:00")]
)
def test_the_last_deals_are_so_long_before_the_closing(closes: str, minutes: int, last: str) -> None:
    assert _before(closes, minutes) == last


def test_a_relief_is_told_before_it_is_due_and_bold_after() -> None:
    seen = named("UTH-1", pit_states.evening())
    assert seen.view is not None
    since_ms = seen.now_ms
    croupier = {"person": "L. Morel", "since_ms": since_ms, "revoked": False}
    seen = replace(seen, view={**seen.view, "croupier": croupier})
    early = replace(seen, now_ms=since_ms + 20 * 60_000)
    late = replace(seen, now_ms=since_ms + 64 * 60_000)
    assert not any("relève" in line for line in people(early)), "nobody said how long a dealer deals"
    assert people(early, relief_min=60)[2].startswith("relève à ")
    (line,) = [one for one in told(late, HOUSE, relief_min=60)["dealer"] if "relève" in one["text"]]
    view = late.view
    assert view is not None
    waits = bool(view["relief"]["why"])
    assert line == {"text": "relève attend, 4 min" if waits else "relève due, 4 min", "strong": True}
    for why, said in (("art. 55-20", "relève attend, 4 min"), ("", "relève due, 4 min")):
        other = replace(late, view={**view, "relief": {"register": True, "why": why}})
        assert said in people(other, relief_min=60)


def test_the_chef_is_named_with_his_other_table_in_a_high_row() -> None:
    seen = named("UTH-1", Felt(cash=TERMS).open().badge())
    assert seen.view is not None
    away = replace(seen, view={**seen.view, "badge": None})
    assert people(away)[-1] == "chef C. Roux · UTH-2"
    assert not any("Roux" in line for line in people(away, height=80))


def test_an_open_dispute_is_told_until_it_is_settled() -> None:
    quiet = named("UTH-1", pit_states.evening())
    assert "litige" not in told(quiet)["text"]
    view = quiet.view
    assert view is not None
    seats = [{**seat, "contested": seat["seat"] == 3} for seat in view["seats"]]
    assert "litige, place 3" in told(replace(quiet, view={**view, "seats": seats}))["text"]
    if view["round"] is not None:
        disputed = {**view, "round": {**view["round"], "count_disputed": True}}
        assert "compte JP1 contesté" in told(replace(quiet, view=disputed))["text"]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_high_row_of_a_small_stage_says_its_session_and_its_people_whole(
    open_stage: Open, language: str
) -> None:
    """The last deals and the chef's other table were cut, and the last line lay on the row's edge."""
    seen = named("UTH-1", Felt(cash=TERMS).open().badge())
    assert seen.view is not None
    sheet = {**seen.view["sheet"], "closes": "04:00", "announce_min": 30}
    tables = [
        replace(seen, name=f"UTH-{n}", view={**seen.view, "table": f"UTH-{n}", "badge": None, "sheet": sheet})
        for n in range(1, 5)
    ]
    opened = {
        "fr": "Ouverte à 16:00 · 120 coups, 720 mains",
        "en": "Open since 16:00 · 120 rounds, 720 hands",
    }
    face = RoomFace(language, zone=PARIS, extent=SMALL)
    face.take({"act": "tab", "tab": "room"})
    said = face.words({"tables": tables})
    room, height = Room(language, PARIS, tuple(tables), extent=SMALL), said["told"]["row_px"]
    house = {**HOUSE, "opened": opened[language], "chef": "Jean-Baptiste Roux"}
    rows = [row(room, one, {**house, "chef_tables": [one.name, "UTH-40"]}, height) for one in tables]
    assert all(len(one["session"]) == 3 for one in rows)
    stage, _ = open_stage("PitScreen", {**said, "told": {**said["told"], "rows": rows}}, COMPACT)
    assert faults(stage.window) == []
    drawn = [touch.parentItem() for touch in controls(stage.window)]
    for one in (key for key in drawn if area(key).width() > 600):
        inside = area(one).adjusted(0, 1, 0, -2)
        for text in words(stage.window):
            if one in text.parents:
                assert inside.contains(text.ink.adjusted(0, -2, 0, 2)), text.text
