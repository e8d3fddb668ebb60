"""A round, the process killed at every boundary of the journal: nothing is lost, nothing happens twice.

Every step of the table is one transaction with three boundaries: before it begins, before it is committed,
after. At each one a process of its own is ended by SIGKILL, and the next one goes on from the files. After
every restart the journal verifies and the table stands where the uninterrupted night stood; what was not
acknowledged is given to it again, even if it had been written. (Reliability, T-2; requirement RC-03.)
"""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path
from random import Random

import pytest

from controller.game import inputs as i
from controller.game import requests as r
from tests.law.requirements import requirement
from tests.long import long
from tests.simulation.chain import (
    POINTS,
    Chain,
    Quiet,
    assert_like_the_uninterrupted,
    boundaries,
    seen_twice,
)
from tests.simulation.feeder import JOURNALS, Feeder, Target, differences, in_a_child, live

CARRIED_ROUNDS, REFUNDED_ROUNDS = (2,), (2,)
"""A prize that is paid; stakes that are refunded. `make proof` kills the second too, and every round of the
first night; the acts of the book in all of them are killed in `test_crash_book.py`."""


def kill_through(quiet: Quiet, number: int, folder: Path) -> None:
    numbers = quiet.script.of_round(number)
    chain = Chain(quiet, folder, numbers.start)
    targets = boundaries(quiet, numbers)
    for target in targets:
        chain.kill(target)
    assert chain.kills == len(targets) >= 3 * 24
    assert_like_the_uninterrupted(chain, numbers.stop)


@requirement("RC-03")
@pytest.mark.slow
@pytest.mark.parametrize("number", CARRIED_ROUNDS)
@pytest.mark.long
def test_a_round_killed_at_every_boundary_is_the_round_nobody_killed(
    number: int, carrying: Quiet, tmp_path: Path
) -> None:
    kill_through(carrying, number, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("number", REFUNDED_ROUNDS)
def test_a_round_with_refunds_killed_at_every_boundary_is_the_round_nobody_killed(
    number: int, refunding: Quiet, tmp_path: Path
) -> None:
    kill_through(refunding, number, tmp_path)


@pytest.mark.parametrize("point", ["before_begin", "before_commit"])
def test_a_card_that_is_there_twice_and_told_after_the_kill_lies_as_the_next_of_the_deal(
    point: str, carrying: Quiet, tmp_path: Path
) -> None:
    """Nothing that lies face down can be tried by cards before the felt is compared (rules, CS-08)."""
    (number,) = seen_twice(carrying)
    chain = Chain(carrying, tmp_path, number)
    chain.kill(Target(number, point))
    state = chain.go_on(number + 1)["state"]
    *cards, again = state["round"]["cards"].values()
    assert again in cards
    assert (state["held"], len(cards)) == (None, len(carrying.after[number]["round"]["cards"]))


@pytest.mark.parametrize("point", [long("before_begin"), long("before_commit"), "after_commit"])
def test_the_opening_killed_at_every_boundary_is_begun_again(
    point: str, carrying: Quiet, tmp_path: Path
) -> None:
    """Until somebody begins to open the table no session is under way: each start is one of its own."""
    script = carrying.script
    opening = [number for number in carrying.steps if number < script.starts[1]]
    stop = script.of_round(1).stop
    for number in opening:
        folder = tmp_path / str(number)
        chain = Chain(carrying, folder)
        status, _ = in_a_child(partial(live, script, folder, 0, stop, Target(number, point)))
        assert os.WTERMSIG(status) == signal.SIGKILL
        written = opening.index(number) + (point == "after_commit")
        begun = any(isinstance(script.given[n].what, i.OpenTable) for n in opening[:written])
        # Machines say everything again to a session that is new.
        begin = number if begun else 0
        status, told = in_a_child(partial(live, script, folder, begin, stop, None))
        assert status == 0, told
        found = differences(told[-1]["state"], carrying.after[stop - 1])
        assert not found
        assert len(list((folder / JOURNALS).glob("*.journal"))) == (1 if begun else 2)
        chain.verified()


@pytest.mark.parametrize(
    "kind",
    [i.CardObserved, long(r.Contribute), r.Claim, long(r.Award), long(i.ConfirmHand), long(i.SettleSeat)],
)
def test_a_restart_killed_at_every_boundary_of_its_own_is_taken_up_again(
    kind: type, carrying: Quiet, tmp_path: Path
) -> None:
    """Killed while it comes back, again and again: a card, an answer of the book and a badge under way."""
    script = carrying.script
    numbers = script.of_round(3)
    number = next(n for n in numbers if isinstance(script.given[n].what, kind))
    for written in ("before_commit", "after_commit"):
        chain = Chain(carrying, tmp_path / f"{kind.__name__}-{written}", number)
        chain.kill(Target(number, written))
        for nth in (1, 2, 3):
            for point in POINTS:
                if not chain.kill_if_reached(Target(None, point, nth)):
                    break
        assert chain.kills >= 1 + 2 * len(POINTS)
        assert_like_the_uninterrupted(chain, numbers.stop)


@requirement("RC-03")
@pytest.mark.parametrize("kills", [20, long(60)])
def test_a_night_killed_anywhere_and_often_ends_like_the_uninterrupted(
    kills: int, carrying: Quiet, tmp_path: Path
) -> None:
    dice = Random(55)
    chain = Chain(carrying, tmp_path)
    targets = boundaries(carrying, range(carrying.script.starts[1], len(carrying.script.given)))
    chain.go_on(carrying.script.starts[1])
    for target in sorted(dice.sample(targets, kills), key=targets.index):
        chain.kill(target)
    assert_like_the_uninterrupted(chain, len(carrying.script.given))
    with Feeder(carrying.script, tmp_path) as feeder:
        assert feeder.book.read(check=True) == carrying.view
        assert list(feeder.book.acts()) == carrying.acts
