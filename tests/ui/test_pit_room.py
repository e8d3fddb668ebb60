"""The pit's screen of many tables: worst first, unheard at once, its order still under a pointer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QAccessible
from PySide6.QtQuick import QQuickItem

from controller.game import inputs as i
from tests.ui import pit_states, press_states
from tests.ui.room_states import ROOMS, calm, evening, many, named, new
from tests.ui.scene import area, controls, drawn_at, faults, items, parents, words
from ui.app import LARGE, Stage
from ui.bridge import Screen
from ui.screen.pit.pages import Page
from ui.screen.pit.room import RoomFace
from ui.screen.pit.tiles import per_hour
from ui.screen.room import Room, Seen
from ui.texts.pit import TEXTS

PARIS = ZoneInfo("Europe/Paris")


def room(tables: list[Seen], tab: str = "room", language: str = "fr", **more: Any) -> dict[str, Any]:
    face = RoomFace(language, zone=PARIS, **more)
    face.take({"act": "tab", "tab": tab})
    return face.words({"tables": tables})


def names(said: dict[str, Any]) -> list[str]:
    return [row["name"] for row in said["told"]["rows"]]


def test_the_worst_table_stands_first_and_an_unheard_one_just_under_a_p1() -> None:
    said = room(evening())
    assert names(said) == ["UTH-3", "UTH-6", "UTH-7", "UTH-5", "UTH-1", "UTH-2", "UTH-4", "UTH-8"]
    assert [row["tag"] for row in said["told"]["rows"]][:4] == ["P1", "P1", "muette", "P2"]


def test_tables_of_one_rank_stand_in_the_order_of_their_numbers() -> None:
    felt = pit_states.dealing()
    said = room([named(f"UTH-{n}", felt) for n in (10, 2, 1)])
    assert names(said) == ["UTH-1", "UTH-2", "UTH-10"]


def test_the_order_stands_still_while_a_pointer_is_over_the_list() -> None:
    face = RoomFace("fr", zone=PARIS)
    tables = calm()
    assert names(face.words({"tables": tables})) == ["UTH-1", "UTH-2", "UTH-3"]
    assert face.take({"act": "hover", "over": True})
    tables[2] = named("UTH-3", pit_states.troubled())
    tables.append(named("UTH-4", pit_states.held()))
    assert names(face.words({"tables": tables})) == ["UTH-1", "UTH-2", "UTH-3", "UTH-4"]
    assert face.take({"act": "hover", "over": False})
    assert names(face.words({"tables": tables})) == ["UTH-3", "UTH-4", "UTH-1", "UTH-2"]


def at(name: str, *alarms: tuple[int, int, int], call_min: int = 0, seen: bool = False) -> Seen:
    """A table with these alarms: priority, minutes old, minutes since it was seen or 0; and a call."""
    seat = named(name, pit_states.evening())
    view = dict(seat.view_or_none)
    one = {"code": "A-201", "seat": 0, "detail": "", "pit_ms": 0, "seen_by": "C. Roux", "over": False}
    now_ms = seat.now_ms
    view["alarms"] = [
        one
        | {"alarm": number, "priority": priority, "at_ms": now_ms - 60_000 * minutes, "seen_on": "pit"}
        | {"seen_ms": now_ms - 60_000 * seen_min if seen_min else 0}
        for number, (priority, minutes, seen_min) in enumerate(alarms, start=1)
    ]
    if call_min:
        at_ms = now_ms - 60_000 * call_min
        told = {"at_ms": at_ms, "last_ms": at_ms, "seen_ms": at_ms + 1 if seen else 0}
        view["call"] = told | {"seen_by": "", "seen_on": "pit"}
    return replace(seat, view=view)


def test_an_alarm_keeps_its_place_and_its_colour_after_it_was_seen() -> None:
    """Seen or not, a standing P1 is above every P2, and of one priority the oldest is first."""
    others = [at("UTH-2", (2, 4, 0)), at("UTH-3", (3, 9, 0)), at("UTH-4", (2, 6, 5)), at("UTH-5", (2, 5, 0))]
    before, after = room([at("UTH-1", (1, 3, 0)), *others]), room([at("UTH-1", (1, 3, 2)), *others])
    for said in (before, after):
        assert names(said) == ["UTH-1", "UTH-4", "UTH-5", "UTH-2", "UTH-3"]
        cards = [(card["table"], card["kind"]) for card in said["attention"]["cards"]]
        assert cards == [
            ("UTH-1", "p1"),
            *((name, "p2") for name in ("UTH-4", "UTH-5", "UTH-2")),
            ("UTH-3", "p3"),
        ]
        assert said["told"]["rows"][0]["priority"] == 1
    assert "pas encore vue" in before["told"]["rows"][0]["text"]
    first = after["attention"]["cards"][0]
    assert (first["slim"], first["stands"]) == (False, "dure encore")
    assert first["seen_at"].endswith("C. Roux, au pit")
    assert not any(key["label"] == "VU" for key in first["keys"])
    assert room(others)["told"]["rows"][0]["name"] == "UTH-4", "only the end of its cause takes it away"


@pytest.mark.parametrize(
    ("language", "title"), [("fr", "CAUSE FINIE – SABOT MUET"), ("en", "CAUSE OVER – SHOE NOT RESPONDING")]
)
@pytest.mark.parametrize("count", [3, 14])
def test_row_place_tile_and_card_say_the_same_of_a_cause_that_is_gone(
    count: int, language: str, title: str
) -> None:
    """The row said that the shoe does not respond, the card that it is back: the chef's reason is due."""
    felt = pit_states.deciding().see(i.HealthObserved(i.Machine.SHOE, i.Health.LOST, "silence"))
    ill, quiet = named("UTH-1", felt), [named(f"UTH-{n}", pit_states.evening()) for n in range(2, count + 1)]
    felt.see(i.HealthObserved(i.Machine.SHOE, i.Health.UP))
    back = named("UTH-1", felt)
    for table, gone in ((ill, False), (back, True)):
        said = room([table, *quiet], language=language)
        (card,) = [card for card in said["attention"]["cards"] if card["code"] == "A-201"]
        row, tile = said["told"]["rows"][0], said["spine"]["tiles"][0] if said["spine"] else None
        places = said["told"]["board"]["cells"][:1] if said["told"]["board"] else []
        assert {one["title"] for one in (row, *places)} == {card["title"]}
        assert tile is None or card["title"] in tile["says"]
        assert (card["title"] == title) is gone
    assert ("reste le motif" if language == "fr" else "reason due") in row["text"]


def test_a_row_tells_what_stands_before_what_is_over() -> None:
    table = at("UTH-1", (2, 9, 0), (2, 1, 0))
    table.view_or_none["alarms"][0]["over"] = True
    row = room([table])["told"]["rows"][0]
    assert row["title"].startswith("SABOT MUET")
    assert row["since"] == "1:00"


def test_a_newer_lesser_alarm_is_a_tag_beside_the_name_and_never_the_fill() -> None:
    row = room([at("UTH-1", (1, 6, 5), (2, 1, 0), (2, 1, 0), (3, 9, 0))])["told"]["rows"][0]
    assert (row["priority"], row["tag"]) == (1, "P1")
    assert [tag["word"] for tag in row["others"]] == ["P2\u00a02", "P3\u00a01"]


def test_what_waits_for_five_minutes_looks_old_seen_or_not() -> None:
    tables = [at("UTH-1", (1, 6, 5)), at("UTH-2", (2, 4, 0)), at("UTH-3", call_min=6, seen=True)]
    said = room(tables)
    assert [(row["name"], row["old"]) for row in said["told"]["rows"]] == [
        ("UTH-1", True),
        ("UTH-2", False),
        ("UTH-3", True),
    ]
    assert [card["old"] for card in said["attention"]["cards"]] == [True, False, True]


def test_what_waits_for_a_quarter_of_an_hour_looks_older_still_and_what_is_low_old() -> None:
    """Age escalates in two steps; what is low takes the first when the others take the second."""
    tables = [
        at("UTH-1", (1, 16, 9)),
        at("UTH-2", (2, 14, 0)),
        at("UTH-3", (3, 16, 0)),
        at("UTH-4", (3, 14, 0)),
    ]
    said = room([*tables, at("UTH-5", call_min=15)])
    for shown in (said["told"]["rows"], said["attention"]["cards"]):
        ages = {one.get("table", one.get("name")): (one["old"], one["late"]) for one in shown}
        assert ages == {
            "UTH-1": (True, True),
            "UTH-2": (True, False),
            "UTH-5": (True, True),
            "UTH-3": (True, False),
            "UTH-4": (False, False),
        }


def test_the_second_step_of_an_age_is_drawn_within_its_field_and_beside_its_figures(stage: Stage) -> None:
    tables = [at("UTH-1", (1, 16, 9)), at("UTH-2", (2, 20, 0)), at("UTH-3", call_min=15)]
    for tab in ("room", "live"):
        stage.screen.show(room(tables, tab) | {"reduced_motion": True})
        stage.settle(60)
        bars = [item for item in items(stage.window) if item.objectName() == "late"]
        assert len(bars) >= 2 * 2 * len(tables), "in the row or the tile, and on the card"
        for bar in bars:
            field = bar.parentItem()
            (label,) = (one for one in field.childItems() if one.inherits("QQuickText"))
            assert area(field).contains(area(bar))
            assert not area(bar).intersects(drawn_at(label))


def test_the_words_of_a_p1_are_not_set_aside_while_its_table_is_unheard(stage: Stage) -> None:
    tables = [replace(at("UTH-1", (1, 6, 5)), silence_ms=14_000), replace(at("UTH-2"), silence_ms=14_000)]
    stage.screen.show(room(tables) | {"reduced_motion": True})
    stage.settle(60)
    faded = {
        text.text: any(up.opacity() < 1 for up in text.parents)
        for text in words(stage.window)
        if text.text in ("UTH-1", "UTH-2")
    }
    assert faded == {"UTH-1": False, "UTH-2": True}


def test_where_room_is_short_the_third_priority_goes_first_then_what_was_seen() -> None:
    seen = [at(f"UTH-{n}", (2, n, 1)) for n in range(1, 8)]
    fresh = [at(f"UTH-{n}", (2, n - 9, 0)) for n in range(10, 16)]
    low = [at(f"UTH-{n}", (3, 9, 0)) for n in range(20, 24)]
    said = room([*seen, *fresh, *low])["attention"]
    drawn = [card["table"] for card in said["cards"]]
    assert {f"UTH-{n}" for n in range(10, 16)} <= set(drawn)
    assert drawn[0] == "UTH-7", "the oldest of those that were seen stays, in its place"
    assert not any(card["kind"] == "p3" for card in said["cards"])
    assert said["more"] == f"et {17 - len(drawn)} autres alarmes"


def test_a_table_never_heard_says_so_and_why() -> None:
    said = room(new())
    assert [(row["tag"], row["text"]) for row in said["told"]["rows"]] == [
        ("muette", "rien n’est encore venu d’elle"),
        ("muette", "refused"),
    ]
    assert [card["title"] for card in said["attention"]["cards"]] == ["TABLE MUETTE"] * 2


def test_the_counts_over_the_column_are_those_of_the_cards_below_them() -> None:
    for tables in (evening(), calm(), new(), [named("UTH-1", pit_states.evening(), silence_ms=20_000)]):
        told = room(tables)["attention"]
        shown = [card["kind"] for card in told["cards"]]
        assert told["more"] == ""
        assert {one["name"]: one["count"] for one in told["counts"]} == {
            f"P{priority}": shown.count(f"p{priority}") for priority in (1, 2, 3)
        }


def test_what_an_unheard_table_said_last_is_told_as_old_and_has_no_key() -> None:
    said = room([named("UTH-1", pit_states.troubled(), silence_ms=2_000)])
    row = said["told"]["rows"][0]
    assert (row["stale"], row["text"]) == (True, "muette depuis 0:02")
    asks = [key for card in said["attention"]["cards"] for key in card["keys"] if key["tap"]["act"] == "ask"]
    assert asks == []


def test_alarms_and_calls_of_all_tables_stand_in_one_column() -> None:
    cards = room(evening())["attention"]["cards"]
    assert [(card["kind"], card["where"].split(" ·")[0]) for card in cards] == [
        ("p1", "UTH-3"),
        ("p1", "UTH-6"),
        ("p2", "UTH-7"),
        ("p2", "UTH-6"),
        ("p2", "UTH-5"),
        ("call", "UTH-6"),
        ("p3", "UTH-6"),
    ]


def test_what_does_not_fit_is_counted_but_a_p1_never() -> None:
    said = room(many())["attention"]
    assert [card["kind"] for card in said["cards"]] == ["p1"] * 8
    assert said["more"] == "et 56 autres alarmes"


def test_help_opens_the_sentences_of_one_alarm_and_closes_them() -> None:
    face, tables = RoomFace("fr", zone=PARIS), {"tables": evening()}
    first = face.words(tables)["attention"]["cards"][0]
    (tap,) = [key["tap"] for key in first["keys"] if key["tap"]["act"] == "help"]
    assert face.take(tap)
    opened = face.words(tables)["attention"]["cards"][0]
    assert [line["head"] for line in opened["help"]] == [
        "Ce qui est protégé",
        "Ce que vous faites",
        "Qui prévenir",
    ]
    assert face.take(tap)
    assert face.words(tables)["attention"]["cards"][0]["help"] == []


def test_a_row_opens_its_table_and_the_tile_of_it_is_marked() -> None:
    face, tables = RoomFace("fr", zone=PARIS), {"tables": evening()}
    row = next(row for row in face.words(tables)["told"]["rows"] if row["name"] == "UTH-4")
    assert face.take(row["tap"])
    said = face.words(tables)
    assert (said["page"], said["told"]["table"]) == ("PitLive", "UTH-4")
    assert [tile["name"] for tile in said["spine"]["tiles"] if tile["on"]] == ["UTH-4"]


def test_the_sums_of_the_room_are_those_of_its_tables() -> None:
    sums = {one["label"]: one["value"] for one in room(calm())["told"]["figures"]}
    assert sums["Tables ouvertes"] == "3/3"
    assert sums["Joueurs assis"] == "15"
    assert sums["Résultat de la salle"] == "+120\u00a0€"
    assert sums["Jackpot JP1, génération\u00a01"] == "28\u202f611,25\u00a0€"


def test_the_pace_is_that_of_the_rounds_closed() -> None:
    closed = [{"closed_ms": 1_000 * at} for at in (540, 420, 300)]
    assert per_hour(closed) == 30
    assert per_hour(closed[:1]) == 0


class Register:
    """A page of another part of the house."""

    name = "registers"
    face = "PitRegisters"
    wide = False
    parts: tuple[str, ...] = ()
    ready = False

    def there(self, room: Room) -> bool:
        return self.ready

    def words(self, room: Room) -> dict[str, Any]:
        return {"of": room.chosen}

    def take(self, tap: dict[str, Any], room: Room) -> bool:
        return tap.get("what") == "registers"


def test_a_page_without_matter_has_no_tab_and_one_with_it_gets_its_map() -> None:
    page = Register()
    plugged: Page = page
    face, tables = RoomFace("fr", [plugged], zone=PARIS), {"tables": calm()}
    own = ["Salle", "Coup en direct", "Appareils", "Réglages"]
    assert [tab["label"] for tab in face.words(tables)["tabs"]] == own
    page.ready = True
    face.take({"act": "tab", "tab": "registers"})
    said = face.words(tables)
    assert [tab["label"] for tab in said["tabs"]] == [*own[:3], "Registres", own[3]]
    assert (said["page"], said["told"]) == ("PitRegisters", {"of": "UTH-1"})
    assert face.take({"act": "page", "what": "registers"})
    assert not face.take({"act": "page", "what": "another"})


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    screen = Screen()
    screen.show(room(calm()))
    made = Stage("PitScreen", screen, LARGE)
    yield made
    made.close()


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("tab", ["room", "live", "devices", "settings"])
@pytest.mark.parametrize("tables", ROOMS)
def test_a_room_can_be_read_and_touched(stage: Stage, tables: str, tab: str, language: str) -> None:
    said = room(ROOMS[tables](), tab, language)
    stage.screen.show(said | {"reduced_motion": True})
    stage.settle(60)
    assert stage.warnings == []
    assert faults(stage.window) == []
    for touch in controls(stage.window):
        assert min(area(touch).width(), area(touch).height()) >= 48
        named_key = QAccessible.queryAccessibleInterface(touch.parentItem())
        assert named_key.text(QAccessible.Text.Name).strip()


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("tab", ["room", "live"])
def test_chips_that_nobody_answered_for_can_be_read(stage: Stage, tab: str, language: str) -> None:
    """A-227 and the longest words of A-228, which take two lines of a row."""
    states = (press_states.held, press_states.sealed, press_states.not_added, press_states.added)
    tables = [named(f"UTH-{at}", made()) for at, made in enumerate(states, start=1)]
    stage.screen.show(room(tables, tab, language) | {"reduced_motion": True})
    stage.settle(60)
    assert faults(stage.window) == []


def test_of_the_alarms_that_nobody_has_seen_the_critical_one_alone_is_a_filled_card(stage: Stage) -> None:
    """Those of the second priority were once blocks of yellow from edge to edge, and drowned the red."""
    tables = [at("UTH-1", (1, 3, 0)), *(at(f"UTH-{n}", (2, 2 + n, 0)) for n in range(2, 7))]
    stage.screen.show(room(tables) | {"reduced_motion": True})
    stage.settle(60)
    seen = stage.window.grabWindow()
    filled = {"#af1a1c": 0, "#f5c84b": 0}
    for card in (area(one) for one in items(stage.window) if is_card(one)):
        across, down = (
            range(round(card.left()), round(card.right()), 4),
            range(round(card.top()), round(card.bottom()), 4),
        )
        inks = Counter(seen.pixelColor(x, y).name() for x in across for y in down)
        for ink in filled:
            filled[ink] += inks[ink] > inks.total() / 2
        assert inks["#af1a1c"] or inks["#f5c84b"], "each is told by its colour"
    assert filled == {"#af1a1c": 1, "#f5c84b": 0}


def is_card(item: QQuickItem) -> bool:
    return item.metaObject().className().startswith("PitNotice") and item.isVisible()


def cut_cards(stage: Stage) -> list[QRectF]:
    """Where cards of the column are that the edge of their list cuts."""
    lists = [one for one in items(stage.window) if one.inherits("QQuickFlickable")]
    cards = {one: area(one) for one in items(stage.window) if is_card(one)}
    of_cards = [one for one in lists if any(one in parents(card) for card in cards)]
    assert of_cards
    cut: list[QRectF] = []
    for one in of_cards:
        edge = area(one).bottom()
        inside = [card for item, card in cards.items() if one in parents(item)]
        cut += [card for card in inside if card.top() < edge - 2 and card.bottom() > edge + 2]
    return cut


def test_of_a_list_too_long_it_is_told_how_many_lie_below(stage: Stage) -> None:
    stage.screen.show(room(many()) | {"reduced_motion": True})
    stage.settle(60)
    below = [text.text for text in words(stage.window) if text.text.startswith("↓")]
    assert len(below) == 2
    assert all(int(text.removeprefix("↓ ")) > 3 for text in below)
    stage.screen.show(room(calm()) | {"reduced_motion": True})
    stage.settle(60)
    assert not [text for text in words(stage.window) if text.text.startswith("↓")]


@pytest.mark.parametrize("told", [evening, many])
def test_a_list_of_the_column_ends_with_a_whole_card(stage: Stage, told: Callable[[], list[Seen]]) -> None:
    """At rest one was cut through the middle of its title."""
    stage.screen.show(room(told()) | {"reduced_motion": True})
    stage.settle(60)
    assert cut_cards(stage) == []


def test_a_card_that_is_shut_does_not_say_that_it_stands(stage: Stage) -> None:
    """It took a second line for it; its standing there says so."""
    stage.screen.show(room([at("UTH-1", (2, 3, 1)), at("UTH-2", (1, 3, 1))]) | {"reduced_motion": True})
    stage.settle(60)
    said = [text.text for text in words(stage.window) if "dure encore" in text.text]
    assert len(said) == 1, "the P1 alone, which is never shut"


def test_of_eight_tables_the_column_hides_none_and_of_many_it_counts_those_below(stage: Stage) -> None:
    for tables, below in ((evening(), []), (many()[:10], []), (many(), ["↓ 30"])):
        stage.screen.show(room(tables, "live") | {"reduced_motion": True})
        stage.settle(60)
        column = [text.text for text in words(stage.window) if text.ink.left() < 248]
        assert [text for text in column if text.startswith("↓")] == below
        assert len([text for text in column if text.startswith("UTH-")]) >= min(9, len(tables))
        assert faults(stage.window) == []


def test_what_is_to_be_done_next_stands_first_on_an_alarm() -> None:
    cards = [card for card in room(evening())["attention"]["cards"] if card["kind"] in ("p1", "p2")]
    assert any(card["keys"] for card in cards)
    for card in cards:
        assert [key.get("main", False) for key in card["keys"][:2]] in ([True, False], []), card["title"]


def test_a_tile_is_at_least_84_pixels_high(stage: Stage) -> None:
    stage.screen.show(room(many(), "live") | {"reduced_motion": True})
    stage.settle(60)
    tiles = [key.parentItem() for key in controls(stage.window) if area(key).width() == 247]
    assert len(tiles) >= 9
    assert min(tile.height() for tile in tiles) >= 84
    assert "UTH-5" in {text.text for text in words(stage.window)}


def one_cause(*names_seen: tuple[str, bool]) -> list[Seen]:
    """Tables whose shufflers fell silent within a second, seen or not; each offers to be seen."""
    tables = []
    for number, (name, seen) in enumerate(names_seen):
        table = at(name, (2, 1, 0 if not seen else 1))
        view = dict(table.view_or_none)
        up = {**view["alarms"][0], "at_ms": table.now_ms - 60_000 + 1_000 * number, "alarm": number + 7}
        offers = [] if seen else [{"act": "SeeAlarm", "alarm": number + 7, "reason": ""}]
        view |= {"alarms": [up], "offers": [*view["offers"], *offers]}
        tables.append(replace(table, view=view))
    return tables


def test_one_cause_at_several_tables_is_one_card_that_is_seen_for_all() -> None:
    tables = one_cause(("UTH-21", False), ("UTH-22", False), ("UTH-23", False), ("UTH-24", True))
    said = room(tables)["attention"]
    together, alone = said["cards"]
    assert together["where"] == "3 tables · UTH-21\u00a022\u00a023"
    assert alone["table"] == "UTH-24", "who has seen it at one table has not seen it at the others"
    assert [chip["count"] for chip in said["counts"]] == [0, 4, 0]
    (seen,) = [key for key in together["keys"] if key["tap"]["act"] == "ask_each"]
    assert [(tap["table"], tap["tap"]["alarm"]) for tap in seen["tap"]["asks"]] == [
        ("UTH-21", 7),
        ("UTH-22", 8),
        ("UTH-23", 9),
    ]


def test_what_came_later_or_concerns_one_seat_is_a_card_of_its_own() -> None:
    later = at("UTH-2", (2, 3, 0))
    assert len(room([at("UTH-1", (2, 1, 0)), later])["attention"]["cards"]) == 2
    seats = one_cause(("UTH-1", False), ("UTH-2", False))
    for table in seats:
        view = dict(table.view_or_none)
        view["alarms"][0]["seat"] = 3
    assert len(room(seats)["attention"]["cards"]) == 2
    back = one_cause(("UTH-1", False), ("UTH-2", False), ("UTH-3", False))
    back[0].view_or_none["alarms"][0]["over"] = True
    wheres = [card["where"] for card in room(back)["attention"]["cards"]]
    assert wheres == ["UTH-1", "2 tables · UTH-2\u00a03"], "one shuffler is back, two are still silent"
    critical = [at(name, (1, 1, 0)) for name in ("UTH-1", "UTH-2")]
    assert len(room(critical)["attention"]["cards"]) == 2, "a P1 is never told with another"
