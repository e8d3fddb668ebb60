"""A linked book put back from an older copy: rounds that it has open and that are over end there (RC-04).

The database is copied while the stakes of a round are in it and its end is not, and put back after the end.
Two persons accept the difference; the round is then ended by its own finish, under the key that it had.
"""

from __future__ import annotations

from contextlib import closing

import psycopg
from psycopg import sql

from controller.book.answers import Finished
from controller.book.bookkeeper import START, Bookkeeper
from controller.book.differences import difference_of
from controller.book.postgres import PostgresBook
from controller.book.verify import JournalAct
from controller.game import inputs as i
from controller.game import requests as r
from tests.private_postgres import PrivateServer, pooled_book
from tests.shell.book.jackpot_books import EXAMPLE, JOURNAL, STAKE, TWO

TABLE = "T1"


def copied(server: PrivateServer, name: str, made_of: str) -> None:
    """The database under another name, as it stands now."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        command = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        connection.execute(command.format(sql.Identifier(name), sql.Identifier(made_of)))


def test_the_end_that_an_older_copy_forgot_is_told_it_again_when_two_persons_accept(
    postgres: PrivateServer,
) -> None:
    with closing(pooled_book(postgres, EXAMPLE)) as behind:
        with closing(PostgresBook(postgres.url(behind.database))) as book:
            keeper = Bookkeeper(book, TABLE, JOURNAL)
            staked = keeper.perform(r.Contribute(1, 1, (1, 2), STAKE), 5)
            assert isinstance(staked, i.ContributionObserved)
        older = f"{behind.database}_older"
        behind.close()
        copied(postgres, older, behind.database)
        with closing(PostgresBook(postgres.url(behind.database))) as book:
            ended = Bookkeeper(book, TABLE, JOURNAL).perform(r.Finish(1, 1), 6)
            assert isinstance(ended, i.FinishObserved)
    told = [
        JournalAct(TABLE, JOURNAL, 1, 1, "contribute", None, 2 * STAKE, True, staked.book_seq),
        JournalAct(TABLE, JOURNAL, 1, 1, "finish", None, 0, True, ended.book_seq, ended.meter_cents),
    ]
    with closing(PostgresBook(postgres.url(older))) as book:
        keeper = Bookkeeper(book, TABLE, JOURNAL, told)
        heard = keeper.compare()
        assert isinstance(heard, i.BookRefused)
        assert (heard.act, heard.code) == (START, "book_differs")
        assert heard.difference is not None
        assert book.read().open_rounds == ((TABLE, 1),), "the copy has forgotten the end"
        seen = heard.difference.found_seq
        playing = keeper.perform(r.Reopen(0, 1, TWO, "book_differs", seen, playing=1), 7)
        assert isinstance(playing, i.ReopeningObserved)
        assert (playing.ended, book.read().open_rounds) == ((), ((TABLE, 1),)), "what is played ends itself"
        again = Bookkeeper(book, TABLE, JOURNAL, told)
        again.compare()
        reopened = again.perform(r.Reopen(0, 1, TWO, "book_differs", seen), 8)
        assert isinstance(reopened, i.ReopeningObserved)
        assert [(one.journal_id, one.round, one.attempt) for one in reopened.ended] == [(JOURNAL, 1, 1)]
        assert book.read(check=True).open_rounds == ()
        assert again.compare() is None, "the table goes on from what the book holds"
        assert difference_of(book, TABLE, [told[0]]) is not None
        assert isinstance(book.finish(told[1].key, 9), Finished), "the end has the key that it had"
