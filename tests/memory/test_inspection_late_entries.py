"""What a journal says of a round when the next is open already is laid to the round that it names."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.rectification.claimed_facts import Moved
from controller.house.answers import Answers
from controller.house.archive import House
from tests.builders import Felt
from tests.game.test_rectify import fold_keyed, true_decision
from tests.memory.test_inspection_of_scenarios import inspected, not_held
from tests.shell.journal.journals import OPENING, create, rewrite
from tests.shell.journal.test_audit import written

ROYAL = "As Ks 9d 9h 2c 6d"
"""The royal of seat 1, the cards of seat 2, and the bank's."""


def line(page: dict[str, Any], row: str) -> dict[str, Any]:
    """The line of one requirement."""
    (found,) = (one for one in page["requirements"] if one["id"] == row)
    return found  # type: ignore[no-any-return]


def betting() -> Felt:
    felt = Felt().open().dealer()
    return felt.stakes(s1=1000, s2=1000).chips(1, 2).close()


def another_round(felt: Felt) -> Felt:
    """A round in which nobody wins anything of JP1."""
    felt.stakes(s1=1000, s2=1000).chips(1, 2).close().draw("Ah 7d Qc Jd 2c 2d").play(4, 1, 2)
    return felt.draw("Kd 8s 3h 9c 4d").showdown().settle()


def full_house(felt: Felt) -> Felt:
    """Seat 1 has won a full house, and the book says nothing of it yet."""
    felt.draw("Ah As Qc Jd 2c 2d").play(4, 1, 2).draw("Ac Kd Kh 9c 4d").showdown().do(i.OpenSettlement())
    felt.answering = False
    return felt.settle()


def royal(felt: Felt) -> Felt:
    """Seat 1 has won the jackpot, and the book says nothing yet of the consolation of seat 2."""
    felt.draw(ROYAL).play(4, 1, 2).draw("Qs Js Ts 4d 3d").showdown().prove_hand().release()
    felt.badge().do(i.OpenSettlement())
    felt.answering = False
    return felt.settle().see(i.BadgeGone())


def answered(felt: Felt) -> Felt:
    """The book answers to everything that it was asked meanwhile."""
    felt.answering = True
    return felt.see(i.TimeObserved(felt.now_ms))


@pytest.mark.parametrize("won", [full_house, royal])
def test_a_prize_that_the_book_posts_when_the_next_round_is_open_is_of_its_round(
    won: Any, tmp_path: Path
) -> None:
    """The link was away when the round ended (LK-02)."""
    felt = won(betting()).do(i.NextRound())
    page = inspected(another_round(answered(felt)), tmp_path)
    opened, posted = (
        [entry.seq for entry in felt.entries if isinstance(entry.event, kind)]
        for kind in (e.RoundOpened, e.AwardRecorded)
    )
    assert opened[1] < posted[-1], "the prize was posted late"
    assert not_held(page) == set()
    assert line(page, "JW-02")["ok"]
    assert page["book"]["posted_cents"] == sum(event.cents for event in felt.events(e.AwardRecorded))
    assert {one["id"]: one["ok"] for one in page["requirements"] if one["id"] in ("JW-09", "JW-15")} == (
        {"JW-09": True, "JW-15": True} if won is royal else {}
    )


@pytest.mark.parametrize("won", [full_house, royal])
def test_a_prize_that_the_book_has_not_posted_yet_accuses_nobody_and_is_not_shown(
    won: Any, tmp_path: Path
) -> None:
    page = inspected(won(betting()), tmp_path)
    assert not_held(page) == set()
    told = line(page, "JW-02")
    assert (told["mark"], told["ok"]) == ("missing", False)
    assert "the book has not answered" in told["shown"][1]


def test_what_is_put_right_later_is_of_the_round_that_it_puts_right_and_takes_two_persons(
    tmp_path: Path,
) -> None:
    felt = fold_keyed().settle().do(i.NextRound()).badge("Durand", Role.COMITE).do(true_decision())
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveRectification())
    felt.do(i.SettleRectification(Moved.BY_HAND)).see(i.BadgeGone())
    another_round(felt)
    page = inspected(felt, tmp_path)
    assert not_held(page) == set()
    (act,) = page["approved"]["acts"]
    assert (act["round"], act["kind"], act["persons"], act["ok"]) == (
        1,
        "RectificationRecorded",
        ["Durand", "Le Goff"],
        True,
    )


@pytest.mark.parametrize("approver", ["Durand", "croupier-07"])
def test_a_later_rectification_that_no_second_person_approved_is_told_of_its_round(
    approver: str, tmp_path: Path
) -> None:
    """A table whose program was changed lets one person do both, or the dealer of the round approve."""
    felt = fold_keyed().settle().do(i.NextRound()).badge("Durand", Role.COMITE).do(true_decision())
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveRectification())
    felt.do(i.SettleRectification(Moved.BY_HAND)).see(i.BadgeGone())
    felt.entries = [
        one._replace(event=replace(one.event, persons=("Durand", approver)))
        if isinstance(one.event, e.RectificationRecorded)
        else one
        for one in another_round(felt).entries
    ]
    page = inspected(felt, tmp_path)
    assert [(act["round"], act["ok"]) for act in page["approved"]["acts"]] == [(1, False)]
    assert not page["approved"]["ok"]


def test_the_page_of_one_round_tells_what_was_done_of_it_later_and_nothing_of_the_others(
    tmp_path: Path,
) -> None:
    felt = fold_keyed().settle().do(i.NextRound())
    another_round(felt).do(i.NextRound()).badge("Durand", Role.COMITE).do(true_decision())
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveRectification())
    felt.do(i.SettleRectification(Moved.BY_HAND)).see(i.BadgeGone())
    journal = tmp_path / f"{OPENING.table}-000001.journal"
    create(journal, OPENING).close()
    rewrite(journal, written(felt.entries, OPENING))
    with closing(House([tmp_path], ":memory:")) as house:
        house.read_all()
        asked = {"ask": "inspect", "table": OPENING.table, "session": 1}
        first, second = (Answers(house).answer({**asked, "round": one}) for one in (1, 2))
    approved, recorded = (act["persons"] for act in first["acts"][-2:])
    assert (approved, recorded) == (["Le Goff"], ["Durand", "Le Goff", "croupier-07"])
    assert (first["approved"]["of"], second["approved"]["of"]) == (1, 0)
    assert first["of"]["to_ms"] <= second["of"]["from_ms"]
    assert first["chain"]["last_seq"] < second["chain"]["first_seq"]
