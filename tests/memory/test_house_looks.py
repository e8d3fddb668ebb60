"""The tests of chance: exact, one look at each full sample, and no accusation oftener than claimed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from math import comb, isclose
from pathlib import Path
from typing import Any

import pytest

from controller.game.cards import DECK
from controller.game.hands import HandClass
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.fairness import POWER, RULES, at_least, at_most, counted, finds, look, things
from controller.house.looks import looks, samples
from controller.house.store import insert
from controller.odds.chances import chance
from tests.law.requirements import requirement
from tests.memory.conftest import NewStore


@requirement("CS-24")
@pytest.mark.parametrize(
    ("deals", "p"), [(7, Fraction(1, 3)), (150, Fraction(7, 52)), (400, Fraction(1, 600))]
)
def test_the_tails_are_those_of_the_binomial_summed_by_fractions(deals: int, p: Fraction) -> None:
    exact = [comb(deals, count) * p**count * (1 - p) ** (deals - count) for count in range(deals + 1)]
    for count in {0, 1, deals // 7, deals // 3, deals - 1, deals}:
        assert isclose(at_least(count, deals, float(p)), float(sum(exact[count:])), rel_tol=1e-9)
        assert isclose(at_most(count, deals, float(p)), float(sum(exact[: count + 1])), rel_tol=1e-9)


def test_every_class_is_tested_and_the_rarest_as_one() -> None:
    told = {one.name: one.chance for one in things("hands")}
    assert "royal_flush" not in told
    rare = sum(chance(hand) for hand in HandClass if hand >= HandClass.QUADS)
    assert isclose(told["quads_or_better"], float(rare))
    assert isclose(sum(list(told.values())[:8]), 1)
    assert counted([0, 0, 5, 0, 1, 0, 0, 1, 1, 1]) == [0, 0, 5, 0, 1, 0, 0, 3, 4, 9]


def test_fewer_hands_than_needed_accuse_nobody() -> None:
    for test, rule in RULES.items():
        seen = [rule.least, *[0] * (len(things(test)) - 1)]
        told = look(test, rule.least, seen)
        assert told is not None
        assert told.suspect
        assert look(test, rule.least - 1, seen) is None


def test_hands_as_often_as_they_should_be_are_no_surprise() -> None:
    told = look("hands", 100_000, [round(100_000 * one.chance) for one in things("hands")])
    assert told is not None
    assert told.p == 1
    assert not told.suspect


@requirement("CS-24")
def test_an_ace_that_is_not_there_is_seen_at_the_first_look() -> None:
    told = look("deck", 150, [21] * 51 + [0])
    assert told is not None
    assert (told.what, told.seen, round(told.expected, 1)) == (DECK[-1].text, 0, 20.2)
    assert told.suspect
    rare = look("deck", 150, [21] * 51 + [4])
    assert rare is not None
    assert not rare.suspect


@pytest.mark.parametrize("test", RULES)
def test_what_is_said_to_be_found_is_found_nine_times_in_ten(test: str) -> None:
    """By the tails themselves: one thing that comes so much oftener, the others as they should."""
    rule, told = RULES[test], things(test)
    for name, permille in finds(test, rule.least):
        place = 0 if name == "card" else [one.name for one in told].index(name)
        even = [round(rule.least * one.chance) for one in told]

        def accused(count: int, even: list[int] = even, place: int = place) -> bool:
            found = look(test, rule.least, [*even[:place], count, *even[place + 1 :]])
            return found is not None and found.suspect

        first = next(count for count in range(even[place], rule.least) if accused(count))
        likely = told[place].chance * (1 + permille / 1000)
        assert abs(at_least(first, rule.least, likely) - POWER) < 0.03


# --- which hands are looked at --------------------------------------------------------------------


def test_a_sample_is_looked_at_once_when_it_is_full() -> None:
    parts = [(2026, (1, part), 50) for part in range(8)]
    seen = []
    for number in range(1, 9):
        last, came, following = samples(parts[:number], 150)
        seen.append((last.number if last else 0, came, following))
    assert seen == [
        *((0, 50, 1), (0, 100, 1), (1, 0, 2), (1, 50, 2)),
        *((1, 100, 2), (2, 0, 3), (2, 50, 3), (2, 100, 3)),
    ]
    last, _, _ = samples(parts, 150)
    assert last is not None
    assert last.parts == ((1, 3), (1, 4), (1, 5))


def test_a_sample_goes_on_in_the_next_session_and_not_in_the_next_year() -> None:
    last, came, number = samples([(2026, (1, 0), 90), (2026, (2, 0), 70)], 150)
    assert last is not None
    assert (last.hands, last.parts, came, number) == (160, ((1, 0), (2, 0)), 0, 2)
    assert samples([(2026, (1, 0), 90), (2027, (2, 0), 70)], 150) == (None, 70, 1)


@pytest.fixture
def house(night: Path, read_store: NewStore) -> Iterator[House]:
    with closing(House([night], read_store())) as house:
        house.read_all()
        yield house


def test_a_short_night_is_told_what_it_needs_and_what_has_come(house: House) -> None:
    told = Answers(house).plots({"plots": ["frequencies"]})["plots"]["frequencies"]
    assert {one["table"] for one in told["looks"]} == {"UTH-1", "UTH-2"}
    bank = [one for one in told["looks"] if one["test"] == "cards"]
    assert sum(one["came"] for one in bank) == told["hands"]
    assert sum(one["came"] for one in told["looks"] if one["test"] == "seat") == told["jp1_hands"]
    assert all((one["last"], one["look"]) == (None, 1) for one in told["looks"])
    assert told["tests"]["cards"]["needed"] == 3_000
    assert told["tests"]["deck"]["finds"] == [["card", 1725]]


def test_looks_are_the_same_whatever_period_is_asked_for(house: House) -> None:
    answers = Answers(house)
    asked = [
        answers.figures({"by": "table", "period": period})["looks"] for period in ("session", "all", "7d")
    ]
    assert asked[0] == asked[1] == asked[2] != []


def filled(house: House, hands: int, without: str = "") -> list[dict[str, Any]]:
    """UTH-1 had so many hands as chance deals them on average, in parts of 50, but for a card never seen."""
    (source,) = house.db.execute("SELECT id FROM source WHERE table_name = 'UTH-1'").fetchone()
    for table in ("hand_count", "card_count"):
        house.db.execute(f"DELETE FROM {table} WHERE source = ?", (source,))
    for part in range(hands // 50 + 1):
        for hand, times in zip(HandClass, (9, 22, 12, 2, 2, 2, 1), strict=False):
            house.db.execute(
                "INSERT INTO hand_count VALUES (?, 'bank', ?, ?, ?)", (source, part, int(hand), times)
            )
        for number, card in enumerate(DECK):
            if card.text != without:
                times = 7 - ((number + part) % 52 >= 38)
                house.db.execute(
                    "INSERT INTO card_count VALUES (?, ?, ?, ?)", (source, part, card.text, times)
                )
    return looks(house.db, "UTH-1")


def test_the_part_under_way_is_not_looked_at(house: House) -> None:
    (deck, *_) = filled(house, 100)
    assert (deck["came"], deck["last"]) == (150, None)
    (deck, *_) = filled(house, 150)
    assert (deck["came"], deck["last"]["hands"], deck["look"]) == (50, 150, 2)
    assert not deck["last"]["suspect"]


def test_a_card_that_does_not_come_is_found_and_told_once(house: House) -> None:
    (deck, cards, *_) = filled(house, 3_000, without="As")
    for one in (deck, cards):
        assert one["last"]["what"] == "As"
        assert (one["last"]["seen"], one["last"]["suspect"]) == (0, True)
    (found,) = [one for one in Answers(house).notices({})["findings"] if one["what"] == "cards"]
    assert (found["of"], found["seen"], found["test"]) == ("As", 0, "cards")


def test_earlier_sessions_are_added_up_anew_when_more_of_them_is_read(house: House) -> None:
    whole = looks(house.db, "UTH-1")
    (first,) = house.db.query("SELECT * FROM source WHERE table_name = 'UTH-1'")
    later = {**first, "id": 99, "file": "later", "session": first["session"] + 1, "journal_id": "x"}
    insert(house.db, "source", [later])
    house.db.execute("INSERT INTO hand_count VALUES (99, 'bank', 0, 1, 20)")
    assert looks(house.db, "UTH-1")[0]["came"] == whole[0]["came"] + 20
    house.db.execute(
        "UPDATE hand_count SET times = times + 5 WHERE source = ? AND who = 'bank' AND class = 1",
        (first["id"],),
    )
    house.db.execute("UPDATE source SET entries = entries + 1 WHERE id = ?", (first["id"],))
    assert looks(house.db, "UTH-1")[0]["came"] == whole[0]["came"] + 25
