"""What the house tells of JP1 stakes given back and of prizes posted late, beside what other tables moved."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.fold import new_memory
from controller.house.parquet_rows import SessionRows
from controller.house.parquet_schema import DATASETS
from controller.journal.entries import event_of
from tests.builders import Felt
from tests.game.test_voiding import antes_paid_by_a_card_keyed_wrongly
from tests.memory.test_inspection_late_entries import another_round, answered, betting, full_house, royal
from tests.memory.test_inspection_of_linked_meters import SHARE_CENTS, Linked, a_round, table
from tests.shell.journal.journals import OPENING, create, rewrite
from tests.shell.journal.test_audit import written


def exported(felt: Felt, dataset: str) -> list[dict[str, Any]]:
    """The rows of one dataset of this table's journal."""
    session = SessionRows(new_memory())
    _, *rows = written(felt.entries)
    for row in rows:
        session.take(row, event_of(row), 0)
    names = [column.name for column in DATASETS[dataset]]
    told = [row for (name, _), found in session.rows.items() if name == dataset for row in found]
    return [dict(zip(names, row, strict=True)) for row in told]


def given_back(felt: Linked, moved_cents: int, entries: int) -> Linked:
    """Seat 2's stake of a round goes back, when others have moved the meter by so much."""
    felt.do(i.NextRound()).stakes(s1=1000, s2=1000).chips(1, 2).close().other(moved_cents, entries)
    felt.do(i.ProposeCorrection(2)).badge().do(i.ApproveCorrection()).see(i.BadgeGone())
    felt.draw("Ah 7d Qc Jd 2c 2d").play(4, 1, 2).draw("Kd 8s 3h 9c 4d").showdown().settle()
    return felt


@pytest.mark.parametrize(("moved_cents", "entries"), [(0, 0), (3 * SHARE_CENTS, 3), (-600, 1)])
def test_a_stake_given_back_is_told_with_what_the_meter_gave_and_nothing_of_other_tables(
    moved_cents: int, entries: int, tmp_path: Path
) -> None:
    felt = given_back(a_round(table()), moved_cents, entries)
    (refund,) = (row for row in exported(felt, "contributions") if row["kind"] == "refund")
    assert (refund["cents"], refund["stakes"]) == (SHARE_CENTS, 0)
    opening = replace(OPENING, profile_digest=felt.state.profile.digest)
    journal = tmp_path / f"{OPENING.table}-000001.journal"
    create(journal, opening).close()
    rewrite(journal, written(felt.entries, opening))
    with closing(House([tmp_path], ":memory:")) as house:
        house.read_all()
        (generation,) = Answers(house).answer({"ask": "ledger"})["generations"]
    assert generation["refunds"] == 1
    assert (generation["refunded_cents"], generation["other_cents"]) == (-SHARE_CENTS, moved_cents)
    moved = sum(generation[name] for name in ("contributed_cents", "refunded_cents", "other_cents"))
    assert generation["start_cents"] + moved == felt.meter_cents


def test_a_refund_from_which_a_paid_ante_was_taken_back_says_so_in_the_replay(tmp_path: Path) -> None:
    """It told the stakes alone, and that the seat went away with 130 €."""
    felt = antes_paid_by_a_card_keyed_wrongly().void()
    felt.do(i.VacateSeat(2), i.VacateSeat(5)).badge().do(i.CloseTable())
    opening = replace(OPENING, profile_digest=felt.state.profile.digest)
    journal = tmp_path / f"{OPENING.table}-000001.journal"
    create(journal, opening).close()
    rewrite(journal, written(felt.entries, opening))
    with closing(House([tmp_path], ":memory:")) as house:
        house.read_all()
        told = Answers(house).answer({"ask": "replay", "table": OPENING.table, "session": 1, "round": 1})
    five, two = (one["facts"] for one in told["entries"] if one["kind"] == "SeatRefunded")
    assert "taken back" not in five[1]
    assert two[1] == "seat 2 · amount 130,00\u00a0€ · paid Ante taken back 20,00\u00a0€"


@pytest.mark.parametrize(
    ("won", "kinds"), [(full_house, [["full_house"]]), (royal, [["jackpot"], ["consolation"]])]
)
def test_a_prize_that_is_posted_in_a_later_round_tells_which_it_is(won: Any, kinds: list[list[str]]) -> None:
    felt = another_round(answered(won(betting()).do(i.NextRound())))
    told = exported(felt, "prizes")
    assert [row["kinds"] for row in told] == kinds
    assert {row["round"] for row in told} == {1}
    assert sum(row["cents"] for row in told) == sum(one.cents for one in felt.events(e.AwardRecorded))
