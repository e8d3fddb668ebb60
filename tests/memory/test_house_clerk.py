"""What takes long is done beside the service: other screens are answered, and who has gone is not."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from controller.house import background_jobs, service
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.background_jobs import Clerk, Job, TooMany
from controller.house.printing import printed_apart
from controller.house.scope import BadQuestion
from controller.house.service import Service
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


def test_one_screen_has_one_long_question_under_way_and_the_next_screen_its_turn(
    night: Path, tmp_path: Path, gate: threading.Event
) -> None:
    with (
        serving(night, tmp_path) as house,
        closing(Asking(tmp_path / "inspector.sock")) as greedy,
        closing(Asking(tmp_path / "inspector.sock")) as modest,
        closing(Asking(tmp_path / "house.sock")) as pit,
    ):
        while not house.settled:
            assert "house" in pit(ask="house")
        heard: list[str] = []
        begun: list[str] = []
        for number in range(2 + service.LONG_MAX):
            asked = {"id": f"g{number}", "ask": "inspect", "table": "UTH-1", "round": 3}
            greedy.sock.sendall(json.dumps(asked).encode() + b"\n")
        told = next(line for line in map(json.loads, greedy.lines) if "told" in line)
        assert told == {
            "told": f"g{service.LONG_MAX + 1}",
            "refused": "8 questions of this screen wait already",
        }
        modest.sock.sendall(b'{"id": "m0", "ask": "inspect", "table": "UTH-1", "round": 4}\n')
        assert "notices" in modest(ask="notices")  # it has been taken up
        made = pit(ask="house")
        assert "house" in made
        gate.set()
        readings = []
        for screen, most in ((greedy, 1 + service.LONG_MAX), (modest, 1)):
            while most:
                line = json.loads(screen.lines.readline())
                if "inspect" in line:
                    most -= 1
                    heard.append(line["told"])
                    readings.append((line["inspect"]["reading"]["seq"], line["told"]))
        begun = [name for _, name in sorted(readings)]
    assert begun.index("m0") == 1
    assert heard[: 1 + service.LONG_MAX] == [f"g{number}" for number in range(1 + service.LONG_MAX)]


def test_all_that_the_pit_asked_is_answered_and_then_one_question_of_an_inspector(
    night: Path, tmp_path: Path
) -> None:
    with closing(House([night], ":memory:")) as house, closing(Service(Answers(house), tmp_path)) as served:
        screens = [Asking(tmp_path / f"{door}.sock") for door in ("inspector", "inspector", "house", "house")]
        for screen in screens:
            served.serve(0)
            screen.lines.readline()
        for screen in screens:
            screen.sock.sendall(b'{"id": "1", "ask": "house"}\n' * 5)
        told = [0, 0, 0, 0]
        for turn in range(1, 4):
            served.serve(0)
            for at, screen in enumerate(screens):
                screen.sock.setblocking(False)
                with suppress(BlockingIOError):
                    told[at] += screen.sock.recv(1 << 20).count(b'"told":')
            assert told[2:] == [5, 5]
            assert told[0] + told[1] == turn
            assert abs(told[0] - told[1]) <= 1
        for screen in screens:
            screen.close()


def test_a_screen_that_asks_without_listening_for_answers_is_not_read_on(night: Path, tmp_path: Path) -> None:
    with closing(House([night], ":memory:")) as house, closing(Service(Answers(house), tmp_path)) as served:
        screen = Asking(tmp_path / "inspector.sock")
        served.serve(0)
        for _ in range(3):
            screen.sock.sendall(b'{"id": "1", "ask": "zzz"}\n' * 1_000)
            served.serve(0)
        (visitor,) = served._visitors.values()
        assert service.LINES_MAX <= len(visitor.waiting) <= service.READ_SIZE // 20
        while visitor.waiting:
            served.serve(0)
        screen.close()


def test_inspectors_however_many_take_no_place_of_the_pit(night: Path, tmp_path: Path) -> None:
    with serving(night, tmp_path), closing(Asking(tmp_path / "house.sock")) as pit:
        assert "house" in pit(ask="house")
        others = [Asking(tmp_path / "inspector.sock") for _ in range(2 * service.SCREENS_MAX)]
        for one in others[-service.SCREENS_MAX :]:
            assert "refused" in one(ask="zzz")
        assert "house" in pit(ask="house")
        pits = [Asking(tmp_path / "house.sock") for _ in range(service.SCREENS_MAX)]
        assert "house" in pits[-1](ask="house")
        assert "refused" in others[-1](ask="zzz")
        for one in (*others, *pits):
            one.close()


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
