"""A view that lacks a part, or has a wrong one, ends no screen: the last good picture stays, as old."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from controller.game import views
from controller.game.state import TableState
from controller.screens import wire
from controller.screens.view_kinds import ViewKinds
from controller.screens.wire import WireError
from tests.ui.every_state import felt_of
from tests.ui.scene import faults
from tests.ui.test_client import Ear, Puppet
from ui.app import COMPACT, LARGE, Stage, application
from ui.attached import AttachedScreen, face_of
from ui.attached_room import AttachedRoom
from ui.screen.console import ConsoleFace
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen
from ui.table_line import Place


@pytest.fixture(scope="module", autouse=True)
def qt() -> None:
    application()


VIEWS: Mapping[str, Callable[[TableState], Mapping[str, Any]]] = {
    "dealer": views.console,
    "pit": views.pit,
    "jackpot": views.display,
}
STATES = ("second_seat", "royal_half_seen", "held", "sheet_begun", "preflop")
WRONG: tuple[object, ...] = (None, 7, "x", True, [], {}, [7], {"x": 7})


def told(role: str, state: str) -> dict[str, Any]:
    """The view as it comes off the wire."""
    view = json.loads(json.dumps(VIEWS[role](felt_of(state).state)))
    assert isinstance(view, dict)
    return view


def parts(value: object, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every part, however deep; of a list to its first element alone."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield (*way, name)
            yield from parts(one, (*way, name))
    elif isinstance(value, list) and value:
        yield from parts(value[0], (*way, 0))


def changed(view: Mapping[str, Any], way: tuple[Any, ...], put: object = ...) -> dict[str, Any]:
    """The view without this part, or with another in its place."""
    made = copy.deepcopy(dict(view))
    at: Any = made
    for step in way[:-1]:
        at = at[step]
    if put is ...:
        del at[way[-1]]
    else:
        at[way[-1]] = put
    return made


def refusal(role: str, view: Mapping[str, Any]) -> str:
    """Why a screen of this role does not take the view; empty where it does."""
    try:
        ViewKinds(role).check(view)
    except WireError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("role", VIEWS)
def test_a_view_without_any_one_of_its_parts_is_refused_or_can_be_done_without(role: str, state: str) -> None:
    whole = told(role, state)
    ViewKinds(role).check(whole)
    face = ConsoleFace("fr")
    refused = 0
    for way in parts(whole):
        view = changed(whole, way)
        if why := refusal(role, view):
            refused += 1
            assert why.endswith("is missing"), way
            continue
        assert len(way) > 1, way
        if role == "dealer":
            face.words(view)
    assert refused > len(whole)


@pytest.mark.parametrize("role", VIEWS)
def test_a_view_with_a_part_of_another_kind_is_refused_and_the_part_is_named(role: str) -> None:
    whole = told(role, "second_seat")
    for name, value in whole.items():
        wrong = [put for put in WRONG if type(put) is not type(value) and put is not None]
        for put in wrong:
            if value is None and isinstance(put, dict):
                continue  # of what may be there or not, the parts are looked at below
            with pytest.raises(WireError) as caught:
                ViewKinds(role).check(changed(whole, (name,), put))
            assert caught.value.where.startswith(name)
    if role != "jackpot":
        with pytest.raises(WireError) as caught:
            ViewKinds(role).check(changed(whole, ("seats", 0, "ante_cents"), "10"))
        assert caught.value.where == "seats[0].ante_cents"


def test_a_table_that_does_not_tell_of_a_paid_ante_yet_is_read_by_its_screens() -> None:
    """Such a table and a newer screen refused each other: the console stood still in every phase."""
    felt = felt_of("casino_antes_back")
    for role, of in (("dealer", views.console), ("pit", views.pit)):
        whole = json.loads(json.dumps(of(felt.state)))
        for seat in whole["seats"]:
            del seat["ante_back_cents"]
        del whole["refund"]["left_back_cents"]
        assert refusal(role, whole) == ""
        told = whole | {"now_ms": felt.now_ms}
        if role == "dealer":
            assert ConsoleFace("fr").words(told)["focus"]["lines"][0]["spot"] != "Ante payée"
        else:
            assert RoomFace("fr").words({"tables": [Seen(whole["table"], whole, felt.now_ms)]})


def test_what_was_looked_at_in_the_view_before_counts_for_the_next_one() -> None:
    whole = told("dealer", "preflop")
    kinds = ViewKinds("dealer")
    kinds.check(whole)
    for view in ({**whole, "seats": 5}, {name: part for name, part in whole.items() if name != "seats"}):
        with pytest.raises(WireError, match="seats"):
            kinds.check(view)
        kinds.check({**whole, "seq": whole["seq"] + 1})


Attached = AttachedScreen | AttachedRoom


def attached(role: str, folder: Path, language: str = "fr") -> Attached:
    path = str(folder / wire.socket_name(role))
    if role == "pit":
        return AttachedRoom([Place("", path)], language)
    return AttachedScreen(role, path, language)


@pytest.mark.parametrize("role", VIEWS)
def test_no_view_that_lacks_a_part_ends_a_screen_and_the_picture_counts_as_old(
    role: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: raised.append(error))
    puppet = Puppet(tmp_path / wire.socket_name(role))
    screen = attached(role, tmp_path)
    client = screen.lines[0].client if isinstance(screen, AttachedRoom) else screen.client
    ear = Ear(client)
    try:
        screen.start()
        ear.until(puppet.met)
        whole = told(role, "second_seat")
        puppet.say(wire.view_line({name: part for name, part in whole.items() if name != "table"}))
        ear.until(lambda: client.unreadable)
        assert "table" in screen.screen.shown()["waiting"], "before the first picture it says what it lacks"
        puppet.say(wire.view_line(whole))
        ear.until(lambda: ear.all("view"))
        assert client.unreadable == ""
        for name in sorted(whole.keys() - {"seq"}):
            puppet.say(wire.view_line({**changed(whole, (name,)), "seq": whole["seq"] + 1}))
            ear.until(lambda name=name: client.unreadable == f"{name}: is missing")
            assert client.seq == whole["seq"], "no tap may say that the new view was seen"
        assert len(ear.all("view")) == 1
        assert role == "jackpot" or old(role, screen.screen.shown())
        puppet.say(wire.view_line({**whole, "seq": whole["seq"] + 2}))
        ear.until(lambda: len(ear.all("view")) == 2)
        assert role == "jackpot" or not old(role, screen.screen.shown())
    finally:
        screen.close()
        puppet.close()
    assert raised == []


def old(role: str, words: Mapping[str, Any]) -> bool:
    """Whether the screen says that its picture is not the present."""
    if role == "dealer":
        alarm = words["alarm"]
        assert not words["offline"] or alarm["title"] == "TABLE ILLISIBLE"
        return bool(words["offline"])
    return "TABLE ILLISIBLE" in json.dumps(words, ensure_ascii=False)


def test_a_display_counts_what_it_cannot_read_as_silence(tmp_path: Path) -> None:
    puppet = Puppet(tmp_path / "jackpot.sock")
    screen = attached("jackpot", tmp_path)
    assert isinstance(screen, AttachedScreen)
    ear = Ear(screen.client)
    try:
        screen.start()
        ear.until(puppet.met)
        whole = told("jackpot", "second_seat")
        puppet.say(wire.view_line(whole) + wire.tick_line(1))
        ear.until(lambda: ear.all("view"))
        puppet.say(wire.view_line({"seq": whole["seq"] + 1}))
        ear.until(lambda: screen.client.unreadable)
        ear.until(lambda: puppet.say(wire.tick_line(1)) or screen.client.silence_ms() > 100)
        assert screen.client.heard
    finally:
        screen.close()
        puppet.close()


@pytest.mark.parametrize("size", [LARGE, COMPACT], ids=["large", "compact"])
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("role", ["dealer", "pit"])
def test_the_word_for_it_stands_on_the_glass_whole(
    role: str, language: str, size: Any, tmp_path: Path
) -> None:
    puppet = Puppet(tmp_path / wire.socket_name(role))
    screen = attached(role, tmp_path, language)
    client = screen.lines[0].client if isinstance(screen, AttachedRoom) else screen.client
    ear = Ear(client)
    stage = Stage(face_of(role), screen.screen, size)
    try:
        screen.start()
        ear.until(puppet.met)
        whole = told(role, "second_seat")
        bad = changed(whole, ("maximum_coming_cents",)) | {"seq": whole["seq"] + 1}
        puppet.say(wire.view_line(bad))
        ear.until(lambda: client.unreadable)
        stage.settle(100)
        assert faults(stage.window) == []
        puppet.say(wire.view_line(whole))
        ear.until(lambda: not client.unreadable)
        puppet.say(wire.view_line(bad))
        ear.until(lambda: client.unreadable)
        stage.settle(400)
        assert faults(stage.window) == []
    finally:
        screen.close()
        puppet.close()
        stage.close()
    assert stage.warnings == []
