"""Each state of the dealer's console, at both sizes: it loads in silence and can be read and touched."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible

from controller.words.letters import in_words
from controller.words.money import LANGUAGES
from tests.ui.conftest import Open
from tests.ui.samples import SAMPLES, sample
from tests.ui.scene import PX_PER_MM, area, controls, faults, items, parents
from tests.ui.states import view_of
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace

SIZES = {"large": LARGE, "compact": COMPACT}


@pytest.fixture(scope="module", params=SIZES)
def kept_stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """One console for all the states of a size: each is reached from the one before."""
    stage = Stage("DealerConsole", Screen(), SIZES[request.param])
    yield stage
    stage.close()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_state_can_be_read_and_touched(kept_stage: Stage, name: str) -> None:
    stage = kept_stage
    stage.screen.show(sample(name) | {"reduced_motion": True})
    stage.settle(20)
    assert stage.warnings == []
    assert faults(stage.window) == []
    px_per_mm = PX_PER_MM[stage.window.width()]
    for touch in controls(stage.window):
        key = touch.parentItem()
        assert min(area(touch).width(), area(touch).height()) >= 12 * px_per_mm - 0.5, key.property("says")
        interface = QAccessible.queryAccessibleInterface(key)
        assert interface.text(QAccessible.Text.Name).strip(), area(touch)
        assert interface.role() == QAccessible.Role.Button
    live = [area(touch) for touch in controls(stage.window) if not _mere_reach(touch)]
    for at, one in enumerate(live):
        assert not any(one.intersects(other) for other in live[at + 1 :])


def _mere_reach(touch: object) -> bool:
    """The touchable area reaches past its drawing, over what is not touchable."""
    key = touch.parentItem()  # type: ignore[attr-defined]
    return bool(key.property("reachX") or key.property("reachY"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_longest_amount_is_read_out_whole(size: str, language: str) -> None:
    """9 999 999,99 €, the most that a meter may show: a royal is read aloud from here."""
    view = view_of("royal_amount_to_read")
    verification = {**view["verification"], "value_cents": 999_999_999}
    screen = Screen(ConsoleFace(language, reduced_motion=True))
    stage = Stage("DealerConsole", screen, SIZES[size])
    screen.show({**view, "verification": verification})
    stage.settle(20)
    said = [item.property("text") for item in items(stage.window) if item.property("ink") is not None]
    found = faults(stage.window)
    stage.close()
    assert in_words(999_999_999, LANGUAGES[language]) in said
    assert found == []


@pytest.mark.parametrize("size", SIZES)
def test_the_primary_button_never_moves(open_stage: Open, size: str) -> None:
    stage, _ = open_stage("DealerConsole", sample("S2_betting"), SIZES[size])
    places = set()
    for name in SAMPLES:
        stage.screen.show(sample(name))
        stage.settle(1)
        (primary,) = [touch for touch in items(stage.window) if touch.objectName() == "primary"]
        places.add(area(primary).getRect())
    assert len(places) == 1


def test_no_seat_is_rebuilt_when_the_view_changes(open_stage: Open) -> None:
    stage, _ = open_stage("DealerConsole", sample("S6_preflop"), LARGE)
    seats = [item for item in items(stage.window) if item.property("keyInset") is not None]
    assert len(seats) == 7
    stage.screen.show(sample("S8_river"))
    stage.settle(1)
    assert [item for item in items(stage.window) if item.property("keyInset") is not None] == seats


def test_a_face_down_card_has_no_accessible_name(open_stage: Open) -> None:
    stage, _ = open_stage("DealerConsole", sample("S8_river"), LARGE)
    backs = [item for item in items(stage.window) if item.property("card") == "back"]
    assert len(backs) == 12
    for back in backs:
        interface = QAccessible.queryAccessibleInterface(back)
        assert interface is None or not interface.text(QAccessible.Text.Name)


def test_a_left_handed_console_mirrors_the_action_column_alone(open_stage: Open) -> None:
    view = sample("S6_preflop") | {"handed": "left"}
    stage, _ = open_stage("DealerConsole", view, LARGE)
    assert faults(stage.window) == []
    (primary,) = [item for item in items(stage.window) if item.objectName() == "primary"]
    seats = [area(item).x() for item in items(stage.window) if item.property("keyInset") is not None]
    assert area(primary).right() < min(seats)
    numbers = sorted((area(item).x(), item.property("seat")["number"]) for item in items(stage.window)
                     if item.property("keyInset") is not None)  # fmt: skip
    assert [number for _, number in numbers] == list("1234567")


def test_every_control_is_inside_the_window_of_its_column(open_stage: Open) -> None:
    stage, _ = open_stage("DealerConsole", sample("S6_preflop"), COMPACT)
    for touch in controls(stage.window):
        column = next((up for up in parents(touch) if up.property("keyInset") is not None), None)
        if column is not None:
            assert area(column).adjusted(0, 0, 0, 25).contains(area(touch))


def test_a_text_that_does_not_fit_is_noticed(open_stage: Open) -> None:
    view = sample("S2_betting")
    view["seats"][0]["note_sub"] = "une phrase bien trop longue pour la place qu’elle a " * 4
    stage, _ = open_stage("DealerConsole", view, LARGE)
    assert faults(stage.window) != []


def test_a_key_without_words_of_its_own_for_the_ear_is_called_by_those_it_shows(open_stage: Open) -> None:
    stage, _ = open_stage("DealerConsole", sample("S2_betting"), LARGE)
    keys = [item for item in items(stage.window) if item.property("arrange") is not None]
    assert len(keys) > 5
    for item in keys:
        shown = (item.property("label"), item.property("sub"))
        assert item.property("says") == " ".join(" ".join(shown).split()) or item.property("key")["says"]
