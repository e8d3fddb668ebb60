"""One connection to the jackpot's server: what goes out whole, and which answer is none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from controller.book.port import BookUnreachable
from controller.book.postgres_line import Line
from tests.patience import PATIENCE_S
from tests.private_postgres import PrivateServer


@pytest.fixture
def line(postgres: PrivateServer) -> Iterator[Line]:
    made = Line(postgres.url("postgres"), lambda connection: None)
    made.wait_s = PATIENCE_S
    yield made
    made.drop()


def test_a_statement_longer_than_the_line_takes_at_once_goes_out_whole(line: Line) -> None:
    assert line.ask("SELECT length(%s::text)", ("x" * 20_000_000,)) == [(20_000_000,)]


def test_an_answer_before_the_commit_is_none(line: Line) -> None:
    """A server that goes away then has not booked what it told."""
    line.ask("SELECT 1")
    connection = line._connection
    assert connection is not None
    with closing(connection):
        connection.execute("BEGIN")
        with pytest.raises(BookUnreachable):
            line.ask("SELECT 2")
        assert line._connection is None, "and nothing is asked on that connection any more"
    assert line.ask("SELECT 3") == [(3,)]
