"""What the pit's room asks of the house, held against the closed rounds of the journals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.rectification.claimed_facts import Moved
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.cash_fold import pieces, signed
from controller.house.fold import new_memory
from controller.house.gathered import Gathered
from controller.house.scope import BadQuestion
from controller.house.store import SLOT_MS, insert
from controller.journal.chain import Row
from tests.builders import CASHIER, CHEF, COMITE, FLOAT, TERMS, Felt
from tests.game.test_rectify import fold_keyed, true_decision
from tests.memory.conftest import NewStore
from tests.memory.nights import cut, rows_of
from tests.shell.registers.test_report_win import journal_of


@pytest.fixture(scope="module")
def answers(night: Path, new_store: NewStore) -> Iterator[Answers]:
    with closing(House([night], new_store())) as house:
        house.read_all()
        yield Answers(house)


def test_the_result_has_one_point_a_round_that_ends_on_the_sum_of_all(answers: Answers, night: Path) -> None:
    for one in answers.room({"points": 400})["tables"]:
        (journal,) = night.glob(f"{one['table']}*.journal")
        bank, wanted = 0, []
        for _, at_ms, kind, body in rows_of(journal):
            if kind == "RoundClosed":
                bank += body["bank_cents"]
                wanted.append([at_ms, bank])
        drawn = [point[:2] for point in one["points"]]
        changes = [point for before, point in pairwise([[0, 0], *wanted]) if point[1] != before[1]]
        assert [point for point in drawn if point in changes] == changes
        assert all(point in wanted for point in drawn)
        assert drawn[-1][1] == wanted[-1][1] == one["bank_cents"]


def test_expectation_and_spread_are_those_of_the_plot_of_the_result(answers: Answers) -> None:
    for one in answers.room({"points": 400})["tables"]:
        plot = answers.plots({"plots": ["result"], "table": one["table"]})["plots"]["result"]
        for name in ("bank_cents", "expected_cents", "sigma_cents", "sigmas_percent", "known"):
            assert one[name] == plot[name], name
        assert one["sigma_cents"] > 0
        spread = [sigma for _, _, _, sigma in one["points"]]
        assert spread == sorted(spread), "the funnel only widens"


def test_the_pace_is_closed_rounds_by_open_time_of_the_last_four_quarters(
    answers: Answers, night: Path
) -> None:
    for one in answers.room({})["tables"]:
        (journal,) = night.glob(f"{one['table']}*.journal")
        closed = [at_ms for _, at_ms, kind, _ in rows_of(journal) if kind == "RoundClosed"]
        last = one["quarters"][-4:]
        since = last[-1][0] - 3 * SLOT_MS
        last = [quarter for quarter in last if quarter[0] >= since]
        rounds = sum(at_ms >= since for at_ms in closed)
        assert rounds == sum(quarter[1] for quarter in last)
        open_ms = sum(quarter[3] for quarter in last)
        assert 0 < open_ms <= len(last) * SLOT_MS
        assert one["last_hour_tenths"] == 10 * rounds * 3_600_000 // open_ms
        assert one["points"] == [], "none were asked for"


def test_average_stakes_are_those_of_the_hands_that_were_settled(answers: Answers, night: Path) -> None:
    for one in answers.room({})["tables"]:
        (journal,) = night.glob(f"{one['table']}*.journal")
        lines = [
            line for _, _, kind, body in rows_of(journal) if kind == "SeatSettled" for line in body["lines"]
        ]
        for spot in ("ante", "play"):
            total = sum(line["stake_cents"] for line in lines if line["spot"] == spot)
            assert one[f"{spot}_cents"] == total // one["hands"] > 0


def test_a_question_with_too_many_points_is_refused(answers: Answers) -> None:
    with pytest.raises(BadQuestion, match="points"):
        answers.answer({"ask": "room", "points": 401})


def test_what_is_put_right_later_moves_the_result_of_row_and_plot_alike(night: Path) -> None:
    """It stands in the quarter in which it was put right, as a point of its own."""
    with closing(House([night], ":memory:")) as house:
        house.read_all()
        answers = Answers(house)
        before = answers.room({"points": 400})["tables"][0]
        source = next(
            house.db.query("SELECT id, last_ms FROM source WHERE table_name = ?", (before["table"],))
        )
        row = {"source": source["id"], "seq": 10**6, "at_ms": source["last_ms"], "round": 1, "seat": 1}
        words = dict.fromkeys(("mistake", "reason", "moved", "proposer", "approver"), "")
        money = {"cents": 1_500, "bank_cents": -1_500, "orphans_cents": 0}
        insert(house.db, "rectification", [{**row, **words, **money}])
        after = answers.room({"points": 400})["tables"][0]
        plot = answers.plots({"plots": ["result"], "table": before["table"]})["plots"]["result"]
    assert after["bank_cents"] == plot["bank_cents"] == before["bank_cents"] - 1_500
    assert after["points"] == plot["points"]
    assert after["points"][-1][:2] == [source["last_ms"], after["bank_cents"]]
    assert after["expected_cents"] == before["expected_cents"]


def test_avances_and_encaisse_are_the_counts_that_two_persons_signed(answers: Answers, night: Path) -> None:
    for one in answers.room({})["tables"]:
        (journal,) = night.glob(f"{one['table']}*.journal")
        signed: dict[str, set[int]] = {}
        for _, _, kind, body in rows_of(journal):
            if kind == "CashSigned":
                signed.setdefault(body["purpose"], set()).add(body["cents"])
        assert {one["float_cents"]} == signed["float"]
        assert {one["closing_cents"]} == signed["closing"]
        assert (one["fills"], one["fills_cents"]) == (0, 0)
        assert one["chef"] == "", "nobody has a closed table in his charge"


def test_a_second_sitting_in_the_same_session_begins_with_its_own_avance(night: Path) -> None:
    """The pit was told the encaisse and the avances of the sitting before."""
    with closing(House([night], ":memory:")) as house:
        house.read_all()
        answers = Answers(house)
        before = answers.room({})["tables"][0]
        assert before["closing_cents"] > 0
        source = next(house.db.query("SELECT source FROM cash ORDER BY source"))["source"]
        (last,) = house.db.query("SELECT * FROM cash WHERE source = ? ORDER BY seq DESC LIMIT 1", (source,))
        for more, (purpose, cents) in enumerate((("advance", 500), ("float", 7_000), ("advance", 300)), 1):
            insert(
                house.db, "cash", [{**last, "seq": last["seq"] + more, "purpose": purpose, "cents": cents}]
            )
        (after,) = (one for one in answers.room({})["tables"] if one["table"] == before["table"])
    names = ("float_cents", "fills", "fills_cents", "closing_cents")
    assert [after[name] for name in names] == [7_000, 1, 300, 0]


def test_the_chef_of_an_open_table_is_named_with_his_tables(night: Path, tmp_path: Path) -> None:
    for path in night.glob("*.journal"):
        cut(path, tmp_path / path.name, 200)
    with closing(House([tmp_path], ":memory:")) as house:
        house.read_all()
        told = Answers(house).room({})["tables"]
    for one in told:
        (journal,) = tmp_path.glob(f"{one['table']}*.journal")
        last = [body["person"] for _, _, kind, body in rows_of(journal) if kind == "ChargeTaken"][-1]
        assert one["chef"] == last
        assert one["table"] in one["chef_tables"]


def test_a_further_avance_is_money_once_a_second_person_has_signed_it() -> None:
    """A piece counted anew is signed anew, and nobody signs twice."""
    gathered, memory = Gathered(), new_memory()

    def sign(seq: int, person: str, cents: int) -> None:
        row = Row(seq, seq, "CashSigned", "", "", "")
        signed(gathered, 1, memory, row, e.CashSigned(person, Role.CHEF, "advance", cents))

    sign(1, "a", 100)
    pieces(gathered, 1, memory, Row(2, 2, "PiecesCounted", "", "", ""), e.PiecesCounted("advance", 100, 1))
    sign(2, "a", 200)
    sign(3, "a", 200)
    assert gathered.rows.get("cash", []) == []
    sign(4, "b", 200)
    (row,) = gathered.rows["cash"]
    assert (row["seq"], row["purpose"], row["cents"]) == (4, "advance", 200)
    assert (row["counted_by"], row["signed_by"]) == ("a", "b")
    sign(5, "b", 300)
    assert len(gathered.rows["cash"]) == 1


def test_an_encaisse_is_told_anew_once_what_a_round_was_paid_from_it_is_signed_again(tmp_path: Path) -> None:
    """40 € left the tray after two persons had signed what lay in it, and the pit was told their figure."""

    def told(felt: Felt, name: str) -> int:
        (folder := tmp_path / name).mkdir()
        journal_of(folder / "UTH-2-000001.journal", felt)
        with closing(House([folder], ":memory:")) as house:
            house.read_all()
            (table,) = Answers(house).room({})["tables"]
        return int(table["closing_cents"])

    felt = fold_keyed(cash=TERMS).settle().see(i.BadgeGone()).next_round()
    felt.badge().do(i.BeginClosing()).count(**FLOAT).sign(CHEF, CASHIER)
    assert told(felt, "signed") == TERMS.float_cents
    felt.badge().do(true_decision()).badge(*COMITE).do(i.ApproveRectification()).see(i.BadgeGone())
    felt.do(i.SettleRectification(Moved.BY_HAND))
    assert told(felt, "paid from") == 0
    felt.sign(CHEF)
    assert told(felt, "by one") == 0
    felt.sign(CASHIER)
    assert told(felt, "again") == TERMS.float_cents
    felt.count(p100000=1)
    assert told(felt, "counted anew") == 0


def test_a_closing_sheet_that_was_put_away_has_counted_nothing(tmp_path: Path) -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.BeginClosing()).count(**FLOAT).sign(CHEF, CASHIER)
    journal_of(tmp_path / "UTH-2-000001.journal", felt.badge().do(i.LeaveClosing()))
    with closing(House([tmp_path], ":memory:")) as house:
        house.read_all()
        (told,) = Answers(house).room({})["tables"]
    assert (told["float_cents"], told["closing_cents"]) == (TERMS.float_cents, 0)
