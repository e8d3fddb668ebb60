"""Tables left to chance on one real book: answers are lost, each table moves the others' meter, none halts.

At the end every stake that a table took is in the book once, every prize that was settled was paid by it
once, shares of one value are equal, and the ledger adds up.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from controller.book.bookkeeper import Bookkeeper
from controller.book.port import ActKind
from controller.book.shares import Terms
from controller.book.sqlite import SqliteBook
from controller.book.verify import acts_of, compare
from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.changes import changed
from controller.game.felt import Spot
from controller.game.profile import RuleProfile
from controller.settings.rules import load_profile
from tests.builders import SHARE, STAKE_CENTS
from tests.long import long
from tests.wander import Wanderer

DEFAULT = load_profile("fr-55-20-2021")
HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"board_drawn": "with_hands"},
    {"void_jp1": "refund"},
    {"jp1_after_fold": False, "trips_after_fold": False, "consolation_trigger": "jp1_bettor"},
)
TERMS = Terms(STAKE_CENTS, 1_000_000, SHARE, 150_000, 1_000_000 - SHARE - 150_000)
STEPS = 320
REACHED = (r.Contribute, r.Forgo, r.Refund, r.Claim, r.Award, r.RefuseClaim, r.Finish, r.Correct, r.Stop)


class BookedWanderer(Wanderer):
    """A wanderer whose book is a real one, that other tables write too."""

    def __init__(self, seed: int, profile: RuleProfile, book: SqliteBook, number: int) -> None:
        super().__init__(seed, profile, noise=(3, 6, 10, 20)[seed % 4])
        self.name, self.journal = f"UTH-{number}", f"{number}e" * 32
        self.keeper = Bookkeeper(book, self.name, self.journal)
        self.felt.state = changed(self.state, facts=replace(self.state.facts, table=self.name))

    def book(self) -> None:
        """The book does what it is asked; now and then it is not reached, or its answer is lost."""
        request = self.wanted()
        if request is None:
            return
        if self.chance(7):
            self.see(i.BookUnreachable("read", "timeout"))
            return
        answer = self.keeper.perform(request, self.felt.now_ms)
        self.see(i.BookUnreachable("read", "timeout") if self.chance(9) else answer)

    def hear(self) -> None:
        """What the other tables did to the meter is heard."""
        told = self.keeper.follow(self.felt.now_ms)
        if told is not None:
            self.see(told)

    def drain(self) -> bool:
        """What the table still wants of the book is done, as far as it can be; whether anything was."""
        moved = False
        for _ in range(20):
            request = self.wanted()
            if not isinstance(request, REACHED):
                return moved
            answer = self.keeper.perform(request, self.felt.now_ms)
            self.see(answer)
            if isinstance(answer, i.BookUnreachable):
                return moved
            moved = True
        return moved

    @property
    def told(self) -> list[e.Event]:
        """Everything that is in the journal of this table."""
        return [entry.event for entry in self.felt.entries]


def stakes_of(table: BookedWanderer) -> Counter[tuple[str, int]]:
    """How many stakes of each round the book is to hold, as the table's journal tells it."""
    stakes: Counter[tuple[str, int]] = Counter()
    asked: e.ContributionAsked | None = None
    for event in table.told:
        if isinstance(event, e.ContributionAsked):
            asked = event
        elif isinstance(event, e.ContributionRecorded):
            assert asked is not None
            stakes[table.name, event.round] += len(asked.seats)
        elif isinstance(event, e.RefundRecorded):
            stakes[table.name, event.round] -= 1
    return +stakes


def prizes_of(table: BookedWanderer) -> Counter[tuple[str, int, int]]:
    """What each seat was paid on JP1 in each round that is over, as it was settled."""
    prizes: Counter[tuple[str, int, int]] = Counter()
    settled: dict[int, int] = {}
    for event in table.told:
        if isinstance(event, e.SeatSettled):
            settled[event.seat] = sum(one.paid_cents for one in event.lines if one.spot is Spot.JP1)
        elif isinstance(event, e.SettlementTakenBack):
            del settled[event.seat]
        elif isinstance(event, e.RoundClosed):
            prizes.update({(table.name, event.round, seat): cents for seat, cents in settled.items()})
            settled = {}
    return +prizes


@pytest.mark.parametrize("seed", [*range(2), *(long(seed) for seed in range(2, 80))])
def test_tables_on_one_book_move_its_meter_between_each_other_s_answers_and_lose_no_cent(seed: int) -> None:
    rng, book = random.Random(seed), SqliteBook.create(":memory:", TERMS)
    profile = replace(DEFAULT, options=replace(DEFAULT.options, **HOUSES[seed % len(HOUSES)]))
    tables = [BookedWanderer(10 * seed + number, profile, book, number) for number in range(1, 4)]
    for _ in range(STEPS * len(tables)):
        table = rng.choice(tables)
        table.step()
        if rng.random() < 0.1:
            table.hear()
    for _ in range(40):
        moved = [table.drain() for table in tables]
        if not any(moved):
            break
    view = book.read(check=True)
    acts = list(book.acts())
    told = [act for table in tables for act in acts_of(table.name, table.journal, table.told)]
    verdict = compare(told, acts, view)
    assert verdict.sound, verdict.findings
    held: Counter[tuple[str, int]] = Counter()
    paid: Counter[tuple[str, int, int]] = Counter()
    for act in acts:
        if act.act in (ActKind.CONTRIBUTE, ActKind.REFUND):
            sign = 1 if act.act is ActKind.CONTRIBUTE else -1
            held[act.key.table, act.key.round] += sign * act.cents // STAKE_CENTS
        elif act.act is ActKind.AWARD:
            assert act.key.seat is not None
            paid[act.key.table, act.key.round, act.key.seat] += act.cents
    idle = {table.name for table in tables if table.state.money is None and not table.state.due}
    for table in tables:
        if table.name not in idle:
            continue
        assert stakes_of(table) == +Counter({one: n for one, n in held.items() if one[0] == table.name})
        over = prizes_of(table)
        under_way = table.state.round.number if table.state.round is not None else 0
        mine = {one: n for one, n in paid.items() if one[0] == table.name and one[1] != under_way}
        assert {one: n for one, n in over.items() if one[1] != under_way} == mine
    book.close()
    assert idle
