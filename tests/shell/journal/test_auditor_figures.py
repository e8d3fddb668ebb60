"""The figures of a linked session are divided again, with the jackpot's book and without it (AC-07).

What a prize or a refund took of the meter hangs on terms that stand in no journal: where fixed prizes are
paid from, the start amount, the limit and the share of a stake.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.book.bookkeeper import Bookkeeper
from controller.book.shares import Terms
from controller.book.sqlite import SqliteBook
from controller.game import events as e
from controller.game import inputs as i
from controller.game.meter.types import MovedElsewhere, SessionFigures
from controller.journal.chain import Opening
from controller.settings.rules import canonical_of
from tests.builders import Felt
from tests.game.test_press_unanswered import LOST, added, later
from tests.shell.book.jackpot_books import stake
from tests.shell.journal.auditor import AUDITOR
from tests.shell.journal.journals import OPENING
from tests.shell.journal.test_audit import written
from tests.simulation.linked_histories import LinkedTable
from tests.simulation.meter_nights import BookedFelt, terms_of

NIGHTS = {
    "a refund that is not divided": (14, 900, "UTH-3"),
    "a prize beside refunds of the limit": (20, 700, "UTH-3"),
    "prizes out of the meter": (23, 600, "UTH-2"),
}
"""By what is undivided in its figures: seed, steps and the table that tells them."""
OWN = ("awarded_cents", "refunded_cents", "corrected_cents", "others_cents")


Night = dict[str, tuple[LinkedTable, Path]]


def opening_of(felt: Felt, table: str) -> Opening:
    rules = hashlib.sha256(canonical_of(felt.state.profile)).hexdigest()
    return replace(OPENING, table=table, simulated=False, profile_digest=rules)


def kept(felt: BookedFelt, table: str) -> None:
    """What the book does for this table is done for the journal that its entries make."""
    journal = written(felt.entries[:1], opening_of(felt, table))[0].hash
    felt.keeper = Bookkeeper(felt.book, table, journal)


def played(folder: Path, seed: int, steps: int) -> Night:
    """Three linked tables left to chance on one book."""
    path, terms = folder / "jackpot.book", Terms.of(terms_of(seed))
    with closing(SqliteBook.create(path, terms, durable=False)) as book:
        tables = [LinkedTable(10 * seed + number, number, book, path, seed) for number in range(3)]
        for _ in range(steps):
            now_ms = max(one.felt.now_ms for one in tables)
            for one in tables:
                one.felt.now_ms = now_ms = max(one.felt.now_ms, now_ms)
                begins = not one.felt.entries
                one.step()
                now_ms = one.felt.now_ms
                if begins and one.felt.entries:
                    kept(one.felt, one.name)
    return {one.name: (one, path) for one in tables}


@pytest.fixture(scope="module", params=[*NIGHTS])
def told(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[LinkedTable, Path]:
    seed, steps, table = NIGHTS[request.param]
    return played(tmp_path_factory.mktemp("night"), seed, steps)[table]


def found_in(
    felt: Felt, table: str, entries: list[e.Entry], path: Path | None = None
) -> list[dict[str, Any]]:
    """What the auditor finds in the journal that these entries make, and in the book beside it."""
    opening, line = opening_of(felt, table), canonical_of(felt.state.profile)
    rules, said = AUDITOR.RuleBook([]), AUDITOR.Told(table)
    rules.by_digest[opening.profile_digest] = json.loads(line)
    book = AUDITOR.Book(path, said.say) if path is not None else None
    if book is not None:
        book.audit()
    AUDITOR.audit_rows(written(entries, opening), rules, book, Counter(), said)
    found: list[dict[str, Any]] = said.found
    return found


def figures_of(entries: list[e.Entry]) -> tuple[int, SessionFigures]:
    """The last that were told of a session in which something is undivided, and at which entry."""
    every = [(at, one.event.session) for at, one in enumerate(entries) if hasattr(one.event, "session")]
    return [(at, one) for at, one in every if any(each.kind == "undivided" for each in one.elsewhere)][-1]


def changed(figures: SessionFigures) -> Iterator[SessionFigures]:
    """One of them by a cent, or a cent of one told under another."""
    for name in OWN:
        yield replace(figures, **{name: getattr(figures, name) + 1})
        for other in (one for one in OWN if one != name and "refunded_cents" not in (one, name)):
            moved = {name: getattr(figures, name) + 1, other: getattr(figures, other) - 1}
            yield replace(figures, **moved)
    for at, line in enumerate(figures.elsewhere):
        lines = [*figures.elsewhere]
        lines[at] = MovedElsewhere(line.kind, line.cents + 1)
        yield replace(figures, elsewhere=tuple(lines))
        yield replace(figures, elsewhere=tuple(lines), others_cents=figures.others_cents - 1)
        yield replace(figures, elsewhere=(*lines[:at], *lines[at + 1 :]))


def test_an_honest_session_is_divided_again_without_the_book(told: tuple[LinkedTable, Path]) -> None:
    table, path = told
    assert figures_of(table.felt.entries)
    assert not found_in(table.felt, table.name, table.felt.entries)
    assert not found_in(table.felt, table.name, table.felt.entries, path)


def test_without_the_book_a_figure_of_a_linked_session_that_was_changed_is_found(
    told: tuple[LinkedTable, Path],
) -> None:
    table, _ = told
    at, figures = figures_of(table.felt.entries)
    entries = table.felt.entries[: at + 1]
    for other in changed(figures):
        forged = entries[at]._replace(event=replace(entries[at].event, session=other))
        assert found_in(table.felt, table.name, [*entries[:at], forged]), other


def limited(book: SqliteBook, *others: int) -> BookedFelt:
    """A linked table with two JP1 stakes, after so many of others; a meter that is limited."""
    felt = opened(book)
    for number, count in enumerate(others, 1):
        stake(book, "UTH-9", number, *range(1, count + 1))
    return felt.stakes(s1=1000, s2=1000).chips(1, 2).close()


def opened(book: SqliteBook) -> BookedFelt:
    felt = BookedFelt(4, book, "UTH-2")
    felt.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq))
    kept(felt, "UTH-2")
    felt.answering = True
    return felt.open()


def corrected(felt: BookedFelt, seat: int) -> None:
    felt.do(i.ProposeCorrection(seat)).badge().do(i.ApproveCorrection()).see(i.BadgeGone())


def finished(felt: BookedFelt) -> None:
    felt.draw("Ah 7d Qc Jd 2c 2d").play(4, 1, 2).draw("Kd 8s 3h 9c 4d").showdown().settle()


def told_of_refunds(felt: BookedFelt) -> tuple[int, int]:
    """How many stakes went back, and what of them is divided, as the last reading of the book says."""
    felt.badge().do(i.Reconcile())
    read = felt.events(e.ReconciliationRecorded)[-1]
    assert isinstance(read, e.ReconciliationRecorded)
    return read.session.refunds, read.session.refunded_cents


def test_two_stakes_that_go_back_of_one_round_at_the_limit_are_undivided_both(tmp_path: Path) -> None:
    path = tmp_path / "jackpot.book"
    with closing(SqliteBook.create(path, Terms.of(terms_of(4)), durable=False)) as book:
        felt = limited(book, 7, 3)
        assert felt.meter_cents == terms_of(4).limit_cents
        corrected(felt, 1)
        corrected(felt, 2)
        finished(felt)
        assert told_of_refunds(felt) == (2, 0)
    assert not found_in(felt, "UTH-2", felt.entries, path)
    assert not found_in(felt, "UTH-2", felt.entries)


def test_of_a_stake_that_goes_back_in_the_next_round_nobody_knows_whether_it_met_the_limit(
    tmp_path: Path,
) -> None:
    path = tmp_path / "jackpot.book"
    with closing(SqliteBook.create(path, Terms.of(terms_of(4)), durable=False)) as book:
        felt = limited(book, 7)
        felt.answering = False
        corrected(felt, 1)
        finished(felt)
        felt.do(i.NextRound())
        felt.answering = True
        felt.see(i.BadgeGone())
        assert told_of_refunds(felt) == (1, 0)
    assert not found_in(felt, "UTH-2", felt.entries, path)
    assert not found_in(felt, "UTH-2", felt.entries)


def test_a_stake_that_was_sealed_and_goes_back_in_its_own_round_is_divided(tmp_path: Path) -> None:
    """The round never played for it, so it met no limit there."""
    path = tmp_path / "jackpot.book"
    with closing(SqliteBook.create(path, Terms.of(terms_of(4)), durable=False)) as book:
        felt = opened(book).stakes(s1=1000, s2=1000).chips(1)
        stake(book, "UTH-9", 1, 1, 2)
        felt.answering = False
        later(felt.do(i.CloseBets(), i.CollectJp1()).sweep().see(LOST))
        felt.badge().do(i.SetStakesAside(1)).see(i.BadgeGone())
        felt.answering = True
        felt.see(added(felt)).refund()
        assert told_of_refunds(felt) == (1, -125)
    assert not found_in(felt, "UTH-2", felt.entries, path)
    assert not found_in(felt, "UTH-2", felt.entries)
