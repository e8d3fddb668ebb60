"""The screen's end of the wire, against the table's real end."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer

from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game import views
from controller.game.events import Event
from controller.game.state import Phase, TableState
from controller.screens import wire
from controller.screens.server import Screens
from controller.screens.unix_socket import Doors, listen
from controller.screens.wire_views import Frame, Telling
from controller.table.pump import Call, Pump
from controller.table.table import Table
from tests.builders import facts
from ui import figures
from ui.app import Stage, application
from ui.attached import AttachedScreen
from ui.client import NO_ANSWER, STALE_VIEW, TableClient
from ui.meant import aimed

PATIENCE_MS = 5_000


class Nothing:
    """A journal that keeps nothing."""

    def append(self, events: Sequence[Event], at_ms: int) -> int:
        return 0


class House:
    """A table at work on its own thread, with its screens; in the state given, or closed."""

    def __init__(self, run_dir: Path, state: TableState | None = None, **more: Any) -> None:
        clock = SystemClock()
        self.screens = Screens(
            Doors(run_dir),
            {"dealer": views.console, "pit": views.pit, "jackpot": views.display},
            clock,
            **more,
        )
        self.table = Table(
            state if state is not None else TableState(facts(display_required=True)),
            Nothing(),
            clock,
            show=self.screens.show,
            ask=lambda one: self.pump.ask(one),
        )
        self.pump = Pump(self.table, (), clock)
        self.screens.open(self.pump.put, self.table.take)
        self.pump.start()
        self.thread = threading.Thread(target=self.pump.run)
        self.thread.start()

    def close(self) -> None:
        self.pump.stop()
        self.thread.join()
        self.screens.close()


class Ear:
    """What a client signalled, in order."""

    def __init__(self, client: TableClient) -> None:
        self.client = client
        self.heard: list[tuple[Any, ...]] = []
        client.viewArrived.connect(lambda view: self.heard.append(("view", view)))
        client.ticked.connect(lambda now_ms: self.heard.append(("tick", now_ms)))
        client.silent.connect(lambda on: self.heard.append(("silent", on)))
        client.answered.connect(lambda *answer: self.heard.append(("answer", *answer)))
        client.dropped.connect(lambda why: self.heard.append(("dropped", why)))

    def all(self, kind: str) -> list[tuple[Any, ...]]:
        return [one for one in self.heard if one[0] == kind]

    def until(self, holds: Callable[[], object]) -> None:
        """Qt's events have been handled until this holds."""
        held = bool(holds())
        loop = QEventLoop()

        def look() -> None:
            nonlocal held
            held = held or bool(holds())
            if held:
                loop.quit()

        watch = QTimer()
        watch.setInterval(5)
        watch.timeout.connect(look)
        watch.start()
        QTimer.singleShot(PATIENCE_MS, loop, loop.quit)
        loop.exec()
        watch.stop()
        assert held, f"never came: {[one[0] for one in self.heard]}"


@pytest.fixture(scope="module", autouse=True)
def qt() -> None:
    application()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.close()


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    client = TableClient(str(tmp_path / "dealer.sock"))
    yield Ear(client)
    client.close()


def test_a_display_counts_while_its_frames_go_to_the_glass(house: House, tmp_path: Path) -> None:
    """Connected, told and ticking it is none while its window is not drawn."""
    display = AttachedScreen("jackpot", str(tmp_path / "jackpot.sock"), "fr")
    stage = Stage("JackpotDisplay", display.screen)
    ear = Ear(display.client)
    house.pump.put(i.OpenTable())
    try:
        display.start()
        ear.until(lambda: len(ear.all("tick")) >= 2)
        assert house.table.state.displays == 0, "nobody has told of a frame"
        display.drawn_on(stage.window)
        ear.until(lambda: house.table.state.displays == 1)
        stage.window.hide()
        ear.until(lambda: house.table.state.displays == 0)  # within wire.SHOWN_MS and a tick
        ear.heard.clear()
        stage.window.show()
        ear.until(lambda: house.table.state.displays == 1)
        assert not stage.warnings
    finally:
        display.close()
        stage.close()


@pytest.mark.parametrize("cents", [0, 5, 99, 100, 1_250_450, 285_787_500])
def test_the_amount_that_is_told_is_the_one_that_is_written(cents: int) -> None:
    assert figures.cents_of(*figures.split_euros(cents)) == cents
    assert figures.cents_of("", "") is None


def test_a_screen_shows_the_table_and_knows_its_time(house: House, ear: Ear) -> None:
    assert ear.client.now_ms() == 0
    ear.client.start()
    ear.until(lambda: ear.all("view") and ear.all("tick"))
    assert ear.all("view")[0][1]["phase"] == "closed"
    assert ear.all("silent") == [("silent", False)]
    assert ear.client.heard
    told = ear.all("tick")[-1][1]
    assert told <= ear.client.now_ms() < told + PATIENCE_MS


def test_a_tap_is_answered_after_the_view_that_shows_it(house: House, ear: Ear) -> None:
    ear.client.start()
    ear.until(lambda: ear.all("view"))
    ask_id = ear.client.tap({"act": "OpenTable"})
    ear.until(lambda: ear.all("answer"))
    assert ear.all("answer") == [("answer", ask_id, True, {})]
    before = ear.heard[: ear.heard.index(("answer", ask_id, True, {}))]
    assert [one[1]["phase"] for one in before if one[0] == "view"][-1] == "opening"


def test_a_refusal_reaches_the_screen_with_its_facts(house: House, ear: Ear) -> None:
    ear.client.start()
    ear.until(lambda: ear.all("view"))
    ear.client.tap({"act": "OpenTable"}, view=0)
    stale = ear.client.tap({"act": "OpenTable"}, view=0)
    ear.until(lambda: len(ear.all("answer")) == 2)
    _, ask_id, ok, refusal = ear.all("answer")[1]
    assert (ask_id, ok, refusal["code"]) == (stale, False, "stale_view")


def test_the_tap_carries_the_view_that_the_finger_saw(house: House, ear: Ear) -> None:
    ear.client.start()
    ear.until(lambda: ear.all("view"))
    for _ in range(2):
        ear.client.tap({"act": "OpenTable"})
    ear.until(lambda: len(ear.all("answer")) == 2)
    assert [answer[2] for answer in ear.all("answer")] == [True, False]
    assert house.table.state.phase is Phase.OPENING


def test_what_a_key_said_is_not_asked_when_it_would_do_something_else_by_now(
    tmp_path: Path, ear: Ear
) -> None:
    """A step that came between the eye and the finger was taken back, and nobody had read it."""
    house = House(tmp_path, TableState(facts()))
    opened = (i.OpenTable(), i.BadgeObserved("Chef 1", i.Role.CHEF), i.ConfirmOpening(), i.BadgeGone())

    def antes() -> list[int]:
        return [house.table.state.seats[seat - 1].ante_cents for seat in (3, 5)]

    try:
        for one in (*opened, i.SetStakes(3, 1000), i.SetStakes(5, 1000)):
            house.pump.put(one)
        ear.client.start()
        ear.until(lambda: ear.all("view") and ear.all("view")[-1][1]["undo"])
        view = ear.all("view")[-1][1]
        assert view["undo"] == {"act": "stakes", "seat": 5}
        seen = aimed({**view, "undo": {"act": "stakes", "seat": 3}}, {"act": "Undo"})
        stale = ear.client.tap(seen)
        ear.until(lambda: ear.all("answer"))
        assert ear.all("answer") == [("answer", stale, False, STALE_VIEW)]
        assert antes() == [1000, 1000]
        ear.client.tap(aimed(view, {"act": "Undo"}))
        ear.until(lambda: len(ear.all("answer")) == 2)
        assert ear.all("answer")[1][2:] == (True, {})
        assert antes() == [1000, 0]
    finally:
        house.close()


def test_a_screen_without_a_table_says_so_after_two_seconds_and_finds_it_when_it_comes(
    tmp_path: Path, ear: Ear
) -> None:
    ear.client.start()
    ear.until(lambda: ear.all("silent"))
    assert ear.heard == [("silent", True)]
    assert ear.client.silence_ms() >= wire.SILENCE_MS
    house = House(tmp_path)
    try:
        ear.until(lambda: ear.all("view"))
        assert ear.client.silence_ms() < wire.SILENCE_MS
        assert ear.all("silent") == [("silent", True), ("silent", False)]
    finally:
        house.close()


def test_a_tap_into_the_void_is_told_to_have_no_answer(ear: Ear) -> None:
    ear.client.start()
    ask_id = ear.client.tap({"act": "CallChef"})
    ear.until(lambda: ear.all("answer"))
    assert ear.all("answer") == [("answer", ask_id, False, NO_ANSWER)]


def test_a_table_that_dies_leaves_no_tap_without_an_answer_and_is_found_again(
    tmp_path: Path, ear: Ear
) -> None:
    first = House(tmp_path)
    ear.client.start()
    ear.until(lambda: ear.all("view"))
    held = threading.Event()
    first.pump.put(Call(lambda: held.wait(PATIENCE_MS / 1000) and None))
    ask_id = ear.client.tap({"act": "OpenTable"})
    first.screens.close()
    ear.until(lambda: ear.all("answer"))
    assert ear.all("answer") == [("answer", ask_id, False, NO_ANSWER)]
    held.set()
    first.close()
    shown = len(ear.all("view"))
    second = House(tmp_path)
    try:
        ear.until(lambda: len(ear.all("view")) > shown)
        assert ear.client.tap({"act": "CallChef"}) != ask_id
        ear.until(lambda: len(ear.all("answer")) == 2)
        assert ear.all("answer")[1][2] is True
    finally:
        second.close()


class Puppet:
    """A table's end that says what the test wants."""

    def __init__(self, path: Path) -> None:
        self.listener = listen(path)
        self.peer: socket.socket | None = None

    def met(self) -> bool:
        """Whether the client has come, since it was last asked."""
        try:
            peer, _ = self.listener.accept()
        except BlockingIOError:
            return False
        self.hang_up()
        self.peer = peer
        return True

    def say(self, data: bytes) -> None:
        assert self.peer is not None
        self.peer.sendall(data)

    def hang_up(self) -> None:
        if self.peer is not None:
            self.peer.close()

    def close(self) -> None:
        self.hang_up()
        self.listener.close()


@pytest.fixture
def puppet(tmp_path: Path) -> Iterator[Puppet]:
    made = Puppet(tmp_path / "dealer.sock")
    yield made
    made.close()


def test_of_views_that_came_together_only_the_newest_is_shown(puppet: Puppet, ear: Ear) -> None:
    ear.client.start()
    ear.until(puppet.met)
    puppet.say(b"".join(wire.view_line({"seq": seq}) for seq in range(1, 50)))
    ear.until(lambda: ear.client.seq == 49)
    assert len(ear.all("view")) < 49
    puppet.say(wire.view_line({"seq": 50}) + wire.answer_line("x", 50, None) + wire.view_line({"seq": 51}))
    ear.until(lambda: ear.client.seq == 51)
    assert [one[1] for one in ear.heard[-3:]] == [{"seq": 50}, "x", {"seq": 51}]


def test_a_screen_is_told_what_differs_and_shows_the_whole(house: House, ear: Ear) -> None:
    told: list[bytes] = []
    decode = wire.decode
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wire, "decode", lambda line: told.append(line) or decode(line))
        ear.client.start()
        ear.until(lambda: ear.all("view"))
        for number in range(20):
            ear.client.tap({"act": "CallChef"} if number else {"act": "OpenTable"})
            ear.until(lambda number=number: len(ear.all("answer")) > number)
    assert sum(b'"view":{' in line for line in told) == 1
    assert any(line.startswith(b'{"since":') for line in told)
    assert json.dumps(ear.all("view")[-1][1]) == json.dumps(views.console(house.table.state))
    assert ear.client.seq == house.table.state.seq


def test_a_screen_that_missed_a_view_comes_again_for_the_whole(puppet: Puppet, ear: Ear) -> None:
    ear.client.start()
    ear.until(puppet.met)
    telling = Telling()
    frames = [Frame({"seq": seq, "table": f"T{seq}", "phase": "betting"}, telling) for seq in range(1, 4)]
    whole, told = frames[0].line(None)
    puppet.say(whole)
    ear.until(lambda: ear.client.seq == 1)
    missed = frames[1].line(told)[1]
    puppet.say(frames[2].line(missed)[0])
    ear.until(puppet.met)
    assert [one[1]["seq"] for one in ear.all("view")] == [1], "what does not fit was never shown"
    puppet.say(frames[2].line(missed)[0])
    ear.until(puppet.met)
    puppet.say(frames[2].line(None)[0])
    ear.until(lambda: ear.client.seq == 3)
    assert ear.all("view")[-1][1] == {"seq": 3, "table": "T3", "phase": "betting"}


def test_of_differences_that_came_together_none_is_left_out(puppet: Puppet, ear: Ear) -> None:
    ear.client.start()
    ear.until(puppet.met)
    telling, told, said = Telling(), None, b""
    for seq in range(1, 50):
        line, told = Frame({"seq": seq, "seats": [{"cents": seq // 7}, {"cents": seq}]}, telling).line(told)
        said += line
    puppet.say(said)
    ear.until(lambda: ear.client.seq == 49)
    assert ear.all("view")[-1][1] == {"seq": 49, "seats": [{"cents": 7}, {"cents": 49}]}
    assert len(ear.all("view")) < 49


def test_a_view_in_pieces_is_shown_when_it_is_whole(puppet: Puppet, ear: Ear) -> None:
    ear.client.start()
    ear.until(puppet.met)
    line = wire.view_line({"seq": 7, "table": "é"})
    puppet.say(line[:-6])
    puppet.say(line[-6:])
    ear.until(lambda: ear.all("view"))
    assert ear.all("view") == [("view", {"seq": 7, "table": "é"})]


def test_a_table_that_talks_nonsense_is_left_and_tried_again(puppet: Puppet, ear: Ear) -> None:
    ear.client.start()
    ear.until(puppet.met)
    puppet.say(b"\xff\n")
    ear.until(puppet.met)
    puppet.say(wire.view_line({"seq": 1}))
    ear.until(lambda: ear.all("view"))


def test_what_has_not_the_fields_of_its_kind_is_nonsense_too(puppet: Puppet, ear: Ear) -> None:
    """A table of another machine may be of another edition: it must not end the screen of the whole pit."""
    ear.client.start()
    ear.until(puppet.met)
    for said in (
        b'{"view":5,"seq":1}',
        b'{"view":{},"seq":1}',
        b'{"view":{"seq":"1"},"seq":1}',
        b'{"view":[],"differences":1}',
        b'{"tick":null}',
        b'{"answer":[],"ok":true}',
        b'{"answer":"a"}',
        b'{"answer":"a","ok":false,"refusal":5}',
        b'{"frames":"shoe"}',
        b'{"figures":5}',
        b'{"round":1,"past":1}',
        b'{"round":1}',
    ):
        puppet.say(said + b"\n")
        ear.until(puppet.met)
    puppet.say(wire.view_line({"seq": 1}))
    ear.until(lambda: ear.all("view"))
    assert ear.all("view") == [("view", {"seq": 1})]


def test_the_reason_for_hanging_up_is_told(puppet: Puppet, ear: Ear) -> None:
    ear.client.start()
    ear.until(puppet.met)
    puppet.say(wire.dropped_line("tap.seat: is missing in Fold"))
    ear.until(lambda: ear.all("dropped"))
    assert ear.all("dropped") == [("dropped", "tap.seat: is missing in Fold")]


def test_a_tap_that_is_none_is_reported_by_the_table(house: House, ear: Ear) -> None:
    ear.client.start()
    ear.until(lambda: ear.all("view"))
    ear.client.tap({"act": "Fold"})
    ear.until(lambda: ear.all("dropped") and ear.all("answer"))
    assert ear.all("answer")[0][3] == NO_ANSWER
    house.pump.put(i.CallChef())


def test_a_closed_client_is_quiet(house: House, ear: Ear) -> None:
    ear.client.start()
    ear.until(lambda: ear.all("view"))
    ear.client.close()
    said = len(ear.heard)
    loop = QEventLoop()
    QTimer.singleShot(2 * wire.TICK_MS, loop, loop.quit)
    loop.exec()
    assert len(ear.heard) == said
