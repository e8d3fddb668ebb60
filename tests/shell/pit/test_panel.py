"""The simulator's panel over a real socket: what it is told, what its taps do to simulated machines."""

from __future__ import annotations

import json
import re
import socket
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner, Result

from controller.boot.fault_orders import catalogue
from controller.cli import main
from controller.cli.fault_words import HAPPENS
from controller.game.cards import parse_cards
from controller.game.inputs import BadgeObserved, Health, HealthObserved, Machine, Role
from controller.game.refusals import Refusal
from controller.screens import wire
from controller.screens.panel import CLIENTS_MAX, Panel
from controller.screens.unix_socket import Doors
from drivers.sim.catalogue import MACHINES
from drivers.sim.decks import community_royal
from drivers.sim.faults import JAM_STAGES, KINDS
from drivers.sim.panel import REASONS
from tests.patience import PATIENCE_S
from tests.playroom import Deciding, Playroom
from tests.ui.test_french_spaces import wrong

A_CARD = re.compile(rb"\b[2-9TJQKA][cdhs]\b")


class Hand:
    """The other end of the panel's socket."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect(str(path))
        self.file = self.socket.makefile("rb")
        self.asked = 0
        self.heard: list[bytes] = []

    def next(self, kind: str) -> Any:
        """The next message of this kind; others are passed over."""
        while True:
            line = self.file.readline()
            assert line, "the panel hung up"
            self.heard.append(line)
            message = json.loads(line)
            if kind in message:
                return message

    def view(self, later_than: int = 0) -> dict[str, Any]:
        """The next view, or the first that is later than this `seq`."""
        while True:
            view: dict[str, Any] = self.next("view")["view"]
            if view["seq"] > later_than:
                return view

    def tap(self, **tap: object) -> str:
        """Why the tap was refused; empty when it was done."""
        self.asked += 1
        self.socket.sendall(wire.ask_line(f"a{self.asked}", 0, tap))
        answer = self.next("answer")
        assert answer["answer"] == f"a{self.asked}"
        return "" if answer["ok"] else answer["refusal"]["facts"]["why"]

    def after(self, **tap: object) -> dict[str, Any]:
        """The first view that follows the tap, which was done."""
        assert self.tap(**tap) == ""
        return self.view()

    def last_words(self) -> str:
        """Why the panel hung up."""
        why = self.next("dropped")["dropped"]
        assert self.file.readline() == b""
        return why

    def close(self) -> None:
        self.file.close()
        self.socket.close()


@pytest.fixture
def exits() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def deciding(exits: ExitStack) -> Deciding:
    made = Deciding(Playroom())
    exits.callback(made.close)
    return made


@pytest.fixture
def path(deciding: Deciding, tmp_path: Path, exits: ExitStack) -> Path:
    bench = deciding.room.bench

    def act(tap: Mapping[str, Any]) -> Refusal | None:
        said = bench.act(tap)
        return Refusal("simulator", "", (("why", said),)) if said else None

    where = tmp_path / "simulator.sock"
    panel = Panel(Doors(tmp_path), bench.look, act, deciding.call, deciding.room.room.clock)
    panel.open()
    exits.callback(panel.close)
    return where


@pytest.fixture
def hand(path: Path, exits: ExitStack) -> Hand:
    made = Hand(path)
    exits.callback(made.close)
    return made


# --- what it is told -----------------------------------------------------------------------------


def test_a_panel_is_told_at_once_how_things_stand_and_again_and_again(hand: Hand) -> None:
    first, second = hand.view(), hand.view()
    assert (first["screen"], first["table"]) == ("simulator", "UTH-1")
    assert second["seq"] > first["seq"]
    assert hand.next("tick")["tick"] > 0


def test_the_panel_is_told_how_many_cards_and_never_which(hand: Hand, deciding: Deciding) -> None:
    deciding.ask(deciding.room.load)
    assert hand.after(act="deck", deck="royal")["stacked"] == ["royal"]
    for left in (51, 50, 49):
        assert hand.after(act="draw")["cards_left"] == left
    assert not [line for line in hand.heard if A_CARD.search(line)]


# --- the machines and the hands on them ----------------------------------------------------------


def test_a_cable_pulled_is_seen_by_the_driver_and_by_the_panel(hand: Hand, deciding: Deciding) -> None:
    view = hand.after(act="plug", machine="shoe", plugged=False)
    assert {told["machine"]: told["plugged"] for told in view["machines"]} == {
        "shuffler": True,
        "shoe": False,
        "chips": True,
        "badge": True,
    }
    seen = deciding.ask(lambda: list(deciding.room.room.seen))
    assert [one.health for one in seen if of_the_shoe(one)][-1] is not Health.UP
    view = hand.after(act="plug", machine="shoe", plugged=True)
    assert all(told["plugged"] for told in view["machines"])


def of_the_shoe(seen: object) -> bool:
    return isinstance(seen, HealthObserved) and seen.machine is Machine.SHOE


def test_decks_are_changed_once_one_is_shuffled(hand: Hand, deciding: Deciding) -> None:
    assert hand.tap(act="change_decks") == "no_deck"
    assert (hand.view()["busy"], hand.view()["ready"]) == (True, False)
    assert hand.view(deciding.later(60_000))["ready"] is True
    assert hand.after(act="change_decks")["cards_left"] == 52


def test_no_card_is_drawn_from_a_locked_or_an_empty_shoe(hand: Hand, deciding: Deciding) -> None:
    assert hand.tap(act="draw") == "shoe_locked"
    deciding.ask(lambda: deciding.room.lock(False))
    assert hand.tap(act="draw") == "shoe_empty"


def test_who_plays_by_themselves_draws_by_themselves(hand: Hand, deciding: Deciding) -> None:
    deciding.ask(deciding.room.load)
    assert hand.after(act="play", on=True)["playing"] is True
    assert [hand.tap(act="draw"), hand.tap(act="change_decks")] == ["people_play", "people_play"]
    assert hand.after(act="play", on=False)["playing"] is False
    assert hand.tap(act="draw") == ""


def test_the_pace_is_one_of_those_shown(hand: Hand, deciding: Deciding) -> None:
    for pace in hand.view()["paces"]:
        assert hand.after(act="pace", pace=pace)["pace"] == pace
    assert deciding.room.people.pace == 200.0
    assert hand.tap(act="pace", pace="500") != ""
    assert deciding.room.people.pace == 200.0


def test_a_chip_is_laid_and_taken(hand: Hand) -> None:
    assert hand.after(act="chip", seat=3)["chips"] == [False, False, True, False, False, False, False]
    assert hand.after(act="chip", seat=3)["chips"] == [False] * 7


def test_a_badge_is_read_with_its_role(hand: Hand, deciding: Deciding) -> None:
    assert hand.after(act="badge", card="comite-3")["badge"] == "comite-3"
    seen = deciding.ask(lambda: list(deciding.room.room.seen))
    assert BadgeObserved("MCD 03", Role.COMITE) in seen
    assert hand.after(act="badge", card="")["badge"] == ""
    assert hand.tap(act="badge", card="nobody") != ""


def test_a_placed_deck_is_dealt_to_the_seats_that_play(hand: Hand, deciding: Deciding) -> None:
    room = deciding.room
    deciding.ask(room.load)
    room.seated = [2, 5]
    hand.tap(act="chip", seat=5)
    assert hand.after(act="deck", deck="royal")["stacked"] == ["royal"]
    deciding.later(60_000)
    assert hand.after(act="change_decks")["stacked"] == []
    drawn = [deciding.ask(lambda: room.hands.draw()) for _ in range(4)]
    assert drawn[2:] == list(parse_cards("KsTs"))  # seat 5 has the chip


def test_placed_decks_are_told_in_the_order_they_will_be_dealt(hand: Hand, deciding: Deciding) -> None:
    deciding.room.hands.stacked[:] = [lambda seats, bettors: community_royal(seats, bettors)]
    hand.tap(act="deck", deck="unqualified")
    assert hand.after(act="deck", deck="royal")["stacked"] == ["other", "unqualified", "royal"]


# --- faults --------------------------------------------------------------------------------------


def of_kind(view: dict[str, Any], kind: str) -> tuple[int, int]:
    usual = str(MACHINES[kind][0])
    (told,) = [told for told in view["faults"] if (told["kind"], told["machine"]) == (kind, usual)]
    return told["waiting"], told["met"]


def test_an_ordered_fault_waits_for_its_occasion_and_is_counted_then(hand: Hand) -> None:
    assert of_kind(hand.after(act="order", kind="bounce"), "bounce") == (1, 0)
    assert of_kind(hand.after(act="order", kind="bounce"), "bounce") == (2, 0)
    assert of_kind(hand.after(act="chip", seat=1), "bounce") == (1, 1)
    assert of_kind(hand.after(act="chip", seat=1), "bounce") == (0, 2)


@pytest.mark.parametrize("kind", ["drop", "repeat", "corrupt", "misread", "unreadable", "unplug"])
def test_a_fault_of_the_shoe_is_met_with_the_next_card(hand: Hand, deciding: Deciding, kind: str) -> None:
    deciding.ask(deciding.room.load)
    hand.tap(act="draw")
    assert hand.tap(act="order", kind=kind) == ""
    assert of_kind(hand.after(act="draw"), kind) == (0, 1)


def test_a_cable_pulled_by_a_fault_is_shown_until_it_is_back(hand: Hand, deciding: Deciding) -> None:
    deciding.ask(deciding.room.load)
    hand.tap(act="order", kind="unplug")
    view = hand.after(act="draw")
    assert [told["plugged"] for told in view["machines"] if told["machine"] == "shoe"] == [False]
    assert all(told["plugged"] for told in hand.view(deciding.later(6_000))["machines"])


def test_a_jam_is_shown_and_cleared(hand: Hand, deciding: Deciding) -> None:
    hand.tap(act="order", kind="jam")
    hand.tap(act="change_decks")
    assert hand.view(deciding.later(60_000))["jam"] in JAM_STAGES
    assert hand.after(act="clear_jam")["jam"] == ""


# --- what is no tap ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tap",
    [
        {},
        {"act": "blast"},
        {"act": ["draw"]},
        {"act": "play"},
        {"act": "play", "on": 1},
        {"act": "pace", "pace": 2},
        {"act": "plug", "machine": "lamp", "plugged": False},
        {"act": "place", "place": "8"},
        {"act": "hand", "hand": "six_of_a_kind"},
        {"act": "card", "card": "1h"},
        {"act": "step", "by": "night"},
        {"act": "plug", "machine": "shoe", "plugged": "no"},
        {"act": "order", "kind": "flood"},
        {"act": "order"},
        {"act": "deck", "deck": ["royal"]},
        {"act": "badge", "card": {}},
        {"act": "badge", "card": 7},
        {"act": "chip", "seat": 8},
        {"act": "chip", "seat": True},
        {"act": "chip", "seat": 1e300},
    ],
)
def test_a_tap_that_is_none_is_refused_in_a_sentence_and_changes_nothing(
    hand: Hand, tap: dict[str, Any]
) -> None:
    before = hand.view()
    said = hand.tap(**tap)
    assert said
    assert said not in REASONS
    assert hand.view() | {"seq": 0} == before | {"seq": 0}


@pytest.mark.parametrize("line", [b"hello", b"[]", b'{"id": 1, "tap": {}}', b'{"id": "a"}', b"\xff"])
def test_a_line_that_carries_no_tap_ends_the_conversation_and_the_next_panel_is_served(
    hand: Hand, path: Path, exits: ExitStack, line: bytes
) -> None:
    hand.view()
    hand.socket.sendall(line + b"\n")
    assert hand.last_words()
    again = Hand(path)
    exits.callback(again.close)
    assert again.view()["screen"] == "simulator"


def test_a_line_without_end_is_cut_off(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.screens.panel.EVERY_S", 0.01)
    for _ in range(wire.LINE_MAX // 4096):
        hand.socket.sendall(b"x" * 4096)
        hand.view()
    hand.socket.sendall(b"x")
    assert "longer" in hand.last_words()


TAPS: Final = 60
"""With a view after each, more than the kernel holds for who reads nothing."""


def test_the_taps_of_a_panel_that_takes_nothing_are_done_and_answered(deciding: Deciding, hand: Hand) -> None:
    """A panel without processor was hung up on after 0.4 s, and what a finger had asked was gone."""

    def ordered() -> int:
        return int(deciding.ask(lambda: deciding.room.hands.faults.waiting("drop", Machine.SHOE)))

    for number in range(TAPS):
        tap = {"act": "order", "kind": "drop", "machine": "shoe", "room": "x" * 4096}  # each is read alone
        hand.socket.sendall(wire.ask_line(f"t{number}", 0, tap))
    until_s = time.monotonic() + PATIENCE_S
    while ordered() < TAPS and time.monotonic() < until_s:
        time.sleep(0.01)
    assert ordered() == TAPS, "all are done while it still reads nothing"
    told = [hand.next("answer") for _ in range(TAPS)]
    assert [(one["answer"], one["ok"]) for one in told] == [(f"t{number}", True) for number in range(TAPS)]
    waiting = {(one["kind"], one["machine"]): one["waiting"] for one in hand.view()["faults"]}
    assert waiting["drop", "shoe"] == TAPS, "and then it is told how things stand"


def test_a_panel_that_reads_nothing_for_good_makes_room_for_the_next(
    path: Path, exits: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.screens.panel.STALLED_S", 0.0)
    monkeypatch.setattr("controller.screens.panel.EVERY_S", 0.01)
    for _ in range(CLIENTS_MAX):
        exits.callback(Hand(path).close)
    last = Hand(path)
    exits.callback(last.close)
    assert last.view()["screen"] == "simulator"


def test_a_panel_that_went_makes_room_for_the_next(path: Path, exits: ExitStack) -> None:
    for _ in range(3):
        one = Hand(path)
        exits.callback(one.close)
        assert one.view()["screen"] == "simulator"
        one.close()


def test_a_closed_panel_leaves_no_socket(deciding: Deciding, tmp_path: Path) -> None:
    where = tmp_path / "simulator.sock"
    panel = Panel(
        Doors(tmp_path), deciding.room.look, lambda tap: None, deciding.call, deciding.room.room.clock
    )
    panel.open()
    one = Hand(where)
    assert one.view()["seq"] > 0
    panel.close()
    one.close()
    assert not where.exists()


# --- from a command line beside it -----------------------------------------------------------------


def order(*words: str, lang: str = "en") -> Result:
    return CliRunner().invoke(main, ["fault", *words, "--lang", lang])


def test_a_fault_is_ordered_from_a_command_line_beside_the_panel(hand: Hand, path: Path) -> None:
    hand.view()
    said = order("second_talker", "--machine", "shuffler", "--socket", str(path))
    assert (said.exit_code, said.output) == (0, "second_talker is ordered\n")
    shown = [told for told in hand.after(act="place", place="2")["faults"] if told["waiting"]]
    assert [(told["kind"], told["machine"]) for told in shown] == [("second_talker", "shuffler")]


def test_a_fault_that_the_machine_cannot_meet_is_refused(path: Path) -> None:
    said = order("jam", "--machine", "shoe", "--socket", str(path))
    assert said.exit_code == 2
    assert "jam: no fault of the shoe" in said.output
    for word, next_step in (
        ("earthquake", "tapis fault lists all"),
        ("unreadible", "did you mean unreadable?"),
    ):
        said = order(word, "--socket", str(path))
        assert (said.exit_code, said.stdout) == (2, "")
        assert next_step in said.stderr
        assert "Error: " + word in said.stderr, "in words, without the name of an exception"


def test_without_a_demonstration_the_command_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    said = order("jam")
    assert (said.exit_code, said.output.count("\n")) == (2, 1)
    assert "no demonstration runs" in said.output
    for table in ("UTH-1", "UTH-2"):
        (tmp_path / "tapis-demo-x" / table / "run").mkdir(parents=True)
        (tmp_path / "tapis-demo-x" / table / "run" / "simulator.sock").touch()
    assert "several tables run" in order("jam").output
    gone = order("jam", "--socket", str(tmp_path / "tapis-demo-x" / "UTH-1" / "run" / "simulator.sock"))
    assert gone.exit_code == 2
    assert "no answer" in gone.output


def test_a_fault_is_ordered_and_refused_in_french(hand: Hand, path: Path, tmp_path: Path) -> None:
    hand.view()
    said = CliRunner().invoke(main, ["fault", "jam", "--socket", str(path)])
    assert (said.exit_code, said.output) == (0, "jam est commandée\n")
    for words, told in (
        (("unreadible",), "unreadible\u00a0: aucune panne n’a ce nom\u202f; serait-ce unreadable\u202f?"),
        (("jam", "--machine", "shoe"), "jam\u00a0: aucune panne de shoe\u202f; --machine shuffler"),
        (("jam", "--socket", str(tmp_path / "no.sock")), "pas de réponse\u202f; lancer tapis demo"),
    ):
        said = order(*words, lang="fr")
        assert (said.exit_code, said.stdout, told in said.stderr) == (2, "", True), said.stderr


def test_what_happens_at_each_fault_is_listed_in_french_too() -> None:
    assert set(HAPPENS) == {(entry["kind"], entry["machines"][0]) for entry in catalogue()}
    assert [text for text in HAPPENS.values() if wrong(text, "fr")] == []
    lines = order(lang="fr").output.splitlines()
    assert "jam              shuffler       une carte se coince en chemin" in lines
    assert [line[:31] for line in lines] == [line[:31] for line in order().output.splitlines()]
    assert order("--json", lang="fr").output == order("--json").output


def test_the_catalogue_is_listed() -> None:
    lines = order("--json").output.splitlines()
    assert {json.loads(line)["kind"] for line in lines} == set(KINDS)
    assert len(order().output.splitlines()) == len(lines)
