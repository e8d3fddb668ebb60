"""Scripts: what one says is played, whatever goes wrong in it, and held against what it expects."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.boot.rehearsal.held import DONE, EVENING, NO_MOMENT, TABLE_CLOSED, Expectation, Place
from controller.boot.rehearsal.rehearsed import SCHEMA, rehearsed
from controller.boot.rehearsal.script import read_script
from controller.cli import main
from controller.game.profile import AwardKind
from controller.words.money import CODES
from tests.simulation.nights import PLACES, tapis

SHIPPED = Path(__file__).parents[2] / "config" / "scripts"
PAGE = Path(__file__).parents[2] / "drivers" / "sim" / "SCRIPTS.md"
SCRIPT = """
title = "Deux sièges"
[[round]]
board = ["Qs", "Js", "9s", "4d", "8h"]
dealer = ["2h", "7c"]
[[round.seats]]
seat = 3
cards = ["As", "Kd"]
stakes = { ante = 1000, trips = 500, jp1 = 500 }
bets = { preflop = 4 }
[[round.seats]]
seat = 5
stakes = { ante = 2000 }
bets = { river = "fold" }
[[round.happens]]
at = "dealing"
cards = 2
cut = "program"
[[round.happens]]
at = "deciding"
street = "flop"
cable = "out"
machine = "shoe"
[[round.happens]]
at = "deciding"
cable = "in"
machine = "shoe"
[round.expected]
restarts = 1
deals = 1
[[round.expected.seats]]
seat = 3
result = "win"
class = "high_card"
spots = { play = { paid = 4000 }, ante = { paid = 0 } }
[[round.expected.seats]]
seat = 5
result = "fold"
taken_cents = 4000
[expected]
meter_cents = 1000125
"""


def written(folder: Path, text: str = SCRIPT) -> Path:
    path = folder / "script.toml"
    path.write_text(text, encoding="utf-8")
    return path


def played(path: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", "--script", str(path), *words])


def test_what_a_script_says_is_played_and_held_against_what_it_expects(tmp_path: Path) -> None:
    said = played(written(tmp_path), "--json")
    assert said.exit_code == 0, said.output
    answer: dict[str, Any] = json.loads(said.stdout)
    assert answer["schema"] == SCHEMA == "tapis-script/1"
    assert (answer["held"], answer["rounds"], answer["residual_cents"]) == (True, 1, 0)
    assert [one["held"] for one in answer["expectations"]] == [True] * 9
    assert answer["expectations"][2] == {
        "place": "round 1, seat 3",
        "what": "class",
        "expected": "high_card",
        "found": "high_card",
        "held": True,
    }


def test_every_script_that_comes_with_the_program_comes_as_it_expects() -> None:
    paths = sorted(SHIPPED.glob("*.toml"))
    assert len(paths) >= 21
    for path in paths:
        script = read_script(path.stem)
        came = rehearsed(script)
        assert came.expectations, path.stem
        assert came.night["residual_cents"] == 0, path.stem
        assert [one.words for one in came.expectations if not one.held] == [], path.stem
        assert script.title_en, path.stem


def test_what_was_expected_and_what_came_is_said_in_french() -> None:
    lines = [
        Expectation(Place(1), "cut program", "at dealing", NO_MOMENT, held=False),
        Expectation(Place(2, 3), "result", "win", "", held=False),
        Expectation(Place(2), "act CloseBets", "refused (no_stake)", DONE, held=False),
        Expectation(EVENING, "end", TABLE_CLOSED, TABLE_CLOSED, held=True),
    ]
    assert [one.told("fr") for one in lines] == [
        "coup 1\u00a0: cut program\u00a0: attendu à l’étape dealing,"
        " obtenu rien\u00a0: son moment n’est pas venu",
        "coup 2, siège 3\u00a0: result\u00a0: attendu win, obtenu rien",
        "coup 2\u00a0: act CloseBets\u00a0: attendu refusé (no_stake), obtenu fait",
        "soirée\u00a0: end la table fermée",
    ]


def test_each_way_a_night_goes_wrong_has_its_script() -> None:
    """What happens in them is each of the ways; a fault of the catalogue stands for its kind of machine."""
    told = [read_script(path) for path in SHIPPED.glob("*.toml")]
    happened = {one.words for script in told for each in script.rounds for one in each.happens}
    assert {"cut power", "cut program", "link lost", "cable out at the shoe"} <= happened
    assert {"display gone", "display back", "clock ahead", "clock behind", "clock right"} <= happened
    assert {f"fault {kind}" for kind in ("duplicate_card", "foreign_card", "unreadable")} <= happened
    assert {f"fault {kind}" for kind in ("missing_card", "jam", "unplug")} <= happened
    assert {"chip on at seat 5", "chip off at seat 5", "act ArmVoid"} <= happened
    prizes = {kind for script in told for kind in script.expected.jp1}
    assert prizes == {str(kind) for kind in AwardKind}


def test_the_script_of_the_page_comes_as_it_says(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    (shown,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    said = played(written(tmp_path, shown))
    assert said.exit_code == 0, said.output


def test_journal_and_book_of_a_script_verify_and_have_the_head_it_printed(tmp_path: Path) -> None:
    kept = "--journal", str(tmp_path / "journals"), "--book", str(tmp_path / "book")
    answer = json.loads(played(written(tmp_path), *kept, "--json").stdout)
    verified = CliRunner().invoke(main, ["journal", "verify", kept[1], "--json"])
    assert verified.exit_code == 0, verified.output
    assert answer["head_hash"]["UTH-1"] in verified.output
    booked = CliRunner().invoke(main, ["book", "verify", kept[3], "--journal", kept[1]])
    assert booked.exit_code == 0, booked.output


@pytest.mark.long
def test_one_script_makes_the_same_heads_anywhere(tmp_path: Path) -> None:
    path = written(tmp_path)
    heads = {rehearsed(read_script(path)).heads["UTH-1"]}
    for place in PLACES:
        said = tapis(tmp_path, "simulate", "--script", "script.toml", "--json", **place)
        assert said.returncode == 0, said.stderr
        heads.add(json.loads(said.stdout)["head_hash"]["UTH-1"])
    assert len(heads) == 1


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "paid = 4000",
            "paid = 3000",
            "round 1, seat 3: play paid_cents: expected 30,00\u00a0€, came 40,00\u00a0€",
        ),
        ("restarts = 1", "restarts = 2", "round 1: restarts: expected 2, came 1"),
        ("restarts = 1", "void = true", "round 1: void: expected yes, came no"),
        ("deals = 1", 'alarms = ["A-105"]', "round 1: alarm: expected A-105, came A-2"),
        ('result = "fold"', 'result = "lose"', "round 1, seat 5: result: expected lose, came fold"),
        (
            "1000125",
            "1000250",
            "evening: meter_cents: expected 10\u202f002,50\u00a0€, came 10\u202f001,25\u00a0€",
        ),
        (
            "cards = 2\n",
            "deal = 2\n",
            "round 1: cut program: expected at dealing, came nothing: its moment did not come",
        ),
        (
            'cable = "out"\nmachine = "shoe"',
            'act = { act = "SettleSeat", seat = 3 }',
            "round 1: act SettleSeat: expected done, came refused (",
        ),
    ],
)
def test_what_did_not_come_as_expected_is_said_with_exit_one(
    old: str, new: str, words: str, tmp_path: Path
) -> None:
    assert old in SCRIPT
    said = played(written(tmp_path, SCRIPT.replace(old, new)))
    assert said.exit_code == 1, said.output
    assert f"NOT   {words}" in said.output


WRONG = (
    ("[[round]]", 'titel_en = "x"\n[[round]]', ["titel_en = 'x': unknown key; did you mean title_en?"]),
    ("restarts = 1", "restart = 1", ["round 1, expected.restart = 1", "did you mean restarts?"]),
    ('title = "Deux sièges"', "", ["title: missing; write title ="]),
    (
        '"2h", "7c"',
        '"As", "7c"',
        ["round 1, dealer = 'As'", "lies already in seat 3, cards", "name each card once"],
    ),
    ('"2h", "7c"', '"2h"', ["round 1, dealer = ['2h']", "name 2 or none"]),
    ('"2h", "7c"', '"10h", "7c"', ["round 1, dealer = '10h'", "23456789TJQKA"]),
    ("seat = 5\nstakes", "seat = 8\nstakes", ["round 1, seat 8, seat = 8"]),
    ("seat = 5\nstakes", "seat = 3\nstakes", ["round 1, seat 3, seat = 3", "name each seat once"]),
    ("seat = 5\nresult", "seat = 6\nresult", ["round 1, expected, seat 6, seat = 6", "write one of 3, 5"]),
    ("trips = 500", "tripz = 500", ["round 1, seat 3, stakes = 'tripz'", "did you mean trips?"]),
    ("jp1 = 500 }", "jp1 = 400 }", ["round 1, seat 3, stakes.jp1 = 400", "JP1 is 500 cents"]),
    ("preflop = 4", "preflop = 5", ["round 1, seat 3, bets.preflop = '5'", "4, 3, check"]),
    ("preflop = 4", "preflop = true", ["round 1, seat 3, bets.preflop = True: write Antes"]),
    ("ante = 2000", "ante = 100", ["round 1, seat 5, stakes.ante = 100", "the nearest that it takes: 500"]),
    ("ante = 2000", "ante = 1050", ["stakes.ante = 1050", "stake_inexact", "1000 and 1100"]),
    ("ante = 2000", "ante = 1000000", ["stakes.ante = 1000000", "stake_above_maximum"]),
    ("trips = 500", "trips = 501", ["round 1, seat 3, stakes.trips = 501", "stake_inexact"]),
    ("preflop = 4", "preflip = 4", ["preflip", "did you mean preflop?"]),
    ('cut = "program"', 'cut = "tea"', ["round 1, happens 1, cut = 'tea'", "'program' or 'power'"]),
    ('cut = "program"', "", ["round 1, happens 1", "name one of fault, cut"]),
    ('cut = "program"', 'fault = "unreadible"', ["'unreadible': no such fault; did you mean unreadable?"]),
    (
        'cut = "program"',
        'fault = "misread"\nmachine = "shuffler"',
        ["round 1, happens 1, machine = 'shuffler'", "write one of shoe"],
    ),
    ('cut = "program"', 'act = { act = "Dance" }', ["round 1, happens 1, act = 'Dance'", "SCRIPTS.md"]),
    ('cut = "program"', 'act = { act = "SettelSeat" }', ["did you mean SettleSeat?"]),
    ('cut = "program"', 'act = { act = "SettleSeat" }', ["tap.seat: is missing in SettleSeat"]),
    ('at = "dealing"', 'at = "dinner"', ["round 1, happens 1, at = 'dinner'", "'dealing'"]),
    ("restarts = 1", 'alarms = ["A-999"]', ["round 1, expected.alarms = 'A-999'", "no such alarm"]),
    ("restarts = 1", "restarts = true", ["round 1, expected.restarts = True"]),
    ("paid = 4000", "paid = -1", ["spots.play.paid = -1"]),
    ("[[round]]", 'profile = "fr-55-20-2022"\n[[round]]', ["fr-55-20-2022"]),
    ("[[round]]", "[[round", ["is no TOML at line 3"]),
    ("restarts = 1", "restart = 1", ["script.toml, line 29: round 1, expected.restart"]),
    ("deals = 1", "deal = 1", ["expected.deal = 1: unknown key; did you mean deals?"]),
    ('"high_card"', '"highcard"', ["seat 3, class = 'highcard'", "did you mean high_card?"]),
    ('"high_card"', '"four_of_a_kind"', ["did you mean three_of_a_kind? write one of", "quads"]),
    ('cut = "program"', 'act = { act = "OpenHands" }\nrefused = "heldd"', ["did you mean held?"]),
    ('cut = "program"', 'cut = "powr"', ["did you mean power?"]),
    ('at = "dealing"', 'at = "deeling"', ["did you mean dealing?"]),
    ('cut = "program"', 'cut = "program"\nfault = "blind"', ["fault and cut are named: leave one out"]),
    (
        'cut = "program"',
        'act = { act = "DeclareIncident", incident = "irregular" }',
        ["did you mean irregular_deal?"],
    ),
    ("restarts = 1", 'void = "no"', ["round 1, expected.void = 'no': write true or false"]),
    ("ante = 2000", "ante = 20.00", ["a whole number of cents, 1000 for 10,00\u00a0€"]),
    ("[[round]]", 'profile = "fr-55-20-2022"\n[[round]]', ["script.toml, line 3: profile = 'fr-55-20-2022'"]),
)


def test_a_script_that_is_wrong_is_refused_in_a_sentence_with_place_value_and_what_to_do(
    tmp_path: Path,
) -> None:
    for old, new, words in WRONG:
        assert old in SCRIPT, old
        said = played(written(tmp_path, SCRIPT.replace(old, new, 1)))
        assert said.exit_code == 2, f"{new}: {said.output}"
        for word in words:
            assert word in said.stderr, f"{new}: {said.stderr}"
        assert "Traceback" not in said.output


def test_where_a_script_is_wrong_is_said_in_french_too(tmp_path: Path) -> None:
    path = tmp_path / "script.toml"
    path.write_text(SCRIPT.replace("restarts = 1", "restart = 1"), "utf-8")
    said = CliRunner().invoke(main, ["simulate", "--script", str(path), "--lang", "fr"])
    assert "script.toml, ligne 29\u00a0: coup 1, expected.restart = 1\u00a0: " in said.stderr


def test_every_word_that_is_none_is_told_from_the_one_that_was_meant(tmp_path: Path) -> None:
    """Each word of the page's closed vocabularies, a letter short of itself, is refused with the word."""
    for word in ("high_card", "program", "dealing", "flop", "shoe", "preflop", "trips", "win"):
        for found in re.finditer(rf'(?<=[ "]){word}(?=[" ])', SCRIPT):
            short = SCRIPT[: found.start()] + word[:-1] + SCRIPT[found.end() :]
            said = played(written(tmp_path, short))
            assert said.exit_code == 2, (word, said.output)
            assert f"did you mean {word}?" in said.stderr or f"'{word}'" in said.stderr, said.stderr
            assert re.match(r"Error: \S+script\.toml, line \d+: round 1, ", said.stderr), said.stderr


def test_a_file_that_is_no_text_or_empty_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "script.toml"
    for raw, words in (
        (b"", "title: missing; write title ="),
        (SCRIPT.encode("utf-16"), "is not UTF-8 at byte 0, line 1: save it as UTF-8"),
        (SCRIPT.encode("latin-1"), "line 2: save it as UTF-8"),
        (b'title = "x\n', "line 1, column 11: look there for a quote"),
    ):
        path.write_bytes(raw)
        said = played(path)
        assert (said.exit_code, words in said.stderr) == (2, True), said.stderr
    said = CliRunner().invoke(main, ["simulate", "--script", ""])
    assert (said.exit_code, "--script: no script is named; name a file" in said.stderr) == (2, True)
    path.write_bytes(SCRIPT.encode("utf-8-sig"))
    assert read_script(path).title == "Deux sièges"


def test_a_fault_that_does_not_take_place_is_not_held(tmp_path: Path) -> None:
    late = SCRIPT.replace('at = "dealing"\ncards = 2\ncut = "program"', "", 1)
    assert late.count("[[round.happens]]") == 3
    late = late.replace("[[round.happens]]\n\n", "", 1).replace(
        "[round.expected]\nrestarts = 1",
        '[[round.happens]]\nat = "settling"\nfault = "misread"\n[round.expected]\nrestarts = 0',
        1,
    )
    said = played(written(tmp_path, late))
    assert said.exit_code == 1, said.output
    assert "NOT   round 1: fault misread: expected to take place, came nothing: no occasion" in said.output


def test_a_script_that_expects_nothing_says_so(tmp_path: Path) -> None:
    bare = SCRIPT[: SCRIPT.index("[round.expected]")]
    said = played(written(tmp_path, bare))
    assert (said.exit_code, "nothing was expected of it: write [round.expected]" in said.output) == (0, True)


def test_what_a_script_says_itself_is_not_said_on_the_command_line(tmp_path: Path) -> None:
    for words in (["--rounds", "3"], ["--seed", "3"], ["--tables", "2"], ["--jobs", "2"]):
        said = played(written(tmp_path), *words)
        assert (said.exit_code, words[0] in said.stderr) == (2, True), said.output
    assert CliRunner().invoke(main, ["simulate", "--seed", "3"]).exit_code == 2
    said = CliRunner().invoke(main, ["simulate", "--script", "royal-at-seat-2"])
    assert (said.exit_code, "did you mean royal-at-seat-" in said.stderr) == (2, True), said.output


@pytest.mark.parametrize("words", [("--rounds", "4", "--seed", "7"), ("--script", "royal-at-seat-3")])
def test_what_came_of_a_night_is_said_in_french_too(words: tuple[str, ...]) -> None:
    """Its figures stand in the same places; the names of a script's own fields stay those of its file."""
    english, french = (
        CliRunner().invoke(main, ["simulate", *words, "--lang", lang]).output.splitlines()
        for lang in CODES[::-1]
    )
    assert len(english) == len(french)
    amounts = re.compile(r"\d[\d\u202f]*,\d\d €|[0-9a-f]{64}")
    assert [amounts.findall(line) for line in english] == [amounts.findall(line) for line in french]
    told = "\n".join(french)
    foreign = {
        "rounds",
        "staked",
        "meter",
        "book",
        "seed",
        "held",
        "expectation",
        "head of",
        "evening",
        "observed",
    }
    assert not {word for word in foreign if re.search(rf"(?m)^\s*{word}\b", told)}
    assert "le compteur à" in told or "compteur " in told
    assert not re.search(r"\w[:;?!]( |$)", told), "French has a space before it"
