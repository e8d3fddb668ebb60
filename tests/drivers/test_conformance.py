"""`tapis devices conform`: a machine that keeps the page passes, and each lie is found by its own rule."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.boot.conformance import examination
from controller.boot.conformance.examination import RULES, Wish, conforms, line_at, line_of
from controller.boot.devices import NoDevice
from controller.clock import SystemClock
from controller.game.cards import DECK
from controller.settings.table import load_table
from controller.words import conformance as words
from controller.words.conformance_seen import SEEN
from drivers.sim.ptys import PtyCarrier
from drivers.sim.shoe import ShoeTwin
from drivers.sim.shuffler import ShufflerTwin
from tests.drivers import lying_devices
from tests.drivers.reference_machine import ReferenceMachine
from tests.shell.live_table import tapis, typed, write_settings

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
WITH_HANDS = Wish(hands_s=10, power_s=10)


def of_a_twin(folder: Path, twin: Any) -> dict[str, str]:
    """The rules that a machine imitated in Python does not hold."""
    carrier = PtyCarrier(twin, folder / twin.machine.value, SystemClock())
    try:
        said = list(conforms(line_at(carrier.url), twin.machine.value))
    finally:
        carrier.close()
    assert said[-1]["kind"] == "verdict"
    return {one["rule"]: one["seen"] for one in said if one["kind"] == "rule" and not one["ok"]}


def shoe_with_a_deck() -> ShoeTwin:
    twin = ShoeTwin(boot=7)
    twin.load(DECK, 0)
    return twin


@pytest.mark.long
def test_honest_machines_hold_every_rule(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as at_once:
        honest: dict[str, Future[dict[str, str]]] = {
            "the shoe in C": at_once.submit(lying_devices.failures, None, "shoe", WITH_HANDS),
            "the shuffler in C": at_once.submit(lying_devices.failures, None, "shuffler", Wish(power_s=10)),
            "the shoe's twin": at_once.submit(of_a_twin, tmp_path, shoe_with_a_deck()),
            "the shuffler's twin": at_once.submit(of_a_twin, tmp_path, ShufflerTwin(Random(1), boot=8)),
        }
    assert {name: one.result() for name, one in honest.items() if one.result()} == {}


@pytest.mark.long
def test_the_reference_machine_is_honest_and_a_few_lies_of_it_are_found() -> None:
    some = lying_devices.LIES[3:48:9]  # none whose rule is of how fast a machine is
    with ThreadPoolExecutor(len(some) + 1) as at_once:
        honest = at_once.submit(lying_devices.failures, None, "shuffler")
        found = {lie: at_once.submit(lying_devices.found_of, lie) for lie in some}
    assert honest.result() == {}
    assert [lie.name for lie, one in found.items() if lie.rule not in one.result()] == []


@pytest.mark.long
def test_each_lie_is_found_by_its_own_rule() -> None:
    with ThreadPoolExecutor(16) as at_once:
        found = {lie: at_once.submit(lying_devices.found_of, lie) for lie in lying_devices.LIES}
    assert [lie.name for lie, one in found.items() if lie.rule not in one.result()] == []


def test_every_rule_has_a_lie_that_it_alone_is_asked_for() -> None:
    told = {lie.rule for lie in (*lying_devices.LIES, lying_devices.WRAPS_EARLY)}
    # What these try, another rule tries too; a lie against one of them alone is hard to tell.
    assert set(examination.NAMES) - told == {"pieces", "spliced", "window_taken", "opens"}


@pytest.mark.long
def test_numbers_are_tried_past_65535(tmp_path: Path) -> None:
    wish = lying_devices.wish_for(("wrap",))
    assert lying_devices.failures(None, "shoe", wish) == {}
    assert lying_devices.failures(None, "shuffler", wish) == {}
    assert "wrap" in lying_devices.found_of(lying_devices.WRAPS_EARLY)


def test_rules_and_what_is_seen_have_words_in_both_languages_and_a_section_of_the_page() -> None:
    page = (ROOT / "drivers" / "OPEN_PROTOCOL.md").read_text(encoding="utf-8")
    assert [*words.RULES] == sorted(examination.NAMES, key=[*words.RULES].index)
    assert {rule.asks for rule in RULES} - {""} == set(words.ASKED)
    for rule in words.RULES.values():
        assert f"\n## {rule.section.removeprefix('section ')}. " in page
    code = "".join(path.read_text() for path in (ROOT / "controller/boot/conformance").glob("*.py"))
    assert set(re.findall(r'\bseen\(\s*"(\w+)"', code)) | {"open", "shut"} == set(SEEN)
    for french, english in SEEN.values():
        assert re.findall(r"\{(\w+)\}", french) == re.findall(r"\{(\w+)\}", english)


@pytest.mark.parametrize(
    ("file", "old", "new", "what"),
    [
        ("tapis_frame.c", "crc32(raw, bytes));", "crc32(raw, bytes) ^ 1u);", "pieces that are none: COBS"),
        (lying_devices.SESSION, "(uint8_t)refused;", "(uint8_t)(refused + 9);", "cannot be read"),
        (
            lying_devices.SESSION,
            "put16(payload, call);",
            "put16(payload, call * 0u + 77u);",
            "a WELCOME to call 77, expected ",
        ),
    ],
)
def test_a_machine_that_is_not_met_is_told_what_came_instead(
    file: str, old: str, new: str, what: str
) -> None:
    lie = lying_devices.Lie("", file, old, new, "greeting")
    assert what in lying_devices.found_of(lie)["greeting"]


def test_a_number_that_goes_back_is_not_told_as_65536_messages() -> None:
    old = "        uint16_t number = (uint16_t)(s->first + s->under_way);"
    new = old + "\n        static unsigned n;\n        if (++n % 3 == 0)\n            number--;"
    lie = lying_devices.Lie("", lying_devices.SESSION, old, new, "window")
    assert "acknowledged before, in place of" in lying_devices.found_of(lie)["window"]


def at_a_shuffler(act: Callable[[str], Any]) -> Any:
    machine = ReferenceMachine("shuffler")
    try:
        return act(machine.url)
    finally:
        machine.close()


def test_the_command_says_what_was_tried_and_seen_where_a_rule_is_not_held() -> None:
    said = at_a_shuffler(lambda url: typed("devices", "conform", "shoe", url, "--lang", "en"))
    assert said.returncode == 1
    assert said.stdout == (
        "NOT HELD  3  it answers HELLO with WELCOME and says who it is (greeting)\n"
        "    tried: HELLO, up to twenty times\n"
        "    seen: it says that it is a shuffler\n"
        "0 of 1 rules held\n"
    )
    french = at_a_shuffler(lambda url: typed("devices", "conform", "shoe", url))
    assert "PAS TENUE  3  à HELLO elle répond WELCOME et dit qui elle est (greeting)\n" in french.stdout
    assert french.stdout.endswith("0 règle tenue sur 1\n")


def test_the_command_tells_programs_each_rule_and_the_whole() -> None:
    words_of = ("devices", "conform", "shuffler")
    said = at_a_shuffler(lambda url: typed(*words_of, url, "--json", "--rule", "acknowledges"))
    assert said.returncode == 0
    greeting, rule, verdict = map(json.loads, said.stdout.splitlines())
    assert (greeting["rule"], rule["rule"]) == ("greeting", "acknowledges")
    assert rule["page"] == "OPEN_PROTOCOL.md, section 6"
    assert (rule["ok"], rule["seen"]) == (True, "")
    assert greeting["says"] == words.RULES["greeting"].says[1], "programs read English"
    assert verdict == {"kind": "verdict", "machine": "shuffler", "ok": True, "held": 2, "rules": 2}


def test_a_machine_behind_a_server_is_examined_too() -> None:
    machine = ReferenceMachine("shoe", line="tcp:0")
    try:
        said = typed("devices", "conform", "shoe", machine.url, "--rule", "resumes")
    finally:
        machine.close()
    assert (said.returncode, said.stdout.splitlines()[-1]) == (0, "2 règles tenues sur 2")


def test_the_port_of_the_settings_is_taken_where_none_is_said(tmp_path: Path) -> None:
    path = write_settings(tmp_path)
    carrier = PtyCarrier(shoe_with_a_deck(), tmp_path / "lines" / "shoe", SystemClock())
    try:
        said = tapis("devices", "conform", "shoe", "--rule", "opens", "--settings", str(path))
    finally:
        carrier.close()
    assert (said.returncode, said.stdout.splitlines()[-1]) == (0, "2 règles tenues sur 2")


def test_a_machine_that_is_not_there_or_of_another_protocol_is_one_sentence(tmp_path: Path) -> None:
    path = write_settings(tmp_path)
    with pytest.raises(NoDevice, match="is not plugged in: check the cable"):
        line_of(load_table(path), "shoe")
    path.write_text(path.read_text().replace('driver = "open"', 'driver = "bee-tek"', 1))
    with pytest.raises(NoDevice, match="its driver is bee-tek: only the open protocol"):
        line_of(load_table(path), "shoe")
    none = tmp_path / "none.toml"
    none.write_text(re.sub(r"\[shuffler\].*?(?=\n\[|\Z)", "", path.read_text(), flags=re.DOTALL))
    for words_of, code, french, english in (
        (("shuffler", "/dev/none"), 1, "n’est pas branché", "is not plugged in"),
        (("shuffler", "tcp:7"), 1, "n’est pas branché", "is not plugged in"),
        (("shuffler", "nowhere://7"), 1, "ce n’est pas un port", "no such port"),
        (
            ("shuffler", "/dev/none", "--draw"),
            2,
            "seul un sabot laisse sortir une carte",
            "only a shoe lets a card out",
        ),
        (("shoe", "--settings", str(path)), 1, "son pilote est bee-tek", "its driver is bee-tek"),
        (("shuffler", "--settings", str(none)), 1, "ou nommez son PORT", "or name its PORT"),
        (("chips",), 2, "des broches, non une ligne", "pins, no line of the open protocol"),
        (("reader",), 2, "parle PC/SC, non le protocole ouvert", "speaks PC/SC, not the open protocol"),
    ):
        for lang, why in (("fr", french), ("en", english)):
            said = typed("devices", "conform", *words_of, "--lang", lang)
            assert (said.returncode, said.stdout) == (code, ""), words_of
            assert why in said.stderr, said.stderr
