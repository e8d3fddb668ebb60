"""`tapis status` and `tapis metrics` beside a table: at work, without a shoe, cut off, stopped, refused."""

from __future__ import annotations

import json
import re
import signal
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.cli.status import alarm_rows
from controller.cli.status_look import Look
from controller.cli.status_words import alarm_words
from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game.machines.alarms import CATALOGUE
from controller.game.outline import told_at_once, told_at_rest
from controller.host.watchdog import Watchdog
from controller.screens.status_desk import StatusDesk
from controller.screens.unix_socket import NOT_THIS_USER, Doors
from controller.table import patience
from tests.builders import Felt
from tests.openmetrics import strictly_read
from tests.patience import PATIENCE_S
from tests.shell.live_table import TAPIS, LiveTable, Machines, write_settings

pytestmark = pytest.mark.slow
LABELS = {"table", "machine", "code", "why", "unit", "edition", "approved", "simulated"}


def tapis(*words: str) -> tuple[int, str]:
    """The command's exit code, and what it said."""
    done = CliRunner().invoke(main, list(words), catch_exceptions=False)
    return done.exit_code, done.output


def until(what: Callable[[], bool]) -> None:
    """This holds by now."""
    late_s = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < late_s, "never"
        time.sleep(0.05)


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    return write_settings(tmp_path)


def status(settings: Path, *words: str) -> tuple[int, str]:
    return tapis("status", "--settings", str(settings), *words)


def told(settings: Path) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(status(settings, "--json", "--lang", "en")[1])
    return whole


def why(settings: Path, between: str) -> str:
    """Why no table runs: the lines that say it, put together again."""
    return between.join(row["said"] for row in told(settings)["rows"] if row["level"] == "down")


@contextmanager
def written(settings: Path, folder: Path) -> Iterator[Path]:
    """`tapis metrics --serve` writes a file into the folder; it ends by a signal."""
    terms = settings.with_name("metrics.toml")
    terms.write_text(f'[metrics]\ndirectory = "{folder}"\nevery_s = 5\n', encoding="utf-8")
    command = [*TAPIS, "metrics", "--settings", str(settings), "--metrics", str(terms), "--serve"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        yield folder / "tapis.prom"
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=PATIENCE_S)
        assert (process.returncode, "Traceback" in said) == (0, False)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


@pytest.mark.long
def test_a_table_is_told_on_one_screen_at_work_without_its_shoe_and_after_its_end(settings: Path) -> None:
    assert status(settings, "--lang", "en")[0] == 2
    machines = Machines(settings.parent / "lines")
    table = LiveTable(settings)
    try:
        until(lambda: told(settings)["exit"] == 0)
        for lang in ("fr", "en"):
            code, screen = status(settings, "--lang", lang)
            lines = screen.splitlines()
            assert (code, len(lines) <= 24, max(map(len, lines)) <= 80) == (0, True, True), screen
        assert "UTH-9 · session 1 · closed" in screen
        assert re.search(r"JP1 +open, meter 10\u202f000,00\u00a0€", screen)
        _, figures = tapis("metrics", "--settings", str(settings))
        found = strictly_read(figures)
        assert {key for one in found.values() for labels in one.samples for key, _ in labels} <= LABELS
        assert found["tapis_jackpot_meter_cents"].samples == {(("table", "UTH-9"),): "1000000"}
        assert found["tapis_table_up"].samples == {(("table", "UTH-9"),): "1"}
        alarms = found["tapis_alarm_standing"].samples
        assert {dict(labels)["code"] for labels in alarms} == set(CATALOGUE)
        assert set(alarms.values()) == {"0"}
    finally:
        machines.close()
    try:
        until(lambda: told(settings)["exit"] == 1)
        until(lambda: "A-201" in status(settings, "--lang", "en")[1])
        assert f"A-201 {alarm_words('fr', 'A-201')}" in status(settings, "--lang", "fr")[1]
        found = strictly_read(tapis("metrics", "--settings", str(settings))[1])
        assert found["tapis_alarm_standing"].samples[(("code", "A-201"), ("table", "UTH-9"))] == "1"
        assert found["tapis_machine_up"].samples[(("machine", "shoe"), ("table", "UTH-9"))] == "0"
        figures = settings.parent / "figures"
        figures.mkdir()
        with written(settings, figures) as file:
            until(file.exists)
            assert stat.S_IMODE(file.stat().st_mode) == 0o644, "the collector is another user"
            assert 'tapis_table_up{table="UTH-9"} 1' in file.read_text(encoding="utf-8")
            table.stop(signal.SIGKILL)
            until(lambda: 'tapis_table_up{table="UTH-9"} 0' in file.read_text(encoding="utf-8"))
            strictly_read(file.read_text(encoding="utf-8"))
        assert list(figures.iterdir()) == [], "what a stopped program leaves would be taken for today's"
    finally:
        if table.process.poll() is None:
            table.stop(signal.SIGKILL)
    code, screen = status(settings, "--lang", "en")
    assert code == 2
    assert re.search(r"^started on [0-9/: ]+, then ended without a word", why(settings, " "))
    again = LiveTable(settings)
    again.stop(signal.SIGTERM)
    code, screen = status(settings, "--lang", "fr")
    assert (code, "arrêtée le" in screen, "par ordre" in screen) == (2, True, True)


def test_a_table_that_could_not_start_is_told_with_its_reason(settings: Path) -> None:
    data = settings.parent / "data"
    data.mkdir()
    (data / "seal.key").write_bytes(b"short")
    assert subprocess.run([*TAPIS, "run", "--settings", str(settings)], check=False).returncode == 2
    code, screen = status(settings, "--lang", "en")
    assert code == 2
    assert "could not start on" in screen
    assert str(data / "seal.key") in why(settings, "")


@contextmanager
def served(settings: Path, answer: dict[str, Any]) -> Iterator[None]:
    """Something serves at the table's door that tells this."""
    (settings.parent / "run").mkdir()
    desk = StatusDesk(Doors(settings.parent / "run"), lambda: answer)
    desk.open()
    try:
        yield
    finally:
        desk.close()


def test_a_table_that_waits_for_its_disk_says_so_and_is_not_down(settings: Path) -> None:
    with served(settings, {"waiting": "full"}):
        code, screen = status(settings, "--lang", "en")
        found = strictly_read(tapis("metrics", "--settings", str(settings))[1])
    assert code == 1
    assert "waits for its disk: it is full" in screen
    assert found["tapis_table_waiting"].samples[(("table", "UTH-9"), ("why", "full"))] == "1"
    assert found["tapis_table_up"].samples == {(("table", "UTH-9"),): "0"}


def test_who_may_not_look_reads_what_to_type(settings: Path) -> None:
    with served(settings, {"dropped": NOT_THIS_USER}):
        code, said = status(settings, "--lang", "fr")
    assert code == 2
    assert "sudo tapis status" in said


def test_a_table_that_tells_nothing_is_mute(settings: Path) -> None:
    with served(settings, {}):
        assert status(settings)[0] == 1


def test_a_directory_that_takes_no_file_is_said_once_and_tried_again(settings: Path) -> None:
    figures = settings.parent / "figures"
    with written(settings, figures) as file:
        time.sleep(0.5)
        figures.mkdir()
        until(file.exists)


def test_the_language_is_that_of_the_terminal(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    for lang, word in (("fr_FR.UTF-8", "ARRÊT"), ("en_GB.UTF-8", "DOWN"), ("de_DE.UTF-8", "DOWN")):
        monkeypatch.setenv("LANG", lang)
        assert word in status(settings)[1]


def test_the_slowest_write_is_one_of_the_last_minutes_and_counts_while_it_is_under_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now_ms = [patience.SPAN_MS * 7]
    monkeypatch.setattr(patience, "_now_ms", lambda: now_ms[0])
    disk = patience.Patience(Watchdog("", 0, SystemClock()), lambda: None)
    with disk:
        now_ms[0] += 40
        assert disk.slowest_ms == 40
    with disk:
        now_ms[0] += 3
    told = []
    for _ in range(3):
        told.append(disk.slowest_ms)
        now_ms[0] += patience.SPAN_MS
    assert told == [40, 40, 0]


@pytest.mark.parametrize(("lang", "over"), [("fr", " · cause finie"), ("en", " · cause over")])
def test_an_alarm_whose_cause_is_gone_says_so(lang: str, over: str) -> None:
    """The shoe was told to be silent until the chef had given his reason (CS-07)."""
    felt = Felt().open().see(i.HealthObserved(i.Machine.SHOE, i.Health.LOST, "silence"))
    for health, ends in ((i.Health.LOST, False), (i.Health.UP, True)):
        felt.see(i.HealthObserved(i.Machine.SHOE, health, "silence"))
        told = {**told_at_once(felt.state), "game": told_at_rest(felt.state), "at_ms": felt.state.at_ms}
        seen = Look("UTH-1", False, 0, told, "", "", frozenset(), 1, 1, True, 0, False, None, ())
        (row,) = (one for one in alarm_rows(seen, lang) if "A-201" in one.said)
        assert row.said.endswith(over) is ends


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_alarm_has_a_title_without_a_gap(lang: str) -> None:
    for code in CATALOGUE:
        title = alarm_words(lang, code)
        assert len(title) > 5, code
        assert not re.search(r"[{}]|[–(]$|\s$", title), title


@pytest.mark.long
def test_the_figures_that_cannot_be_written_are_told_once_and_again_when_they_are(
    settings: Path, tmp_path: Path
) -> None:
    for lang, lost, back in (
        ("fr", "{file} ne s’écrit pas (", "{file} s’écrit de nouveau"),
        ("en", "{file}: cannot be written (", "{file}: written again"),
    ):
        folder = tmp_path / lang
        terms = settings.with_name("metrics.toml")
        terms.write_text(f'[metrics]\ndirectory = "{folder}"\nevery_s = 5\n', encoding="utf-8")
        words = ["metrics", "--settings", str(settings), "--metrics", str(terms), "--serve", "--lang", lang]
        process = subprocess.Popen([*TAPIS, *words], stderr=subprocess.PIPE, text=True)
        try:
            assert process.stderr is not None
            file = folder / "tapis.prom"
            assert process.stderr.readline().startswith(lost.format(file=file))
            folder.mkdir()
            assert process.stderr.readline() == f"{back.format(file=file)}\n"
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE_S)
