"""What the server of a linked book answers is told in one language, with what to do next."""

from __future__ import annotations

import pytest

pytest.importorskip("psycopg")

from controller.book import postgres_words
from controller.book.port import BookMismatch, BookUnreachable
from controller.book.postgres_words import ANSWERS, answered
from controller.cli.link_servers import STEPS, of_server
from controller.told import at_place

HARD_COLON = "\u00a0: "


def test_every_answer_of_a_server_has_both_languages_and_a_next_step() -> None:
    said = {*postgres_words._STATES.values(), *(ours for _, ours in postgres_words._NO_STATE)}
    assert said | {"unread_address", "refused"} == set(ANSWERS)
    assert set(ANSWERS) - {"refused"} == set(STEPS)  # a state that nobody knows has no step
    for key, steps in STEPS.items():
        french, text = ANSWERS[key]
        for error, where in (
            (BookUnreachable(answered(key)), ""),
            (BookUnreachable(at_place("db.casino.example", answered(key))), "db.casino.example: "),
            (
                BookMismatch(at_place("postgresql://db", at_place("db", answered(key)))),
                "postgresql://db: db: ",
            ),
        ):
            assert str(error) == f"{where}{text}"
            assert of_server(error, "en") == f"{where}{text}: {steps[1]}"
            told = of_server(error, "fr")
            assert told == f"{where.replace(': ', HARD_COLON)}{french}{HARD_COLON}{steps[0]}"
    assert of_server(BookMismatch("a sentence of the book itself"), "fr") is None
