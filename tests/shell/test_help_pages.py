"""The help of every command: its lines run on without gaps, and what it shows to type is right."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from controller.cli import main
from tests.shell.live_table import write_settings

GOLDEN = Path(__file__).parents[1] / "golden" / "journals" / "trips"
LASTS = (
    "backup",
    "badge",
    "demo",
    "devices record",
    "devices sound",
    "house feed",
    "house serve",
    "keys rotate",
    "learn",
    "metrics --serve",
    "par",
    "people init",
    "pit-reader",
    "run",
    "simulate --rounds",
    "witness pull",
)
"""What plays on, waits for somebody or takes minutes: of these only the words are read."""


def pages(command: click.Command, *path: str) -> Iterator[tuple[str, str]]:
    """Every command with its help."""
    words = " ".join(path)
    shown = CliRunner().invoke(main, ["--lang", "en", *path, "--help"])
    assert shown.exit_code == 0, words
    yield words, shown.output
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from pages(child, *path, name)


@pytest.fixture(scope="module")
def helps() -> dict[str, str]:
    return dict(pages(main))


def test_a_group_tells_of_each_of_its_commands_in_a_whole_sentence(helps: dict[str, str]) -> None:
    lists = {
        words: said.partition("Commands:\n")[2] for words, said in helps.items() if "Commands:\n" in said
    }
    assert {"journal", "report", "house", "people", "link"} <= lists.keys()
    for words, said in lists.items():
        told = re.split(r"\n  (?=\S)", said.partition("\n\n")[0])
        assert [one for one in told if not one.rstrip().endswith((".", "?"))] == [], words
        assert "..." not in said.replace("postgresql://...", ""), words


def test_no_sentence_of_a_help_has_a_gap(helps: dict[str, str]) -> None:
    for words, text in helps.items():
        for line in re.split(r"^(?:Options|Commands|Try it):$", text, maxsplit=1, flags=re.M)[0].splitlines():
            told = line.strip()
            assert told.startswith("tapis ") or not re.search(r"\S {2,}\S", told), (words, line)


def test_a_command_that_there_is_not_is_told_in_one_voice() -> None:
    for words, meant in ((["simulte"], "tapis simulate"), (["report", "closng"], "tapis report closing")):
        said = CliRunner().invoke(main, [*words, "--lang", "en"], prog_name="tapis")
        assert said.exit_code == 2
        assert said.stderr.endswith(f"there is no command {words[-1]}; did you mean {meant}?\n"), said.stderr


def test_a_feed_that_hears_nothing_leaves_no_file(tmp_path: Path) -> None:
    into = tmp_path / "night.ndjson"
    words = ["house", "feed", "--run", str(tmp_path), "--into", str(into), "--once"]
    assert CliRunner().invoke(main, words).exit_code == 2
    assert not into.exists()
    into.touch()
    assert CliRunner().invoke(main, words).exit_code == 2
    assert into.exists()


def examples(helps: dict[str, str]) -> Iterator[str]:
    for text in helps.values():
        text = re.sub(r"\\\n\s+", "", text)
        for found in re.finditer(r"^  (tapis [a-z].*)$", text, re.M):
            if "COMMAND" not in found[1]:
                yield found[1]


def test_every_line_that_a_help_shows_can_be_typed(
    helps: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for suffix in ("", ".heads"):
        shutil.copy(GOLDEN / f"UTH-1-000001.journal{suffix}", tmp_path / f"UTH-1-000001.journal{suffix}")
    shutil.copytree(GOLDEN, tmp_path / "journals")
    (tmp_path / "heads.txt").touch()
    (tmp_path / "etc").mkdir()
    write_settings(tmp_path / "etc")
    monkeypatch.setenv("TAPIS_CONFIG", str(tmp_path / "etc"))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr(os, "execv", lambda *words: (_ for _ in ()).throw(SystemExit(0)))
    # A demonstration that somebody else plays on this machine is not found: no line is typed at it.
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    lines = sorted(set(examples(helps)))
    assert len(lines) > 80
    for line in lines:
        words = shlex.split(line.partition(" >")[0])[1:]
        if line.removeprefix("tapis ").startswith(LASTS):
            words += ["--lang", "en", "--no-such-option"]
        done = CliRunner().invoke(main, words, input="481502\n736195\n")
        wrong = re.search(r"\(tapis [a-z0-9 -]*--help\)|is needed, such as", done.stderr)
        if words[-1] == "--no-such-option":  # it is refused for this alone, after all before it was read
            assert "no such option '--no-such-option'" in done.stderr, (line, done.stderr)
        else:
            assert done.exit_code in (0, 1, 2), (line, done.output)
            assert not wrong, (line, done.stderr)
