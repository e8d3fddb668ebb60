"""A rectified round on paper and in the house's memory: linked, in red, in the result, and still verifiable.

Killed between proposal, approval and recording, the table comes back where it was (AC-10, RC-02).
"""

from __future__ import annotations

import json
import os
import signal
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.evolve import fold
from controller.game.rectification.claimed_facts import Mistake, Moved, RectificationReason
from controller.game.state import TableState
from controller.house.answers import Answers
from controller.house.archive import House
from controller.journal.reading import read_rows
from controller.journal.writer import Journal
from tests.builders import CHEF, COMITE, FLOAT, TERMS, Felt, facts
from tests.shell.journal.journals import MASTER, create
from tests.shell.registers.test_registers import rows
from tests.shell.registers.test_report_jp1 import plain, tapis
from tests.shell.registers.test_report_win import journal_of

KEYING, CLAIM = RectificationReason.KEYING, RectificationReason.CLAIM


def night() -> Felt:
    """Two rounds; of the first a fold keyed in error is put right, then its Ante, whose player had left."""
    felt = Felt(cash=TERMS).open().dealer().stakes(s1=1000, s2=(1000, 500)).close()
    felt.draw("2c 7d As Ks Kd 9h").do(i.CallStreet()).draw("Kh 8c 3d").do(i.CallStreet()).draw("4s Jh")
    felt.play(1, 1).fold(2).showdown().settle().do(i.NextRound()).close()
    felt.draw("2c 7d As Ks Kd 9h").do(i.CallStreet()).draw("Kh 8c 3d").do(i.CallStreet()).draw("4s Jh")
    felt.fold(1, 2).showdown().settle().badge()
    felt.do(i.ProposeRectification(1, 2, Mistake.DECISION, CLAIM, decision="play1")).badge(*COMITE)
    felt.do(i.ApproveRectification(), i.SettleRectification(Moved.BY_HAND)).badge()
    felt.do(i.ProposeRectification(1, 2, Mistake.STAKE, KEYING, ante_cents=2000, side_cents=500))
    felt.badge(*COMITE).do(i.ApproveRectification()).badge().do(i.SettleRectification(Moved.LEFT))
    felt.do(i.NextRound()).see(i.BadgeGone()).fill_closing(**FLOAT)
    return felt.badge().do(i.CloseTable())


@pytest.fixture(scope="module")
def felt() -> Felt:
    return night()


@pytest.fixture
def path(tmp_path: Path, felt: Felt) -> Path:
    return journal_of(tmp_path / "UTH-2-000001.journal", felt)


def test_a_correction_stands_in_red_below_what_it_corrects_with_who_approved_it(path: Path) -> None:
    found = [row for row in rows(path, "corrections") if row["what"] == "rectification"]
    settled, first, second = found
    assert [row["red"] for row in found] == [False, True, True]
    assert (first["corrects"], second["corrects"]) == (settled["id"], first["id"])
    assert [row["round"] for row in found] == [1, 1, 1]
    assert [row["cents"] for row in found] == [2_500, -4_000, -2_000]
    assert (first["proposed_by"], first["approved_by"]) == ("Chef 1", ["Durand"])
    assert first["reason"] == "wrong_decision+by_claim+moved_by_hand"
    assert second["reason"] == "wrong_stake+by_keying+moved_left"
    assert first["detail"] == "+40,00\u00a0€"
    assert (first["settled_by"], second["settled_by"]) == ("croupier-07", "Chef 1")


def test_the_results_of_the_sitting_and_of_the_day_take_it_in(path: Path, felt: Felt) -> None:
    sitting, *red = rows(path, "table-results")
    closed = [one.bank_cents for one in felt.events(e.RoundClosed) if isinstance(one, e.RoundClosed)]
    assert sitting["by_rounds_cents"] == sum(closed), "no earlier entry is changed"
    assert (sitting["rectified_cents"], sitting["orphans_cents"]) == (-6_000, 2_000)
    assert [(one["red"], one["corrects"]) for one in red] == [(True, sitting["id"])] * 2
    assert [(one["round"], one["seat"], one["rectification_cents"]) for one in red] == [
        (1, 2, -4_000),
        (1, 2, -2_000),
    ]
    assert {one["rectified_cents"] for one in red} == {None}, "no sum counts them twice"
    (day,) = rows(path, "day-totals")
    assert day["rectified_cents"] == -6_000
    (orphan,) = rows(path, "orphans")
    assert (orphan["cents"], orphan["place"]) == (2_000, "seat_left")


def test_the_exported_result_takes_it_in(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "figures"
    assert tapis("house", "export", str(tmp_path), "--parquet", str(target)).exit_code == 0
    told = tapis("house", "figures", str(tmp_path), "--period", "all", "--json")
    (figures,) = json.loads(told.stdout)["rows"]
    found = pq.read_table(target / "rectifications")
    assert found["bank_cents"].to_pylist() == [-4_000, -2_000]
    assert found["round"].to_pylist() == [1, 1]
    closed = pc.sum(pq.read_table(target / "rounds")["bank_cents"]).as_py()
    assert closed - 6_000 == figures["bank_cents"]


@pytest.fixture(scope="module")
def relieved() -> Felt:
    """A round is dealt by one dealer and rectified under the next."""
    felt = Felt(cash=TERMS)
    felt.open().dealer().stakes(s1=1000, s2=(1000, 500)).close()
    felt.draw("2c 7d As Ks Kd 9h").do(i.CallStreet()).draw("Kh 8c 3d").do(i.CallStreet()).draw("4s Jh")
    felt.play(1, 1).fold(2).showdown().settle().dealer("croupier-09")
    felt.badge(*CHEF)
    felt.do(i.ProposeRectification(1, 2, Mistake.DECISION, CLAIM, decision="play1"))
    felt.badge(*COMITE).do(i.ApproveRectification()).badge(*CHEF)
    return felt.do(i.SettleRectification(Moved.LEFT))


def test_a_rectification_stands_under_the_dealer_whose_round_it_was(tmp_path: Path, relieved: Felt) -> None:
    path = journal_of(tmp_path / "UTH-2-000001.journal", relieved)
    (closed,) = relieved.events(e.RoundClosed)
    assert isinstance(closed, e.RoundClosed)
    assert relieved.state.dealer is not None
    assert relieved.state.dealer.person != closed.dealer
    _, red = rows(path, "table-results")
    assert (red["dealer"], red["rectification_cents"]) == (closed.dealer, -4_000)
    with closing(House([path.parent], ":memory:")) as house:
        house.read_all()
        plot = Answers(house).plots({"plots": ["corrections"]})["plots"]["corrections"]
        assert {one["dealer"]: one["times"] for one in plot["dealers"]}[closed.dealer] == 1


def test_what_moved_money_is_a_notice_for_accounting_before_and_after(tmp_path: Path, relieved: Felt) -> None:
    """PM-11, AC-10: by the path of the meter's corrections, French first."""
    path = journal_of(tmp_path / "UTH-2-000001.journal", relieved)
    said = " ".join(plain(tapis("report", "notices", path).stdout).split())
    for words in (
        "Avis à la comptabilité",
        "Croupier du coup croupier-07",
        "Résultat de la banque avant 25,00 €",
        "Mouvement −40,00 €",
        "Résultat de la banque après −15,00 €",
        "Aux orphelins 40,00 €",
        "Chef 1, Durand",
        "Différence dite réglée par Chef 1",
    ):
        assert words in said, said
    assert "Dealer of the round" in tapis("report", "notices", path, "--lang", "en").stdout


def test_the_house_marks_the_round_and_its_result_takes_the_difference(path: Path, felt: Felt) -> None:
    with closing(House([path.parent], ":memory:")) as house:
        house.read_all()
        asked = Answers(house)
        listed = {one["round"]: one for one in asked.rounds({"limit": 10})["rounds"]}
        assert "rectified" in listed[1]["flags"]
        assert "rectified" not in listed[2]["flags"]
        assert listed[1]["rectified_cents"] == -6_000
        assert [one["round"] for one in asked.rounds({"flag": "rectified"})["rounds"]] == [1]
        again = asked.replay({"table": "UTH-2", "round": 1})
        told = again["rectifications"]
        assert [(one["seat"], one["cents"], one["approver"]) for one in told] == [
            (2, 4_000, "Durand"),
            (2, 2_000, "Durand"),
        ]
        assert again["chain"]["ok"]
        assert asked.replay({"table": "UTH-2", "round": 2})["chain"]["ok"]
        (bank,) = house.db.execute("SELECT sum(bank_cents) FROM slot").fetchone()
        closed = [one.bank_cents for one in felt.events(e.RoundClosed) if isinstance(one, e.RoundClosed)]
        assert bank == sum(closed) - 6_000
        kinds = house.db.execute("SELECT kind, round FROM correction WHERE kind = 'rectified'").fetchall()
        assert [tuple(one) for one in kinds] == [("rectified", 1), ("rectified", 1)]


def test_the_journal_verifies_and_names_no_card_of_the_hand_that_was_rectified(path: Path) -> None:
    bodies: list[dict[str, Any]] = []
    with closing(read_rows(path)) as verified:
        bodies = [json.loads(row.body) for row in verified if row.kind.startswith("Rectification")]
    assert len(bodies) == 6
    for text in ("As", "Ks"):
        assert not any(f'"{text}"' in json.dumps(body) for body in bodies)


def test_killed_after_any_entry_the_table_comes_back_where_it_was(path: Path, felt: Felt) -> None:
    """RC-02: the fold of what was written is the state of that moment, proposed, approved or recorded."""
    with Journal.open(path, sealer_master=MASTER) as journal:
        written = list(journal.events())
    state = TableState(felt.state.facts)
    standing = []
    for entry, live in zip(written, felt.entries, strict=False):
        assert entry.event == live.event
        state = fold(state, [entry])
        asked = state.record.open
        approved = None if asked is None else asked.approval is not None
        standing.append((approved, len(state.record.done)))
    assert (False, 0) in standing
    assert (True, 0) in standing
    assert (True, 1) in standing
    assert (state.record, state.sheet, state.seats) == (felt.state.record, felt.state.sheet, felt.state.seats)


def steps() -> list[tuple[list[e.Entry], list[e.Entry]]]:
    """Proposed, approved, recorded: every entry until then, and those of the step."""
    felt = Felt().open().dealer().stakes(s1=1000, s2=(1000, 500)).close()
    felt.draw("2c 7d As Ks Kd 9h").do(i.CallStreet()).draw("Kh 8c 3d").do(i.CallStreet()).draw("4s Jh")
    felt.play(1, 1).fold(2).showdown().settle()
    acts = (
        (CHEF, i.ProposeRectification(1, 2, Mistake.DECISION, CLAIM, decision="play1")),
        (COMITE, i.ApproveRectification()),
        (CHEF, i.SettleRectification(Moved.LEFT)),
    )
    found = []
    for person, act in acts:
        felt.badge(*person)
        before = len(felt.entries)
        felt.do(act)
        found.append((list(felt.entries), felt.entries[before:]))
    return found


@pytest.mark.parametrize("point", ["before_begin", "before_commit", "after_commit"])
@pytest.mark.parametrize("step", range(3), ids=["proposal", "approval", "recording"])
def test_killed_at_each_boundary_of_a_step_it_is_written_whole_or_not_at_all(
    step: int, point: str, tmp_path: Path
) -> None:
    whole, written = steps()[step]
    first = written[0].seq
    armed = False

    def crash(name: str) -> None:
        if armed and name == point:
            os.kill(os.getpid(), signal.SIGKILL)

    path = tmp_path / "UTH-2-000001.journal"
    child = os.fork()
    if child == 0:
        try:
            journal = create(path, crash=crash)
            for entry in whole[: first - 1]:
                journal.append([entry.event], entry.at_ms)
            armed = True
            journal.append([one.event for one in written], written[0].at_ms)
        finally:
            os._exit(7)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    with Journal.open(path, sealer_master=MASTER) as journal:
        there = [entry.event for entry in journal.events()]
        kept = first - 1 + (len(written) if point == "after_commit" else 0)
        assert there == [one.event for one in whole[:kept]], "half of a step was kept"
        if point != "after_commit":
            journal.append([one.event for one in written], written[0].at_ms)
    with Journal.open(path, sealer_master=MASTER) as journal:
        entries = list(journal.events())
    done = fold(TableState(facts()), entries).record
    assert (done.open is None, len(done.done)) == ((False, 0), (False, 0), (True, 1))[step]
