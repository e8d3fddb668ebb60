"""A correction, a stop, a reopening killed at every point: each is in the book once (RC-01, RC-02, PM-11).

The points of a money act: before it is asked; asked and the book not reached; the book killed in its
transaction; the book committed and the answer not journalled; the answer journalled and not shown.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from controller.book.answers import Key
from controller.book.bookkeeper import Bookkeeper
from controller.book.sqlite import SqliteBook
from controller.game import events as e
from controller.game import inputs as i
from controller.game.evolve import fold
from controller.game.inputs import Intent, Observation, Role
from controller.game.meter.types import CorrectionReason, StopFate
from controller.game.react import book_request
from controller.game.state import TableState
from controller.journal.codec import Codec
from tests.builders import COMITE, Felt
from tests.shell.book.jackpot_books import EXAMPLE, JOURNAL, exact

ACTS: dict[str, tuple[str, Intent]] = {
    "correct": ("correct", i.CorrectMeter(-50, CorrectionReason.MALFUNCTION)),
    "stop": ("stop", i.StopJackpot(StopFate.ORPHANS)),
    "reopen": ("reopen", i.ReopenJackpot()),
}


class Killed(Exception):
    """The process ended here."""


def asked(act: Intent) -> Felt:
    """Two persons have asked for it; the book has not answered."""
    felt = Felt().open()
    if isinstance(act, i.ReopenJackpot):
        felt.badge(*COMITE).do(i.StopJackpot(StopFate.TRANSFER))
        felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
    felt.answering = False
    return felt.badge(*COMITE).do(act).badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())


def again(felt: Felt) -> TableState:
    """The state that a restart finds: the journal's texts, read and folded."""
    codec = Codec(e.EVENTS)
    texts = [codec.encode(entry.event) for entry in felt.entries]
    told = [codec.decode(*text) for text in texts]
    entries = [e.Entry(one.seq, one.at_ms, event) for one, event in zip(felt.entries, told, strict=True)]
    return fold(TableState(felt.state.facts), entries)


def performed(book: SqliteBook, felt: Felt, at_ms: int = 7) -> Observation:
    request = book_request(again(felt))
    assert request is not None, "nothing is outstanding after the restart"
    return Bookkeeper(book, "UTH-2", JOURNAL).perform(request, at_ms)


@pytest.mark.parametrize("point", ["before_begin", "before_commit", "after_commit"])
@pytest.mark.parametrize("act", ACTS)
def test_killed_in_the_book_the_act_is_asked_again_and_done_once(
    act: str, point: str, tmp_path: Path
) -> None:
    name, intent = ACTS[act]
    felt, path = asked(intent), tmp_path / "jackpot.book"

    def crash(where: str) -> None:
        if where == f"{name}:{point}":
            raise Killed

    SqliteBook.create(path, EXAMPLE).close()
    if act == "reopen":
        with closing(SqliteBook.open(path, EXAMPLE)) as book:
            book.stop(Key("UTH-9", JOURNAL, 0, 1, "stop"), "transfer", ("A", "B"), "voluntary stop", 1)
    with closing(SqliteBook.open(path, EXAMPLE, crash=crash)) as book, pytest.raises(Killed):
        performed(book, felt)
    with closing(SqliteBook.open(path, EXAMPLE)) as book:
        before = book.read().seq
        heard = performed(book, felt)
        assert performed(book, felt) == heard, "the first answer is kept"
        assert book.read(check=True).seq == before + (point != "after_commit")
        exact(book)
    felt.see(heard)
    assert felt.state.money is None
    assert again(felt) == felt.state, "journalled and not shown: the restart finds the same"


@pytest.mark.parametrize("act", ACTS)
def test_at_every_entry_a_restart_finds_the_same_proposal_and_the_same_request(act: str) -> None:
    felt = asked(ACTS[act][1])
    whole = TableState(felt.state.facts)
    for entry in felt.entries:
        whole = fold(whole, [entry])
        part = fold(TableState(felt.state.facts), felt.entries[: entry.seq])
        assert (part.upkeep, book_request(part)) == (whole.upkeep, book_request(whole))
    assert whole == again(felt) == felt.state
