"""A finding is put away by somebody for a reason, outlives the store, and comes back when it must."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from controller.house.acts import Acts, acts_of, at_pit_of
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.at_address import is_postgres, open_store
from controller.house.scope import BadQuestion
from controller.house.set_aside import SetAside
from controller.house.store import FACTS, StoreLost, Unstorable
from tests.memory.conftest import NewStore

PACE = {"what": "pace", "table": "UTH-1", "rounds_per_hour": 18, "target": 30}


@pytest.fixture
def address(read_store: NewStore) -> str:
    return read_store()


@pytest.fixture
def slow(night: Path, address: str) -> Iterator[Answers]:
    """A house over whose findings somebody decides."""
    with closing(House([night], address)) as house:
        house.read_all()
        yield Answers(house)


def found(answers: Answers) -> list[str]:
    return [f"{one['what']} {one['table']}" for one in answers.answer({"ask": "notices"})["findings"]]


def wear(house: House, permille: int) -> None:
    """The shoe of table UTH-1 repeats so many of a thousand messages from now on."""
    (source, at_ms) = house.db.execute("SELECT id, last_ms FROM source WHERE table_name = 'UTH-1'").fetchone()
    house.db.execute("DELETE FROM line WHERE machine = 'shoe' AND source = ?", (source,))
    house.db.execute(
        "INSERT INTO line VALUES (?, ?, 'shoe', 300000, ?, ?, 0, 0, 0, NULL, NULL, NULL, NULL)",
        (source, at_ms, 10_000 - 10 * permille, 10 * permille),
    )


def put(answers: Answers, **more: Any) -> dict[str, Any]:
    asked = {"ask": "put_away", "what": "retries", "table": "UTH-1", "why": "passed_on"}
    return answers.answer({**asked, **more})


def test_a_line_that_repeats_too_much_in_its_session_is_found(slow: Answers) -> None:
    wear(slow.house, 14)
    notices = slow.answer({"ask": "notices"})["findings"]
    (told,) = [one for one in notices if one["what"] == "retries"]
    assert (told["table"], told["machine"], told["permille"], told["plot"]) == (
        "UTH-1",
        "shoe",
        14,
        "machines",
    )
    wear(slow.house, 10)
    assert "retries UTH-1" not in found(slow)


def test_a_finding_that_was_put_away_is_gone_and_stands_among_the_acts(
    slow: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Acts, "at_pit", lambda acts: "A. Lenoir")
    wear(slow.house, 14)
    assert "retries UTH-1" in found(slow)
    at_ms = put(slow, person="B. Faux")["at_ms"]
    assert "retries UTH-1" not in found(slow)
    newest = slow.answer({"ask": "notices"})["acts"][0]
    assert newest == {
        "at_ms": at_ms,
        "table": "UTH-1",
        "act": ["Constat écarté\u00a0: reprises, transmis", "Finding put away: retries, passed on"],
        "persons": ["A. Lenoir"],
        "screen": "pit",
    }


def test_it_comes_back_when_it_has_grown_worse_by_a_tenth_and_not_before(slow: Answers) -> None:
    wear(slow.house, 20)
    put(slow)
    wear(slow.house, 21)
    assert "retries UTH-1" not in found(slow)
    wear(slow.house, 22)
    assert "retries UTH-1" in found(slow)
    put(slow, person="B. Faux")
    assert slow.answer({"ask": "notices"})["acts"][0]["persons"] == ["pit"]
    assert "retries UTH-1" not in found(slow)


def test_who_is_at_the_pit_is_whose_card_a_table_has_read_there() -> None:
    """Whoever asks the house does not say so himself."""
    body = '{"person":"%s","purpose":"see 1","role":"chef"}'
    read = [(1, 0, "PitCardRead", body % "a"), (3, 0, "PitCardRead", body % "b")]
    gone = (4, 0, "PitCardGone", "{}")
    assert at_pit_of(read[:1], "") == "a"
    assert at_pit_of([*read, gone], "") == ""
    assert at_pit_of(read, "") == "b"
    assert at_pit_of([], "a") == "a"
    assert at_pit_of([gone, (5, 0, "AlarmSeen", "{}")], "a") == ""
    assert acts_of("UTH-1", [*read, gone]) == []


def test_it_comes_back_in_the_next_session(address: str) -> None:
    with closing(open_store(address)) as db, closing(SetAside(db.aside())) as aside:
        aside.put(PACE, 7, "A. Lenoir", "explained", 1_000)
        assert aside.waiting([PACE], {"UTH-1": 7}) == []
        assert aside.waiting([PACE], {"UTH-1": 8}) == [PACE]
        assert aside.waiting([{**PACE, "table": "UTH-2"}], {"UTH-2": 7}) != []
        slower = {**PACE, "rounds_per_hour": 16}
        assert aside.waiting([slower], {"UTH-1": 7}) == [slower]


def test_what_was_put_away_outlives_a_store_that_is_made_anew(
    slow: Answers, night: Path, address: str
) -> None:
    wear(slow.house, 14)
    put(slow)
    slow.house.rebuild()
    slow.house.read_all()
    wear(slow.house, 14)
    assert "retries UTH-1" not in found(slow)
    slow.house.close()
    _lose(address)
    with closing(House([night], address)) as made:
        made.read_all()
        wear(made, 14)
        assert "retries UTH-1" not in found(Answers(made))


def test_what_was_put_away_is_never_altered_nor_deleted(address: str) -> None:
    with closing(open_store(address)) as db, closing(db.aside()) as kept:
        SetAside(kept).put(PACE, 7, "A. Lenoir", "explained", 1_000)
        for sql in ("UPDATE put_away SET person = 'x'", "DELETE FROM put_away"):
            with pytest.raises((StoreLost, Unstorable)) as refused:
                kept.execute(sql)
            assert "what was put away stays" in str(refused.value.__cause__)


def _lose(address: str) -> None:
    """Everything that follows from the journals is gone."""
    if not is_postgres(address):
        Path(address).unlink()
        return
    with psycopg.connect(address, autocommit=True) as connection:
        for name in ("store", *FACTS, "check_run", "source"):
            connection.execute(f"DROP TABLE tapis_house.{name} CASCADE".encode())


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"why": "because"}, "why: one of checked, explained, passed_on is wanted, not 'because'"),
        ({"what": "altered"}, "what: no finding 'altered' of 'UTH-1' waits"),
        ({"table": "UTH-9"}, "what: no finding 'retries' of 'UTH-9' waits"),
    ],
)
def test_what_cannot_be_put_away_is_refused_by_name(slow: Answers, more: dict[str, str], why: str) -> None:
    wear(slow.house, 14)
    with pytest.raises(BadQuestion, match=why):
        put(slow, **more)
