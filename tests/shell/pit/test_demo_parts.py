"""What a demonstration is made of, without processes: world, scripts, what lies there after a kill."""

from __future__ import annotations

import shlex
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.boot.demo.floor import code_of
from controller.boot.demo.plan import Plan, read_around, write_around
from controller.boot.demo.scripts import EVERY, Scripts
from controller.boot.demo.world import DemoWorld
from controller.boot.notice import notice_of
from controller.boot.practice import Way
from controller.boot.rehearsal.held import Expectation, Place
from controller.cli.demo import demo
from controller.clock import wall_ms
from controller.game.refusals import Refusal
from controller.settings.rules import load_profile
from controller.words.money import CODES
from drivers.sim import left
from drivers.sim.people import Dealer
from tests.playroom import Playroom


class NoBook:
    """Nobody asks it."""


def world(folder: Path, tables: int = 1) -> tuple[DemoWorld, list[Any], Way]:
    asked: list[Any] = []
    way: Any = Way(NoBook())  # type: ignore[arg-type]  # nobody asks it
    return DemoWorld(folder, Plan(7, tables), "UTH-1", way, asked.append), asked, way


def test_the_command_line_repeats_the_night() -> None:
    assert Plan(7).command == "tapis demo --seed 7"
    plan = Plan(7, tables=4, profile="live-uth", faults="some")
    assert plan.command == "tapis demo --tables 4 --profile live-uth --faults some --seed 7"
    assert plan.with_(script="royal-at-seat-3").command == "tapis demo --script royal-at-seat-3"
    assert Plan.parse(plan.text()) == plan


@pytest.mark.parametrize(
    "plan",
    [
        Plan(7, by_hand=True),
        Plan(8, tables=3, profile="live-uth", faults="hard", by_hand=True),
        Plan(2021, script="royal-at-seat-3", by_hand=True),
        Plan(9, profile="rules of our house/uth.toml"),
    ],
)
def test_the_command_line_of_the_same_cards_is_read_as_the_same_night(plan: Plan) -> None:
    """Where keys were pressed by hand it left `--by-hand` out: the night went by itself."""
    words = shlex.split(plan.command)
    assert words[:2] == ["tapis", "demo"]
    asked = demo.make_context("demo", words[2:]).params
    assert (asked["script"] or "", asked["by_hand"]) == (plan.script, plan.by_hand)
    if not plan.script:  # which says the rest
        told = asked["seed"], asked["tables"], asked["rules"], asked["faults"]
        assert told == (plan.seed, plan.tables, plan.profile, plan.faults)


def test_link_and_clock_are_broken_where_they_stand_and_the_rest_is_asked_for(tmp_path: Path) -> None:
    made, asked, way = world(tmp_path)
    assert made.act({"act": "link", "link": "lost"}) == ""
    assert (way.lost, made.look()["link"]) == (True, "lost")
    made.act({"act": "link", "link": "slow"})
    assert (way.lost, way.slow_s > 0, made.look()["link"]) == (False, True, "slow")
    made.act({"act": "clock", "by_s": -3_600})
    assert abs(made.wall() - wall_ms() + 3_600_000) < 60_000
    made.act({"act": "power", "cut": "program"})
    assert made.cut_due == "program"
    made.act({"act": "display", "display": "frozen"})
    made.act({"act": "seed", "seed": 12})
    assert asked == [
        {"ask": "display", "table": "UTH-1", "state": "frozen"},
        {"ask": "seed", "seed": 12},
    ]


@pytest.mark.parametrize(
    "tap",
    [
        {"act": "link", "link": "cut"},
        {"act": "display", "display": "blue"},
        {"act": "clock", "by_s": True},
        {"act": "clock", "by_s": 10**9},
        {"act": "power", "cut": "fuse"},
        {"act": "seed", "seed": "7"},
        {"act": "script", "name": "no-such-night"},
    ],
)
def test_a_tap_that_the_world_does_not_know_is_refused_in_words(tmp_path: Path, tap: dict[str, Any]) -> None:
    made, asked, _ = world(tmp_path)
    room = Playroom()
    room.bench._world = made
    said = room.bench.act(tap)
    assert said
    assert "Error" not in said
    assert asked == []


def test_a_script_is_for_one_table_alone(tmp_path: Path) -> None:
    made, asked, _ = world(tmp_path, tables=2)
    assert made.act({"act": "script", "name": "jam"}) == "one_night"
    assert asked == []


def test_scripts_wait_play_and_are_judged_one_after_the_other() -> None:
    scripts = Scripts()
    names = [told["name"] for told in scripts.told]
    assert len(names) >= 21
    assert scripts.play(EVERY) == names[0]
    assert [told["state"] for told in scripts.told][:2] == ["plays", "waits"]
    assert scripts.seeded(Plan(2021, script=names[0])).seed == 1
    other = Expectation(Place(1), "void", expected=False, found=True, held=False)
    came = {"held": False, "other": {lang: [other.told(lang)] for lang in CODES}}
    assert scripts.came(came) == names[1]
    first, second = scripts.told[:2]
    assert (first["state"], second["state"]) == ("failed", "plays")
    assert first["why"] == "coup 1\u00a0: void\u00a0: attendu non, obtenu oui"
    assert first["why_en"] == "round 1: void: expected no, came yes"
    scripts.stop()
    assert {told["state"] for told in scripts.told} == {"failed", "ready"}
    expects = {told["name"]: told["expects"] for told in scripts.told}
    assert expects["fixed-jp1-prizes"] == ["straight_flush"]
    assert expects["royal-at-seat-3"] == ["A-105", "jackpot"]


def test_a_script_is_never_told_before_its_first_round_nor_after_its_last() -> None:
    scripts = Scripts()
    scripts.play(scripts.told[0]["name"])
    (told, *_), of = scripts.told, scripts.told[0]["rounds"]
    seen = [(scripts.stands_at(number), told["round"]) for number in (0, 1, of, of + 3, 0)]
    assert seen == [(False, 1), (False, 1), (of > 1, of), (False, of), (of > 1, 1)]


def test_people_hear_the_code_of_a_refusal_as_a_script_writes_it() -> None:
    assert code_of(Refusal("seat_not_in_turn", "RP-11", (("seat", 3),))) == "seat_not_in_turn"
    assert code_of(None) is None


def test_what_is_told_of_the_night_is_read_whole(tmp_path: Path) -> None:
    assert read_around(tmp_path)["scripts"] == []
    write_around(tmp_path, {"display": {"UTH-1": "gone"}, "restarts": {"UTH-1": 2}, "scripts": []})
    look = world(tmp_path)[0].look()
    assert (look["display"], look["restarts"]) == ("gone", 2)


def test_decks_chips_badge_and_what_people_remember_outlive_the_program(tmp_path: Path) -> None:
    room = Playroom()
    room.load()
    for _ in range(3):
        room.do(act="draw")
    room.do(act="chip", seat=4)
    room.do(act="badge", card="chef-1")
    room.do(act="place", place="3")
    room.do(act="hand", hand="royal_flush")
    room.do(act="stack")
    look: Any = dict
    notice = notice_of(load_profile("fr-55-20-2021"), 500, 7)
    people: Any = Dealer(Random(3), room.hands, look, look, notice=notice)
    people._round = (12, 1)
    here = {"hands": room.hands}
    file = tmp_path / left.FILE
    left.write(file, {"machines": left.machines_left(room.hands), "people": left.kept(vars(people), here)})

    again = Playroom()
    parts = left.read(file)
    assert parts is not None
    assert left.read(file) is None, "it is read once"
    lies = left.found(parts["machines"], {})
    left.lay(again.hands, lies)
    assert lies.shoe.cards_left == 49
    assert again.hands.chips.covered(4)
    assert again.look()["sensed"][3] is True
    assert again.look()["badge"] == "chef-1"
    assert again.look()["stacked"] == ["placed"]
    remembered = left.found(parts["people"], {"hands": again.hands})
    assert remembered["_round"] == (12, 1)
    assert remembered["_machines"] is again.hands
