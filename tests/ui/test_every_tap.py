"""Every live key of every state, touched twice, three times, and by a finger that bounces.

The touches are real, the table behind is the core, the time between is the test's own. After the first touch
its place takes no other act: not of money, and not of a key whose words nobody has had the time to read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from PySide6.QtCore import QEventLoop, QPoint, QSize, QTimer
from PySide6.QtTest import QTest

from controller.game import inputs as i
from controller.game.rectification.show import past_round
from controller.game.views import console
from controller.screens.taps import parse_tap
from tests.builders import CHEF
from tests.long import long
from tests.patience import PATIENCE_S
from tests.ui.every_state import LONGEST, Opened, names, opened, playable
from tests.ui.misses import tap_of
from tests.ui.rests import Rests
from tests.ui.scene import area, controls
from tests.ui.touched_table import DEVICE
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen, Tap
from ui.meant import unaimed
from ui.screen.console import ConsoleFace

pytestmark = pytest.mark.slow
SIZES: Final = {LARGE: "large", COMPACT: "compact"}
REST_MS: Final = 700
"""The product's rest of a place (`Stage.qml`)."""
DRUMS: Final = {
    "triple, 300": (300, 300),
    "triple, 600": (600, 600),
    "bouncing": (80, 80, 80, 80, 80, 80, 80),
}
"""The times between touches; each begins with a double touch, and is held after every touch."""
TYPED: Final = ("local.chip", "local.digit", "local.type", "local.pin_digit", "local.step", "local.camera")
"""The console's own keys that are meant to be touched again and again: each touch is one more of the same."""
CHOSEN: Final = (
    *("local.field", "local.mode", "local.piece", "local.spot", "local.choose"),
    "local.clear",
)
"""Those that choose: what is chosen once more is chosen as it was, and what is cleared is clear."""
AGAIN: Final = TYPED + CHOSEN
A_PHASE_EACH: Final = (
    *("seated", "latched", "dealt", "preflop", "river", "decided", "settling", "clearing", "hollow"),
    *("royal_armed", "refunding", "by_hand_telling", "casino_turn"),
)
SHORT: Final = [name for name in names() if not name.endswith(LONGEST)]
"""The states; their longest words ask nothing else."""


class Drummed:
    """One console on the real core, whose rests are on the test's clock."""

    def __init__(self, size: QSize) -> None:
        self.face = ConsoleFace(reduced_motion=True)
        self.acts: list[Tap] = []
        self.felt = playable("seated")
        self.recalled: dict[str, Any] | None = None
        self.screen = Screen(self, self.asked)
        self.show()
        self.stage = Stage("DealerConsole", self.screen, size)
        assert self.stage.window.property("restMs") == REST_MS
        self.rests = Rests(self.stage, REST_MS)

    # --- the face, changed with each state, and the table behind ----------------------------------

    def words(self, view: Any) -> dict[str, Any]:
        return self.face.words(view)

    def take(self, tap: Tap) -> bool:
        taken = self.face.take(tap)
        if taken:
            self.acts.append(tap)
        return taken

    def before(self, tap: Tap) -> Tap | None:
        return self.face.before(tap)

    def asked(self, tap: Tap) -> None:
        self.acts.append(tap)
        if tap["act"] == "recall":  # a question to the table, not an act
            self.recalled = {"round": tap["round"], "past": past_round(self.felt.state, tap["round"])}
        else:
            self.felt.tap(parse_tap(unaimed(tap)))
        self.show()

    def show(self) -> None:
        view = console(self.felt.state) | {"now_ms": self.felt.now_ms, "recalled": self.recalled}
        self.screen.show(view)

    # --- what a finger does -----------------------------------------------------------------------

    def put(self, state: str, *opens: Tap) -> None:
        """The console shows this state, and nothing of it rests."""
        self.felt, self.recalled, self.face = playable(state), None, ConsoleFace(reduced_motion=True)
        self.show()
        for tap in opens:
            self.face.take(dict(tap))
            self.screen.refresh()
        self.draw()
        self.rests.over()
        self.acts.clear()

    def draw(self) -> None:
        """The next frame is drawn: until then rows that have changed lie where they lay before."""
        drawn = QEventLoop()
        shown = self.stage.window.frameSwapped.connect(drawn.quit)
        QTimer.singleShot(int(1_000 * PATIENCE_S), drawn.quit)
        self.stage.window.update()
        drawn.exec()
        self.stage.window.frameSwapped.disconnect(shown)

    def places(self) -> list[tuple[Tap, QPoint]]:
        """The acts of the live keys, and where they are touched."""
        touches = controls(self.stage.window)
        return [(tap_of(one.parentItem()), area(one).center().toPoint()) for one in touches]

    def meant(self, at: QPoint) -> None:
        """The key at this place is touched next; another may ask the same."""
        touched = next(one for one in controls(self.stage.window) if area(one).center().toPoint() == at)
        self.rests.watch(touched.parentItem())

    def touch(self, at: QPoint) -> list[Tap]:
        """What this touch asked."""
        self.acts.clear()
        QTest.touchEvent(self.stage.window, DEVICE).press(0, at, self.stage.window).commit()
        QTest.touchEvent(self.stage.window, DEVICE).release(0, at, self.stage.window).commit()
        self.stage.settle(1)
        self.rests.note()
        return list(self.acts)


@pytest.fixture(scope="module", params=[LARGE, long(COMPACT)], ids=SIZES.get)
def drummed(request: pytest.FixtureRequest) -> Iterator[Drummed]:
    made = Drummed(request.param)
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []


def passed_through(drummed: Drummed, state: str, *opens: Tap) -> Iterator[str]:
    """The touches after the first that did something else than the first once more."""
    drummed.put(state, *opens)
    for tap, at in drummed.places():
        for drum, times in DRUMS.items():
            drummed.put(state, *opens)
            drummed.meant(at)
            first = drummed.touch(at)
            if not first:
                yield f"{state}: {tap} does nothing when it is touched"
                break
            for ms in times:
                drummed.rests.pass_ms(ms)
                also = [one for one in drummed.touch(at) if one != first[-1] or one["act"] not in AGAIN]
                if also:
                    yield f"{state}: {tap}, {drum}: then {also}"
                    break


@pytest.mark.parametrize(
    ("drummed", "state"),
    [
        *((LARGE, name) for name in A_PHASE_EACH),
        *(long(LARGE, name) for name in SHORT if name not in A_PHASE_EACH),
        *(long(COMPACT, name) for name in A_PHASE_EACH),
    ],
    indirect=["drummed"],
    ids=lambda value: value if isinstance(value, str) else SIZES[value],
)
def test_a_finger_that_drums_does_one_act(drummed: Drummed, state: str) -> None:
    assert list(passed_through(drummed, state)) == []


@pytest.mark.long
def test_nor_does_it_do_a_second_on_what_opens_over_a_state(drummed: Drummed) -> None:
    over: list[Opened] = opened(SHORT)
    assert len(over) > 40
    assert [one for each in over for one in passed_through(drummed, each.state, *each.taps)] == []


def woken(drummed: Drummed, state: str) -> Iterator[str]:
    """The places that took a second act because another key was touched in between."""
    drummed.put(state)
    places = drummed.places()
    other, elsewhere = next((tap, at) for tap, at in places if tap["act"] == "language")
    for tap, at in places:
        if tap == other:
            continue
        drummed.put(state)
        drummed.meant(at)
        first = drummed.touch(at)
        drummed.rests.pass_ms(300)
        drummed.meant(elsewhere)
        assert drummed.touch(elsewhere) == [other], f"{state}: {tap}: the language is not the other key"
        drummed.rests.pass_ms(300)
        also = [one for one in drummed.touch(at) if one != first[-1] or one["act"] not in AGAIN]
        if also:
            yield f"{state}: {tap}: then {also}"


@pytest.mark.parametrize("state", [*A_PHASE_EACH[:2], *(long(name) for name in A_PHASE_EACH[2:])])
def test_a_key_touched_in_between_wakes_no_place_before_its_time(drummed: Drummed, state: str) -> None:
    """Two hands at the glass: a decision is not taken back, a sheet is not shut, no act is done twice."""
    assert list(woken(drummed, state)) == []


def test_a_double_tap_asks_once_for_the_images_to_be_kept(drummed: Drummed) -> None:
    """The second tap of the hand took the tick away again."""
    drummed.put("royal_confirmed")
    at = next(at for tap, at in drummed.places() if tap["act"] == "local.keep")
    drummed.meant(at)
    assert drummed.touch(at) == [{"act": "local.keep"}]
    drummed.rests.pass_ms(300)
    assert drummed.touch(at) == []
    drummed.rests.pass_ms(REST_MS)
    assert drummed.touch(at) == [{"act": "local.keep"}], "meant, it can be taken away"


def test_an_alarm_that_comes_under_the_finger_is_not_acknowledged_unread(drummed: Drummed) -> None:
    drummed.put("seated")
    drummed.felt.see(i.HealthObserved(i.Machine.CHIPS, i.Health.LOST, "silence"))
    drummed.show()
    drummed.stage.settle(1)
    drummed.rests.over()
    before, at = next((tap, at) for tap, at in drummed.places() if tap["act"] == "SeeAlarm")
    drummed.felt.see(i.HealthObserved(i.Machine.LINK, i.Health.LOST, "silence"))
    drummed.show()
    drummed.stage.settle(1)
    now, there = next((tap, at) for tap, at in drummed.places() if tap["act"] == "SeeAlarm")
    assert now != before, "the alarm of the link is not in the line"
    drummed.meant(there)
    assert drummed.touch(at) == []
    drummed.rests.pass_ms(250)
    assert drummed.touch(at) == [now]


def test_the_key_of_a_call_is_no_key_of_a_sheet_as_soon_as_a_badge_goes_in(drummed: Drummed) -> None:
    drummed.put("seated")
    at = next(at for tap, at in drummed.places() if tap["act"] == "CallChef")
    drummed.felt.badge(*CHEF)
    drummed.show()
    drummed.stage.settle(1)
    opens = {"act": "local.sheet", "sheet": "chef"}
    drummed.meant(next(place for tap, place in drummed.places() if tap == opens))
    assert drummed.touch(at) == []
    drummed.rests.pass_ms(250)
    assert drummed.touch(at) == [opens]
