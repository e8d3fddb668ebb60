"""The room by the house: pace, result and stakes in a row, and one to forty tables without a hidden one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from controller.house.answers import Answers
from controller.house.archive import House
from tests.memory.nights import play
from tests.ui import pit_states
from tests.ui.pit_pictures import night
from tests.ui.room_states import many, named
from tests.ui.scene import faults, words
from tests.ui.told_house import Counting
from ui.app import LARGE, Stage
from ui.bridge import Screen
from ui.screen.extent import SMALL, USUAL, WIDE
from ui.screen.pit.felt import Speech
from ui.screen.pit.glance import SLOT_MS, Aim, pace_drawing, result_drawing
from ui.screen.pit.notes import HouseNotes
from ui.screen.pit.room import RoomFace
from ui.screen.pit.rows import DOWN, LEAST_PX, ROWS_MAX, free_px, row_px
from ui.screen.room import Seen

PARIS = ZoneInfo("Europe/Paris")
TARGET = 34
NOW_MS = 1_763_668_800_000


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answers]:
    folder = play(tmp_path_factory.mktemp("night"))
    with closing(House([folder], ":memory:")) as house:
        house.read_all()
        yield Answers(house)


def shown(answers: Answers | None, tables: list[Seen], language: str = "fr") -> dict[str, Any]:
    notes = None
    if answers is not None:
        now_ms = max(seen.now_ms for seen in tables)
        notes = HouseNotes(Counting(answers, [seen.name for seen in tables], now_ms))
    face = RoomFace(language, zone=PARIS, target_per_hour=TARGET, notes=notes)
    face.take({"act": "tab", "tab": "room"})
    return face.words({"tables": tables})


def counted(quarters: list[list[int]], *, unfinished: bool = True) -> dict[str, Any]:
    return {"table": "UTH-1", "quarters": quarters, "unfinished": unfinished}


def marks(drawing: Any, kind: str) -> list[Any]:
    return [mark for mark in json.loads(drawing.told()["marks"]) if mark[0] == kind]


def test_a_touch_on_a_bar_of_a_row_opens_the_rounds_of_its_quarter(answers: Answers) -> None:
    tables = [named("UTH-1", pit_states.evening())]
    row = shown(answers, tables)["told"]["rows"][0]
    hits = json.loads(row["pace_plot"]["hits"])
    assert hits
    for hit in hits:
        wanted = hit["tap"]["filter"]
        assert (hit["tap"]["tab"], wanted["table"]) == ("rounds", "UTH-1")
        assert wanted["to_ms"] - wanted["from_ms"] == 900_000
        assert 0 <= hit["x"] <= row["pace_plot"]["w"]


def test_a_row_says_what_the_house_counted_since_opening(answers: Answers) -> None:
    tables = [named("UTH-1", pit_states.evening())]
    row = shown(answers, tables)["told"]["rows"][0]
    told = answers.room({"points": 150})["tables"][0]
    assert row["house"] is True
    assert row["pace"] == str(round(told["last_hour_tenths"] / 10))
    assert [one["label"] for one in row["stakes"]] == ["Ante", "Play"]
    assert row["sigmas"].endswith("\u00a0σ")
    assert row["session"][0].startswith("Ouverte à "), "a row of one table is high"
    assert row["money"]["float_cents"] == told["float_cents"] > 0
    assert row["chef_tables"] == told["chef_tables"]
    points = json.loads(row["result_plot"]["marks"])
    assert any(mark[0] == "area" for mark in points), "the band of what was to be expected"


def test_where_no_house_answers_a_row_says_less_and_draws_its_last_rounds() -> None:
    row = shown(None, [named("UTH-1", pit_states.evening())])["told"]["rows"][0]
    assert row["house"] is False
    assert (row["pace_note"], row["bank_note"]) == ("dix derniers", "dix derniers coups")
    assert row["bars"]
    assert not {"stakes", "sigmas", "pace_plot", "result_plot"} & row.keys()


def test_figures_of_another_session_are_not_told_of_this_one(answers: Answers) -> None:
    seen = named("UTH-1", pit_states.evening())
    seen.view["session"] = 2  # type: ignore[index]
    assert shown(answers, [seen])["told"]["rows"][0]["house"] is False


def test_the_sums_of_the_room_are_the_houses_where_it_counted_every_table(answers: Answers) -> None:
    tables = [named(f"UTH-{n}", pit_states.evening()) for n in (1, 2)]
    sums = {one["label"]: one for one in shown(answers, tables)["told"]["figures"]}
    told = answers.room({"points": 150})["tables"]
    assert sums["Coups par heure, salle"]["value"] == str(
        (sum(one["last_hour_tenths"] for one in told) + 5) // 10
    )
    assert sums["Résultat de la salle"]["note"].startswith("attendu ")
    alone = {one["label"]: one for one in shown(None, tables)["told"]["figures"]}
    assert alone["Résultat de la salle"]["note"] == "20 derniers coups"


def test_an_unfinished_quarter_is_hatched_by_its_open_time_and_empty_while_young() -> None:
    speech = Speech("fr", NOW_MS + 10 * 60_000, PARIS)
    whole, young, half = (
        [NOW_MS - SLOT_MS, 8, 320, SLOT_MS],
        [NOW_MS, 0, 0, 60_000],
        [NOW_MS, 4, 240, 600_000],
    )
    hatched = pace_drawing(speech, counted([whole, half]), Aim(TARGET, 48), 90)
    assert len(marks(hatched, "frames")) == 1
    strokes = [mark for mark in marks(hatched, "line") if mark[3] == 0]
    assert len(strokes) > 3, "the strokes of the hatching, beside the foot"
    empty = pace_drawing(speech, counted([whole, young]), Aim(TARGET, 48), 90)
    assert len(marks(empty, "frames")) == 1
    assert len([mark for mark in marks(empty, "line") if mark[3] == 0]) == 1
    done = pace_drawing(speech, counted([whole, half], unfinished=False), Aim(TARGET, 48), 90)
    assert marks(done, "frames") == []
    assert [mark for mark in marks(done, "line") if mark[3]], "the dotted target"
    assert [text["t"] for text in json.loads(done.told()["texts"])] == [str(TARGET)]


@pytest.mark.parametrize("width", [86, 120, 176, 300])
def test_no_two_hours_below_the_bars_touch_each_other_whenever_it_is(width: int) -> None:
    """18:00 and 21:00 stood as `18:0021:00` under the rows of a small stage."""
    for minutes in range(0, 360, 10):
        now_ms = NOW_MS + minutes * 60_000
        quarter = [now_ms - SLOT_MS, 8, 320, SLOT_MS]
        drawing = pace_drawing(Speech("fr", now_ms, PARIS), counted([quarter]), Aim(0, 48), 150, width)
        at = sorted(text["x"] for text in json.loads(drawing.told()["texts"]) if text["t"].endswith(":00"))
        assert at, minutes
        assert min((later - one for one, later in pairwise(at)), default=width) >= 40, (minutes, at)


def test_the_quicker_a_quarter_the_taller_its_bar_and_the_target_is_dotted_on_the_same_scale() -> None:
    """*Coups par heure* once drew how long rounds took: the slower, the taller."""
    speech = Speech("fr", NOW_MS, PARIS)
    slow, at_target = [NOW_MS - 2 * SLOT_MS, 4, 170, SLOT_MS], [NOW_MS - SLOT_MS, 8, TARGET * 10, SLOT_MS]
    told = pace_drawing(speech, counted([slow, at_target], unfinished=False), Aim(TARGET, 48), 90)
    ((*_, boxes),) = marks(told, "bars")
    (_, _, _, low), (_, top, _, tall) = boxes[:4], boxes[4:]
    assert tall == pytest.approx(2 * low, abs=0.2)
    dotted = [mark[4] for mark in marks(told, "line") if mark[3]]
    assert [(line[1], line[3]) for line in dotted] == [pytest.approx((top, top), abs=0.2)]


def test_the_result_ends_now_and_draws_no_fall_that_did_not_happen() -> None:
    """One step a round, level up to now: nothing happens between two rounds."""
    speech = Speech("fr", NOW_MS + 3_600_000, PARIS)
    points = [[NOW_MS + 60_000, 5_000, 100, 2_000], [NOW_MS + 120_000, 9_000, 200, 3_000]]
    told = {"points": points, "known": True, "opened_ms": NOW_MS}
    (*_, way) = marks(result_drawing(speech, told, 80), "line")
    level = way[4][1::2]
    assert level == sorted(level, reverse=True), "the bank only won: the line only rises"
    assert way[4][-1] == way[4][-3], "level from the last round until now"
    assert way[4][-2] > 160


def test_one_to_twelve_tables_fill_the_page_and_none_is_hidden() -> None:
    for extent in (SMALL, USUAL, WIDE):
        free = free_px(extent)
        for tables in range(1, ROWS_MAX + 1):
            high = row_px(tables, extent)
            assert tables * high <= free
            assert high >= LEAST_PX[extent.name]
            assert tables < 4 or tables * high > free * 9 // 10 - ROWS_MAX, (
                "no empty half from four tables on"
            )


def test_above_twelve_a_board_has_every_table_by_number_and_never_sorts() -> None:
    calm, trouble = pit_states.evening(), pit_states.troubled()
    names = [f"UTH-{n}" for n in range(1, 41)]
    for count in (13, 20, 24, 40):
        quiet = shown(None, [named(name, calm) for name in names[:count]])["told"]
        assert [cell["name"] for cell in quiet["board"]["cells"]] == names[:count]
        assert quiet["board"]["down"] <= DOWN["usual"]
        assert quiet["rows"] == [], "a row is for a table that needs somebody"
    ill = {"UTH-7", "UTH-9", "UTH-20", "UTH-31", "UTH-40"}
    told = shown(None, [named(name, trouble if name in ill else calm) for name in names])["told"]
    assert [cell["name"] for cell in told["board"]["cells"]] == names
    assert {cell["name"] for cell in told["board"]["cells"] if cell["priority"] == 1} == ill
    assert [row["name"] for row in told["rows"]] == ["UTH-7", "UTH-9", "UTH-20", "UTH-31"]
    assert told["more"].startswith("+1 ")


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    screen = Screen()
    screen.show(shown(None, [named("UTH-1", pit_states.evening())]))
    made = Stage("PitScreen", screen, LARGE)
    yield made
    made.close()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_rooms_of_all_sizes_can_be_read(stage: Stage, answers: Answers, language: str) -> None:
    every = [*night(), *(named(f"UTH-{n}", pit_states.evening()) for n in range(9, 13))]
    rooms = [every[:1], every[:4], every[:8], every, many()[:13], many()[:24], many()]
    for tables in rooms:
        stage.screen.show(shown(answers, tables, language) | {"reduced_motion": True})
        stage.settle(60)
        assert stage.warnings == []
        assert faults(stage.window) == [], f"{len(tables)} tables"
        written = {text.text for text in words(stage.window)}
        assert {seen.name for seen in tables} <= written, "no table is hidden"


def test_the_cards_of_the_board_are_called_so_and_not_after_the_board_of_tables() -> None:
    for language in ("fr", "en"):
        face = RoomFace(language)
        face.take({"act": "tab", "tab": "live"})
        said = json.dumps(face.words({"tables": [named("UTH-2", pit_states.STATES["decided"]())]}))
        assert '"caption": "Board"' in said
        assert "Toutes les tables" not in said
        assert "All tables" not in said
