"""The meter between two entries of a table, while others move it: what is honest accuses nobody (PM-01)."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.inputs import Role
from controller.game.meter.types import CorrectionReason, StopFate
from controller.house.answers import Answers
from controller.house.archive import House
from tests.builders import COMITE, TERMS, Felt
from tests.memory.test_inspection_of_people import told_instead
from tests.shell.journal.journals import OPENING, create, rewrite
from tests.shell.journal.test_audit import written

STAKE_CENTS, SHARE_CENTS = 500, 125


class Linked(Felt):
    """A table whose book numbers as the real one does: an entry a stake, three a claim."""

    def answer(self, request: r.Request) -> i.Observation:
        if isinstance(request, r.Contribute):
            self.book_seq += len(request.seats) - 1
        if isinstance(request, r.Claim):
            self.book_seq += 2
        return super().answer(request)

    def other(self, cents: int, entries: int = 1) -> Linked:
        """Another table moved the meter by so much, in so many entries; this one has not heard of it."""
        self.meter_cents += cents
        self.book_seq += entries
        return self

    def as_of(self, other: Linked) -> Linked:
        """The same book, where the other table left it."""
        self.meter_cents, self.book_seq, self.generation = other.meter_cents, other.book_seq, other.generation
        self.now_ms = other.now_ms
        return self


def table(name: str = "UTH-2") -> Linked:
    felt = Linked(cash=replace(TERMS, linked=True), table=name)
    felt.open().dealer()
    return felt


def a_round(felt: Linked) -> Linked:
    """Two stakes of JP1, and nobody wins anything of it."""
    if felt.state.phase != "betting":
        felt.do(i.NextRound())
    felt.stakes(s1=1000, s2=1000).chips(1, 2).close().draw("Ah 7d Qc Jd 2c 2d").play(4, 1, 2)
    felt.draw("Kd 8s 3h 9c 4d").showdown().settle()
    return felt


def page(folder: Path, *felts: Felt) -> dict[str, Any]:
    """The authority's page of the journals of these tables."""
    for felt in felts:
        told = felt.state.facts.table
        opening = replace(OPENING, table=told, profile_digest=felt.state.profile.digest)
        journal = folder / f"{told}-000001.journal"
        create(journal, opening).close()
        rewrite(journal, written(felt.entries, opening))
    with closing(House([folder], ":memory:")) as house:
        house.read_all()
        return Answers(house, None).answer({"ask": "inspect", "period": "all"})


def meter(told: dict[str, Any]) -> tuple[int, int]:
    """Of how many rounds the meter was looked at, and of how many it holds."""
    (line,) = (one for one in told["requirements"] if one["id"] == "PM-01")
    return line["rounds"], line["held"]


@pytest.mark.parametrize(
    ("cents", "entries", "held"),
    [
        (-SHARE_CENTS, 1, True),
        (-3 * SHARE_CENTS, 3, True),
        (3 * SHARE_CENTS, 3, True),
        (-STAKE_CENTS, 1, True),
        (0, 1, True),
        (-STAKE_CENTS - 1, 1, False),
        (-1, 0, False),
        (1, 0, False),
        (2 * SHARE_CENTS, 1, False),
    ],
)
def test_each_entry_of_another_table_gives_one_stake_back_or_adds_one_and_no_more(
    cents: int, entries: int, held: bool, tmp_path: Path
) -> None:
    """Where its journal is not here. The meter gives back what it had of a stake, and after a claim the part
    of the reserve too."""
    felt = a_round(a_round(table()))
    a_round(felt.other(cents, entries))
    assert meter(page(tmp_path, felt)) == (3, 3 if held else 2)


@pytest.mark.parametrize(
    ("by_cents", "told_cents", "held"), [(-900, -900, True), (700, 700, True), (-900, -800, False)]
)
def test_what_two_persons_corrected_at_another_table_is_known_by_its_journal(
    by_cents: int, told_cents: int, held: bool, tmp_path: Path
) -> None:
    here = a_round(a_round(table()))
    there = table("UTH-1").as_of(here)
    there.see(i.MeterObserved(1, there.meter_cents, there.book_seq))
    there.badge(*COMITE).do(i.CorrectMeter(by_cents, CorrectionReason.MALFUNCTION))
    there.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct()).see(i.BadgeGone())
    here.as_of(there).meter_cents += told_cents - by_cents
    a_round(here)
    assert meter(page(tmp_path, here, there)) == (3, 3 if held else 2)


def test_a_correction_at_the_table_itself_accuses_nobody(tmp_path: Path) -> None:
    felt = a_round(a_round(table()))
    felt.badge(*COMITE).do(i.CorrectMeter(-900, CorrectionReason.MALFUNCTION))
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct()).see(i.BadgeGone())
    told = page(tmp_path, a_round(felt))
    assert meter(told) == (3, 3)
    assert {
        line["id"] for line in told["requirements"] if not line["ok"] and line["mark"] != "missing"
    } == set()
    assert felt.events(e.MeterCorrected)


@pytest.mark.parametrize(
    "changes",
    [{}, {"cents": -901}, {"after_cents": 999_000}, {"before_cents": 1_000_501, "after_cents": 999_601}],
)
def test_a_correction_says_from_where_to_where_the_meter_was_moved(
    changes: dict[str, int], tmp_path: Path
) -> None:
    felt = a_round(a_round(table()))
    felt.badge(*COMITE).do(i.CorrectMeter(-900, CorrectionReason.MALFUNCTION))
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct()).see(i.BadgeGone())
    told = page(tmp_path, told_instead(felt, e.MeterCorrected, **changes))
    (line,) = (one for one in told["requirements"] if one["id"] == "PM-08")
    assert line["ok"] is (not changes)


def test_an_increment_that_one_person_moved_is_told(tmp_path: Path) -> None:
    felt = a_round(a_round(table()))
    for act in (i.StopJackpot(StopFate.ORPHANS), i.CorrectMeter(-100, CorrectionReason.ORPHANS)):
        felt.badge(*COMITE).do(act)
        felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct()).see(i.BadgeGone())
    (moved,) = felt.events(e.IncrementMoved)
    assert isinstance(moved, e.IncrementMoved)
    one = told_instead(felt, e.IncrementMoved, persons=(moved.persons[0], moved.persons[0]))
    assert page(tmp_path, one)["approved"]["ok"] is False


@pytest.mark.parametrize(("cents", "held"), [(0, True), (-1, False), (-100, False), (127, False)])
def test_a_claim_of_less_than_the_meter_is_found_to_the_cent_and_of_more_to_a_stake(
    cents: int, held: bool, tmp_path: Path
) -> None:
    felt = a_round(table()).do(i.NextRound()).stakes(s1=1000, s2=1000).chips(1, 2).close()
    felt.draw("As Ks 9d 9h 2c 6d").play(4, 1, 2).draw("Qs Js Ts 4d 3d")
    felt.meter_cents += cents
    felt.showdown().prove_hand().release().badge().do(i.OpenSettlement()).settle()
    assert meter(page(tmp_path, felt)) == (2, 2 if held else 1)


@pytest.mark.parametrize(("won", "held"), [(True, True), (False, False)])
def test_a_stake_that_joins_a_deal_anew_may_meet_a_meter_that_others_have_won_since(
    won: bool, held: bool, tmp_path: Path
) -> None:
    """Its round keeps its own generation in the book; the news that comes next says that another runs."""
    felt = a_round(table()).do(i.NextRound()).stakes(s1=1000, s2=1000).chips(1).close().draw("Ah").void()
    felt.other(9_000, 4)
    felt.stakes(s1=1000, s2=1000).chips(2).close()
    if won:
        felt.see(i.MeterObserved(2, felt.meter_cents, felt.book_seq))
    felt.draw("Ah 7d Qc Jd 2c 2d").play(4, 1, 2).draw("Kd 8s 3h 9c 4d").showdown().settle()
    assert meter(page(tmp_path, felt)) == (2, 2 if held else 1)


LIMIT_CENTS = 1_000_600


class Limited(Linked):
    """A table whose book has a limit of the meter, which no journal says (PM-09)."""

    def answer(self, request: r.Request) -> i.Observation:
        told = super().answer(request)
        if not isinstance(told, i.ContributionObserved):
            return told
        self.meter_cents = min(told.meter_cents, LIMIT_CENTS)
        return replace(told, meter_cents=self.meter_cents)


def limited(folder: Path, rounds: int, forged: dict[int, int] | None = None) -> list[dict[str, Any]]:
    """What each of so many rounds at a table with a limit says of the rate; `forged` cents of a meter by
    which contribution."""
    felt = Limited(cash=replace(TERMS, linked=True), table="UTH-2")
    felt.open().dealer()
    for _ in range(rounds):
        a_round(felt)
    added = [at for at, one in enumerate(felt.entries) if isinstance(one.event, e.ContributionRecorded)]
    for number, cents in (forged or {}).items():
        one = felt.entries[added[number]]
        assert isinstance(one.event, e.ContributionRecorded)
        felt.entries[added[number]] = one._replace(event=replace(one.event, meter_cents=cents))
    page(folder, felt)
    found = []
    with closing(House([folder], ":memory:")) as house:
        house.read_all()
        for number in range(1, rounds + 1):
            asked = {"ask": "inspect", "table": "UTH-2", "session": 1, "round": number}
            lines = Answers(house, None).answer(asked)["requirements"]
            found += [line for line in lines if line["id"] == "PM-03"]
    return found


@pytest.mark.parametrize("rounds", [2, 3, 4, 8])
def test_a_contribution_that_meets_the_limit_is_of_no_other_rate(rounds: int, tmp_path: Path) -> None:
    """Two stakes add 2,50; the third contribution meets the limit at 6,00, none after it adds anything."""
    told = [(one["mark"], one["ok"]) for one in limited(tmp_path, rounds)]
    assert told == [("recomputed", True)] * 2 + [("missing", False)] * (rounds - 2)


def test_a_page_of_tables_at_the_limit_accuses_no_meter(tmp_path: Path) -> None:
    """Others' stakes are bounded by the rate of the stakes that met no limit (PM-01)."""
    here, there = (Limited(cash=replace(TERMS, linked=True), table=name) for name in ("UTH-2", "UTH-1"))
    for felt in (here, there):
        felt.open().dealer()
    for _ in range(6):
        there.as_of(a_round(here))
        here.as_of(a_round(there))
    here.badge(*COMITE).do(i.CorrectMeter(-900, CorrectionReason.MALFUNCTION))
    here.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct()).see(i.BadgeGone())
    told = page(tmp_path, a_round(here.other(SHARE_CENTS)))
    wrong = {one["id"] for one in told["requirements"] if not one["ok"] and one["mark"] != "missing"}
    assert wrong == set()


@pytest.mark.parametrize("forged", [{2: LIMIT_CENTS - 1}, {0: 1_000_200}, {0: 1_000_300}, {1: 1_000_700}])
def test_another_rate_below_the_limit_or_above_the_rate_is_told(
    forged: dict[int, int], tmp_path: Path
) -> None:
    told = limited(tmp_path, 6, forged)
    assert [one for one in told if one["mark"] == "recomputed" and not one["ok"]]
