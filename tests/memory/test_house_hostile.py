"""Whatever is asked at the sockets of the house: it is answered or refused, and the house serves the next."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from controller.house.answers import _ASKED, Answers
from controller.house.archive import House
from controller.house.feed import Feed
from controller.house.scope import INSTANT_MAX, BadQuestion
from controller.journal.keys import simulated_keys
from tests.memory.serving import serving
from tests.memory.test_house_service import Asking

BIG = 2**53 - 1
NUMBERS: tuple[Any, ...] = (0, 1, -1, 3, BIG, BIG + 1, 2**64, 10**30, True, 1.5, "1", None, [], {})
INSTANTS: tuple[Any, ...] = (
    *NUMBERS,
    *(BIG - 1, 253_402_300_800_000, 8_640_000_000_000_001, INSTANT_MAX, INSTANT_MAX + 1, 1_795_204_997_281),
)
TEXTS: tuple[Any, ...] = ("", "x", "x" * 65, "\x00", "\n", "\u202e", "' OR 1=1 --", "%", "é", None, 5, [], {})
HOSTILE: dict[str, tuple[Any, ...]] = {
    "table": (*TEXTS, "UTH-1", "UTH-9", ["UTH-1"]),
    "session": NUMBERS,
    "round": NUMBERS,
    "period": (*TEXTS, "session", "all", "7d", "30d", "year"),
    "from_ms": INSTANTS,
    "to_ms": INSTANTS,
    "since_ms": INSTANTS,
    "before_ms": INSTANTS,
    "offset_min": (*NUMBERS, 60, 840, -840, 841, 1439, 1440, -1440, 1441),
    "zone": (*TEXTS, "Europe/Paris", "Pacific/Kiritimati", "America/Adak", "../etc/passwd", "Etc/GMT+12"),
    "lang": (*TEXTS, "fr", "en"),
    "form": (*TEXTS, "csv", "json", "xlsx"),
    "what": (*TEXTS, "inspection", "evidence", *_ASKED),
    "by": (*TEXTS, "table", "session", "day"),
    "plots": ([], ["result"], ["x"], ["result"] * 13, [5], None, "result", {}),
    "points": (*NUMBERS, 400, 401),
    "page": NUMBERS,
    "before": NUMBERS,
    "limit": NUMBERS,
    "seat": (*NUMBERS, 7, 8),
    "amount_cents": NUMBERS,
    "machine": (*TEXTS, "shoe", "shuffler"),
    "register": (*TEXTS, "jp1-history", "incidents"),
    "class": (*TEXTS, "royal_flush"),
    "flag": (*TEXTS, "voided", "rectified"),
    "show": (*TEXTS, "moves"),
    "dealer": TEXTS,
    "why": (*TEXTS, "checked"),
    "incident": (True, None, 5),
    "jp1": (True, None, 5),
}
WHOLE = {"table": "UTH-1", "session": 1, "round": 3}
PERIOD = {"period": "all"}


def hostile_questions(dice: random.Random) -> Iterator[dict[str, Any]]:
    """Every kind with every value once, in any order; then any of them together, without end."""
    kinds = [*_ASKED, "zzz", None, [], {}]
    each = [
        {"ask": kind, **base, name: value}
        for kind in kinds
        for base in (WHOLE, PERIOD)
        for name, values in HOSTILE.items()
        for value in values
    ]
    dice.shuffle(each)
    yield from each
    while True:
        names = dice.sample(list(HOSTILE), dice.randint(1, 6))
        told = {name: dice.choice(HOSTILE[name]) for name in names}
        yield {"ask": dice.choice(kinds), **dice.choice((WHOLE, PERIOD, {})), **told}


def ask_all(asks: list[Asking], dice: random.Random, most: int) -> None:
    """So many hostile questions in turn at these sockets: none finds a fault of the program."""
    for question in islice(hostile_questions(dice), most):
        told = dice.choice(asks)(**question)
        assert not told.get("failed"), (question, told)


def read_whole(house: House, ask: Asking) -> None:
    """The journals are read to their ends."""
    while not house.settled:
        assert "house" in ask(ask="house")


@pytest.mark.long
def test_no_question_however_hostile_finds_a_fault_of_the_house(night: Path, tmp_path: Path) -> None:
    with (
        serving(night, tmp_path, signer=simulated_keys(9, "house").signer) as house,
        closing(Asking(tmp_path / "inspector.sock")) as inspector,
        closing(Asking(tmp_path / "house.sock")) as pit,
    ):
        read_whole(house, pit)
        ask_all([inspector, pit], random.Random(20), 600)
        assert pit(ask="house")["house"]["tables"] == ["UTH-1", "UTH-2"]


@pytest.mark.parametrize("kind", ["inspect", "registers", "plots", "export", "house"])
@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("offset_min", 1440, "offset_min: a whole number from -840 to 840 is wanted, not 1440"),
        ("offset_min", -1440, "offset_min: a whole number from -840 to 840 is wanted, not -1440"),
        ("from_ms", 253_402_300_800_000, f"from_ms: a whole number from 0 to {INSTANT_MAX} is wanted"),
        ("to_ms", BIG, f"to_ms: a whole number from 0 to {INSTANT_MAX} is wanted"),
    ],
)
def test_an_instant_or_a_clock_that_no_wall_has_is_refused_by_every_question(
    night: Path, kind: str, name: str, value: int, why: str
) -> None:
    with closing(House([night], ":memory:")) as house:
        house.read_all()
        answers = Answers(house, signer=simulated_keys(9, "house").signer)
        with pytest.raises(BadQuestion) as refused:
            answers.answer({"ask": kind, "what": "rounds", name: value})
    assert str(refused.value).startswith(why)


def test_the_last_instant_and_the_farthest_clocks_are_answered(night: Path, tmp_path: Path) -> None:
    with serving(night, tmp_path) as house, closing(Asking(tmp_path / "inspector.sock")) as ask:
        read_whole(house, ask)
        for zone in ("Pacific/Kiritimati", "Etc/GMT+12", "Europe/Paris"):
            for from_ms in (1, INSTANT_MAX):
                assert "registers" in ask(ask="registers", from_ms=from_ms, zone=zone)
        for offset in (840, -840):
            told = ask(ask="inspect", table="UTH-1", session=1, round=3, offset_min=offset)
            assert told["inspect"]["round"] == 3, told


def test_a_fault_of_the_program_is_told_to_who_met_it_and_everybody_else_is_served(
    night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the thread of the service, on a clerk's, in what is read ahead, and in a client's feed."""

    def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("secret")

    said: list[str] = []
    with (
        serving(night, tmp_path, say=said.append) as house,
        closing(Asking(tmp_path / "house.sock")) as pit,
        closing(Asking(tmp_path / "inspector.sock")) as inspector,
    ):
        read_whole(house, pit)
        with monkeypatch.context() as patched:
            patched.setattr("controller.house.plots.figures", broken)
            patched.setattr("controller.house.inspection._read", broken)
            patched.setattr("controller.house.registers.Shelf._read", broken)
            patched.setattr(Feed, "lines", broken)
            for told in (
                pit(ask="figures"),
                inspector(ask="inspect", table="UTH-1", session=1, round=3),
            ):
                assert told["failed"] is True
                assert "a fault of its program" in told["refused"]
                assert "secret" not in told["refused"]
            with closing(Asking(tmp_path / "feed.sock")) as client:
                client.sock.sendall(b'{"feed": 1, "after": {}}\n')
                last = [json.loads(line) for line in client.lines][-1]
            assert "a fault of its program" in last["dropped"]
            pit(ask="registers", period="all")
            while not any(one.startswith("registers: ") for one in said):
                assert "house" in pit(ask="house")
        assert "figures" in pit(ask="figures")
        assert "inspect" in inspector(ask="inspect", table="UTH-1", session=1, round=3)
        found = [one for one in pit(ask="notices")["notices"]["findings"] if one["what"] == "failed"]
    assert [one["question"] for one in found] == ["feed", "figures", "inspect", "registers"]
    assert len(said) == sum(one["times"] for one in found)
    assert all(".py:" in one and "ZeroDivisionError" in one and "secret" not in one for one in said)
