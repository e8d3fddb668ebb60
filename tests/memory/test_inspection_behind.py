"""An inspection while the house is behind the witness: what it has not read yet is not gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.house.archive import House
from controller.house.inspection import Asked, asked_of, inspected
from controller.journal.heads import heads_path
from controller.journal.witness import WitnessStore
from controller.witness.desk import last_head
from tests.shell.journal.witnessed import SIGNER, TABLE, Writing, sessions

EVER = {"from_ms": 0, "to_ms": 2 * 10**12, "simulated": True}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "journals").mkdir()
    return tmp_path / "journals"


@pytest.fixture
def house(tmp_path: Path, folder: Path) -> Iterator[House]:
    made = House([folder], tmp_path / "house.db")
    yield made
    made.close()


def witnessed(folder: Path) -> Path:
    """What a witness has that took the last head of each session."""
    store = WitnessStore(folder.parent / "heads.txt")
    store.trust(TABLE, SIGNER.key)
    for path in sorted(folder.glob("*.journal")):
        if TABLE not in store.last or store.last[TABLE].line != last_head(path):
            store.take(last_head(path))
    return folder.parent / "heads.txt"


def asked(house: House, folder: Path) -> Asked:
    return asked_of(house.db, [folder], folder.parent / "heads.txt", EVER)


def faults(of: Asked) -> list[Any]:
    return list(inspected(of)["chain"]["faults"])


def test_a_session_that_began_after_the_question_was_put_is_not_missing(house: House, folder: Path) -> None:
    first = Writing(folder)
    first.play()
    house.read_all()
    question = asked(house, folder)
    second = Writing(folder, 2, first.close())
    second.play()
    second.close()
    witnessed(folder)
    assert faults(question) == []


def test_sessions_that_the_house_has_still_to_read_are_not_missing_and_those_that_are_gone_are(
    house: House, folder: Path
) -> None:
    """Its store is being made again from the journals, the oldest first."""
    *_, third, fourth = sessions(folder, 4)
    witnessed(folder)
    house.update(20)
    assert faults(asked(house, folder)) == []
    for one in (fourth, heads_path(fourth)):
        one.unlink()
    third.write_bytes(b"")
    assert [one["session"] for one in faults(asked(house, folder))] == [3, 4]
