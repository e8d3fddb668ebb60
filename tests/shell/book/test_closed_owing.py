"""A table closed while its book owed it answers: its journal is gone on with, each act done once (LK-07)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from controller.book.answers import Key
from controller.book.bookkeeper import Bookkeeper
from controller.book.journals import read_acts
from controller.book.sqlite import SqliteBook
from controller.book.verify import compare
from controller.boot.sessions import Session, SessionMismatch, open_session
from controller.clock import VirtualClock
from controller.game import requests as r
from controller.game.inputs import Observation
from controller.game.react import book_request
from controller.game.session_terms import TableFacts
from controller.game.state import Phase
from controller.journal.seal import master_of_seed
from controller.registers.closing_paper import owed_rows
from controller.registers.jp1_history import jp1_history
from controller.registers.reading import read_session
from controller.registers.sittings import sittings_of
from controller.settings.draft import _last_session
from controller.settings.rules import load_profile
from controller.table.table import Table
from tests.builders import START_MS, TERMS, Felt, facts
from tests.game.test_left_owed import closed, owing
from tests.shell.book.jackpot_books import EXAMPLE

MASTER = master_of_seed(3)
TABLE = facts().table
ASKED = [("contribute", None), ("award", 2), ("award", 1), ("finish", None)]


def facts_of(session: int, first_round: int) -> TableFacts:
    return facts(cash=TERMS, session=session, first_round=first_round)


def opened(folder: Path, of: Callable[[int, int], TableFacts] = facts_of) -> Session:
    return open_session(folder, of, TABLE, VirtualClock(START_MS), MASTER, durable=False)


@pytest.fixture
def book() -> Iterator[SqliteBook]:
    with closing(SqliteBook.create(":memory:", EXAMPLE)) as made:
        yield made


@pytest.fixture
def cut_off(tmp_path: Path, book: SqliteBook, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The journals of a table that closed owing: its first round is in the real book, no answer since."""
    folder = tmp_path / "journals"
    folder.mkdir()
    session = opened(folder)
    keeper = Bookkeeper(book, TABLE, session.journal.journal_id)

    def answer(self: Felt, request: r.Request) -> Observation:
        return keeper.perform(request, START_MS)

    monkeypatch.setattr(Felt, "answer", answer)
    for entry in closed(owing(1, 2)).entries:
        session.journal.append([entry.event], START_MS + entry.seq)
    session.journal.close()
    return folder


def gone_on(folder: Path, book: SqliteBook, *, heard: int = 99) -> None:
    """The program starts and the link is back; it is killed after so many answers, the last not written."""
    session = opened(folder)
    with session.journal:
        assert session.journal.opening.session == 1
        keeper = Bookkeeper(book, TABLE, session.journal.journal_id, session.told)
        assert keeper.compare() is None
        table = Table(
            session.state, session.journal, VirtualClock(START_MS), show=lambda _: None, ask=lambda _: None
        )
        table.start()
        assert (table.state.phase, table.state.resumed) == (Phase.CLOSED, False)
        for _ in range(heard):
            asked = book_request(table.state)
            if not isinstance(asked, r.BookRequest):
                return
            table.take(keeper.perform(asked, START_MS))
        asked = book_request(table.state)
        assert asked is not None
        keeper.perform(asked, START_MS)  # in the book, and the answer is lost


def acts_of(book: SqliteBook) -> list[tuple[str, int | None]]:
    return [(act.key.kind, act.key.seat) for act in book.acts()]


@pytest.mark.parametrize("heard", [0, 1, 2])
def test_each_act_owed_is_in_the_book_once_wherever_the_program_was_killed(
    cut_off: Path, book: SqliteBook, heard: int
) -> None:
    assert acts_of(book) == ASKED[:1]
    gone_on(cut_off, book, heard=heard)
    assert acts_of(book) == ASKED[: heard + 2]
    gone_on(cut_off, book)
    assert acts_of(book) == ASKED
    told = read_acts(cut_off)
    verdict = compare(told.acts, book.acts(), book.read(check=True))
    assert (verdict.findings, verdict.in_flight, told.faults) == ((), (), [])
    with opened(cut_off).journal as journal:
        assert journal.opening.session == 2, "nothing is owed any more: the next session has its own journal"


def test_other_rules_wait_until_the_book_has_answered(cut_off: Path, book: SqliteBook) -> None:
    profile = load_profile("fr-55-20-2021")
    other = replace(profile, options=replace(profile.options, void_jp1="refund"), digest="f" * 64)

    def of(session: int, first_round: int) -> TableFacts:
        return facts(other, cash=TERMS, session=session, first_round=first_round)

    with pytest.raises(SessionMismatch, match="still owes it an answer"):
        opened(cut_off, of)
    gone_on(cut_off, book)
    opened(cut_off, of).journal.close()


def test_approved_settings_wait_until_the_book_has_answered(
    cut_off: Path, book: SqliteBook, tmp_path: Path
) -> None:
    """A journal that is gone on with goes on under the settings it was opened with."""
    here: Any = SimpleNamespace(table=SimpleNamespace(data=tmp_path, id=TABLE))
    told = _last_session(here)
    assert (told.open, told.owing) == (False, True)
    gone_on(cut_off, book)
    assert not _last_session(here).owing


def test_closing_slip_and_history_tell_what_was_owed_who_signed_and_that_it_was_answered(
    cut_off: Path, book: SqliteBook
) -> None:
    (path,) = cut_off.glob("*.journal")
    (sitting,) = sittings_of(read_session(path))
    assert [row for row, _ in owed_rows(sitting, 0)] == [
        "lot · coup 1 · siège 2 · 50,00\u00a0€",
        "lot · coup 1 · siège 1 · 50,00\u00a0€",
        "fin du coup · coup 1",
        "Signé pour ce qui est dû",
    ]
    assert {told for _, told in owed_rows(sitting, 0)[:3]} == {"sans réponse"}
    assert owed_rows(sitting, 0)[3][1] == "Chef 1 (chef de table), Durand (membre du comité de direction)"
    assert sitting.jp1_paid_cents == 0
    gone_on(cut_off, book)
    session = read_session(path)
    (sitting,) = sittings_of(session)
    assert all(told.startswith("répondu le") for _, told in owed_rows(sitting, 0)[:3])
    assert sitting.jp1_paid_cents == 10_000, "the prizes left the table in the sitting that owed them"
    signed = [row for row in jp1_history([session]).rows if row["act"] == "left_owed"]
    assert [(row["reason"], row["persons"]) for row in signed[:3]] == [
        ("owed.award", ["Chef 1"]),
        ("owed.award", ["Chef 1"]),
        ("owed.finish", ["Chef 1"]),
    ]


def test_the_key_of_an_act_is_that_of_the_session_that_asked(cut_off: Path, book: SqliteBook) -> None:
    gone_on(cut_off, book)
    keys: set[Key] = {act.key for act in book.acts()}
    assert len({key.journal_id for key in keys}) == 1
