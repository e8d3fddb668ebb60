"""What takes long is done beside the service: other screens are answered, and who has gone is not."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.house import background_jobs, service
from controller.house.answers import Answers
from controller.house.background_jobs import Clerk, Job, TooMany
from controller.house.printing import printed_apart
from controller.house.scope import BadQuestion
from controller.papers.pdf import NotPrinted
from tests.memory.serving import serving
from tests.memory.test_house_service import Asking

Making = Callable[[], dict[str, Any]]


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Registers are not made before it is set."""
    opened = threading.Event()
    later = Answers.later

    def waiting(self: Answers, told: dict[str, Any]) -> Making | None:
        making = later(self, told)
        if making is None:
            return None

        def made() -> dict[str, Any]:
            assert opened.wait(10)
            if told.get("register") == "bad":
                raise BadQuestion("register: none")
            return making()

        return made

    monkeypatch.setattr(Answers, "later", waiting)
    return opened


def test_an_answer_too_long_for_a_screen_is_refused_and_the_screen_stays(
    night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(night, tmp_path), closing(Asking(tmp_path / "house.sock")) as screen:
        for _ in range(500):  # until the journals are read, and their registers joined
            told = screen(ask="registers", period="all")["registers"]
            if told["of"] and told["done"] == told["of"]:
                break
        assert told["registers"]
        monkeypatch.setattr(service, "OUT_MAX", 1_000)
        assert "bytes, above 1000" in screen(ask="registers", period="all")["refused"]
        monkeypatch.undo()
        assert "registers" in screen(ask="registers", period="all")


def test_another_screen_is_answered_while_registers_are_made(
    night: Path, tmp_path: Path, gate: threading.Event
) -> None:
    with (
        serving(night, tmp_path),
        closing(Asking(tmp_path / "house.sock")) as slow,
        closing(Asking(tmp_path / "house.sock")) as other,
    ):
        slow.sock.sendall(b'{"id": "1", "ask": "registers", "period": "all"}\n')
        slow.asked = 1
        assert "house" in other(ask="house")
        assert "integrity" in other(ask="integrity")
        gate.set()
        while b'"told":"1"' not in (line := slow.lines.readline()).replace(b" ", b""):
            assert line
        assert b'"registers"' in line


def test_what_the_clerk_finds_wrong_is_a_refusal_like_any_other(
    night: Path, tmp_path: Path, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate.set()
    with serving(night, tmp_path), closing(Asking(tmp_path / "house.sock")) as ask:
        assert ask(ask="registers", register="bad")["refused"].startswith("register: ")


def test_a_question_whose_screen_has_gone_is_not_begun_and_nobody_is_told() -> None:
    opened, begun, told = threading.Event(), [], []
    with closing(Clerk()) as there:
        there.give(Job(lambda: opened.wait(10), lambda made, error: told.append("first")))
        here = [True]
        there.give(Job(lambda: begun.append(1), lambda made, error: told.append("second"), lambda: here[0]))
        here[0] = False
        opened.set()
        while not there.idle:
            there.collect()
    assert (begun, told) == ([], ["first"])


def test_more_questions_than_can_wait_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_jobs, "JOBS_MAX", 2)
    opened, begun = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        opened.wait(10)

    with closing(Clerk()) as there:
        there.give(Job(work, lambda made, error: None))
        assert begun.wait(10)
        for _ in range(2):
            there.give(Job(lambda: None, lambda made, error: None))
        with pytest.raises(TooMany, match="2 questions wait already"):
            there.give(Job(lambda: None, lambda made, error: None))
        opened.set()


def test_a_page_is_printed_apart_lying_on_its_long_side() -> None:
    data = printed_apart("Titre", "<p>Résultats de la séance</p>", "pied", landscape=True)
    assert data.startswith(b"%PDF-")
    assert b"/MediaBox [0 0 842.000000 595.000000]" in data


def test_what_cannot_be_printed_apart_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nonexistent/python")
    with pytest.raises(NotPrinted, match="not printed"):
        printed_apart("T", "<p>x</p>", "")
