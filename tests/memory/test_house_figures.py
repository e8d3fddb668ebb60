"""The house's figures, held against sums that are made of the same journals in another way."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.game.cards import Card
from controller.game.hands import best_hand
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.jackpot import Members, residual
from controller.house.store import SLOT_MS, facts_of, insert
from tests.memory.conftest import NewStore
from tests.memory.nights import cut, rows_of


@pytest.fixture(scope="module")
def answers(night: Path, new_store: NewStore) -> Iterator[Answers]:
    with closing(House([night], new_store())) as house:
        house.read_all()
        yield Answers(house)


@pytest.fixture(scope="module")
def told(night: Path) -> list[tuple[str, int, int, str, dict[str, Any]]]:
    """Every row of the night with its table."""
    return [(path.name[:5], *row) for path in sorted(night.glob("*.journal")) for row in rows_of(path)]


def closed(told: list[Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(table, body) for table, _, _, kind, body in told if kind == "RoundClosed"]


def test_rounds_and_result_are_those_of_the_closed_rounds(answers: Answers, told: list[Any]) -> None:
    rows = answers.figures({"by": "table"})["rows"]
    for row in rows:
        mine = [body for table, body in closed(told) if table == row["name"]]
        assert row["rounds"] == len(mine)
        assert row["bank_cents"] == sum(body["bank_cents"] for body in mine)
    assert {row["name"] for row in rows} == {"UTH-1", "UTH-2"}


def test_stakes_and_payments_are_those_of_the_seats_settled(answers: Answers, told: list[Any]) -> None:
    staked = paid = hands = 0
    for _, _, _, kind, body in told:
        if kind == "SeatSettled":
            lines = [line for line in body["lines"] if line["spot"] != "jp1"]
            staked += sum(line["stake_cents"] for line in lines)
            paid += sum(line["paid_cents"] for line in lines)
            hands += 1
    rows = answers.figures({"by": "table"})["rows"]
    assert sum(row["staked_cents"] for row in rows) == staked
    assert sum(row["paid_cents"] for row in rows) == paid
    assert sum(row["hands"] for row in rows) == hands


def test_jp1_stakes_are_those_that_the_book_was_asked_to_add(answers: Answers, told: list[Any]) -> None:
    asked = sum(len(body["seats"]) for _, _, _, kind, body in told if kind == "ContributionAsked")
    rows = answers.figures({"by": "table"})["rows"]
    assert sum(row["jp1"] for row in rows) == asked > 0
    limits = answers.plots({"plots": ["participation"]})["plots"]["participation"]["limits"]
    assert sum(one["jp1"] for one in limits) == asked


def test_by_table_by_session_and_by_day_are_the_same_rounds(answers: Answers) -> None:
    for name in ("rounds", "hands", "jp1", "bank_cents", "staked_cents"):
        sums = {
            by: sum(row[name] for row in answers.figures({"by": by})["rows"])
            for by in ("table", "session", "day")
        }
        assert len(set(sums.values())) == 1, (name, sums)


def test_expectation_is_the_edge_of_the_stakes_that_lay_there(answers: Answers, told: list[Any]) -> None:
    """2.185 % of each Ante (`tapis par`) and 3.4975 % of each Trips stake."""
    ante = side = 0
    for _, _, _, kind, body in told:
        if kind == "SeatSettled":
            ante += sum(line["stake_cents"] for line in body["lines"] if line["spot"] == "ante")
            side += sum(line["stake_cents"] for line in body["lines"] if line["spot"] == "trips")
    result = answers.plots({"plots": ["result"]})["plots"]["result"]
    expected = ante * 50643648973 / 2317817502000 + side * (1 - 6455243 / 6689228)
    assert result["known"]
    assert abs(result["expected_cents"] - expected) <= 1
    assert result["sigma_cents"] >= 4.9393 * sum(ante_squares(told)) ** 0.5 - 1
    last = result["points"][-1]
    assert last[1] == result["bank_cents"]
    assert last[3] == result["sigma_cents"]


def ante_squares(told: list[Any]) -> list[int]:
    return [
        line["stake_cents"] ** 2
        for _, _, _, kind, body in told
        if kind == "SeatSettled"
        for line in body["lines"]
        if line["spot"] == "ante"
    ]


def test_the_bank_s_hands_are_those_that_were_turned_up(answers: Answers, told: list[Any]) -> None:
    shown: dict[str, str] = {}
    counted: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    for _, _, _, kind, body in told:
        if kind == "RoundOpened":
            shown = {}
        elif kind == "CardsRevealed":
            shown |= {card["place"]: card["card"] for card in body["cards"]}
        elif kind == "RoundClosed":
            seven = [card for place, card in shown.items() if not place.startswith("hole")]
            if len(seven) == 7:
                counted[str(best_hand([Card.parse(card) for card in seven]).hand_class)] += 1
                cards.update(seven)
    found = answers.plots({"plots": ["frequencies"]})["plots"]["frequencies"]
    assert {name: seen for name, seen, *_ in found["classes"] if seen} == dict(counted)
    assert {card: seen for card, seen in found["cards"] if seen} == dict(cards)
    assert found["hands"] == counted.total()


def test_a_part_of_a_round_takes_as_long_as_its_entries_are_apart(answers: Answers, told: list[Any]) -> None:
    settling = []
    begun = 0
    for _, _, at_ms, kind, _ in told:
        if kind == "SettlementOpened":
            begun = at_ms
        elif kind == "RoundClosed":
            settling.append((at_ms - begun + 500) // 1000)
    phases = {
        one["phase"]: one
        for one in answers.plots({"plots": ["phase_times"]})["plots"]["phase_times"]["phases"]
    }
    settling.sort()
    assert phases["settlement"]["times"] == len(settling)
    assert phases["settlement"]["median_s"] == settling[(len(settling) - 1) // 2]
    assert phases["settlement"]["p90_s"] == settling[-(-len(settling) * 9 // 10) - 1]
    assert list(phases) == ["bets", "jp1", "deal", "preflop", "flop", "river", "showdown", "settlement"]


def test_alarms_and_machines_are_those_of_the_journal(answers: Answers, told: list[Any]) -> None:
    raised = Counter(body["code"] for _, _, _, kind, body in told if kind == "AlarmRaised")
    alarms = answers.plots({"plots": ["alarms"]})["plots"]["alarms"]
    assert {code: times for code, _, times in alarms["codes"]} == dict(raised)
    assert alarms["total"] == sum(times for _, times in alarms["ten_minutes"])
    machines = answers.plots({"plots": ["machines"]})["plots"]["machines"]
    named = {body["machine"] for _, _, _, kind, body in told if kind == "MachineChanged"}
    assert {one["machine"] for table in machines["tables"] for one in table["machines"]} == named


def test_a_table_is_open_from_its_opening_to_its_closing(answers: Answers, told: list[Any]) -> None:
    for row in answers.plots({"plots": ["availability"]})["plots"]["availability"]["tables"]:
        at = {kind: at_ms for table, _, at_ms, kind, _ in told if table == row["table"]}
        assert row["open_ms"] == at["TableClosed"] - at["TableOpened"]


def test_the_store_grown_entry_by_entry_is_the_one_made_at_once(
    night: Path, tmp_path: Path, new_store: NewStore
) -> None:
    """The reading stops anywhere, also in the middle of a round, and another process goes on with it."""
    journals, grown_store = tmp_path / "journals", new_store()
    journals.mkdir()
    for path in night.glob("*.journal"):
        entries = sum(1 for _ in rows_of(path))
        for part in (3, 2):
            cut(path, journals / path.name, entries // part)
            with closing(House([journals], grown_store)) as house:
                while house.update(173):
                    pass
        (journals / path.name).write_bytes(path.read_bytes())
    with closing(House([journals], grown_store)) as grown:
        while grown.update(611):
            pass
        with closing(House([journals], ":memory:")) as once:
            once.read_all()
            assert facts_of(grown.db) == facts_of(once.db)
            grown.rebuild()
            grown.read_all()
            assert facts_of(grown.db) == facts_of(once.db)


# --- the jackpot ---------------------------------------------------------------------------------


def test_nothing_moved_the_meter_of_two_tables_unaccounted(answers: Answers) -> None:
    ledger = answers.ledger({})
    assert ledger["tables"] == ["UTH-1", "UTH-2"]
    assert ledger["books"] == 1
    assert ledger["residual"]["cents"] == 0
    assert ledger["residual"]["checks"] > 10
    assert ledger["residual"]["missed"] <= 1
    generation = ledger["generations"][0]
    assert generation["other_cents"] == 0
    assert generation["start_cents"] + generation["contributed_cents"] == ledger["meter_cents"]


def test_a_cent_that_nobody_put_there_is_the_residual(new_store: NewStore) -> None:
    with closing(House([], new_store())) as house:

        def entry(book_seq: int, before: int, after: int) -> dict[str, object]:
            amounts = {"cents": after - before, "before_cents": before, "meter_cents": after}
            told = {"at_ms": 7, "kind": "contribution", "round": 1, "generation": 1, "stakes": 1}
            insert(
                house.db, "ledger", [{"source": 1, "seq": book_seq, "book_seq": book_seq, **told, **amounts}]
            )
            return residual(house.db, Members(["UTH-1"], simulated=True))

        house.db.execute(
            "INSERT INTO source (id, file, table_name, session, journal_id, previous, simulated, digest,"
            " first_ms, last_ms, entries, head, fold)"
            " VALUES (1, 'a', 'UTH-1', 1, '', '', 1, '', 0, 0, 0, '', '')"
        )
        entry(1, 100, 225)
        entry(2, 225, 350)
        assert entry(3, 350, 475) == {"cents": 0, "checks": 2, "missed": 0, "seams": []}
        assert entry(6, 600, 725) == {"cents": 0, "checks": 2, "missed": 1, "seams": []}
        assert entry(4, 476, 601) == {"cents": 1, "checks": 3, "missed": 1, "seams": [[7, 1, 4]]}


def test_tables_with_a_book_each_are_told_apart(night: Path, read_store: NewStore) -> None:
    with closing(House([night], read_store())) as house:
        house.read_all()
        house.db.execute("UPDATE ledger SET book_seq = 3 WHERE kind = 'contribution'")
        told = Answers(house).ledger({"table": "UTH-2"})
    assert told["books"] == 2
    assert told["tables"] == ["UTH-2"]
    assert json.dumps(told)


def test_a_pace_is_told_by_the_time_that_the_table_was_open(answers: Answers, told: list[Any]) -> None:
    """A quarter that lasted six minutes is no quarter: its rounds are those of a tenth of an hour."""
    found = answers.plots({"plots": ["rounds_per_hour"]})["plots"]["rounds_per_hour"]["tables"]
    figures = {row["name"]: row for row in answers.answer({"ask": "figures", "by": "table"})["rows"]}
    for one in found:
        of_table = "SELECT * FROM source WHERE table_name = ?"
        (source,) = answers.house.db.query(of_table, (one["table"],))
        lasted_ms = source["closed_ms"] - source["opened_ms"]
        assert lasted_ms > 0
        assert one["rate"][0] == 36_000_000 * one["rounds"] // lasted_ms
        assert figures[one["table"]]["rounds_per_hour_tenths"] == one["rate"][0]
        first = one["bars"][0]
        in_first_ms = first[0] + SLOT_MS - source["opened_ms"]
        assert first[3] == 36_000_000 * first[1] // min(in_first_ms, lasted_ms)
        assert one["unfinished"] is False


def test_figures_are_printed_where_nothing_may_be_written_and_leave_nothing_behind(
    night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed as ROOM.md has it, by the witness's account from whatever folder one stands in."""
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["house", "figures", str(night), "--by", "table"])
    assert done.exit_code == 0, done.output
    assert [line.split()[0] for line in done.output.splitlines()] == ["UTH-1", "UTH-2"]
    assert not list(tmp_path.iterdir())
