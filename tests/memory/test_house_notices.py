"""What the house brings to the pit's column: who let what happen, and figures that ask to be looked into."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.game import inputs as i
from controller.game.inputs import Role
from controller.house.acts import AUTHORISED, SEEN, SHOWN, Acts, acts_of
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.findings import findings
from controller.house.store import COUNTED, insert
from tests.builders import Felt
from tests.memory.conftest import NewStore
from tests.memory.nights import cut, rows_of
from tests.shell.registers.test_report_incident import journal_of

TARGET = 30


@pytest.fixture
def house(night: Path, read_store: NewStore) -> Iterator[House]:
    with closing(House([night], read_store())) as made:
        made.read_all()
        yield made


def authorised(path: Path) -> list[tuple[int, list[str]]]:
    """Time and persons of every authorisation in a journal, and of what was seen at the pit or by a chef."""
    told = []
    for _, at_ms, kind, body in rows_of(path):
        if kind in (*AUTHORISED, *SEEN):
            person: Any = body.get("persons") or body.get("person") or body.get("chef")
            if kind in SEEN and not person and body["screen"] != "console":
                person = body["screen"]
            if person:
                told.append((at_ms, [person] if isinstance(person, str) else [one for one in person if one]))
    return told


def found(house: House) -> list[str]:
    return [f"{one['what']} {one['table']}" for one in findings(house.db, TARGET)]


def test_the_newest_authorisations_of_all_tables_are_those_of_their_journals(
    house: House, night: Path
) -> None:
    every = [one for path in night.glob("*.journal") for one in authorised(path)]
    newest = sorted(every, key=lambda one: -one[0])[:SHOWN]
    told = Answers(house).answer({"ask": "notices"})["acts"]
    assert [(one["at_ms"], one["persons"]) for one in told] == newest
    assert all(len(one["act"]) == 2 and one["table"].startswith("UTH-") for one in told)


def test_authorisations_are_read_on_as_the_journal_grows(night: Path, tmp_path: Path) -> None:
    whole = next(night.glob("UTH-1*.journal"))
    cut(whole, tmp_path / whole.name, 200)
    with closing(House([tmp_path], ":memory:")) as house:
        house.read_all()
        acts = Acts(house)
        before = acts.newest()
        (tmp_path / whole.name).write_bytes(whole.read_bytes())
        house.read_all()
        after = acts.newest()
    assert before
    assert after[0]["at_ms"] > before[0]["at_ms"]
    assert [one["at_ms"] for one in after] == sorted((at for at, _ in authorised(whole)), reverse=True)[
        :SHOWN
    ]


def test_a_change_of_the_maximum_is_told_with_the_amounts_before_and_after(tmp_path: Path) -> None:
    """In the room’s column and on the authority’s page, also where what was before is not asked about."""
    felt = Felt().open().badge("Durand", Role.COMITE)
    felt.do(i.ChangeMaximum(5_000)).do(i.ChangeMaximum(10_000))
    journal_of(tmp_path / "UTH-2-000012.journal", felt)
    said = "Maximum changé pour le coup suivant\u00a0: {}\u00a0€ → {}\u00a0€"
    with closing(House([tmp_path], ":memory:")) as house:
        house.read_all()
        acts = [one["act"][0] for one in Acts(house).newest() if one["act"][0].startswith("Maximum")]
        told = Answers(house).answer({"ask": "inspect", "period": "all"})["acts"]
    assert sorted(acts) == sorted([said.format(150, 50), said.format(50, 100)])
    assert [one["act"] for one in told if one["act"][0] in acts][-1] == [
        said.format(50, 100),
        "Maximum changed for the next round: 50\u00a0€ → 100\u00a0€",
    ]
    rows = [row for row in rows_of(tmp_path / "UTH-2-000012.journal") if row[2] == "MaximumChanged"]
    alone = [(seq, at_ms, kind, json.dumps(body)) for seq, at_ms, kind, body in rows[-1:]]
    assert acts_of("UTH-2", alone, 5_000)[0]["act"][0] == said.format(50, 100)
    assert acts_of("UTH-2", alone)[0]["act"][1] == "Maximum changed for the next round: 100\u00a0€"


def test_a_night_like_others_asks_for_nobody(house: House) -> None:
    assert found(house) == []


def test_a_result_beyond_four_sigma_is_found_and_one_within_is_not(house: House) -> None:
    told = Answers(house).answer({"ask": "figures", "by": "table"})["rows"][0]
    source = house.db.execute("SELECT id FROM source WHERE table_name = ?", (told["name"],)).fetchone()[0]
    for sigmas, wanted in ((3, []), (4, []), (5, [f"result {told['name']}"])):
        bank = told["expected_cents"] + sigmas * told["sigma_cents"]
        house.db.execute("DELETE FROM rectification WHERE source = ?", (source,))
        more = {"source": source, "seq": 1, "at_ms": told["from_ms"], "round": 1, "seat": 1, "cents": 0}
        words = dict.fromkeys(("mistake", "reason", "moved", "proposer", "approver"), "")
        sums = {"bank_cents": bank - told["bank_cents"], "orphans_cents": 0}
        insert(house.db, "rectification", [{**more, **sums, **words}])
        assert found(house) == wanted


def test_hands_and_cards_that_chance_does_not_deal_are_found(house: House) -> None:
    house.db.execute("UPDATE hand_count SET times = times * 40 WHERE class = 4")
    house.db.execute("UPDATE card_count SET times = times + 400 WHERE card = 'As'")
    assert not {one.split()[0] for one in found(house)} & {"hands", "cards"}, "some 60 hands accuse nobody"
    for table in ("hand_count", "card_count"):
        house.db.execute(f"UPDATE {table} SET times = times * 400")
    assert not {one.split()[0] for one in found(house)} & {"hands", "cards"}, "its part is under way"
    house.db.execute(
        "INSERT INTO hand_count SELECT source, who, part + 10, class, times FROM hand_count"
        " WHERE who = 'bank'"
    )
    assert {one.split()[0] for one in found(house)} == {"hands", "cards", "seat"}


def test_a_pace_under_seventy_percent_of_the_target_for_half_an_hour_is_found(house: House) -> None:
    source = house.db.execute("SELECT * FROM source WHERE table_name = 'UTH-1'").fetchone()
    fold = json.loads(source["fold"]) | {"opened_ms": source["first_ms"]}
    until = (source["last_ms"] // 900_000 + 3) * 900_000
    house.db.execute(
        "UPDATE source SET fold = ?, last_ms = ? WHERE id = ?", (json.dumps(fold), until, source["id"])
    )
    columns = COUNTED["slot"].columns()
    house.db.execute("DELETE FROM slot WHERE source = ? AND at_ms >= ?", (source["id"], until - 1_800_000))
    for rounds, wanted in ((11, []), (10, ["pace UTH-1"])):
        values = {**dict.fromkeys(columns, 0), "source": source["id"], "at_ms": until - 900_000}
        values["rounds"] = rounds
        insert(house.db, "slot", [values])
        assert found(house) == wanted
    answers = Answers(house)
    for target, paces in ((30, 1), (20, 0), (0, 0)):
        told = answers.answer({"ask": "notices", "target": target})["findings"]
        assert sum(one["what"] == "pace" for one in told) == paces, "the asker's target, and none without one"
    assert not [one for one in answers.answer({"ask": "notices"})["findings"] if one["what"] == "pace"]


def test_a_closed_table_is_not_slow(house: House) -> None:
    house.db.execute("UPDATE source SET last_ms = last_ms + 7200000")
    assert found(house) == []
