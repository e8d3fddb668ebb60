"""`tapis simulate --jobs`: nights side by side are the nights alone, and none is lost without a word."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from controller.cli.simulate_jobs import Ended, Nights
from controller.journal.verify import verify
from tests.long import long
from tests.patience import PATIENCE_S
from tests.simulation.nights import TAPIS, environment, tapis, typed


@pytest.mark.long
def test_nights_side_by_side_are_the_nights_alone(tmp_path: Path) -> None:
    wanted = ("simulate", "--rounds", "2", "--faults", "some", "--json")
    said = tapis(tmp_path, *wanted, "--seed", "7", "--jobs", "2", "--journal", "nights")
    assert (said.returncode, said.stderr) == (0, "")
    answers = [json.loads(line) for line in said.stdout.splitlines()]
    assert [answer["seed"] for answer in answers] == [7, 8]
    for answer in answers:
        alone = json.loads(typed(tmp_path, *wanted, "--seed", str(answer["seed"])).stdout)
        rates = {"rounds_per_second": 0}
        assert {**alone, **rates, "seed": answer["seed"]} == {**answer, **rates}
        assert verify(tmp_path / "nights" / f"seed-{answer['seed']}").heads == answer["head_hash"]
    assert {path.name for path in (tmp_path / "nights").iterdir()} == {"seed-7", "seed-8"}


@pytest.mark.long
def test_the_nights_are_those_of_the_installed_program_wherever_one_stands(tmp_path: Path) -> None:
    command = tmp_path / "controller" / "cli" / "__main__.py"
    command.parent.mkdir(parents=True)
    for place in (command.parent, command.parent.parent):
        (place / "__init__.py").touch()
    command.write_text("""print('{"rounds": 1, "head_hash": "another program"}')""")
    said = tapis(tmp_path, "simulate", "--rounds", "1", "--seed", "3", "--jobs", "2", "--json")
    assert said.returncode == 0
    assert [set(json.loads(line)["head_hash"]) for line in said.stdout.splitlines()] == [{"UTH-1"}] * 2


@pytest.mark.parametrize(
    ("script", "answered"),
    [
        ("print('not of the night'); print('{\"rounds\": 1}')", Ended({"rounds": 1})),
        ("pass", Ended(None, 1, "it said that all was well, and gave no answer")),
        ("print('{\"rounds\":', end='')", Ended(None, 1, "it said that all was well, and gave no answer")),
        ("import sys; sys.exit(255)", Ended(None, 255)),
    ],
)
def test_whatever_a_night_says_it_is_answered_or_named(
    script: str, answered: Ended, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} -c \"$(cat <<'E'\n{script}\nE\n)\"\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    played = dict(Nights({3: ()}, lambda rounds: None, "en").play())
    assert played == {3: answered}
    assert played[3].answer or f"exit code {answered.code}" in played[3].said("en")


def test_no_night_begins_once_nobody_asks_for_one_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "program"
    does = """if [ $4 = 1 ]; then echo '{"rounds": 1}'; else exec sleep 1; fi"""
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/begun-$4\n{does}\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0})
    played = Nights({seed: (str(seed),) for seed in (1, 2, 3, 4)}, lambda rounds: None, "en").play()
    assert next(played) == (1, Ended({"rounds": 1}))
    until((tmp_path / "begun-2").exists)
    played.close()
    assert {path.name for path in tmp_path.glob("begun-*")} == {"begun-1", "begun-2"}


@pytest.mark.long
def test_each_night_is_printed_for_people_under_its_seed(tmp_path: Path) -> None:
    said = tapis(tmp_path, "simulate", "--rounds", "1", "--seed", "3", "--jobs", "2")
    seeds = [line.split() for line in said.stdout.splitlines() if line.startswith("seed ")]
    assert seeds == [["seed", "3"], ["seed", "4"]]
    assert said.stdout.count("UTH-1") == 2


def test_a_night_that_is_killed_is_named_and_the_others_are_answered(tmp_path: Path) -> None:
    process = begun(tmp_path, "--rounds", "3", "--jobs", "2", "--json")
    os.kill(until(lambda: children(process.pid).get("8")), signal.SIGKILL)
    out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    assert [json.loads(line)["seed"] for line in out.splitlines()] == [7]
    assert err == "Error: seed 8: exit code 137 (SIGKILL)\n1 night of 2 played to the end\n"


@pytest.mark.long
def test_a_night_that_is_refused_is_named_with_what_it_says_alone(tmp_path: Path) -> None:
    (tmp_path / "nights").mkdir()
    (tmp_path / "nights" / "seed-7").touch()
    words = ("--rounds", "1", "--seed", "7", "--jobs", "2", "--journal", "nights", "--json")
    said = tapis(tmp_path, "simulate", *words)
    assert said.returncode == 2
    assert [json.loads(line)["seed"] for line in said.stdout.splitlines()] == [8]
    assert said.stderr.splitlines() == [
        "Error: seed 7: tapis simulate: invalid value for '--journal': Directory 'nights/seed-7' is a file"
        " (tapis simulate --help)",
        "  exit code 2",
        "1 night of 2 played to the end",
    ]


@pytest.mark.parametrize("given", [signal.SIGINT, long(signal.SIGTERM), signal.SIGKILL])
def test_no_night_outlives_who_started_it(given: signal.Signals, tmp_path: Path) -> None:
    process = begun(tmp_path, "--rounds", "1000000", "--jobs", "2", "--journal", "nights", "--json")
    until(lambda: len(list(tmp_path.glob("nights/*/*.journal"))) == 2)
    nights = children(process.pid)
    assert set(nights) == {"7", "8"}
    process.send_signal(given)
    out, err = process.communicate(timeout=PATIENCE_S)
    assert out == ""
    assert "Traceback" not in err
    if given is signal.SIGTERM:
        assert process.returncode == 128 + signal.SIGTERM
    if given is signal.SIGINT:
        assert process.returncode == 128 + signal.SIGINT
        assert err == "Error: stopped by Ctrl-C before it was done\n"
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in nights.values()))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--jobs", "2", "--book", "jackpot.book"), ("--book", "leave --book out")),
        (("--jobs", "0", "--lang", "en"), ("--jobs", "1<=x<=1000")),
        (("--jobs", "2", "--profile", "no-such-game"), ("no-such-game",)),
    ],
)
def test_what_cannot_be_played_side_by_side_is_refused_once(
    words: tuple[str, ...], why: tuple[str, ...], tmp_path: Path
) -> None:
    said = typed(tmp_path, "simulate", "--rounds", "1", "--seed", "7", *words)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.count("Error: ") == 1
    assert all(one in said.stderr for one in why)
    assert list(tmp_path.iterdir()) == []


def begun(folder: Path, *words: str) -> subprocess.Popen[str]:
    """The nights of seed 7 and those after it have begun, as at a terminal.

    Whoever starts the tests in the background has Ctrl-C ignored, and what they start inherits that.
    """
    return subprocess.Popen(
        [TAPIS, "simulate", "--seed", "7", *words],
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )


def children(pid: int) -> dict[str, int]:
    """The processes that this one started, by the seed in their words."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            words = (place / "cmdline").read_bytes().decode().split("\0")
        except OSError:
            continue
        if parent == pid and "--seed" in words:
            found[words[words.index("--seed") + 1]] = int(place.name)
    return found


def until(what: Callable[[], Any]) -> Any:
    """What came at last."""
    late_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < late_s:
        if found := what():
            return found
        time.sleep(0.01)
    raise TimeoutError
