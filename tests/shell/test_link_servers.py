"""What the server of a linked book answers is told in one language, with what to do next."""

from __future__ import annotations

import pytest

pytest.importorskip("psycopg")

from controller.book import postgres_words
from controller.cli.link_servers import ANSWERS, of_server


def test_every_answer_of_a_server_has_both_languages_and_a_next_step() -> None:
    said = {*postgres_words._STATES.values(), *(ours for _, ours in postgres_words._NO_STATE)}
    assert said | {"the address of the book cannot be read"} == set(ANSWERS)
    for text, (french, steps) in ANSWERS.items():
        for where in ("", "db.casino.example: "):
            english = of_server(f"{where}{text}", "en")
            told = of_server(f"{where}{text}", "fr")
            assert english == f"{where}{text}: {steps[1]}"
            assert told is not None
            assert told.endswith(f"{french}\u00a0: {steps[0]}")
            assert text not in told
    assert of_server("a sentence of the book itself", "fr") is None
